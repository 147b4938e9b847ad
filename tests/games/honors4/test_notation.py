"""Actions and positions as text, both ways."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import NotationError, PositionError
from parlour.games.honors4 import notation
from parlour.games.honors4 import table as words

from .table import CARDS, HONORS, fields, layout, play, play_on, table, texts

TURN = layout("A-1 B-1 C-1", "L-1", exposed="D-1 E-2").position


def again(match: Match) -> Match:
    return HONORS.match(position=match.position, options=match.options, hold_table=True)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pack", words.PACK),
        ("  Draw ", words.PACK),
        ("take", words.TAKE),
        ("TAKE e-2", words.TAKE),
        ("take E2", words.TAKE),
        ("throw a-1", words.THROW_HELD),
        ("A-1", words.THROW_HELD),
        ("a1", words.THROW_HELD),
        ("throw held", words.THROW_HELD),
        ("throw drawn", words.THROW_DRAWN),
        ("deal", words.DEAL),
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
    s, every = HONORS.match(2, seed=1, hold_table=True).state, range(len(words.ACTIONS))
    found = [notation.action_text(s, 0, action) for action in every]
    assert found == ["pack", "take", "throw drawn", "throw held", "deal"]
    assert [notation.parse_action(s, 0, text) for text in found] == [[action] for action in every]


@given(st.text() | st.from_regex(r"(throw|take|pack|deal)? ?[A-Ma-m]?-?[0-5]?"))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    s = layout("A-1 B-1", exposed="D-1 E-2").state
    try:
        (action,) = notation.parse_action(s, 0, text)
    except NotationError:
        return
    assert 0 <= action < len(words.ACTIONS)


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
    known = fields(match.position)["ruled_out"].split("/")
    assert known == [",".join(card for card in CARDS if card != "E-2"), "L-2,L-4", "-"]


def refuse(changes: dict[str, str], message: str) -> None:
    """What is no position is refused, and it is said why."""
    told = fields(TURN) | changes
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=" ".join(f"{name}={value}" for name, value in told.items()), seed=1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"phase": "throw"}, "has drawn another"),
        ({"phase": "deal"}, "all cards are gathered"),
        ({"phase": "over"}, "all cards are gathered"),
        ({"turn": "3"}, "there are 3 seats"),
        ({"held": "A-1,B-1,-"}, "everybody holds one"),
        ({"held": "A-1,B-1,B-1"}, "each once"),
        ({"held": "A-1"}, "there should be 3"),
        ({"fresh": "L-2"}, "has drawn another"),
        ({"pack": "-"}, "each once"),
        ({"exposed": "-"}, "each once"),
        ({"exposed": "D-1,D-1"}, "each once"),
        ({"ruled_out": "-/-"}, "there should be 3"),
        ({"ruled_out": "A-1/-/-"}, "A-1 cannot be ruled out"),
        ({"totals": "0,0,1"}, "cannot have come"),
        ({"totals": "-1,0,0"}, "out of bounds"),
        ({"takes": "7"}, "more than 6 cards in a row"),
        ({"recycled": "2"}, "at most 1 times"),
        ({"hand": "150"}, "the match is over"),
        ({"hand": "151"}, "cannot have come"),
    ],
)
def test_what_is_no_position_is_refused(changes: dict[str, str], message: str) -> None:
    refuse(changes, message)


def test_a_turn_that_cannot_be_is_refused() -> None:
    with pytest.raises(PositionError, match="only when the opener begins"):
        layout("A-1 B-1 C-1", turn=1)
    with pytest.raises(PositionError, match="the hand is void"):
        layout("A-1 B-1 C-1", left=0, takes=6, recycled=1)
    pack = fields(TURN)["pack"].replace("A-2,", "")
    refuse({"phase": "throw", "pack": pack, "fresh": "A-2"}, "A-1 and A-2 go out at once")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn=1", "the next opener is to act"),
        ("opener=1 turn=1", "nobody knows who opens"),
        ("held=A-1,- totals=1,0 hand=1", "only the winner has cards"),
        ("held=A-1,B-1 fresh=A-2 totals=1,0 hand=1", "only the winner has cards"),
        ("held=-,A-1 totals=1,0 hand=1", "only the winner has cards"),
        ("held=A-1,- fresh=A-3 totals=1,0 hand=1", "did not win a point"),
        ("held=A-1,- fresh=A-2 totals=0,1 hand=1", "did not win a point"),
        ("held=A-1,- fresh=A-2 totals=3,0 hand=3", "is over"),
        ("phase=over held=A-1,- fresh=A-2 totals=2,0 hand=2", "not over"),
        ("phase=over held=A-1,- fresh=A-2 totals=4,0 hand=4", "cannot have come"),
        ("phase=over held=A-1,- fresh=A-2 totals=3,3 hand=6", "cannot have come"),
        ("phase=over totals=3,0 hand=3", "the winning pair must be there"),
        ("phase=over hand=151", "cannot have come"),
    ],
)
def test_what_cannot_be_between_hands_is_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        HONORS.match(position=f"seats=2 {text}", seed=1)


@pytest.mark.parametrize(
    "text",
    [
        "seats=2",
        "seats=2 opener=1 turn=1 held=-,A-4 fresh=A-3 totals=0,1 hand=2",
        "seats=2 phase=over held=A-1,- fresh=A-2 totals=3,1 hand=9",
    ],
)
def test_positions_between_hands(text: str) -> None:
    match = HONORS.match(position=text, seed=1, hold_table=True)
    assert match.position == text
    assert match.actors == (() if match.over else (TABLE,))


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
