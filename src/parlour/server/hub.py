"""The hub: all tables that this process has open, who listens to them, and what happens at them by itself.

A command is decided on the table's room, its step is written to the log, and only when that is durable is it
acknowledged and told. If another process wrote first, the room is made anew from the log and the command decided again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from math import ceil
from weakref import WeakValueDictionary

from parlour.core.clock import Clock
from parlour.errors import EngineFailure, Refused, StoreError
from parlour.server import players
from parlour.server.bodies import Place
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderation
from parlour.server.storage.lines import Line
from parlour.server.store import Kept, Store, certain, settle
from parlour.server.summaries import summary
from parlour.server.tables import Answer, Ask, Listener, Made, Make, Outcome, Table, report, unforeseen
from parlour.server.thinking import Thinking
from parlour.server.unsaved import Unsaved
from parlour.table import decide, facts, schedule, telling, tokens, wire
from parlour.table.agreements import another
from parlour.table.asked import Asked, Decision
from parlour.table.restoring import restored_to
from parlour.table.room import OVER, PLAYING, Room

log = logging.getLogger("parlour.server")

TRIES = 20  # times that a command is decided again because another process was first
MOST_AT_ONCE = 16  # steps that follow by themselves and are written together, so that nobody waits long for them
RETRY = 1.0  # seconds between two attempts to read a table


class Hub:
    """The tables of this process."""

    def __init__(
        self, store: Store, thinking: Thinking, metrics: Metrics, moderation: Moderation, clock: Clock
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.metrics = metrics
        self.moderation = moderation
        self.tables: dict[str, Table] = {}
        self.loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # as long as anybody waits for it
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False
        self.clock = clock
        self.now: Callable[[], float] = clock.now
        self.unsaved = Unsaved(self)

    # --- For whoever comes ------------------------------------------------------------------------------------------

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
        member = table.must_be_member(token)
        opened = decide.set_up(new, secrets.token_bytes(32), position)

        def make(room: Room, now: float) -> Decision:
            return Decision(another(Asked(room, member, now, secrets.token_bytes), opened))

        await self.change(table, make)
        return (await self.table(table.room.next)).place(token)

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
        self.unsaved.must_save()
        token = tokens.new_token()
        digest = tokens.digest(token)
        table = await self.table(id)
        await self.change(table, lambda room, now: decide.join(room, new, digest))
        return table.place(token)

    async def redeem(self, id: str, code: str) -> Place:
        """Somebody comes with a second device."""
        self.unsaved.must_save()
        token = tokens.new_token()
        digest, hashed = tokens.digest(token), tokens.digest(code)
        table = await self.table(id)
        await self.change(table, lambda room, now: decide.redeem(room, hashed, digest, now))
        return table.place(token)

    async def command(self, table: Table, member: int, key: str, command: wire.AnyCommand) -> wire.Ack | wire.Refusal:
        """Have a member's command carried out, once, however often it is sent."""
        answer: asyncio.Future[wire.Ack | wire.Refusal] = asyncio.get_running_loop().create_future()
        self.carry_out(table, member, key, command, lambda said: None if answer.done() else answer.set_result(said))
        return await answer

    def carry_out(self, table: Table, member: int, key: str, command: wire.AnyCommand, answer: Answer) -> None:
        """Have a member's command carried out, and answered when that is certain."""
        again = (answered := table.room.answer_to(member, key)) is not None  # who was not answered asks again
        if isinstance(answered, int) and answered <= table.kept:  # it is on disk, whatever is being written just now
            return answer(wire.Ack(key, answered))
        if self.store.trouble and (table.turn.held or not again):
            return answer(table.unsaved(member, key))
        if not again and (waits := self.moderation.wait(table.room.id, table.name_of(member), command)):
            self.metrics.limited += 1
            return answer(wire.Refusal(key, "too_fast", f"not so fast: wait {ceil(waits)} seconds", "", table.kept))

        began, waiting = time.perf_counter(), self.unsaved.wait(table, member, key, answer)

        def make(room: Room, now: float) -> Decision:
            return decide.decide(Asked(room, member, now, secrets.token_bytes), command)

        def then(outcome: Outcome) -> None:
            self.metrics.waits.note(began)
            answer = self.unsaved.heard(waiting)
            if isinstance(outcome, tuple):
                self.metrics.commands += 1
                if isinstance(command, wire.Report) and not again:
                    table.tell_of_report(member, command)
                answer(wire.Ack(key, *outcome))
            elif isinstance(outcome, Refused):
                self.metrics.refusals += 1
                answer(table.refusal(member, key, outcome))
            else:
                if unforeseen(outcome) or not self.store.trouble:  # which has been told, once
                    log.warning("table %s: %s", table.room.id, outcome, exc_info=unforeseen(outcome))
                stopped = isinstance(outcome, EngineFailure)
                trouble = "what runs the rules has stopped" if stopped else "the table cannot be saved just now"
                self.refuse(table, member, key, answer, "unavailable", f"{trouble}; try again")

        kept = "" if isinstance(command, wire.Invite) else key  # what it answers must not be kept, so it is made again
        return self.ask(table, Ask(make, then, member, kept, plain=isinstance(command, wire.Act)))

    def refuse(self, table: Table, member: int | None, key: str, answer: Answer, code: str, text: str) -> None:
        """Refuse a command, and say how everything stands as soon as that is certain."""

        def go() -> None:
            answer(table.refusal(member, key, Refused(code, text)))
            table.turn.done()

        table.turn.ask(go)

    def look(self, table: Table, listener: Listener, then: Callable[[], None]) -> None:
        """Tell a listener how everything stands."""

        def go() -> None:
            table.welcome(listener)
            table.turn.done()
            then()

        table.turn.ask(go)

    async def listen(self, table: Table, listener: Listener, since: int | None = None) -> None:
        """Welcome a listener, tell them what they missed, and from now on everything."""
        able = self.unsaved.tell(listener, True)
        async with table.turn:
            table.welcome(listener, since)
            table.listeners.append(listener)
        self.unsaved.tell(listener, able)
        table.tell_presence(listener)

    def leave(self, table: Table, listener: Listener) -> None:
        """Forget a listener."""
        if listener in table.listeners:
            table.listeners.remove(listener)
            table.used = self.now()
            table.tell_presence()

    # --- How a table changes ----------------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """The table, opened if it was not; `Refused` if there is none."""
        while True:
            if (table := self.tables.get(id)) is not None:
                table.used = self.now()
                return table
            lock = self.loading.setdefault(id, asyncio.Lock())
            async with lock:
                if id not in self.tables:
                    table = Table(await self.load(id), used=self.now())
                    await self.make_up(table)
                    self.tables[id] = table
                    self.attend(table)
                    await self.follow(id, table.room.steps)  # news that came while it was loading

    async def make_up(self, table: Table) -> None:
        """Let the clocks of a table have stood still while no server was running, or nothing could be saved."""
        outages = sorted({*self.unsaved.outages, *await self.store.outages()})

        def lost(room: Room, now: float) -> Decision:
            seconds = schedule.lost(outages, room.touched) if room.phase == PLAYING else 0.0
            return Decision([facts.Interrupted(seconds)] if seconds else [])

        await self.change(table, lost)

    async def load(self, id: str) -> Room:
        """The room as the store has it."""
        steps = [facts.unpack(data) for data in await self.store.read(id)]
        if not steps:
            raise Refused("no_such_table", "there is no such table")
        room = Room.of(id, steps)
        await self.found_next(room)
        return room

    async def change(self, table: Table, make: Make) -> None:
        """Let something happen at a table, durably."""
        async with table.turn:
            await self.persist(table, Ask(make))

    async def persist(self, table: Table, ask: Ask) -> Outcome:
        """Let something happen at a table whose turn one has, as often as other processes are faster."""
        for _ in range(TRIES):
            if table.doubtful:
                await self.reload(table)
            number, told = table.room.steps, list[telling.Told]()
            outcome = self.take(table, ask, told)
            if not told:
                return outcome
            written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            self.write(table, number, told, partial(settle, written))
            if await certain(written):
                await self.found_next(table.room)
                return outcome
        raise StoreError("other processes were always faster")

    def ask(self, table: Table, ask: Ask) -> None:
        """Let something happen at a table when its turn comes."""
        table.asks.append(ask)
        if len(table.asks) == 1:
            table.turn.ask(partial(self.go, table))

    def go(self, table: Table) -> None:
        """Let happen what is asked at a table whose turn it is, without a task unless anything is unusual."""
        asks = table.next_asks()
        if table.asks:
            table.turn.ask(partial(self.go, table))
        if self.closing:
            return None
        number, told = table.room.steps, list[telling.Told]()
        outcomes: list[Outcome] = []
        for ask in [] if table.doubtful else asks:
            try:
                outcomes.append(self.take(table, ask, told))
            except Exception as error:
                outcomes.append(error)
        if table.doubtful:
            return self.start(self.one_by_one(table, asks))
        if not told:
            return table.end(asks, outcomes)
        try:
            return self.write(table, number, told, partial(self.written, table, asks, outcomes))
        except Exception as error:
            return table.end(asks, [error] * len(asks))

    def written(self, table: Table, asks: list[Ask], outcomes: list[Outcome], outcome: bool | StoreError) -> None:
        """What was asked is on disk, or not."""
        if isinstance(outcome, StoreError):
            table.end(asks, [outcome] * len(asks))
        elif not outcome:
            self.start(self.one_by_one(table, asks))
        elif table.room.founds is not None:
            self.start(self.end_after_founding(table, asks, outcomes))
        else:
            table.end(asks, outcomes)

    async def one_by_one(self, table: Table, asks: list[Ask]) -> None:
        """Let happen what is asked, as often as it takes, before a turn is over."""
        outcomes: list[Outcome] = []
        for ask in asks:
            try:
                outcomes.append(await self.persist(table, ask))
            except Exception as error:
                outcomes.append(error)
        table.end(asks, outcomes)

    async def end_after_founding(self, table: Table, asks: list[Ask], outcomes: list[Outcome]) -> None:
        """Set up the next table before a turn is over."""
        try:
            await self.found_next(table.room)
        except Exception as error:
            outcomes = [error] * len(asks)
        table.end(asks, outcomes)

    def take(self, table: Table, ask: Ask, told: list[telling.Told]) -> Outcome:
        """Let a room take the step that is asked for, if any; what is to be answered when it is certain."""
        made = table.decided(ask, self.now())
        if not isinstance(made, Made):
            return made
        try:
            told.append(telling.take(table.room, made.step))
        except BaseException:  # nobody knows how much of it the room has taken
            self.doubt(table)
            raise
        return made.refused or (table.room.number, made.answer)

    def write(self, table: Table, number: int, told: list[telling.Told], written: Kept) -> None:
        """Write the steps that a room took, and those that follow at once; when that is certain, tell it.

        If another process had written before, nothing of it has happened.
        """
        room = table.room

        def kept(outcome: bool | StoreError) -> None:
            try:
                if outcome is True:
                    self.metrics.messages += table.tell(told)
                    self.attend(table, plan)
                else:  # another process was faster, or nobody knows
                    self.doubt(table)
            finally:
                written(outcome)

        try:
            plan = schedule.plan(room)
            while len(told) < MOST_AT_ONCE and (step := self.next_at_once(table, plan)):
                told.append(telling.take(room, step))
                plan = schedule.plan(room)
            packed = tuple([facts.pack(each.step) for each in told])
            self.store.put(Line(room.id, number, packed, summary(room, plan)), kept)
        except BaseException:  # the room is ahead of the log
            self.doubt(table)
            raise

    def next_at_once(self, table: Table, plan: schedule.Plan) -> facts.Step | None:
        """What happens next if it need not wait: what has come due, or a computer player that need not think."""
        room, now = table.room, self.now()
        if room.phase != PLAYING:
            return None
        if plan.due is not None and plan.due <= now:
            due = self.overdue(table, now)
            return facts.Step(now, tuple(due)) if due else None
        busy = {seat for _, seat in table.thinking}
        free = [thinker for thinker in plan.thinkers if thinker.not_before <= now and thinker.seat not in busy]
        acted = self.thinking.first_at_once(room, free)
        return facts.Step(now, (acted,)) if acted else None

    async def reload(self, table: Table) -> None:
        """Make the room anew from the log, if a host has not erased it."""
        try:
            table.renew(await self.load(table.room.id))
        except Refused:
            self.tables.pop(table.room.id, None)
            table.erased()
            raise
        self.attend(table)

    def doubt(self, table: Table) -> None:
        """The room may not be what the log would make: make it anew as soon as the store can be read."""
        table.doubtful = True
        self.start(self.recover(table))

    async def recover(self, table: Table) -> None:
        """Reload a doubtful table, however long that takes."""
        while table.doubtful:
            try:
                async with table.turn:
                    if table.doubtful:
                        await self.reload(table)
            except Refused:
                return
            except StoreError as error:
                if not self.store.trouble:
                    log.warning("table %s cannot be read: %s", table.room.id, error)
                await asyncio.sleep(RETRY)

    async def catch_up(self, id: str, number: int) -> None:
        """Another process has written step `number` of a table: if it is open here, take it and tell it."""
        table = self.tables.get(id)
        if table is None:
            return
        async with table.turn:
            room = table.room
            if room.steps > number or table.doubtful:
                return
            read = [facts.unpack(data) for data in await self.store.read(id, room.steps - 1)]
            steps = read[1:]
            if not read or any(map(restored_to, steps)):
                with suppress(Refused):
                    await self.reload(table)
            else:
                for step in steps:
                    self.metrics.messages += table.tell([telling.take(room, step)])
                await self.found_next(room)
                self.attend(table)

    # --- What happens by itself ---------------------------------------------------------------------------------------

    def attend(self, table: Table, plan: schedule.Plan | None = None) -> None:
        """Set the timer of a table and let its computer players think, as planned for its room as it is."""
        if self.closing or self.tables.get(table.room.id) is not table:
            return
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if self.unsaved.still():
            return
        plan = plan or schedule.plan(table.room)
        if plan.due is not None:
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(max(0.0, plan.due - self.now()), self.ring, table)
        players.ask(self, table, plan.thinkers)

    def ring(self, table: Table) -> None:
        """Let happen what has come due."""
        made = False

        def happen(room: Room, now: float) -> Decision:
            nonlocal made
            coming = self.overdue(table, now)
            made = bool(coming)
            return Decision(coming)

        def then(outcome: Outcome) -> None:
            report(outcome)
            if not made and table.room.phase != OVER and not table.waking:
                self.attend(table)

        self.ask(table, Ask(happen, then, plain=True))

    def overdue(self, table: Table, now: float) -> list[facts.AnyFact]:
        """What has come due; a live market opens when its computer players are awake, and not before."""
        if self.unsaved.still():
            return []
        made = schedule.overdue(table.room, now)
        if not any(isinstance(fact, facts.Counting) for fact in made) or self.thinking.awake(table.room):
            return made
        if not table.waking:
            table.waking = True
            self.start(self.wake(table))
        return []

    async def wake(self, table: Table) -> None:
        """Wake the computer players of a table, then go on."""
        try:
            await self.thinking.awaken(table.room)
        finally:
            table.waking = False
        self.attend(table)

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
        """Catch up with a table, now or, if the store cannot be read, later."""
        try:
            await self.catch_up(id, number)
        except Exception as error:
            log.warning("table %s could not be followed: %r", id, error)
            if (table := self.tables.get(id)) is not None:
                self.doubt(table)

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        self.closing = True
        for table in self.tables.values():
            if table.timer is not None:
                table.timer.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
