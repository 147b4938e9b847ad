"""Passes over a table of endgames on the processor's cores."""

import os
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any, Final, Protocol

import numpy as np

from parlour.core.engines import at_speed
from parlour.games.cam.endgames.passes import LEGS, Codes, look_at_all, mark_all
from parlour.games.cam.endgames.places import Index
from parlour.games.cam.endgames.slices import Slice, Span
from parlour.games.cam.table import MOST_LEGAL, STATE

CHUNK: Final = 1 << 15  # places a call


class PassEngine(Protocol):
    """What does the passes: the processor's cores or a GPU."""

    def begin(self, span: Span) -> None:
        """Nothing is marked in the slices that lie there."""

    def look(self, part: Slice, now: int) -> int:
        """Look at what is marked, or at everything in the first and last pass: the highest code that `look` gave."""

    def mark(self, part: Slice, now: int) -> None:
        """Mark what might lead to the positions with the code `now`."""

    def codes(self, span: Span) -> Codes:
        """The codes as they are now."""

    def load(self, span: Span, codes: Codes) -> None:
        """Put codes into their places."""

    def close(self) -> None:
        """End the work, done or not."""


def new_desk() -> tuple[Any, ...]:
    """What one thread needs to look at positions: states, lists of legs, and what is left of them."""
    actions = np.zeros((LEGS, MOST_LEGAL), dtype=np.int16)
    return np.zeros(LEGS, dtype=STATE.layout), actions, np.zeros(LEGS, dtype=np.int64)


class CpuEngine:
    """Passes by threads, each of which takes the next few places when it has done with some."""

    def __init__(self, codes: Codes, index: Index, threads: int | None = None) -> None:
        self._codes, self._index = codes, index
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._own = local()

    def begin(self, span: Span) -> None:
        """Nothing is marked."""
        self._span = span
        self._marks = np.zeros(span[1] - span[0], dtype=np.uint8)

    def look(self, part: Slice, now: int) -> int:
        """See `look_at_all`."""
        return max(self._run(look_at_all, part, now))

    def mark(self, part: Slice, now: int) -> None:
        """See `mark_all`."""
        self._run(mark_all, part, now)

    def codes(self, span: Span) -> Codes:
        """The codes as they are now."""
        return self._codes[span[0] : span[1]]

    def load(self, span: Span, codes: Codes) -> None:
        """Put codes into their places."""
        self._codes[span[0] : span[1]] = codes

    def close(self) -> None:
        """Let go of the threads; what is not yet begun is dropped."""
        self._pool.shutdown(cancel_futures=True)

    def _run(self, loop: Any, part: Slice, now: int) -> list[int]:
        def work(begin: int) -> int:
            end = min(begin + CHUNK, part.end)
            arrays = (self._codes, self._marks, self._index, self._desk())
            return int(at_speed(loop)(begin, end, (part.own, part.foe, now, *self._span), *arrays))

        return list(self._pool.map(work, range(part.begin, part.end, CHUNK)))

    def _desk(self) -> tuple[Any, ...]:
        if not hasattr(self._own, "desk"):
            self._own.desk = new_desk()
        desk: tuple[Any, ...] = self._own.desk
        return desk
