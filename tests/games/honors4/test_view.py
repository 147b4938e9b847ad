"""What a seat, or a spectator, may see, and what it is left to remember."""

import json
import random
import re

import numpy as np
import pytest

from parlour import Match
from parlour.core.texts import say_event

from .table import CARDS, HONORS, layout, play, play_on, table, told

WATCHERS = (0, 1, 2, None)


def cards_in(shown: object) -> set[str]:
    """Every card that is named anywhere in plain data."""
    return set(re.findall(r"[A-L]-[1-4]", json.dumps(shown)))


@pytest.mark.rule("C-07", "C-18", "H4-08")
def test_everybody_sees_her_own_card_and_the_top_of_the_pile() -> None:
    match = layout("A-1 B-1 C-1", "L-1", exposed="D-1 E-2")
    for watcher in WATCHERS:
        own = set() if watcher is None else {("A-1", "B-1", "C-1")[watcher]}
        assert cards_in(match.view(watcher)) == {"E-2"} | own
    play(match, "pack")
    for watcher in WATCHERS:
        own = set() if watcher is None else {("A-1", "B-1", "C-1")[watcher]}
        assert cards_in(match.view(watcher)) == {"E-2"} | own | ({"L-1"} if watcher == 0 else set())
        assert table(match, watcher)["drawn_from"] == "pack"


@pytest.mark.rule("C-07")
def test_a_card_taken_is_seen_by_all() -> None:
    match = layout("A-1 B-1 C-1", exposed="D-1 E-2")
    play(match, "take")
    for watcher in WATCHERS:
        assert table(match, watcher)["drawn"] == "E-2"
        assert table(match, watcher)["exposed"] == "D-1"
        assert told(match, "took", watcher)[0]["card"] == "E-2"
    assert table(match, 0)["hand"] == ["A-1", "E-2"]
    assert table(match, 1)["hand"] == ["B-1"]


@pytest.mark.rule("C-07", "H4-06")
def test_nobody_else_learns_which_of_two_cards_was_thrown() -> None:
    """Two worlds that differ only in what was held and what was drawn look alike to the others, before and after."""
    one, other = layout("A-1 B-1", "C-1 D-1"), layout("C-1 B-1", "A-1 D-1")
    play(one, "pack", "throw held")
    play(other, "pack", "throw drawn")
    for watcher in (1, None):
        assert one.events(watcher) == other.events(watcher)
        assert one.view(watcher) == other.view(watcher)
        assert one.observe(watcher).tobytes() == other.observe(watcher).tobytes()
    assert one.events(0) != other.events(0)
    assert told(one, "drew", 1) == [{"kind": "drew", "seat": 0, "rule": "H4-07", "hidden": True}]


@pytest.mark.rule("C-07", "C-18")
@pytest.mark.parametrize("seats", [2, 5, 12])
def test_no_view_names_a_card_that_the_watcher_may_not_see(seats: int) -> None:
    match = HONORS.match(seats, seed=seats, options={"hand_cap": 1})
    rng = random.Random(seats)
    while not match.over:
        check_cards_shown(match)
        play_on(match, rng, moves=1)


def check_cards_shown(match: Match) -> None:
    s = match.state
    fresh = [] if s.fresh < 0 else [CARDS[s.fresh]]
    top = [CARDS[s.exposed[s.lying - 1]]] if s.lying else []
    for watcher in (*range(match.seats), None):
        own = [] if watcher is None else [CARDS[s.held[watcher]]]
        seen = fresh if watcher == s.turn or s.takes else []
        assert cards_in(match.view(watcher)) == {*own, *seen, *top}


def test_the_pair_that_won_stays_on_the_table_until_the_next_deal() -> None:
    match = layout("A-1 B-1", "A-2")
    play(match, "pack")
    for watcher in (0, 1, None):
        assert table(match, watcher)["out"] == ["A-1", "A-2"]
        assert cards_in(match.view(watcher)) == {"A-1", "A-2"}
    play(match, "deal")
    assert table(match)["out"] is None


def test_before_the_first_hand_nobody_knows_who_opens() -> None:
    match = HONORS.match(3, seed=1, hold_table=True)
    assert table(match)["opener"] is None
    assert table(match, 0)["hand"] == []


# --- Observations ---------------------------------------------------------------------------------------------


def features(match: Match, seat: int | None, first: int) -> set[str]:
    return {CARDS[card] for card in np.flatnonzero(match.observe(seat)[first : first + 48])}


@pytest.mark.rule("C-18")
def test_what_is_known_as_numbers() -> None:
    match = layout("A-1 B-1 C-1", "L-1", exposed="D-1 E-2", totals="1,0,2", count="3,0,0")
    play(match, "take", "throw A-1", "pack")
    for seat, own, drawn in ((0, {"E-2"}, set()), (1, {"B-1"}, {"L-1"}), (2, {"C-1"}, set()), (None, set(), set())):
        assert features(match, seat, 0) == own
        assert features(match, seat, 48) == drawn
        assert features(match, seat, 96) == {"D-1", "A-1"}
        assert features(match, seat, 144) == {"A-1"}
        opener = 198 + 53 * (0 if seat is None else (0 - seat) % 3)
        assert features(match, seat, opener) == set(CARDS) - {"E-2"}
    seen = match.observe(2)
    assert list(seen[192:194]) == [0, 1]
    assert list(seen[198 + 48 : 198 + 53]) == pytest.approx([1, 0, 0, 2 / 3, 0])
    assert list(seen[198 + 53 * 2 + 48 : 198 + 53 * 2 + 52]) == [1, 1, 0, 0]
    assert not seen[198 + 53 * 3 :].any()


# --- Words ----------------------------------------------------------------------------------------------------


def test_events_in_words() -> None:
    match = layout("A-1 B-1", "L-1", exposed="B-4 B-2")
    play(match, "pack", "throw drawn", "take", "throw B-1", "pack")
    for watcher, lines in (
        (0, ["You draw L-1.", "You throw L-1.", "Bo takes L-1 from the pile.", "Bo throws B-1."]),
        (1, ["Ann draws from the pack.", "Ann throws L-1.", "You take L-1 from the pile.", "You throw B-1."]),
    ):
        said = [say_event(HONORS, event, ("Ann", "Bo"), watcher) for event in match.events(watcher)]
        assert said[:4] == lines
