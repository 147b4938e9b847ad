"""What holds of every match, whatever is drawn, thrown and switched."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Match

from .referee import Referee
from .table import HONORS, play_on

switches = st.fixed_dictionaries(
    {
        "h4_ascending": st.booleans(),
        "h4_recycle": st.sampled_from(["once", "none", "unlimited"]),
        "h4_match": st.integers(1, 3),
        "h4_takes": st.integers(0, 3),
        "hand_cap": st.integers(0, 4),
    }
)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 12)
eagerness = st.sampled_from([0.0, 0.3, 0.9])


def random_match(seats: int, seed: int, takes: float, options: dict[str, Any]) -> Match:
    match = HONORS.match(seats, seed=seed, options=options)
    play_on(match, random.Random(seed), takes=takes)
    return match


@given(seat_counts, seeds, eagerness, switches)
@pytest.mark.rule("C-01", "C-05", "H4-03", "H4-04", "H4-06", "H4-07", "H4-08", "H4-09", "H4-10", "H4-G03", "H4-G11")
def test_a_referee_agrees_with_every_event(seats: int, seed: int, takes: float, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, takes, options)
    referee = Referee(match)
    referee.follow(match)
    assert match.over
    assert list(match.scores) == referee.points
    assert sum(match.payoffs) == pytest.approx(0)
    assert all((match.payoffs[seat] >= 0) == (seat in match.winners) for seat in range(seats))


def test_the_referee_has_seen_everything() -> None:
    kinds: set[str] = set()
    for seed in range(6):
        recycle = ("once", "none", "unlimited")[seed % 3]
        options = {"h4_recycle": recycle, "hand_cap": 3, "h4_takes": 1, "h4_ascending": True}
        match = random_match(12, seed, 0.5, options)
        referee = Referee(match)
        referee.follow(match)
        kinds |= referee.kinds
    assert kinds == {kind.name for kind in HONORS.view.EVENTS.values()} | {"hand_over", "match_over", "safety_limit"}


@given(seat_counts, seeds, eagerness, switches)
@pytest.mark.rule("C-03")
def test_key_and_actions_make_the_match(seats: int, seed: int, takes: float, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, takes, options | {"h4_match": 1})
    again = HONORS.match(seats, seed=seed, options=options | {"h4_match": 1}, hold_table=True)
    for seat, action in match.moves:
        again.play(seat, action)
    assert bytes(again) == bytes(match)
    assert bytes(parlour.replay(match.record())) == bytes(match)
