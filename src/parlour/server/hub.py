"""The hub: the tables that this process has open, by their ids; how they are opened, found again and put away.

What happens at a table goes through its mailbox (live.py).
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from weakref import WeakValueDictionary

from parlour.core.clock import SteadyClock
from parlour.errors import Refused
from parlour.server.admission import must_be_member, place_of
from parlour.server.bodies import Place
from parlour.server.letters import Make
from parlour.server.live import LiveTable
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderation
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.server.thinking import Thinking
from parlour.server.unsaved import Unsaved
from parlour.table import decide, facts, schedule, tokens, wire
from parlour.table.agreements import another
from parlour.table.asked import Asked, Decision
from parlour.table.room import PLAYING, Room

log = logging.getLogger("parlour.server")


class Hub:
    """The tables of this process."""

    def __init__(
        self, store: Store, thinking: Thinking, metrics: Metrics, moderation: Moderation, clock: SteadyClock
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.metrics = metrics
        self.moderation = moderation
        self.tables: dict[str, LiveTable] = {}
        self.loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # as long as anybody waits for it
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.clock = clock
        self.now: Callable[[], float] = clock.now
        self.unsaved = Unsaved(self)

    # --- For people who come ----------------------------------------------------------------------------------------

    async def open(self, new: wire.NewTable, position: str = "") -> tuple[str, str]:
        """A new table, from a position if there is one: its id, and the token of its host."""
        token = tokens.new_token()
        step = decide.open_table(new, tokens.digest(token), secrets.token_bytes(32), self.now(), position)
        table = tokens.table_id(secrets.token_bytes(tokens.TABLE_BYTES))
        await self.found(table, step)
        return table, token

    async def open_after(self, new: wire.NewTable, token: str, position: str = "") -> Place:
        """A new table with the people of another one, whose match is over; the place of the sender there."""
        table = await self.table(new.after)
        member = must_be_member(table.room, token)
        opened = decide.set_up(new, secrets.token_bytes(32), position)

        def make(room: Room, now: float) -> Decision:
            return Decision(another(Asked(room, member, now, secrets.token_bytes), opened))

        await table.change(make)
        return place_of((await self.table(table.room.next)).room, token)

    async def found(self, id: str, step: facts.Step) -> None:
        """Write the first step of a table, unless it has been."""
        self.unsaved.must_save()
        room = Room.of(id, [step])
        if await self.store.append(id, 0, facts.pack(step), summary(room)):
            self.metrics.tables_opened += 1

    async def found_next(self, room: Room) -> None:
        """Set up the table that follows this one, if one does: now, or after a crash when this one is next opened."""
        if room.founds is not None:
            id, step = room.founds
            await self.found(id, facts.unpack(step))
            room.founds = None

    async def join(self, id: str, new: wire.NewMember) -> Place:
        """Somebody comes to a table: the place there."""
        token = tokens.new_token()
        digest = tokens.digest(token)
        return await self._come(id, token, lambda room, now: decide.join(room, new, digest))

    async def redeem(self, id: str, code: str) -> Place:
        """Somebody comes with a second device."""
        token = tokens.new_token()
        digest, hashed = tokens.digest(token), tokens.digest(code)
        return await self._come(id, token, lambda room, now: decide.redeem(room, hashed, digest, now))

    async def _come(self, id: str, token: str, make: Make) -> Place:
        self.unsaved.must_save()
        table = await self.table(id)
        await table.change(make)
        return place_of(table.room, token)

    # --- Which tables are open ----------------------------------------------------------------------------------------

    async def table(self, id: str) -> LiveTable:
        """The table, opened if it was not; `Refused` if there is none."""
        while True:
            if (table := self.tables.get(id)) is not None:
                table.used = self.now()
                return table
            lock = self.loading.setdefault(id, asyncio.Lock())
            async with lock:
                if id not in self.tables:
                    table = LiveTable(self, await self.load(id))
                    await self.make_up(table)
                    self.tables[id] = table
                    table.attend()
                    await self.follow(id, table.room.steps)  # news that came while it was loading

    async def make_up(self, table: LiveTable) -> None:
        """Let the clocks of a table have stood still while no server was running, or nothing could be saved."""
        outages = sorted({*self.unsaved.outages, *await self.store.outages()})

        def lost(room: Room, now: float) -> Decision:
            seconds = schedule.lost(outages, room.touched) if room.phase == PLAYING else 0.0
            return Decision([facts.Interrupted(seconds)] if seconds else [])

        await table.change(lost)

    async def load(self, id: str) -> Room:
        """The room as the store has it."""
        steps = [facts.unpack(data) for data in await self.store.read(id)]
        if not steps:
            raise Refused("no_such_table", "there is no such table")
        room = Room.of(id, steps)
        await self.found_next(room)
        return room

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Do something beside everything else; what goes wrong is logged and hurts nobody else."""
        if self.closing:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: "asyncio.Task[None]") -> None:
        """Forget a task that has ended."""
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something went wrong at a table", exc_info=error)

    async def follow(self, id: str, number: int) -> None:
        """Another process has written step `number` of a table: if it is open here, catch up."""
        if (table := self.tables.get(id)) is None:
            return
        try:
            with suppress(Refused):  # a host has erased it
                await table.follow(number)
        except Exception as error:
            log.warning("table %s could not be followed: %r", id, error)

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        self.closing = True
        for table in self.tables.values():
            table.attend()  # nothing comes due any more
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
