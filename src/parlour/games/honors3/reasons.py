"""Why a seat might pick out, offer, accept or wait: what it collects, what it can spare, and whose cards come back."""

from parlour.core.contract import Record
from parlour.core.pack.books import BOOKS, IN_BOOK, LETTERS, PACK
from parlour.core.texts import Reason
from parlour.core.values import Seat
from parlour.games.honors3.table import *

BOOK = 0b1111
SINGLE, PAIR, THREE = 1, 2, 3


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal action."""
    if action < OFFER:
        return why_pick(s, seat, action - PICK)
    if action < ACCEPT:
        return why_offer(s, seat)
    if action < WITHDRAW:
        return why_accept(s, seat, action - ACCEPT)
    if action == WITHDRAW:
        return Reason("withdraw" if most_of_a_book(s, seat, int(s.offered[seat])) > SINGLE else "withdraw_spare")
    return why_wait(s, seat)


def why_pick(s: Record, seat: int, card: int) -> Reason:
    """How many of its book would be left."""
    book = card // IN_BOOK
    key = {SINGLE: "pick_single", PAIR: "pick_pair", THREE: "pick_three"}
    return Reason(key[in_hand(s, seat, book)], {"card": PACK.names[card], "book": LETTERS[book]})


def why_offer(s: Record, seat: int) -> Reason:
    """Whether the cards can be spared."""
    cards = int(s.chosen[seat])
    words = {"number": cards.bit_count()}
    return Reason(("offer_spare", "offer_pair", "offer_three")[most_of_a_book(s, seat, cards) - 1], words)


def why_accept(s: Record, seat: int, owner: int) -> Reason:
    """Cards that can be spared for cards unseen; they may only be the ones given before."""
    cards = int(s.chosen[seat])
    words = {"number": cards.bit_count(), "owner": Seat(owner)}
    if s.partner[seat] == owner and s.partner[owner] == seat:
        return Reason("accept_back", words)
    return Reason(("accept_spare", "accept_pair", "accept_three")[most_of_a_book(s, seat, cards) - 1], words)


def why_wait(s: Record, seat: int) -> Reason:
    """What there is to wait for."""
    if int(s.chosen[seat]):
        return Reason("wait_instead")
    if int(s.offered[seat]):
        return Reason("wait_for_offer", {"number": int(s.offered[seat]).bit_count()})
    singles = sum(in_hand(s, seat, book) == SINGLE for book in range(BOOKS))
    return Reason("wait_with_spare" if singles else "wait_complete", {"singles": singles})


def most_of_a_book(s: Record, seat: int, cards: int) -> int:
    """How many cards the seat has of the book that it has most of, among those that some cards belong to."""
    return max(in_hand(s, seat, book) for book in range(BOOKS) if cards & (BOOK << IN_BOOK * book))


def in_hand(s: Record, seat: int, book: int) -> int:
    """How many cards of a book the seat holds."""
    return (int(s.hands[seat]) >> IN_BOOK * book & BOOK).bit_count()
