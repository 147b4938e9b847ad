"""Honors No. II (c. 1915): rummy with books, an open row of discards, and a fine for a playable discard; 150 up.

Follows the printed book (H2-01..21) as ruled in H2-G01..17; RULES.md beside this file states them all. `table.py`
declares the state, the actions and the events. Here are the deal, the draw, the play and the fine, in the order of a
turn; the count is in `scoring.py`, what is written down of a hand in `diary.py`, what a seat knows in `knowledge.py`.
"""

import numpy as np

from parlour.core.chance import begin, draw, shuffle_all
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import SAFETY_LIMIT, announce, emit
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import BOOKS, CARDS, FIRST_OF_EACH, IN_BOOK, book_cards, corner_sum, in_book, number_of
from parlour.core.pack.cards import NONE, holds, lift, lowest, only, put_all, without_lowest
from parlour.core.pack.seating import everybody, left_of
from parlour.games.honors2.diary import *
from parlour.games.honors2.scoring import count_hand
from parlour.games.honors2.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match; any seat deals first (H0-G02)."""
    begin(s, seats, key)
    s.phase = DEALING
    s.dealer = draw(s, seats)
    clear_table(s)


@rule
def actors(s: Record) -> int:
    """One seat at a time, but that everybody else may claim a fine (H2-15)."""
    if s.phase == DRAWING or s.phase == PLAYING:
        return 1 << s.turn
    if s.phase == CLAIMING:
        return everybody(s) & ~(1 << s.turn) & ~s.silent
    if s.phase == GIVING:
        return 1 << s.claimant
    return 0 if s.phase == OVER else 1 << TABLE


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """What the seat may do, the idle action of section 5c first."""
    if s.phase == PLAYING:
        return legal_plays(s, seat, out)
    if s.phase == DRAWING:
        return legal_draws(s, seat, out)
    if s.phase == CLAIMING:
        out[0] = SILENT
        out[1] = CLAIM
        return 2
    if s.phase == GIVING:
        return legal_gifts(s, seat, out)
    out[0] = DEAL
    return 1


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action; what follows of itself (the end of the turn, the count) follows here."""
    if DISCARD <= action < CLAIM:
        discard(s, seat, action - DISCARD, log)
    elif action == STOCK:
        draw_from_stock(s, seat, log)
    elif action < LAY:
        take(s, seat, action - TAKE, log)
    elif action < DISCARD:
        lay(s, seat, action, log)
    elif action == CLAIM:
        claim(s, seat, log)
    elif action == SILENT:
        keep_silent(s, seat, log)
    elif action < DECLINE:
        give(s, seat, action - GIVE, log)
    elif action == DECLINE:
        announce(log, DECLINED, seat, 0, 0)
        count_hand(s, NOBODY, log)  # H2-G17
    else:
        deal(s, log)


# --- Dealing --------------------------------------------------------------------------------------------------


@rule
def deal(s: Record, log: Log) -> None:
    """Seven cards each (H2-02), one at a time from the dealer's left (H2-G16, C-02), and one turned up (H2-03)."""
    clear_table(s)
    shuffle_all(s, s.stock)
    s.left = CARDS
    seat = s.dealer
    for _ in range(IN_HAND * s.seats):
        seat = left_of(s, seat)
        s.hands[seat] |= only(off_the_stock(s))
    for seat in range(s.seats):
        emit(log, DEALT, seat, whole(s.hands[seat]), 0, 1 << seat)
    put_on_row(s, off_the_stock(s))
    announce(log, TURNED_UP, TABLE, s.row[0], 0)
    begin_turn(s, left_of(s, s.dealer), log)  # H2-04


@rule
def clear_table(s: Record) -> None:
    """Take everything of the last hand off the table but the totals."""
    s.hands[:] = NONE
    s.laid[:] = NONE
    s.row[:] = 0
    s.lying = 0
    s.out = NOBODY
    s.barred = NO_CARD
    s.pledged = NO_CARD
    s.claimant = NOBODY
    s.claimed = NO_CARD


@rule
def off_the_stock(s: Record) -> int:
    """Take the top card of the stock."""
    s.left -= 1
    return lift(s.stock, s.left)


@rule
def put_on_row(s: Record, card: int) -> None:
    """Lay a card on the row; those under it stay in sight (H2-07)."""
    s.row[s.lying] = card
    s.lying += 1


@rule
def off_the_row(s: Record) -> int:
    """Take the top card of the row."""
    s.lying -= 1
    return lift(s.row, s.lying)


# --- Drawing --------------------------------------------------------------------------------------------------


@rule
def begin_turn(s: Record, seat: int, log: Log) -> None:
    """The seat is to draw, if there is anything to draw from (H2-G05, H2-G13, H2-G17)."""
    s.turn = seat
    s.phase = DRAWING
    if s.left == 0 and s.stock_out == RECYCLE and s.again == NONE and s.lying > 1:
        recycle(s, log)
    nothing = s.left == 0 and s.lying == 0
    if nothing or (s.left == 0 and s.stock_out == END):
        announce(log, NO_STOCK, TABLE, 1 if nothing else 0, 0)
        count_hand(s, NOBODY, log)


@rule
def recycle(s: Record, log: Log) -> None:
    """Shuffle the row, but for its top card, into a new stock, once (H2-G17)."""
    note(s, BY_SHUFFLE, 0, 0, 0)
    shuffle_all(s, s.stock)
    s.again = row_cards(s, s.lying) & ~only(s.row[s.lying - 1])
    for i in range(CARDS):
        card = s.stock[i]
        s.stock[i] = 0
        if holds(s.again, card):
            s.stock[s.left] = card
            s.left += 1
    s.row[0] = s.row[s.lying - 1]
    s.row[1:] = 0
    s.lying = 1
    announce(log, RECYCLED, TABLE, s.left, 0)


@rule
def legal_draws(s: Record, seat: int, out: Actions) -> int:
    """The stock while there is one (H2-04), any number of discards from the top (H2-09, H2-10)."""
    n = 0
    if s.left > 0:
        out[0] = STOCK
        n = 1
    for cards in range(1, s.lying + 1):
        if cards == 1 or not s.must_use_deep or usable(s, seat, cards):
            out[n] = TAKE + cards
            n += 1
    if s.left == 0 and s.stock_out == MAY_DECLINE:
        out[n] = DECLINE
        n += 1
    return n


@rule
def usable(s: Record, seat: int, cards: int) -> bool:
    """Whether the deepest of so many discards could be laid at once (`must_use_deep`, H2-G03, H2-G17)."""
    return holds(layable(s.hands[seat] | row_cards(s, cards), down(s)), s.row[s.lying - cards])


@rule
def draw_from_stock(s: Record, seat: int, log: Log) -> None:
    """The top card of the stock, which only she sees."""
    card = off_the_stock(s)
    note(s, BY_DRAW, seat, 0, card)
    s.hands[seat] |= only(card)
    emit(log, DREW, seat, card, 0, 1 << seat)
    s.quiet = -1
    s.phase = PLAYING


@rule
def take(s: Record, seat: int, cards: int, log: Log) -> None:
    """A card of the row costs all those above it (H2-10). One card alone may not be thrown back (H2-G04)."""
    announce(log, TOOK, seat, whole(row_cards(s, cards)), cards)
    card = NO_CARD
    for _ in range(cards):
        card = off_the_row(s)
        note(s, BY_TAKE, seat, 0, card)
        gain_openly(s, seat, card)
    if cards == 1:
        s.barred = card
    elif s.must_use_deep:
        s.pledged = card
    s.phase = PLAYING


# --- Playing --------------------------------------------------------------------------------------------------


@rule
def legal_plays(s: Record, seat: int, out: Actions) -> int:
    """Discards, the idle one first, then whatever can be laid; a card taken deep may have to be laid first."""
    hand = s.hands[seat]
    table = down(s)
    if s.pledged != NO_CARD:
        return put_lays(hand, table, only(s.pledged), out, 0)
    playable = layable(hand, table)
    n = 0
    if playable == NONE or not s.forced_lay:  # H2-G01
        n = put_discards(s, hand, table, out)
    if playable != NONE:
        n = put_lays(hand, table, playable, out, n)
    return n


@rule
def put_discards(s: Record, hand: np.uint64, table: np.uint64, out: Actions) -> int:
    """The cards that may be thrown off: not the one just taken alone, unless it is the last (H2-G04)."""
    cards = hand
    if s.barred != NO_CARD and cards != only(s.barred):
        cards &= ~only(s.barred)
    if s.fine == FINE_PREVENTED:
        cards &= ~full_but_one(table)  # each of them can be laid instead
    if cards == NONE:
        return 0
    idle = idle_discard(hand, cards)
    out[0] = DISCARD + idle
    return put_all(cards & ~only(idle), DISCARD, out, 1)


@rule
def idle_discard(hand: np.uint64, cards: np.uint64) -> int:
    """The highest number of the book least held; of several the first (section 5c, C-17)."""
    best = 0
    idle = NO_CARD
    while cards != NONE:
        card = lowest(cards)
        cards = without_lowest(cards)
        rank = 8 * (IN_BOOK - in_book(hand, card // IN_BOOK)) + number_of(card)
        if rank > best:
            best = rank
            idle = card
    return idle


@rule
def put_lays(hand: np.uint64, table: np.uint64, needed: np.uint64, out: Actions, n: int) -> int:
    """Three or four of a book (H2-05, H2-G02) and fourth cards (H2-12) that lay at least one of the cards `needed`."""
    books = hand & full_but_one(hand)
    for book in range(BOOKS):
        cards = books & book_cards(book)
        if cards == NONE:
            continue
        for missing in range(IN_BOOK, -1, -1):
            way = WAYS * book + missing
            if lay_cards(way) & ~cards == NONE and lay_cards(way) & needed != NONE:
                out[n] = LAY + way
                n += 1
    fourths = hand & full_but_one(table) & needed
    while fourths != NONE:
        out[n] = FOURTH + lowest(fourths)
        fourths = without_lowest(fourths)
        n += 1
    return n


@rule
def lay(s: Record, seat: int, action: int, log: Log) -> None:
    """Lay cards in front of herself (H2-05, H2-12); who lays her last card is out (H2-16, H2-G07)."""
    if action >= FOURTH:
        card = action - FOURTH
        cards = only(card)
        announce(log, FOURTH_LAID, seat, card, number_of(card))
    else:
        cards = lay_cards(action - LAY)
        announce(log, LAID, seat, whole(cards), corner_sum(cards))
    left = cards
    while left != NONE:
        note(s, BY_LAY, seat, 0, lowest(left))
        left = without_lowest(left)
    part_openly(s, seat, cards)
    s.laid[seat] |= cards
    s.pledged = NO_CARD
    if s.barred != NO_CARD and holds(cards, s.barred):
        s.barred = NO_CARD
    s.quiet = -1
    if s.hands[seat] == NONE:
        count_hand(s, seat, log)


@rule
def discard(s: Record, seat: int, card: int, log: Log) -> None:
    """Throw a card on the row (H2-06, H2-14); others may claim it if it could have been played (H2-15, H2-G15)."""
    playable = finable(s, card)
    announce(log, DISCARDED, seat, card, 1 if playable else 0)
    note(s, BY_DISCARD, seat, 0, card)
    part_openly(s, seat, only(card))
    put_on_row(s, card)
    s.barred = NO_CARD
    if playable and s.fine == FINE_CLAIMED:
        s.phase = CLAIMING  # H2-G09: before she can be out
    else:
        end_turn(s, log)


@rule
def end_turn(s: Record, log: Log) -> None:
    """Out by a last discard (H2-G07), closed after too many quiet turns (H2-G06, H2-G14), or the next seat's turn."""
    s.silent = 0
    s.quiet += 1
    if s.hands[s.turn] == NONE:
        count_hand(s, s.turn, log)
    elif s.quiet >= int(s.h2_stagnation) * int(s.seats):
        announce(log, SAFETY_LIMIT, TABLE, QUIET_LIMIT, s.quiet)  # C-11
        count_hand(s, NOBODY, log)
    else:
        begin_turn(s, left_of(s, s.turn), log)  # H2-08


# --- The fine -------------------------------------------------------------------------------------------------


@rule
def keep_silent(s: Record, seat: int, log: Log) -> None:
    """When everybody has let the discard pass, the turn is over (C-15)."""
    s.silent |= 1 << seat
    if actors(s) == 0:
        end_turn(s, log)


@rule
def claim(s: Record, seat: int, log: Log) -> None:
    """The first to claim gets the discard in her hand (H2-G08); she may play it in her own turn only (H2-G10)."""
    card = off_the_row(s)
    announce(log, CLAIMED, seat, card, s.turn)
    if s.noted + 2 > MOST_NOTED:
        begin_again(s)
    write(s, BY_TAKE, seat, 0, card)
    gain_openly(s, seat, card)
    s.silent = 0
    s.claimant = seat
    s.claimed = card
    s.phase = GIVING


@rule
def legal_gifts(s: Record, seat: int, out: Actions) -> int:
    """Any card but the claimed one, the lowest number first (H2-G16, C-17)."""
    n = 0
    for place in range(IN_BOOK):
        cards = s.hands[seat] & ~only(s.claimed) & (FIRST_OF_EACH << np.uint64(place))
        while cards != NONE:
            out[n] = GIVE + lowest(cards)
            cards = without_lowest(cards)
            n += 1
    return n


@rule
def give(s: Record, seat: int, card: int, log: Log) -> None:
    """The claimant's choice goes to the player fined, seen by the two only (H2-G08, H2-G16)."""
    emit(log, GAVE, seat, card, s.turn, (1 << seat) | (1 << s.turn))
    note(s, BY_GIFT, seat, s.turn, card)
    s.hands[seat] &= ~only(card)
    s.hands[s.turn] |= only(card)
    s.sure[seat] &= only(s.claimed)  # it may have been any other
    s.claimant = NOBODY
    s.claimed = NO_CARD
    end_turn(s, log)
