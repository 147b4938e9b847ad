"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import NotationError, PositionError
from parlour.games.bacarac.table import CHECK, FOLD

from .table import BACARAC, betting, dealt, layout, play_on
from .test_poker import STRONG
from .test_properties import switches


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return BACARAC.match(position=match.position, options=match.options, seed=1, hold_table=True)


@pytest.mark.rule("BC-G05")
@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("pass", "fold"),
        ("BET 3", "bet 3"),
        ("  raise   2 ", "raise 2"),
        ("Lead h", "lead H"),
        ("claim k-q", "claim K-Q"),
        ("bet two", "bet 2"),
    ],
)
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    s = betting(*STRONG).state
    assert BACARAC.notation.parse_action(s, 0, text) == BACARAC.notation.parse_action(s, 0, means)


@pytest.mark.rule("BC-G05")
def test_pass_means_what_the_table_says() -> None:
    match = betting(*STRONG, pass_is_check=True)
    assert BACARAC.notation.parse_action(match.state, 0, "pass") == [CHECK]
    match.play(0, "bet 1")
    assert BACARAC.notation.parse_action(match.state, 1, "pass") == [FOLD]


def test_several_picks_are_one_text() -> None:
    s = betting(*STRONG).state
    assert BACARAC.notation.parse_action(s, 0, "pick KH 2C 10D") == BACARAC.notation.parse_action(
        s, 0, "pick 2c,10d,kh"
    )
    assert BACARAC.notation.turn_text(["pick 2C", "pick KH"]) == "pick 2C KH"
    assert BACARAC.notation.turn_text(["lead C"]) == "lead C"


@pytest.mark.parametrize(
    "text",
    ["", "bet", "bet 0", "bet 11", "raise -1", "lead", "lead X", "lead HH", "pick", "pick 1H", "claim", "claim 9", "x"],
)
def test_texts_that_are_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        BACARAC.notation.parse_action(betting(*STRONG).state, 0, text)


@given(st.integers(2, 10), st.integers(0, 2**32), switches, st.integers(0, 90))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = BACARAC.match(seats=seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed), until=lambda match: len(match.moves) == moves)
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        before = {"result": None}  # it tells of what came before the position
        assert copy.view(watcher) | before == match.view(watcher) | before


def test_a_position_goes_on_as_the_match_does() -> None:
    match = dealt(4, seed=3)
    copy = again(match)
    while TABLE not in match.actors:
        seat = match.actors[0]
        action = str(match.legal(seat)[-1])
        match.play(seat, action)
        copy.play(seat, action)
        assert copy.position == match.position


BET = betting(*STRONG).position
LEAD = layout("9H 10H 4C", "JH 5C KD", "QH 6C 2S", dead="KH 7C AD", run="3S-5S:2").position


def changed(position: str, fields: str) -> str:
    """The position with these fields instead."""
    names = {part.partition("=")[0] for part in fields.split()}
    return " ".join([*(part for part in position.split() if part.partition("=")[0] not in names), fields])


@pytest.mark.rule("C-09")
@pytest.mark.parametrize(
    ("position", "fields", "message"),
    [
        (BET, "phase=betting", "none of deal, buy"),
        (BET, "phase=final-bet", "no betting in the final hand"),
        (LEAD, "phase=choose", "chooses his five"),
        (LEAD, "hand=6", "all hands have been played"),
        (BET, "dealer=4", "there are 4 seats"),
        (BET, "playing=0,1,3", "everybody stays"),
        (BET, "playing=-", "dealer is not playing"),
        (LEAD, "held=9H,4C/JH,5C,KD/QH,6C,2S", "every card must be"),
        (LEAD, "held=9H,10H,4C,JH/JH,5C,KD/QH,6C,2S", "every card must be"),
        (LEAD, "held=9H,9H/JH/QH", "stands twice"),
        (LEAD, "dead=KH,7C,XX", "not a card"),
        (BET, "board=1,2,3", "should be 10, not 3"),
        (BET, "board=13,4,8,4,4,4,4,4,4,4", "come to 0"),
        (BET, "balances=-14,-13,-13,-13", "come to 0"),
        (LEAD, "earners=0,-,-,-,-,-,-,-,-,-", "cannot have been earned"),
        (LEAD, "earners=-,-,-,0,-,-,-,-,-,-", "has been taken"),
        (BET, "earners=-,-,-,0,-,-,-,-,-,-", "before a card is laid"),
        (BET, "fives=2C,3C,4C,5C,6C/-/-/-", "before the showdown"),
        (LEAD, "fives=9H,10H,4C/-", "should be 3, not 2"),
        (LEAD, "fives=4C,9H/-/-", "not the best"),
        (BET, "in_pot=0 waiting=0", "at least two"),
        (BET, "in_pot=0,1 waiting=2", "must be able"),
        (BET, "bets=9,0,0,0 bet=9 in_pot=0,1 waiting=0", "more than the Pot"),
        (BET, "bets=4,0,0,0 bet=4 in_pot=0,1 waiting=0", "beyond the limits"),
        (BET, "bets=1,0,0,0 bet=1 in_pot=0,1,2 waiting=0", "has not answered"),
        (BET, "bet=1", "not the highest of the bets"),
        (BET, "bets=0", "should be 4, not 1"),
        (LEAD, "run_low=- run_high=- layer=-", "so there was a run"),
        (LEAD, "run_low=5S run_high=3S", "goes up one suit"),
        (LEAD, "run_low=9H run_high=10H", "not been laid"),
        (LEAD, "layer=0", "laid by another"),
        (LEAD, "run_low=3H run_high=5H held=9H,10H/JH,5C,KD/QH,6C,2S dead=4C,7C,AD,KH", "no card of a suit"),
        (LEAD, "lacks=9H/-/-", "known to lack"),
        (BET, "lacks=-/-/-/2C", "before and after the stops"),
        (LEAD, "exposed=2S", "known to be dead"),
        (LEAD, "swapped=yes", "nobody may swap"),
        (LEAD, "silent=0", "silent about"),
        (LEAD, "swapped=maybe", "none of no, yes"),
    ],
)
def test_positions_that_cannot_be(position: str, fields: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        BACARAC.match(position=changed(position, fields))


@pytest.mark.rule("BC-G27")
@pytest.mark.parametrize(
    ("fives", "message"),
    [
        (lambda hands: [hands[0][:4], "", ""], "has not chosen"),
        (lambda hands: [hands[0][:5], hands[1][-1:], ""], "cannot have chosen"),
        (lambda hands: [hands[0][:5], "", hands[2][:1]], "chosen already"),
    ],
)
def test_choices_that_cannot_be(fives: Any, message: str) -> None:
    match = dealt(3, seed=1, poker_choose=True)
    first = match.actors[0]
    match.play(first, "pick " + " ".join(match.view(first)["table"]["hand"][:5]))
    order = [(first + i) % 3 for i in range(3)]
    hands = [match.view(seat)["table"]["hand"] for seat in order]
    texts = [""] * 3
    for seat, cards in zip(order, fives(hands), strict=True):
        texts[seat] = ",".join(cards) or "-"
    with pytest.raises(PositionError, match=message):
        BACARAC.match(position=changed(match.position, "fives=" + "/".join(texts)), options=match.options)
