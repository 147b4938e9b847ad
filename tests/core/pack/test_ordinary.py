"""The ordinary pack: fifty-two cards by number and by name."""

import numpy as np
import pytest

from parlour.core.pack.ordinary import ALL_CARDS, BLACK, CARDS, PACK, RED, rank_of, ranks_in, suit_cards, suit_of
from parlour.errors import NotationError


@pytest.mark.rule("C-17")
def test_cards_run_suit_by_suit_from_the_two_to_the_ace() -> None:
    assert [PACK.names[card] for card in (0, 8, 12, 13, 26, 37, 51)] == ["2C", "10C", "AC", "2D", "2H", "KH", "AS"]
    assert len(set(PACK.names)) == CARDS
    for card, name in enumerate(PACK.names):
        assert PACK.parse(name) == PACK.parse(name.lower()) == card == 13 * suit_of(card) + rank_of(card)
    with pytest.raises(NotationError, match="not a card"):
        PACK.parse("1H")


def test_suits_and_colours_part_the_pack() -> None:
    suits = [int(suit_cards(suit)) for suit in range(4)]
    assert sum(suits) == int(ALL_CARDS)
    assert [suit.bit_count() for suit in suits] == [13] * 4
    assert suits[1] | suits[2] == int(RED)
    assert int(RED) ^ int(BLACK) == int(ALL_CARDS)


def test_ranks_of_one_suit() -> None:
    cards = np.uint64(PACK.parse_set("2C,AC,3H,AH,KS"))
    assert [int(ranks_in(cards, suit)) for suit in range(4)] == [1 | 1 << 12, 0, 1 << 1 | 1 << 12, 1 << 11]
