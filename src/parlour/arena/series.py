"""Series of matches, played by the compiled rules a chunk at a time.

Match number n of a series is the same whatever else is played: its deals and choices come from the seed and n alone.
So the size of a chunk, which follows the speed of the machine, changes nothing but how often progress is shown.
"""

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from parlour.arena.terms import Terms, checked_terms
from parlour.core.contract import Numbers
from parlour.core.engines import has_numba
from parlour.core.events import COLUMNS, new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernels import ADVICE, FACTS, HANDS, RANDOM
from parlour.core.options import encode
from parlour.core.statistics import MATCH, Rows
from parlour.errors import ConformanceError, MissingExtra, OptionError, SeatError, UnknownBot

POLICIES = {"random": RANDOM, "rulebook": ADVICE}
ENGINES = ("cpu", "cuda")
CHUNK_SECONDS = 0.2
FIRST_ROOM = 256  # rows for the events of a match, to begin with


@dataclass(frozen=True)
class Plan(Terms):
    """What is to be played: so many matches, or as many as it takes to play so many hands."""

    policies: tuple[str, ...]
    seed: int | str
    matches: int | None = None
    hands: int | None = None
    engine: str = "cpu"
    figures: bool = True  # whether the game's own are counted

    @classmethod
    def make(
        cls,
        game: Game,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        policies: Sequence[str] = ("random",),
        seed: int | str | None = None,
        matches: int | None = None,
        hands: int | None = None,
        engine: str = "cpu",
    ) -> "Plan":
        """A plan, checked. One policy is for all seats, several are for a seat each."""
        terms = checked_terms(game, seats, options)
        if (matches is None) == (hands is None) or (matches or hands or 0) < 1:
            raise OptionError("a series has a number of matches or a number of hands, and at least one of them")
        if engine not in ENGINES:
            raise OptionError(f"there is no engine {str(engine)[:40]!r}; there are {', '.join(ENGINES)}")
        each = policies_of(policies, terms[1])
        chosen = secrets.randbits(32) if seed is None else seed
        return cls(*terms, each, chosen, matches, hands, engine)


def policies_of(given: Sequence[str], seats: int) -> tuple[str, ...]:
    """A policy a seat."""
    for policy in given:
        if policy not in POLICIES:
            raise UnknownBot(f"there is no policy {str(policy)[:40]!r}; there are {', '.join(POLICIES)}")
    if len(given) not in (1, seats):
        raise SeatError(f"{len(given)} policies are given for {seats} seats; give one for all, or one a seat")
    return tuple(given) * seats if len(given) == 1 else tuple(given)


@dataclass(frozen=True)
class Chunk:
    """Some matches of a series: `facts` as `core.kernels.series` writes them, scores, payoffs, and kept events."""

    first: int
    facts: Rows
    points: Numbers
    counters: Numbers
    rows: Rows
    seconds: float = 0.0

    def __len__(self) -> int:
        return len(self.facts)

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return int(self.facts[:, HANDS].sum())

    def head(self, matches: int) -> "Chunk":
        """The first so many matches of it."""
        rows = self.rows[self.rows[:, MATCH] < self.first + matches]
        return replace(
            self,
            facts=self.facts[:matches],
            points=self.points[:matches],
            counters=self.counters[:matches],
            rows=rows,
        )

    def head_of_hands(self, hands: int) -> "Chunk":
        """The fewest first matches of it that have so many hands; all of it if they are too few."""
        return self.head(int(np.searchsorted(np.cumsum(self.facts[:, HANDS]), hands)) + 1)


class Series:
    """A plan with the memory that the compiled loop works in."""

    fewest, most = 1, 4096  # matches in a chunk

    def __init__(self, plan: Plan) -> None:
        game = plan.game
        self.plan = plan
        self.room = FIRST_ROOM
        self.kinds = sum(1 << kind for kind in (game.statistics.KINDS if game.statistics and plan.figures else ()))
        self.states, self.blank = np.zeros((2, 1), dtype=game.layout)
        self.options = encode(game.options, plan.options)
        self.key = Deal.from_seed(plan.seed).key
        self.match_key, self.rng = np.zeros(8, dtype=np.uint32), np.zeros(1, dtype=np.uint64)
        self.policies = np.array([POLICIES[policy] for policy in plan.policies], dtype=np.int64)
        self.scratch = np.zeros(game.advice.SCRATCH, dtype=game.layout)
        self.log = new_log(game.table.MOST_EVENTS)
        self.legal = np.zeros(game.table.MOST_LEGAL, dtype=np.int16)

    def play(self, first: int, matches: int) -> Chunk:
        """Play matches `first`, `first` + 1 and so on; again, with more room, if their events did not fit."""
        while True:
            facts = np.zeros((matches, FACTS), dtype=np.int64)
            points, counters = np.zeros((2, matches, self.plan.seats))
            kept = np.zeros((self.room * matches if self.kinds else 1, COLUMNS + 1), dtype=np.int64)
            start = time.perf_counter()
            rows = self.run(first, facts, points, counters, kept)
            if rows < len(kept):
                return Chunk(first, facts, points, counters, kept[:rows], time.perf_counter() - start)
            self.room *= 2

    def run(self, first: int, facts: Rows, points: Numbers, counters: Numbers, kept: Rows) -> int:
        """Play a match a row of `facts`; how many rows `kept` got, all of them if it was too small."""
        return int(
            self.plan.game.fast_kernels.series(
                *(self.states, self.blank, self.plan.seats, self.options, self.key, first, self.policies),
                *(self.scratch, points, counters, facts, self.log, self.legal, self.kinds, kept),
                *(self.match_key, self.rng),
            )
        )


def engine_of(plan: Plan) -> Series:
    """What plays a plan."""
    if plan.engine == "cpu":
        return Series(plan)
    require_extra_cuda()
    from parlour.arena.gpu.cuda import CudaSeries

    return CudaSeries(plan)


def require_extra_cuda() -> None:
    """`MissingExtra` where not even the compiler is installed that the GPU's engine is loaded with."""
    if not has_numba():
        raise MissingExtra("the engine cuda needs the extra `cuda`: install parlour[cuda]")


def chunks(plan: Plan) -> Iterator[Chunk]:
    """The matches of a plan, in order; the last chunk ends where the plan does."""
    series = engine_of(plan)
    first, hands, size = 0, 0, series.fewest
    while True:
        wanted = size if plan.matches is None else min(size, plan.matches - first)
        chunk = series.play(first, wanted)
        if plan.hands is not None:
            if chunk.hands == 0:
                raise ConformanceError(f"matches of {plan.game.title} end without any hand, so hands cannot be counted")
            chunk = chunk.head_of_hands(plan.hands - hands)
        first, hands = first + len(chunk), hands + chunk.hands
        yield chunk
        if (plan.matches is not None and first >= plan.matches) or (plan.hands is not None and hands >= plan.hands):
            return
        wish = round(len(chunk) * min(4.0, CHUNK_SECONDS / max(chunk.seconds, 1e-9)))
        size = min(series.most, max(series.fewest, wish))
