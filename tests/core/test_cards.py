"""Sets of cards."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import cards
from parlour.core.chance import rng_from

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
