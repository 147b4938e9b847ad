"""Why a seat might draw, lay, discard or claim so: what can be laid, what counts in hand, what helps the others."""

from collections.abc import Iterator

import numpy as np

from parlour.core.contract import Record
from parlour.core.pack.books import IN_BOOK, LETTERS, PACK, corner_sum, number_of
from parlour.core.pack.cards import only
from parlour.core.texts import Reason
from parlour.core.values import Seat
from parlour.games.honors2.advice import unseen_by
from parlour.games.honors2.table import *

BOOK = 0b1111


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal action."""
    if action in (CLAIM, SILENT):
        return why_claim(s, seat, action)
    if action == STOCK:
        return why_stock(s, seat)
    if action == DECLINE:
        return Reason("decline", {"points": points_of(int(s.hands[seat]))})
    if action < LAY:
        return why_take(s, seat, action - TAKE)
    if action < DISCARD:
        return why_lay(s, seat, action)
    if action < CLAIM:
        return why_discard(s, seat, action - DISCARD)
    return why_gift(s, seat, action - GIVE)


# --- Drawing --------------------------------------------------------------------------------------------------


def why_stock(s: Record, seat: int) -> Reason:
    """How many of the cards that may lie there could be laid at once."""
    cards, table = int(unseen_by(s, seat)), down(s)
    good = sum(bool(int(layable(s.hands[seat] | only(card), table)) >> card & 1) for card in each(cards))
    return Reason("stock" if good else "stock_blind", {"good": good, "cards": cards.bit_count()})


def why_take(s: Record, seat: int, cards: int) -> Reason:
    """What the cards of the row would let one lay, and what else they bring."""
    hand, table, taken = s.hands[seat], down(s), row_cards(s, cards)
    before, after = int(layable(hand, table)), int(layable(hand | taken, table))
    burden = int(taken) & ~after
    words = {"points": points_of(after & ~before), "burden": points_of(burden)}
    if after & ~before:
        return Reason("take_burden" if burden else "take", words)
    pairs = any(of_book(int(hand), card) for card in each(int(taken)))
    return Reason("take_pair" if pairs else "take_nothing", words)


# --- Laying and throwing --------------------------------------------------------------------------------------


def why_lay(s: Record, seat: int, action: int) -> Reason:
    """Points on the table instead of in hand."""
    cards = int(lay_cards(action - LAY)) if action < FOURTH else 1 << (action - FOURTH)
    left = int(s.hands[seat]) & ~cards
    book = next(each(cards)) // IN_BOOK
    words = {"points": points_of(cards), "book": LETTERS[book], "left": left.bit_count()}
    if not left:
        return Reason("lay_out", words)
    if action < FOURTH and left & (BOOK << IN_BOOK * book):
        return Reason("lay_short", words)
    return Reason("lay" if action < FOURTH else "fourth", words)


def why_discard(s: Record, seat: int, card: int) -> Reason:
    """Whether the hand can do without it, and whether the others would like it."""
    hand, words = int(s.hands[seat]), words_of(card)
    if finable(s, card):
        return Reason("discard_fine" if s.fine == FINE_CLAIMED else "discard_fourth", words)
    if hand == 1 << card:
        return Reason("discard_out", words)
    if (int(layable(s.hands[seat], down(s))) >> card) & 1:
        return Reason("discard_layable", words)
    wanting = next((other for other in range(s.seats) if other != seat and pair_known(s, other, card)), None)
    if wanting is not None:
        return Reason("discard_feeds", words | {"other": Seat(wanting)})
    return Reason("discard_pair" if of_book(hand, card) else why_single(s, seat, card), words)


def why_single(s: Record, seat: int, card: int) -> str:
    """A card alone of its book: whether it could ever have been laid."""
    gone = int(down(s)) | sum(int(s.sure[other]) for other in range(s.seats) if other != seat)
    dead = of_book(gone, card).bit_count() > 1
    return "discard_dead" if dead else "discard_high" if number_of(card) > 2 else "discard_low"


def why_gift(s: Record, seat: int, card: int) -> Reason:
    """A card for the player who is fined."""
    hand, words = int(s.hands[seat]), words_of(card) | {"accused": Seat(s.turn)}
    if pair_known(s, int(s.turn), card):
        return Reason("give_feeds", words)
    if (int(layable(s.hands[seat], down(s))) >> card) & 1:
        return Reason("give_layable", words)
    return Reason("give_pair" if of_book(hand, card) else "give", words)


def why_claim(s: Record, seat: int, action: int) -> Reason:
    """A card that can be laid, for one that cannot."""
    words = words_of(int(s.row[s.lying - 1])) | {"accused": Seat(s.turn)}
    if not int(s.hands[s.turn]):
        return Reason("claim_stops" if action == CLAIM else "silent_out", words)
    return Reason("claim" if action == CLAIM else "silent", words)


# --- Sets of cards as plain numbers ---------------------------------------------------------------------------


def words_of(card: int) -> dict[str, object]:
    """A card for a sentence."""
    return {"card": PACK.names[card], "book": LETTERS[card // IN_BOOK], "points": int(number_of(card))}


def of_book(cards: int, card: int) -> int:
    """The cards of the same book as a card, but for itself."""
    return cards & (BOOK << IN_BOOK * (card // IN_BOOK)) & ~(1 << card)


def pair_known(s: Record, other: int, card: int) -> bool:
    """Whether everybody knows that a seat holds two others of the card's book."""
    return of_book(int(s.sure[other]), card).bit_count() > 1


def points_of(cards: int) -> int:
    """What the cards count."""
    return int(corner_sum(np.uint64(cards)))


def each(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    return (card for card in range(len(PACK)) if (cards >> card) & 1)
