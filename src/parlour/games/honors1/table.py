"""Honors No. I's table: the record of a match, its actions and events, and the small words.

What chance decides is the order of the pack; which *place* of it went to whom, and when, everybody sees. So a card's
place is what there is to know about it, and what everybody may conclude is kept as places (see `lore.py`).
"""

from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, event, events
from parlour.core.pack.books import ALL_CARDS, BOOKS, CARDS, IN_BOOK, LETTERS, PACK, book_cards
from parlour.core.pack.cards import NONE, ONE
from parlour.core.records import field, record
from parlour.core.totals import sheet
from parlour.core.values import ANY_SEAT, COUNT, bits, card, cards, choice, choices, number, seat
from parlour.core.verbs import actions
from parlour.games.honors1 import GAME

MOST_SEATS: Final = 8  # H1-02
FULL_HAND: Final = 6  # H1-03, H1-G06
FEW: Final = 4  # H1-03: up to so many seats leave cards in the centre
RING: Final = 256
NOBODY: Final = -1
CARD: Final = card(PACK)
HAND: Final = cards(PACK)

# A match goes DEALING, ASKING and back to DEALING, until it is OVER.
PHASES: Final = ("deal", "ask", "over")
DEALING, ASKING, OVER = range(3)

# Options, as numbered in the game's facts.
ALL_BOOKS, FIRST_OUT = range(2)
LAST, FULL = range(2)

PLACES: Final = bits(CARDS)  # a set of places of the pack
SOMEBODY: Final = seat(MOST_SEATS, nobody=True)

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the match is"),
    dealer=field(SOMEBODY, "who dealt last; - before the first deal"),
    turn=field(seat(MOST_SEATS), "who asks"),
    hands=field(HAND, "cards held", per_seat=MOST_SEATS),
    books=field(choices(*LETTERS), "books laid this hand", per_seat=MOST_SEATS),
    premium=field(SOMEBODY, "who was out of cards first; - before that"),
    totals=field(number(0, 1_000_000), "the score sheet", per_seat=MOST_SEATS),
    hand=field(number(0, 30_000), "hands scored so far"),
    turns=field(number(0, 30_000), "turns completed this hand"),
    idle=field(number(-1, 1_600), "turns completed since a book was laid; -1 if that was in this turn"),
    asked=field(number(0, 1_000_000), "asks made this hand"),
    asks=field(number(0, (1 << 13) - 1), "the last asks, in a ring; each as `ask_entry` writes it", places=RING),
    next=field(number(0, CARDS), "the first place of the pack that is still in the centre; 48 if none is"),
    pack=field(CARD, "the card at each place of the pack", places=CARDS),
    place=field(number(0, CARDS - 1), "the place of each card", places=CARDS),
    received=field(PLACES, "places of the pack that went to the seat", per_seat=MOST_SEATS),
    shown=field(HAND, "cards that everybody can place: handed over, turned up or laid"),
    places=field(PLACES, "for each card the places it can have come from, as far as everybody knows", places=CARDS),
    begun=field(
        number(0, (1 << 13) - 1),
        "four a book: who must have held one of which cards, and since when (`lore.note_begun`)",
        places=BOOKS * IN_BOOK,
    ),
    lacked=field(
        number(0, (1 << 10) - 1),
        "eight a book: who cannot have held all of which cards (`lore.note_lacked`)",
        places=BOOKS * MOST_SEATS,
    ),
)

ACTIONS: Final = actions(
    ask=(seat(MOST_SEATS), CARD),  # that seat for that card
    deal=(),  # the table
    bare="ask",
)
ASK, DEAL = ACTIONS.firsts
MOST_LEGAL: Final = 7 * 47 + 3  # three to spare: asks are written four at a time
MOST_EVENTS: Final = 160
FEATURES: Final = 627

EVENTS: Final = events(
    dealer=event("H0-G02", reveals=True),
    dealt=event("H1-05", cards=HAND, reveals=True),
    asked=event("H1-06", card=CARD, asked=ANY_SEAT, fades=True),
    gave=event("H1-07", card=CARD, reveals=True, fades=True),  # the seat asked hands the card over
    refused=event("H1-08", card=CARD, reveals=True, fades=True),  # the seat asked has not got it
    drew=event("H1-G04", card=CARD, reveals=True, fades=True),
    fished=event("H1-G17", card=CARD, reveals=True, fades=True),  # the card drawn is the one asked for, and is shown
    laid=event("H1-09", book=choice(*LETTERS), reveals=True, weight=HEAVY),
    went_out=event("H1-12", points=COUNT, weight=HEAVY),  # the seat gets the premium
    closed=event("H1-G09", books=COUNT, turns=COUNT),  # this and the next at the end of a hand
    scored=event("H1-11", points=COUNT, total=COUNT),
)
DEALER, DEALT, ASKED, GAVE, REFUSED, DREW, FISHED, LAID, WENT_OUT, CLOSED, SCORED = EVENTS

# The highest total wins, at the target as at the limit (H1-G13, C-12); the book knows no settlement.
scores, payoffs, winners = sheet("totals", OVER)


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
    for owner in range(s.seats):
        laid |= int(s.books[owner])
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
    """An ask as the ring keeps it: the action in bits 0-8, who asked in bits 9-11, whether they got it in bit 12."""
    return action | (seat << 9) | ((1 if got else 0) << 12)


@rule
def entry_action(entry: int) -> int:
    """What was asked."""
    return int(entry) & 511


@rule
def entry_seat(entry: int) -> int:
    """Who asked."""
    return (int(entry) >> 9) & 7


@rule
def entry_got(entry: int) -> bool:
    """Whether they got it."""
    return bool(int(entry) >> 12)
