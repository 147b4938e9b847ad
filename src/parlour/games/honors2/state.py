"""Honors No. II's table: the record of a match, the numbering of actions and events, and the small words.

State, one record a match:

    | field            | meaning                                                                              |
    |------------------|--------------------------------------------------------------------------------------|
    | key, drawn       | the deal generator (core.chance)                                                      |
    | hands            | cards held, a set a seat                                                              |
    | laid             | cards on the table in front of each seat, a set a seat                                |
    | sure             | cards of each hand that everybody knows to be there                                   |
    | known            | the same when the diary was opened; like `sure` while it is closed                    |
    | again            | the cards that were shuffled into a second stock; none if that has not happened       |
    | stock, left      | the stock, its top card last, and how many cards it has                               |
    | row, lying       | the discards, the top one last, and how many there are                                |
    | diary, noted     | what happened since the first fine of the hand (see `diary.py`), and how many lines    |
    | totals           | the score pad                                                                         |
    | phase, dealer    | see the phases below                                                                  |
    | turn             | whose turn it is                                                                      |
    | out              | who went out, NOBODY if nobody did                                                    |
    | barred           | the one card taken from the row this turn, which may not be thrown back; NO_CARD if none |
    | pledged          | the card of a deep take that must be laid now (`must_use_deep`); NO_CARD if none      |
    | silent           | mask of the seats that let the discard pass without a claim                           |
    | claimant         | who has claimed a fine and owes a card; NOBODY if nobody does                         |
    | claimed          | the card she claimed; NO_CARD if none                                                 |
    | quiet            | turns since anybody drew from the stock or laid a card; -1 in a turn in which one did |
    | hand             | hands scored so far                                                                   |
    | the options      | as `Option` numbers, each under its own name                                          |

Actions:

    | id      | text              | who                                                                         |
    |---------|-------------------|-----------------------------------------------------------------------------|
    | 0       | stock             | the seat to draw                                                            |
    | 1-48    | take k            | the seat to draw: the top k discards                                        |
    | 49-108  | lay F-1 F-2 F-4   | the seat to play; 49 + 5 x book + the place of the card left out, 4 for none |
    | 109-156 | fourth c          | the seat to play                                                            |
    | 157-204 | discard c         | the seat to play                                                            |
    | 205     | claim             | anybody else, after a discard that could have been played                   |
    | 206     | silent            | the same                                                                    |
    | 207-254 | give c            | the claimant                                                                |
    | 255     | decline           | the seat to draw, with `stock_out = decline`                                |
    | 256     | deal              | TABLE                                                                       |

Cards are those of `core.books`.
"""

from typing import Final

import numpy as np

from parlour.core.books import CARDS, FIRST_OF_EACH, IN_BOOK, ONE_BOOK, book_cards
from parlour.core.cards import NONE, only
from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule

MOST_SEATS: Final = 6  # H2-01
IN_HAND: Final = 7  # H2-02
MOST_NOTED: Final = 256  # lines of the diary

State = layout(
    [
        *FIELDS,
        ("hands", np.uint64, MOST_SEATS),
        ("laid", np.uint64, MOST_SEATS),
        ("sure", np.uint64, MOST_SEATS),
        ("known", np.uint64, MOST_SEATS),
        ("again", np.uint64),
        ("totals", np.int32, MOST_SEATS),
        ("diary", np.int16, MOST_NOTED),
        ("noted", np.int16),
        ("hand", np.int16),
        ("target", np.int16),
        ("hand_cap", np.int16),
        ("stock", np.int8, CARDS),
        ("row", np.int8, CARDS),
        ("left", np.int8),
        ("lying", np.int8),
        ("seats", np.int8),
        ("phase", np.int8),
        ("dealer", np.int8),
        ("turn", np.int8),
        ("out", np.int8),
        ("barred", np.int8),
        ("pledged", np.int8),
        ("silent", np.int8),
        ("claimant", np.int8),
        ("claimed", np.int8),
        ("quiet", np.int8),
        ("forced_lay", np.int8),
        ("must_use_deep", np.int8),
        ("stock_out", np.int8),
        ("fine", np.int8),
        ("h2_win", np.int8),
        ("h2_stagnation", np.int8),
    ]
)

STOCK: Final = 0
TAKE: Final = 0  # and as many cards as are taken
LAY: Final = 49
FOURTH: Final = 109
DISCARD: Final = 157
CLAIM: Final = 205
SILENT: Final = 206
GIVE: Final = 207
DECLINE: Final = 255
DEAL: Final = 256
ACTIONS: Final = 257
WAYS: Final = IN_BOOK + 1  # to lay cards of a book: all but one of them, or all
MOST_LEGAL: Final = 128
MOST_EVENTS: Final = 40
FEATURES: Final = 540

# Phases. A hand goes DEALING, then DRAWING and PLAYING turn by turn, with CLAIMING and GIVING after a finable discard.
DEALING, DRAWING, PLAYING, CLAIMING, GIVING, OVER = range(6)
NOBODY: Final = -1
NO_CARD: Final = -1

# Options, as numbered in the game's facts.
DISCARD_ONLY, MAY_DECLINE, RECYCLE, END = range(4)
FINE_CLAIMED, FINE_PREVENTED, FINE_OFF = range(3)
OUT_FIRST, HIGHEST = range(2)

# Events.
DEALT = FIRST_KIND  # a hand, seen by its owner: a = cards as a set
TURNED_UP = FIRST_KIND + 1  # the first card of the row: a = card
DREW = FIRST_KIND + 2  # from the stock, seen by who drew: a = card
TOOK = FIRST_KIND + 3  # from the row: a = cards as a set, b = how many
LAID = FIRST_KIND + 4  # a = cards as a set, b = points
FOURTH_LAID = FIRST_KIND + 5  # a = card, b = points
DISCARDED = FIRST_KIND + 6  # a = card, b = 1 if it could have been played
CLAIMED = FIRST_KIND + 7  # a = card, b = the seat that is fined
GAVE = FIRST_KIND + 8  # a card to the seat that is fined, seen by the two: a = card
DECLINED = FIRST_KIND + 9  # the seat will not draw, and the hand closes
RECYCLED = FIRST_KIND + 10  # a = cards in the new stock
NO_STOCK = FIRST_KIND + 11  # the hand closes because the stock is out: a = 1 if the row is out too
WENT_OUT = FIRST_KIND + 12  # the seat has no card left
COUNTED = FIRST_KIND + 13  # at the end of a hand: a = points on the table, b = points in hand
LEFT = FIRST_KIND + 14  # at the end of a hand: a = cards left in hand, as a set
SCORED = FIRST_KIND + 15  # a = points of the hand, b = new total

QUIET_LIMIT: Final = 6  # H2-G06
HAND_LIMIT: Final = 16  # C-16


@rule
def down(s: Record) -> np.uint64:
    """All cards on the table."""
    cards = NONE
    for seat in range(s.seats):
        cards |= s.laid[seat]
    return cards


@rule
def full_but_one(cards: np.uint64) -> np.uint64:
    """All cards of every book of which the set has three or four."""
    ones = cards & FIRST_OF_EACH
    twos = (cards >> np.uint64(1)) & FIRST_OF_EACH
    threes = (cards >> np.uint64(2)) & FIRST_OF_EACH
    fours = (cards >> np.uint64(3)) & FIRST_OF_EACH
    firsts = (ones & twos & (threes | fours)) | (threes & fours & (ones | twos))
    return firsts * ONE_BOOK


@rule
def layable(hand: np.uint64, table: np.uint64) -> np.uint64:
    """The cards of a hand that can be laid: of books of which it has three (H2-05), and fourth cards (H2-12)."""
    return hand & (full_but_one(hand) | full_but_one(table))


@rule
def finable(s: Record, card: int) -> bool:
    """Whether the other three cards of its book are on the table (H2-G08)."""
    return full_but_one(down(s)) & only(card) != NONE


@rule
def lay_cards(way: int) -> np.uint64:
    """The cards of a way to lay a book: all but one, or all."""
    book = way // WAYS
    missing = way % WAYS
    cards = book_cards(book)
    return cards if missing == IN_BOOK else cards & ~only(IN_BOOK * book + missing)


@rule
def row_cards(s: Record, top: int) -> np.uint64:
    """The set of the top cards of the row."""
    cards = NONE
    for i in range(s.lying - top, s.lying):
        cards |= only(s.row[i])
    return cards


@rule
def stock_cards(s: Record) -> np.uint64:
    """The set of the cards of the stock."""
    cards = NONE
    for i in range(s.left):
        cards |= only(s.stock[i])
    return cards
