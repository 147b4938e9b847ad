"""Passes over a table of endgames on an NVIDIA GPU, a place a thread, by the same functions as on the processor."""

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import cuda

from parlour.core.engines.numba import with_compiled_rules
from parlour.errors import MissingExtra
from parlour.games.cam.endgames.passes import LEGS, Codes, Task, look, mark, prepare
from parlour.games.cam.endgames.places import Index
from parlour.games.cam.endgames.slices import Slice, Span
from parlour.games.cam.table import MOST_LEGAL, STATE

State = STATE.layout
THREADS = 128
BLOCKS = 132 * 12  # a thread goes on to the place one grid further, so that it sets up its desk only once


def look_kernel(begin: int, end: int, task: Task, codes: Any, marks: Any, index: Any, out: Any) -> None:
    """See `look`; `out` is the highest code it gave."""
    legs = cuda.local.array(LEGS, State)
    actions = cuda.local.array((LEGS, MOST_LEGAL), numba.int16)
    left = cuda.local.array(LEGS, numba.int64)
    desk = (legs, actions, left)
    prepare(desk, index)
    for place in range(begin + cuda.grid(1), end, cuda.gridsize(1)):
        cuda.atomic.max(out, 0, look(place, task, codes, marks, index, desk))


def mark_kernel(begin: int, end: int, task: Task, codes: Any, marks: Any, index: Any, out: Any) -> None:
    """See `mark`."""
    legs = cuda.local.array(LEGS, State)
    actions = cuda.local.array((LEGS, MOST_LEGAL), numba.int16)
    left = cuda.local.array(LEGS, numba.int64)
    desk = (legs, actions, left)
    prepare(desk, index)
    for place in range(begin + cuda.grid(1), end, cuda.gridsize(1)):
        mark(place, task, codes, marks, index, desk)


def require_cuda() -> None:
    """`ParlourError` if there is no GPU to work on."""
    if not cuda.is_available():
        raise MissingExtra(
            "the engine cuda needs an NVIDIA GPU with its driver and the extra `cuda`: install parlour[cuda]"
        )


@cache
def on_gpu(kernel: Any) -> Any:
    """A kernel, compiled when it is first called; a simulated GPU runs it as it is written."""
    return cuda.jit(kernel if numba.config.ENABLE_CUDASIM else with_compiled_rules(kernel))


class CudaEngine:
    """Passes on the GPU, which holds the whole table while it is made."""

    def __init__(self, codes: Codes, index: Index, blocks: int = BLOCKS, threads: int = THREADS) -> None:
        self._codes = cuda.to_device(np.ascontiguousarray(codes))
        self._index = cuda.to_device(index)
        self._out = cuda.to_device(np.zeros(1, dtype=np.int64))
        self._grid = (blocks, threads)

    def begin(self, span: Span) -> None:
        """Nothing is marked."""
        self._span = span
        self._marks = cuda.to_device(np.zeros(span[1] - span[0], dtype=np.uint8))

    def look(self, part: Slice, now: int) -> int:
        """See `look`: the highest code it gave."""
        return self._run(look_kernel, part, now)

    def mark(self, part: Slice, now: int) -> None:
        """See `mark`."""
        self._run(mark_kernel, part, now)

    def codes(self, span: Span) -> Codes:
        """The codes as they are now."""
        return self._codes[span[0] : span[1]].copy_to_host()

    def load(self, span: Span, codes: Codes) -> None:
        """Put codes into their places."""
        self._codes[span[0] : span[1]].copy_to_device(np.ascontiguousarray(codes))

    def close(self) -> None:
        """Nothing is left to do."""

    def _run(self, kernel: Any, part: Slice, now: int) -> int:
        self._out.copy_to_device(np.zeros(1, dtype=np.int64))
        arrays = (self._codes, self._marks, self._index, self._out)
        on_gpu(kernel)[self._grid](part.begin, part.end, (part.own, part.foe, now, *self._span), *arrays)
        return int(self._out.copy_to_host()[0])
