"""How to play Le Her as well as can be: the receiver changes what is below 7, the dealer what is below 8.

With just a 7 the receiver changes three times in eight, with just an 8 the dealer five times in eight; so neither can
be outguessed. It was the first game of which that was found, by Waldegrave in 1713. The test works the numbers out.
"""

from typing import Any, Final

from parlour.core.chance import below
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule

from .rules import rank
from .table import ANSWERING, CHANGE, KEEP

SCRATCH: Final = 1
SEVEN: Final = 6  # ranks are counted from 0
EIGHT: Final = 7


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Keep or change."""
    own = rank(s.cards[seat])
    if s.phase == ANSWERING and s.changed == 1:
        return KEEP if own >= rank(s.cards[1 - seat]) else CHANGE
    doubtful, changes = (EIGHT, 5) if s.phase == ANSWERING else (SEVEN, 3)
    if own == doubtful:
        return CHANGE if below(rng, 8) < changes else KEEP
    return CHANGE if own < doubtful else KEEP
