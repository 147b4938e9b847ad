"""Round the table: who sits where, who comes next, who is ahead."""

from typing import Any

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.pack.cards import lowest


@rule
def left_of(s: Record, seat: int) -> int:
    """The next seat clockwise (C-01)."""
    return 0 if seat + 1 == s.seats else seat + 1


@rule
def next_of(mask: int, after: int) -> int:
    """The first seat of a mask that is not empty, clockwise from `after` and that seat last of all."""
    later = (mask >> (after + 1)) << (after + 1)
    return lowest(np.uint64(later if later != 0 else mask))


@rule
def everybody(s: Record) -> int:
    """Mask of all seats."""
    return (1 << int(s.seats)) - 1


@rule
def leaders(s: Record, totals: Any) -> int:
    """Mask of the seats with the best total; a tie makes joint leaders (C-12)."""
    best = totals[0]
    for seat in range(1, s.seats):
        best = max(best, totals[seat])
    ahead = 0
    for seat in range(s.seats):
        if totals[seat] == best:
            ahead |= 1 << seat
    return ahead
