"""A greedy trader: how we would play (RULINGS section 6e; the sheet itself gives no advice).

It keeps the books of which it holds most, as many as it needs to go out, and trades the rest away, single cards first.
It takes any offer that it can pay for with such cards, but for one that would only bring its own cards back; else it
makes an offer. Now and then it gives up a book, for a card that never appears is in somebody else's collection.

It looks at its own hand and at what lies open. Its whims come from its own cards and the tick, so that a gesture that
takes several actions stays the same gesture.

A shrewd trader (`expert`) does the same, but knows that who sees the most new cards is out first. She offers as many
cards as she can, always, and among many does not spend a tick on a small offer while the hand is young; she pays for
one with other cards than those that she has on offer, so that one tick may bring two swaps; what she has just been
given she passes on last, for its giver does not want it back; and a pair that never grows she gives up altogether.
"""

from typing import Any, Final

import numpy as np

from parlour.core.chance import MASK
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import BOOKS, IN_BOOK, book_cards, book_of, in_book
from parlour.core.pack.cards import NONE, count, highest, lowest, only, without_lowest
from parlour.games.honors3.table import *

SCRATCH: Final = 1
PATIENCE: Final = 8  # ticks after which a whim passes
DEAR: Final = 128  # as much as two more cards of the same book
YOUNG: Final = 20  # ticks: a hand of six lasts about as long
LULL: Final = 2  # ticks without a swap after which any offer will do
PAIR: Final = 2


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The next action of the gesture that the trader would make."""
    return go_on(s, seat, *gesture_of(s, seat, False))


@rule
def expert(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The same of a shrewd trader: better than the book, and what those who look ahead start from."""
    return go_on(s, seat, *gesture_of(s, seat, True))


@rule
def go_on(s: Record, seat: int, action: int, cards: np.uint64) -> int:
    """The next action of a gesture."""
    chosen = s.chosen[seat]
    missing = cards & ~chosen
    if chosen & ~cards != NONE or (chosen != NONE and missing != NONE and lowest(missing) < highest(chosen)):
        return finish(s, seat)
    if missing != NONE:
        return PICK + lowest(missing)
    return action


@rule
def gesture_of(s: Record, seat: int, shrewd: bool) -> tuple[int, np.uint64]:
    """What to do, and with which cards."""
    fresh = s.got[seat] if shrewd else NONE
    junk = s.hands[seat] & ~collection(s, seat, shrewd)
    most = spare(s, junk)
    owner = best_offer(s, seat, fewest(s, most) if shrewd else 1, most)
    if owner != NOBODY:
        dear = fresh | s.offered[seat] if shrewd else NONE
        return ACCEPT + owner, least_useful(s, seat, junk, dear, count(s.offered[owner]))
    if junk == NONE:
        return (WAIT if s.offered[seat] == NONE else WITHDRAW), NONE
    size = min(MOST_IN_SWAP, most) if shrewd else offer_size(s, seat, most)
    cards = least_useful(s, seat, junk, fresh, size)
    return (WAIT, NONE) if s.offered[seat] == cards else (OFFER, cards)


@rule
def finish(s: Record, seat: int) -> int:
    """Other cards are picked out, or the market has moved: take what can be had for them, or offer them, or let it be.

    Within a tick nothing moves, so whoever has picked out other cards than the trader would has something in mind.
    """
    for owner in range(s.seats):
        if open_to(s, owner, seat) and count(s.offered[owner]) == count(s.chosen[seat]):
            return ACCEPT + owner
    return OFFER if s.pace == TICKS else WAIT


# --- Cards ----------------------------------------------------------------------------------------------------


@rule
def collection(s: Record, seat: int, shrewd: bool) -> np.uint64:
    """The cards worth keeping: of the best books, as many as are needed to go out, more than one of each."""
    kept = NONE
    for _ in range(held(s, seat) // IN_BOOK):
        best, most = 0, 0
        for book in range(BOOKS):
            value = worth(s, seat, book, shrewd) if kept & book_cards(book) == NONE else 0
            if value > most:
                best, most = book, value
        if most > 0:
            kept |= s.hands[seat] & book_cards(best)
    return kept


@rule
def worth(s: Record, seat: int, book: int, shrewd: bool) -> int:
    """How much a book is worth collecting: by its cards, less while it is given up; nothing for a single card.

    A pair that a shrewd trader gives up is worth nothing to her: if two kept half a book each they might wait for ever.
    """
    n = in_book(s.hands[seat], book)
    if n < PAIR:
        return 0
    value = 16 * n + whim(s, seat, whole(s.hands[seat] % np.uint64(1009)), book) % 16
    long_sought = s.tick >= (PATIENCE if n == PAIR else 5 * PATIENCE)
    if not long_sought or whim(s, seat, s.tick // PATIENCE, book) % 8 != 0:
        return value
    return 0 if shrewd and n == PAIR else value - 24


@rule
def spare(s: Record, junk: np.uint64) -> int:
    """How many of the useless cards one swap can take: of one book only with `same_book`."""
    if not s.same_book:
        return count(junk)
    most = 0
    for book in range(BOOKS):
        most = max(most, in_book(junk, book))
    return most


@rule
def least_useful(s: Record, seat: int, junk: np.uint64, dear: np.uint64, n: int) -> np.uint64:
    """So many cards to give away, single ones first, and those that are dear last."""
    left = junk
    if s.same_book:
        for book in range(BOOKS):
            if in_book(junk, book) < n:
                left &= ~book_cards(book)
    cards = NONE
    for _ in range(n):
        card = least_useful_card(s, seat, left, dear)
        cards |= only(card)
        left &= ~only(card)
        if s.same_book:
            left &= book_cards(book_of(card))
    return cards


@rule
def least_useful_card(s: Record, seat: int, left: np.uint64, dear: np.uint64) -> int:
    """The card of the smallest book in the hand."""
    best, least = 0, 1 << 30
    while left != NONE:
        card = lowest(left)
        left = without_lowest(left)
        use = 64 * in_book(s.hands[seat], book_of(card)) + whim(s, seat, s.tick // PATIENCE, card) % 64
        use += DEAR if dear & only(card) != NONE else 0
        if use < least:
            best, least = card, use
    return best


# --- Offers ---------------------------------------------------------------------------------------------------


@rule
def fewest(s: Record, most: int) -> int:
    """How small an offer may be for a shrewd trader who can spare `most` cards.

    Where five or more trade, another one as large as she can pay for is soon there. Where four do, or with
    `same_book`, there is too little to choose from.
    """
    choosy = s.seats > FEWEST_SEATS and not s.same_book and s.tick < YOUNG and s.quiet < LULL
    return min(MOST_IN_SWAP, most) if choosy else 1


@rule
def best_offer(s: Record, seat: int, least: int, most: int) -> int:
    """Whose offer to accept, NOBODY if none: the largest that is large enough and can be paid for."""
    best, value = NOBODY, 0
    for owner in range(s.seats):
        size = count(s.offered[owner])
        if open_to(s, owner, seat) and least <= size <= most:
            luck = whim(s, seat, s.tick, owner) % 16
            stale = s.partner[seat] == owner and s.partner[owner] == seat  # she offers what one gave her, or worse
            if (not stale or luck == 0) and 16 * size + luck > value:
                best, value = owner, 16 * size + luck
    return best


@rule
def offer_size(s: Record, seat: int, most: int) -> int:
    """As many as can be spared, three at most; fewer now and then, for those who cannot spare so many."""
    size = min(MOST_IN_SWAP, most)
    return 1 + whim(s, seat, s.tick // PATIENCE, 99) % size if whim(s, seat, s.tick // PATIENCE, 98) % 2 == 0 else size


@rule
def whim(s: Record, seat: int, time: int, thing: int) -> int:
    """A number that looks like chance and is always the same for the same seat, hand, time and thing."""
    word = np.uint64(int(seat) + 8 * int(s.hand) + (int(time) << 13) + (int(thing) << 24)) & MASK
    for _ in range(2):
        word = ((word ^ (word >> np.uint64(15))) * np.uint64(0x2C1B3C6D)) & MASK
        word = ((word ^ (word >> np.uint64(12))) * np.uint64(0x297A2D39)) & MASK
    return whole(word >> np.uint64(8))
