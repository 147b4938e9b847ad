"""The end of a hand, the end of the match, and what everybody has won or lost."""

from parlour.core.contract import TABLE, Log, Record
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE
from parlour.games.bacarac.table import *


@rule
def end_hand(s: Record, log: Log) -> None:
    """All cards are turned up; what was not claimed stays (BC-33, BC-36), and the deal goes left (BC-38)."""
    reveal(s, log)
    s.lacks[:] = NONE
    s.exposed = NONE
    s.silent = 0
    s.turn = 0
    s.hand += 1
    announce(log, HAND_OVER, TABLE, s.hand, 1)
    s.dealer = seat_left(s, s.dealer)
    agreed = s.hand >= agreed_hands(s)
    if not agreed and s.hand >= s.hand_cap:
        announce(log, SAFETY_LIMIT, TABLE, 17, s.hand)  # C-11, C-16
    s.phase = FINAL if agreed or s.hand >= s.hand_cap else DEALING


@rule
def reveal(s: Record, log: Log) -> None:
    """Cards that were never seen are turned up now (BC-05, C-07)."""
    for seat in range(s.seats):
        if s.held[seat] != NONE:
            announce(log, REVEALED, seat, whole(s.held[seat]), 0)
    announce(log, DEAD_HAND, TABLE, whole(s.dead), 0)


@rule
def end_match(s: Record, log: Log) -> None:
    """Nobody deals again, and no chip is left on the board."""
    s.phase = OVER
    announce(log, MATCH_OVER, TABLE, winners(s), 0)
