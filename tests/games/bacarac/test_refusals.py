"""What the rules forbid is refused, the rule is named, and nothing has changed."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, NotYourTurn

from .table import BACARAC, betting, dealt, layout, table
from .test_poker import STRONG

STRICT = {"manners": "strict"}


def refuse(match: Match, seat: int, action: Any) -> IllegalAction:
    """The error for an action, after which nothing has changed."""
    before, moves, events = bytes(match), list(match.moves), match.events(None)
    with pytest.raises(IllegalAction) as refused:
        match.play(seat, action)
    assert (bytes(match), match.moves, match.events(None)) == (before, moves, events)
    return refused.value


@pytest.mark.rule("C-05", "BC-14", "BC-17", "BC-G04", "BC-G05", "BC-G06", "BC-G21", "BC-G23", "BC-38")
@pytest.mark.parametrize(
    ("options", "before", "action", "rule"),
    [
        ({}, "", "call", "BC-14"),
        ({}, "", "raise 1", "BC-14"),
        ({}, "", "bet 4", "BC-G06"),
        ({"pass_is_check": True}, "", "fold", "BC-G05"),
        ({}, "bet 2", "check", "BC-G05"),
        ({}, "bet 2", "bet 1", "BC-G06"),
        ({"raises": 0}, "bet 2", "raise 1", "BC-G06"),
        ({}, "bet 2", "raise 4", "BC-G06"),
        ({"credit": False, "balances": [-13, -13, -13, -13], "stake": 14}, "", "bet 2", "BC-G21"),
        ({}, "", "lead C", "BC-17"),
        ({}, "", "swap", "BC-G23"),
        ({"buy_dead": True}, "", "swap", "BC-G27"),
        ({}, "", "pick 2C", "BC-G04"),
        ({"poker_choose": True}, "", "pick 2C", "BC-G27"),
        ({}, "", "claim K", "C-05"),
        ({}, "", "silent", "C-05"),
        ({}, "", "deal", "BC-38"),
        ({}, "", "end", "BC-38"),
    ],
)
def test_in_the_betting(options: dict[str, Any], before: str, action: str, rule: str) -> None:
    chosen = options.get("poker_choose")  # of ten nobody has a choice, so the betting begins at once
    match = dealt(10, seed=1, **options) if chosen else betting(*STRONG, **options)
    if before:
        match.play(match.actors[0], before)
    assert refuse(match, match.actors[0], action).rule == rule


@pytest.mark.rule("T-BC-11", "BC-18", "BC-23", "BC-13", "BC-G10", "BC-G25", "BC-G28")
@pytest.mark.parametrize(
    ("options", "seat", "action", "rule"),
    [
        ({}, 0, "lead H", "BC-23"),  # the King of Hearts, when black is wanted
        ({}, 0, "bet 1", "BC-13"),
        ({"lead": "hand_low"}, 0, "lead C", "BC-G25"),
        ({"change": "suit"}, 0, "lead H", "BC-23"),
        ({"change": "suit"}, 0, "lead D", "BC-18"),
        (STRICT, 0, "claim K", "BC-G28"),
        (STRICT, 0, "claim pot", "BC-G28"),
        (STRICT, 0, "silent", "BC-G28"),
    ],
)
def test_in_the_runs(options: dict[str, Any], seat: int, action: str, rule: str) -> None:
    match = layout("5C JC 3S KH", "2C", "2D", dead="2S", run="2H-3H:2", **options)
    assert refuse(match, seat, action).rule == rule


@pytest.mark.rule("BC-G10", "BC-G28")
def test_whoever_may_claim_may_not_lead() -> None:
    match = layout("9H 10H 4C", "JH 5C KD", "QH 6C 2S", dead="KH 7C AD", run="3S-5S:2", manners="strict")
    match.play(0, "lead H")
    assert refuse(match, 0, "lead C").rule == "BC-G10"


@pytest.mark.rule("BC-11", "BC-G27")
def test_in_choosing() -> None:
    match = dealt(4, seed=5, poker_choose=True)
    seat = match.actors[0]
    hand = table(match, seat)["hand"]
    other = table(match, (seat + 1) % 4)["hand"][0]
    assert refuse(match, seat, f"pick {other}").rule == "BC-11"
    match.play(seat, f"pick {hand[2]}")
    assert refuse(match, seat, f"pick {hand[0]}").rule == "BC-G27"
    assert refuse(match, seat, f"pick {hand[-1]}").rule == "BC-G27"


@pytest.mark.rule("BC-G17")
def test_the_table_ends_nothing_before_there_was_a_hand() -> None:
    match = BACARAC.match(4, seed=1, hold_table=True)
    assert refuse(match, TABLE, "end").rule == "BC-G17"
    assert refuse(match, TABLE, "final").rule == "BC-G17"


@pytest.mark.rule("C-05")
def test_somebody_elses_turn() -> None:
    match = betting(*STRONG)
    for seat in (1, 2, 3):
        with pytest.raises(NotYourTurn):
            match.play(seat, "check")


@pytest.mark.rule("BC-23", "BC-G05")
def test_the_refusal_says_what_would_be_right() -> None:
    match = layout("5C JC 3S KH", "2C", "2D", dead="2S", run="2H-3H:2")
    assert "You must lead a black suit (BC-23)" in str(refuse(match, 0, "lead H"))
    match = betting(*STRONG)
    match.play(0, "bet 2")
    assert "A bet of 2 stands: call, raise or fold (BC-G05)" in str(refuse(match, 1, "check"))
