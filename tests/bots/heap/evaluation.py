"""Nothing is known of the Heap before it is gone."""

from typing import Any

import numpy as np

from parlour.core.contract import Actions, Record
from parlour.core.kernel import rule


@rule
def evaluate(s: Record, seat: int) -> int:
    if s.heap > 0:
        return 0
    return 1 if s.turn != seat else -1


@rule
def urgent(s: Record, seat: int, out: Actions) -> int:
    return 0


@rule
def position_key(s: Record) -> Any:
    return np.uint64(2 * s.heap + s.turn)
