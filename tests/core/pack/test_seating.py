"""Round the table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.contract import MOST_SEATS, Record
from parlour.core.kernel import layout
from parlour.core.pack.seating import everybody, leaders, left_of, next_of

State = layout([("totals", np.int32, MOST_SEATS), ("seats", np.int8)])
seat_counts = st.integers(1, MOST_SEATS)


def table(seats: int) -> Record:
    s = np.zeros(1, dtype=State)[0]
    s.seats = seats
    return s


@pytest.mark.rule("C-01")
@given(seat_counts)
def test_turns_go_round_and_visit_everybody(seats: int) -> None:
    s, seat = table(seats), 0
    for expected in [*range(1, seats), 0]:
        seat = left_of(s, seat)
        assert seat == expected
    assert everybody(s) == 2**seats - 1


@pytest.mark.rule("C-01", "C-15")
@given(st.frozensets(st.integers(0, 14), min_size=1), st.integers(0, 14))
def test_the_nearest_seat_clockwise(some: frozenset[int], after: int) -> None:
    mask = sum(1 << seat for seat in some)
    assert next_of(mask, after) == min(some, key=lambda seat: (seat - after - 1) % 15)


@pytest.mark.rule("C-12")
@given(st.lists(st.integers(-3, 3) | st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=MOST_SEATS))
def test_the_best_total_leads_and_ties_lead_together(totals: list[int]) -> None:
    s = table(len(totals))
    s.totals[:] = 2**31 - 1  # of seats that are not there
    s.totals[: len(totals)] = totals
    best = sum(1 << seat for seat, total in enumerate(totals) if total == max(totals))
    assert leaders(s, s.totals) == best
