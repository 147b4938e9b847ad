"""What a seat sees of High Card."""

from typing import Any

from parlour.core.contract import Record
from parlour.core.plain import Plain
from parlour.core.texts import Refusal

from .rules import OVER


def show(s: Plain) -> dict[str, Any]:
    return {"phase": s.phase, "card": None, "all": s.cards[: s.seats] if s.phase == OVER else None}


def own(s: Plain, seat: int) -> dict[str, Any]:
    return {"card": s.cards[seat]}


def refusal(s: Record, seat: int, action: int) -> Refusal:
    return Refusal("HC-1", "table_only", {})
