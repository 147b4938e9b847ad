"""Swap a card of the lower half."""

from typing import Any

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule

from .rules import CARDS, KEEP, SWAP

SCRATCH = 1


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    return SWAP if (s.cards[seat] < CARDS // 2) != (s.low_wins == 1) else KEEP
