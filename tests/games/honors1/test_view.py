"""What a seat, or a spectator, may see."""

import json
import random
import re

import numpy as np
import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.engines import compiled

from .table import CARDS, HONORS, ask, dealt, hand, layout, table, told

FOUR = ("A1 B1", "A2 C1", "B2 C2", "C3 D1")


def cards_in(shown: object) -> set[str]:
    """Every card that is named anywhere in plain data."""
    return set(re.findall(r'"([A-L]-[1-4])"', json.dumps(shown)))


@pytest.mark.rule("H1-G14", "C-18")
def test_the_last_round_of_asks_is_shown_and_older_ones_are_not() -> None:
    match = layout(FOUR, draw_on_miss=False)
    ask(match, "1 A-2", "3 A-3", "0 C-3", "3 C-1", "0 C-2")
    assert match.actors == (0,)
    shown = [(item["seat"], item["asked"], item["card"], item["got"]) for item in table(match, 2)["asks"]]
    assert shown == [
        (0, 1, "A-2", True),
        (0, 3, "A-3", False),
        (1, 0, "C-3", False),
        (2, 3, "C-1", False),
        (3, 0, "C-2", False),
    ]
    ask(match, "2 B-2", "2 A-3")
    assert [item["seat"] for item in table(match)["asks"]] == [1, 2, 3, 0, 0]
    ask(match, "2 C-3")
    assert [item["seat"] for item in table(match)["asks"]] == [2, 3, 0, 0, 1]


@pytest.mark.rule("H1-G14")
def test_a_full_log_shows_every_ask_of_the_hand() -> None:
    match = layout(FOUR, draw_on_miss=False, ask_log="full")
    ask(match, "1 A-2", "3 A-3", "0 C-3", "3 C-1", "0 C-2", "2 B-2", "2 A-3", "2 C-3")
    assert [item["seat"] for item in table(match, 1)["asks"]] == [0, 0, 1, 2, 3, 0, 0, 1]


@pytest.mark.rule("H1-G14")
def test_the_log_keeps_the_last_256_asks() -> None:
    match = layout(("A12", "A34 B1", "B234"), centre=None, ask_log="full", h1_stagnation=200)
    for _ in range(90):
        ask(match, "2 A-3", "2 A-1", "0 B-1")
    assert len(table(match)["asks"]) == 256
    assert HONORS.match(position=match.position, options=match.options).view(None) == match.view(None)


@pytest.mark.rule("C-07", "C-18")
@pytest.mark.parametrize("seats", [2, 5])
def test_no_view_names_a_card_that_the_watcher_may_not_see(seats: int) -> None:
    match = dealt(seats, seats)
    rng = random.Random(seats)
    for _ in range(60 if compiled() else 20):
        seat = match.actors[0]
        if seat == TABLE:
            break
        match.play(seat, rng.choice(match.legal_ids(seat)))
        check_cards_shown(match)


def check_cards_shown(match: Match) -> None:
    """Everybody sees her own hand and hears the asks, and sees no other card."""
    for watcher in (*range(match.seats), None):
        own = set() if watcher is None else set(hand(match, watcher))
        heard = {item["card"] for item in table(match)["asks"]}
        assert cards_in(match.view(watcher)) <= own | heard
        dealt_or_drawn = [event for event in match.events(watcher) if event["kind"] in ("dealt", "drew")]
        assert all(("hidden" in event) == (event["seat"] != watcher) for event in dealt_or_drawn)


@pytest.mark.rule("H1-G14", "H1-09")
def test_sizes_books_asks_and_answers_are_open() -> None:
    match = layout(("A123 B1", "A4 C1", "B2 C2"), centre="D123 E1 F1 G1")
    ask(match, "1 A-4", "2 B-3")
    for watcher in (0, 1, 2, None):
        shown = table(match, watcher)
        assert shown["held"] == [7, 1, 2]
        assert shown["books"] == [["A"], [], []]
        assert [event["card"] for event in told(match, "gave", watcher)] == ["A-4"]
        assert [event["seat"] for event in told(match, "refused", watcher)] == [2]


@pytest.mark.rule("C-18")
def test_what_was_heard_may_be_remembered() -> None:
    match = layout(FOUR, draw_on_miss=False)
    ask(match, "1 A-2", "3 A-3")
    for watcher, place in ((1, 3), (3, 1)):
        known = match.observe(watcher)[48 + 65 * place : 48 + 65 * place + 48]  # seat 0, counted from the watcher
        assert {CARDS[i] for i in np.flatnonzero(known == 1.0)} == {"A-2"}
        assert known[CARDS.index("A-3")] == 0.0
    features = match.observe(0)
    assert {CARDS[i] for i in np.flatnonzero(features[:48])} == set(hand(match, 0))
