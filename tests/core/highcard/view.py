"""What a seat sees of High Card."""

from typing import Any

from parlour.core.contract import Record
from parlour.core.plain import Plain
from parlour.core.texts import Argument, Kind, Refusal

from .rules import GOT, KEPT, OVER, SHOWN

EVENTS = {
    GOT: Kind("got", "HC-1", a=Argument("card"), reveals=True),
    KEPT: Kind("kept", "HC-2"),
    SHOWN: Kind("shown", "HC-3", a=Argument("card"), reveals=True),
}


def show(s: Plain) -> dict[str, Any]:
    return {"phase": s.phase, "card": None, "all": s.cards[: s.seats] if s.phase == OVER else None}


def own(s: Plain, seat: int) -> dict[str, Any]:
    return {"card": s.cards[seat]}


def refusal(s: Record, seat: int, action: int) -> Refusal:
    return Refusal("HC-1", "table_only", {})
