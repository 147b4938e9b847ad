"""What a seat knows: fair samples of what it does not, and what it does as numbers.

A sample is an order of the pack, all orders that agree with what the seat saw being as likely (`lore.py` says when one
does). Dealing cards to places, the most restricted first, and throwing a try away when it fails, is exactly fair and
soon succeeds while little is known. Where it does not, an order that agrees is mended from a random one and stirred by
many exchanges that keep it agreeing; every exchange is as likely as its reverse, so no order is favoured.
"""

from typing import Final

import numpy as np

from parlour.core.books import ALL_CARDS, BOOKS, CARDS, book_of
from parlour.core.cards import NONE, count, holds, lowest, only, pick, without_lowest
from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule, whole
from parlour.games.honors1.lore import wrong_notes
from parlour.games.honors1.state import *

TRIES: Final = 12
MENDS: Final = 400  # then from the beginning
STIRS: Final = 32  # for each card to stir


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Put the pack in any order that agrees with what `seat` has seen, and give everybody her cards."""
    forget_key(s, rng)
    if s.phase != ASKING:
        return
    free = ALL_CARDS if seat == SPECTATOR else ALL_CARDS & ~s.received[seat]
    cards = cards_at(s, free)
    if not deal_fairly(s, cards, free, rng):
        put_together(s, cards, free, rng)
        stir(s, cards, rng)
    take_up(s)


@rule
def cards_at(s: Record, places: np.uint64) -> np.uint64:
    """The cards at some places."""
    cards = NONE
    for place in range(CARDS):
        if holds(places, place):
            cards |= only(s.pack[place])
    return cards


@rule
def take_up(s: Record) -> None:
    """Hands and pack as the places of the cards say."""
    for card in range(CARDS):
        s.pack[s.place[card]] = card
    for seat in range(s.seats):
        s.hands[seat] = (s.hands[seat] & s.shown) | (cards_at(s, s.received[seat]) & ~s.shown)


# --- Dealing fairly -------------------------------------------------------------------------------------------


@rule
def deal_fairly(s: Record, cards: np.uint64, free: np.uint64, rng: Rng) -> bool:
    """Some tries at dealing the cards to the free places; False if none succeeds."""
    for _ in range(TRIES):
        if deal_once(s, cards, free, rng) and all_agree(s):
            return True
    return False


@rule
def deal_once(s: Record, cards: np.uint64, free: np.uint64, rng: Rng) -> bool:
    """One try; False if it must be thrown away.

    Card after card goes to one of its places that are left. The number drawn is below a bound that no choice made
    earlier can change; where fewer places are left, a draw beyond them ends the try. So every way to deal the cards is
    as likely as any other. Cards with fewer places go first.
    """
    left = cards
    vacant = free
    while left != NONE:
        card = most_restricted(s, left, free)
        can = s.places[card] & free
        bound = min(count(left), count(can) - settled_within(s, cards & ~left, can, free))
        place = below(rng, bound)
        can &= vacant
        if place >= count(can):
            return False
        for _ in range(place):
            can = without_lowest(can)
        s.place[card] = lowest(can)
        vacant ^= only(s.place[card])
        left ^= only(card)
    return True


@rule
def most_restricted(s: Record, cards: np.uint64, free: np.uint64) -> int:
    """The card with the fewest places, the lowest of several."""
    found = lowest(cards)
    fewest = CARDS + 1
    while cards != NONE:
        card = lowest(cards)
        can = count(s.places[card] & free)
        if can < fewest:
            found, fewest = card, can
        cards = without_lowest(cards)
    return found


@rule
def settled_within(s: Record, settled: np.uint64, can: np.uint64, free: np.uint64) -> int:
    """How many of the cards dealt already must have gone to places in `can`, having no others."""
    if can == free:
        return 0  # no bound then but the places left
    within = 0
    while settled != NONE:
        within += 1 if s.places[lowest(settled)] & free & ~can == NONE else 0
        settled = without_lowest(settled)
    return within


@rule
def all_agree(s: Record) -> bool:
    """Whether the places of all cards agree with every note."""
    for book in range(BOOKS):
        if wrong_notes(s, book) > 0:
            return False
    return True


# --- Putting together -----------------------------------------------------------------------------------------


@rule
def put_together(s: Record, cards: np.uint64, free: np.uint64, rng: Rng) -> None:
    """An order that agrees, mended from a random one."""
    mended = False
    while not mended:
        deal_roughly(s, cards, free, rng)
        for _ in range(MENDS):
            wrong = any_wrong_card(s, cards, rng)
            mended = wrong < 0
            if mended:
                break
            exchange(s, wrong, best_partner(s, wrong, cards, rng))


@rule
def deal_roughly(s: Record, cards: np.uint64, free: np.uint64, rng: Rng) -> None:
    """Every card goes to one of its own places while there are any, the most restricted first."""
    left = cards
    while left != NONE:
        card = most_restricted(s, left, free)
        can = s.places[card] & free
        s.place[card] = pick(can if can != NONE else free, rng)
        free ^= only(s.place[card])
        left ^= only(card)


@rule
def any_wrong_card(s: Record, cards: np.uint64, rng: Rng) -> int:
    """A card that cannot be where it is, or whose book disagrees; -1 if there is none."""
    card = below(rng, CARDS)
    for _ in range(CARDS):
        card = card + 1 if card + 1 < CARDS else 0
        if holds(cards, card) and wrongs(s, card) > 0:
            return card
    return -1


@rule
def wrongs(s: Record, card: int) -> int:
    """What is wrong about a card: where it is, and its book."""
    return misplaced(s, card, whole(s.place[card])) + wrong_notes(s, book_of(card))


@rule
def best_partner(s: Record, card: int, cards: np.uint64, rng: Rng) -> int:
    """The card to exchange places with that leaves least wrong, any of several; now and then any card at all."""
    if below(rng, 8) == 0:
        return pick(cards, rng)
    best, partner, ties = 99, card, 0
    while cards != NONE:
        other = lowest(cards)
        cards = without_lowest(cards)
        here, there = whole(s.place[card]), whole(s.place[other])
        worse = misplaced(s, card, there) + misplaced(s, other, here) > misplaced(s, card, here) + misplaced(
            s, other, there
        )
        if other == card or worse:
            continue
        before = wrongs(s, other)
        exchange(s, card, other)
        after = wrongs(s, card) + wrongs(s, other) - before
        exchange(s, card, other)
        if after > best:
            continue
        ties = 1 if after < best else ties + 1
        best = after
        if below(rng, ties) == 0:
            partner = other
    return partner


@rule
def misplaced(s: Record, card: int, place: int) -> int:
    """1 if the card cannot have come from the place."""
    return 0 if holds(s.places[card], place) else 1


@rule
def exchange(s: Record, card: int, other: int) -> None:
    """Two cards change places."""
    place = s.place[card]
    s.place[card] = s.place[other]
    s.place[other] = place


# --- Stirring -------------------------------------------------------------------------------------------------


@rule
def stir(s: Record, cards: np.uint64, rng: Rng) -> None:
    """Many exchanges of two or three cards, each made only if the order still agrees. Hidden cards get most of them."""
    hidden = cards & ~s.shown
    for step in range(STIRS * count(cards)):
        first = any_card(hidden if step & 3 and hidden != NONE else cards, rng)
        second = any_card(cards, rng)
        third = any_card(cards, rng) if step & 4 else second
        rotate_cards(s, first, second, third)


@rule
def any_card(cards: np.uint64, rng: Rng) -> int:
    """Any card of a set that is not empty."""
    card = below(rng, CARDS)
    while not holds(cards, card):
        card = below(rng, CARDS)
    return card


@rule
def rotate_cards(s: Record, first: int, second: int, third: int) -> None:
    """First goes where second is, second where third is, third where first is (or two change places), if they may."""
    a, b, c = s.place[first], s.place[second], s.place[third]
    if first in (second, third):
        return
    if not (holds(s.places[first], b) and holds(s.places[third], a)):
        return
    if second != third and not holds(s.places[second], c):
        return
    s.place[first], s.place[third] = b, a
    if second != third:
        s.place[second] = c
    if wrong_notes(s, book_of(first)) + wrong_notes(s, book_of(second)) + wrong_notes(s, book_of(third)) > 0:
        s.place[first], s.place[second], s.place[third] = a, b, c


# --- As numbers -----------------------------------------------------------------------------------------------


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat that remembers everything knows, seats counted clockwise from itself (C-18).

    | from | what                                              | numbers      |
    |------|---------------------------------------------------|--------------|
    | 0    | own cards                                         | 48           |
    | 48   | of each seat, see `observe_seat`                  | 8 x 65       |
    | 568  | cards that may lie in the centre                  | 48           |
    | 616  | seats: two to eight                               | 7            |
    | 623  | whether somebody is to ask                        | 1            |
    | 624  | cards in the centre / 36                          | 1            |
    | 625  | turns without a book / the limit                  | 1            |
    | 626  | hands played / cap                                | 1            |
    """
    out[:] = 0.0
    own = NONE if seat == SPECTATOR else s.hands[seat]
    hidden = ALL_CARDS & ~s.shown
    for card in range(CARDS):
        out[card] = 1.0 if holds(own, card) else 0.0
        in_centre = holds(hidden & ~own, card) and s.places[card] & ~first_places(s.next) != NONE
        out[568 + card] = 1.0 if in_centre else 0.0
    first = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        other = (first + place) % s.seats
        observe_seat(s, other, hidden if other == seat else hidden & ~own, 48 + 65 * place, out)
    out[616 + int(s.seats) - 2] = 1.0
    if s.phase == ASKING:
        out[623] = 1.0
        out[624] = centre(s) / 36
    out[625] = max(0, s.idle) / (int(s.h1_stagnation) * int(s.seats))
    out[626] = min(1.0, s.hand / s.hand_cap)


@rule
def observe_seat(s: Record, seat: int, hidden: np.uint64, at: int, out: Features) -> None:
    """Cards it holds for all to know (1) or may hold (a half) (48), its books (12), cards, total, turn, dealer, out."""
    for card in range(CARDS):
        if holds(s.hands[seat] & s.shown, card):
            out[at + card] = 1.0
        elif holds(hidden, card) and s.places[card] & s.received[seat] != NONE:
            out[at + card] = 0.5
    for book in range(BOOKS):
        out[at + 48 + book] = float((s.books[seat] >> book) & 1)
    out[at + 60] = min(1.0, count(s.hands[seat]) / 24)
    out[at + 61] = min(1.0, s.totals[seat] / s.target)
    out[at + 62] = 1.0 if s.phase == ASKING and seat == s.turn else 0.0
    out[at + 63] = 1.0 if seat == s.dealer else 0.0
    out[at + 64] = 1.0 if seat == s.premium else 0.0
