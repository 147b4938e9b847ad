"""A player worth meeting. The book gives no strategy; these are the notes of RULINGS section 4e.

She remembers every ask and answer (`lore.py`) and never asks in vain what she can know. She takes what she knows to be
there, and otherwise asks where the card most likely is, weighing how near it brings her to a book; book A is worth two.

How likely that is she reckons a card at a time. An expert imagines whole deals that agree with all that was said, and
so knows better: who must have begun this book cannot hold as much of that one.
"""

from typing import Any, Final

import numpy as np

from parlour.core.chance import below
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import BOOKS, CARDS, IN_BOOK, book_cards, book_of, in_book
from parlour.core.pack.cards import NONE, count, holds, lowest, only, without_lowest
from parlour.games.honors1.knowledge import redeal
from parlour.games.honors1.lore import cards_of, could_have_held
from parlour.games.honors1.rules import askable
from parlour.games.honors1.table import *

SCRATCH: Final = 2
NEARNESS: Final = (1.0, 2.0, 4.0, 9.0)  # what a card is worth to who holds so many others of its book
TOLD: Final = 1.1  # better a book that everybody knows she has begun: an ask there tells nothing new
SURE: Final = 100.0
WORLDS: Final = 32  # that an expert imagines
BYTE: Final = np.uint64(255)


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The ask that promises most; any of several."""
    best, choice, ties = -1.0, 0, 0
    wanted = askable(s, seat)
    while wanted != NONE:
        card = lowest(wanted)
        wanted = without_lowest(wanted)
        worth = worth_of(s, seat, card)
        everywhere = all_weight(s, seat, card)
        for asked in range(s.seats):
            if asked == seat or s.hands[asked] == NONE:
                continue
            hope = chance_of(s, seat, asked, card, everywhere)
            promise = hope * worth + (SURE if hope == 1.0 else 0.0)
            if promise < best:
                continue
            ties = 1 if promise > best else ties + 1
            best = promise
            if below(rng, ties) == 0:
                choice = CARDS * asked + card
    return choice


@rule
def rollout(s: Record, seat: int, rng: Rng) -> int:
    """The same for playouts: it needs no scratch."""
    return advise(s, seat, rng, s)


@rule
def expert(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The ask that promises most when she goes by a few worlds that agree with all that was said.

    They are so few that she may think again and ask otherwise: those who look ahead get several good asks to compare.
    """
    tallies = scratch[1].places  # a byte a seat: in how many worlds she holds the card
    imagine(s, seat, scratch, tallies, rng)
    best, choice = -1.0, 0
    wanted = askable(s, seat)
    while wanted != NONE:
        card = lowest(wanted)
        wanted = without_lowest(wanted)
        worth = worth_of(s, seat, card)
        everywhere = all_weight(s, seat, card)
        for asked in range(s.seats):
            if asked == seat or s.hands[asked] == NONE:
                continue
            hope = chance_of(s, seat, asked, card, everywhere)
            held = whole((tallies[card] >> np.uint64(8 * asked)) & BYTE)
            promise = (held + hope) * worth + (SURE * WORLDS if held == WORLDS else 0.0)
            if promise > best:
                best, choice = promise, CARDS * asked + card
    return choice


@rule
def pointless(s: Record, seat: int, action: int) -> bool:
    """Nobody asks on the off chance while she can surely fill a book: her turn goes on, and the book is safe."""
    return not is_known(s, seat, action // CARDS, action % CARDS) and can_fill(s, seat)


@rule
def can_fill(s: Record, seat: int) -> bool:
    """Whether the seat knows of every card that it lacks of some book who holds it."""
    for book in range(BOOKS):
        lacking = book_cards(book) & askable(s, seat)
        sure = lacking != NONE
        while sure and lacking != NONE:
            card = lowest(lacking)
            lacking = without_lowest(lacking)
            sure = False
            for asked in range(s.seats):
                sure |= is_known(s, seat, asked, card)
        if sure:
            return True
    return False


@rule
def is_known(s: Record, seat: int, asked: int, card: int) -> bool:
    """Whether the seat knows that another holds a card."""
    return asked != seat and chance_of(s, seat, asked, card, all_weight(s, seat, card)) == 1.0


@rule
def imagine(s: Record, seat: int, scratch: Any, tallies: Any, rng: Rng) -> None:
    """Count who holds each card in some worlds."""
    tallies[:] = NONE
    for _ in range(WORLDS):
        scratch[0] = s
        redeal(scratch[0], seat, rng)
        for other in range(s.seats):
            cards = scratch[0].hands[other]
            while cards != NONE:
                tallies[lowest(cards)] += only(8 * other)
                cards = without_lowest(cards)


@rule
def worth_of(s: Record, seat: int, card: int) -> float:
    """How much the seat would like a card: most where she holds three, and book A twice as much."""
    book = book_of(card)
    worth = NEARNESS[in_book(s.hands[seat], book)] * (2.0 if book == 0 else 1.0)
    return worth * (TOLD if is_told(s, seat, book) else 1.0)


@rule
def is_told(s: Record, seat: int, book: int) -> bool:
    """Whether everybody knows that the seat has begun the book."""
    told = s.hands[seat] & s.shown & book_cards(book) != NONE
    for slot in range(IN_BOOK * book, IN_BOOK * book + IN_BOOK):
        told |= s.begun[slot] != 0 and int(s.begun[slot]) & 7 == seat
    return told


@rule
def chance_of(s: Record, seat: int, asked: int, card: int, everywhere: float) -> float:
    """How likely the seat asked holds the card: surely if it was seen to get it, else as its hidden cards allow."""
    if holds(s.shown, card):
        return 1.0 if holds(s.hands[asked], card) else 0.0
    weight = weight_of(s, asked, card)
    if weight == 0.0:
        return 0.0
    if everywhere - weight < 1e-9:
        return 1.0
    return max(weight / everywhere, hinted(s, seat, asked, card))


@rule
def hinted(s: Record, seat: int, asked: int, card: int) -> float:
    """The seat asked has begun the book, as its own asks told: of so many cards, how likely is it this one?"""
    book = book_of(card)
    hope = 0.0
    for slot in range(IN_BOOK * book, IN_BOOK * book + IN_BOOK):
        note = int(s.begun[slot])
        if note == 0 or note & 7 != asked:
            continue
        mine = places_by(s, asked, (note >> 3) & 63)
        might = could_have_held(s, book, mine) & cards_of(note >> 9, book) & ~own_cards(s, seat)
        if might & s.shown == NONE and might & only(card) != NONE:
            hope = max(hope, 1.0 / count(might))
    return hope


@rule
def own_cards(s: Record, seat: int) -> np.uint64:
    """Cards that the seat took from the pack and still holds."""
    return s.hands[seat] & ~s.shown


@rule
def all_weight(s: Record, seat: int, card: int) -> float:
    """The places where a hidden card may be, the centre's too."""
    weight = float(count(s.places[card] & ~first_places(s.next)))
    for other in range(s.seats):
        if other != seat:
            weight += weight_of(s, other, card)
    return weight


@rule
def weight_of(s: Record, seat: int, card: int) -> float:
    """The hidden cards of a seat, less the share of them that came too early to be this one."""
    open_to = count(s.places[card] & s.received[seat])
    if open_to == 0:
        return 0.0
    return count(s.hands[seat] & ~s.shown) * (open_to / count(s.received[seat]))
