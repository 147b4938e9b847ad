"""Bacarac's table: the record of a match, the numbering of actions and events, and the small words.

State, one record a match:

    | field          | meaning                                                                                    |
    |----------------|--------------------------------------------------------------------------------------------|
    | key, drawn     | the deal generator (core.chance)                                                           |
    | held           | cards in hand, a set a seat                                                                |
    | laid           | cards laid face up, a set a seat                                                           |
    | fives          | the poker five: what the seat has shown, or has chosen so far with `poker_choose`          |
    | lacks          | cards that everybody knows the seat not to hold, by its leads and passes                   |
    | dead, exposed  | the dead hand; those of its cards at which a run has stopped, so that everybody knows them |
    | balances       | chips won and lost, below zero for who owes                                                |
    | board          | chips in each division                                                                     |
    | bets           | chips bet by each seat in this round of betting                                            |
    | bet, raised    | what a seat must have bet to stay in; raises made                                          |
    | pack, could    | scratch: the pack while it is shuffled, what each may hold while hands are sampled; zeros  |
    | earners        | who has earned each division this hand; NOBODY                                             |
    | playing        | mask of the seats that are still in the match                                              |
    | in_pot         | mask of the seats that have not folded                                                     |
    | waiting        | mask of the seats that are still to speak in the betting                                   |
    | silent         | strict: mask of the seats that left their chips lying since the last lead                  |
    | phase, dealer  | see the phases below; who deals, or will deal next                                         |
    | turn           | who is to choose, speak or lead; 0 when nobody is                                          |
    | run_low        | the card that led the last run; NO_CARD before the first lead                              |
    | run_high       | the card at which it stopped                                                               |
    | layer          | who laid that card                                                                         |
    | swapped        | whether the dealer has taken the dead hand for his own                                     |
    | hand           | hands finished                                                                             |
    | the options    | as `Option` numbers, each under its own name                                               |

Actions:

    | id     | text        | who                                                                |
    |--------|-------------|--------------------------------------------------------------------|
    | 0      | check       | the seat to speak                                                  |
    | 1      | call        |                                                                    |
    | 2      | fold        |                                                                    |
    | 3-12   | bet x       | x is id - 2                                                        |
    | 13-22  | raise x     | x is id - 12                                                       |
    | 23-26  | lead s      | the seat to lead; suits C D H S                                    |
    | 27, 28 | keep, swap  | the dealer, with `buy_dead`                                        |
    | 29-80  | pick c      | with `poker_choose`, a card of the five, ascending                 |
    | 81-90  | claim d     | strict: whoever has earned division d                              |
    | 91     | silent      | strict: the same                                                   |
    | 92     | deal        | TABLE                                                              |
    | 93     | end         | TABLE, between hands, when all have agreed to stop (BC-G17)        |
    | 94     | final       | TABLE: the last poker hand for what lies on the board              |
"""

from typing import Final

import numpy as np

from parlour.core.cards import NONE, count, only
from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule
from parlour.core.ordinary import (
    ALL_CARDS,
    BLACK,
    CARDS,
    HEARTS,
    RANKS,
    RED,
    SUITS,
    TEN,
    suit_cards,
    suit_of,
)
from parlour.core.seating import next_of

MOST_SEATS: Final = 10  # BC-01
MOST_BET: Final = 10
FIVE: Final = 5

# The ten divisions of the board (BC-G01), and what each takes of an ante (BC-06..09).
KITTY, POT, EIGHT_NINE_TEN, ACE_PILE, KING_PILE, QUEEN_PILE, JACK_PILE, TEN_PILE, KING_QUEEN, JACK_TEN = range(10)
DIVISIONS: Final = 10  # BC-10
ANTES: Final = (3, 1, 2, 1, 1, 1, 1, 1, 1, 1)
ANTE: Final = sum(ANTES)
PAY_CARDS: Final = np.uint64(0b11111 << TEN) << np.uint64(RANKS * HEARTS)  # the 10 to the Ace of Hearts

State = layout(
    [
        *FIELDS,
        ("held", np.uint64, MOST_SEATS),
        ("laid", np.uint64, MOST_SEATS),
        ("fives", np.uint64, MOST_SEATS),
        ("lacks", np.uint64, MOST_SEATS),
        ("could", np.uint64, MOST_SEATS),
        ("dead", np.uint64),
        ("exposed", np.uint64),
        ("balances", np.int32, MOST_SEATS),
        ("board", np.int32, DIVISIONS),
        ("bets", np.int16, MOST_SEATS),
        ("bet", np.int16),
        ("hand", np.int16),
        ("playing", np.int16),
        ("in_pot", np.int16),
        ("waiting", np.int16),
        ("silent", np.int16),
        ("pack", np.int8, CARDS),
        ("earners", np.int8, DIVISIONS),
        ("seats", np.int8),
        ("phase", np.int8),
        ("dealer", np.int8),
        ("turn", np.int8),
        ("raised", np.int8),
        ("run_low", np.int8),
        ("run_high", np.int8),
        ("layer", np.int8),
        ("swapped", np.int8),
        ("stake", np.int32),
        ("hands", np.int16),
        ("hand_cap", np.int16),
        ("bet_most", np.int8),
        ("raises", np.int8),
        ("dead_first", np.int8),
        ("poker_choose", np.int8),
        ("pass_is_check", np.int8),
        ("change", np.int8),
        ("lead", np.int8),
        ("pay_per_card", np.int8),
        ("final_betting", np.int8),
        ("buy_dead", np.int8),
        ("credit", np.int8),
        ("manners", np.int8),
    ]
)

CHECK, CALL, FOLD = range(3)
BET: Final = 2  # bet x is BET + x
RAISE: Final = 12  # raise x is RAISE + x
LEAD: Final = 23
KEEP, SWAP = 27, 28
PICK: Final = 29
CLAIM: Final = 81
SILENT: Final = 91
DEAL, END, FINAL_HAND = 92, 93, 94
ACTIONS: Final = 95
MOST_LEGAL: Final = 24
MOST_EVENTS: Final = 128
FEATURES: Final = 425

# Phases. A hand goes DEALING, BUYING and CHOOSING if switched on, BETTING, LEADING and back; FINAL ends a match.
DEALING, BUYING, CHOOSING, BETTING, LEADING, FINAL, FINAL_BETTING, OVER = range(8)
NOBODY: Final = -1
NO_CARD: Final = -1

# Options, as numbered in the game's facts.
AUTO, STRICT = range(2)
COLOUR, SUIT = range(2)
SUIT_LOW, COLOUR_LOW, HAND_LOW = range(3)

# Why a run stops.
AT_ACE, AT_DEAD, AT_LAID = range(3)

# Events.
ANTED = FIRST_KIND  # the seat deals, all ante: a = chips a head, b = chips on the board now
DROPPED = FIRST_KIND + 1  # the seat cannot ante and is out of the match
DEALT = FIRST_KIND + 2  # a hand, seen by its owner: a = cards as a set, b = 1 if it was the dead hand
CHOSE_HAND = FIRST_KIND + 3  # the dealer: a = 1 if he takes the dead hand
PICKED = FIRST_KIND + 4  # a card of the five, seen by its owner: a = card
CHECKED = FIRST_KIND + 5
MADE_BET = FIRST_KIND + 6  # a = chips
CALLED = FIRST_KIND + 7  # a = chips paid
RAISED = FIRST_KIND + 8  # a = chips above the call, b = chips paid
FOLDED = FIRST_KIND + 9
SHOWED = FIRST_KIND + 10  # a = the five as a set, b = kind of poker hand
WON = FIRST_KIND + 11  # the poker hand: a = chips, b = 1 if it was not shown
LAID = FIRST_KIND + 12  # a = cards as a set, b = 1 if they lead a run
STOPPED = FIRST_KIND + 13  # a run ends: a = its last card, b = why
PASSED = FIRST_KIND + 14  # the seat cannot change
EARNED = FIRST_KIND + 15  # strict: a = division
TOOK = FIRST_KIND + 16  # a = division, b = chips
WENT_OUT = FIRST_KIND + 17  # the seat has laid all its cards
BLOCKED = FIRST_KIND + 18  # nobody can change
PAID = FIRST_KIND + 19  # for the cards left in hand: a = chips
REVEALED = FIRST_KIND + 20  # at the end: a = cards left
DEAD_HAND = FIRST_KIND + 21  # at the end: a = its cards
AGREED = FIRST_KIND + 22  # all have agreed to stop
LAST_HAND = FIRST_KIND + 23  # the seat deals poker for the board: a = chips on it


@rule
def seat_left(s: Record, seat: int) -> int:
    """The next seat clockwise that is still in the match (C-01)."""
    return next_of(int(s.playing), int(seat))


@rule
def players(s: Record) -> int:
    """How many are still in the match."""
    return count(np.uint64(s.playing))


@rule
def in_match(s: Record, seat: int) -> bool:
    """Whether the seat is still in the match."""
    return bool((int(s.playing) >> int(seat)) & 1)


@rule
def allowed(s: Record) -> np.uint64:
    """The suits that may be led: any at first, then the other colour (BC-23, BC-G11) or, by `change`, another suit."""
    if s.run_high == NO_CARD:
        return ALL_CARDS
    suit = suit_cards(suit_of(s.run_high))
    if s.change == SUIT:
        return ALL_CARDS ^ suit
    return BLACK if suit & RED != NONE else RED


@rule
def partner_of(suit: int) -> int:
    """The other suit of the same colour: clubs and spades, diamonds and hearts."""
    return SUITS - 1 - suit


@rule
def cards_below(card: int) -> np.uint64:
    """The lower cards of its suit."""
    return (only(card) - np.uint64(1)) & suit_cards(suit_of(card))


@rule
def is_shown(s: Record, seat: int) -> bool:
    """Whether the seat's five lie open: from the showdown to the end of the hand."""
    hidden = s.phase == CHOOSING or s.phase == BETTING or s.phase == FINAL_BETTING
    return bool(not hidden and s.fives[seat] != NONE)


@rule
def all_open(s: Record) -> bool:
    """Whether nothing is hidden: between hands, and after the match (C-07)."""
    return bool(s.phase == DEALING or s.phase == FINAL or s.phase == OVER)


@rule
def chips_on_board(s: Record) -> int:
    """All chips that lie on the board."""
    chips = 0
    for division in range(DIVISIONS):
        chips += int(s.board[division])
    return chips


@rule
def agreed_hands(s: Record) -> int:
    """How many hands are to be played (BC-G17): as agreed, or two for every seat."""
    return int(s.hands) if s.hands > 0 else 2 * int(s.seats)
