"""The score pad, the end of the match and the settlement."""

import numpy as np

from parlour.core.contract import TABLE, Log, Numbers, Record
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce, is_heard
from parlour.core.kernel import rule
from parlour.core.pack.cards import count
from parlour.core.pack.seating import left_of
from parlour.games.kamra.table import *


@rule
def payoffs(s: Record, out: Numbers) -> None:
    """The settlement in counters, plus and minus (KR-33, KR-36)."""
    for seat in range(s.seats):
        out[seat] = settled(s, seat, winners(s))


@rule
def score_hand(s: Record, log: Log) -> None:
    """Write the hand on the pad (KR-36); the match ends at the target (KR-G15, C-10) or the cap (KR-G19)."""
    reached = False
    for seat in range(s.seats):
        points = hand_score(s, seat)
        s.totals[seat] += points  # KR-G16: below zero too
        reached |= s.totals[seat] >= s.target
        announce(log, MADE, seat, max(s.bids[seat], 0), s.taken[seat])
        announce(log, CAPTURED, seat, s.stars[seat], s.heroes[seat])
        announce(log, SCORED, seat, points, s.totals[seat])
    s.hand += 1
    announce(log, HAND_OVER, TABLE, s.hand, 1)
    if reached or s.hand >= s.hand_cap:
        if not reached:
            announce(log, SAFETY_LIMIT, TABLE, 19, s.hand)  # C-11, C-16
        end_match(s, log)
    else:
        s.dealer = left_of(s, s.dealer)  # KR-G04, C-04
        s.phase = DEALING


@rule
def hand_score(s: Record, seat: int) -> int:
    """Points of one seat for the hand."""
    bid, taken = int(s.bids[seat]), int(s.taken[seat])
    if bid <= 0:
        return 0  # KR-25
    if bid > taken:
        return -10 * bid  # KR-24, KR-29, KR-G12
    if s.caught[seat] > 0:
        return 0  # KR-30
    return reel_points(s, seat) + 20 * int(s.stars[seat]) + 10 * int(s.heroes[seat])  # KR-27, KR-28


@rule
def reel_points(s: Record, seat: int) -> int:
    """Ten a reel contracted (KR-22, KR-42), for the highest bidder ten a reel taken (KR-23), doubled in a Feature."""
    bid, taken = int(s.bids[seat]), int(s.taken[seat])
    if seat != s.highest:
        return 10 * bid  # KR-G11: even one who bid as much
    basis = bid if s.feature_basis == BY_BID else taken  # KR-G10, KR-G32
    if basis <= PROGRAM:
        return 10 * taken
    return 10 * taken + 10 * max(0, taken - PROGRAM)  # KR-26


@rule
def end_match(s: Record, log: Log) -> None:
    """Nobody deals again; the result is what `winners` and `payoffs` say."""
    s.phase = OVER
    won = winners(s)
    announce(log, MATCH_OVER, TABLE, won, 0)
    if is_heard(log):
        for seat in range(s.seats):
            announce(log, SETTLED, seat, settled(s, seat, won), 0)


@rule
def settled(s: Record, seat: int, won: int) -> int:
    """Counters that the seat gets from every loser if it has won, or pays every winner; nothing before the end."""
    counters = 0
    for other in range(s.seats):
        if (won >> seat) & 1 > (won >> other) & 1:
            counters += payment(s, other, seat, won)
        elif (won >> seat) & 1 < (won >> other) & 1:
            counters -= payment(s, seat, other, won)
    return counters


@rule
def payment(s: Record, payer: int, payee: int, won: int) -> int:
    """What a loser pays a winner: all that he owes (KR-35, KR-G18), or an equal share of it (KR-G29)."""
    owed = debt(s, payer, int(s.totals[payee]))
    if s.tie_settlement == FULL:
        return owed
    sharers = count(np.uint64(won))
    earlier = 0  # winners nearer to the dealer's left, who take the odd points first
    seat = left_of(s, s.dealer)
    while seat != payee:
        earlier += (won >> seat) & 1
        seat = left_of(s, seat)
    share = abs(owed) // sharers + (1 if earlier < abs(owed) % sharers else 0)
    return share if owed >= 0 else -share


@rule
def debt(s: Record, payer: int, best: int) -> int:
    """The difference between the target and the loser's total (KR-33), read as `settlement` says (KR-G17)."""
    total = int(s.totals[payer])
    short = int(s.target) - total
    if best < s.target or s.settlement == VS_WINNER:
        return best - total  # KR-G26: so it is at the cap, whatever the switch
    if s.settlement == SIGNED:
        return short
    if s.settlement == ABSOLUTE:
        return abs(short)
    return max(0, short)
