"""Le Her's table: the cards, the record of a match, its actions and events.

A card is 4 * rank + suit; rank 0 is the ace, rank 12 the King.
"""

from typing import Final

from parlour.core.kinds import event, events
from parlour.core.pack.packs import Pack
from parlour.core.records import field, record
from parlour.core.totals import sheet
from parlour.core.values import FLAG, card, cards, choice, number, seat
from parlour.core.verbs import actions

from . import GAME

SIZE: Final = 52
KING: Final = 12
NO_CARD: Final = -1
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
PACK: Final = Pack([name + suit for name in RANKS for suit in "CDHS"], "AC to KS, like 7H")
CARD: Final = card(PACK, none=True)
PHASES: Final = ("deal", "receive", "answer", "over")
DEALING, RECEIVING, ANSWERING, OVER = range(4)

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the hand is"),
    dealer=field(seat(2), "who deals"),
    cards=field(CARD, "the card of each seat", per_seat=2),
    dealt=field(cards(PACK), "the cards that have left the pack"),
    changed=field(FLAG, "whether the receiver had the card changed"),
    wins=field(number(0, 1_000), "hands won", per_seat=2),
    played=field(number(0, 1_000), "hands played so far"),
)
ACTIONS: Final = actions(
    keep=(),  # the receiver, then the dealer
    change=(),  # the receiver, with the dealer; the dealer, with the pack
    deal=(),  # the table
)
EVENTS: Final = events(
    dealt=event("LH-02", card=CARD, reveals=True),
    kept=event("LH-03"),
    swapped=event("LH-03", card=CARD, reveals=True),
    king=event("LH-04", card=CARD, reveals=True),
    shown=event("LH-07", card=CARD, reveals=True),
    won=event("LH-07"),
)
KEEP, CHANGE, DEAL = ACTIONS.firsts
DEALT, KEPT, SWAPPED, KING_SHOWN, SHOWN, WON = EVENTS
scores, _, winners = sheet("wins", OVER)  # LH-G03; what is settled follows from who won
MOST_LEGAL: Final = 2
MOST_EVENTS: Final = 12
FEATURES: Final = 13 + 13 + 2
