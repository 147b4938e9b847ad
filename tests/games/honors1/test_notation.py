"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.engines import compiled
from parlour.errors import NotationError, PositionError
from parlour.games.honors1.table import ACTIONS

from .table import HONORS, ask, laid_out, layout, play_on
from .test_properties import seat_counts, seeds, switches

SMALL = laid_out(("A12 B1", "A3 B2", "A4 B34"), centre=None)


def changed(position: str, fields: str) -> str:
    """The position with some fields told otherwise."""
    names = {part.partition("=")[0] for part in fields.split()}
    kept = [part for part in position.split() if part.partition("=")[0] not in names]
    return " ".join([*kept, fields])


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return HONORS.match(position=match.position, options=match.options, seed=1, hold_table=True)


@pytest.mark.parametrize("text", ["ask 1 A-3", "1 a-3", "  ASK  1   a-3 ", "ask one A3"])
def test_actions_may_be_written_with_some_freedom(text: str) -> None:
    assert ACTIONS.texts[ACTIONS.parse(text)] == "ask 1 A-3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ask A-3", r"takes a seat \(0 to 7\) and a card \(A-1 to L-4\)"),
        ("ask 8 A-3", "takes 0 to 7, not '8'"),
        ("ask 1 M-3", "not a card; there are A-1 to L-4"),
        ("give 1 A-3", "one can ask 1 A-2, deal"),
    ],
)
def test_what_is_no_action_is_told_what_is(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        ACTIONS.parse(text)


@given(st.text() | st.from_regex(r"(ask )?[0-9] ?[A-M]-?[0-5]", fullmatch=True))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = ACTIONS.parse(text)
    except NotationError:
        return
    assert 0 <= action < len(ACTIONS)


@given(seat_counts, seeds, switches, st.integers(0, 150 if compiled() else 25))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = HONORS.match(seats=seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed), until=lambda match: len(match.moves) == moves)
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        assert copy.view(watcher) == match.view(watcher)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("phase=asking", "none of deal, ask, over"),
        ("phase=deal", "between hands"),
        ("phase=over", "between hands"),
        ("dealer=3", "there are 3 seats"),
        ("dealer=-", "before the first deal"),
        ("turn=-", "whole number"),
        ("turn=1 hands=A-1,A-2,B-1,A-3,B-2/-/A-4,B-3,B-4", "who asks holds cards"),
        ("hands=A-1,A-2,B-1/A-3,B-2/A-4,B-3", "each once"),
        ("hands=A-1,A-2,B-1/A-3,B-2/A-4,B-3,B-3", "twice"),
        ("hands=A-1,A-2,B-1/A-3,B-2/A-4,A-1,B-3", "each once"),
        ("hands=A-1,A-2,A-3,A-4/B-1,B-2/B-3,B-4", "would have laid it"),
        ("seats=1", "2 to 8"),
        ("seats=4", "should be 4, not 3"),
        ("next=8", "each once"),
        ("next=49", "out of bounds"),
        ("pack=A-1", "should be 48"),
        ("received=7,18,ffffffffff00", "received each of the first 48"),
        ("received=7,18,1ffffffffffe0", "out of bounds"),
        ("received=7,18,x", "base 16"),
        ("books=-/-/C,D,E,F,G,H,I,J,K", "each once"),
        ("books=-/C/C,D,E,F,G,H,I,J,K,L", "only once"),
        ("books=-/-", "should be 3"),
        ("books=-/-/M", "there are A, B, C"),
        ("premium=1", "without cards"),
        ("totals=0,0", "should be 3"),
        ("totals=0,0,100", "match is over"),
        ("totals=0,0,-5", "out of bounds"),
        ("hand=100", "match is over"),
        ("idle=120", "the hand is over"),
        ("idle=-2", "out of bounds"),
        ("asks=" + ",".join(["50", *["0"] * 255]), "0 asks were made"),
        ("asked=1", "not an ask"),
        ("asked=1 asks=" + ",".join(["150", *["0"] * 255]), "not an ask"),
    ],
)
def test_what_is_no_position_is_refused(fields: str, message: str) -> None:
    assert HONORS.match(position=SMALL, seed=1).actors == (0,)
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=changed(SMALL, fields), seed=1)


def long_position() -> str:
    match = layout(("A12 B1", "A3 B2", "B3 C1"), centre="C234 A4 B4", books=("", "", "DEFGHIJKL"), draw_on_miss=True)
    ask(match, "1 A-3", "1 B-3", "0 B-3", "0 B-1")
    return match.position


def row(places: int, **given: int) -> str:
    """A row of numbers, zeros but for the places `p3=5`."""
    return ",".join(str(given.get(f"p{place}", 0)) for place in range(places))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("received={swapped}", "not with who took it"),
        ("shown=D-1", "the books that lie on the table"),
        ("shown=B-4,{shown}", "nobody can know"),
        ("place={place},0", "should be 48"),
        ("places=0,{places}", "did not come from"),
        ("begun=" + row(48, p4=1 + 8 * 60 + 512 * 3), "a note is about"),
        ("begun=" + row(48, p4=7 + 8 * 9 + 512 * 3), "a note is about"),
        ("lacked=" + row(96, p0=63 + 64 * 3), "a note is about"),
        ("lacked=" + row(96, p5=11 + 64 * 3), "a note is about"),
        ("lacked=" + row(96, p0=11 + 64 * 3), "do not agree"),
    ],
)
def test_what_is_known_must_be_true(fields: str, message: str) -> None:
    position = long_position()
    told = dict(part.split("=") for part in position.split())
    rest = {"shown": told["shown"], "place": told["place"], "places": told["places"].partition(",")[2]}
    first, second, third = told["received"].split(",")
    rest["swapped"] = f"{second},{first},{third}"
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=changed(position, fields.format(**rest)), seed=1)


@pytest.mark.parametrize("text", ["", "ask", SMALL + " -", SMALL.replace("=", ""), "seats=½", b"ask", 7])
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        HONORS.match(position=text, seed=1)


@given(st.data())
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject) -> None:
    signs = list(long_position())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"ABCL-/,=1234567890f ", "deal", "over"]))
    try:
        match = HONORS.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    play_on(match, random.Random(0), until=lambda match: len(match.moves) == 40)
