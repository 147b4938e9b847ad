"""Actions and positions as text, both ways."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.engines import compiled
from parlour.errors import NotationError, PositionError
from parlour.games.honors1 import notation, state

from .table import HONORS, ask, layout, play_on
from .test_properties import seat_counts, seeds, switches

SMALL = ("A12 B1", "A3 B2", "A4 B34")


@cache
def small() -> Any:
    """The state of a small layout, which nobody changes."""
    return layout(SMALL).state


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return HONORS.match(position=match.position, options=match.options, seed=1, hold_table=True)


def test_every_action_is_read_back_from_its_text() -> None:
    s = small()
    for action in range(state.ACTIONS):
        assert notation.parse_action(s, 0, notation.action_text(s, 0, action)) == [action]


@pytest.mark.parametrize("text", ["ask 1 A-3", "1 a-3", "  ASK  1   a-3 "])
def test_actions_may_be_written_with_some_freedom(text: str) -> None:
    assert notation.parse_action(small(), 0, text) == [48 + 2]


@given(st.text() | st.from_regex(r"(ask )?[0-9] ?[A-M]-?[0-5]", fullmatch=True))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        (action,) = notation.parse_action(small(), 0, text)
    except NotationError:
        return
    assert 0 <= action < state.ACTIONS


@given(seat_counts, seeds, switches, st.integers(0, 150 if compiled() else 25))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = HONORS.match(seats=seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed), until=lambda match: len(match.moves) == moves)
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        assert copy.view(watcher) == match.view(watcher)


SHORT = "ask 2 0 A-1,A-2,B-1/A-3,B-2/A-4,B-3,B-4 - -/-/CDEFGHIJKL - 0,0,0 0,0,0,0 -"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (0, "asking", "not a phase"),
        (0, "deal", "between hands"),
        (0, "over", "between hands"),
        (1, "3", "from 0 to 2"),
        (1, "-", "somebody must have dealt"),
        (2, "-", "whole numbers"),
        (3, "A-1,A-2,B-1/A-3,B-2/A-4,B-3", "each once"),
        (3, "A-1,A-2,B-1/A-3,B-2/A-4,B-3,B-3", "twice"),
        (3, "A-1,A-2,B-1/A-3,B-2/A-4,A-1,B-3", "each once"),
        (3, "A-1,A-2,B-1,A-3,B-2,A-4,B-3,B-4", "2 to 8"),
        (3, "-/A-1,A-2,B-1,A-3,B-2/A-4,B-3,B-4", "must hold cards"),
        (3, "A-1,A-2,A-3,A-4/B-1,B-2/B-3,B-4", "would have laid it"),
        (4, "C-1", "each once"),
        (5, "-/-/CDEFGHIJK", "each once"),
        (5, "-/C/CDEFGHIJKL", "only once"),
        (5, "-/-", "seat by seat"),
        (5, "-/-/DCEFGHIJKL", "seat by seat"),
        (6, "1", "without cards"),
        (7, "0,0", "3 numbers"),
        (7, "0,0,100", "match is over"),
        (8, "100,0,0,0", "match is over"),
        (8, "0,0,0", "4 numbers"),
        (8, "0,0,0,120", "more than there can be"),
        (8, "0,1,0,0", "of 1 asks"),
        (9, "0>1A-3", "of 0 asks"),
    ],
)
def test_what_is_no_position_is_refused(field: int, value: str, message: str) -> None:
    fields = SHORT.split(" ")
    assert HONORS.match(position=SHORT, seed=1).position.startswith(SHORT)
    fields[field] = value
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=" ".join(fields), seed=1)


def long_position() -> str:
    match = layout(("A12 B1", "A3 B2", "B3 C1"), centre="C234 A4 B4", books=("", "", "DEFGHIJKL"), draw_on_miss=True)
    ask(match, "1 A-3", "1 B-3", "0 B-3", "0 B-1")
    return match.position


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (9, "0>0A-3,0>1B-3,1>0B-3,2>0B-1", "is not an ask"),
        (9, "0>7A-3,0>1A-4,1>0B-3,2>0B-1", "is not an ask"),
        (10, "-", "pack and takers"),
        (11, "0", "pack and takers"),
        (12, "-", "must have been shown"),
        (12, "B-4", "nobody can know"),
        (13, "A-1", "possible places"),
        (13, "A-1:0", "did not come from"),
        (14, "A", "is not a note"),
        (14, "B1:1@60:12", "is not a note"),
        (14, "A:0@11:12", "do not agree"),
    ],
)
def test_what_is_known_must_be_true(field: int, value: str, message: str) -> None:
    fields = long_position().split(" ")
    fields[field] = value
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=" ".join(fields), seed=1)


@pytest.mark.parametrize("text", ["", "ask", SHORT + " -", SHORT.replace(" ", ""), "ask ½", b"ask", 7])
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        HONORS.match(position=text, seed=1)


@given(st.data())
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject) -> None:
    signs = list(long_position())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"ABCL-/,:>@+1234567890f ", "deal", "over"]))
    try:
        match = HONORS.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    play_on(match, random.Random(0), until=lambda match: len(match.moves) == 40)
