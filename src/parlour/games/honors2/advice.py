"""How a sensible player plays: the one warning of the book, and what follows from the count (RULES.md, "Playing well").

The book only warns of throwing away a card that could be played. The rest is arithmetic: a card counts as much on the
table as it costs in hand, so high numbers matter most; a pair may grow into three; a deep take is worth its price if
what it lets one lay outweighs what else it brings. The player looks one draw ahead, at her hand, at all that lies open
and at the cards that everybody knows to be in a hand. Values are in tenths of a point.
"""

from typing import Any, Final

import numpy as np

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.books import ALL_CARDS, CARDS, IN_BOOK, book_cards, book_of, corner_sum, in_book, number_of
from parlour.core.pack.cards import NONE, count, lowest, only, without_lowest
from parlour.games.honors2.rules import usable
from parlour.games.honors2.shrewd import held_by_others, shrewd_discard, shrewd_draw
from parlour.games.honors2.table import *

SCRATCH: Final = 1
OUT_BONUS: Final = 80  # for going out, which catches the others with their cards
RISK: Final = (6, 5, 4, 4, 3)  # by the fewest cards that another seat holds, from one up
PAIR_GROWS: Final = (0, 2, 3, 4, 4)  # how likely a pair is to grow, in tenths; an out that others hold counts half
EASY_HAND: Final = 6  # cards in hand beyond these are hard to get rid of in time
TEMPO: Final = 2  # what a card that cannot be laid costs, whatever its number


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Draw, lay, discard, claim or give."""
    if s.phase == PLAYING:
        playable = layable(s.hands[seat], down(s))
        if s.pledged != NO_CARD:
            return choose_lay(s, seat, s.pledged)
        return choose_lay(s, seat, lowest(playable)) if playable != NONE else DISCARD + choose_discard(s, seat)
    if s.phase == DRAWING:
        return choose_draw(s, seat)
    if s.phase == CLAIMING:
        return choose_claim(s, seat)
    return GIVE + choose_gift(s, seat, s.hands[seat], int(s.claimed))


@rule
def expert(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The same of a shrewd player (`shrewd.py`): better than the book, and what those who look ahead start from."""
    return rollout(s, seat, rng)


@rule
def rollout(s: Record, seat: int, rng: Rng) -> int:
    """The expert is quicker than the book, too: she does not look at every card that the stock may hold."""
    if s.phase == DRAWING:
        return shrewd_draw(s, seat)
    if s.phase == PLAYING and layable(s.hands[seat], down(s)) == NONE:
        return DISCARD + shrewd_discard(s, seat)
    return advise(s, seat, rng, s)


# --- What a hand is worth -------------------------------------------------------------------------------------


@rule
def risk(s: Record, seat: int) -> int:
    """How likely a card is to be in hand at the end, in tenths: certain in the last turn before the hand is closed."""
    if s.quiet + s.seats >= int(s.h2_stagnation) * int(s.seats):
        return 10  # H2-G06
    fewest = CARDS
    for other in range(s.seats):
        if other != seat:
            fewest = min(fewest, count(s.hands[other]))
    return RISK[min(max(fewest, 1), len(RISK)) - 1]


@rule
def hand_value(hand: np.uint64, table: np.uint64, gone: np.uint64, caught: int) -> int:
    """What a hand will probably bring: plus what can be laid, minus the rest, with something for what may grow.

    `gone` are cards that others are known to hold, and `caught` is the risk of being left with a card.
    """
    playable = layable(hand, table)
    value = 10 * corner_sum(playable)
    hand &= ~playable
    caught = max(caught, min(9, caught + (count(hand) - EASY_HAND) // 2))
    pairs = 0
    while hand != NONE:
        book = book_cards(book_of(lowest(hand)))
        mine = hand & book
        hand &= ~book
        points, cards = corner_sum(mine), count(mine)
        outs = count(book & ~mine & ~table) + count(book & ~mine & ~gone & ~table)
        chance = 0
        if cards == 2:
            chance = min(5, PAIR_GROWS[outs] * (10 - caught) // 5) // (1 + pairs // 2)
            pairs += 1
        value += chance * (points + 3) - (10 - chance) * caught * points // 10 - TEMPO * cards
        value += outs if cards == 1 else 0
    return value


@rule
def best_rest(hand: np.uint64, table: np.uint64, gone: np.uint64, caught: int, barred: np.uint64) -> int:
    """What a hand is worth when the least useful card has been thrown off, any but the barred one."""
    waste = hand & ~layable(hand, table)
    if waste == NONE or (count(waste) == 1 and waste & barred == NONE):
        return 10 * corner_sum(hand & ~waste) + OUT_BONUS
    best = -100_000
    waste &= ~barred
    while waste != NONE:
        rest = hand & ~only(lowest(waste))
        waste = without_lowest(waste)
        best = max(best, hand_value(rest, table, gone, caught))
    return max(best, hand_value(hand, table, gone, caught) - 50)


@rule
def unseen_by(s: Record, seat: int) -> np.uint64:
    """Cards that may be in the stock as far as the seat can tell; a second stock has only cards of its own."""
    cards = ALL_CARDS & ~s.hands[seat] & ~down(s) & ~row_cards(s, s.lying) & ~held_by_others(s, seat)
    return cards if s.again == NONE else cards & s.again


# --- Drawing --------------------------------------------------------------------------------------------------


@rule
def choose_draw(s: Record, seat: int) -> int:
    """The best of the stock, as it will be on the average, and of every take; or to close the hand, where one may."""
    hand, table, caught = s.hands[seat], down(s), risk(s, seat)
    gone = held_by_others(s, seat)
    best, action = -1_000_000, STOCK
    if s.left > 0:
        best = stock_value(s, seat, table, gone, caught)
    elif s.stock_out == MAY_DECLINE:
        best, action = -10 * corner_sum(hand), DECLINE
    for cards in range(1, s.lying + 1):
        if cards > 1 and s.must_use_deep and not usable(s, seat, cards):
            continue
        taken = row_cards(s, cards)
        barred = taken if cards == 1 else NONE
        value = best_rest(hand | taken, table, gone, caught, barred)
        if value > best:
            best, action = value, TAKE + cards
    return action


@rule
def stock_value(s: Record, seat: int, table: np.uint64, gone: np.uint64, caught: int) -> int:
    """What the hand will be worth on the average after a card from the stock and a discard."""
    unseen = unseen_by(s, seat)
    cards = count(unseen)
    total = 0
    while unseen != NONE:
        hand = s.hands[seat] | only(lowest(unseen))
        unseen = without_lowest(unseen)
        total += best_rest(hand, table, gone, caught, NONE)
    return total // cards if cards > 0 else 0


# --- Playing --------------------------------------------------------------------------------------------------


@rule
def choose_lay(s: Record, seat: int, card: int) -> int:
    """Lay the card: as a fourth, or with all that the hand has of its book."""
    if finable(s, card):
        return FOURTH + card
    book = book_of(card)
    missing = book_cards(book) & ~s.hands[seat]
    return LAY + WAYS * book + (IN_BOOK if missing == NONE else lowest(missing) - IN_BOOK * book)


@rule
def choose_discard(s: Record, seat: int) -> int:
    """The card that the hand can best do without, unless it would help the others more."""
    hand, table, caught = s.hands[seat], down(s), risk(s, seat)
    gone = held_by_others(s, seat)
    cards = hand
    if s.barred != NO_CARD and hand != only(s.barred):
        cards &= ~only(s.barred)
    best, choice = -1_000_000, NO_CARD
    while cards != NONE:
        card = lowest(cards)
        cards = without_lowest(cards)
        value = hand_value(hand & ~only(card), table, gone, caught) - danger(s, seat, card)
        if value >= best:
            best, choice = value, card
    return choice


@rule
def danger(s: Record, seat: int, card: int) -> int:
    """What a discard may bring the others: somebody has two of its book, or the row then makes it easy to get three."""
    book = book_of(card)
    lying = in_book(row_cards(s, s.lying), book)
    hidden = 4 - in_book(s.hands[seat], book) - lying
    for other in range(s.seats):
        if other != seat and in_book(s.sure[other], book) >= 2:
            return 30
    if hidden + lying < 2:
        return 0
    return (hidden - 1 if hidden > 1 else 0) + (3 * lying if hidden > 0 else 0)


# --- The fine -------------------------------------------------------------------------------------------------


@rule
def choose_claim(s: Record, seat: int) -> int:
    """Claim if the hand is better with the discard and without the card that would be given for it."""
    card = int(s.row[s.lying - 1])
    hand = s.hands[seat] | only(card)
    table, caught = down(s), risk(s, seat)
    gone = held_by_others(s, seat)
    rest = hand & ~only(choose_gift(s, seat, hand, card))
    better = hand_value(rest, table, gone, caught) > hand_value(s.hands[seat], table, gone, caught)
    return CLAIM if better or s.hands[s.turn] == NONE else SILENT


@rule
def choose_gift(s: Record, seat: int, hand: np.uint64, claimed: int) -> int:
    """A card that the hand can do without, high if it can be, since it will count against its new owner."""
    table, caught = down(s), risk(s, seat)
    gone = held_by_others(s, seat)
    cards = hand & ~only(claimed)
    best, choice = -1_000_000, NO_CARD
    while cards != NONE:
        card = lowest(cards)
        cards = without_lowest(cards)
        value = hand_value(hand & ~only(card), table, gone, caught) + 5 * number_of(card)
        if in_book(s.sure[s.turn], book_of(card)) >= 2:
            value -= 60
        if value > best:
            best, choice = value, card
    return choice
