"""What holds of every match, whatever is done and switched."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.options import Choice, Switch

from .invariant import wrong
from .referee import Referee, referee
from .table import KELLY

switches = st.fixed_dictionaries(
    {
        **{option.name: st.sampled_from(option.choices) for option in KELLY.options if isinstance(option, Choice)},
        **{option.name: st.booleans() for option in KELLY.options if isinstance(option, Switch)},
        "hands": st.integers(1, 3),
        "header_cap": st.sampled_from([1, 2, 20]),
        "stake": st.sampled_from([1, 2, 5, 50]),
    }
)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 15)


def random_match(seats: int, seed: int, options: dict[str, Any]) -> Match:
    match = KELLY.match(seats, seed=seed, options=options)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_ids(seat)))
    return match


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-01", "C-05", "C-09", "KK-10", "KK-15", "KK-G02", "KK-G08", "KK-G13", "KK-G14", "KK-G25", "KK-G27")
def test_a_referee_agrees_with_every_event(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options)
    referee(match)
    assert wrong(match.state) is None
    assert sum(match.payoffs) == 0


def test_the_referee_has_seen_everything_worth_seeing() -> None:
    seen: Counter[str] = Counter()
    phantoms = 0
    for seed in range(24):
        options = {
            "credit": seed % 3 > 0, "stake": 2, "hands": 4, "header_cap": 2, "reclaim": seed % 2 == 0,
            "challenge_keep": seed % 4 < 2, "last_alive_wins": seed % 5 == 0,
        }  # fmt: skip
        match = random_match(2 + seed % 5, seed, options)
        phantoms += referee(match).phantoms
        seen.update(event["kind"] for event in match.events(None))
        seen.update(f"right {event['right']}" for event in match.events(None) if event["kind"] == "challenged")
        seen.update(f"alone {event['alone']}" for event in match.events(None) if event["kind"] == "won")
    names = {kind.name for kind in KELLY.view.EVENTS.values()}
    assert set(seen) >= names | {"hand_over", "match_over", "safety_limit"}
    assert set(seen) >= {"right True", "right False", "alone True", "alone False"}
    assert phantoms > 0
    assert not {name for name in names if not hasattr(Referee, name)}


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-03")
def test_key_and_actions_make_the_match(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options)
    again = KELLY.match(seats, seed=seed, options=options, hold_table=True)
    for seat, action in match.moves:
        again.play(seat, action)
    assert bytes(again) == bytes(match)
    assert bytes(parlour.replay(match.record())) == bytes(match)


@given(seat_counts, seeds)
@pytest.mark.rule("KK-G06", "KK-G22", "C-13")
def test_idle_players_turn_cards_and_do_nothing_else(seats: int, seed: int) -> None:
    match = KELLY.match(seats, seed=seed, options={"hands": 1})
    while not match.over:
        match.play(match.actors[0], match.legal_ids(match.actors[0])[0])
    done = {str(KELLY.table.ACTIONS.texts[action]) for seat, action in match.moves if seat != TABLE}
    assert done <= {"turn", "decline"}
