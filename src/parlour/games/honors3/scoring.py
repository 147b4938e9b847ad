"""The end of a hand, the score and the end of the match."""

import numpy as np

from parlour.core.contract import TABLE, Log, Record
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce
from parlour.core.kernel import rule
from parlour.core.pack.books import IN_BOOK
from parlour.core.pack.cards import NONE, count
from parlour.core.pack.seating import left_of
from parlour.games.honors3.table import *


@rule
def is_out(s: Record, seat: int) -> bool:
    """Out with fewer than four cards (H3-G04): with equal hands that is an empty one."""
    return held(s, seat) < IN_BOOK


@rule
def callers_of_swap(s: Record, one: int, other: int) -> int:
    """Mask of the traders that a swap has put out: both (H3-G08), or the first from the dealer's left (H3-G14)."""
    out = (1 << one if is_out(s, one) else 0) | (1 << other if is_out(s, other) else 0)
    if s.h3_both_out == BOTH or count(np.uint64(out)) < 2:
        return out
    seat = opener(s)
    while not (out >> seat) & 1:
        seat = left_of(s, seat)
    return 1 << seat


@rule
def call_honors(s: Record, callers: int, log: Log) -> None:
    """The seats that are out call "Honors", and play stops (H3-07)."""
    s.callers = callers
    for seat in range(s.seats):
        if (callers >> seat) & 1:
            announce(log, HONORS, seat, books_laid(s, seat), s.tick)
    end_hand(s, log)


@rule
def end_without_caller(s: Record, quiet: bool, log: Log) -> None:
    """A safety limit ends the hand; nobody has called (H3-G09)."""
    announce(log, SAFETY_LIMIT, TABLE, 9, s.quiet if quiet else s.tick)
    announce(log, NO_CALLER, TABLE, 1 if quiet else 0, s.tick)
    end_hand(s, log)


@rule
def end_hand(s: Record, log: Log) -> None:
    """Score the books; the match ends at the target (H3-11, C-10) or at the cap (C-16)."""
    reached = False
    for seat in range(s.seats):
        each = 10 if (s.callers >> seat) & 1 else 5  # H3-09, H3-10; H3-G11: book A like any other
        s.totals[seat] += each * books_laid(s, seat)
        reached |= s.totals[seat] >= s.target
        announce(log, SCORED, seat, each * books_laid(s, seat), s.totals[seat])
    s.hand += 1
    announce(log, HAND_OVER, TABLE, s.hand, 1)
    clear_market(s)
    if reached or s.hand >= s.hand_cap:
        if not reached:
            announce(log, SAFETY_LIMIT, TABLE, 10, s.hand)  # C-11
        s.phase = OVER
        announce(log, MATCH_OVER, TABLE, winners(s), 0)
    else:
        s.dealer = left_of(s, s.dealer)  # H0-G02
        s.phase = DEALING


@rule
def clear_market(s: Record) -> None:
    """Nothing may be played any more: hands are put down, offers are void (H3-08)."""
    for seat in range(s.seats):
        s.hands[seat] = NONE
        s.chosen[seat] = NONE
        s.offered[seat] = NONE
        s.got[seat] = NONE
        s.said[seat] = 0
        s.offered_to[seat] = TO_ALL
        s.partner[seat] = NOBODY
    s.booked = 0
    s.done = 0
    s.gestures = 0
    s.tick = 0
    s.quiet = 0
