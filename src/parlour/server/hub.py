"""The hub: all tables that this process has open, who listens to them, and what happens at them by itself.

A command is decided on the table's room, its step is written to the log, and only when that is durable is it
acknowledged and told. If another process wrote first, the room is made anew from the log and the command decided again.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from parlour.errors import Refused, StoreError
from parlour.server.limits import Buckets
from parlour.server.metrics import Metrics
from parlour.server.readiness import Readiness
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.server.thinking import Thinking
from parlour.table import decide, facts, schedule, telling, tokens, wire
from parlour.table.asked import Asked, Decision
from parlour.table.room import OVER, PLAYING, STARTING, Room, Viewer

log = logging.getLogger("parlour.server")

TRIES = 20  # times that a command is decided again because another process was first
AT_ONCE = 50  # tables that are looked at without a pause
SCAN = 5.0  # seconds between two looks for tables whose time has come and that nobody has open
RETRY = 1.0  # seconds between two attempts to read a table
KEPT = 200  # steps that are kept to tell who was away for a moment
IDLE = 300.0  # seconds after which a table that nobody listens to is closed; it stays in the store

MOVED = (facts.Sat, facts.Stood, facts.Left)

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    member: int | None

    def send(self, data: bytes) -> None:
        """Take a message; never waits."""


@dataclass
class Table:
    """A table that is open here."""

    room: Room
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: list[Listener] = field(default_factory=list)
    told: deque[telling.Told] = field(default_factory=lambda: deque(maxlen=KEPT))
    timer: asyncio.TimerHandle | None = None
    thinking: set[tuple[int, int]] = field(default_factory=set)
    doubtful: bool = False  # whether the room may not be what the log would make
    used: float = 0.0


class Hub:
    """The tables of this process."""

    def __init__(self, store: Store, thinking: Thinking, readiness: Readiness, metrics: Metrics, chat: Buckets) -> None:
        self.store = store
        self.thinking = thinking
        self.readiness = readiness
        self.metrics = metrics
        self.chat = chat
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.outages: list[tuple[float, float]] = []  # from when to when no server was running
        self.closing = False
        self.now: Callable[[], float] = time.time

    # --- For whoever comes ------------------------------------------------------------------------------------------

    async def open(self, new: wire.NewTable, position: str = "") -> tuple[str, str]:
        """A new table, from a position if there is one: its id, and the token of its host."""
        token = tokens.new_token()
        step = decide.open_table(new, tokens.digest(token), secrets.token_bytes(32), self.now(), position)
        table = tokens.table_id(secrets.token_bytes(tokens.TABLE_BYTES))
        await self.found(table, step)
        return table, token

    async def found(self, id: str, step: facts.Step) -> None:
        """Write the first step of a table, unless it has been."""
        room = Room.of(id, [step])
        if await self.store.append(id, 0, facts.pack(step), summary(room)):
            self.metrics.tables_opened += 1

    async def found_next(self, room: Room) -> None:
        """Set up the table that follows this one, if one does: now, or after a crash when this one is next opened."""
        if room.founds is not None:
            id, step = room.founds
            await self.found(id, facts.unpack(step))
            room.founds = None

    async def join(self, id: str, new: wire.NewMember) -> tuple[int, str]:
        """Somebody comes to a table: his number there and his token."""
        token = tokens.new_token()
        digest = tokens.digest(token)
        table = await self.table(id)
        await self.change(table, lambda room, now: decide.join(room, new, digest))
        return table.room.tokens[digest], token

    async def redeem(self, id: str, code: str) -> tuple[int, str]:
        """Somebody comes with a second device."""
        token = tokens.new_token()
        digest, hashed = tokens.digest(token), tokens.digest(code)
        table = await self.table(id)
        await self.change(table, lambda room, now: decide.redeem(room, hashed, digest, now))
        return table.room.tokens[digest], token

    async def command(self, table: Table, member: int, key: str, command: wire.AnyCommand) -> wire.Ack | wire.Refusal:
        """Have a member's command carried out, once, however often it is sent."""
        if isinstance(command, wire.Chat) and (waits := self.chat.take(f"{table.room.id} {member}")):
            self.metrics.limited += 1
            return await self.refusal(table, member, key, Refused("too_fast", f"not so fast: wait {waits:.0f} seconds"))

        def make(room: Room, now: float) -> Decision:
            return decide.decide(Asked(room, member, now, secrets.token_bytes), command)

        kept = "" if isinstance(command, wire.Invite) else key  # what it answers must not be kept, so it is made again
        try:
            n, answer = await self.change(table, make, member, kept)
        except Refused as refused:
            self.metrics.refusals += 1
            return await self.refusal(table, member, key, refused)
        except StoreError as error:
            log.warning("table %s: %s", table.room.id, error)
            away = Refused("unavailable", "the table cannot be saved just now; try again")
            return await self.refusal(table, member, key, away)
        self.metrics.commands += 1
        return wire.Ack(key, n, answer)

    def admit(self, table: Table, token: str) -> int | None:
        """Who has the token, None for a spectator; a table with a password has none."""
        member = self.member_of(table, token) if token else None
        if member is None and table.room.lock:
            raise Refused("wrong_password", "this table has a password; join it first")
        return member

    async def refusal(self, table: Table, member: int | None, key: str, why: Refused) -> wire.Refusal:
        """A refusal, with how everything stands."""
        async with table.lock:
            now = telling.welcome(table.room, member)
        return wire.Refusal(key, why.code, str(why), why.rule, now.n, why.saying, why.given, now)

    async def look(self, table: Table, listener: Listener) -> None:
        """Tell a listener how everything stands."""
        async with table.lock:
            listener.send(_encode(telling.welcome(table.room, listener.member)))

    def member_of(self, table: Table, token: str) -> int | None:
        """Who has the token, if anybody."""
        return table.room.tokens.get(tokens.digest(token))

    async def listen(self, table: Table, listener: Listener, since: int | None = None) -> None:
        """Welcome a listener, tell him what he missed, and from now on everything."""
        async with table.lock:
            for missed in self.missed(table, listener, since):
                listener.send(_encode(missed))
            listener.send(_encode(telling.welcome(table.room, listener.member)))
            self.warn_of_compiling(table, listener)
            table.listeners.append(listener)
        self.tell_presence(table)

    def leave(self, table: Table, listener: Listener) -> None:
        """Forget a listener."""
        if listener in table.listeners:
            table.listeners.remove(listener)
            table.used = self.now()
            self.tell_presence(table)

    def missed(self, table: Table, listener: Listener, since: int | None) -> list[wire.Update]:
        """What a listener missed, if that is still known; in a game of memory nothing is told again (C-18)."""
        room = table.room
        if since is None or room.match is None or telling.forgets(room) or not table.told:
            return []
        if not table.told[0].number <= since + 1:
            return []
        viewer = room.seat_of(listener.member)
        return [telling.retell(room, told, viewer) for told in table.told if told.number > since]

    # --- How a table changes ----------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """The table, opened if it was not; `Refused` if there is none."""
        while True:
            if (table := self.tables.get(id)) is not None:
                table.used = self.now()
                return table
            async with self.loading.setdefault(id, asyncio.Lock()):
                if id not in self.tables:
                    table = Table(await self.load(id), used=self.now())
                    await self.make_up(table)
                    self.tables[id] = table
                    self.attend(table)
                    await self.follow(id, table.room.steps)  # news that came while it was loading
            self.loading.pop(id, None)

    async def make_up(self, table: Table) -> None:
        """Let the clocks of a table have stood still while no server was running."""

        def lost(room: Room, now: float) -> Decision:
            seconds = schedule.lost(self.outages, room.touched) if room.phase == PLAYING else 0.0
            return Decision([facts.Interrupted(seconds)] if seconds else [])

        await self.change(table, lost)

    async def load(self, id: str) -> Room:
        """The room as the store has it."""
        steps = [facts.unpack(data) for data in await self.store.read(id)]
        if not steps:
            raise Refused("no_such_table", "there is no such table")
        opened = steps[0].facts[0]
        assert isinstance(opened, facts.Opened)
        if any(isinstance(fact, facts.Begun) for step in steps for fact in step.facts):
            await self.readiness.wait(opened.game)
        room = Room.of(id, steps)
        await self.found_next(room)
        return room

    async def change(
        self,
        table: Table,
        make: Callable[[Room, float], Decision],
        member: int | None = None,
        key: str = "",
    ) -> tuple[int, str]:
        """Let something happen at a table, durably; the number it got and what its sender is told."""
        async with table.lock:
            if table.doubtful:
                await self.reload(table)
            for _ in range(TRIES):
                if key and (answered := table.room.answer_to(member, key)):
                    return answered
                decision = make(table.room, self.now())
                if not decision.made:
                    return table.room.number, decision.answer
                step = facts.Step(self.now(), tuple(decision.made), member, key)
                if await self.write(table, step):
                    await self.found_next(table.room)
                    return table.room.number, decision.answer
        raise StoreError("other processes were always faster")

    async def write(self, table: Table, step: facts.Step) -> bool:
        """Write a step and tell it; False if another process had written first, and the room is up to date again."""
        room = table.room
        before, rows, steps = room.number, room.rows, room.steps
        room.take(step)
        try:
            plan = schedule.plan(room)
            written = await self.store.append(room.id, steps, facts.pack(step), summary(room, plan))
        except BaseException:  # nobody knows whether it was written
            self.doubt(table)
            raise
        if not written:
            await self.reload(table)
            return False
        self.tell(table, step, before, rows)
        self.attend(table, plan)
        return True

    async def reload(self, table: Table) -> None:
        """Make the room anew from the log."""
        table.room = await self.load(table.room.id)
        table.doubtful = False
        table.told.clear()
        self.welcome_all(table)
        self.attend(table)

    def doubt(self, table: Table) -> None:
        """The room may not be what the log would make: make it anew as soon as the store can be read."""
        table.doubtful = True
        self.start(self.recover(table))

    async def recover(self, table: Table) -> None:
        """Reload a doubtful table, however long that takes."""
        while table.doubtful:
            try:
                async with table.lock:
                    if table.doubtful:
                        await self.reload(table)
            except StoreError as error:
                log.warning("table %s cannot be read: %s", table.room.id, error)
                await asyncio.sleep(RETRY)

    async def catch_up(self, id: str, number: int) -> None:
        """Another process has written step `number` of a table: if it is open here, take it and tell it."""
        table = self.tables.get(id)
        if table is None:
            return
        async with table.lock:
            room = table.room
            if room.steps > number or table.doubtful:
                return
            for data in await self.store.read(id, room.steps):
                step = facts.unpack(data)
                if any(isinstance(fact, facts.Begun) for fact in step.facts):
                    await self.readiness.wait(room.game.name)
                before, rows = room.number, room.rows
                room.take(step)
                self.tell(table, step, before, rows)
            await self.found_next(room)
            self.attend(table)

    # --- Telling ----------------------------------------------------------------------------------------------------

    def tell(self, table: Table, step: facts.Step, before: int, rows: int) -> None:
        """Tell every listener what he may know of a step."""
        room = table.room
        private = room.number == before
        actors = {fact.seat for fact in step.facts if isinstance(fact, facts.Acted)}
        messages: dict[Viewer, bytes] = {}
        for listener in table.listeners:
            viewer = room.seat_of(listener.member)
            if private and viewer not in actors:
                continue
            if viewer not in messages:
                messages[viewer] = _encode(telling.update(room, step, rows, viewer))
            listener.send(messages[viewer])
        self.metrics.messages += len(table.listeners)
        if any(isinstance(fact, MOVED) for fact in step.facts):  # somebody sees with other eyes now
            self.welcome_all(table)
        if any(isinstance(fact, facts.TakenBack) for fact in step.facts):
            table.told.clear()
        if not private:
            table.told.append(telling.Told(room.number, step, rows, room.rows))

    def welcome_all(self, table: Table) -> None:
        """Tell every listener how everything stands."""
        for listener in table.listeners:
            listener.send(_encode(telling.welcome(table.room, listener.member)))

    def tell_presence(self, table: Table) -> None:
        """Tell everybody who is here."""
        here = sorted({each.member for each in table.listeners if each.member is not None})
        data = _encode(wire.Presence(here))
        for listener in table.listeners:
            listener.send(data)

    def warn_of_compiling(self, table: Table, listener: Listener) -> None:
        """Say that a table must wait for its rules."""
        if not self.readiness.ready(table.room.game.name):
            listener.send(_encode(self.readiness.notice(table.room.game)))

    # --- What happens by itself ---------------------------------------------------------------------------------------

    def attend(self, table: Table, plan: schedule.Plan | None = None) -> None:
        """Set the timer of a table and let its computer players think, as planned for its room as it is."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        room = table.room
        if room.phase == STARTING and not self.readiness.ready(room.game.name):
            self.start(self.begin_when_ready(table))
            return
        plan = plan or schedule.plan(room)
        if plan.due is not None:
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(max(0.0, plan.due - self.now()), lambda: self.start(self.ring(table)))
        for thinker in plan.thinkers:
            task = (len(room.running.moves), thinker.seat)
            if task not in table.thinking:
                table.thinking.add(task)
                self.start(self.think(table, thinker, task))

    async def begin_when_ready(self, table: Table) -> None:
        """Wait for the rules, then go on."""
        for listener in table.listeners:
            self.warn_of_compiling(table, listener)
        await self.readiness.wait(table.room.game.name)
        self.attend(table)

    async def ring(self, table: Table) -> None:
        """Let happen what has come due."""
        made = False

        def happen(room: Room, now: float) -> Decision:
            nonlocal made
            coming = schedule.overdue(room, now)
            made = bool(coming)
            return Decision(coming)

        await self.change(table, happen)
        if not made and table.room.phase != OVER:
            self.attend(table)

    async def think(self, table: Table, thinker: schedule.Thinker, task: tuple[int, int]) -> None:
        """Let a computer player think and act."""
        acted = False
        try:
            room = table.room
            action = await self.thinking.choose(room, thinker)
            if (wait := thinker.not_before - self.now()) > 0:
                await asyncio.sleep(wait)

            def act(room: Room, now: float) -> Decision:
                nonlocal acted
                asked = any(each.seat == thinker.seat and each.not_before <= now for each in schedule.thinkers(room))
                if acted := asked and action in room.running.legal_ids(thinker.seat):
                    assert action is not None
                    return Decision([facts.Acted(thinker.seat, (action,), "bot")])
                return Decision([])

            await self.change(table, act)
        finally:
            table.thinking.discard(task)
        if not acted and not table.thinking:
            self.attend(table)

    def start(self, work: "asyncio.Coroutine[None, None, None]") -> None:  # type: ignore[name-defined]
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

    async def watch(self) -> None:
        """Follow what other processes write, for ever."""
        async for id, number in self.store.watch():
            if id:
                await self.follow(id, number)
            else:  # some news may have been lost
                for each, table in list(self.tables.items()):
                    await self.follow(each, table.room.steps)

    async def follow(self, id: str, number: int) -> None:
        """Catch up with a table, now or, if the store cannot be read, later."""
        try:
            await self.catch_up(id, number)
        except Exception as error:
            log.warning("table %s could not be followed: %r", id, error)
            if (table := self.tables.get(id)) is not None:
                self.doubt(table)

    async def beat(self) -> None:
        """Say that this server runs, for ever."""
        while True:
            with contextlib.suppress(StoreError):
                await self.store.pulse(self.now())
            await asyncio.sleep(SCAN)

    async def scan(self) -> None:
        """Look for tables whose time has come and that no process attends to, and close those nobody uses, for ever."""
        while True:
            await asyncio.sleep(SCAN)
            with contextlib.suppress(StoreError):
                for id in await self.store.waiting(self.now(), 100):
                    await self.table(id)
            for number, (id, table) in enumerate(list(self.tables.items())):
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)  # nobody waits long because there are many tables
                resting = not table.thinking and table.timer is None and not table.lock.locked()
                if resting and not table.listeners and self.now() - table.used > IDLE:
                    self.tables.pop(id, None)
                elif resting and not table.doubtful:
                    self.attend(table)

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        self.closing = True
        for table in self.tables.values():
            if table.timer is not None:
                table.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
