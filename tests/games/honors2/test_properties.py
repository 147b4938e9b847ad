"""What holds of every match, whatever is drawn, laid, thrown and switched."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Match
from parlour.core.engines import compiled
from parlour.core.options import Choice
from parlour.games.honors2.table import CLAIM, DISCARD, LAY, STOCK

from .invariant import wrong
from .referee import Referee, referee
from .table import HONORS2

switches = st.fixed_dictionaries(
    {
        **{option.name: st.sampled_from(option.choices) for option in HONORS2.options if isinstance(option, Choice)},
        "forced_lay": st.booleans(),
        "must_use_deep": st.booleans(),
        "target": st.sampled_from([5, 30, 150]),
        "hand_cap": st.integers(1, 3 if compiled() else 1),
        "h2_stagnation": st.integers(1, 3),
    }
)
seeds = st.integers(0, 2**32)
EAGER = {STOCK, *range(LAY, DISCARD), CLAIM}
seat_counts = st.integers(2, 6)


def lively_match(seats: int, seed: int, options: dict[str, Any]) -> Match:
    """A match in which everybody plays at random, but lays and claims more often than not."""
    match = HONORS2.match(seats=seats, seed=seed, options=options)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.actors)
        actions = match.legal_ids(seat)
        eager = [action for action in actions if action in EAGER]
        match.play(seat, rng.choice(eager if eager and rng.random() < 0.8 else actions))
    return match


@given(seat_counts, seeds, switches)
@pytest.mark.rule("H2-08", "H2-10", "H2-12", "H2-16", "H2-20", "H2-G04", "H2-G06", "H2-G11", "H2-G17", "C-01", "C-05")
def test_a_referee_agrees_with_every_event(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = lively_match(seats, seed, options)
    assert referee(match).hands_counted >= 1
    assert wrong(match.state) is None


@pytest.mark.uncounted
def test_the_referee_has_seen_everything_worth_seeing() -> None:
    kinds: set[str] = set()
    for seed in range(40 if compiled() else 16):
        choose = ("discard_only", "decline", "recycle", "end")[seed % 4]
        options = {"stock_out": choose, "hand_cap": 2, "h2_stagnation": 1}
        kinds |= set(referee(lively_match(2 + seed % 5, seed, options)).kinds)
    names = {kind.name for kind in HONORS2.table.EVENTS.values()}
    assert kinds >= names | {"hand_over", "match_over", "safety_limit"}
    assert all(hasattr(Referee, f"on_{kind}") for kind in kinds)


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-03")
def test_key_and_actions_make_the_match(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = lively_match(seats, seed, options)
    again = HONORS2.match(seats=seats, seed=seed, options=options, hold_table=True)
    for seat, action in match.moves:
        again.play(seat, action)
    assert bytes(again) == bytes(match)
    assert bytes(parlour.replay(match.record())) == bytes(match)
