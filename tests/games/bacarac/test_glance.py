"""What a player sees at a glance: how strong a hand is, what to do in a playout, what the betting tells."""

import random
from typing import Any

import numpy as np
import pytest

from parlour import Match
from parlour.bots.rivals import Rivals
from parlour.bots.searching import SearchBot
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.pack.ordinary import CARDS
from parlour.games.bacarac.advice import plausible, rollout
from parlour.games.bacarac.strength import strength
from parlour.games.bacarac.table import LEAD

from .table import BACARAC, betting, cards, dealt, layout, play_on, speak
from .test_poker import STRONG

GREAT = "7C 7D 7H 7S 9C KD"
POOR = "2D 4H 6S 9H JD KS"
FAIR = "QD QS JS JC 3D 5H"
MODEST = "9S 9C 3D 4D 6H JC"
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"manners": "strict", "lead": "hand_low", "buy_dead": True},
    {"poker_choose": True, "lead": "colour_low", "final_betting": True},
    {"credit": False, "stake": 20, "change": "suit", "raises": 0},
)


def seen_by_first(second: str, words: str) -> float:
    """How plausible it is to the first of three seats that the second holds these cards, after some words."""
    match = betting("3C 4C 8D 9D 10H AH", second, "2H 3H 5S 8S 10S QH")
    speak(match, words)
    return float(plausible(match.state, 0))


def strength_of(text: str) -> float:
    hand = np.uint64(cards(text))
    return float(strength(hand, hand))


@pytest.mark.parametrize("size", [4, 5, 10, 13, 17, 18])
def test_strengths_of_random_hands_spread_evenly(size: int) -> None:
    rng = random.Random(size)
    count = 20_000 if compiled() else 1_000
    hands = [np.uint64(sum(1 << card for card in rng.sample(range(CARDS), size))) for _ in range(count)]
    found = np.array([strength(hand, hand) for hand in hands])
    assert found.mean() == pytest.approx(0.5, abs=0.05)
    assert found.std() == pytest.approx(12**-0.5, abs=0.02)


def test_a_better_hand_is_stronger_and_more_cards_make_it_weaker() -> None:
    assert strength_of(GREAT) > strength_of(FAIR) > strength_of(POOR)
    pair = "2C 2D 5H 9S JC"
    assert strength_of(pair) > strength_of(pair + " 3D 7H")


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_playout_is_legal_to_its_end(seats: int, options: dict[str, Any]) -> None:
    match = dealt(seats, seed=seats, **options)
    rng = rng_from(5)
    while not match.over:
        seat = match.actors[0]
        legal = match.legal_ids(seat)
        action = legal[0] if seat >= seats else rollout(match.state, seat, rng)
        assert action in legal
        assert 0.0 <= plausible(match.state, min(seat, seats - 1)) <= 1.0
        match.play(seat, int(action))


def said(match: Match, seat: int) -> str:
    """What the seat would say in a playout."""
    action = rollout(match.state, seat, rng_from(1))
    return next(str(found) for found in match.legal(seat) if found.id == action)


def test_in_a_playout_a_great_hand_bets_and_a_poor_one_does_not() -> None:
    assert said(betting(*STRONG), 0) == "bet 3"
    poor = betting(POOR, GREAT, FAIR)
    assert said(poor, 0) == "check"
    speak(poor, "check, bet 3, fold")
    assert said(poor, 0) == "fold"


def test_in_a_playout_any_suit_is_led() -> None:
    match = layout("AS 4C 9D", "5C 6C 3D", "7C 8C 4D", dead="9C 10D", run="2H-2H:2")
    rng = rng_from(2)
    assert {rollout(match.state, 0, rng) - LEAD for _ in range(50)} == {0, 3}


def test_a_bet_tells_of_a_good_hand_and_a_check_of_a_poor_one() -> None:
    assert seen_by_first(GREAT, "check, bet 3, fold") > 3 * seen_by_first(POOR, "check, bet 3, fold")
    assert seen_by_first(POOR, "check, check, bet 1") > 3 * seen_by_first(GREAT, "check, check, bet 1")
    assert seen_by_first(GREAT, "check, bet 3, fold") > seen_by_first(GREAT, "check, bet 1, fold")


def test_a_raise_tells_more_than_a_call() -> None:
    raised, called = "bet 1, raise 1, fold", "bet 1, call, raise 2"
    assert seen_by_first(GREAT, raised) > 3 * seen_by_first(POOR, raised)
    assert seen_by_first(GREAT, called) < seen_by_first(MODEST, called)


def test_who_has_not_spoken_may_hold_anything() -> None:
    match = betting(*STRONG)
    assert plausible(match.state, 0) == 1.0


def test_nothing_is_concluded_outside_the_betting() -> None:
    match = dealt(3, seed=2)
    play_on(match, random.Random(1), until=lambda match: match.state.phase != 3)
    assert plausible(match.state, 0) == 1.0


def test_nothing_but_the_own_action_is_kept_of_many_worlds() -> None:
    """In the betting what others answer hangs on their cards, so it must not be kept in a tree of many worlds."""
    bot = SearchBot(BACARAC, "strong", seed=1, rounds=20)
    bot.choose(betting(*STRONG), 0)
    assert isinstance(bot._trees[0], Rivals)
    assert len(bot._trees[0].tops()) > 1
