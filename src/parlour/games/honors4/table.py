"""The table of Honors No. IV: the record of a match, its actions and events, and which cards pair."""

from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, event, events
from parlour.core.pack.books import CARDS, FIRST_OF_EACH
from parlour.core.pack.books import PACK as CARD_PACK
from parlour.core.pack.cards import cards_in, holds, only
from parlour.core.records import field, pile, record
from parlour.core.totals import sheet
from parlour.core.values import COUNT, card, cards, choice, number, seat
from parlour.core.verbs import actions
from parlour.games.honors4 import GAME

MOST_SEATS: Final = 12  # H4-G01
ONES: Final = FIRST_OF_EACH
FOURS: Final = FIRST_OF_EACH << np.uint64(3)
NO_CARD: Final = -1

CARD: Final = card(CARD_PACK)
CARD_OR_NONE: Final = card(CARD_PACK, none=True)
PLAYER: Final = seat(MOST_SEATS)

# Phases: DEALING, then TURN and THROW by turns, then DEALING again.
PHASES: Final = ("deal", "turn", "throw", "over")
DEALING, TURN, THROW, OVER = range(4)

# Options, as numbered in the game's facts.
ONCE, NEVER, UNLIMITED = range(3)

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the match is"),
    opener=field(PLAYER, "who opened the hand, or will open the next"),
    turn=field(PLAYER, "who is to draw or throw"),
    held=field(CARD_OR_NONE, "the card of each seat; between hands only the winner's", per_seat=MOST_SEATS),
    fresh=field(CARD_OR_NONE, "the card just drawn or taken; between hands the winner's second"),
    pack=pile(CARD, "left", CARDS, "the pack, its top card last"),
    left=field(number(0, CARDS), "how many cards the pack has"),
    exposed=pile(CARD, "lying", CARDS, "the exposed pile, its top card last"),
    lying=field(number(0, CARDS), "how many cards the exposed pile has"),
    ruled_out=field(cards(CARD_PACK), "cards that everybody knows the seat not to hold", per_seat=MOST_SEATS),
    totals=field(number(0, 100), "hands won", per_seat=MOST_SEATS),
    hand=field(number(0, 10_000), "hands played"),
    takes=field(number(0, 100), "cards taken from the pile in a row; so more than 0 if the card just drawn was"),
    recycled=field(number(0, 10_000), "how often the pile became the pack in this hand"),
)

ACTIONS: Final = actions(
    pack=(),  # the seat to draw: the top card of the pack
    take=(),  # the seat to draw: the top card of the exposed pile
    throw_drawn=(),  # the seat that has drawn: the card just drawn or taken
    throw_held=(),  # the seat that has drawn: the card that it held before
    deal=(),  # the table
    aliases={"draw": "pack"},
)
PACK, TAKE, THROW_DRAWN, THROW_HELD, DEAL = ACTIONS.firsts
MOST_LEGAL: Final = 2
MOST_EVENTS: Final = 16
FEATURES: Final = 834

EVENTS: Final = events(
    opener=event("H4-02", reveals=True),
    dealt=event("H4-03", card=CARD, reveals=True),  # seen by its owner
    drew=event("H4-07", card=CARD, reveals=True),  # from the pack, seen by the player who drew it
    took=event("H4-07", card=CARD),
    threw=event("H4-06", card=CARD, reveals=True),  # whether it was drawn or held, nobody is told
    out=event("H4-04", held=CARD, drawn=CARD, reveals=True, weight=HEAVY),
    scored=event("H4-G08", total=COUNT),
    spent=event("H4-G06", times=COUNT),  # the pack is used up, for so many times in this hand
    recycled=event("H4-G06", cards=COUNT),  # the exposed pile becomes the pack
    void=event("H4-G06", weight=HEAVY),  # nobody can go on
)
OPENER, DEALT, DREW, TOOK, THREW, OUT, SCORED, SPENT, RECYCLED, VOID = EVENTS

# A point a hand (H4-G08); at the cap all that tie have won (C-12, C-16). The winners share a counter of everybody.
scores, _, winners = sheet("totals", OVER)


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
    return cards_in(s.exposed, 0, s.lying)


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
