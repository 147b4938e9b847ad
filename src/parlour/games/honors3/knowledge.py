"""What a seat knows: fair samples of what it does not, and what it does as numbers.

A seat knows its own cards, all that lies open, and where the cards are that it gave away: with her who got them, until
she lays them or swaps again, with anybody. From then on they could be anywhere; what one might still conclude from the
swaps of others is left to the player. Nobody holds a whole book: it would have been laid.
"""

from typing import Final

import numpy as np

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.books import ALL_CARDS, BOOKS, CARDS, book_cards, book_of, in_book, whole_books
from parlour.core.pack.cards import NONE, count, lowest, only, pick, put_ones, some_of, without_lowest
from parlour.core.pack.seating import everybody
from parlour.games.honors3.table import *

CHOOSE: Final = (1, 0, 0, 0, 1, 1, 0, 0, 1, 2, 1, 0, 1, 3, 3, 1, 1, 4, 6, 4)  # k of n cards, at 4 n + k


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal afresh what `seat` cannot see, all ways alike, and replace what the others have in hand and in mind."""
    forget_key(s, rng)
    if not playing(s):
        return
    unknown = unknown_cards(s, seat)
    while not deal_unknown(s, seat, unknown, rng):
        pass
    for other in range(s.seats):
        if other != seat:
            commit_anew(s, other, rng)
            remember_anew(s, other, seat, rng)
    for other in range(s.seats):
        if other != seat:
            hand_in_anew(s, other, rng)


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat knows, seats counted clockwise from itself.

    | from | what                                                            | numbers |
    |------|-----------------------------------------------------------------|---------|
    | 0    | own cards                                                       | 48      |
    | 48   | own cards picked out                                            | 48      |
    | 96   | own cards offered                                               | 48      |
    | 144  | cards of books laid down                                        | 48      |
    | 192  | cards known to be with each of the other seats                  | 6 x 48  |
    | 480  | of each seat, see `observe_seat`                                | 7 x 14  |
    | 578  | opening, market                                                 | 2       |
    | 580  | seats: four, five, six, seven                                   | 4       |
    | 584  | ticks, quiet ticks, gestures, hands: how near they are to limits | 4       |
    | 588  | pace is live; offers of one book                                | 2       |
    """
    out[:] = 0.0
    first = 0
    if seat != SPECTATOR:
        first = seat
        put_ones(s.hands[seat], 0, out)
        put_ones(s.chosen[seat], 48, out)
        put_ones(s.offered[seat], 96, out)
    for place in range(s.seats):
        other = (first + place) % int(s.seats)
        put_ones(s.laid[other], 144, out)
        if place > 0:
            put_ones(known(s, seat, other), 144 + 48 * place, out)
        observe_seat(s, other, seat, 480 + 14 * place, out)
    if playing(s):
        out[577 + int(s.phase)] = 1.0
    out[576 + int(s.seats)] = 1.0
    out[584] = min(1.0, s.tick / s.h3_ticks)
    out[585] = min(1.0, max(0, s.quiet) / s.h3_quiet)
    out[586] = s.gestures / (BUSY * int(s.seats))
    out[587] = min(1.0, s.hand / s.hand_cap)
    out[588] = float(s.pace)
    out[589] = float(s.same_book)


@rule
def known(s: Record, viewer: int, seat: int) -> np.uint64:
    """The cards that `viewer` knows to be with another seat: those it gave in the seat's last swap."""
    return s.got[seat] if s.partner[seat] == viewer else NONE


# --- Cards ----------------------------------------------------------------------------------------------------


@rule
def unknown_cards(s: Record, seat: int) -> np.uint64:
    """The cards of the other seats of which `seat` cannot say whose they are."""
    cards = ALL_CARDS >> np.uint64(CARDS - cards_in_play(s))
    for other in range(s.seats):
        cards &= ~(s.laid[other] | (s.hands[other] if other == seat else known(s, seat, other)))
    return cards


@rule
def deal_unknown(s: Record, seat: int, unknown: np.uint64, rng: Rng) -> bool:
    """One try at dealing the unknown cards into the free places; False if it must be thrown away."""
    for other in range(s.seats):
        if other != seat:
            s.hands[other] = known(s, seat, other)
    left = unknown
    if s.same_book:
        if not commit_books(s, seat, unknown, rng):
            return False
        for other in range(s.seats):
            if other != seat:
                left &= ~s.hands[other]
    places = count(left)
    while left != NONE:
        place_card(s, seat, only(lowest(left)), below(rng, places))
        left = without_lowest(left)
        places -= 1
    for other in range(s.seats):
        if other != seat and whole_books(s.hands[other]) != NONE:
            return False
    return True


@rule
def free_places(s: Record, seat: int) -> int:
    """How many cards of a hand are still to be dealt."""
    return dealt_size(s, seat) - count(s.laid[seat]) - held(s, seat)


@rule
def place_card(s: Record, seat: int, card: np.uint64, place: int) -> None:
    """Give the card to the seat that owns free place number `place`."""
    for other in range(s.seats):
        if other != seat:
            free = free_places(s, other)
            if place < free:
                s.hands[other] |= card
                return
            place -= free


# --- Offers of one book ---------------------------------------------------------------------------------------


@rule
def commit_books(s: Record, seat: int, unknown: np.uint64, rng: Rng) -> bool:
    """With `same_book`, deal the others' offers of two or three first: few hands have so many of a book.

    A set of cards for an offer is drawn with the chance that a fair deal would give it, as if the other offers took
    nothing; whatever that neglects is put right by throwing tries away. So all deals with all offers are alike.
    """
    places = count(unknown)
    taken = NONE
    used = 0
    spared = 0
    for other in range(s.seats):
        size = count(s.offered[other])
        if other == seat or size < 2:
            continue
        own = s.hands[other]
        cards = some_of_one_book(own, unknown, size, free_places(s, other), places, rng)
        if cards & taken != NONE:
            return False
        taken |= cards
        used += count(cards & ~own)
        spared += count(cards & own)
        s.offered[other] = cards
        s.hands[other] |= cards
    for n in range(used, used + spared):
        if below(rng, places) >= places - n:
            return False
    return True


@rule
def some_of_one_book(own: np.uint64, unknown: np.uint64, size: int, free: int, places: int, rng: Rng) -> np.uint64:
    """Cards of one book for an offer, from those known to be in the hand and those that may be."""
    total = 0
    for book in range(BOOKS):
        for new in range(size + 1):
            total += ways(own, unknown, book, size, new, free, places)
    draw = below(rng, total)
    for book in range(BOOKS):
        for new in range(size + 1):
            draw -= ways(own, unknown, book, size, new, free, places)
            if draw < 0:
                cards = book_cards(book)
                return some_of(own & cards, size - new, rng) | some_of(unknown & cards, new, rng)
    return NONE


@rule
def ways(own: np.uint64, unknown: np.uint64, book: int, size: int, new: int, free: int, places: int) -> int:
    """The weight of offers of a book with so many new cards, each of which needs one of the free places."""
    weight = CHOOSE[4 * in_book(own, book) + size - new] * CHOOSE[4 * in_book(unknown, book) + new]
    for n in range(size):
        weight *= free - n if n < new else places
    return weight


# --- What others have in mind ---------------------------------------------------------------------------------


@rule
def commit_anew(s: Record, seat: int, rng: Rng) -> None:
    """An open offer is of any cards of the hand, as many as were announced."""
    size = count(s.offered[seat])
    if size == 1 or not s.same_book:
        s.offered[seat] = some_of(s.hands[seat], size, rng)


@rule
def remember_anew(s: Record, seat: int, viewer: int, rng: Rng) -> None:
    """What came to a seat from somebody else could be any of its cards; nothing, where books make it less clear."""
    if s.partner[seat] == NOBODY or s.partner[seat] == viewer:
        return
    unclear = s.same_book or (s.booked >> seat) & 1
    s.got[seat] = NONE if unclear else some_of(s.hands[seat], count(s.got[seat]), rng)


@rule
def hand_in_anew(s: Record, seat: int, rng: Rng) -> None:
    """What a seat has handed in for this tick could be anything that it may hand in; what it is picking, nothing."""
    s.chosen[seat] = NONE
    if s.said[seat] == 0 or s.pace == LIVE:
        return
    s.said[seat] = WAIT
    offers = 1 << seat
    if s.h3_directed == TO_ONE_SEAT:
        offers = everybody(s)
    swaps = 0
    for owner in range(s.seats):
        swaps |= 1 << owner if open_to(s, owner, seat) else 0
    others = 2 if s.offered[seat] != NONE else 1
    choice = below(rng, others + count(np.uint64(offers)) + count(np.uint64(swaps))) - others
    if choice == -2:
        s.said[seat] = WITHDRAW
    elif choice >= count(np.uint64(offers)):
        owner = lowest(nth_card(np.uint64(swaps), choice - count(np.uint64(offers))))
        pick_anew(s, seat, ACCEPT + owner, count(s.offered[owner]), rng)
    elif choice >= 0:
        to = lowest(nth_card(np.uint64(offers), choice))
        pick_anew(s, seat, OFFER if to == seat else OFFER_TO + to, 1 + below(rng, MOST_IN_SWAP), rng)


@rule
def pick_anew(s: Record, seat: int, action: int, size: int, rng: Rng) -> None:
    """So many cards for an action; with `same_book` of one book, and without the action if it has too few."""
    cards = s.hands[seat]
    if s.same_book:
        cards &= book_cards(book_of(pick(cards, rng)))
    if count(cards) >= size:
        s.said[seat] = action
        s.chosen[seat] = some_of(cards, size, rng)


# --- Numbers --------------------------------------------------------------------------------------------------


@rule
def observe_seat(s: Record, seat: int, viewer: int, at: int, out: Features) -> None:
    """Fourteen numbers that everybody can see.

    There, cards held, books, offer of one, of two, of three, open to the viewer, made to one seat, has had its say,
    total, dealer, opener, last partner of the viewer, caller.
    """
    out[at] = 1.0
    out[at + 1] = held(s, seat) / 12
    out[at + 2] = min(1.0, books_laid(s, seat) / 3)
    if s.offered[seat] != NONE:
        out[at + 2 + count(s.offered[seat])] = 1.0
    out[at + 6] = 1.0 if viewer != SPECTATOR and open_to(s, seat, viewer) else 0.0
    out[at + 7] = 1.0 if s.offered_to[seat] != TO_ALL else 0.0
    out[at + 8] = float((s.done >> seat) & 1)
    out[at + 9] = min(1.0, s.totals[seat] / s.target)
    out[at + 10] = 1.0 if seat == s.dealer else 0.0
    out[at + 11] = 1.0 if playing(s) and seat == opener(s) else 0.0
    out[at + 12] = 1.0 if viewer != SPECTATOR and s.partner[viewer] == seat else 0.0
    out[at + 13] = float((s.callers >> seat) & 1)
