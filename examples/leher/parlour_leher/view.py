"""What a seat sees of Le Her."""

from typing import Any

from parlour.core.contract import Record
from parlour.core.plain import Plain
from parlour.core.texts import Argument, Kind, Refusal

from .notation import card_name
from .rules import DEALING, DEALT, KEPT, KING_SHOWN, NO_CARD, OVER, SHOWN, SWAPPED, WON

CARD = Argument("card", card_name)
EVENTS = {
    DEALT: Kind("dealt", "LH-02", a=CARD, reveals=True),
    KEPT: Kind("kept", "LH-03"),
    SWAPPED: Kind("swapped", "LH-03", a=CARD, reveals=True),
    KING_SHOWN: Kind("king", "LH-04", a=CARD, reveals=True),
    SHOWN: Kind("shown", "LH-07", a=CARD, reveals=True),
    WON: Kind("won", "LH-07"),
}
PHASES = ("deal", "receive", "answer", "over")


def show(s: Plain) -> dict[str, Any]:
    between = s.phase in (DEALING, OVER) and s.played > 0
    return {
        "phase": PHASES[s.phase],
        "dealer": s.dealer,
        "wins": s.wins,
        "played": s.played,
        "hands": s.hands,
        "changed": bool(s.changed),
        "card": None,
        "cards": [card_name(card) for card in s.cards] if between else None,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    return {"card": None if s.cards[seat] == NO_CARD else card_name(s.cards[seat])}


def refusal(s: Record, seat: int, action: int) -> Refusal:
    return Refusal("LH-02", "table_deals", {})
