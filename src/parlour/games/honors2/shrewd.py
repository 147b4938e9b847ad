"""How an expert draws and discards: as the book does, but with what many thousand hands have taught her.

She weighs a hand by the same things as `advice.py`. How much each of them counts was found by playing hands against the
book and keeping what brought more; it is not the same for two and for more. Between two nobody is out in a hurry: she
keeps what may grow, draws from the stock, and does not fear for her cards before the other holds three. With more
players somebody always is, so cards in hand weigh more. Never does she throw a third card to somebody who has two.

Values are in tenths of a point, as in `advice.py`.
"""

from typing import Final, NamedTuple

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.pack.books import CARDS, book_cards, book_of, corner_sum, in_book, number_of
from parlour.core.pack.cards import NONE, count, lowest, only, without_lowest
from parlour.games.honors2.table import *


class ShrewdWeights(NamedTuple):
    """What counts, and how much."""

    risk: tuple[float, ...]  # of being left with a card, by the fewest cards that another seat holds, from one up
    grows: tuple[
        float, ...
    ]  # chance of a pair to become three, in tenths, by its outs; those that others hold are half
    most: float  # the most that chance can be
    pair: float  # points that a pair will bring beside its own
    single: float  # for each out of a single card
    easy: float  # cards in hand beyond these are hard to get rid of in time
    tempo: float  # what a card that cannot be laid costs, whatever its number
    stock: float  # what a card from the stock and a discard do for a hand
    keeping: float  # what it costs to throw off a card that could be laid
    out: float  # for going out
    third: float  # what it costs to throw a third card to somebody who is known to have two
    hidden: float  # to throw a card of which others may have more, for each
    lying: float  # the same for each in the row
    number: float  # for the number of a card thrown to others who may want it


TWO: Final = ShrewdWeights(
    risk=(7.4, 6.1, 6.1, 1.0, 0.0),
    grows=(2.9, 7.0, 4.9, 6.9, 4.1),
    most=3.4,
    pair=10.9,
    single=4.9,
    easy=17.2,
    tempo=-3.9,
    stock=43.3,
    keeping=62.0,
    out=64.1,
    third=103.5,
    hidden=4.6,
    lying=6.7,
    number=-6.6,
)
MORE: Final = ShrewdWeights(
    risk=(10.0, 8.6, 6.0, 2.1, 5.4),
    grows=(3.1, 4.1, 0.8, 4.9, 4.6),
    most=3.4,
    pair=6.3,
    single=0.4,
    easy=7.1,
    tempo=6.8,
    stock=31.6,
    keeping=26.1,
    out=165.5,
    third=83.9,
    hidden=-2.6,
    lying=9.5,
    number=0.3,
)


@rule
def held_by_others(s: Record, seat: int) -> np.uint64:
    """Cards that everybody knows the other seats to hold."""
    cards = NONE
    for other in range(s.seats):
        if other != seat:
            cards |= s.sure[other]
    return cards


@rule
def shrewd_draw(s: Record, seat: int) -> int:
    """The stock at its usual worth, or a take: the top card, or so deep as to lay the deepest."""
    habits = TWO if s.seats == 2 else MORE
    hand, table, gone, caught = s.hands[seat], down(s), held_by_others(s, seat), fear(s, seat, habits)
    best, action = -1e9, STOCK
    if s.left > 0:
        best = promise(hand, table, gone, caught, habits) + habits.stock
    elif s.stock_out == MAY_DECLINE:
        best, action = -10.0 * corner_sum(hand), DECLINE
    taken = NONE
    for cards in range(1, s.lying + 1):
        deepest = only(s.row[s.lying - cards])
        taken |= deepest
        if cards > 1 and layable(hand | taken, table) & deepest == NONE:
            continue
        value = promise_after(hand | taken, table, gone, caught, taken if cards == 1 else NONE, habits)
        if value > best:
            best, action = value, TAKE + cards
    return action


@rule
def shrewd_discard(s: Record, seat: int) -> int:
    """The card without which the hand promises most, less what it would do for the others."""
    habits = TWO if s.seats == 2 else MORE
    hand, table, gone, caught = s.hands[seat], down(s), held_by_others(s, seat), fear(s, seat, habits)
    cards = hand
    if s.barred != NO_CARD and hand != only(s.barred):
        cards &= ~only(s.barred)
    best, choice = -1e9, NO_CARD
    while cards != NONE:
        card = lowest(cards)
        cards = without_lowest(cards)
        value = promise(hand & ~only(card), table, gone, caught, habits) - help_to_others(s, seat, card, habits)
        if value >= best:
            best, choice = value, card
    return choice


@rule
def fear(s: Record, seat: int, habits: ShrewdWeights) -> float:
    """How likely a card is to be in hand at the end, in tenths."""
    if s.quiet + s.seats >= int(s.h2_stagnation) * int(s.seats):
        return 10.0  # H2-G06
    fewest = CARDS
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, count(s.hands[other]))
    return habits.risk[min(max(fewest, 1), len(habits.risk)) - 1]


@rule
def promise(hand: np.uint64, table: np.uint64, gone: np.uint64, caught: float, habits: ShrewdWeights) -> float:
    """What a hand will probably bring: plus what can be laid, minus the rest, with something for what may grow."""
    playable = layable(hand, table)
    value = 10.0 * corner_sum(playable)
    hand &= ~playable
    caught = max(caught, min(9.0, caught + (count(hand) - habits.easy) / 2))
    pairs = 0
    while hand != NONE:
        book = book_cards(book_of(lowest(hand)))
        mine = hand & book
        hand &= ~book
        points, cards = corner_sum(mine), count(mine)
        outs = count(book & ~mine & ~table) + count(book & ~mine & ~gone & ~table)
        chance = 0.0
        if cards == 2:
            chance = min(habits.most, habits.grows[min(outs, 4)] * (10 - caught) / 5) / (1 + pairs // 2)
            pairs += 1
        value += chance * (points + habits.pair) - (10 - chance) * caught * points / 10 - habits.tempo * cards
        value += outs * habits.single if cards == 1 else 0.0
    return value


@rule
def promise_after(
    hand: np.uint64, table: np.uint64, gone: np.uint64, caught: float, barred: np.uint64, habits: ShrewdWeights
) -> float:
    """What a hand promises when the least useful card has been thrown off, any but the barred one."""
    waste = hand & ~layable(hand, table)
    if waste == NONE or (count(waste) == 1 and waste & barred == NONE):
        return 10.0 * corner_sum(hand & ~waste) + habits.out
    best = promise(hand, table, gone, caught, habits) - habits.keeping
    waste &= ~barred
    while waste != NONE:
        best = max(best, promise(hand & ~only(lowest(waste)), table, gone, caught, habits))
        waste = without_lowest(waste)
    return best


@rule
def help_to_others(s: Record, seat: int, card: int, habits: ShrewdWeights) -> float:
    """What a discard may bring the others: somebody has two of its book, or may have, or the row makes it easy."""
    book = book_of(card)
    lying = in_book(row_cards(s, s.lying), book)
    hidden = 4 - in_book(s.hands[seat], book) - lying
    for other in range(s.seats):
        if other != seat and in_book(s.sure[other], book) >= 2:
            return habits.third
    if hidden + lying < 2:
        return 0.0
    help_in_row = habits.lying * lying if hidden > 0 else 0.0
    return habits.hidden * max(0, hidden - 1) + help_in_row + habits.number * number_of(card)
