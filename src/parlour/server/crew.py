"""Processes that each do one thing at a time for this one. One that hangs or dies is replaced; nobody waits for it."""

import asyncio
import logging
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

from parlour.errors import ParlourError
from parlour.server.metrics import Metrics

T = TypeVar("T")

START = 30.0  # seconds in which a process begins, or loads what it needs for something, on a machine that is busy
LOOK = 10.0  # seconds between two looks at those who have nothing to do
SIGN = 10.0  # seconds in which they must give a sign, on a machine that is busy
RETRY = 1.0  # seconds between two attempts to replace a process

log = logging.getLogger("parlour.server")


class Hung(ParlourError):
    """A process gave no sign for as long as it was given."""


def nothing() -> None:
    """What is asked of a process to see that it lives, and the sign of work that gives none."""


class Hand:
    """One of the processes."""

    def __init__(self, begin: Callable[..., None], given: tuple[object, ...]) -> None:
        self._begin = begin
        self._given = given
        self._pool: ProcessPoolExecutor | None = None
        self._loaded: set[Hashable] = set()

    @property
    def begun(self) -> bool:
        """Whether there is a process."""
        return self._pool is not None

    async def do(
        self, work: Callable[[], T], seconds: float, loads: Hashable = None, sign: Callable[[], object] = nothing
    ) -> T:
        """Have something done; `Hung` if there is neither an end nor another `sign` of it for so many seconds."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), self._begin, self._given)
            await self._within(nothing, START, nothing)
        answer = await self._within(work, seconds if loads in self._loaded else seconds + START, sign)
        self._loaded.add(loads)
        return answer

    async def _within(self, work: Callable[[], T], seconds: float, sign: Callable[[], object]) -> T:
        assert self._pool is not None
        answer = asyncio.wrap_future(self._pool.submit(work))
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody waits any more
        last: object = answer  # no sign yet
        while (now := sign()) != last:
            last = now
            for _ in range(2):  # during one half this process may have stood still itself
                if (await asyncio.wait([answer], timeout=seconds / 2))[0]:
                    return answer.result()
        raise Hung(f"no answer within {seconds:g} s")

    def end(self) -> None:
        """End the process, whatever it does: one that is stopped or hangs listens to nothing milder."""
        pool, self._pool = self._pool, None
        self._loaded.clear()
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # from Python 3.14 on: `kill_workers`
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


class Crew:
    """Several of them. They begin when they are first needed."""

    def __init__(self, size: int, metrics: Metrics, begin: Callable[..., None], *given: object) -> None:
        self.size = size
        self.lost: Callable[[], None] = lambda: None  # is called when one is replaced, and what it had loaded is gone
        self._metrics = metrics
        self._hands = [Hand(begin, given) for _ in range(size)]
        self._free: asyncio.LifoQueue[Hand] = asyncio.LifoQueue()  # who has begun goes on
        for hand in self._hands:
            self._free.put_nowait(hand)
        self._replacing: set[asyncio.Task[None]] = set()

    @property
    def gone(self) -> bool:
        """Whether there is nobody left: all hang or have died, and none has been replaced yet."""
        return len(self._replacing) == self.size

    async def do(
        self, work: Callable[[], T], seconds: float, loads: Hashable = None, sign: Callable[[], object] = nothing
    ) -> T:
        """Have something done by whoever is free first. `Hung` if it takes too long, `BrokenExecutor` if it dies.

        It may take longer the first time that a process `loads` something.
        """
        return await self._use(await self._next(), work, seconds, loads, sign)

    async def _use(
        self, hand: Hand, work: Callable[[], T], seconds: float, loads: Hashable, sign: Callable[[], object]
    ) -> T:
        try:
            answer = await hand.do(work, seconds, loads, sign)
        except (Hung, BrokenExecutor, asyncio.CancelledError) as error:
            self._replace(hand, error)
            raise
        except BaseException:
            self._free.put_nowait(hand)
            raise
        self._free.put_nowait(hand)
        return answer

    async def _next(self) -> Hand:
        """Whoever is free first; `Hung` if there is nobody, and will not soon be."""
        while True:
            try:
                async with asyncio.timeout(START):
                    return await self._free.get()
            except TimeoutError:
                if self.gone:
                    raise Hung("no process is left") from None

    async def look_after(self) -> None:
        """See, for ever, that those who have nothing to do live, so that none has to be replaced when it is needed."""
        while True:
            await asyncio.sleep(LOOK)
            idle = [self._free.get_nowait() for _ in range(self._free.qsize())]
            for hand in idle:
                if not hand.begun:
                    self._free.put_nowait(hand)
            await asyncio.gather(*[self._see(hand) for hand in idle if hand.begun])

    async def _see(self, hand: Hand) -> None:
        """See that one lives."""
        try:
            await self._use(hand, nothing, SIGN, None, nothing)
        except (Hung, BrokenExecutor) as error:
            log.warning("a process that had nothing to do is replaced: %r", error)

    def _replace(self, hand: Hand, why: BaseException) -> None:
        """Put another process in the place of one that is good for nothing any more."""
        hand.end()
        self.lost()
        if not isinstance(why, asyncio.CancelledError):
            self._metrics.replaced += 1
        task = asyncio.get_running_loop().create_task(self._revive(hand))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _revive(self, hand: Hand) -> None:
        """Begin anew, as often as it takes, and only then be there for others."""
        while True:
            try:
                await hand.do(nothing, START)
            except Exception as error:
                log.error("a process could not be replaced: %r", error)
                hand.end()
                await asyncio.sleep(RETRY)
            else:
                return self._free.put_nowait(hand)

    def close(self) -> None:
        """Let them go."""
        for task in self._replacing:
            task.cancel()
        for hand in self._hands:
            hand.end()
