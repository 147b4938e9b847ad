"""Counters: who pays, what he can, and how a pile is shared."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.contract import Record
from parlour.core.kernel import layout
from parlour.core.pack.chips import afford, hand_out, pay, purse, put_in

State = layout([("balances", np.int32, 6), ("stake", np.int16), ("seats", np.int8), ("credit", np.int8)])
amounts = st.integers(0, 1_000)
balances = st.lists(st.integers(-50, 500), min_size=2, max_size=6)  # nobody has less than a stake of 50 allows


def table(held: list[int], *, credit: bool) -> Record:
    s = np.zeros(1, dtype=State)[0]
    s.seats, s.stake, s.credit = len(held), 50, credit
    s.balances[: len(held)] = held
    return s


@pytest.mark.rule("C-09")
@given(balances, amounts)
def test_on_credit_everything_is_paid(held: list[int], due: int) -> None:
    s = table(held, credit=True)
    assert afford(s, 0, due) == due
    assert put_in(s, 0, due) == due
    assert pay(s, 0, 1, due) == due
    assert s.balances[:2].tolist() == [held[0] - 2 * due, held[1] + due]
    assert sum(s.balances.tolist()) + due == sum(held)


@pytest.mark.rule("C-09")
@given(balances, amounts)
def test_without_credit_nobody_pays_more_than_he_has(held: list[int], due: int) -> None:
    s = table(held, credit=False)
    has = 50 + held[0]
    assert purse(s, 0) == has
    assert put_in(s, 0, due) == min(due, has)
    assert pay(s, 0, 1, due) == min(due, has - min(due, has))
    assert purse(s, 0) >= 0
    assert sum(s.balances.tolist()) + min(due, has) == sum(held)


@pytest.mark.rule("C-09")
@given(balances, amounts, st.data())
def test_a_pile_is_shared_and_odd_counters_go_round(held: list[int], pile: int, data: st.DataObject) -> None:
    seats = len(held)
    to = data.draw(st.frozensets(st.integers(0, seats - 1), min_size=1))
    first = data.draw(st.integers(0, seats - 1))
    s = table(held, credit=True)
    hand_out(s, pile, sum(1 << seat for seat in to), first)
    expected = list(held)
    takers = [seat % seats for seat in range(first, first + seats) if seat % seats in to]
    for counter in range(pile):
        expected[takers[counter % len(takers)]] += 1
    assert s.balances[:seats].tolist() == expected
