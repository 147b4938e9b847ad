"""Packs of cards by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.pack.packs import NO_CARDS, Pack
from parlour.errors import NotationError

NAMES = ("10H", "KH", "A-3", "$P", "*S", "Q7")
PACK = Pack(NAMES, "a few odd ones")

cards = st.lists(st.integers(0, len(NAMES) - 1), unique=True)


def test_a_card_is_its_place() -> None:
    assert len(PACK) == len(NAMES)
    assert [PACK.parse(name) for name in NAMES] == list(range(len(NAMES)))
    assert PACK.parse("kh") == PACK.parse("Kh") == 1
    assert PACK.parse("A3") == PACK.parse("a-3") == 2


@pytest.mark.parametrize("text", ["", "A4", "KH ", "10H,KH", "\N{LATIN SMALL LETTER SHARP S}", "x" * 1000])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card; there are a few odd ones") as error:
        PACK.parse(text)
    assert len(str(error.value)) < 80


@given(cards)
def test_lists_and_sets_round_trip(some: list[int]) -> None:
    assert PACK.parse_list(PACK.text(some)) == some
    mask = sum(1 << card for card in some)
    assert PACK.parse_set(PACK.set_text(mask)) == PACK.parse_set(PACK.text(some)) == mask
    assert PACK.names_in(mask) == [NAMES[card] for card in sorted(some)]


def test_no_cards_have_a_sign_of_their_own() -> None:
    assert PACK.text([]) == PACK.set_text(0) == NO_CARDS
    assert PACK.parse_list(NO_CARDS) == []
    assert PACK.parse_set(NO_CARDS) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("KH,KH", "stands twice"),
        ("KH,kh", "stands twice"),
        ("KH,", "'' is not a card"),
        ("", "'' is not a card"),
        ("KH,-", "'-' is not a card"),
        ("KH 10H", "'KH 10H' is not a card"),
    ],
)
def test_what_is_no_list_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        PACK.parse_list(text)
    with pytest.raises(NotationError, match=message):
        PACK.parse_set(text)
