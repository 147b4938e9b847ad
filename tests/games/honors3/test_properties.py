"""Whole matches under any switches, read by the referee."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.engines import compiled

from .invariant import wrong
from .referee import Referee, referee
from .table import HONORS3, random_match

seat_counts = st.integers(4, 7)
seeds = st.integers(0, 2**32)
switches = st.fixed_dictionaries(
    {
        "pace": st.sampled_from(["ticks", "live"]),
        "same_book": st.booleans(),
        "h3_out": st.sampled_from(["lt4", "trim"]),
        "h3_directed": st.sampled_from(["all", "one"]),
        "h3_both_out": st.sampled_from(["both", "seat_order"]),
        "h3_quiet": st.sampled_from([2, 60]),
        "h3_ticks": st.sampled_from([8, 60] if compiled() else [8]),
        "hand_cap": st.integers(1, 3 if compiled() else 1),
        "target": st.sampled_from([10, 200]),
    }
)


def advised_match(seats: int, seed: int, options: dict[str, Any]) -> Match:
    """A match among rulebook players, asked in any order."""
    match = HONORS3.match(seats, seed=seed, options=options)
    choose, rng = random.Random(seed), rng_from(seed)
    while not match.over:
        seat = choose.choice(match.actors)
        match.play(seat, match.advise(seat, rng))
    return match


@given(seat_counts, seeds, switches)
@pytest.mark.rule("H3-02", "H3-06", "H3-07", "H3-08", "H3-09", "H3-10", "H3-G01", "H3-G05", "H3-G08", "H3-G09", "C-16")
def test_the_referee_agrees_with_random_matches(seats: int, seed: int, options: dict[str, Any]) -> None:
    referee(random_match(seats, seed, options))


@pytest.mark.rule("H3-07", "H3-09", "H3-10", "H3-G03", "H3-G08", "H3-G12", "H3-G14")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_the_referee_agrees_with_rulebook_players(pace: str) -> None:
    """Their hands are played to a call; every action that they are advised is legal."""
    kinds: set[str] = set()
    for seed in range(24 if compiled() else 3):
        options = {
            "pace": pace,
            "hand_cap": 4 if compiled() else 1,
            "same_book": seed % 3 == 0,
            "h3_out": "trim" if seed % 2 else "lt4",
            "h3_both_out": "seat_order" if seed % 5 == 0 else "both",
        }
        match = advised_match(4 + seed % 4, seed, options)
        assert referee(match).swaps > 0
        kinds |= {event["kind"] for event in match.events(None)}
    assert kinds >= {"honors", "swapped", "received", "laid", "offered", "scored"}
    unchecked = {kind.name for kind in HONORS3.view.EVENTS.values() if not hasattr(Referee, kind.name)}
    assert not unchecked


@given(seat_counts, seeds, switches)
@pytest.mark.rule("T-H3-02", "C-03")
def test_every_state_is_sound_and_every_record_replays(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = HONORS3.match(seats, seed=seed, options=options, hold_table=True)
    choose = random.Random(seed)
    while not match.over and len(match.moves) < (400 if compiled() else 80):
        seat = choose.choice(match.actors)
        ids = match.legal_ids(seat)
        assert ids
        assert len(ids) <= HONORS3.table.MOST_LEGAL
        match.play(seat, choose.choice(ids))
        assert wrong(match.state) is None
    assert bytes(parlour.replay(match.record())) == bytes(match)
