"""Hints, reviews and replays. They are made in processes of their own, apart from those of the computer players and
less urgent than these, so no table waits for them.

For a hint a process is given a sample, as a computer player is: nothing that the seat does not know leaves this one.
Hints and reviews come from the same judge, who depends on what the seat knows and on nothing else: whoever asks twice
is told the same, and a review says what the hint said.
"""

import asyncio
import logging
import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from typing import Any, NamedTuple, TypeVar

import msgspec

from parlour.bots.explain import Explanation, explain
from parlour.bots.review import Review
from parlour.bots.review import review as look_through
from parlour.core.chance import rng_from
from parlour.core.kinship import serve
from parlour.errors import Refused
from parlour.server.bodies import Replay, Reviewed
from parlour.server.crew import Crew, Hung, nothing
from parlour.server.metrics import Metrics
from parlour.server.queues import Queue
from parlour.server.thinking import match_of
from parlour.table.looking import Story, replay, story
from parlour.table.room import Room, Viewer

T = TypeVar("T")

PROCESSES = 2  # one may be busy with a review, and hints go on
MOST_WAITING = 60  # hints and replays at a time
MOST_REVIEWS = 100  # kept, or waiting
SHARE = 6  # hints and replays of one address at a time, and as many reviews
MOST_CHOICES = 6
NICE = 5

_encode = msgspec.json.Encoder().encode
log = logging.getLogger("parlour.server")


class Sampled(NamedTuple):
    """A sample of a match for a seat."""

    game: str
    state: bytes
    seat: int
    names: Sequence[str]


class Reviewing(NamedTuple):
    """A review that is made, and the address that asked for it first."""

    task: asyncio.Task[Review]
    who: str


class Adviser:
    """Where hints, reviews and replays are made."""

    def __init__(self, metrics: Metrics, advice_time: float) -> None:
        self._progress: Synchronized[float] = get_context("spawn").Value("d", 0.0)
        self.crew = Crew(PROCESSES, metrics, prepare, self._progress, os.getpid())
        self._patience = advice_time  # seconds that a process may give no sign of getting on
        self._waiting: Counter[str] = Counter()
        self._soon_queue, self._review_queue = Queue(PROCESSES), Queue(1)
        self._reviews: OrderedDict[str, Reviewing] = OrderedDict()
        self._reviewing = ""

    def sample(self, room: Room, seat: int) -> Sampled:
        """What a seat knows of a match, and who plays."""
        state = room.running.sample(seat, rng_from(room.number)).state.tobytes()
        return Sampled(room.game.name, state, seat, [room.name_of(each) for each in range(len(room.seats))])

    async def hint(self, sampled: Sampled, who: str) -> Explanation:
        """What a good player thinks of what a seat can do, for an address."""
        return await self._soon(who, partial(hint, sampled))

    async def replay(self, room: Room, seat: Viewer, who: str) -> bytes:
        """Every moment of a match that is over, as a seat or a spectator saw it, as JSON."""
        return await self._soon(who, partial(whole_replay, story(room), seat))

    def review(self, room: Room, who: str) -> Reviewed:
        """A match that is over looked through for mistakes; it is begun when it is first asked for."""
        told, found = story(room), self._reviews.get(room.id)
        if found is None or failed(found.task):
            found = self._begin(room.id, told, who)
        if found.task.done():
            return Reviewed(1.0, found.task.result())
        return Reviewed(self._progress.value if self._reviewing == room.id else 0.0)

    def _begin(self, id: str, told: Story, who: str) -> Reviewing:
        """Have a match reviewed, unless its address has enough to wait for."""
        self._reviews.pop(id, None)
        waiting = [each.who for each in self._reviews.values() if not each.task.done()]
        if waiting.count(who) >= SHARE:
            raise share_is_used("reviews")
        if len(waiting) >= MOST_REVIEWS:
            raise busy()
        self._reviews[id] = Reviewing(asyncio.create_task(self._review(id, told, who)), who)
        while len(self._reviews) > MOST_REVIEWS and next(iter(self._reviews.values())).task.done():
            self._reviews.popitem(last=False)
        return self._reviews[id]

    async def _review(self, id: str, told: Story, who: str) -> Review:
        """Review a match when its turn comes: one at a time."""
        async with self._review_queue.turn(who):
            self._reviewing, self._progress.value = id, 0.0
            return await self._elsewhere(partial(whole_review, told), lambda: self._progress.value)

    async def _soon(self, who: str, work: Callable[[], T]) -> T:
        """Have something done that somebody waits for, unless too many do, or this address for too much."""
        if self._waiting[who] >= SHARE:
            raise share_is_used("hints and replays")
        if self._waiting.total() >= MOST_WAITING:
            raise busy()
        self._waiting[who] += 1
        try:
            async with self._soon_queue.turn(who):
                return await self._elsewhere(work)
        finally:
            self._waiting -= Counter([who])

    async def _elsewhere(self, work: Callable[[], T], sign: Callable[[], object] = nothing) -> T:
        """Have something done in another process."""
        try:
            return await self.crew.do(work, self._patience, sign=sign)
        except (Hung, BrokenExecutor) as error:
            log.error("a hint, review or replay failed, and its process is replaced: %r", error)
            raise busy() from None

    def close(self) -> None:
        """Let the processes go."""
        for each in self._reviews.values():
            each.task.cancel()
        self.crew.close()


def busy() -> Refused:
    """What to say when there is too much to do."""
    return Refused("busy", "too many people want advice just now; ask again in a moment")


def share_is_used(what: str) -> Refused:
    """What to say to an address that waits for enough."""
    return Refused("too_fast", f"{SHARE} {what} that this address asked for are not done yet; ask again when one is")


def failed(task: "asyncio.Task[Review]") -> bool:
    """Whether nothing came of a review."""
    return task.done() and (task.cancelled() or task.exception() is not None)


# --- In the other processes -------------------------------------------------------------------------------------------

_shared: dict[str, Any] = {}


def prepare(progress: "Synchronized[float]", parent: int) -> None:
    """Make a process ready: it gives way to tables and their players."""
    _shared["progress"] = progress
    serve(parent)
    with suppress(OSError, AttributeError):
        os.nice(NICE)


def hint(sampled: Sampled) -> Explanation:
    """What a seat could do in a sample."""
    match = match_of(sampled.game, sampled.state)
    return explain(match, sampled.seat, names=sampled.names, most=MOST_CHOICES)


def whole_replay(told: Story, seat: Viewer) -> bytes:
    """A replay as JSON."""
    return _encode(Replay(told.game, seat, list(told.names), replay(told, seat)))


def whole_review(told: Story) -> Review:
    """A review, and how far it has got."""

    def tell(done: int, total: int) -> None:
        _shared["progress"].value = done / max(1, total)

    return look_through(told.match(), names=told.names, progress=tell)
