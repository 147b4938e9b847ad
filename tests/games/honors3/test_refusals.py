"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, MatchOver, NotationError, NotYourTurn, ParlourError, SeatError

from .table import HONORS3, hand, layout, second
from .test_market import HALVES


def refuse(match: Match, seat: Any, action: Any) -> ParlourError:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(ParlourError) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


@pytest.mark.rule("T-H3-05", "H3-G01", "H3-G03", "H3-G05", "H3-02", "H3-03", "C-05", "C-17")
@pytest.mark.parametrize("pace", ["ticks", "live"])
@pytest.mark.parametrize(
    ("options", "before", "action", "rule", "says"),
    [
        ({}, "", "accept 0 with F-1 F-2 A-2", "H3-G01", "The offer is for two, and you have picked three"),
        ({}, "", "accept 0", "H3-G01", "you have picked none"),
        ({}, "", "offer A-2 D-1 D-2 F-1", "H3-G01", "three cards at most"),
        ({}, "", "accept 2 with F-1", "H3-G05", "Too late: Seat 2"),
        ({}, "", "accept 1 with F-1", "H3-G05", "cannot trade with Seat 1"),
        ({}, "", "accept 6 with F-1", "H3-G05", "cannot trade with Seat 6"),
        ({}, "", "offer", "H3-03", "First pick"),
        ({}, "", "offer B-1", "H3-02", "You do not have B-1"),
        ({}, "", "offer F-1 to 2", "H3-G05", "to everybody"),
        ({"h3_directed": "one"}, "", "offer F-1 to 1", "H3-G05", "cannot trade with Seat 1"),
        ({"h3_directed": "one"}, "", "offer F-1 to 5", "H3-G05", "cannot trade with Seat 5"),
        ({"h3_directed": "one"}, "", "offer to 2", "H3-03", "First pick"),
        ({}, "", "withdraw", "H3-G05", "no open offer"),
        ({}, "pick F-1", "pick F-1", "H3-03", "already"),
        ({}, "pick F-1", "pick A-2", "C-17", "A-2 comes before F-1"),
        ({"same_book": True}, "pick A-2", "pick F-1", "H3-G03", "of one book"),
        ({}, "", "tick", "C-03", "The table deals"),
        ({}, "", "deal", "C-03", "The table deals"),
    ],
)
def test_in_the_market(options: dict[str, Any], before: str, action: str, rule: str, says: str, pace: str) -> None:
    """Seat 0 offers two cards; seat 1 tries what it may not."""
    match = layout(*HALVES, pace=pace, **options)
    match.play(0, "offer D-3 D-4")
    if pace == "ticks":
        second(match)
    if before:
        match.play(1, before)
    error = refuse(match, 1, action)
    assert isinstance(error, IllegalAction)
    assert error.rule == rule
    assert says in str(error)


@pytest.mark.rule("H3-G05")
def test_an_offer_to_somebody_else() -> None:
    match = layout(*HALVES, pace="live", h3_directed="one")
    match.play(0, "offer B-1 to 2")
    error = refuse(match, 1, "accept 0 with F-1")
    assert isinstance(error, IllegalAction)
    assert (error.rule, "to somebody else" in str(error)) == ("H3-G05", True)


@pytest.mark.rule("H3-G07")
def test_in_the_opening() -> None:
    match = layout(*HALVES, phase="opening")
    assert match.actors == (0,)
    error = refuse(match, 0, "accept 1 with B-1")
    assert isinstance(error, IllegalAction)
    assert error.rule == "H3-G07"
    for seat in (1, 2, 3, TABLE):
        assert isinstance(refuse(match, seat, "wait"), NotYourTurn)


def test_who_has_handed_in_something_is_not_to_act() -> None:
    match = layout(*HALVES)
    match.play(0, "offer B-1")
    assert isinstance(refuse(match, 0, "withdraw"), NotYourTurn)


def test_a_match_that_is_over() -> None:
    match = HONORS3.match(4, seed=1, options={"h3_ticks": 1, "hand_cap": 1})
    match.play(match.actors[0], "wait")
    for seat in range(4):
        assert isinstance(refuse(match, seat, "wait"), MatchOver)


@pytest.mark.parametrize("seat", [-1, 4, 7, 16, 99, "0", None])
def test_seats_that_are_not_there(seat: Any) -> None:
    assert isinstance(refuse(layout(*HALVES), seat, "wait"), SeatError)


@pytest.mark.parametrize(
    "text",
    [
        *("", "offer A", "offer M-1", "offer A-5", "offer A-1 to", "offer A-1 to 7", "offer A-1 A-1", "pick", "pick 3"),
        *(
            "accept",
            "accept 7",
            "accept 1 with",
            "accept 1 2",
            "accept 1 with A-1 A-1",
            "wait 1",
            "ticks",
            "x" * 50_000,
        ),
    ],
)
def test_texts_that_are_no_action(text: str) -> None:
    assert isinstance(refuse(layout(*HALVES), 0, text), NotationError)


def test_a_gesture_that_forgets_what_is_picked_out_already() -> None:
    match = layout(*HALVES)
    match.play(0, "pick A-1")
    error = refuse(match, 0, "offer B-1")
    assert isinstance(error, NotationError)
    assert "already picked A-1" in str(error)
    match.play(0, "offer A-1 B-1")
    assert match.view(0)["table"]["handed_in"] == "offer A-1 B-1"


@pytest.mark.parametrize("number", [-1, 67, 10**6, 1.5, None])
def test_numbers_that_are_no_action(number: Any) -> None:
    assert isinstance(refuse(layout(*HALVES), 0, number), IllegalAction)


def test_the_table_does_only_its_own() -> None:
    match = layout(*HALVES)
    for seat in range(4):
        match.play(seat, f"offer {hand(match, seat)[0]}")
    assert isinstance(refuse(match, TABLE, "wait"), IllegalAction)
    assert isinstance(refuse(match, TABLE, "deal"), IllegalAction)
