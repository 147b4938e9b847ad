"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import NotationError, PositionError
from parlour.games.honors4 import notation, state

from .table import HONORS, layout, play, play_on, table, texts

TURN = layout("A-1 B-1 C-1", "L-1", exposed="D-1 E-2").position


def again(match: Match) -> Match:
    return HONORS.match(position=match.position, options=match.options, hold_table=True)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pack", state.PACK),
        ("  Draw ", state.PACK),
        ("take", state.TAKE),
        ("TAKE e-2", state.TAKE),
        ("throw a-1", state.THROW_HELD),
        ("A-1", state.THROW_HELD),
        ("throw held", state.THROW_HELD),
        ("throw drawn", state.THROW_DRAWN),
        ("deal", state.DEAL),
    ],
)
def test_actions_are_read(text: str, action: int) -> None:
    s = layout("A-1 B-1", exposed="D-1 E-2").state
    assert notation.parse_action(s, 0, text) == [action]


def test_actions_name_their_cards() -> None:
    match = layout("A-1 B-1", "L-1", exposed="D-1 E-2")
    assert texts(match) == ["pack", "take E-2"]
    play(match, "pack")
    assert texts(match) == ["throw L-1", "throw A-1"]
    play(match, "L-1")
    assert table(match)["exposed"] == "L-1"


def test_actions_without_their_cards_still_have_a_text() -> None:
    s = HONORS.match(2, seed=1, hold_table=True).state
    found = [notation.action_text(s, 0, action) for action in range(state.ACTIONS)]
    assert found == ["pack", "take", "throw drawn", "throw held", "deal"]
    assert [notation.parse_action(s, 0, text) for text in found] == [[action] for action in range(state.ACTIONS)]


@given(st.text() | st.from_regex(r"(throw|take|pack|deal)? ?[A-Ma-m]?-?[0-5]?"))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    s = layout("A-1 B-1", exposed="D-1 E-2").state
    try:
        (action,) = notation.parse_action(s, 0, text)
    except NotationError:
        return
    assert 0 <= action < state.ACTIONS


# --- Positions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("recycle", ["once", "unlimited"])
def test_a_position_holds_everything(recycle: str) -> None:
    match = HONORS.match(4, seed=2, options={"h4_recycle": recycle, "h4_match": 2}, hold_table=True)
    rng = random.Random(2)
    while not match.over:
        copy = again(match)
        assert copy.position == match.position
        for watcher in (0, 3, None):
            assert copy.view(watcher) == match.view(watcher)
            assert copy.observe(watcher).tobytes() == match.observe(watcher).tobytes()
        play_on(match, rng, moves=1 if compiled() else 5)
    assert again(match).winners == match.winners


def test_what_is_known_is_in_the_position() -> None:
    match = layout("A-1 B-1 C-1", "L-3", exposed="D-1 E-2")
    play(match, "take", "throw held", "pack", "throw drawn")
    assert match.position.split()[6] == "=E-2/L-2,L-4/-"


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (0, "play", "not a phase"),
        (0, "throw", "has drawn another"),
        (0, "deal", "all cards are gathered"),
        (0, "over", "all cards are gathered"),
        (1, "0", "2 numbers"),
        (1, "0,3", "from 0 to 2"),
        (2, "A-1,B-1,-", "everybody holds one"),
        (2, "A-1,B-1,B-1", "each once"),
        (2, "A-1,B-1,Z-1", "not a card"),
        (2, "A-1", "ruled out for 3 seats"),
        (3, "L-2", "has drawn another"),
        (4, "-", "each once"),
        (5, "D-1,D-1", "twice"),
        (5, "-", "each once"),
        (6, "-/-", "ruled out for 2 seats"),
        (6, "A-1/-/-", "cannot be ruled out"),
        (6, "=A-2/-/-", "cannot be ruled out"),
        (6, "=/-/-", "not a card"),
        (6, "=-/A-2,A-2/-", "twice"),
        (7, "0,0", "3 numbers"),
        (7, "0,0,1", "cannot have come"),
        (7, "-1,0,0", "whole numbers"),
        (8, "0,0", "3 numbers"),
        (8, "0,7,0", "more than 6 cards in a row"),
        (8, "0,0,2", "at most 1 times"),
        (8, "150,0,0", "the match is over"),
    ],
)
def test_what_is_no_position_is_refused(field: int, value: str, message: str) -> None:
    fields = TURN.split(" ")
    fields[field] = value
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=" ".join(fields), seed=1)


def test_a_turn_that_cannot_be_is_refused() -> None:
    with pytest.raises(PositionError, match="only when the opener begins"):
        layout("A-1 B-1 C-1", turn=1)
    with pytest.raises(PositionError, match="the hand is void"):
        layout("A-1 B-1 C-1", left=0, count="0,6,1")
    drawn = layout("A-1 B-1 C-1", "A-2").position.replace("turn", "throw").replace(",A-2 -", " -")
    with pytest.raises(PositionError, match="A-1 and A-2 go out at once"):
        HONORS.match(position=drawn.replace(" - ", " A-2 ", 1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deal 0,1 -,- - - - -/- 0,0 0,0,0", "the next opener is to act"),
        ("deal 1,1 -,- - - - -/- 0,0 0,0,0", "nobody knows who opens"),
        ("deal 0,0 A-1,- - - - -/- 1,0 1,0,0", "she has two"),
        ("deal 0,0 A-1,B-1 A-2 - - -/- 1,0 1,0,0", "only the winner has cards"),
        ("deal 0,0 A-1,- A-3 - - -/- 1,0 1,0,0", "did not win a point"),
        ("deal 0,0 A-1,- A-2 - - -/- 0,1 1,0,0", "did not win a point"),
        ("deal 0,0 A-1,- A-2 - - -/- 3,0 3,0,0", "is over"),
        ("over 0,0 A-1,- A-2 - - -/- 2,0 2,0,0", "not over"),
        ("over 0,0 A-1,- A-2 - - -/- 4,0 4,0,0", "cannot have come"),
        ("over 0,0 A-1,- A-2 - - -/- 3,3 6,0,0", "cannot have come"),
        ("over 0,0 -,- - - - -/- 3,0 3,0,0", "her pair must be there"),
        ("over 0,0 -,- - - - -/- 0,0 151,0,0", "cannot have come"),
    ],
)
def test_what_cannot_be_between_hands_is_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=text, seed=1)


@pytest.mark.parametrize(
    "text",
    [
        "deal 0,0 -,- - - - -/- 0,0 0,0,0",
        "deal 1,1 -,A-4 A-3 - - -/- 0,1 2,0,0",
        "over 0,0 A-1,- A-2 - - -/- 3,1 9,0,0",
    ],
)
def test_positions_between_hands(text: str) -> None:
    match = HONORS.match(position=text, seed=1, hold_table=True)
    assert match.position == text
    assert match.actors == (() if match.over else (TABLE,))


@pytest.mark.parametrize("text", ["", "turn", TURN + " -", TURN.replace(" ", ""), "turn ½", "x" * 30_000, b"turn", 7])
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        HONORS.match(position=text, seed=1)


@given(st.data())
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject) -> None:
    match = layout("A-1 B-1 C-1", "L-3", exposed="D-1 E-2", left=3)
    play(match, "take", "throw held", "pack", "throw drawn")
    signs = list(match.position)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"ABL-1234,/= 0", "turn", "throw", "deal", "over"]))
    try:
        damaged = HONORS.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(damaged).position == damaged.position
    play_on(damaged, random.Random(0), moves=100)
