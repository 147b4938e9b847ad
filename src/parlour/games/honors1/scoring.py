"""The score sheet, the end of a hand and of the match."""

from typing import Final

import numpy as np

from parlour.core.contract import TABLE, Log, Record
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, count
from parlour.games.honors1.table import *

BOOK_A: Final = 10  # H1-11
ANY_BOOK: Final = 5  # H1-11
PREMIUM: Final = 5  # H1-12


@rule
def hand_score(s: Record, seat: int) -> int:
    """Ten for book A, five for every other book, five for who was out first (H1-11, H1-12)."""
    books = int(s.books[seat])
    points = ANY_BOOK * count(np.uint64(books)) + (BOOK_A - ANY_BOOK) * (books & 1)
    return points + (PREMIUM if s.premium == seat else 0)


@rule
def close_hand(s: Record, log: Log) -> None:
    """Reckon the books (H1-09); the match ends at the target (H1-13, C-10) or the limit (C-16)."""
    announce(log, CLOSED, TABLE, count(np.uint64(laid_books(s))), s.turns)
    reached = False
    for seat in range(s.seats):
        points = hand_score(s, seat)
        s.totals[seat] += points
        reached |= s.totals[seat] >= s.target
        announce(log, SCORED, seat, points, s.totals[seat])
    s.hand += 1
    announce(log, HAND_OVER, TABLE, s.hand, 1)
    clear_cards(s)
    s.phase = DEALING
    if reached or s.hand >= s.hand_cap:
        if not reached:
            announce(log, SAFETY_LIMIT, TABLE, 13, s.hand)  # C-11, H1-G13
        s.phase = OVER
        announce(log, MATCH_OVER, TABLE, winners(s), 0)


@rule
def clear_cards(s: Record) -> None:
    """Take the cards, and what was known of them, off the table; books and premium stay to be looked at."""
    s.hands[:] = NONE
    s.received[:] = NONE
    s.places[:] = NONE
    s.shown = NONE
    s.begun[:] = 0
    s.lacked[:] = 0
    s.asks[:] = 0
    s.pack[:] = 0
    s.place[:] = 0
    s.asked = 0
    s.turns = 0
    s.idle = 0
    s.next = 0
    s.turn = 0
