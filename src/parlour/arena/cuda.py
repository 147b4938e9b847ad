"""Series of matches on an NVIDIA GPU, a match a thread, with the same rules and the same results bit for bit.

The rules are what the processor runs, compiled once more by Numba. A thread keeps its match in its own local memory;
when the match is over, the thread takes the next that nobody has begun. So no thread waits for a long match of another,
and as the results go to the row of the match, who plays which does not matter.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import cuda, types

from parlour.arena.series import Plan, Series
from parlour.core.chance import below
from parlour.core.contract import (
    NAMES,
    TABLE,
    Numbers,
    Record,
    Rng,
    Words,
    actors,
    advise,
    apply,
    legal,
    payoffs,
    scores,
    setup,
    winners,
)
from parlour.core.events import COLUMNS, HAND_OVER, KIND, A
from parlour.core.game import Game
from parlour.core.kernel import compiled, rule, whole
from parlour.core.kernels import HANDS, MOVES, RANDOM, WON, States, Table, match_key, next_actor
from parlour.core.tables import Rows
from parlour.errors import MissingExtra, ParlourError

THREADS = 128  # in a block
BLOCKS = 6  # at most, for each multiprocessor
MOST_KEPT = 1 << 22  # rows of events in a chunk

# Each game's own when bound.
State = np.dtype(np.void)
Number = np.dtype(np.int64)
LOG = (1, COLUMNS)
MOST_LEGAL = 1
SCRATCH = 1


def play(
    blank: States,
    seats: int,
    options: States,
    base: Words,
    first: int,
    policies: Table,
    points: Numbers,
    counters: Numbers,
    facts: Table,
    kinds: int,
    kept: Table,
    used: Table,
) -> None:
    """What a thread does: `core.kernels.series` for one match after the other, those that it gets.

    `used` counts the matches that were begun and the rows of `kept` that were asked for.
    """
    states = cuda.local.array(1, State)
    scratch = cuda.local.array(SCRATCH, State)
    key = cuda.local.array(8, np.uint32)
    rng = cuda.local.array(1, np.uint64)
    log = cuda.local.array(LOG, Number)
    out = cuda.local.array(MOST_LEGAL, np.int16)
    s = states[0]
    match = -1
    seat = -1
    moves = 0
    hands = 0
    while True:
        if seat >= 0:
            seat = next_actor(actors(s), seat)
        if seat < 0:  # a new match takes part in this very round, so that threads in step stay in step
            if match >= 0:
                facts[match, MOVES] = moves
                facts[match, HANDS] = hands
                facts[match, WON] = winners(s)
                scores(s, points[match])
                payoffs(s, counters[match])
            match = cuda.atomic.add(used, 0, 1)
            if match >= len(facts):
                return
            match_key(base, first + match, key, rng)
            states[0] = blank[0]
            setup(s, seats, options[0], key)
            moves = 0
            hands = 0
            seat = next_actor(actors(s), 0)
        if seat == TABLE:
            legal(s, seat, out)
            action = whole(out[0])
        elif policies[seat] == RANDOM:
            action = whole(out[below(rng, legal(s, seat, out))])
        else:
            action = advise(s, seat, rng, scratch)
        moves += 1 if seat != TABLE else 0
        log[0, 0] = 0
        apply(s, seat, action, log)
        for i in range(1, log[0, 0] + 1):
            if log[i, KIND] == HAND_OVER:
                hands = whole(log[i, A])
            if (kinds >> whole(log[i, KIND])) & 1:
                row = cuda.atomic.add(used, 1, 1)
                if row < len(kept):
                    kept[row, 0] = first + match
                    for column in range(COLUMNS):
                        kept[row, 1 + column] = log[i, column]


@rule
def nobody(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The advice in a series in which nobody follows any: no code, and no memory for it."""
    return -1


class CudaSeries(Series):
    """A plan that a GPU plays."""

    fewest = 1 << 14

    def __init__(self, plan: Plan) -> None:
        require_cuda()
        super().__init__(plan)
        self.kernel = kernel(plan.game, advised=bool((self.policies != RANDOM).any()), telling=self.kinds != 0)
        self.given = [cuda.to_device(array) for array in (self.blank, self.options, self.key, self.policies)]

    @property
    def most(self) -> int:  # type: ignore[override]
        """Matches in a chunk: their events, if they are kept, must fit into memory."""
        return MOST_KEPT // self.room if self.kinds else 1 << 20

    def run(self, first: int, facts: Rows, points: Numbers, counters: Numbers, kept: Rows) -> int:
        """See `Series.run`."""
        results = [cuda.device_array_like(array) for array in (points, counters, facts, kept)]
        used = self.launch(first, *results)
        for array, result in zip((points, counters, facts), results, strict=False):
            result.copy_to_host(array)
        rows = min(int(used.copy_to_host()[1]), len(kept))
        if rows:
            some = results[3][:rows].copy_to_host()
            kept[:rows] = some[np.argsort(some[:, 0], kind="stable")]  # events of a match were told in order
        return rows

    def launch(self, first: int, points: Any, counters: Any, facts: Any, kept: Any) -> Any:
        """Start the kernel on memory of the GPU."""
        blank, options, key, policies = self.given
        used = cuda.to_device(np.zeros(2, dtype=np.int64))
        with no_advice_about_size():
            self.kernel[grid(len(facts))](
                *(blank, self.plan.seats, options, key, first, policies),
                *(points, counters, facts, self.kinds, kept, used),
            )
        return used


@cache
def kernel(game: Game, advised: bool, telling: bool) -> Any:
    """`play`, compiled for a game: with or without advice, and with whole events or no more than what counts hands."""
    rules = game.rules
    own = {name: getattr(rules, name) for name in NAMES} | {
        "State": rules.State,
        "LOG": (rules.MOST_EVENTS + 1, COLUMNS),
        "Number": np.dtype(np.int64 if telling or simulated() else np.int32),  # half of a hand of cards is lost, unread
        "MOST_LEGAL": rules.MOST_LEGAL,
        "SCRATCH": game.advice.SCRATCH if advised else 1,
        "advise": game.advice.advise if advised else nobody,
    }
    bound = FunctionType(play.__code__, play.__globals__ | own, f"{play.__name__}_{game.name}")
    options = {} if simulated() else {"lto": False}  # the linker would fuse what `exact_floats` keeps apart
    with exact_floats():
        return cuda.jit(signature(game), **options)(bound)


def signature(game: Game) -> Any:
    """What the kernel takes."""
    states, options = numba.from_dtype(game.rules.State)[::1], numba.from_dtype(game.options_layout)[::1]
    whole_numbers, numbers = types.int64[:, ::1], types.float64[:, ::1]
    return types.void(
        *(states, types.int64, options, types.uint32[::1], types.int64, types.int64[::1]),
        *(numbers, numbers, whole_numbers, types.int64, whole_numbers, types.int64[::1]),
    )


def grid(matches: int) -> tuple[int, int]:
    """Blocks and threads in a block: no more than there are matches, nor than run at the same time."""
    threads = min(THREADS, matches)
    processors = getattr(cuda.current_context().device, "MULTIPROCESSOR_COUNT", 1)  # a simulated GPU does not tell
    return min(-(-matches // threads), BLOCKS * processors), threads


def require_cuda() -> None:
    """`ParlourError` if there is no GPU to play on; a simulated one, for tests, will do."""
    if simulated():
        return
    if cuda.implementation != "NVIDIA":
        raise MissingExtra("the engine cuda needs the extra `cuda`: install parlour[cuda]")
    if not cuda.is_available():
        raise ParlourError("the engine cuda needs an NVIDIA GPU and its driver, and finds none")
    if not compiled():
        raise ParlourError("the engine cuda needs compiled rules: unset NUMBA_DISABLE_JIT")


def simulated() -> bool:
    """Whether Numba only pretends to have a GPU."""
    return bool(numba.config.ENABLE_CUDASIM)


@contextmanager
def exact_floats() -> Iterator[None]:
    """Compile without fused multiplication and addition, which rounds once where a processor rounds twice."""
    from numba.cuda.cudadrv import nvvm

    plain = nvvm.compile_ir
    nvvm.compile_ir = lambda llvmir, **options: plain(llvmir, **options | {"fma": False})
    try:
        yield
    finally:
        nvvm.compile_ir = plain


@contextmanager
def no_advice_about_size() -> Iterator[None]:
    """Numba warns of grids that leave some of the GPU idle; a short series has no better one."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Grid size")
        yield
