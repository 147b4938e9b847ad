"""A live table: a room, who listens, one mailbox, and one way by which anything is decided, written and told.

Whatever happens at a table lies in its mailbox first (letters.py). A task takes it out, letter by letter, for as long
as there are any: each is decided on the room, what it brings about is written to the log, and only when that is durable
is it told, and the letter hears of it. Nothing else changes a room or looks at one that may be about to change.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from parlour.errors import Refused, StoreError
from parlour.server.audience import Audience, Listener
from parlour.server.letters import (
    NOTHING,
    Answer,
    CallLetter,
    CommandLetter,
    DueLetter,
    Letter,
    Make,
    MoveLetter,
    Outcome,
    RecoveryLetter,
    report,
)
from parlour.server.storage.lines import Line
from parlour.server.summaries import summary
from parlour.table import facts, schedule, telling, wire
from parlour.table.restoring import restored_to
from parlour.table.room import PLAYING, Room

if TYPE_CHECKING:
    from parlour.server.hub import Hub

T = TypeVar("T")

TRIES = 20  # times that something is decided again because another process was first
MOST_TOGETHER = 16  # letters that are answered together
MOST_AT_ONCE = 16  # steps that follow by themselves and are written together, so that nobody waits long for them
UNSAVED = "nothing can be saved just now; try again"


class LiveTable:
    """A table that is open in this process."""

    def __init__(self, hub: "Hub", room: Room) -> None:
        self.hub = hub
        self.room = room
        self.audience = Audience(room)
        self.letters: deque[Letter] = deque()  # the mailbox
        self.hand: Sequence[Letter] = ()  # what has been taken out of it and not been answered yet
        self.kept = room.number  # the number of the last event that cannot be lost
        self.doubtful = False  # whether the room may not be what the log would make
        self.news = -1  # the last step that another process is said to have written, if it has not been looked for
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: set[tuple[int, int]] = set()  # what computer players have been asked: after which move, and who
        self.waking = False  # whether they are being woken
        self.used = hub.now()

    # --- Who comes ----------------------------------------------------------------------------------------------------

    def ask(self, member: int | None, ticket: str, command: wire.AnyCommand, answer: Answer) -> None:
        """Have a member's command carried out, once, however often it is sent; and answered, however that ends."""
        asked = CommandLetter(member, ticket, command, answer)
        if member is None:
            return self.post(asked)
        answered = self.room.answer_to(member, ticket)
        asked.again = answered is not None
        if isinstance(answered, int) and answered < self.kept:  # what has the last number may be on its way
            return asked.answer(wire.Ack(ticket, answered))
        if self.hub.store.trouble and (self.busy or not asked.again):
            return asked.answer(self.unsaved(member, ticket))
        if not asked.again and (waits := self.hub.moderation.wait(self.room.id, member, command)):
            self.hub.metrics.limited += 1
            slowly = f"not so fast: wait {ceil(waits)} seconds"
            return asked.answer(wire.Nack(ticket, "too_fast", slowly, "", self.kept))
        return self.post(asked)

    async def command(self, member: int, ticket: str, command: wire.AnyCommand) -> wire.Ack | wire.Nack:
        """The same for who waits for the answer."""
        answer: asyncio.Future[wire.Ack | wire.Nack] = asyncio.get_running_loop().create_future()
        self.ask(member, ticket, command, lambda said: None if answer.done() else answer.set_result(said))
        return await answer

    async def change(self, make: Make) -> None:
        """Let something happen, durably."""
        await self._call(CallLetter(lambda room: None, make))

    async def see(self, look: Callable[[Room], T]) -> T:
        """What somebody sees who looks at the room as it certainly stands; `StoreError` while nobody knows."""
        return await self._call(CallLetter(look))

    async def _call(self, call: CallLetter[T]) -> T:
        self.post(call)
        return await call.seen

    async def listen(self, listener: Listener, since: int | None = None) -> None:
        """Welcome a listener, tell them what they missed, and from now on everything."""
        able = self.hub.unsaved.tell(listener, True)

        def arrive(room: Room) -> None:
            if not self.doubtful:  # else there is a welcome as soon as the log has been read
                self.audience.welcome(room, listener, since)
            self.hub.unsaved.tell(listener, able)
            self.audience.join(listener)

        await self._call(CallLetter(arrive, anyway=True))

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        if listener in self.audience.listeners:
            self.audience.leave(listener)
            self.used = self.hub.now()

    def certain(self) -> Room:
        """The room, for what never changes in it; `StoreError` while nobody knows how it stands."""
        if self.doubtful:
            raise StoreError("the table cannot be read just now; try again")
        return self.room

    # --- The mailbox --------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether anything waits for its turn, or for the disk."""
        return bool(self.hand or self.letters)

    def post(self, letter: Letter) -> None:
        """Put a letter into the mailbox."""
        self.letters.append(letter)
        if not self.hand and len(self.letters) == 1:
            self.hub.start(self.work())

    async def work(self) -> None:
        """Take letters out of the mailbox until there are none."""
        while self.letters:
            self.hand = self.next_letters()
            outcomes = await self.happen(self.hand)
            for letter, outcome in zip(self.hand, outcomes, strict=True):
                try:
                    letter.heard(self, outcome)
                except Exception as error:  # the others shall hear all the same
                    report(error)
            self.hand = ()

    def next_letters(self) -> list[Letter]:
        """What is done together next: one letter, or several that are plain."""
        letters = [self.letters.popleft()]
        while self.letters and letters[-1].plain and self.letters[0].plain and len(letters) < MOST_TOGETHER:
            letters.append(self.letters.popleft())
        return letters

    async def happen(self, letters: Sequence[Letter]) -> Sequence[Outcome]:
        """Let happen what letters ask for, together if that can be; what came of each."""
        try:
            outcomes: Sequence[Outcome] | None = await self.attempt(letters)
        except (StoreError, Refused) as error:  # it could not be written, or a host has erased the table
            return [error] * len(letters)
        except Exception:  # the rules have stopped in the middle of one of them
            outcomes = None
        return outcomes or [await self.alone(letter) for letter in letters]

    async def alone(self, letter: Letter) -> Outcome:
        """Let happen what one letter asks for, as often as other processes are faster."""
        try:
            for _ in range(TRIES):
                if outcomes := await self.attempt([letter]):
                    return outcomes[0]
        except Exception as error:
            return error
        return StoreError("other processes were always faster")

    async def attempt(self, letters: Sequence[Letter]) -> list[Outcome] | None:
        """Decide, write, tell; None if another process wrote first, and nothing of it has happened."""
        if self.doubtful:
            await self.reload()
        elif self.news >= self.room.steps:
            await self.catch_up()
        number, told = self.room.steps, list[telling.Told]()
        plan: schedule.Agenda | None = None
        try:
            outcomes = [self.take(letter, told) for letter in letters]
            if told:
                plan = await self.write(number, told)
        except BaseException:  # nobody knows how much of it the room has taken, or the log
            self.doubt()
            raise
        if plan is not None:
            self.tell(told)
            self.attend(plan)
        elif told:
            self.doubt()
            return None
        if self.room.founds is not None:
            await self.hub.found_next(self.room)
        return outcomes

    def take(self, letter: Letter, told: list[telling.Told]) -> Outcome:
        """Decide what a letter brings about, and let the room take that step, if there is any. What has a key is a step
        whatever comes of it."""
        room, now = self.room, self.hub.now()
        if letter.key and (answered := room.answer_to(letter.member, letter.key)) is not None:
            return answered if isinstance(answered, Refused) else (answered, "")
        decision = NOTHING
        refused: Refused | None = None
        try:
            decision = letter.decide(self, now)
        except Refused as error:
            refused = error
        except Exception as error:
            return error
        if decision.made or letter.key:
            kept = facts.Grounds.of(refused) if refused else None
            step = facts.Step(now, tuple(decision.made), letter.member, letter.key, kept)
            told.append(telling.take(room, step))
        return refused or (room.number, decision.answer)

    async def write(self, number: int, told: list[telling.Told]) -> schedule.Agenda | None:
        """Write the steps that the room took, and those that follow at once; what is planned after them, or None if
        another process had written before."""
        room = self.room
        plan = schedule.plan(room)
        while len(told) < MOST_AT_ONCE and (step := self.next_at_once(plan)):
            told.append(telling.take(room, step))
            plan = schedule.plan(room)
        packed = tuple([facts.pack(each.step) for each in told])
        kept = await self.hub.store.keep(Line(room.id, number, packed, summary(room, plan)))
        return plan if kept else None

    def tell(self, told: Sequence[telling.Told]) -> None:
        """Tell everybody what is certain now."""
        self.kept = self.room.number
        self.hub.metrics.messages += self.audience.tell(self.room, told)

    # --- What the log says --------------------------------------------------------------------------------------------

    def doubt(self) -> None:
        """The room may not be what the log would make: make it anew as soon as the store can be read."""
        if not self.doubtful:
            self.doubtful = True
            self.post(RecoveryLetter())

    async def reload(self) -> None:
        """Make the room anew from the log, and tell everybody, if a host has not erased it."""
        try:
            room = await self.hub.load(self.room.id)
        except Refused:
            self.hub.tables.pop(self.room.id, None)
            self.audience.send_away()
            raise
        before, self.room = self.room, room
        self.doubtful = False
        self.kept = room.number
        self.audience.renew(room, room.restored != before.restored)
        self.attend()

    async def follow(self, number: int) -> None:
        """Another process has written step `number`: take it, and tell it."""
        self.news = max(self.news, number)
        await self.see(lambda room: None)

    async def catch_up(self) -> None:
        """Take the steps that another process has written, and tell them."""
        room, self.news = self.room, -1
        try:
            read = [facts.unpack(data) for data in await self.hub.store.read(room.id, room.steps - 1)]
            steps = read[1:]
            if not read or any(map(restored_to, steps)):
                return await self.reload()
            for step in steps:
                self.tell([telling.take(room, step)])
            return self.attend()
        except BaseException:
            self.doubt()
            raise

    def unsaved(self, member: int, ticket: str) -> wire.Nack:
        """What is said while nothing can be saved; how everything stands is not certain while something waits to be."""
        if self.busy:
            return wire.Nack(ticket, "unavailable", UNSAVED, "", 0)
        return self.refusal(member, ticket, Refused("unavailable", UNSAVED))

    def refusal(self, member: int | None, ticket: str, why: Refused) -> wire.Nack:
        """A refusal, with how everything stands, if that is certain."""
        now = None if self.doubtful else telling.welcome(self.room, member)
        return wire.Nack(ticket, why.code, str(why), why.rule, now.n if now else 0, why.saying, why.given, now)

    def wait_no_more(self) -> None:
        """Nothing can be saved: who waits for the disk hears it. It may get there yet, and is found by its key."""
        for letter in (*self.hand, *self.letters):
            if isinstance(letter, CommandLetter) and letter.member is not None:
                letter.answer(self.unsaved(letter.member, letter.ticket))

    # --- What happens by itself ---------------------------------------------------------------------------------------

    def attend(self, plan: schedule.Agenda | None = None) -> None:
        """Set the timer, and let computer players think, as planned for the room as it is; neither while the hub closes
        or has put the table away, nor while nobody's time runs or nobody knows how the table stands."""
        hub = self.hub
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if hub.closing or hub.tables.get(self.room.id) is not self or hub.unsaved.still() or self.doubtful:
            return
        plan = plan or schedule.plan(self.room)
        if plan.due is not None:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, plan.due - hub.now()), self.post, DueLetter())
        for thinker in plan.thinkers:
            self.let_think(thinker)

    def overdue(self, now: float) -> list[facts.AnyFact]:
        """What has come due; a live market opens when its computer players are awake, and not before."""
        if self.hub.unsaved.still():
            return []
        made = schedule.overdue(self.room, now)
        if not any(isinstance(fact, facts.Counting) for fact in made) or self.hub.thinking.awake(self.room):
            return made
        if not self.waking:
            self.waking = True
            self.hub.start(self.wake())
        return []

    async def wake(self) -> None:
        """Wake the computer players, then go on."""
        try:
            await self.hub.thinking.awaken(self.room)
        finally:
            self.waking = False
        self.attend()

    def next_at_once(self, plan: schedule.Agenda) -> facts.Step | None:
        """What happens next if it need not wait: what has come due, or a computer player that need not think."""
        room, now = self.room, self.hub.now()
        if room.phase != PLAYING:
            return None
        if plan.due is not None and plan.due <= now:
            due = self.overdue(now)
            return facts.Step(now, tuple(due)) if due else None
        asked = {seat for _, seat in self.thinking}
        free = [thinker for thinker in plan.thinkers if thinker.not_before <= now and thinker.seat not in asked]
        acted = self.hub.thinking.first_at_once(room, free)
        return facts.Step(now, (acted,)) if acted else None

    def let_think(self, thinker: schedule.Thinker) -> None:
        """Let a computer player think, if it does not yet; one that never thinks acts at once if it may."""
        task = (len(self.room.running.moves), thinker.seat)
        if task in self.thinking:
            return
        self.thinking.add(task)
        may = thinker.not_before <= self.hub.now()
        action = self.hub.thinking.at_once(self.room, thinker) if may else None
        if action is None:
            self.hub.start(self.ponder(thinker, task))
        else:
            self.post(MoveLetter(thinker, task, action))

    async def ponder(self, thinker: schedule.Thinker, task: tuple[int, int]) -> None:
        """Let a computer player think, then act when that may be seen."""
        try:
            action = await self.hub.thinking.choose(self.room, thinker)
            now = self.hub.now()
            if (wait := schedule.shown_at(self.room, thinker, now) - now) > 0:
                await asyncio.sleep(wait)
        except BaseException:
            self.thinking.discard(task)
            raise
        self.post(MoveLetter(thinker, task, action))
