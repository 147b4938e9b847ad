"""The market: offers, swaps, books laid down. Both paces use these, and nothing else moves a card."""

import numpy as np

from parlour.core.contract import Log, Record
from parlour.core.events import announce, emit
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import book_cards, book_of, whole_books
from parlour.core.pack.cards import NONE, count, lowest
from parlour.games.honors3.scoring import call_honors, callers_of_swap
from parlour.games.honors3.table import *


@rule
def carry_out(s: Record, seat: int, action: int, cards: np.uint64, fresh: int, log: Log) -> int:
    """What a seat does with the cards it has picked out; the mask `fresh`, with the seat in it if it has offered anew.

    `fresh` are the seats whose offers are younger than this action. An action that has become impossible does
    nothing and is not announced (H3-G13).
    """
    if action == WITHDRAW:
        if s.offered[seat] != NONE:
            withdraw(s, seat, log)
    elif cards & ~s.hands[seat] != NONE:
        return fresh  # an earlier swap of this tick has taken some of them
    elif action >= ACCEPT:
        owner = action - ACCEPT
        if open_to(s, owner, seat) and not (fresh >> owner) & 1:
            swap(s, seat, owner, cards, log)
    else:
        post(s, seat, action - OFFER, cards, log)
        fresh |= 1 << seat
    return fresh


@rule
def post(s: Record, seat: int, to: int, cards: np.uint64, log: Log) -> None:
    """Make an offer, in place of an older one (H3-G05): all hear how many cards, nobody sees which (H3-04)."""
    s.offered[seat] = cards
    s.offered_to[seat] = to
    if to == TO_ALL:
        announce(log, OFFERED, seat, count(cards), 0)
    else:
        announce(log, ADDRESSED, seat, count(cards), to - 1)
    if s.phase == OPENING:
        s.phase = MARKET  # H3-05
        announce(log, OPENED, seat, 1, 0)


@rule
def withdraw(s: Record, seat: int, log: Log) -> None:
    """Take an open offer back, at any time (H3-G05)."""
    announce(log, WITHDREW, seat, count(s.offered[seat]), 0)
    close_offer(s, seat)


@rule
def close_offer(s: Record, seat: int) -> None:
    """The seat has no open offer any more."""
    s.offered[seat] = NONE
    s.offered_to[seat] = TO_ALL


@rule
def swap(s: Record, seat: int, owner: int, cards: np.uint64, log: Log) -> None:
    """Cards for as many cards, face down and at once (H3-G01, H3-G02); who accepts has no open offer left (H3-G05)."""
    offered = s.offered[owner]
    announce(log, SWAPPED, seat, count(cards), owner)
    close_offer(s, owner)
    close_offer(s, seat)
    s.quiet = -1
    receive(s, owner, seat, offered, cards, log)
    receive(s, seat, owner, cards, offered, log)
    lay_books(s, owner, log)
    lay_books(s, seat, log)
    callers = callers_of_swap(s, seat, owner)
    if callers != 0:
        call_honors(s, callers, log)


@rule
def receive(s: Record, seat: int, giver: int, out: np.uint64, into: np.uint64, log: Log) -> None:
    """Cards leave a hand and others come into it; the two traders have seen them, nobody else (section 6c)."""
    s.hands[seat] = (s.hands[seat] & ~out) | into
    s.got[seat] = into
    s.partner[seat] = giver
    s.booked &= ~(1 << seat)
    emit(log, RECEIVED, seat, whole(into), giver, (1 << seat) | (1 << giver))


@rule
def lay_books(s: Record, seat: int, log: Log) -> None:
    """A complete book is laid down as soon as it is there (H3-06)."""
    books = whole_books(s.hands[seat])
    if books == NONE:
        return
    s.hands[seat] &= ~books
    s.laid[seat] |= books
    if s.partner[seat] != NOBODY:
        s.got[seat] &= ~books
        s.booked |= 1 << seat
    while books != NONE:
        book = book_of(lowest(books))
        announce(log, LAID, seat, book, 0)
        books &= ~book_cards(book)
