"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.errors import NotationError, PositionError
from parlour.games.honors2 import notation, state

from .table import HONORS2, play
from .test_fine import thrown
from .test_properties import switches
from .test_refusals import drawing


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return HONORS2.match(position=match.position, options=match.options, seed=1, hold_table=True)


def test_every_action_is_read_back_from_its_text() -> None:
    s = drawing().state
    for action in range(state.ACTIONS):
        assert notation.parse_action(s, 0, notation.action_text(s, 0, action)) == [action]


@pytest.mark.parametrize(
    ("text", "means"),
    [("STOCK", "stock"), ("  take   7 ", "take 7"), ("lay f-4 F-1 f-2", "lay F-1 F-2 F-4"), ("Give k-1", "give K-1")],
)
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    s = drawing().state
    assert notation.parse_action(s, 0, text) == notation.parse_action(s, 0, means)


@given(st.text() | st.from_regex(r"(lay|take|give|fourth|discard)( [A-M]-[0-5])* ?[0-9]{0,2}"))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        (action,) = notation.parse_action(drawing().state, 0, text)
    except NotationError:
        return
    assert 0 <= action < state.ACTIONS


# --- Positions ------------------------------------------------------------------------------------------------


@given(st.integers(2, 6), st.integers(0, 2**32), switches, st.integers(0, 120))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = HONORS2.match(seats=seats, seed=seed, options=options, hold_table=True)
    rng = random.Random(seed)
    while len(match.moves) < moves and not match.over:
        seat = rng.choice(match.actors)
        actions = [str(action) for action in match.legal(seat)]
        eager = [text for text in actions if text.startswith(("lay", "claim"))]
        match.play(seat, rng.choice(eager or actions))
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        assert copy.view(watcher) == match.view(watcher)


@pytest.mark.rule("H2-G16", "H2-G09")
def test_positions_in_the_middle_of_a_fine() -> None:
    match = thrown()
    for action in ("3: silent", "2: claim", "give K-1", "stock"):
        play(match, action)
        assert again(match).position == match.position
    assert match.position.split()[-1].startswith("t2D-4.g20K-1.d1")


@pytest.mark.rule("H2-05", "H2-12", "H2-21", "H2-G06", "H2-G09", "H2-G16")
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (0, "playing", "not a phase"),
        (0, "claim", "nobody can claim"),
        (0, "give", "does not fit the phase"),
        (0, "over", "not over"),
        (0, "deal", "between hands"),
        (1, "2", "from 0 to 1"),
        (2, "-", "whole numbers"),
        (3, "A-1,A-2,B-1/D-4,D-4", "twice"),
        (3, "A-1,A-2,B-1/D-4,K-1,C-1", "two places"),
        (3, "A-1,A-2/D-4,K-1", "47 cards"),
        (3, "-/A-1,A-2,B-1,D-4,K-1", "no card left"),
        (3, "A-1,A-2,B-1/D-4,X-1", "not a card"),
        (3, "A-1,A-2,B-1", "2 players|2 to 6|strokes"),
        (4, "-/-", "cards together"),
        (4, "D-1/D-2,D-3", "no three cards"),
        (7, "0,150", "over at totals"),
        (7, "0", "2 numbers"),
        (8, "100,0", "match is over"),
        (8, "0,4", "quiet"),
        (8, "0,-1", "quiet"),
        (8, "-1,0", "match is not over"),
        (9, "taken=C-1", "middle of a turn"),
        (9, "silent=1", "does not fit"),
        (9, "claimed=1:D-4", "does not fit"),
        (9, "out=1", "does not fit"),
        (9, "nonsense", "should be"),
        (9, "taken=C-1,C-2", "one card"),
    ],
)
def test_what_is_no_position_is_refused(field: int, value: str, message: str) -> None:
    fields = drawing().position.split(" ")
    fields[field] = value
    with pytest.raises(PositionError, match=message):
        HONORS2.match(position=" ".join(fields), seed=1)


@pytest.mark.rule("H2-G16")
@pytest.mark.parametrize(
    "memory",
    [
        "A-1/A-1 - -",  # not in that hand
        "-/- - d0L-4",  # not in hand
        "-/- - t0L-4",
        "-/- - g01K-1",  # no claim before it
        "-/- - s",  # no second stock
        "-/- - x3C-1",  # no such seat
        "-/- - z",
        "-/- B-2 -",  # only with recycle
        "-/- - " + ".".join(["t0A-1.x0A-1"] * 150),
    ],
)
def test_a_memory_that_does_not_fit_is_refused(memory: str) -> None:
    with pytest.raises(PositionError):
        HONORS2.match(position=f"{drawing().position} {memory}", seed=1)


@pytest.mark.parametrize("text", ["", "draw", "draw ½", "x" * 30_000, b"draw", 7])
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        HONORS2.match(position=text, seed=1)


@given(st.data())
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject) -> None:
    match = thrown()
    play(match, "2: claim", "give K-1")
    signs = list(match.position)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(
            st.sampled_from(["", *"ABDGKL1234-/,. 0:=tgdlxs", "deal", "over", "claim", "silent=1"])
        )
    try:
        match = HONORS2.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    for seat in range(match.seats):
        match.sample(seat)
