"""`parlour serve` for which a day is soon over: its clock, and whatever it does every few seconds, run `HASTE` times as
fast. Its event loop does not, so whoever connects to it is treated as ever."""

import os
import time

from parlour.cli import main
from parlour.core.clock import SteadyClock
from parlour.server import rounds, store

HASTE = float(os.environ["HASTE"])
BEGAN = time.monotonic()


def now(self: SteadyClock) -> float:
    return self.offset + BEGAN + HASTE * (time.monotonic() - BEGAN)


if __name__ == "__main__":
    SteadyClock.now = now  # type: ignore[method-assign]
    SteadyClock.was_set = lambda self: 0.0  # type: ignore[method-assign]
    rounds.SCAN /= HASTE
    rounds.HOUR /= HASTE
    store.FRESH /= HASTE
    main()
