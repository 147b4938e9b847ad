"""Honors No. I (about 1915): asking for cards to fill books, 100 up.

Follows the printed page (H1-01..13) as ruled in H1-G01..17; RULES.md beside this file states them all. `table.py`
declares the state, the actions and the events. Here are the deal, the asking and the drawing, in the order of the page;
the score is in `scoring.py`, what everybody may conclude in `lore.py`, what a seat knows in `knowledge.py`.
"""

import numpy as np

from parlour.core.chance import begin, draw, shuffle
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import SAFETY_LIMIT, announce, emit
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import (
    ALL_CARDS,
    BOOKS,
    CARDS,
    IN_BOOK,
    begun_books,
    book_cards,
    book_of,
    in_book,
    whole_books,
)
from parlour.core.pack.cards import NONE, count, holds, lowest, only, put_all
from parlour.core.pack.seating import left_of
from parlour.games.honors1.lore import learn_ask, learn_book, learn_gift, learn_refusal, note_lacked
from parlour.games.honors1.scoring import PREMIUM, clear_cards, close_hand
from parlour.games.honors1.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: nobody has dealt yet."""
    begin(s, seats, key)
    s.phase = DEALING
    s.dealer = NOBODY
    s.premium = NOBODY


@rule
def actors(s: Record) -> int:
    """Whoever's turn it is; nobody ever acts with another."""
    if s.phase == ASKING:
        return 1 << int(s.turn)
    return 0 if s.phase == OVER else 1 << TABLE


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """Every card she may ask for of everybody who holds any; the idle ask is the lowest of the next seat (C-17)."""
    if seat == TABLE:
        out[0] = DEAL
        return 1
    asked = nearest_holder(s, seat)
    n = put_all(askable(s, seat), CARDS * asked, out, 0)
    return repeat_for_others(s, seat, asked, out, n)


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action; what follows of itself (drawing, laying, the score, whose turn it is) follows here."""
    if action == DEAL:
        deal(s, log)
    else:
        ask(s, seat, action, log)
    find_asker(s, log)


# --- Dealing --------------------------------------------------------------------------------------------------


@rule
def deal(s: Record, log: Log) -> None:
    """A card at a time from the dealer's left: six each and a centre (H1-03), or the whole pack (H1-04, H1-05)."""
    clear_cards(s)
    s.books[:] = 0
    s.premium = NOBODY
    s.dealer = draw(s, s.seats) if s.dealer == NOBODY else left_of(s, s.dealer)  # H0-G02
    announce(log, DEALER, s.dealer, 0, 0)
    for card in range(CARDS):
        s.pack[card] = card
        s.places[card] = ALL_CARDS
    shuffle(s, s.pack)
    for place in range(CARDS):
        s.place[s.pack[place]] = place
    s.next = FULL_HAND * int(s.seats) if s.seats <= FEW else CARDS
    seat = whole(s.dealer)
    for place in range(s.next):
        seat = left_of(s, seat)
        s.hands[seat] |= only(s.pack[place])
        s.received[seat] |= only(place)
    for seat in range(s.seats):
        emit(log, DEALT, seat, whole(s.hands[seat]), 0, 1 << seat)
    s.phase = ASKING
    s.turn = left_of(s, s.dealer)  # H1-06
    lay_dealt_books(s, log)


@rule
def lay_dealt_books(s: Record, log: Log) -> None:
    """Books that were dealt whole are laid at once, in turn from the dealer's left, each with its refill (H1-G11)."""
    seat = whole(s.dealer)
    for _ in range(s.seats):
        seat = left_of(s, seat)
        found = whole_books(s.hands[seat])
        while found != NONE:
            book = book_of(lowest(found))
            lay(s, seat, book, log)
            found &= ~book_cards(book)
        draw_cards(s, seat, 0, log)
        s.idle = 0


# --- Asking ---------------------------------------------------------------------------------------------------


@rule
def askable(s: Record, seat: int) -> np.uint64:
    """Cards of books that she has begun (H1-G01), or of any book not laid (H1-G17), less her own (H1-G03)."""
    hand = s.hands[seat]
    if s.must_hold:
        return begun_books(hand) & ~hand
    return ALL_CARDS & ~laid_cards(s) & ~hand


@rule
def nearest_holder(s: Record, seat: int) -> int:
    """The next seat clockwise that holds cards, for nobody asks one without (H1-G08); the seat itself if none does."""
    hands, seats = s.hands, whole(s.seats)
    other = seat + 1 if seat + 1 < seats else 0
    while other != seat and hands[other] == NONE:
        other = other + 1 if other + 1 < seats else 0
    return other


@rule
def repeat_for_others(s: Record, seat: int, first: int, out: Actions, n: int) -> int:
    """The n asks listed for the seat `first`, again for everybody after it; how many there are in all.

    Four at a time, as `put_all` does.
    """
    hands, seats = s.hands, whole(s.seats)
    filled = n
    other = first + 1 if first + 1 < seats else 0
    while other != seat:
        by = CARDS * (other - first)
        for i in range(0, n, 4):
            a, b, c, d = out[i] + by, out[i + 1] + by, out[i + 2] + by, out[i + 3] + by
            at = filled + i
            out[at], out[at + 1], out[at + 2], out[at + 3] = a, b, c, d
        filled += n if hands[other] != NONE else 0
        other = other + 1 if other + 1 < seats else 0
    return filled


@rule
def ask(s: Record, seat: int, action: int, log: Log) -> None:
    """One seat asks another for a card by name (H1-06, H1-G02). If she gets it she may go on (H1-07)."""
    asked, card = action // CARDS, action % CARDS
    got = holds(s.hands[asked], card)
    s.asks[s.asked & (RING - 1)] = ask_entry(seat, action, got)
    s.asked += 1
    announce(log, ASKED, seat, card, asked)
    learn_ask(s, seat, card)
    if got:
        hand_over(s, seat, asked, card, log)
        draw_cards(s, seat, 0, log)
        return
    announce(log, REFUSED, asked, card, 0)
    learn_refusal(s, asked, card)
    fished = s.fish_again and s.draw_on_miss and turn_up(s, card)
    draw_cards(s, seat, 1 if s.draw_on_miss else 0, log)  # H1-G04
    if not fished:
        end_turn(s)  # H1-G05


@rule
def hand_over(s: Record, seat: int, giver: int, card: int, log: Log) -> None:
    """The card changes hands; a book that it completes is laid (H1-09)."""
    announce(log, GAVE, giver, card, 0)
    learn_gift(s, giver, card)
    s.hands[giver] ^= only(card)
    s.hands[seat] |= only(card)
    award_if_stripped(s, giver, log)
    lay_if_whole(s, seat, book_of(card), log)


@rule
def turn_up(s: Record, card: int) -> bool:
    """With `fish_again` the next card is shown if it is the one asked for, so everybody learns whether (H1-G17)."""
    if s.next == CARDS:
        return False
    fished = s.pack[s.next] == card
    if fished:
        s.places[card] = only(s.next)
        s.shown |= only(card)
    elif not holds(s.shown, card):
        s.places[card] &= ~only(s.next)
    return bool(fished)


# --- Drawing and laying ---------------------------------------------------------------------------------------


@rule
def draw_cards(s: Record, seat: int, n: int, log: Log) -> None:
    """Draw n cards, and up to six if a book was laid this turn, while cards last (H1-10, H1-G06, H1-G07).

    Who has laid a book is filled up at once, so that the rest of her turn never finds her below six with cards to draw.
    """
    while s.next < CARDS and (n > 0 or (s.idle < 0 and count(s.hands[seat]) < FULL_HAND)):
        draw_card(s, seat, log)
        n -= 1


@rule
def draw_card(s: Record, seat: int, log: Log) -> None:
    """The top card of the centre; a book that it completes is laid at once (H1-G11)."""
    place = whole(s.next)
    card = whole(s.pack[place])
    book = book_of(card)
    s.hands[seat] |= only(card)
    if holds(s.shown, card):
        announce(log, FISHED, seat, card, 0)
    else:
        emit(log, DREW, seat, card, 0, 1 << seat)
        if in_book(s.hands[seat], book) == IN_BOOK:
            note_lacked(s, seat, book, place, NONE)
    s.received[seat] |= only(place)
    s.next = place + 1
    lay_if_whole(s, seat, book, log)
    if s.next == CARDS:
        for _ in range(s.seats):
            seat = left_of(s, seat)
            award_if_stripped(s, seat, log)


@rule
def lay_if_whole(s: Record, seat: int, book: int, log: Log) -> None:
    """A completed book is laid aside at once (H1-09)."""
    if in_book(s.hands[seat], book) == IN_BOOK:
        lay(s, seat, book, log)


@rule
def lay(s: Record, seat: int, book: int, log: Log) -> None:
    """Lay a book aside; the first who has then no card left, and none to draw, has the premium (H1-12, H1-G10)."""
    learn_book(s, seat, book)
    s.hands[seat] &= ~book_cards(book)
    s.books[seat] |= 1 << book
    s.idle = -1
    announce(log, LAID, seat, book, 0)
    award_if_empty(s, seat, log)


@rule
def award_if_stripped(s: Record, seat: int, log: Log) -> None:
    """With `premium_on_strip` hand and centre may have become empty in any way (H1-G17), else never so (H1-G10)."""
    if s.premium_on_strip:
        award_if_empty(s, seat, log)


@rule
def award_if_empty(s: Record, seat: int, log: Log) -> None:
    """Five points for the first to have no cards left (H1-12)."""
    if s.hands[seat] == NONE and s.next == CARDS and s.premium == NOBODY:
        s.premium = seat
        announce(log, WENT_OUT, seat, PREMIUM, 0)


# --- Turns ----------------------------------------------------------------------------------------------------


@rule
def end_turn(s: Record) -> None:
    """Play passes to her left (H1-08)."""
    s.turns += 1
    s.idle += 1
    s.turn = left_of(s, s.turn)


@rule
def find_asker(s: Record, log: Log) -> None:
    """Go on to a seat that can ask, if the hand is not over: one without cards draws first, or is skipped (H1-G08)."""
    while s.h1_end != FIRST_OUT or s.premium == NOBODY:  # H1-G09
        if s.idle >= int(s.h1_stagnation) * int(s.seats):  # H1-G12, H1-G15
            announce(log, SAFETY_LIMIT, TABLE, 12, s.idle)  # C-11
            break
        seat = whole(s.turn)
        empty = s.hands[seat] == NONE
        if not empty and nearest_holder(s, seat) != seat:
            return
        draw_cards(s, seat, FULL_HAND if empty else 1, log)
        if not empty:
            end_turn(s)  # H1-G16: there was nobody to ask
        elif s.hands[seat] != NONE:
            continue  # H1-G08: she has drawn, and plays
        elif laid_books(s) == (1 << BOOKS) - 1:  # H1-G09
            break
        elif s.idle < 0:
            end_turn(s)  # her last book ended it
        else:
            s.turn = left_of(s, seat)
    close_hand(s, log)
