"""The store: every table is a log of numbered steps, to which steps are added and nothing else is ever done.

A number can be taken once, whichever of several processes asks for it first. Lines that arrive together are written
together, and an append returns when its step is on disk. A line is one step of a table, or several that follow each
other at once.
"""

import asyncio
import logging
import math
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeVar

from parlour.errors import StoreError, Unreachable
from parlour.server.storage import schema
from parlour.server.storage.databases import database_of
from parlour.server.storage.lines import Database, Line, Row, TableSummary, check, is_name

__all__ = ["Store", "TableSummary"]

T = TypeVar("T")

PATIENCE = 30.0  # seconds that a database may be away
RETRY = 0.2  # seconds between attempts
PULSE = 2.0  # seconds in which a database that is ready has written something
GRACE = 1.0  # seconds that something may take to be written before everybody is told that nothing can be saved
FRESH = 1.0  # seconds for which it is known whether something can be saved, however often that is asked
LONGEST_PULSE = 10.0  # seconds without a sign of any server after which none was running
LARGEST_BATCH = 1000  # lines written together
AT_ONCE = 50  # lines after which others have their turn
ARCHIVED_AT_ONCE = 1000  # tables, so that nobody waits long

log = logging.getLogger("parlour.server")


class Pending:
    """A line that waits to be written, and who waits for it."""

    __slots__ = ("deadline", "kept", "line", "settled")

    def __init__(self, line: Line, patience: float) -> None:
        self.line = line
        self.kept = future()
        self.deadline = asyncio.get_running_loop().time() + patience
        self.settled = False

    def settle(self, outcome: bool | StoreError) -> None:
        """Say what became of the line, once."""
        self.settled = True
        if self.kept.done():  # or its waiter was cancelled a moment ago
            return
        if isinstance(outcome, StoreError):
            self.kept.set_exception(outcome)
        else:
            self.kept.set_result(outcome)


class Store:
    """All tables, in one database."""

    def __init__(self, database: Database, patience: float = PATIENCE) -> None:
        self._database = database
        self._patience = patience
        self._pending: list[Pending] = []
        self._news = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None
        self.trouble = ""  # why nothing can be saved just now
        self.tell: Callable[[], None] = lambda: None  # is called whenever that changes
        self._why = ""  # what was wrong when something was last tried
        self._late = False  # whether something waits for longer than it should
        self._tried = -math.inf
        self._trying = asyncio.Lock()

    @classmethod
    async def open(cls, url: str, patience: float = PATIENCE, must_exist: bool = False) -> "Store":
        """The store at `sqlite:///PATH` or `postgresql://...`, made or brought up to date if need be.

        `patience` is for how many seconds the database may be away before anything fails.
        """
        store = cls(database_of(url, must_exist), patience)
        try:
            await store._patiently(store._database.open)
        except BaseException:
            await store._database.close()
            raise
        store._writer = asyncio.create_task(store._write())
        return store

    async def append(self, table: str, number: int, step: bytes, summary: TableSummary) -> bool:
        """Add a step to a log: a line of one step."""
        return await self.keep(Line(table, number, (step,), summary))

    async def keep(self, line: Line) -> bool:
        """Add a line to a log. True when it is on disk; False if its number is not the next, and nothing has changed.

        After a `StoreError` nobody knows whether it was written: read the log again. If it is cancelled, it ends when
        what has become of the line is certain.
        """
        check(line)
        if self._closing:
            raise StoreError("the store is closed")
        pending = Pending(line, self._patience)
        self._pending.append(pending)
        self._news.set()
        try:
            return await pending.kept
        except asyncio.CancelledError:
            if pending in self._pending:
                self._pending.remove(pending)  # it is not being written yet
            elif not pending.settled:
                pending.kept = future()
                with suppress(StoreError):
                    await pending.kept
            raise

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """The steps of a table from number `since` on; none if there is no such table."""
        if not is_name(table):
            return []
        rows = await self._fetch(schema.READ, table, since)
        if rows and rows[-1][0] != since + len(rows) - 1:
            raise StoreError(f"table {table}: steps are missing from its log")
        return [step for _, step in rows]

    async def lobby(self, limit: int) -> list[tuple[str, TableSummary]]:
        """The public tables that are not over, the latest first."""
        return [(table, TableSummary.of(row)) for table, *row in await self._fetch(schema.LOBBY, limit)]

    async def gathering(self, beginning: str) -> tuple[str, TableSummary] | None:
        """The table that still gathers and whose name begins so, if there is one."""
        rows = await self._fetch(schema.FOUND, beginning, beginning + "~")
        return (rows[0][0], TableSummary.of(rows[0][1:])) if rows else None

    async def waiting(self, now: float, limit: int) -> list[str]:
        """The tables at which something has come due, the longest first."""
        return [table for (table,) in await self._fetch(schema.WAITING, now, limit)]

    def watch(self) -> AsyncIterator[tuple[str, int]]:
        """The table and number of each step that another process writes.

        ("", 0) says that everything may have changed: when listening begins, and whenever it was interrupted.
        """
        return self._database.watch()

    async def archive(self, before: float) -> int:
        """Archive the tables untouched since then; how many. They can be read, and a new step revives them."""
        count = 0
        while True:
            found = await self._patiently(lambda: self._database.change(schema.ARCHIVE, before, ARCHIVED_AT_ONCE))
            count += len(found)
            if len(found) < ARCHIVED_AT_ONCE:
                return count

    async def unused(self, before: float) -> list[str]:
        """The tables at which nothing has happened since then, the longest first."""
        return [table for (table,) in await self._fetch(schema.UNUSED, before)]

    async def erase(self, table: str) -> None:
        """Forget a table, which a host may; a server that has it open finds that it is gone."""
        await self._patiently(lambda: self._database.erase(table))

    async def newest(self) -> float:
        """The latest time of anything that is kept: 0 if there is nothing."""
        return float(max(at for (at,) in await self._fetch(schema.NEWEST)))

    async def wake(self, now: float) -> list[tuple[float, float]]:
        """A server begins to run; the outages, with the one that ends."""
        ((last,),) = await self._fetch(schema.LAST_PULSE)
        if 0 < last < now - LONGEST_PULSE:
            await self._patiently(lambda: self._database.change(schema.OUTAGE, last, now))
        await self.pulse(now)
        return await self.outages()

    async def outages(self) -> list[tuple[float, float]]:
        """All times from when to when no server was running, or what was restored lay in a backup."""
        return [(began, ended) for began, ended in await self._fetch(schema.OUTAGES)]

    async def pulse(self, now: float) -> None:
        """A server runs."""
        await self._patiently(lambda: self._database.change(schema.PULSE, now))

    async def ready(self, now: float) -> bool:
        """Whether something can be saved now: it is tried, though not more often than once in a while."""
        async with self._trying:
            if asyncio.get_running_loop().time() - self._tried > FRESH:
                await self._try(now)
                self._tried = asyncio.get_running_loop().time()
        return not self.trouble

    async def _try(self, now: float) -> None:
        """Say that a server runs, and see whether that can be written; no bytes are saved while others cannot be."""
        try:
            async with asyncio.timeout(PULSE):
                await self._database.change(schema.PULSE, now)
        except TimeoutError:
            self._settle(f"nothing was written within {PULSE:g} seconds")
        except StoreError as error:
            self._settle(str(error))
        else:
            if not self._late:
                self._settle("")

    def _settle(self, trouble: str) -> None:
        """Say whether anything can be saved, once whenever that changes."""
        changed, self.trouble = bool(trouble) != bool(self.trouble), trouble
        if changed and trouble:
            log.error("nothing can be saved, so nothing is carried out: %s", trouble)
        elif changed:
            log.warning("everything can be saved again")
        if changed:
            self.tell()

    def _wait_no_more(self) -> None:
        """What is being written has taken too long."""
        self._late = True
        self._settle(self._why or f"nothing was written within {GRACE:g} seconds")

    async def close(self) -> None:
        """Write what is still to be written, and let go of the database."""
        self._closing = True
        self._news.set()
        if self._writer is not None:
            await asyncio.wait([self._writer])
        await self._database.close()

    # --- Writing ----------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        """Write whatever comes, everything that has come meanwhile at once."""
        batch: dict[str, Pending] = {}
        try:
            while self._pending or not self._closing:
                if self._pending:
                    batch = self._next_batch()
                    await self._keep(batch)
                    batch = {}
                else:
                    self._news.clear()
                    await self._news.wait()
        finally:  # if it was interrupted, nobody shall wait for ever
            self._closing = True
            fail([*batch.values(), *self._pending], "the store was interrupted")

    def _next_batch(self) -> dict[str, Pending]:
        """What is written next: the first line of every table."""
        batch: dict[str, Pending] = {}
        later = []
        for pending in self._pending:
            if pending.line.table in batch or len(batch) == LARGEST_BATCH:
                later.append(pending)
            else:
                batch[pending.line.table] = pending
        self._pending = later
        return batch

    async def _keep(self, batch: dict[str, Pending]) -> None:
        """Write a batch, as often as it takes. The mark tells its lines from equal ones of another process."""
        mark = 1 + secrets.randbits(62)
        self._why = ""
        late = asyncio.get_running_loop().call_later(GRACE, self._wait_no_more)
        try:
            await self._keep_marked(batch, mark)
        finally:
            late.cancel()
            self._late = False

    async def _keep_marked(self, batch: dict[str, Pending], mark: int) -> None:
        """Write a batch, and tell everybody what became of their line."""
        again = False
        while batch:
            try:
                kept = await self._database.write([pending.line for pending in batch.values()], mark, again)
            except Unreachable as error:
                if not again and not self.trouble:
                    log.warning("the database does not answer: %s", error)
                self._why = str(error)
                again = True
                batch = self._give_up(batch, error)
                await asyncio.sleep(RETRY)
            except Exception as error:
                log.error("steps could not be saved", exc_info=error)
                return fail(batch.values(), error)
            else:
                self._settle("")  # who is answered now may ask for more
                return await self._answer(batch, kept)
        return None

    async def _answer(self, batch: Mapping[str, Pending], kept: set[str]) -> None:
        """Tell everybody who waits whether their line was kept, a few at a time, so that nothing else waits long. What
        they do next is part of the next batch."""
        for number, (table, pending) in enumerate(batch.items(), 1):
            pending.settle(table in kept)
            if number % AT_ONCE == 0 or number == len(batch):
                await asyncio.sleep(0)

    def _give_up(self, batch: Mapping[str, Pending], error: Unreachable) -> dict[str, Pending]:
        """Disappoint those who have waited long enough; the rest of the batch."""
        now = asyncio.get_running_loop().time()
        late = [pending for pending in (*batch.values(), *self._pending) if pending.deadline < now]
        self._pending = [pending for pending in self._pending if pending.deadline >= now]
        fail(late, error)
        return {table: pending for table, pending in batch.items() if pending.deadline >= now}

    # --- Reading ----------------------------------------------------------------------------------------------------

    async def _fetch(self, query: str, *values: object) -> list[Row]:
        return await self._patiently(lambda: self._database.fetch(query, *values))

    async def _patiently(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do something that may be done twice, as often as it takes."""
        loop = asyncio.get_running_loop()
        deadline, told = loop.time() + self._patience, False
        while True:
            try:
                return await job()
            except Unreachable as error:
                if loop.time() > deadline:
                    raise
                if not told and not self.trouble:
                    log.warning("the database does not answer: %s", error)
                told = True
                await asyncio.sleep(RETRY)


def future() -> "asyncio.Future[bool]":
    """What will be known of a line."""
    return asyncio.get_running_loop().create_future()


def fail(waiting: Iterable[Pending], why: object) -> None:
    """Tell everybody who still waits what is wrong: their line could not be written, or nobody knows."""
    for pending in waiting:
        pending.settle(StoreError(f"table {pending.line.table}: a step could not be saved: {why}"))
