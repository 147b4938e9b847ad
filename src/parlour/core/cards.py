"""Sets of cards as 64-bit masks: card c is bit c."""

from typing import Final

import numpy as np

from parlour.core.chance import below
from parlour.core.contract import Rng
from parlour.core.kernel import rule

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)


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
    return count((cards ^ (cards & (cards - ONE))) - ONE)


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
def pick(cards: np.uint64, rng: Rng) -> int:
    """Any card of a set that is not empty."""
    for _ in range(below(rng, count(cards))):
        cards = without_lowest(cards)
    return lowest(cards)
