"""The time of a process: that of the wall when it began, and from then on what has passed since.

The clock on the wall may be set, an hour forward or back, while matches are played. Whoever plans by this one does not
notice: it never jumps and never goes back. Those who share the offset, processes of one machine, share the time.
"""

import time
from dataclasses import dataclass, field

SET = 10.0  # seconds by which the clock on the wall must have moved on its own to be called set


@dataclass
class SteadyClock:
    """A clock that nobody can set."""

    offset: float = field(default_factory=lambda: time.time() - time.monotonic())
    told: float = 0.0  # by how much the wall's was known to differ

    def now(self) -> float:
        """The seconds since 1970, as of this clock."""
        return self.offset + time.monotonic()

    def begin_after(self, newest: float) -> float:
        """Be no earlier than what a clock before this one has seen; by how many seconds that is ahead of the wall's."""
        ahead = max(0.0, newest - self.now())
        self.offset += ahead
        self.told = -ahead
        return ahead

    def was_set(self) -> float:
        """By how many seconds the clock on the wall has been set since this was last asked: 0 if it was not."""
        differs = time.time() - self.now()
        moved, self.told = differs - self.told, differs
        return moved if abs(moved) > SET else 0.0
