"""The table of Honors No. III: the record of a match, its actions and events, and the small words."""

from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, STANDS, event, events
from parlour.core.pack.books import BOOKS, CARDS, IN_BOOK, LETTERS, PACK
from parlour.core.pack.cards import NONE, ONE, count
from parlour.core.pack.seating import everybody, left_of
from parlour.core.records import field, record
from parlour.core.totals import sheet
from parlour.core.values import ANY_SEAT, COUNT, FLAG, card, cards, choice, number, seat, seats
from parlour.core.verbs import actions
from parlour.games.honors3 import GAME

FEWEST_SEATS: Final = 4  # H3-01
MOST_SEATS: Final = 7
MOST_IN_SWAP: Final = 3  # H3-03
NOBODY: Final = -1
TO_ALL: Final = 0

CARD: Final = card(PACK)
HAND: Final = cards(PACK)
PLAYER: Final = seat(MOST_SEATS)
ANYBODY: Final = seats(MOST_SEATS)

# Phases: a hand goes DEALING, OPENING, MARKET and back to DEALING.
PHASES: Final = ("deal", "opening", "market", "over")
DEALING, OPENING, MARKET, OVER = range(4)

# Options, as numbered in the game's facts.
LT4, TRIM = range(2)
TO_ANYBODY, TO_ONE_SEAT = range(2)
BOTH, SEAT_ORDER = range(2)
TICKS, LIVE = range(2)

IDLE_TICKS: Final = (5, 10)  # H3-G07: by pace, five ticks or ten seconds
BUSY: Final = 8  # live: gestures a seat after which a tick is over even if somebody has not waited

# Everything but a pick uses up what was picked out.
ACTIONS: Final = actions(
    pick=CARD,  # the lower ones first, so that a set has one order
    offer=(),  # what the seat has picked out, to everybody
    offer_to=PLAYER,  # the same to one seat
    accept=PLAYER,  # swap what the seat has picked out for what that seat offers
    withdraw=(),  # take the open offer back
    wait=(),  # let this tick pass
    deal=(),  # the table
    tick=(),  # the table, when every seat has handed in something, or waited
)
PICK, OFFER, OFFER_TO, ACCEPT, WITHDRAW, WAIT, DEAL, TICK = ACTIONS.firsts
SAID: Final = choice("-", *("_".join(text.lower().split()) for text in ACTIONS.texts[1:DEAL]))
MOST_LEGAL: Final = 22
MOST_EVENTS: Final = 128
FEATURES: Final = 590

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the match is"),
    dealer=field(seat(MOST_SEATS, nobody=True), "who deals, or deals next; - before the first deal"),
    hands=field(HAND, "cards held", per_seat=MOST_SEATS),
    laid=field(HAND, "cards of the books that the seat has laid down", per_seat=MOST_SEATS),
    chosen=field(HAND, "cards picked out for what the seat is about to do, seen by it alone", per_seat=MOST_SEATS),
    said=field(SAID, "the action that was handed in for this tick", per_seat=MOST_SEATS),
    done=field(ANYBODY, "who has handed in something (ticks) or waited (live) in this tick"),
    offered=field(HAND, "cards of the open offer, seen by the seat alone but for their number", per_seat=MOST_SEATS),
    offered_to=field(
        number(0, MOST_SEATS, none=TO_ALL), "to whom it is made: the seat and one; - for everybody", per_seat=MOST_SEATS
    ),
    partner=field(seat(MOST_SEATS, nobody=True), "with whom the seat swapped last in this hand", per_seat=MOST_SEATS),
    got=field(HAND, "cards of that swap which it still holds: its partner knows them", per_seat=MOST_SEATS),
    booked=field(ANYBODY, "who laid a book with the last swap"),
    callers=field(ANYBODY, 'who called "Honors" and ended the last hand'),
    totals=field(number(0, 1_000_000), "the score", per_seat=MOST_SEATS),
    hand=field(number(0, 1_000), "hands scored so far"),
    tick=field(number(0, 2_000), "ticks of this hand"),
    quiet=field(number(-1, 2_000), "ticks since the last swap; -1 in the very tick of one"),
    gestures=field(number(0, BUSY * MOST_SEATS), "live: offers, swaps and withdrawals in this tick"),
    pack=field(CARD, "the shuffled pack while it is dealt, else zeros", places=CARDS),
)

EVENTS: Final = events(
    dealer=event("H0-G02", reveals=True),
    dealt=event("H3-02", cards=HAND, reveals=True),  # seen by its owner
    laid=event("H3-06", book=choice(*LETTERS), reveals=True, weight=HEAVY),
    offered=event("H3-04", number=COUNT),  # "Change two", to everybody
    addressed=event("H3-G05", number=COUNT, partner=ANY_SEAT),  # the same to one seat
    withdrew=event("H3-G05", number=COUNT),
    opened=event("H3-05", offered=FLAG),  # everybody may trade: the opener has offered, or its time ran out
    swapped=event("H3-G05", number=COUNT, partner=ANY_SEAT),  # the seat accepts the partner's offer
    received=event("H3-G02", cards=HAND, partner=ANY_SEAT, reveals=True),  # seen by both traders
    honors=event("H3-07", books=COUNT, ticks=COUNT, reveals=True, weight=STANDS),  # ticks played before this one
    no_caller=event("H3-G09", quiet=FLAG, ticks=COUNT, weight=HEAVY),  # a limit ends the hand
    scored=event("H3-09", points=COUNT, total=COUNT),
)
DEALER, DEALT, LAID, OFFERED, ADDRESSED, WITHDREW, OPENED, SWAPPED, RECEIVED, HONORS, NO_CALLER, SCORED = EVENTS

# The highest total wins (H3-G10, C-12), at the target as at the cap (C-16); there is nothing to settle.
scores, payoffs, winners = sheet("totals", OVER)


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
