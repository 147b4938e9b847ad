"""Counters: what a seat can pay, who pays whom, and how a pile is shared (C-09, KK-G27).

States of games that use these have `balances` (won and lost, below zero for who owes), `credit` and `stake`.
"""

from parlour.core.contract import Record
from parlour.core.kernel import rule, whole
from parlour.core.pack.seating import left_of


@rule
def purse(s: Record, seat: int) -> int:
    """What the seat has before it when nobody may owe: its stake, and what it has won or lost since."""
    return whole(s.stake) + whole(s.balances[seat])


@rule
def afford(s: Record, seat: int, due: int) -> int:
    """What the seat pays of what is due: all of it on credit (C-09), else no more than it has (KK-G27)."""
    return due if s.credit else min(due, purse(s, seat))


@rule
def put_in(s: Record, seat: int, due: int) -> int:
    """The seat pays into a pile as much as it can; how much that was, for the pile to grow by."""
    paid = afford(s, seat, due)
    s.balances[seat] -= paid
    return paid


@rule
def pay(s: Record, payer: int, payee: int, due: int) -> int:
    """One seat pays another as much as it can; how much that was."""
    paid = put_in(s, payer, due)
    s.balances[payee] += paid
    return paid


@rule
def hand_out(s: Record, pile: int, to: int, first: int) -> None:
    """Share a pile among the seats of the mask `to`; odd counters go one each clockwise from the seat `first`."""
    ways = 0
    for seat in range(s.seats):
        ways += (to >> seat) & 1
    odd = pile % ways
    seat = first
    for _ in range(s.seats):
        if (to >> seat) & 1:
            s.balances[seat] += pile // ways + (1 if odd > 0 else 0)
            odd -= 1
        seat = left_of(s, seat)
