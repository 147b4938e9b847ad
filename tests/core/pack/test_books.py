"""The Honors pack: twelve books of four."""

from collections.abc import Set

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.pack import books

CARDS = [(letter, number) for letter in "ABCDEFGHIJKL" for number in (1, 2, 3, 4)]
sets = st.frozensets(st.integers(0, 47))


def mask(members: Set[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in members))


def members(cards: np.uint64) -> set[int]:
    return {card for card in range(64) if int(cards) >> card & 1}


@pytest.mark.rule("H0-01", "H0-02", "H0-G01", "C-17")
def test_twelve_books_lettered_and_numbered() -> None:
    assert list(books.PACK.names) == [f"{letter}-{number}" for letter, number in CARDS]
    assert len(books.PACK) == books.CARDS == books.BOOKS * books.IN_BOOK == 48
    assert members(books.ALL_CARDS) == set(range(48))
    for card, (letter, number) in enumerate(CARDS):
        assert books.LETTERS[books.book_of(card)] == letter
        assert books.number_of(card) == number
        assert card in members(books.book_cards(books.book_of(card)))


@pytest.mark.rule("H0-02")
def test_a_book_counts_ten_and_the_pack_a_hundred_and_twenty() -> None:
    assert [books.corner_sum(books.book_cards(book)) for book in range(12)] == [10] * 12
    assert books.corner_sum(books.ALL_CARDS) == 120


@given(sets)
def test_sets_of_cards_by_book(cards: frozenset[int]) -> None:
    found = mask(cards)
    by_book = [{card for card in cards if card // 4 == book} for book in range(12)]
    assert [books.in_book(found, book) for book in range(12)] == [len(part) for part in by_book]
    assert members(books.whole_books(found)) == {card for part in by_book if len(part) == 4 for card in part}
    assert members(books.begun_books(found)) == {card for card in range(48) if by_book[card // 4]}
    assert books.corner_sum(found) == sum(CARDS[card][1] for card in cards)


@given(st.frozensets(st.integers(0, 11)), sets)
def test_books_that_stand_side_by_side_do_not_run_together(whole: frozenset[int], cards: frozenset[int]) -> None:
    """Some whole books, and of each other book all but one card at most."""
    some = {4 * book + place for book in whole for place in range(4)}
    rest = {card for card in cards if card // 4 not in whole and card % 4 != card // 4 % 4}
    assert members(books.whole_books(mask(some | rest))) == some
