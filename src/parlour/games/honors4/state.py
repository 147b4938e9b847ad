"""The table of Honors No. IV: the record of a match, the numbering of actions and events, and which cards pair.

State, one record a match:

    | field         | meaning                                                                              |
    |---------------|--------------------------------------------------------------------------------------|
    | key, drawn    | the deal generator (core.chance)                                                      |
    | ruled_out     | cards that everybody knows the seat not to hold, a set a seat (`knowledge.py`)        |
    | totals        | hands won                                                                             |
    | held          | the card of each seat; between hands only the winner's, beside `fresh`; else NO_CARD  |
    | fresh         | the card just drawn or taken; between hands the winner's second; else NO_CARD         |
    | pack, left    | the pack, its top card last, and how many cards it has                                |
    | exposed, lying| the exposed pile, its top card last, and how many cards it has                        |
    | phase         | see the phases below                                                                  |
    | opener, turn  | who opened the hand, or will open the next; who is to draw or throw                   |
    | takes         | cards taken from the pile in a row; so more than 0 if `fresh` was                     |
    | recycled      | how often the pile became the pack in this hand                                       |
    | hand          | hands played                                                                          |
    | the options   | as `Option` numbers, each under its own name                                          |

Actions:

    | id | text        | who                                                                 |
    |----|-------------|---------------------------------------------------------------------|
    | 0  | pack        | the seat to draw: the top card of the pack                          |
    | 1  | take c      | the seat to draw: the top card c of the exposed pile                |
    | 2  | throw c     | the seat that has drawn: c is the card just drawn                   |
    | 3  | throw c     | the seat that has drawn: c is the card that she held before         |
    | 4  | deal        | TABLE                                                               |
"""

from typing import Final

import numpy as np

from parlour.core.books import CARDS, FIRST_OF_EACH
from parlour.core.cards import NONE, holds, only
from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule

MOST_SEATS: Final = 12  # H4-G01
ONES: Final = FIRST_OF_EACH
FOURS: Final = FIRST_OF_EACH << np.uint64(3)
NO_CARD: Final = -1

State = layout(
    [
        *FIELDS,
        ("ruled_out", np.uint64, MOST_SEATS),
        ("totals", np.int16, MOST_SEATS),
        ("hand", np.int16),
        ("recycled", np.int16),
        ("h4_match", np.int16),
        ("hand_cap", np.int16),
        ("held", np.int8, MOST_SEATS),
        ("pack", np.int8, CARDS),
        ("exposed", np.int8, CARDS),
        ("fresh", np.int8),
        ("left", np.int8),
        ("lying", np.int8),
        ("seats", np.int8),
        ("phase", np.int8),
        ("opener", np.int8),
        ("turn", np.int8),
        ("takes", np.int8),
        ("h4_ascending", np.int8),
        ("h4_recycle", np.int8),
        ("h4_takes", np.int8),
    ]
)

PACK, TAKE, THROW_DRAWN, THROW_HELD, DEAL = range(5)
ACTIONS: Final = 5
MOST_LEGAL: Final = 2
MOST_EVENTS: Final = 16
FEATURES: Final = 834

# Phases: DEALING, then TURN and THROW by turns, then DEALING again.
DEALING, TURN, THROW, OVER = range(4)

# Options, as numbered in the game's facts.
ONCE, NEVER, UNLIMITED = range(3)

# Events.
OPENER = FIRST_KIND  # the seat opens the play
DEALT = FIRST_KIND + 1  # her first card, seen by its owner: a = card
DREW = FIRST_KIND + 2  # a card from the pack, seen by whoever drew it: a = card
TOOK = FIRST_KIND + 3  # the top of the exposed pile: a = card
THREW = FIRST_KIND + 4  # a = card; whether it was drawn or held, nobody is told
OUT = FIRST_KIND + 5  # the seat goes out: a = card held, b = card drawn
SCORED = FIRST_KIND + 6  # a = new total
SPENT = FIRST_KIND + 7  # the pack is used up: a = how many times in this hand
RECYCLED = FIRST_KIND + 8  # the exposed pile becomes the pack: a = how many cards
VOID = FIRST_KIND + 9  # nobody can go on


@rule
def one_up(card: int) -> np.uint64:
    """The next card of the book, as a set; none above a 4."""
    return (only(card) & ~FOURS) << np.uint64(1)


@rule
def one_down(card: int) -> np.uint64:
    """The card before it in the book, as a set; none below a 1."""
    return (only(card) & ~ONES) >> np.uint64(1)


@rule
def winning_draws(s: Record, held: int) -> np.uint64:
    """Cards that go out when drawn to this one (H4-05): in either order (H4-G02), unless `h4_ascending`."""
    return one_up(held) if s.h4_ascending else one_up(held) | one_down(held)


@rule
def winning_holds(s: Record, drawn: int) -> np.uint64:
    """Cards to which drawing this one goes out: `winning_draws` from the other side."""
    return one_down(drawn) if s.h4_ascending else one_up(drawn) | one_down(drawn)


@rule
def is_out(s: Record, held: int, drawn: int) -> bool:
    """Whether a card held and a card drawn or taken go out together (H4-04, H4-G10, H4-G12)."""
    return holds(winning_draws(s, held), drawn)


@rule
def exposed_set(s: Record) -> np.uint64:
    """The exposed pile as a set: everybody saw every card of it."""
    cards = NONE
    for i in range(s.lying):
        cards |= only(s.exposed[i])
    return cards


# --- Limits ---------------------------------------------------------------------------------------------------


@rule
def most_takes(s: Record) -> int:
    """Takes in a row after which the next player must draw (H4-G07, C-11)."""
    return int(s.h4_takes) if s.h4_takes > 0 else 2 * int(s.seats)


@rule
def most_hands(s: Record) -> int:
    """Hands after which the best total wins (C-16)."""
    return int(s.hand_cap) if s.hand_cap > 0 else 50 * int(s.h4_match)


@rule
def most_recycles(s: Record) -> int:
    """How often the pile may become the pack in one hand (H4-G06); `unlimited` ends somewhere too (H4-G12, C-11)."""
    if s.h4_recycle == UNLIMITED:
        return most_hands(s)
    return 1 if s.h4_recycle == ONCE else 0
