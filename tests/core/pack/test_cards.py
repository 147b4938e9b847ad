"""Sets of cards."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.chance import rng_from
from parlour.core.engines import at_speed
from parlour.core.kernel import rule
from parlour.core.pack import cards
from parlour.core.pack.cards import nth

sets = st.frozensets(st.integers(0, 63), min_size=1)


def mask(members: frozenset[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in members))


@given(sets)
def test_a_set_knows_its_cards(members: frozenset[int]) -> None:
    whole = mask(members)
    assert cards.count(whole) == len(members)
    assert cards.lowest(whole) == min(members)
    assert cards.highest(whole) == max(members)
    assert cards.without_lowest(whole) == mask(members - {min(members)})
    assert {card for card in range(64) if cards.holds(whole, card)} == members
    assert int(cards.pick(whole, rng_from(len(members)))) in members


def test_the_empty_set_and_single_cards() -> None:
    assert cards.count(cards.NONE) == 0
    assert [int(cards.only(card)) for card in (0, 5, 63)] == [1, 32, 1 << 63]


def test_any_card_may_be_picked() -> None:
    rng = rng_from(3)
    three = mask(frozenset({1, 30, 59}))
    assert {int(cards.pick(three, rng)) for _ in range(100)} == {1, 30, 59}


@given(st.frozensets(st.integers(0, 59)), st.integers(0, 3))
def test_a_set_becomes_a_list_of_actions(members: frozenset[int], before: int) -> None:
    out = np.full(70, -1, dtype=np.int16)
    n = cards.put_all(mask(members), 100, out, before)
    assert n == before + len(members)
    assert out[before:n].tolist() == [100 + card for card in sorted(members)]
    assert out[:before].tolist() == [-1] * before


@given(sets)
def test_cards_are_numbered_from_the_lowest_up(members: frozenset[int]) -> None:
    for way in (cards.nth_by_halves, at_speed(numbered)):
        assert [way(mask(members), n) for n in range(len(members))] == sorted(members)


@rule
def numbered(whole: np.uint64, n: int) -> int:
    """The way that this processor knows; what the compiler makes in its place cannot be called from outside."""
    return nth(whole, n)


def test_a_card_is_picked_the_same_in_every_way() -> None:
    one, other = rng_from(1), rng_from(1)
    for size in range(1, 61):
        whole = mask(frozenset(range(0, size, 1 + size % 3)))
        assert cards.pick(whole, one) == cards.pick_at_once(whole, other)
