"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, MatchOver, NotationError, NotYourTurn, ParlourError, SeatError

from .table import KELLY, go, layout
from .test_disks import dead_second


def refuse(match: Match, seat: int, action: Any) -> ParlourError:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(ParlourError) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


def empty_pool() -> Match:
    """Seat 1 is dead, and all disks are drawn."""
    disks = "1 - 2 4 5 6 7 8 10 11 12 13 14 15"
    return layout(disks, out="3 9", turned="3 B", turn=1)


@pytest.mark.rule("KK-10", "KK-14", "KK-17", "KK-18", "KK-20", "KK-23", "KK-G06", "KK-G08", "KK-G11", "KK-G20", "C-05")
@pytest.mark.parametrize(
    ("actions", "seat", "action", "rule"),
    [
        ("", 1, "turn", "KK-17"),
        ("", 1, "keep", "KK-18"),
        ("", 1, "reject", "KK-18"),
        ("", 1, "challenge", "KK-20"),
        ("", 1, "draw", "KK-23"),
        ("", 1, "deal", "KK-14"),
        ("buy", 1, "turn", "KK-18"),
        ("buy", 1, "buy", "KK-17"),
        ("buy", 1, "decline", "KK-17"),
        ("buy", 1, "draw", "KK-23"),
        ("buy reject", 0, "turn", "KK-20"),
        ("buy reject", 0, "draw", "KK-23"),
        ("buy reject", 1, "draw", "C-05"),
        ("buy reject 0:silent", 0, "challenge", "C-05"),
        ("buy reject hush", 1, "turn", "KK-23"),
        ("buy reject hush", 1, "keep", "KK-18"),
        ("buy reject 0:challenge", 1, "reclaim", "KK-G11"),
        ("decline", 1, "buy", "KK-G06"),
        ("decline", 1, "silent", "KK-20"),
        ("buy keep", 1, "buy", "KK-G20"),
        ("buy keep", 1, "reject", "KK-18"),
    ],
)
def test_about_a_disk(actions: str, seat: int, action: str, rule: str) -> None:
    error = refuse(go(dead_second("7 B"), actions), seat, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("KK-G08")
def test_when_no_disk_is_left() -> None:
    error = refuse(empty_pool(), 1, "buy")
    assert isinstance(error, IllegalAction)
    assert error.rule == "KK-G08"
    assert "no disks left" in str(error)
    disks = "1 - 2 4 5 6 7 8 10 11 12 13 14 15"
    match = layout(disks, out="3", pool="9", turned="3 B", turn=1, phase="buy", buyer="1", reclaim=True)
    error = refuse(go(match, "buy reject 0:challenge"), 1, "draw")
    assert isinstance(error, IllegalAction)
    assert error.rule == "KK-G08"


@pytest.mark.rule("C-05", "KK-27")
def test_somebody_elses_turn() -> None:
    match = layout("1 3 11")
    for seat in (1, 2, TABLE):
        assert isinstance(refuse(match, seat, "turn"), NotYourTurn)


def test_a_match_that_is_over() -> None:
    match = go(layout("1 3", "1", count="9,0"), "turn")
    for seat in range(2):
        assert isinstance(refuse(match, seat, "turn"), MatchOver)


@pytest.mark.parametrize("seat", [-1, 3, 16, "0", None])
def test_seats_that_are_not_there(seat: Any) -> None:
    assert isinstance(refuse(layout("1 3 11"), seat, "turn"), SeatError)


@pytest.mark.parametrize("text", ["", "turn 7", "bid 1", "tur", "x" * 50_000])
def test_texts_that_are_no_action(text: str) -> None:
    assert isinstance(refuse(layout("1 3"), 0, text), NotationError)


@pytest.mark.parametrize("number", [-1, 11, 10**6, 1.5, None])
def test_numbers_that_are_no_action(number: Any) -> None:
    assert isinstance(refuse(layout("1 3"), 0, number), IllegalAction)


@pytest.mark.rule("KK-18")
def test_the_refusal_says_what_would_be_right() -> None:
    match = go(dead_second(), "buy")
    assert str(refuse(match, 1, "turn")) == "First keep or reject disk 9 (KK-18)"
    assert KELLY.name == match.game.name
