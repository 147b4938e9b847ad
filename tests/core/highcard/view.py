"""What a seat sees of High Card."""

from typing import Any

from parlour.core.contract import SPECTATOR, Record
from parlour.core.texts import Argument, Kind, Refusal

from .rules import GOT, KEPT, OVER, SHOWN

EVENTS = {
    GOT: Kind("got", "HC-1", a=Argument("card"), reveals=True),
    KEPT: Kind("kept", "HC-2"),
    SHOWN: Kind("shown", "HC-3", a=Argument("card"), reveals=True),
}


def show(s: Record, seat: int) -> dict[str, Any]:
    own = None if seat == SPECTATOR else int(s.cards[seat])
    everyone = [int(card) for card in s.cards[: s.seats]] if s.phase == OVER else None
    return {"phase": int(s.phase), "card": own, "all": everyone}


def refusal(s: Record, seat: int, action: int) -> Refusal:
    return Refusal("HC-1", "table_only", {})
