"""The pack of the Honors games: twelve books, lettered A to L, of four cards, numbered 1 to 4 (H0-01, H0-02).

Cards are numbered book by book, low number first (C-17): A-1 is 0, A-4 is 3, B-1 is 4, L-4 is 47. A set of cards is a
mask (`core.pack.cards`), in which a book is four bits side by side.
"""

from typing import Final

import numpy as np

from parlour.core.kernel import rule
from parlour.core.pack.cards import count
from parlour.core.pack.packs import Pack

BOOKS: Final = 12
IN_BOOK: Final = 4
CARDS: Final = 48
LETTERS: Final = "ABCDEFGHIJKL"  # H0-G01
ALL_CARDS: Final = np.uint64((1 << CARDS) - 1)
ONE_BOOK: Final = np.uint64((1 << IN_BOOK) - 1)
FIRST_OF_EACH: Final = np.uint64(sum(1 << IN_BOOK * book for book in range(BOOKS)))
PACK: Final = Pack(tuple(f"{letter}-{number}" for letter in LETTERS for number in range(1, 5)), "A-1 to L-4")


@rule
def book_of(card: int) -> int:
    """The book of a card, 0 for A to 11 for L."""
    return int(card) // IN_BOOK


@rule
def number_of(card: int) -> int:
    """The number in a card's corner, 1 to 4."""
    return int(card) % IN_BOOK + 1


@rule
def book_cards(book: int) -> np.uint64:
    """All four cards of a book."""
    return ONE_BOOK << np.uint64(IN_BOOK * int(book))


@rule
def in_book(cards: np.uint64, book: int) -> int:
    """How many cards of a book are in the set."""
    return count(cards & book_cards(book))


@rule
def whole_books(cards: np.uint64) -> np.uint64:
    """The cards of the set that belong to a book of which it has all four."""
    pairs = cards & (cards >> np.uint64(1))
    firsts = pairs & (pairs >> np.uint64(2)) & FIRST_OF_EACH
    return firsts * ONE_BOOK


@rule
def begun_books(cards: np.uint64) -> np.uint64:
    """All cards of every book of which the set has at least one."""
    pairs = cards | (cards >> np.uint64(1))
    firsts = (pairs | (pairs >> np.uint64(2))) & FIRST_OF_EACH
    return firsts * ONE_BOOK


@rule
def corner_sum(cards: np.uint64) -> int:
    """What the cards count, each its corner number; a book comes to 10, the pack to 120 (H0-02)."""
    twos = np.uint64(0b0010) * FIRST_OF_EACH
    threes = np.uint64(0b0100) * FIRST_OF_EACH
    fours = np.uint64(0b1000) * FIRST_OF_EACH
    return count(cards & FIRST_OF_EACH) + 2 * count(cards & twos) + 3 * count(cards & threes) + 4 * count(cards & fours)
