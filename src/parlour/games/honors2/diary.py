"""The diary: what happened since the first fine of a hand, for fair samples of what a seat cannot see.

Until somebody is fined, all that can be known of the hands is which cards were taken from the row and not put down
since, and `sure` has those. A card that is given for a fine passes unseen by the others (H2-G16): it may be one that
everybody knew the giver to hold. From then on, what a seat may conclude depends on the order of all that happened, so
it is written down; `known` keeps what was sure before the first line. With `forced_lay = on` every discard proves that
there was nothing to lay, and the diary begins with the hand.

    | line                | bits  | meaning                                                    |
    |---------------------|-------|------------------------------------------------------------|
    | card                | 0-5   | the card                                                   |
    | seat                | 6-8   | who did it                                                 |
    | other               | 9-11  | who was given the card                                     |
    | what                | 12-14 | drawn, taken, put down, thrown, given, stock shuffled anew |

The diary has room for any sensible hand. When it is full it begins again with what is sure at that moment.
"""

from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, only
from parlour.games.honors2.table import *

SEAT_BITS: Final = 6
OTHER_BITS: Final = 9
WHAT_BITS: Final = 12
BY_DRAW, BY_TAKE, BY_LAY, BY_DISCARD, BY_GIFT, BY_SHUFFLE = range(6)


@rule
def write(s: Record, what: int, seat: int, other: int, card: int) -> None:
    """Write a line, whether or not the diary was open."""
    if s.noted == MOST_NOTED:
        begin_again(s)
    s.diary[s.noted] = (what << WHAT_BITS) | (int(other) << OTHER_BITS) | (int(seat) << SEAT_BITS) | card
    s.noted += 1


@rule
def note(s: Record, what: int, seat: int, other: int, card: int) -> None:
    """Write a line if the diary is open."""
    if s.noted > 0 or s.forced_lay:
        write(s, what, seat, other, card)


@rule
def begin_again(s: Record) -> None:
    """Forget what is not sure and close the diary."""
    s.diary[:] = 0
    s.noted = 0
    for seat in range(s.seats):
        s.known[seat] = s.sure[seat]


@rule
def what_of(line: int) -> int:
    """What a line tells of."""
    return int(line) >> WHAT_BITS


@rule
def seat_of(line: int) -> int:
    """Who did it."""
    return (int(line) >> SEAT_BITS) & 7


@rule
def other_of(line: int) -> int:
    """Who was given the card."""
    return (int(line) >> OTHER_BITS) & 7


@rule
def card_of(line: int) -> int:
    """The card."""
    return int(line) & 63


# --- Cards in and out of hands --------------------------------------------------------------------------------


@rule
def gain_openly(s: Record, seat: int, card: int) -> None:
    """The seat gets a card that everybody sees."""
    s.hands[seat] |= only(card)
    s.sure[seat] |= only(card)
    if s.noted == 0:
        s.known[seat] = s.sure[seat]


@rule
def part_openly(s: Record, seat: int, cards: np.uint64) -> None:
    """The seat puts down cards that it holds."""
    s.hands[seat] &= ~cards
    s.sure[seat] &= ~cards
    if s.noted == 0:
        s.known[seat] = s.sure[seat]


# --- Back and forth in time -----------------------------------------------------------------------------------


@rule
def undo(s: Record, line: int, stock: np.uint64) -> np.uint64:
    """Put the hands back to before a line; `stock` is the set of its cards after it, what comes back that before it."""
    what, seat, card = what_of(line), seat_of(line), only(card_of(line))
    if what == BY_SHUFFLE:
        return NONE
    if what in (BY_LAY, BY_DISCARD):
        s.hands[seat] |= card
    elif what == BY_GIFT:
        s.hands[other_of(line)] &= ~card
        s.hands[seat] |= card
    else:
        s.hands[seat] &= ~card
    return stock | card if what == BY_DRAW else stock


@rule
def redo(s: Record, line: int, stock: np.uint64) -> np.uint64:
    """Carry out a line as it stands; `stock` is the set of its cards before it, what comes back that after it."""
    what, seat, card = what_of(line), seat_of(line), only(card_of(line))
    if what == BY_SHUFFLE:
        return s.again
    if what in (BY_LAY, BY_DISCARD):
        s.hands[seat] &= ~card
    elif what == BY_GIFT:
        s.hands[seat] &= ~card
        s.hands[other_of(line)] |= card
    else:
        s.hands[seat] |= card
    return stock & ~card if what == BY_DRAW else stock


@rule
def rewind(s: Record, upto: int, stock: np.uint64) -> np.uint64:
    """Put the hands back from before line `upto` to before the first line; the set of the stock's cards then."""
    for i in range(upto - 1, -1, -1):
        stock = undo(s, s.diary[i], stock)
    return stock


@rule
def laid_before(s: Record) -> np.uint64:
    """What was on the table before the first line."""
    table = down(s)
    for i in range(s.noted):
        if what_of(s.diary[i]) == BY_LAY:
            table &= ~only(card_of(s.diary[i]))
    return table
