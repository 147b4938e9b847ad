"""The ordinary pack of 52 cards: suits C D H S, ranks from the 2 up to the Ace.

Cards are numbered suit by suit, low rank first (C-17): 2C is 0, AC is 12, 2D is 13, AS is 51. A set of cards is a mask
(`core.pack.cards`), in which a suit is thirteen bits side by side.
"""

from typing import Final

import numpy as np

from parlour.core.kernel import rule
from parlour.core.pack.packs import Pack

SUITS: Final = 4
RANKS: Final = 13
CARDS: Final = 52
CLUBS, DIAMONDS, HEARTS, SPADES = range(SUITS)
SUIT_LETTERS: Final = "CDHS"
RANK_NAMES: Final = (*"23456789", "10", *"JQKA")
EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(6, RANKS)
ALL_CARDS: Final = np.uint64((1 << CARDS) - 1)
ONE_SUIT: Final = np.uint64((1 << RANKS) - 1)
RED: Final = (ONE_SUIT << np.uint64(RANKS * DIAMONDS)) | (ONE_SUIT << np.uint64(RANKS * HEARTS))
BLACK: Final = ALL_CARDS ^ RED
PACK: Final = Pack(tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES), "2C to AS, like KH or 10H")


@rule
def suit_of(card: int) -> int:
    """The suit of a card."""
    return int(card) // RANKS


@rule
def rank_of(card: int) -> int:
    """The rank of a card, 0 for the 2 up to 12 for the Ace."""
    return int(card) % RANKS


@rule
def suit_cards(suit: int) -> np.uint64:
    """All cards of a suit."""
    return ONE_SUIT << np.uint64(RANKS * int(suit))


@rule
def ranks_in(cards: np.uint64, suit: int) -> np.uint64:
    """The ranks that a set of cards has in a suit, as a mask of thirteen bits."""
    return (cards >> np.uint64(RANKS * int(suit))) & ONE_SUIT
