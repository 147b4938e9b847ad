"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, MatchOver, NotationError, NotYourTurn, ParlourError

from .table import HONORS, ask, layout

HANDS = ("A1 B1", "A2 C1", "", "B2 C2")


def refuse(match: Match, seat: int, action: Any) -> ParlourError:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(ParlourError) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


@pytest.mark.rule("C-05", "H1-02", "H1-06", "H1-09", "H1-G01", "H1-G03", "H1-G08", "H1-G17")
@pytest.mark.parametrize(
    ("options", "action", "rule", "says"),
    [
        ({}, "ask 0 A-2", "H1-06", "not yourself"),
        ({}, "ask 4 A-2", "H1-02", "only 4 seats"),
        ({}, "ask 2 A-2", "H1-G08", "Seat 2 has no cards"),
        ({}, "ask 1 A-1", "H1-G03", "You have A-1"),
        ({}, "ask 1 C-1", "H1-G01", "no card of book C"),
        ({}, "ask 1 L-1", "H1-09", "Book L is complete"),
        ({"must_hold": False}, "ask 1 L-1", "H1-G17", "Book L is complete"),
        ({"must_hold": False}, "ask 1 B-1", "H1-G03", "You have B-1 yourself"),
        ({}, "deal", "H1-05", "The table deals"),
    ],
)
def test_what_may_not_be_asked(options: dict[str, Any], action: str, rule: str, says: str) -> None:
    error = refuse(layout(HANDS, books=("", "", "", "L"), **options), 0, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule
    assert says in str(error)


@pytest.mark.rule("C-05", "H1-08")
def test_somebody_elses_turn() -> None:
    match = layout(HANDS)
    for seat in (1, 2, 3, TABLE):
        assert isinstance(refuse(match, seat, "ask 0 A-1"), NotYourTurn)


@pytest.mark.rule("C-05", "H1-06")
def test_before_the_deal_and_after_the_match() -> None:
    match = HONORS.match(seats=3, seed=1, hold_table=True)
    assert isinstance(refuse(match, 0, "ask 1 A-1"), NotYourTurn)
    error = refuse(match, TABLE, "ask 1 A-1")
    assert isinstance(error, IllegalAction)
    assert error.rule == "H1-06"
    match = layout(("A123", "A4 B12", "B34"), centre=None, target=5)
    ask(match, "1 A-4", "2 B-3", "2 B-4")
    assert isinstance(refuse(match, 0, "ask 1 A-1"), MatchOver)


@pytest.mark.parametrize("text", ["", "ask", "ask 1", "ask A-1", "ask 8 A-1", "ask 1 M-1", "ask 1 A-5", "ask 1 A11"])
def test_texts_that_are_no_action(text: str) -> None:
    assert isinstance(refuse(layout(HANDS), 0, text), NotationError)


@pytest.mark.parametrize("number", [-1, 385, 10**6, 1.5, None])
def test_numbers_that_are_no_action(number: Any) -> None:
    assert isinstance(refuse(layout(HANDS), 0, number), IllegalAction)
