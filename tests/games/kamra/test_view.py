"""What a seat, or a spectator, may see, and what it is left to remember."""

import json
import random
import re

import numpy as np
import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.games.kamra import notation

from .table import EVEN_BIDS, EVEN_FILM, KAMRA, bid, fall, hands_of, layout, screened, shoot, table, told

WATCHERS = (0, 1, 2, 3, None)


def filmed(upto: int, **options: object) -> Match:
    """The even film after so many reels."""
    match = KAMRA.match(position=layout(hands_of(EVEN_FILM)).position, seed=1, options=options, hold_table=True)
    bid(match, *EVEN_BIDS)
    shoot(match, EVEN_FILM, upto=upto)
    return match


def cards_in(shown: object) -> set[str]:
    """Every card that is named anywhere in plain data."""
    return set(re.findall(r'"(?:play )?([$TCQ*][1-7HSDAP])"', json.dumps(shown)))


# --- Reels ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G21", "C-07")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_only_this_reel_and_the_last_are_shown(watcher: int | None) -> None:
    match = filmed(upto=3)
    lead = EVEN_FILM[3][table(match)["turn"]]
    fall(match, lead)
    shown = table(match, watcher)
    assert [item["card"] for item in shown["reel"]] == [lead]
    assert {item["seat"]: item["card"] for item in shown["last_reel"]["cards"]} == EVEN_FILM[2]
    assert shown["last_reel"]["taker"] == 2
    assert not cards_in(match.view(watcher)) & {card for reel in EVEN_FILM[:2] for card in reel.values()}
    assert "reels" not in shown


@pytest.mark.rule("KR-G21")
def test_open_history_shows_every_reel() -> None:
    match = filmed(upto=6, history="open")
    for watcher in WATCHERS:
        reels = table(match, watcher)["reels"]
        assert [{item["seat"]: item["card"] for item in reel["cards"]} for reel in reels] == EVEN_FILM[:6]
        assert [reel["taker"] for reel in reels] == [0, 1, 2, 1, 2, 3]


@pytest.mark.rule("KR-G21")
@pytest.mark.parametrize("history", ["last", "open"])
def test_captures_are_told_when_the_hand_is_over(history: str) -> None:
    match = filmed(upto=14, history=history)
    for watcher in WATCHERS:
        shown = json.dumps([match.view(watcher), match.events(watcher)])
        assert '"stars"' not in shown
        assert table(match, watcher)["captured"] is None
    shoot(match, EVEN_FILM[14:])
    for watcher in WATCHERS:
        assert [seat["stars"] for seat in table(match, watcher)["captured"]] == [1, 1, 1, 2]
        assert [event["heroes"] for event in told(match, "captured", watcher)] == [1, 1, 1, 2]


@pytest.mark.rule("KR-G21", "KR-36")
def test_contracts_and_reels_taken_are_open() -> None:
    match = filmed(upto=4)
    for watcher in WATCHERS:
        assert table(match, watcher)["contracts"] == list(EVEN_BIDS)
        assert table(match, watcher)["taken"] == [1, 2, 1, 0]
        assert table(match, watcher)["held"] == [11, 11, 11, 11]


# --- Hands ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G21", "C-07")
@pytest.mark.parametrize("manners", ["auto", "strict"])
@pytest.mark.parametrize("history", ["last", "open"])
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_no_view_names_a_card_that_the_watcher_may_not_see(seats: int, history: str, manners: str) -> None:
    match = KAMRA.match(seats=seats, seed=seats, options={"history": history, "manners": manners, "hand_cap": 2})
    rng = random.Random(seats)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))
        if rng.random() < 0.2:
            check_cards_shown(match, history)


def check_cards_shown(match: Match, history: str) -> None:
    """Everybody sees his own hand and the reels that lie open, and no other card."""
    s = match.state
    fell = [notation.CARD_NAMES[card] for card in s.pack[: s.played]]
    lying_open = fell if history == "open" else fell[max(0, s.played - s.lying - match.seats) :]
    for watcher in (*range(match.seats), None):
        own = notation.cards_in(0 if watcher is None else s.hands[watcher])
        assert cards_in(match.view(watcher)) == {*own, *lying_open}


@pytest.mark.rule("KR-G21", "C-07")
def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    match = filmed(upto=0)
    shown = match.view(None)
    assert shown["table"]["hand"] == []
    assert shown["legal"] == []
    assert cards_in(shown) == set()


@pytest.mark.rule("KR-12", "C-07")
def test_the_events_of_a_hand_tell_nobody_another_hand() -> None:
    match = KAMRA.match(seats=4, seed=3)
    for watcher in WATCHERS:
        own = set() if watcher is None else set(table(match, watcher)["hand"])
        dealt = [event for event in match.events(watcher) if event["kind"] == "dealt"]
        assert cards_in(dealt) == own


@pytest.mark.rule("C-07")
def test_when_the_hand_is_over_it_may_all_be_seen() -> None:
    match = screened(EVEN_FILM, EVEN_BIDS, history="open")
    assert match.actors == (TABLE,)
    assert len(table(match)["reels"]) == 15


# --- Memory ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("C-18", "KR-G21")
def test_what_was_seen_may_be_remembered_though_it_is_not_shown() -> None:
    match = filmed(upto=5)
    gone = {card for reel in EVEN_FILM[:5] for card in reel.values()}
    for watcher in WATCHERS:
        features = match.observe(watcher)
        remembered = {notation.CARD_NAMES[card] for card in np.flatnonzero(features[60:120])}
        own = {notation.CARD_NAMES[card] for card in np.flatnonzero(features[:60])}
        assert remembered == gone
        assert own == set(table(match, watcher)["hand"])
        assert len(cards_in(match.view(watcher)) - own) == 4  # the view shows only the last reel


@pytest.mark.rule("C-18")
def test_strict_shows_who_might_be_called_and_who_was_caught() -> None:
    match = layout(hands_of(EVEN_FILM), manners="strict")
    bid(match, 5, 0, 0, 0)
    fall(match, f"{EVEN_FILM[3][0]} $A")
    assert (table(match)["suspects"], table(match)["caught"]) == ([1], [])
    match.play(0, "call 1")
    assert (table(match)["suspects"], table(match)["caught"]) == ([], [1])
