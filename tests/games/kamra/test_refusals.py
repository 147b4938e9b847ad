"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, MatchOver, NotationError, NotYourTurn, ParlourError, SeatError

from .table import BLOCKS, KAMRA, bid, ended, fall, layout, table
from .test_revokes import REVOKED, strict

STRICT = {"manners": "strict"}


def refuse(match: Match, seat: int, action: Any) -> ParlourError:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(ParlourError) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


@pytest.mark.rule("C-05", "KR-16", "KR-G01", "KR-G02", "KR-G25")
@pytest.mark.parametrize(
    ("options", "action", "rule"),
    [
        ({"min_bid": "1"}, "pass", "KR-G01"),
        ({"count": "0,4"}, "bid 0", "KR-G02"),
        ({}, "play *P", "KR-16"),
        ({}, "call 1", "C-05"),
        (STRICT, "call 1", "KR-G25"),
        (STRICT, "silent", "KR-G25"),
        ({}, "deal", "KR-12"),
    ],
)
def test_in_the_bidding(options: dict[str, Any], action: str, rule: str) -> None:
    error = refuse(layout(BLOCKS, **options), 0, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("C-05", "KR-08", "KR-12", "KR-13", "KR-21", "KR-39", "KR-G20", "KR-G25")
@pytest.mark.parametrize(
    ("options", "cards", "seat", "action", "rule"),
    [
        ({}, "", 0, "bid 3", "KR-21"),
        ({}, "", 0, "play TP", "KR-13"),
        ({}, "*P T1 C1 Q1", 0, "play *P", "KR-13"),
        ({}, "$3", 1, "play T1", "KR-08"),
        ({}, "*1", 1, "deal", "KR-12"),
        ({}, "*1", 1, "find dealer", "KR-12"),
        ({}, "*1 T1", 2, "call 1", "C-05"),
        ({}, "*1 T1", 2, "silent", "C-05"),
        ({}, "*1 T1", 0, "play *2", "C-05"),
        (STRICT, "*1 T1", 0, "play *2", "KR-39"),
        (STRICT, "*1 T1 C1", 1, "call 1", "KR-G25"),
        (STRICT, "*1 T1", 2, "call 0", "KR-G25"),
        (STRICT, "*1 T1", 2, "call 5", "KR-G25"),
        (STRICT, "*1 T1", 2, "silent", "KR-G25"),
        (STRICT, "*1 T1", 2, "play T2", "KR-13"),
    ],
)
def test_in_play(options: dict[str, Any], cards: str, seat: int, action: str, rule: str) -> None:
    match = layout(BLOCKS, **options)
    bid(match, 1, 0, 0, 0)
    fall(match, cards)
    error = refuse(match, seat, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("KR-G25")
@pytest.mark.parametrize(
    ("action", "rule"), [("play C1", "KR-G25"), ("bid 1", "KR-21"), ("call 0", "KR-G25"), ("deal", "KR-12")]
)
def test_in_the_pause_after_the_last_reel(action: str, rule: str) -> None:
    match = strict(REVOKED)
    assert table(match)["phase"] == "claims"
    error = refuse(match, 2, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule


@pytest.mark.rule("C-05")
def test_somebody_elses_turn() -> None:
    match = layout(BLOCKS)
    for seat in (1, 2, 3, TABLE):
        assert isinstance(refuse(match, seat, "bid 1"), NotYourTurn)


def test_a_match_that_is_over() -> None:
    match = ended(310, 0, 0, 0)
    for seat in range(4):
        assert isinstance(refuse(match, seat, "bid 1"), MatchOver)


@pytest.mark.parametrize("seat", [-1, 4, 7, 16, 99, "0", None])
def test_seats_that_are_not_there(seat: Any) -> None:
    assert isinstance(refuse(layout(BLOCKS), seat, "bid 1"), SeatError)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid",
        "bid 16",
        "bid -1",
        "bid 1.0",
        "bid ١",
        "play",
        "X1",
        "*8",
        "*10",
        "*ſ",
        "call 6",
        "deal it",
        "x" * 50_000,
    ],
)
def test_texts_that_are_no_action(text: str) -> None:
    assert isinstance(refuse(layout(BLOCKS), 0, text), NotationError)


@pytest.mark.parametrize("number", [-1, 85, 10**6, 1.5, None])
def test_numbers_that_are_no_action(number: Any) -> None:
    assert isinstance(refuse(layout(BLOCKS), 0, number), IllegalAction)


@pytest.mark.rule("KR-G03")
def test_the_refusal_says_what_would_be_right() -> None:
    six = KAMRA.match(seats=6, seed=1)
    assert "you cannot bid more than 10" in str(refuse(six, six.actors[0], "bid 11"))
    match = layout(BLOCKS)
    bid(match, 1, 0, 0, 0)
    fall(match, "$3")
    assert "You must follow Dollars: you have the 6, 5 and 4 of Dollars (KR-08)" in str(refuse(match, 1, "play TP"))
