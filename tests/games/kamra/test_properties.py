"""What holds of every match, whatever is bid, played and switched."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import Match
from parlour.core.options import Choice

from .referee import Referee, referee, seat_actions
from .table import KAMRA, ended, texts

switches = st.fixed_dictionaries(
    {
        **{option.name: st.sampled_from(option.choices) for option in KAMRA.options if isinstance(option, Choice)},
        "target": st.sampled_from([20, 100, 300]),
        "hand_cap": st.integers(1, 3),
        "throw_ins": st.integers(0, 2),
    }
)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(4, 6)


def random_match(seats: int, seed: int, options: dict[str, Any]) -> Match:
    """A match in which everybody bids low and plays at random, hardly ever calling a revoke."""
    match = KAMRA.match(seats=seats, seed=seed, options=options)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.actors)
        actions = texts(match, seat)
        if actions[0].startswith("bid"):
            actions = actions[: 1 if seed % 4 == 0 else 5]  # now and then everybody bids the least
        elif rng.random() > 0.05:
            actions = [action for action in actions if not action.startswith("call")]
        match.play(seat, rng.choice(actions))
    return match


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-01", "C-05", "KR-16", "KR-20", "KR-40", "KR-G13", "KR-G25", "KR-G29")
def test_a_referee_agrees_with_every_event(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options)
    checked = referee(match)
    assert sum(match.payoffs) == 0
    assert checked.hands_scored >= 1
    if options["manners"] == "auto":
        assert checked.revokes == 0


@pytest.mark.uncounted
def test_the_referee_has_seen_everything_worth_seeing() -> None:
    kinds: set[str] = set()
    proofs: set[bool] = set()
    for seed in range(8):
        options = {"manners": "strict", "hand_cap": 4, "target": 10_000, "throw_ins": 2}
        match = random_match(4 + seed % 3, seed, options)
        referee(match)
        kinds |= {event["kind"] for event in match.events(None)}
        proofs |= {event["proved"] for event in match.events(None) if event["kind"] == "called"}
    names = {kind.name for kind in KAMRA.view.EVENTS.values()}
    assert kinds >= names | {"hand_over", "match_over", "safety_limit"}
    assert proofs == {True, False}
    unchecked = {kind for kind in kinds | names if not hasattr(Referee, kind)}
    assert not unchecked


@given(seat_counts, seeds, switches)
@pytest.mark.rule("KR-21", "KR-13", "KR-04")
def test_a_hand_takes_a_bid_from_each_and_sixty_cards(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options | {"manners": "auto"})
    thrown_in = {"next_dealer": True, "same_dealer": True}.get(options["all_pass"], False)
    for actions in seat_actions(match):
        assert len(actions) == seats + 60 or (thrown_in and actions == [0] * seats)


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-03")
def test_key_and_actions_make_the_match(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = random_match(seats, seed, options)
    again = KAMRA.match(seats=seats, seed=seed, options=options, hold_table=True)
    for seat, action in match.moves:
        again.play(seat, action)
    assert bytes(again) == bytes(match)
    assert bytes(parlour.replay(match.record())) == bytes(match)


totals = st.integers(-500, 299)
best = st.integers(300, 359)  # the last hand brings everybody 60 or more


@given(
    st.permutations([0, 1, 2, 3]),
    best,
    st.lists(totals | best, min_size=3, max_size=3),
    st.integers(0, 3),
    st.sampled_from(["floor0", "signed", "vs_winner", "absolute"]),
    st.sampled_from(["full", "share"]),
)
@pytest.mark.rule("KR-33", "KR-34", "KR-35", "KR-G17", "KR-G18", "C-09", "C-12")
def test_settlement_sums_to_nothing_and_the_greatest_total_wins(
    order: list[int], first: int, others: list[int], dealer: int, settlement: str, ties: str
) -> None:
    final = [[first, *others][place] for place in order]
    match = ended(*final, dealer=dealer, settlement=settlement, tie_settlement=ties)
    assert list(match.scores) == final
    assert match.winners == tuple(seat for seat in range(4) if final[seat] == max(final))
    assert sum(match.payoffs) == 0
    assert all(float(counters).is_integer() for counters in match.payoffs)
    if settlement == "floor0":
        assert all(match.payoffs[seat] <= 0 for seat in range(4) if seat not in match.winners)
