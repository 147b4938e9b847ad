"""Series of matches on an NVIDIA GPU, a match a thread, with the same rules and the same results bit for bit.

The rules are what the processor runs, compiled once more by Numba. A thread keeps its match in its own local memory;
when the match is over, the thread takes the next that nobody has begun. So no thread waits for a long match of another,
and as the results go to the row of the match, who plays which does not matter.

The 32 threads of a warp share one stream of instructions: what one of them does costs as much as if all did it. So the
seldom and long things are done together. A thread whose match waits for the world, which deals, waits until all the
others do; one whose match is over waits for a few such others.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import cuda, types

from parlour.arena.series import Plan, Series
from parlour.core.chance import below
from parlour.core.contract import (
    TABLE,
    Log,
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
    take_options,
    winners,
)
from parlour.core.engines.loops import bind, own_functions
from parlour.core.engines.numba import with_compiled_rules
from parlour.core.events import COLUMNS, HAND_OVER, KIND, A
from parlour.core.game import Game
from parlour.core.kernel import layout, rule, whole
from parlour.core.kernels import HANDS, MOVES, RANDOM, WON, States, Table, match_key, next_actor
from parlour.core.statistics import Rows
from parlour.errors import MissingExtra, ParlourError

WARP = 32
ALL = (1 << WARP) - 1  # the mask of a vote of a whole warp
THREADS = 128  # in a block
BLOCKS = 8  # at most, for each multiprocessor
LOCAL_BYTES = 1 << 20  # at most, for each multiprocessor: more than this much local memory is slower than fewer threads
LARGE = 1 << 10  # bytes of an array that stays in local memory when the rest of a state is in shared memory
REGISTERS = 64  # of a thread that plays at random: more of them, and fewer threads run at the same time
PATIENCE = 4  # so many threads of a warp begin new matches together
MOST_KEPT = 1 << 22  # rows of events in a chunk

BEGINS, PLAYED = -1, -2  # in place of a seat: a match must be begun, or none is left

# Each game's own when bound.
State = Small = np.dtype(np.void)
LARGE_WORDS = SMALL_WORDS = PITCH = BLOCK_WORDS = 1
SPLIT = False
split: Any = None
LOG = (1, COLUMNS)
MOST_LEGAL = 1
SCRATCH = 1
VOTES = True  # the threads of a simulated GPU are not in step and have none: there, none waits for another


def play(  # noqa: PLR0915 (threads vote in it, so it is in one piece)
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
    large = cuda.local.array(LARGE_WORDS, np.uint64)  # as words they are cleared eight times as fast as a record
    if SPLIT:
        me = cuda.threadIdx.x * PITCH
        small = cuda.shared.array(BLOCK_WORDS, np.uint64)[me : me + SMALL_WORDS]
        s = split(small.view(Small)[0], large.view(State)[0])
    else:
        small = large[:0]
        s = large.view(State)[0]
    scratch = cuda.local.array(SCRATCH, State)
    key = cuda.local.array(8, np.uint32)
    rng = cuda.local.array(1, np.uint64)
    rows = cuda.local.array(LOG, np.int64)
    log = as_log(rows)
    out = cuda.local.array(MOST_LEGAL, np.int16)
    match = -1
    seat = BEGINS
    moves = hands = 0
    while True:
        if VOTES:
            if cuda.all_sync(ALL, seat == PLAYED):
                return
            playing = cuda.any_sync(ALL, seat >= 0 and seat != TABLE)
            ended = cuda.popc(cuda.ballot_sync(ALL, seat == BEGINS))
            if seat == PLAYED or (playing and (seat == TABLE or (seat == BEGINS and ended < PATIENCE))):
                continue
        elif seat == PLAYED:
            return
        if seat < 0:
            if match >= 0:
                note(facts[match], moves, hands, winners(s))
                scores(s, points[match])
                payoffs(s, counters[match])
            match = cuda.atomic.add(used, 0, 1)
            if match >= len(facts):
                seat = PLAYED
                continue
            match_key(base, first + match, key, rng)
            clear(small)
            clear(large)
            take_options(s, options[0])
            setup(s, seats, key)
            moves = hands = 0
            rows[0, A] = 0
            seat = next_actor(actors(s), 0)
            if seat == TABLE:
                continue
        if seat == TABLE or policies[seat] == RANDOM:
            n = legal(s, seat, out)
            action = whole(out[0 if seat == TABLE else below(rng, n)])
        else:
            action = advise(s, seat, rng, scratch)
        moves += 1 if seat != TABLE else 0
        rows[0, 0] = 0
        apply(s, seat, action, log)
        hands = hands_told(rows, hands)
        some = wanted(rows, kinds)
        if some:
            keep(rows, kinds, first + match, kept, cuda.atomic.add(used, 1, some))
        seat = next_actor(actors(s), seat)


@rule
def clear(memory: Any) -> None:
    """Make it all 0."""
    for i in range(len(memory)):
        memory[i] = 0


@rule
def note(facts: Any, moves: int, hands: int, won: int) -> None:
    """Write what is told of a match."""
    facts[MOVES] = moves
    facts[HANDS] = hands
    facts[WON] = won


@rule
def hands_told(rows: Log, before: int) -> int:
    """How many hands were played, by the log after a move."""
    hands = before
    for i in range(1, rows[0, 0] + 1):
        if rows[i, KIND] == HAND_OVER:
            hands = whole(rows[i, A])
    return hands


@rule
def hands_counted(rows: Log, before: int) -> int:
    """The same by a tally."""
    return whole(rows[0, A])


@rule
def wanted(rows: Log, kinds: int) -> int:
    """How many events of a log are to be kept."""
    some = 0
    for i in range(1, rows[0, 0] + 1):
        some += (kinds >> whole(rows[i, KIND])) & 1
    return some


@rule
def none_wanted(rows: Log, kinds: int) -> int:
    """The same where there is no log."""
    return 0


@rule
def keep(rows: Log, kinds: int, match: int, kept: Table, row: int) -> None:
    """Copy those events to `row` and those after it, as far as there is room."""
    for i in range(1, rows[0, 0] + 1):
        if (kinds >> whole(rows[i, KIND])) & 1 and row < len(kept):
            kept[row, 0] = match
            for column in range(COLUMNS):
                kept[row, 1 + column] = rows[i, column]
            row += 1


@rule
def as_log(rows: Log) -> Log:
    """The log that is kept in `rows`: these themselves."""
    return rows


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
        self.given = [cuda.to_device(array) for array in (self.options, self.key, self.policies)]

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
        options, key, policies = self.given
        used = cuda.to_device(np.zeros(2, dtype=np.int64))
        with no_advice_about_size():
            self.kernel[grid(self.kernel, len(facts))](
                *(self.plan.seats, options, key, first, policies),
                *(points, counters, facts, self.kinds, kept, used),
            )
        return used


@cache
def kernel(game: Game, advised: bool, telling: bool) -> Any:
    """`play`, compiled for a game: with or without advice, and with whole events or no more than what counts hands."""
    own: dict[Any, Any] = own_functions(game) | {
        "State": game.layout,
        "LARGE_WORDS": game.layout.itemsize // 8,
        "LOG": (game.table.MOST_EVENTS + 1, COLUMNS),
        "MOST_LEGAL": game.table.MOST_LEGAL,
        "SCRATCH": game.advice.SCRATCH if advised else 1,
        "VOTES": not simulated(),
    }
    if not advised:
        own[advise] = nobody
    if not (telling or simulated()):
        from parlour.arena.gpu.tally import tally

        own |= {"LOG": (1, COLUMNS), "as_log": tally, "hands_told": hands_counted, "wanted": none_wanted}
    if not (advised or simulated()):
        own |= parts(game.layout)
    bound = bind(play, own)
    options: dict[str, Any] = {}
    if not simulated():
        options = {"lto": False}  # the linker would fuse what `fit_for_rules` keeps apart
        options |= {} if advised else {"max_registers": REGISTERS}
    with fit_for_rules():
        return cuda.jit(signature(game), **options)(bound if simulated() else with_compiled_rules(bound))


def parts(state: np.dtype[Any]) -> dict[str, Any]:
    """How `play` splits a state with a large array; not at all if it has none."""
    fields = {name: state[name] for name in state.names or ()}
    small, large = [
        [(name, kind.base, kind.shape) for name, kind in fields.items() if (kind.itemsize >= LARGE) is wanted]
        for wanted in (False, True)
    ]
    if not large:
        return {}
    from parlour.arena.gpu.split import split

    layouts = layout(small), layout(large)
    words, rest = (part.itemsize // 8 for part in layouts)
    pitch = words | 1  # odd, so that threads begin in different banks
    return {
        **{"SPLIT": True, "split": split, "Small": layouts[0], "State": layouts[1]},
        **{"SMALL_WORDS": words, "PITCH": pitch, "BLOCK_WORDS": pitch * THREADS, "LARGE_WORDS": rest},
    }


def signature(game: Game) -> Any:
    """What the kernel takes."""
    options = numba.from_dtype(game.options_layout)[::1]
    whole_numbers, numbers = types.int64[:, ::1], types.float64[:, ::1]
    return types.void(
        *(types.int64, options, types.uint32[::1], types.int64, types.int64[::1]),
        *(numbers, numbers, whole_numbers, types.int64, whole_numbers, types.int64[::1]),
    )


def grid(kernel: Any, matches: int) -> tuple[int, int]:
    """Blocks and threads in a block: no more than there are matches, nor than run well at the same time."""
    most = BLOCKS
    if not simulated():
        local = next(iter(kernel.overloads.values())).local_mem_per_thread
        most = min(BLOCKS, max(2, LOCAL_BYTES // (THREADS * max(1, local))))
        most *= cuda.current_context().device.MULTIPROCESSOR_COUNT
    return min(-(-matches // THREADS), most), THREADS


def require_cuda() -> None:
    """`ParlourError` if there is no GPU to play on; a simulated one, for tests, will do."""
    if simulated():
        return
    if cuda.implementation != "NVIDIA":
        raise MissingExtra("the engine cuda needs the extra `cuda`: install parlour[cuda]")
    if not cuda.is_available():
        raise ParlourError("the engine cuda needs an NVIDIA GPU and its driver, and finds none")


def simulated() -> bool:
    """Whether Numba only pretends to have a GPU."""
    return bool(numba.config.ENABLE_CUDASIM)


@contextmanager
def fit_for_rules() -> Iterator[None]:
    """Compile without fused multiplication and addition, which rounds once where a processor rounds twice.

    And with the tables in global memory: of constant memory, threads can only read the same place at the same time.
    """
    from numba.cuda.cudadrv import nvvm

    plain, constant = nvvm.compile_ir, getattr(nvvm, "ADDRSPACE_CONSTANT", None)  # a simulated GPU has no tables
    nvvm.compile_ir = lambda llvmir, **options: plain(llvmir, **options | {"fma": False})
    nvvm.ADDRSPACE_CONSTANT = getattr(nvvm, "ADDRSPACE_GLOBAL", None)
    try:
        yield
    finally:
        nvvm.compile_ir, nvvm.ADDRSPACE_CONSTANT = plain, constant


@contextmanager
def no_advice_about_size() -> Iterator[None]:
    """Numba warns of grids that leave some of the GPU idle; a short series has no better one."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*Grid size")
        yield
