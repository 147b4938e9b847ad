"""The table of Honors No. III: the record of a match, the numbering of actions and events, and the small words.

State, one record a match:

    | field       | meaning                                                                              |
    |-------------|--------------------------------------------------------------------------------------|
    | key, drawn  | the deal generator (core.chance)                                                      |
    | hands       | cards held, a set a seat                                                              |
    | chosen      | cards that the seat has picked out for what it is about to do, seen by it alone       |
    | offered     | cards committed to the seat's open offer, seen by it alone but for their number       |
    | got         | cards of the seat's last swap that it still holds: its partner in that swap knows them |
    | laid        | cards of the books that the seat has laid down                                        |
    | totals      | the score                                                                             |
    | pack        | the shuffled pack while it is dealt, else zeros                                       |
    | said        | what the seat has handed in for this tick, as an action; 0 if nothing yet             |
    | offered_to  | to whom the open offer is made: 0 for everybody, or the seat and one                  |
    | partner     | with whom the seat swapped last in this hand; NOBODY before its first swap            |
    | booked      | mask of seats that laid a book with their last swap                                   |
    | done        | mask of seats that have handed in something (ticks) or waited (live) in this tick     |
    | callers     | mask of seats that called "Honors" and ended the last hand                            |
    | phase       | see the phases below                                                                  |
    | dealer      | who deals, or deals next; NOBODY before the first deal                                |
    | gestures    | live: offers, swaps and withdrawals in this tick                                      |
    | tick, quiet | ticks of this hand; those since the last swap, -1 in the very tick of a swap          |
    | hand        | hands scored so far                                                                   |
    | the options | as `Option` numbers, each under its own name                                          |

Actions. Everything but a pick uses up what was picked out:

    | id     | text       | who                                                                        |
    |--------|------------|----------------------------------------------------------------------------|
    | 0-47   | pick c     | a seat picks out a card, the lower ones first, so that a set has one order  |
    | 48     | offer      | a seat offers what it has picked out to everybody                           |
    | 49-55  | offer to q | the same to one seat, id - 49                                               |
    | 56-62  | accept q   | a seat swaps what it has picked out for what seat id - 56 offers            |
    | 63     | withdraw   | a seat takes its open offer back                                            |
    | 64     | wait       | a seat lets this tick pass                                                  |
    | 65     | deal       | TABLE                                                                       |
    | 66     | tick       | TABLE, when every seat has handed in something, or waited                   |
"""

from typing import Final

import numpy as np

from parlour.core.books import BOOKS, CARDS, IN_BOOK
from parlour.core.cards import NONE, ONE, count
from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule
from parlour.core.seating import everybody, left_of

FEWEST_SEATS: Final = 4  # H3-01
MOST_SEATS: Final = 7
MOST_IN_SWAP: Final = 3  # H3-03

State = layout(
    [
        *FIELDS,
        ("hands", np.uint64, MOST_SEATS),
        ("chosen", np.uint64, MOST_SEATS),
        ("offered", np.uint64, MOST_SEATS),
        ("got", np.uint64, MOST_SEATS),
        ("laid", np.uint64, MOST_SEATS),
        ("totals", np.int32, MOST_SEATS),
        ("pack", np.int8, CARDS),
        ("said", np.int8, MOST_SEATS),
        ("offered_to", np.int8, MOST_SEATS),
        ("partner", np.int8, MOST_SEATS),
        ("booked", np.int8),
        ("done", np.int8),
        ("callers", np.int8),
        ("seats", np.int8),
        ("phase", np.int8),
        ("dealer", np.int8),
        ("gestures", np.int8),
        ("tick", np.int16),
        ("quiet", np.int16),
        ("hand", np.int16),
        ("target", np.int16),
        ("hand_cap", np.int16),
        ("h3_quiet", np.int16),
        ("h3_ticks", np.int16),
        ("same_book", np.int8),
        ("h3_out", np.int8),
        ("h3_directed", np.int8),
        ("h3_both_out", np.int8),
        ("pace", np.int8),
    ]
)

PICK: Final = 0
OFFER: Final = 48
OFFER_TO: Final = 49
ACCEPT: Final = 56
WITHDRAW: Final = 63
WAIT: Final = 64
DEAL: Final = 65
TICK: Final = 66
ACTIONS: Final = 67
MOST_LEGAL: Final = 22
MOST_EVENTS: Final = 128
FEATURES: Final = 590

# Phases: a hand goes DEALING, OPENING, MARKET and back to DEALING.
DEALING, OPENING, MARKET, OVER = range(4)
NOBODY: Final = -1
TO_ALL: Final = 0

# Options, as numbered in the game's facts.
LT4, TRIM = range(2)
TO_ANYBODY, TO_ONE_SEAT = range(2)
BOTH, SEAT_ORDER = range(2)
TICKS, LIVE = range(2)

IDLE_TICKS: Final = (5, 10)  # H3-G07: by pace, five ticks or ten seconds
BUSY: Final = 8  # live: gestures a seat after which a tick is over whoever has not waited

# Events.
DEALER = FIRST_KIND  # the seat deals
DEALT = FIRST_KIND + 1  # a hand, seen by its owner: a = cards as a set
LAID = FIRST_KIND + 2  # the seat lays down a book: a = book
OFFERED = FIRST_KIND + 3  # "Change two", to everybody: a = number of cards
ADDRESSED = FIRST_KIND + 4  # the same to one seat: a = number of cards, b = seat
WITHDREW = FIRST_KIND + 5  # the seat takes its offer back: a = number of cards
OPENED = FIRST_KIND + 6  # everybody may trade: a = 1 if the opener has offered, 0 if its time ran out
SWAPPED = FIRST_KIND + 7  # the seat accepts an offer: a = number of cards, b = whose
RECEIVED = FIRST_KIND + 8  # the seat's new cards, seen by both traders: a = cards as a set, b = from whom
HONORS = FIRST_KIND + 9  # the seat is out and calls: a = books, b = ticks played before this one
NO_CALLER = FIRST_KIND + 10  # a limit ends the hand: a = 1 if nobody had swapped for too long, b = ticks played
SCORED = FIRST_KIND + 11  # a = points of the hand, b = new total


@rule
def opener(s: Record) -> int:
    """Who opens the play: the seat on the dealer's left (H3-03)."""
    return left_of(s, s.dealer)


@rule
def to_speak(s: Record) -> int:
    """Mask of the seats that this tick waits for: before the opening the opener alone (H3-G07)."""
    return 1 << opener(s) if s.phase == OPENING else everybody(s)


@rule
def playing(s: Record) -> bool:
    """Whether a hand is being played."""
    return s.phase == OPENING or s.phase == MARKET


@rule
def cards_in_play(s: Record) -> int:
    """The whole pack (H3-02), or with `trim` as many books as give all seats an equal number of them (H3-G04)."""
    if s.h3_out == LT4:
        return CARDS
    return CARDS - IN_BOOK * (BOOKS % int(s.seats))


@rule
def dealt_size(s: Record, seat: int) -> int:
    """How many cards the seat was dealt; who comes first from the dealer's left has any odd ones."""
    cards, seats = cards_in_play(s), int(s.seats)
    place = (int(seat) - int(opener(s))) % seats
    return cards // seats + (1 if place < cards % seats else 0)


@rule
def held(s: Record, seat: int) -> int:
    """How many cards the seat holds, as everybody can count: swaps are equal (H3-G01), books take four."""
    return count(s.hands[seat])


@rule
def books_laid(s: Record, seat: int) -> int:
    """How many books the seat has laid down."""
    return count(s.laid[seat]) // IN_BOOK


@rule
def open_to(s: Record, owner: int, seat: int) -> bool:
    """Whether `owner` has an open offer that `seat` may accept (H3-G05)."""
    addressed = s.offered_to[owner] == TO_ALL or s.offered_to[owner] == seat + 1
    return s.offered[owner] != NONE and owner != seat and addressed


@rule
def nth_card(cards: np.uint64, n: int) -> np.uint64:
    """Card number n of a set, as a set; the lowest is number 0."""
    for _ in range(n):
        cards &= cards - ONE
    return cards ^ (cards & (cards - ONE))
