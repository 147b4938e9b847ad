"""Nobody gives advice at the Heap."""

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.kernels import States

SCRATCH = 1


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: States) -> int:
    return 0
