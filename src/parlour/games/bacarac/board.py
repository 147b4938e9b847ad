"""The board: antes, what each division is earned by, and claims by hand under strict manners."""

from typing import Final

import numpy as np

from parlour.core.contract import Actions, Log, Record
from parlour.core.events import announce, is_heard
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, count
from parlour.core.pack.chips import afford, pay, put_in
from parlour.core.pack.ordinary import ACE, EIGHT, HEARTS, JACK, KING, NINE, QUEEN, TEN
from parlour.games.bacarac.table import *

# What lays claim to a division, as ranks laid by one player in one go; all but the first are of Hearts (BC-26..30).
EIGHT_TO_TEN: Final = np.uint64(1 << EIGHT | 1 << NINE | 1 << TEN)
BY_HEARTS: Final = (
    (TEN_PILE, np.uint64(1 << TEN)),
    (JACK_PILE, np.uint64(1 << JACK)),
    (JACK_TEN, np.uint64(1 << JACK | 1 << TEN)),
    (QUEEN_PILE, np.uint64(1 << QUEEN)),
    (KING_PILE, np.uint64(1 << KING)),
    (KING_QUEEN, np.uint64(1 << KING | 1 << QUEEN)),
    (ACE_PILE, np.uint64(1 << ACE)),
)
PAYING: Final = np.uint64(0b11111 << TEN)


@rule
def ante(s: Record, log: Log) -> None:
    """Thirteen chips a head into the ten divisions, whatever still lies there (BC-06..10, BC-37, BC-G15, BC-G20)."""
    for seat in range(s.seats):
        if in_match(s, seat):
            put_in(s, seat, ANTE)
    for division in range(DIVISIONS):
        s.board[division] += ANTES[division] * players(s)
    announce(log, ANTED, s.dealer, ANTE, chips_on_board(s))


@rule
def gather_board(s: Record, log: Log) -> None:
    """All that lies on the board goes to the winner of the final hand (BC-41)."""
    chips = chips_on_board(s)
    s.board[:] = 0
    s.board[POT] = chips
    announce(log, LAST_HAND, s.dealer, chips, 0)


@rule
def drop_out(s: Record, final: bool, log: Log) -> None:
    """Without credit, whoever cannot ante is out (KK-G27, BC-G21); if nobody can, nobody is. A final hand is free."""
    if s.credit or final:
        return
    able = 0
    for seat in range(s.seats):
        if in_match(s, seat) and afford(s, seat, ANTE) == ANTE:
            able |= 1 << seat
    if able == 0 or able == s.playing:
        return
    for seat in range(s.seats):
        if in_match(s, seat) and not (able >> seat) & 1:
            announce(log, DROPPED, seat, 0, 0)
    s.playing = able
    if not in_match(s, s.dealer):
        s.dealer = seat_left(s, s.dealer)


# --- Earning --------------------------------------------------------------------------------------------------


@rule
def earn_by_cards(s: Record, seat: int, suit: int, ranks: np.uint64, log: Log) -> None:
    """Divisions earned by cards of one suit that one player has laid in one go (BC-G14), in the order they fall."""
    if ranks & EIGHT_TO_TEN == EIGHT_TO_TEN:
        earn(s, seat, EIGHT_NINE_TEN, log)  # BC-30
    if suit == HEARTS and ranks & PAYING != NONE:
        for division, needed in BY_HEARTS:
            earn_if(s, ranks & needed == needed, seat, division, log)


@rule
def earn(s: Record, seat: int, division: int, log: Log) -> None:
    """The first to earn a division takes its chips (BC-31), at once or, under strict manners, by a claim (BC-39)."""
    earn_if(s, bool(s.earners[division] == NOBODY), seat, division, log)


@rule
def earn_if(s: Record, earned: bool, seat: int, division: int, log: Log) -> None:
    """The same for a division that nobody can have earned before, without a branch to guess."""
    at_once = earned & (s.manners == AUTO)
    chips = int(s.board[division])
    taken = chips if at_once else 0
    s.earners[division] = seat if earned else int(s.earners[division])
    s.board[division] = chips - taken
    s.balances[seat] += taken
    if is_heard(log) and earned:
        announce(log, TOOK if at_once else EARNED, seat, division, taken)


@rule
def take(s: Record, seat: int, division: int, log: Log) -> None:
    """The seat takes all chips of a division."""
    chips = int(s.board[division])
    s.board[division] = 0
    s.balances[seat] += chips
    announce(log, TOOK, seat, division, chips)


@rule
def collect_per_card(s: Record, winner: int, log: Log) -> None:
    """A chip for every card that the others are left with (BC-G26)."""
    for seat in range(s.seats):
        if seat != winner and in_match(s, seat):
            paid = pay(s, seat, winner, count(s.held[seat]))
            announce(log, PAID, seat, paid, 0)


# --- Claims ---------------------------------------------------------------------------------------------------


@rule
def claimants(s: Record) -> int:
    """Strict: mask of the seats that have chips lying to be claimed and have not let them lie (BC-G28)."""
    if s.manners == AUTO:
        return 0
    mask = 0
    for division in range(DIVISIONS):
        if s.earners[division] != NOBODY and s.board[division] > 0:
            mask |= 1 << int(s.earners[division])
    return mask & ~int(s.silent)


@rule
def legal_claims(s: Record, seat: int, out: Actions, n: int) -> int:
    """Append the divisions that the seat has earned and not taken."""
    for division in range(DIVISIONS):
        if s.earners[division] == seat and s.board[division] > 0:
            out[n] = CLAIM + division
            n += 1
    return n
