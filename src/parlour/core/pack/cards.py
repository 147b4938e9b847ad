"""Sets of cards as 64-bit masks: card c is bit c."""

from typing import Any, Final

import numpy as np

from parlour.core.chance import below
from parlour.core.contract import Actions, Features, Rng
from parlour.core.kernel import rule, whole

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)
NO_CARD: Final = np.uint64(1 << 63)  # above the cards of any pack


@rule
def only(card: int) -> np.uint64:
    """The set of one card."""
    return ONE << np.uint64(card)


@rule
def holds(cards: np.uint64, card: int) -> bool:
    """Whether a card is in the set."""
    return bool((cards >> np.uint64(card)) & ONE)


@rule
def count(cards: np.uint64) -> int:
    """How many cards there are. (Compilers know this loop and make one instruction of it.)"""
    n = 0
    while cards != NONE:
        cards &= cards - ONE
        n += 1
    return n


@rule
def lowest(cards: np.uint64) -> int:
    """The lowest card of a set that is not empty."""
    return count(~cards & (cards - ONE))


@rule
def without_lowest(cards: np.uint64) -> np.uint64:
    """The set less its lowest card."""
    return cards & (cards - ONE)


@rule
def highest(cards: np.uint64) -> int:
    """The highest card of a set that is not empty."""
    card = 0
    for step in (32, 16, 8, 4, 2, 1):
        if cards >> np.uint64(step) != NONE:
            cards >>= np.uint64(step)
            card += step
    return card


@rule
def put_all(cards: np.uint64, first: int, out: Actions, n: int) -> int:
    """Append an action for every card of a set, lowest first, numbered from `first`; how many actions there are then.

    It writes four at a time, which spares the processor a wrong guess a card: `out` needs three places to spare.
    """
    end = n + count(cards)
    while n < end:
        for place in range(n, n + 4):
            cards |= NO_CARD
            out[place] = first + lowest(cards)
            cards = without_lowest(cards)
        n += 4
    return end


@rule
def nth_by_halves(cards: np.uint64, n: int) -> int:
    """Card number n of a set, counted up from 0. It halves the set again and again, without a branch to guess."""
    card = 0
    for half in (32, 16, 8, 4, 2, 1):
        lower = count(cards & ((ONE << np.uint64(half)) - ONE))
        above = n >= lower
        n -= lower * above
        card += half * above
        cards >>= np.uint64(half * above)
    return card


@rule
def nth(cards: np.uint64, n: int) -> int:
    """The same for searches, which never run on a GPU: some processors have an instruction for it (`core.engines`)."""
    return nth_by_halves(cards, n)


@rule
def pick(cards: np.uint64, rng: Rng) -> int:
    """Any card of a set that is not empty."""
    return nth_by_halves(cards, below(rng, count(cards)))


@rule
def some_of(cards: np.uint64, n: int, rng: Rng) -> np.uint64:
    """Any n cards of a set."""
    some = NONE
    for _ in range(n):
        some |= only(pick(cards & ~some, rng))
    return some


@rule
def lift(pile: Any, place: int) -> int:
    """Take the card at a place, where 0 is left: the top of a pile that has been counted down."""
    card = whole(pile[place])
    pile[place] = 0
    return card


@rule
def cards_in(pile: Any, first: int, end: int) -> np.uint64:
    """The set of the cards of a pile from one place to before another."""
    cards = NONE
    for i in range(first, end):
        cards |= only(pile[i])
    return cards


@rule
def put_ones(cards: np.uint64, at: int, out: Features) -> None:
    """A set of cards for learners: 1 for each card that is in it."""
    while cards != NONE:
        out[at + lowest(cards)] = 1.0
        cards = without_lowest(cards)


@rule
def pick_at_once(cards: np.uint64, rng: Rng) -> int:
    """The same card for searches: in the fastest way that this processor knows."""
    return whole(nth(cards, below(rng, count(cards))))
