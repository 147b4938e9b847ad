"""Poker hands, against a public evaluator, against the counts of every textbook, and against trying all fives."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from phevaluator import evaluate_cards

from parlour.core.engines import at_speed, compiled
from parlour.core.kernel import rule
from parlour.core.pack.cards import only
from parlour.core.pack.ordinary import CARDS, PACK, suit_of
from parlour.core.pack.poker import best_five, kind_of_rank, poker_rank

PAY_CARDS = np.uint64(PACK.parse_set("10H,JH,QH,KH,AH"))
Masks = npt.NDArray[np.uint64]


@rule
def rank_all(hands: Masks, ranks: npt.NDArray[np.int64]) -> None:
    for i in range(len(hands)):
        ranks[i] = poker_rank(hands[i])


@rule
def count_kinds(kinds: npt.NDArray[np.int64]) -> None:
    """The kinds of all hands of five."""
    for a in range(CARDS):
        for b in range(a):
            for c in range(b):
                three = only(a) | only(b) | only(c)
                for d in range(c):
                    for e in range(d):
                        kinds[kind_of_rank(poker_rank(three | only(d) | only(e)))] += 1


def ranks_of(hands: Masks) -> npt.NDArray[np.int64]:
    ranks = np.zeros(len(hands), dtype=np.int64)
    at_speed(rank_all)(hands, ranks)
    return ranks


def rank(text: str) -> int:
    return int(poker_rank(np.uint64(PACK.parse_set(text.replace(" ", ",")))))


def five(text: str) -> list[str]:
    return PACK.names_in(int(best_five(np.uint64(PACK.parse_set(text.replace(" ", ","))), PAY_CARDS)))


def mask(cards: npt.NDArray[np.int64] | tuple[int, ...]) -> int:
    return sum(1 << int(card) for card in cards)


def peer(cards: tuple[int, ...]) -> int:
    """What the public evaluator makes of five to seven cards; it numbers them rank by rank, and 1 is best."""
    return -int(evaluate_cards(*(card % 13 * 4 + card // 13 for card in cards)))


def pairs_of_ranks(hands: npt.NDArray[np.int64]) -> list[tuple[int, int]]:
    """Our ranks and the evaluator's of many hands, each pair once, in our order."""
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1)
    theirs = [-evaluate_cards(*hand) for hand in (hands % 13 * 4 + hands // 13).tolist()]
    return sorted(set(zip(ranks_of(masks).tolist(), theirs, strict=True)))


def draw_hands(rng: np.random.Generator, times: int, size: int) -> npt.NDArray[np.int64]:
    if times < 10_000:
        return rng.permuted(np.tile(np.arange(CARDS), (times, 1)), axis=1)[:, :size]
    drawn = rng.integers(0, CARDS, (2 * times, size))
    ordered = np.sort(drawn, axis=1)
    return drawn[(np.diff(ordered, axis=1) > 0).all(axis=1)][:times]


def test_a_million_hands_of_five_are_ordered_as_a_public_evaluator_orders_them() -> None:
    hands = draw_hands(np.random.default_rng(1), 1_000_000 if compiled() else 4_000, 5)
    assert len(hands) == (1_000_000 if compiled() else 4_000)
    pairs = pairs_of_ranks(hands)
    ours, theirs = zip(*pairs, strict=True)
    assert len(set(ours)) == len(pairs) == len(set(theirs))
    assert list(theirs) == sorted(theirs)
    assert len(pairs) > (7_000 if compiled() else 1_000)


@pytest.mark.compiled("two and a half million hands")
def test_every_hand_of_five_is_counted_as_in_the_textbooks() -> None:
    kinds = np.zeros(9, dtype=np.int64)
    at_speed(count_kinds)(kinds)
    assert kinds.tolist() == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]


@pytest.mark.parametrize("size", [6, 7])
def test_the_best_of_six_and_seven_is_the_evaluators(size: int) -> None:
    hands = draw_hands(np.random.default_rng(size), 100_000 if compiled() else 1_000, size)
    ours, theirs = zip(*pairs_of_ranks(hands), strict=True)
    assert len(set(ours)) == len(ours)
    assert list(theirs) == sorted(theirs)


@pytest.mark.parametrize("size", range(8, 19))
def test_the_best_of_many_is_the_best_of_all_their_fives(size: int) -> None:
    rng = np.random.default_rng(size)
    for hand in draw_hands(rng, 20 if compiled() else 1, size):
        fives = max(combinations(hand.tolist(), 5), key=peer)
        assert rank_of(hand) == rank_of(fives)


def rank_of(cards: npt.NDArray[np.int64] | tuple[int, ...]) -> int:
    return int(poker_rank(np.uint64(mask(cards))))


def preference(cards: tuple[int, ...]) -> tuple[int, int, list[int]]:
    """BC-G24, word for word: the best hand, the fewest pay cards, the lowest suits from the highest rank down."""
    by_rank = sorted(cards, key=lambda card: (-(card % 13), suit_of(card)))
    return -peer(cards), (mask(cards) & int(PAY_CARDS)).bit_count(), [suit_of(card) for card in by_rank]


@pytest.mark.rule("BC-G24")
@pytest.mark.parametrize("size", [*range(5, 12), 18])
def test_which_five_are_shown(size: int) -> None:
    rng = np.random.default_rng(size)
    times = (60 if compiled() else 6) if size < 10 else (8 if compiled() else 1)
    for hand in draw_hands(rng, times, size):
        wanted = min(combinations(hand.tolist(), 5), key=preference)
        assert int(best_five(np.uint64(mask(hand)), PAY_CARDS)) == mask(wanted)


@pytest.mark.rule("BC-G24", "BC-G04")
@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("KC KH 9C 7D 5S 5H 2C", "9C KC 5H KH 5S"),  # two pairs, both kings needed; the nine is the kicker
        ("KC KH KS KD 9H 9C 2S", "9C KC KD KH KS"),
        ("10H JH QH KH AH 10S JS QS KS AS 2C", "10S JS QS KS AS"),  # the Hearts stay in hand
        ("AH AS KD QC JC 9D 2C", "JC QC KD AH AS"),
        ("2H 3H 4H 5H 7H 2S 3S 4S 5S 7S KC", "2H 3H 4H 5H 7H"),  # no pay card in either: the first suit
        ("4C 4D 3H 2S", "4C 4D 3H 2S"),
    ],
)
def test_some_choices_of_five(cards: str, shown: str) -> None:
    assert five(cards) == PACK.names_in(PACK.parse_set(shown.replace(" ", ",")))


@pytest.mark.rule("BC-G03", "T-BC-03")
def test_hands_of_four() -> None:
    assert rank("KC 9D 7H 5S") < rank("KC 9D 7H 5S 2C")
    assert rank("KC 9D 7H 5S") > rank("KC 9D 7H 4S 3C")
    assert rank("4C 4D 3H 2S") > rank("AC KD QH JS 9C")
    assert rank("2H 5H 9H KH") < rank("3C 3D 2C 4S")  # four Hearts are no flush
    assert rank("5C 6D 7H 8S") < rank("2C 2D 3C 4S")  # nor is four in a row a straight
    assert rank("2C 2D 2H 2S") > rank("AC AD AH KS KC")
    assert rank("9C 9D 9H 2S") < rank("9C 9D 9S 2C 3D")


@pytest.mark.rule("BC-G07")
def test_suits_break_no_ties_and_the_wheel_is_the_lowest_straight() -> None:
    assert rank("AC KC 9C 5C 2C") == rank("AH KH 9H 5H 2H")
    wheel = rank("AC 2D 3H 4S 5C")
    assert rank("AC AD AH KS QC") < wheel < rank("2D 3H 4S 5C 6C")
    assert rank("AC 2C 3C 4C 5C") > rank("AS AD AH AC KC")
    assert rank("QC KD AH 2S 3C") < rank("2C 2D 3H 4S 6C")  # no straight goes round the corner
    assert kind_of_rank(wheel) == 4
