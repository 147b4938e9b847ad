"""Honors No. II's table: the record of a match, its actions and events, and the small words.

Cards are those of `core.pack.books`.
"""

from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, event, events
from parlour.core.pack.books import BOOKS, CARDS, FIRST_OF_EACH, IN_BOOK, ONE_BOOK, PACK, book_cards
from parlour.core.pack.cards import NONE, cards_in, only
from parlour.core.pack.packs import members
from parlour.core.records import field, pile, record
from parlour.core.totals import sheet
from parlour.core.values import ANY_SEAT, COUNT, FLAG, Value, card, cards, choice, number, seat, seats
from parlour.core.verbs import actions
from parlour.errors import NotationError
from parlour.games.honors2 import GAME

MOST_SEATS: Final = 6  # H2-01
IN_HAND: Final = 7  # H2-02
MOST_NOTED: Final = 256  # lines of the diary
WAYS: Final = IN_BOOK + 1  # to lay cards of a book: all but one of them, or all
QUIET_LIMIT: Final = 6  # H2-G06
HAND_LIMIT: Final = 16  # C-16
NOBODY: Final = -1
NO_CARD: Final = -1

# A hand goes DEALING, then DRAWING and PLAYING turn by turn, with CLAIMING and GIVING after a finable discard.
PHASES: Final = ("deal", "draw", "play", "claim", "give", "over")
DEALING, DRAWING, PLAYING, CLAIMING, GIVING, OVER = range(6)

# Options, as numbered in the game's facts.
DISCARD_ONLY, MAY_DECLINE, RECYCLE, END = range(4)
FINE_CLAIMED, FINE_PREVENTED, FINE_OFF = range(3)
OUT_FIRST, HIGHEST = range(2)

CARD: Final = card(PACK)
NO_CARD_OR_ONE: Final = card(PACK, none=True)
HAND: Final = cards(PACK)
PLAYER: Final = seat(MOST_SEATS)
SOMEBODY: Final = seat(MOST_SEATS, nobody=True)

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the match is"),
    dealer=field(PLAYER, "who deals, or will deal next"),
    turn=field(PLAYER, "whose turn it is"),
    hands=field(HAND, "cards held", per_seat=MOST_SEATS),
    laid=field(HAND, "cards on the table in front of the seat", per_seat=MOST_SEATS),
    row=pile(CARD, "lying", CARDS, "the discards, the top one last"),
    lying=field(number(0, CARDS), "how many discards there are"),
    stock=pile(CARD, "left", CARDS, "the stock, its top card last"),
    left=field(number(0, CARDS), "how many cards the stock has"),
    totals=field(number(-1_000_000, 1_000_000), "the score pad", per_seat=MOST_SEATS),
    hand=field(number(0, 30_000), "hands scored so far"),
    quiet=field(number(-1, 120), "turns since anybody drew from the stock or laid a card; -1 in a turn with one"),
    out=field(SOMEBODY, "who went out; - if nobody did"),
    barred=field(NO_CARD_OR_ONE, "the one card taken from the row this turn, which may not be thrown back"),
    pledged=field(NO_CARD_OR_ONE, "the card of a deep take that must be laid now (`must_use_deep`)"),
    silent=field(seats(MOST_SEATS), "seats that let the discard pass without a claim"),
    claimant=field(SOMEBODY, "who has claimed a fine and owes a card"),
    claimed=field(NO_CARD_OR_ONE, "the card that was claimed"),
    sure=field(HAND, "cards of the hand that everybody knows to be there", per_seat=MOST_SEATS),
    known=field(
        HAND, "the same before the first line of the diary; like `sure` while it is closed", per_seat=MOST_SEATS
    ),
    again=field(HAND, "the cards that were shuffled into a second stock"),
    diary=pile(number(0, (6 << 12) - 1), "noted", MOST_NOTED, "what happened since the first fine (`diary.py`)"),
    noted=field(number(0, MOST_NOTED), "how many lines the diary has"),
)


# --- Ways to lay cards of a book ------------------------------------------------------------------------------


@rule
def lay_cards(way: int) -> np.uint64:
    """The cards of a way to lay a book: all but one, or all."""
    book = way // WAYS
    missing = way % WAYS
    cards = book_cards(book)
    return cards if missing == IN_BOOK else cards & ~only(IN_BOOK * book + missing)


def lay_text(way: int) -> str:
    """The cards of a way to lay a book, with blanks between."""
    return " ".join(PACK.names[card] for card in members(int(lay_cards(way))))


def parse_lay(text: str) -> int:
    """The way to lay these cards, in any order."""
    cards = sorted(PACK.parse(name) for name in text.split())
    for way in range(BOOKS * WAYS):
        if cards == list(members(int(lay_cards(way)))):
            return way
    raise NotationError("three or four cards of one book are laid together: 'lay F-1 F-2 F-4'")


SOME_OF_A_BOOK: Final = Value(0, BOOKS * WAYS - 1, lay_text, parse_lay, lay_text, "book")


# --- Actions and events ---------------------------------------------------------------------------------------

ACTIONS: Final = actions(
    stock=(),  # the seat to draw, as in the next
    take=number(1, CARDS),  # the top so many discards
    lay=SOME_OF_A_BOOK,  # the seat to play, as in the next two
    fourth=CARD,
    discard=CARD,
    claim=(),  # anybody else, after a discard that could have been played
    silent=(),  # the same
    give=CARD,  # the claimant
    decline=(),  # the seat to draw, with `stock_out = decline`
    deal=(),  # the table
)
STOCK, _, LAY, FOURTH, DISCARD, CLAIM, SILENT, GIVE, DECLINE, DEAL = ACTIONS.firsts
TAKE: Final = 0  # and as many cards as are taken
MOST_LEGAL: Final = 128
MOST_EVENTS: Final = 40
FEATURES: Final = 540

EVENTS: Final = events(
    dealt=event("H2-02", cards=HAND, reveals=True),
    turned_up=event("H2-03", card=CARD, reveals=True),  # the first card of the row
    drew=event("H2-04", card=CARD, reveals=True),  # from the stock
    took=event("H2-10", cards=HAND, how_many=COUNT),  # from the row
    laid=event("H2-05", cards=HAND, points=COUNT, weight=HEAVY),
    fourth=event("H2-12", card=CARD, points=COUNT, weight=HEAVY),
    discarded=event("H2-06", card=CARD, playable=FLAG),
    claimed=event("H2-15", card=CARD, accused=ANY_SEAT, weight=HEAVY),
    gave=event("H2-G08", card=CARD, accused=ANY_SEAT),  # to the seat that is fined, seen by the two
    declined=event("H2-G17", weight=HEAVY),  # the seat will not draw, and the hand closes
    recycled=event("H2-G17", stock=COUNT),
    no_stock=event("H2-G05", row_too=FLAG, weight=HEAVY),  # the hand closes because the stock is out
    went_out=event("H2-16", weight=HEAVY),
    counted=event("H2-20", table=COUNT, hand=COUNT),  # this and the next two at the end of a hand
    left=event("H2-18", cards=HAND, reveals=True),
    scored=event("H2-20", points=COUNT, total=COUNT),
)
DEALT, TURNED_UP, DREW, TOOK, LAID, FOURTH_LAID, DISCARDED, CLAIMED, *_rest = EVENTS
GAVE, DECLINED, RECYCLED, NO_STOCK, WENT_OUT, COUNTED, LEFT, SCORED = _rest

# The score pad; the book settles nothing else.
scores, payoffs = sheet("totals", OVER)[:2]


@rule
def down(s: Record) -> np.uint64:
    """All cards on the table."""
    cards = NONE
    for owner in range(s.seats):
        cards |= s.laid[owner]
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
def row_cards(s: Record, top: int) -> np.uint64:
    """The set of the top cards of the row."""
    return cards_in(s.row, s.lying - top, s.lying)


@rule
def stock_cards(s: Record) -> np.uint64:
    """The set of the cards of the stock."""
    return cards_in(s.stock, 0, s.left)
