"""Honors No. I's table: the record of a match, the numbering of actions and events, and the small words.

What chance decides is the order of the pack; which *place* of it went to whom, and when, everybody sees. So a card's
place is what there is to know about it, and what everybody may conclude is kept as places (see `lore.py`).

State, one record a match:

    | field        | meaning                                                                                |
    |--------------|----------------------------------------------------------------------------------------|
    | key, drawn   | the deal generator (core.chance)                                                       |
    | hands        | cards held, a set a seat                                                               |
    | received     | places of the pack that went to the seat, a set a seat                                 |
    | places       | a set a card: the places it can have come from, as far as everybody knows              |
    | shown        | cards that everybody can place: handed over, turned up or laid                         |
    | totals       | the score sheet                                                                        |
    | books        | books laid this hand, a bit a book, by seat                                            |
    | pack, place  | the card at each place, and the place of each card                                     |
    | begun        | four a book: who must have held one of which cards, and since when (`lore.note_begun`) |
    | lacked       | eight a book: who cannot have held all of which cards (`lore.note_lacked`)             |
    | asks         | the last 256 asks of the hand, in a ring; each as `ask_entry` writes it                |
    | asked        | asks made this hand                                                                    |
    | turns        | turns completed this hand                                                              |
    | idle         | turns completed since a book was laid; -1 if that was in this turn                     |
    | next         | the first place of the pack still in the centre; CARDS if none is                      |
    | premium      | who got rid of her cards first; NOBODY before that                                     |
    | turn, dealer | who asks; who dealt last, NOBODY before the first deal                                 |
    | phase, hand  | see the phases below; hands scored so far                                              |
    | the options  | as `Option` numbers, each under its own name                                           |

Actions:

    | id        | text      | who                                                                                    |
    |-----------|-----------|----------------------------------------------------------------------------------------|
    | 48 q + c  | ask q c   | the seat whose turn it is; q is the seat asked, c the card                             |
    | 384       | deal      | TABLE                                                                                  |
"""

from typing import Final

import numpy as np

from parlour.core.books import ALL_CARDS, BOOKS, CARDS, IN_BOOK, book_cards
from parlour.core.cards import NONE, ONE
from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule

MOST_SEATS: Final = 8  # H1-02
FULL_HAND: Final = 6  # H1-03, H1-G06
FEW: Final = 4  # H1-03: up to so many seats leave cards in the centre
RING: Final = 256

State = layout(
    [
        *FIELDS,
        ("hands", np.uint64, MOST_SEATS),
        ("received", np.uint64, MOST_SEATS),
        ("places", np.uint64, CARDS),
        ("shown", np.uint64),
        ("totals", np.int32, MOST_SEATS),
        ("asked", np.int32),
        ("books", np.int16, MOST_SEATS),
        ("begun", np.int16, BOOKS * IN_BOOK),
        ("lacked", np.int16, BOOKS * MOST_SEATS),
        ("asks", np.int16, RING),
        ("turns", np.int16),
        ("idle", np.int16),
        ("hand", np.int16),
        ("pack", np.int8, CARDS),
        ("place", np.int8, CARDS),
        ("seats", np.int8),
        ("phase", np.int8),
        ("dealer", np.int8),
        ("turn", np.int8),
        ("next", np.int8),
        ("premium", np.int8),
        ("target", np.int16),
        ("hand_cap", np.int16),
        ("h1_stagnation", np.int16),
        ("must_hold", np.int8),
        ("draw_on_miss", np.int8),
        ("fish_again", np.int8),
        ("h1_end", np.int8),
        ("premium_on_strip", np.int8),
        ("ask_log", np.int8),
    ]
)

DEAL: Final = CARDS * MOST_SEATS
ACTIONS: Final = DEAL + 1
MOST_LEGAL: Final = 7 * 47 + 3  # three to spare: asks are written four at a time
MOST_EVENTS: Final = 160
FEATURES: Final = 627

# Phases. A match goes DEALING, ASKING and back to DEALING, until it is OVER.
DEALING, ASKING, OVER = range(3)
NOBODY: Final = -1

# Options, as numbered in the game's facts.
ALL_BOOKS, FIRST_OUT = range(2)
LAST, FULL = range(2)

# Events.
DEALER = FIRST_KIND  # the seat deals
DEALT = FIRST_KIND + 1  # a hand, seen by its owner: a = cards as a set
ASKED = FIRST_KIND + 2  # a = card, b = seat asked
GAVE = FIRST_KIND + 3  # the seat asked hands the card over: a = card
REFUSED = FIRST_KIND + 4  # the seat asked has not got it: a = card
DREW = FIRST_KIND + 5  # a card from the centre, seen by who drew it: a = card
FISHED = FIRST_KIND + 6  # fish_again: the card drawn is the card asked for, and is shown: a = card
LAID = FIRST_KIND + 7  # a = book
WENT_OUT = FIRST_KIND + 8  # the seat gets the premium: a = points
CLOSED = FIRST_KIND + 9  # the hand is over: a = books made, b = turns taken
SCORED = FIRST_KIND + 10  # a = points of the hand, b = new total


@rule
def centre(s: Record) -> int:
    """How many cards lie in the centre."""
    return CARDS - int(s.next)


@rule
def first_places(n: int) -> np.uint64:
    """The first n places of the pack."""
    return (ONE << np.uint64(n)) - ONE


@rule
def places_by(s: Record, seat: int, taken: int) -> np.uint64:
    """The places that had gone to the seat when so many cards had left the pack."""
    return s.received[seat] & first_places(taken)


@rule
def laid_books(s: Record) -> int:
    """Mask of the books that lie on the table."""
    laid = 0
    for seat in range(s.seats):
        laid |= int(s.books[seat])
    return laid


@rule
def laid_cards(s: Record) -> np.uint64:
    """The cards that lie on the table."""
    laid = laid_books(s)
    cards = NONE
    for book in range(BOOKS):
        if (laid >> book) & 1:
            cards |= book_cards(book)
    return cards


@rule
def hidden_cards(s: Record) -> np.uint64:
    """Cards that not everybody can place: in a hand since they were dealt or drawn, or in the centre."""
    return ALL_CARDS & ~s.shown


@rule
def ask_entry(seat: int, action: int, got: bool) -> int:
    """An ask as the ring keeps it: the action in bits 0-8, who asked in bits 9-11, whether she got it in bit 12."""
    return action | (seat << 9) | ((1 if got else 0) << 12)
