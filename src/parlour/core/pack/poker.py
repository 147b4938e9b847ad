"""Poker: what any set of cards of the ordinary pack is worth, and which five of it to show.

A rank is one whole number; the greater is better and equals tie, for suits break no ties. It reads

    | bits  | meaning                                                                           |
    |-------|-----------------------------------------------------------------------------------|
    | 26-29 | the kind of hand, HIGH_CARD to STRAIGHT_FLUSH                                     |
    | 13-25 | the ranks that make it (of the four, the three, the pairs), a bit a rank          |
    | 0-12  | the ranks beside them; for a flush its five, for a straight the highest of it     |

Two sets of as many ranks compare as numbers just as they do card by card from the top, and a card that is missing (in
a hand of four) counts less than any. A 5-4-3-2-A is a straight.
"""

from typing import Final

import numpy as np

from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, ONE, count, without_lowest
from parlour.core.pack.ordinary import ACE, RANKS, SUITS, ranks_in, suit_cards

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
HAND: Final = 5
RANK_BITS: Final = np.uint64(RANKS)
RANK_MASK: Final = (1 << RANKS) - 1
# How many cards of each of the ranks that make a hand, and of each beside them, by the kind of hand.
MAKING: Final = (0, 2, 2, 3, 0, 0, 3, 4, 0)
BESIDE: Final = (1, 1, 1, 1, 1, 1, 2, 1, 1)


@rule
def poker_rank(cards: np.uint64) -> int:
    """The rank of the best five of the cards; of all of them if they are fewer."""
    clubs, diamonds, hearts, spades = (ranks_in(cards, 0), ranks_in(cards, 1), ranks_in(cards, 2), ranks_in(cards, 3))
    either, both = clubs | diamonds, clubs & diamonds
    other, twins = hearts | spades, hearts & spades
    ranks = either | other
    flush = max(best_flush(clubs), best_flush(diamonds), best_flush(hearts), best_flush(spades))
    four = highest_ranks(both & twins, 1)
    three = highest_ranks((both & other) | (twins & either), 1)
    pairs = both | twins | (either & other)
    if flush >= rank_number(STRAIGHT_FLUSH, NONE, NONE):
        return flush
    if four != NONE:
        return rank_number(FOUR, four, highest_ranks(ranks ^ four, 1))
    if three != NONE and pairs != three:
        return rank_number(FULL_HOUSE, three, highest_ranks(pairs ^ three, 1))
    if flush > 0:
        return flush
    straight = highest_straight(ranks)
    if straight != NONE:
        return rank_number(STRAIGHT, NONE, straight)
    if three != NONE:
        return rank_number(THREE, three, highest_ranks(ranks ^ three, 2))
    return rank_of_pairs(highest_ranks(pairs, 2), ranks)


@rule
def rank_of_pairs(pairs: np.uint64, ranks: np.uint64) -> int:
    """The rank of a hand that has nothing better than two pairs."""
    if pairs == NONE:
        return rank_number(HIGH_CARD, NONE, highest_ranks(ranks, 5))
    if without_lowest(pairs) == NONE:
        return rank_number(PAIR, pairs, highest_ranks(ranks ^ pairs, 3))
    return rank_number(TWO_PAIR, pairs, highest_ranks(ranks ^ pairs, 1))


@rule
def best_flush(ranks: np.uint64) -> int:
    """The rank of the best straight flush or flush in one suit, 0 if there is none."""
    if count(ranks) < HAND:
        return 0
    straight = highest_straight(ranks)
    if straight != NONE:
        return rank_number(STRAIGHT_FLUSH, NONE, straight)
    return rank_number(FLUSH, NONE, highest_ranks(ranks, HAND))


@rule
def highest_straight(ranks: np.uint64) -> np.uint64:
    """The highest card of the best straight, as a rank's bit; none if there is no straight."""
    ranks = (ranks << ONE) | (ranks >> np.uint64(ACE))  # the Ace below the 2 as well
    pairs = ranks & (ranks >> ONE)
    fives = pairs & (pairs >> np.uint64(2)) & (ranks >> np.uint64(4))
    return highest_ranks(fives, 1) << np.uint64(3)


@rule
def highest_ranks(ranks: np.uint64, most: int) -> np.uint64:
    """The highest so many of the ranks, or all of them."""
    for _ in range(count(ranks) - most):
        ranks = without_lowest(ranks)
    return ranks


@rule
def rank_number(kind: int, making: np.uint64, beside: np.uint64) -> int:
    """A rank put together."""
    return (kind << 2 * RANKS) | whole((making << RANK_BITS) | beside)


@rule
def kind_of_rank(rank: int) -> int:
    """The kind of hand, HIGH_CARD to STRAIGHT_FLUSH."""
    return rank >> 2 * RANKS


@rule
def best_five(cards: np.uint64, hidden: np.uint64) -> np.uint64:
    """The best five of the cards. Of fives of equal rank: with the fewest `hidden` cards, then of the lowest suits.

    Suits are compared card by card from the highest rank down, in the order C D H S (BC-G24). Within a rank the choice
    touches no other, so it is made rank by rank.
    """
    if count(cards) <= HAND:
        return cards
    rank = poker_rank(cards)
    kind = kind_of_rank(rank)
    making = np.uint64((rank >> RANKS) & RANK_MASK)
    beside = np.uint64(rank & RANK_MASK)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        beside = straight_ranks(beside)
    if kind in (FLUSH, STRAIGHT_FLUSH):
        return choose_flush(cards, hidden, beside)
    return choose_cards(cards, hidden, making, MAKING[kind]) | choose_cards(cards, hidden, beside, BESIDE[kind])


@rule
def straight_ranks(highest: np.uint64) -> np.uint64:
    """The five ranks of a straight, from the bit of the highest."""
    low_ace = highest << ONE | highest | highest >> ONE | highest >> np.uint64(2) | highest >> np.uint64(3)
    return (low_ace >> ONE) | ((low_ace & ONE) << np.uint64(ACE))


@rule
def choose_flush(cards: np.uint64, hidden: np.uint64, ranks: np.uint64) -> np.uint64:
    """The ranks in the one suit that has them all with the fewest hidden cards, the first such suit."""
    chosen = NONE
    fewest = HAND + 1
    for suit in range(SUITS):
        suited = ranks << np.uint64(RANKS * suit)
        if suited & cards == suited and count(suited & hidden) < fewest:
            chosen = suited
            fewest = count(suited & hidden)
    return chosen


@rule
def choose_cards(cards: np.uint64, hidden: np.uint64, ranks: np.uint64, times: int) -> np.uint64:
    """So many cards of each of the ranks: those that need not be hidden first, then by suit."""
    chosen = NONE
    for _ in range(times):
        wanted = ranks
        for turn in range(2 * SUITS):
            suit = turn % SUITS
            offered = cards & (hidden if turn >= SUITS else ~hidden) & ~chosen & suit_cards(suit)
            taken = ranks_in(offered, suit) & wanted
            chosen |= taken << np.uint64(RANKS * suit)
            wanted ^= taken
    return chosen
