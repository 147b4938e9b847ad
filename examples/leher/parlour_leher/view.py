"""What a seat sees of Le Her."""

from typing import Any

from parlour.core.contract import Record
from parlour.core.plain import Plain
from parlour.core.texts import Refusal

from .table import CARD, DEALING, OVER, PACK, PHASES


def show(s: Plain) -> dict[str, Any]:
    between = s.phase in (DEALING, OVER) and s.played > 0
    return {
        "phase": PHASES[s.phase],
        "dealer": s.dealer,
        "wins": s.wins,
        "played": s.played,
        "changed": bool(s.changed),
        "card": None,
        "cards": [PACK.names[card] for card in s.cards] if between else None,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    return {"card": CARD.data(s.cards[seat])}


def refusal(s: Record, seat: int, action: int) -> Refusal:
    return Refusal("LH-02", "table_deals", {})
