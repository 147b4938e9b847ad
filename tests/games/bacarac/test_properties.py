"""What holds of every match, whatever is bet, led and switched."""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.options import Choice, Switch

from .referee import Referee, referee
from .table import BACARAC

switches = st.fixed_dictionaries(
    {
        **{option.name: st.sampled_from(option.choices) for option in BACARAC.options if isinstance(option, Choice)},
        **{option.name: st.booleans() for option in BACARAC.options if isinstance(option, Switch)},
        "hands": st.integers(0, 4),
        "hand_cap": st.integers(1, 3),
        "stake": st.sampled_from([13, 30, 50]),
        "bet_most": st.sampled_from([1, 3, 10]),
        "raises": st.integers(0, 4),
    }
)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 10)


def random_match(seats: int, seed: int, options: dict[str, Any]) -> Match:
    """A match at random, in which few fold and now and then the players agree to stop."""
    match = BACARAC.match(seats=seats, seed=seed, options=options, hold_table=True)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.actors)
        actions = [str(action) for action in match.legal(seat)]
        rare = "end" if seat == TABLE else "fold"
        if rng.random() < 0.8:
            actions = [action for action in actions if action != rare]
        match.play(seat, rng.choice(actions))
    return match


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-01", "C-05", "C-09", "BC-15", "BC-20", "BC-23", "BC-25", "BC-31", "BC-35", "BC-G13", "BC-G21")
def test_a_referee_agrees_with_every_event(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options)
    referee(match)
    assert sum(match.payoffs) == 0


@pytest.mark.uncounted
def test_the_referee_has_seen_everything_worth_seeing() -> None:
    kinds: set[str] = set()
    common = {"hand_cap": 3, "hands": 9, "pay_per_card": True, "buy_dead": True, "final_betting": True}
    for seed in range(24):
        odd = seed % 2 == 1
        more = {"manners": "strict" if odd else "auto", "credit": odd, "stake": 20, "poker_choose": odd}
        match = random_match(2 + seed % 5, seed, common | more)
        referee(match)
        kinds |= {event["kind"] for event in match.events(None)}
    names = {kind.name for kind in BACARAC.view.EVENTS.values()}
    assert kinds >= names | {"hand_over", "match_over", "safety_limit"}
    unchecked = {kind for kind in kinds | names if not hasattr(Referee, kind)} - {"laid", "earned"}
    assert not unchecked


@given(seat_counts, seeds)
@pytest.mark.rule("BC-G06", "BC-35", "BC-G29")
def test_a_hand_has_so_many_moves_at_most_and_colours_alternate(seats: int, seed: int) -> None:
    match = random_match(seats, seed, {"hands": 1})
    words = [BACARAC.table.ACTIONS.texts[action] for seat, action in match.moves if seat != TABLE]
    leads = [word for word in words if word.startswith("lead")]
    assert len(words) - len(leads) <= 5 * seats - 4
    reds = [word[-1] in "DH" for word in leads]
    assert all(first != second for first, second in pairwise(reds))
    laid = [card for event in match.events(None) if event["kind"] == "laid" for card in event["cards"]]
    assert len(laid) <= 52 - 52 // (seats + 1) - (seats - 1)


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-03")
def test_key_and_actions_make_the_match(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options)
    again = BACARAC.match(seats=seats, seed=seed, options=options, hold_table=True)
    for seat, action in match.moves:
        again.play(seat, action)
    assert bytes(again) == bytes(match)
    assert bytes(parlour.replay(match.record())) == bytes(match)
