"""How long computer players think, so that one who has no choice can seem to.

Whether a player had only one legal action depends on its hand, so the time of its move must not tell.
"""

import random
from collections import Counter, defaultdict, deque

KEPT = 64  # times of each kind of player


class Habits:
    """The times that the last decisions took, by game and level; the first in each process, in which much has to be
    loaded, are left out."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._woken: Counter[tuple[str, str]] = Counter()
        self._times: defaultdict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._luck = random.Random()

    def note(self, game: str, level: str, seconds: float) -> None:
        """A decision took so long."""
        if self._woken[game, level] < self._processes:
            self._woken[game, level] += 1
        else:
            self._times[game, level].append(seconds)

    def usual(self, game: str, level: str) -> float:
        """How long a decision might take: as long as one of the last, 0 before the first."""
        times = self._times.get((game, level))
        return self._luck.choice(times) if times else 0.0
