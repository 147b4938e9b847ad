"""How matches are handed out: in order, so many at a time that a worker is busy for a while, and few near the end."""

from collections.abc import Sequence

A_BATCH = 1.0  # seconds that a batch should take
MOST_AT_ONCE = 512
WEIGHT = 0.1  # of the newest match in what a match is thought to take


class Batches:
    """The matches that nobody plays yet, for so many workers."""

    def __init__(self, numbers: Sequence[int], workers: int) -> None:
        self.workers = max(1, min(workers, len(numbers)))
        self._todo = list(reversed(numbers))
        self._alone: list[int] = []
        self._seconds: float | None = None

    def next(self) -> list[int]:
        """The next matches to play; none when all are handed out."""
        if self._alone:
            return [self._alone.pop()]
        size = 1 if self._seconds is None else min(MOST_AT_ONCE, round(A_BATCH / max(self._seconds, 1e-6)))
        size = max(1, min(size, len(self._todo) // (2 * self.workers)))
        batch = self._todo[: -size - 1 : -1]
        del self._todo[-size:]
        return batch

    def give_back(self, numbers: Sequence[int], alone: bool = False) -> None:
        """Somebody else will have to play these; if one of them is dangerous, each alone."""
        (self._alone if alone else self._todo).extend(reversed(numbers))

    def note(self, seconds: float) -> None:
        """A match took so long."""
        self._seconds = seconds if self._seconds is None else self._seconds + WEIGHT * (seconds - self._seconds)
