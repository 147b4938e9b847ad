"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, MatchOver, NotationError, NotYourTurn, ParlourError

from .table import HONORS, layout, play

HELD = "A-1 B-1 C-1"


def refuse(match: Match, seat: int, action: Any) -> ParlourError:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(ParlourError) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


@pytest.mark.rule("C-05", "H4-02", "H4-06", "H4-07", "H4-G04", "H4-G05", "H4-G07", "H4-G11")
@pytest.mark.parametrize(
    ("match", "before", "action", "rule", "words"),
    [
        (layout(HELD), (), "take", "H4-G05", "Nothing has been thrown"),
        (layout(HELD), (), "throw A-1", "H4-07", "First draw"),
        (layout(HELD), (), "throw drawn", "H4-07", "First draw"),
        (layout(HELD), (), "deal", "H4-02", "The table deals"),
        (layout(HELD, "L-1", "D-1 E-1"), ("pack",), "pack", "H4-06", "A-1 and L-1"),
        (layout(HELD, "L-1", "D-1 E-1"), ("pack",), "take", "H4-06", "throw one of your two cards"),
        (layout(HELD, "L-1", "D-1 E-1"), ("take",), "throw E-1", "H4-G04", "throw A-1"),
        (layout(HELD, exposed="E-1", h4_takes=1), ("take", "throw held"), "take", "H4-G07", "After 1 card"),
        (layout(HELD, exposed="E-1", left=0, recycled=1), (), "pack", "H4-G11", "you can only take E-1"),
    ],
)
def test_the_rule_is_named(match: Match, before: tuple[str, ...], action: str, rule: str, words: str) -> None:
    match = match.clone()
    play(match, *before)
    error = refuse(match, match.actors[0], action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule
    assert words in str(error)


@pytest.mark.rule("C-05")
def test_out_of_turn() -> None:
    match = layout(HELD, exposed="E-1")
    assert isinstance(refuse(match, 1, "take"), NotYourTurn)
    assert isinstance(refuse(match, 1, 0), NotYourTurn)


@pytest.mark.rule("H4-03")
def test_between_hands_there_is_nothing_but_the_deal() -> None:
    match = HONORS.match(2, seed=1, hold_table=True)
    for action in range(4):
        error = refuse(match, TABLE, action)
        assert isinstance(error, IllegalAction)
        assert error.rule == "H4-03"


def test_when_the_match_is_over() -> None:
    match = layout("A-1 B-1", "A-2", h4_match=1)
    play(match, "pack")
    assert isinstance(refuse(match, 0, "pack"), MatchOver)


@pytest.mark.rule("H4-08", "H4-06")
@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("take D-1", "only the top card"),
        ("throw K-1", "no K-1"),
        ("k-1", "no K-1"),
        ("throw", "throw held"),
        ("throw M-1", "not a card"),
        ("keep", "one can pack, take"),
        ("take both", "not a card"),
        ("draw two", "nothing more"),
        ("", "one can pack, take"),
    ],
)
def test_what_is_no_action_is_refused(action: str, words: str) -> None:
    error = refuse(layout(HELD, exposed="D-1 E-1"), 0, action)
    assert isinstance(error, NotationError)
    assert words in str(error)
