"""Bacarac's table: the record of a match, its actions and events, and the small words."""

from dataclasses import replace
from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, STANDS, event, events
from parlour.core.pack.cards import NONE, count, only
from parlour.core.pack.ordinary import (
    ALL_CARDS,
    BLACK,
    CARDS,
    HEARTS,
    PACK,
    RANKS,
    RED,
    SUIT_LETTERS,
    SUITS,
    TEN,
    suit_cards,
    suit_of,
)
from parlour.core.pack.seating import next_of
from parlour.core.records import field, record
from parlour.core.totals import sheet
from parlour.core.values import COUNT, FLAG, Value, card, cards, choice, number, seat, seats
from parlour.core.verbs import actions
from parlour.games.bacarac import GAME

MOST_SEATS: Final = 10  # BC-01
MOST_BET: Final = 10
FIVE: Final = 5

# The ten divisions of the board (BC-G01), and what each takes of an ante (BC-06..09).
KITTY, POT, EIGHT_NINE_TEN, ACE_PILE, KING_PILE, QUEEN_PILE, JACK_PILE, TEN_PILE, KING_QUEEN, JACK_TEN = range(10)
DIVISIONS: Final = 10  # BC-10
ANTES: Final = (3, 1, 2, 1, 1, 1, 1, 1, 1, 1)
ANTE: Final = sum(ANTES)
PAY_CARDS: Final = np.uint64(0b11111 << TEN) << np.uint64(RANKS * HEARTS)  # the 10 to the Ace of Hearts

DIVISION_NAMES: Final = ("kitty", "pot", "8-9-10", "A", "K", "Q", "J", "10", "K-Q", "J-10")
SUIT_NAMES: Final = ("Clubs", "Diamonds", "Hearts", "Spades")
POKER_NAMES: Final = (
    *("high card", "a pair", "two pairs", "three of a kind", "a straight", "a flush"),
    *("a full house", "four of a kind", "a straight flush"),
)
STOPS: Final = ("the Ace", "a dead card", "a card laid before")

# A hand goes DEALING, BUYING and CHOOSING if switched on, BETTING, LEADING and back; FINAL ends a match.
PHASES: Final = ("deal", "buy", "choose", "bet", "lead", "final", "final-bet", "over")
DEALING, BUYING, CHOOSING, BETTING, LEADING, FINAL, FINAL_BETTING, OVER = range(8)
NOBODY: Final = -1
NO_CARD: Final = -1

# Options, as numbered in the game's facts.
AUTO, STRICT = range(2)
COLOUR, SUIT = range(2)
SUIT_LOW, COLOUR_LOW, HAND_LOW = range(3)

# Why a run stops.
AT_ACE, AT_DEAD, AT_LAID = range(3)

CARD: Final = card(PACK)
CARD_OR_NONE: Final = card(PACK, none=True)
SOME_CARDS: Final = cards(PACK)
PLAYER: Final = seat(MOST_SEATS)
SOME_PLAYERS: Final = seats(MOST_SEATS)
CHIPS: Final = number(-9_999_999, 9_999_999)
AMOUNT: Final = number(1, MOST_BET)


def named(*names: str) -> Value:
    """One of several names as the book has them, read in either case."""
    lower = choice(*(name.lower() for name in names))
    return replace(lower, text=names.__getitem__, data=names.__getitem__)


DIVISION: Final = named(*DIVISION_NAMES)
ONE_OF_SUITS: Final = named(*SUIT_LETTERS)

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the hand is"),
    hand=field(number(0, 1_000), "hands finished"),
    dealer=field(PLAYER, "who deals, or will deal next"),
    turn=field(seat(MOST_SEATS, nobody=True), "who is to choose, speak or lead; 0 when nobody is"),
    playing=field(SOME_PLAYERS, "the seats that are still in the match"),
    held=field(SOME_CARDS, "cards in hand", per_seat=MOST_SEATS),
    laid=field(SOME_CARDS, "cards laid face up", per_seat=MOST_SEATS),
    fives=field(SOME_CARDS, "poker fives, shown, or with `poker_choose` chosen so far", per_seat=MOST_SEATS),
    lacks=field(SOME_CARDS, "cards that the seat is known not to hold, by leads and passes", per_seat=MOST_SEATS),
    dead=field(SOME_CARDS, "the dead hand"),
    exposed=field(SOME_CARDS, "those of its cards at which a run has stopped, so that everybody knows them"),
    swapped=field(FLAG, "whether the dealer has taken the dead hand instead of the one dealt"),
    balances=field(CHIPS, "chips won and lost, below zero for who owes", per_seat=MOST_SEATS),
    board=field(number(0, 9_999_999), "chips in each division", places=DIVISIONS),
    earners=field(seat(MOST_SEATS, nobody=True), "who has earned each division this hand", places=DIVISIONS),
    bets=field(number(0, 1_000), "chips bet by each seat in this round of betting", per_seat=MOST_SEATS),
    bet=field(number(0, 1_000), "what a seat must have bet to stay in"),
    raised=field(number(0, 100), "raises made"),
    in_pot=field(SOME_PLAYERS, "the seats that have not folded"),
    waiting=field(SOME_PLAYERS, "the seats that are still to speak in the betting"),
    silent=field(SOME_PLAYERS, "strict: the seats that left their chips lying since the last lead"),
    run_low=field(CARD_OR_NONE, "the card that led the last run"),
    run_high=field(CARD_OR_NONE, "the card at which it stopped"),
    layer=field(seat(MOST_SEATS, nobody=True), "who laid that card"),
    pack=field(number(0, CARDS - 1), "the pack while it is shuffled; else zeros", places=CARDS),
    could=field(SOME_CARDS, "what each may hold while hands are sampled; else none", per_seat=MOST_SEATS),
)

ACTIONS: Final = actions(
    check=(),  # the seat to speak, and so are the next four
    call=(),
    fold=(),
    bet=AMOUNT,
    raise_=AMOUNT,
    lead=ONE_OF_SUITS,  # the seat to lead
    keep=(),  # the dealer, with `buy_dead`
    swap=(),
    pick=CARD,  # with `poker_choose`, a card of the five, ascending
    claim=DIVISION,  # strict: who has earned that division
    silent=(),  # strict: the same
    deal=(),  # the table
    end=(),  # the table, between hands, when all have agreed to stop (BC-G17)
    final=(),  # the table: the last poker hand for what lies on the board
)
CHECK, CALL, FOLD, FIRST_BET, FIRST_RAISE, LEAD, KEEP, SWAP, PICK, CLAIM, SILENT, DEAL, END, FINAL_HAND = ACTIONS.firsts
BET: Final = FIRST_BET - 1  # bet x is BET + x
RAISE: Final = FIRST_RAISE - 1  # raise x is RAISE + x
MOST_LEGAL: Final = 24
MOST_EVENTS: Final = 128
FEATURES: Final = 425

EVENTS: Final = events(
    anted=event("BC-06", chips=COUNT, board=COUNT),
    dropped=event("KK-G27", weight=HEAVY),
    dealt=event("BC-04", cards=SOME_CARDS, dead=FLAG, reveals=True),
    chose_hand=event("BC-G27", swaps=FLAG),
    picked=event("BC-G27", card=CARD),
    checked=event("BC-14"),
    made_bet=event("BC-14", chips=COUNT),
    called=event("BC-15", chips=COUNT),
    raised=event("BC-15", chips=COUNT, paid=COUNT),
    folded=event("BC-G05"),
    showed=event("BC-16", cards=SOME_CARDS, poker=named(*POKER_NAMES), reveals=True, weight=STANDS),
    won=event("BC-16", chips=COUNT, unseen=FLAG, weight=HEAVY),
    laid=event("BC-20", cards=SOME_CARDS, leads=FLAG, reveals=True),
    stopped=event("BC-22", card=CARD, why=named(*STOPS), weight=HEAVY),
    passed=event("BC-25"),
    earned=event("BC-39", division=DIVISION, weight=HEAVY),
    took=event("BC-26", division=DIVISION, chips=COUNT, weight=HEAVY),
    went_out=event("BC-32", weight=HEAVY),
    blocked=event("BC-35", weight=HEAVY),
    paid=event("BC-G26", chips=COUNT),
    revealed=event("BC-33", cards=SOME_CARDS, reveals=True),
    dead_hand=event("BC-05", cards=SOME_CARDS, reveals=True),
    agreed=event("BC-G17", hands=COUNT),
    last_hand=event("BC-41", chips=COUNT, weight=HEAVY),
)
ANTED, DROPPED, DEALT, CHOSE_HAND, PICKED, CHECKED, MADE_BET, CALLED, RAISED, FOLDED, SHOWED, WON, *_REST = EVENTS
LAID, STOPPED, PASSED, EARNED, TOOK, WENT_OUT, BLOCKED, PAID, REVEALED, DEAD_HAND, AGREED, LAST_HAND = _REST

# Chips won and lost; who has won the most wins the match (BC-G21, C-12), and who owes stands below zero (C-09).
scores, payoffs, winners = sheet("balances", OVER)


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
