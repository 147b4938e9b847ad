"""The count of a hand and the end of the match."""

from parlour.core.contract import TABLE, Log, Record
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import corner_sum
from parlour.core.pack.cards import NONE
from parlour.core.pack.seating import leaders, left_of
from parlour.games.honors2.table import *


@rule
def winners(s: Record) -> int:
    """Who went out counts first and wins with 150 (H2-21, H2-G11); else the best total, jointly if tied (C-12)."""
    if s.phase != OVER:
        return 0
    if s.h2_win == OUT_FIRST and s.out != NOBODY and s.totals[s.out] >= s.target:
        return 1 << s.out
    return leaders(s, s.totals)


@rule
def count_hand(s: Record, out: int, log: Log) -> None:
    """Table cards plus, hand cards minus (H2-18, H2-20); the match ends at the target (C-10) or the cap (C-16)."""
    s.out = out
    if out != NOBODY:
        announce(log, WENT_OUT, out, 0, 0)  # H2-16
    reached = False
    for seat in range(s.seats):
        plus, minus = corner_sum(s.laid[seat]), corner_sum(s.hands[seat])
        s.totals[seat] += plus - minus  # H2-19: below zero too
        reached |= s.totals[seat] >= s.target
        if minus > 0:
            announce(log, LEFT, seat, whole(s.hands[seat]), 0)
        announce(log, COUNTED, seat, plus, minus)
        announce(log, SCORED, seat, plus - minus, s.totals[seat])
    put_away(s)
    s.hand += 1
    announce(log, HAND_OVER, TABLE, s.hand, 1)
    if reached or s.hand >= s.hand_cap:
        s.phase = OVER
        if not reached:
            announce(log, SAFETY_LIMIT, TABLE, HAND_LIMIT, s.hand)  # C-11
        announce(log, MATCH_OVER, TABLE, winners(s), 0)
    else:
        s.phase = DEALING
        s.dealer = left_of(s, s.dealer)  # H0-G02


@rule
def put_away(s: Record) -> None:
    """What nobody needs after the count; hands and table stay for all to see until the next deal."""
    s.sure[:] = NONE
    s.known[:] = NONE
    s.again = NONE
    s.diary[:] = 0
    s.noted = 0
    s.stock[:] = 0
    s.left = 0
    s.turn = 0
    s.barred = NO_CARD
    s.pledged = NO_CARD
    s.quiet = 0
