"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, MatchOver, NotationError, NotYourTurn, ParlourError

from .table import layout, play
from .test_endings import counted, stuck
from .test_fine import thrown


def refuse(match: Match, seat: int, action: Any) -> ParlourError:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(ParlourError) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


def drawing(**options: Any) -> Match:
    """Seat 0 is to draw; three of book D are laid."""
    return layout(["A-1 A-2 B-1", "D-4 K-1"], laid=["", "D-1 D-2 D-3"], row="C-1 C-2", rest="stock", **options)


@pytest.mark.rule("C-05", "H2-11", "H2-G05", "H2-G17", "H2-10", "H2-G15", "H2-15", "H2-02", "H2-G03")
@pytest.mark.parametrize(
    ("options", "action", "rule"),
    [
        ({}, "discard A-1", "H2-11"),
        ({}, "lay A-1 A-2 A-3", "H2-11"),
        ({}, "fourth D-4", "H2-11"),
        ({}, "take 3", "H2-10"),
        ({}, "decline", "H2-G17"),
        ({"stock_out": "decline"}, "decline", "H2-G17"),
        ({"must_use_deep": True}, "take 2", "H2-G03"),
        ({}, "claim", "H2-G15"),
        ({}, "silent", "H2-G15"),
        ({}, "give A-1", "H2-15"),
        ({}, "deal", "H2-02"),
    ],
)
def test_before_the_draw(options: dict[str, Any], action: str, rule: str) -> None:
    error = refuse(drawing(**options), 0, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("C-05", "H2-08", "H2-05", "H2-06", "H2-12", "H2-G04", "H2-G01", "H2-15")
@pytest.mark.parametrize(
    ("options", "action", "rule"),
    [
        ({}, "stock", "H2-08"),
        ({}, "take 1", "H2-08"),
        ({}, "discard C-2", "H2-G04"),
        ({}, "discard L-1", "H2-06"),
        ({}, "lay A-1 A-2 A-3", "H2-05"),
        ({}, "fourth D-4", "H2-05"),
        ({}, "fourth A-1", "H2-12"),
        ({}, "decline", "H2-08"),
        ({}, "give A-1", "H2-15"),
    ],
)
def test_after_the_draw(options: dict[str, Any], action: str, rule: str) -> None:
    match = drawing(**options)
    play(match, "take 1")
    error = refuse(match, 0, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("H2-G08", "H2-15", "H2-G15")
@pytest.mark.parametrize(("action", "rule"), [("stock", "H2-G08"), ("discard K-1", "H2-G08"), ("deal", "H2-02")])
def test_while_a_discard_may_be_claimed(action: str, rule: str) -> None:
    error = refuse(thrown(), 1, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("H2-G08", "H2-15")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("stock", "H2-G08"),
        ("claim", "H2-G15"),
        ("give D-4", "H2-G08"),
        ("give B-1", "H2-15"),
        ("discard G-1", "H2-G08"),
    ],
)
def test_while_a_card_is_owed(action: str, rule: str) -> None:
    match = thrown()
    play(match, "2: claim")
    error = refuse(match, 2, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("C-05", "H2-G05")
def test_others_and_other_times() -> None:
    assert isinstance(refuse(drawing(), 1, "stock"), NotYourTurn)
    assert isinstance(refuse(drawing(), TABLE, "deal"), NotYourTurn)
    assert isinstance(refuse(thrown(), 0, "claim"), NotYourTurn)
    over = counted((140, 0, 0))
    assert isinstance(refuse(over, 0, "stock"), MatchOver)
    error = refuse(stuck(), 0, "stock")
    assert "take from the row" in str(error)


@pytest.mark.parametrize(
    "text",
    [
        *("", "take", "take 0", "take 49", "take -1", "take ١", "draw", "x" * 50_000),
        *("lay", "lay A-1 A-2", "lay A-1 A-2 B-3", "lay A-1 A-1 A-2 A-3"),
        *("discard", "discard A-5", "discard M-1", "give", "fourth A-1 A-2"),
    ],
)
def test_texts_that_are_no_action(text: str) -> None:
    assert isinstance(refuse(drawing(), 0, text), NotationError)


@pytest.mark.parametrize("number", [-1, 257, 10**6, 1.5, None])
def test_numbers_that_are_no_action(number: Any) -> None:
    assert isinstance(refuse(drawing(), 0, number), IllegalAction)
