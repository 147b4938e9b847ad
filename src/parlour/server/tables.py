"""A table that is open in this process: its room, who listens, and whose turn it is to change it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from parlour.errors import Refused, StoreError
from parlour.server.bodies import Place
from parlour.table import facts, telling, tokens, wire
from parlour.table.asked import Decision
from parlour.table.names import clean_line
from parlour.table.room import Room, Viewer

KEPT = 200  # steps that are kept to tell who was away for a moment
UNSAVED = "nothing can be saved just now; try again"
MOST_TOGETHER = 16  # asks that are answered together
REST = 0.5  # seconds from one word of who is here to the next

Make: TypeAlias = Callable[[Room, float], Decision]
Outcome: TypeAlias = tuple[int, str] | Exception  # the number that a step got and what its sender is told
Answer: TypeAlias = Callable[[wire.Ack | wire.Refusal], None]
Then: TypeAlias = Callable[[Outcome], None]

log = logging.getLogger("parlour.server")
encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    member: int | None

    def send(self, data: bytes) -> None:
        """Take a message; never waits."""

    def sent_away(self) -> None:
        """There is no such table any more."""


class Turn:
    """One at a time, in the order in which they came.

    Most of what happens at a table waits for nothing but the disk, so a turn can be had by a function that is called
    when it comes, with no task to wait for it. Who has it says when they are `done`.
    """

    __slots__ = ("_calling", "_waiting", "held")

    def __init__(self) -> None:
        self.held = False
        self._calling = False
        self._waiting: deque[Callable[[], None]] = deque()

    def ask(self, go: Callable[[], None]) -> None:
        """Have a function called when its turn comes, now if it is nobody's."""
        self._waiting.append(go)
        self._next()

    def done(self) -> None:
        """It is the next one's turn."""
        self.held = False
        self._next()

    def _next(self) -> None:
        if self._calling:  # by one whose turn was over at once
            return
        self._calling = True
        try:
            while self._waiting and not self.held:
                self.held = True
                self._waiting.popleft()()
        finally:
            self._calling = False

    async def __aenter__(self) -> None:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ask(lambda: self.done() if granted.cancelled() else granted.set_result(None))
        try:
            await granted
        except asyncio.CancelledError:
            if not granted.cancelled():  # it had just come
                self.done()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.done()


@dataclass(slots=True)
class Ask:
    """Something that shall happen at a table; `then` hears, still in its turn, what came of it."""

    make: Make
    then: Then = lambda outcome: None
    member: int | None = None
    key: str = ""
    plain: bool = False  # everybody sees with the same eyes after it, so that it can be written and told with others


class Made(NamedTuple):
    """A step that is to be taken, and what only its sender is told: an answer, or why nothing was done."""

    step: facts.Step
    answer: str
    refused: Refused | None = None


@dataclass(slots=True)
class Table:
    """A table that is open here."""

    room: Room
    turn: Turn = field(default_factory=Turn)
    asks: deque[Ask] = field(default_factory=deque)  # what waits for the turn, in which all that can is done together
    listeners: list[Listener] = field(default_factory=list)
    told: deque[telling.Told] = field(default_factory=lambda: deque(maxlen=KEPT))
    timer: asyncio.TimerHandle | None = None
    thinking: set[tuple[int, int]] = field(default_factory=set)
    doubtful: bool = False  # whether the room may not be what the log would make
    waking: bool = False  # whether its computer players are being woken
    used: float = 0.0
    kept: int = 0  # the number of the last event that cannot be lost
    eyes: dict[int, int] = field(default_factory=dict)  # through whose seats members see, as far as they were told
    resting: asyncio.TimerHandle | None = None  # until who is here may be told again
    changed: bool = False  # whether somebody has come or gone since it was told

    def __post_init__(self) -> None:
        """All that the room knows is saved, and who comes from now on is told through whose eyes they see."""
        self.kept = self.room.number
        self.eyes = self.seated()

    def name_of(self, member: int) -> str:
        """Under which name a member's commands are counted, whichever device they come from."""
        return f"{self.room.id} {member}"

    def member_of(self, token: str) -> int | None:
        """Who has the token, if anybody."""
        return self.room.tokens.get(tokens.digest(token))

    def must_be_member(self, token: str) -> int:
        """Who has the token; a refusal if nobody does."""
        member = self.member_of(token)
        if member is None and token:
            raise wrong_token()
        if member is None:
            raise Refused("not_member", "send the token of your place in the header Authorization: Bearer TOKEN")
        return member

    def place(self, token: str) -> Place:
        """The place of a member, for its owner."""
        member = self.room.tokens[tokens.digest(token)]
        return Place(self.room.id, member, token, self.room.seat_of(member))

    def admit(self, token: str) -> int | None:
        """Who has the token, None for a spectator, who has none; a table with a password has no spectators."""
        member = self.member_of(token) if token else None
        if member is None and self.room.lock:
            raise Refused("wrong_password", "this table has a password; join it first")
        if member is None and token:
            raise wrong_token()
        return member

    def admit_all(self, token: str) -> int | None:
        """The same for who may hold the token of another table: they only watch here."""
        return self.admit(token if self.member_of(token) is not None else "")

    def certain(self) -> Room:
        """The room as it stands in the log; `StoreError` while nobody knows."""
        if self.doubtful:
            raise StoreError("the table cannot be read just now; try again")
        return self.room

    def next_asks(self) -> list[Ask]:
        """What is done together next: one, or several that are plain."""
        asks = [self.asks.popleft()]
        while self.asks and asks[-1].plain and self.asks[0].plain and len(asks) < MOST_TOGETHER:
            asks.append(self.asks.popleft())
        return asks

    def decided(self, ask: Ask, now: float) -> Made | Outcome:
        """The step that is to be taken, or the answer if none is. What has a key is a step whatever comes of it."""
        room = self.room
        if ask.key and (answered := room.answer_to(ask.member, ask.key)) is not None:
            return answered if isinstance(answered, Refused) else (answered, "")
        try:
            decision = ask.make(room, now)
        except Refused as refused:
            if not ask.key:
                raise
            step = facts.Step(now, (), ask.member, ask.key, facts.Refusal.of(refused))
            return Made(step, "", refused)
        if not decision.made and not ask.key:
            return room.number, decision.answer
        return Made(facts.Step(now, tuple(decision.made), ask.member, ask.key), decision.answer)

    def end(self, asks: Sequence[Ask], outcomes: Sequence[Outcome]) -> None:
        """Say what came of everything, and let the next one have a turn."""
        try:
            for ask, outcome in zip(asks, outcomes, strict=True):
                try:
                    ask.then(outcome)
                except Exception as error:  # the others shall hear all the same
                    report(error)
        finally:
            self.turn.done()

    def unsaved(self, member: int | None, key: str) -> wire.Refusal:
        """What is said while nothing can be saved; how everything stands is not certain while something waits to be."""
        if self.turn.held:
            return wire.Refusal(key, "unavailable", UNSAVED, "", 0)
        return self.refusal(member, key, Refused("unavailable", UNSAVED))

    def refusal(self, member: int | None, key: str, why: Refused) -> wire.Refusal:
        """A refusal, with how everything stands, if that is certain."""
        now = None if self.doubtful else telling.welcome(self.room, member)
        return wire.Refusal(key, why.code, str(why), why.rule, now.n if now else 0, why.saying, why.given, now)

    def tell(self, told: Sequence[telling.Told]) -> int:
        """Tell every listener what they may know of the steps that were taken last; how many messages that took."""
        self.kept = self.room.number
        teller = telling.Teller(self.room, told)
        messages: dict[Viewer, list[bytes]] = {}
        count = 0
        for listener in self.listeners:
            viewer = self.room.seat_of(listener.member)
            if viewer not in messages:
                messages[viewer] = [encode(update) for update in teller.updates(viewer)]
            for message in messages[viewer]:
                listener.send(message)
            count += len(messages[viewer])
        if teller.did(*telling.SEATING, facts.Left):
            self.welcome_moved(fact.member for each in told for fact in each.step.facts if type(fact) is facts.Left)
        if teller.did(facts.TakenBack):
            self.told.clear()
        self.told.extend([each for each in told if not each.private])
        return count

    def missed(self, listener: Listener, since: int | None) -> list[wire.Update]:
        """What a listener missed, if that is still known; in a game of memory nothing is told again (C-18)."""
        room = self.room
        if since is None or room.match is None or telling.forgets(room) or not self.told:
            return []
        if not self.told[0].number <= since + 1:
            return []
        viewer = room.seat_of(listener.member)
        return [telling.retell(room, told, viewer) for told in self.told if told.number > since]

    def welcome(self, listener: Listener, since: int | None = None) -> None:
        """Tell a listener what they missed and how everything stands, as soon as that is certain."""
        if not self.doubtful:
            for missed in self.missed(listener, since):
                listener.send(encode(missed))
            listener.send(encode(telling.welcome(self.room, listener.member)))

    def erased(self) -> None:
        """A host has erased it: everybody is sent away, and whatever they ask still finds nothing."""
        self.doubtful = True
        for listener in list(self.listeners):
            listener.sent_away()

    def renew(self, room: Room) -> None:
        """Stand as the log says, and tell everybody."""
        before, self.room = self.room, room
        self.doubtful = False
        self.told.clear()
        self.kept = room.number
        if room.restored != before.restored:
            self.send_all(telling.restored(room))
        self.welcome_all()

    def welcome_all(self) -> None:
        """Tell every listener how everything stands."""
        self.eyes = self.seated()
        for listener in self.listeners:
            self.welcome(listener)

    def welcome_moved(self, left: Iterable[int]) -> None:
        """Tell how everything stands to those who have left, or see it with other eyes than before: all others know."""
        before, self.eyes = self.eyes, self.seated()
        moved = {member for member, _ in before.items() ^ self.eyes.items()}.union(left)
        for listener in self.listeners:
            if listener.member in moved:
                self.welcome(listener)

    def seated(self) -> dict[int, int]:
        """Who sits where."""
        return {seat.member: number for number, seat in enumerate(self.room.seats) if seat.member is not None}

    def tell_of_report(self, member: int, report: wire.Report) -> None:
        """Tell whoever runs the server what somebody complains of."""
        who, of = self.room.members[member].name, self.room.members[report.member].name
        log.warning("table %s: %r reports %r: %r", self.room.id, who, of, clean_line(report.why))

    def tell_presence(self, newcomer: Listener | None = None) -> None:
        """Tell everybody who is here: at once, or after a rest if that was told a moment ago, so that a crowd that
        comes and goes does not keep everybody busy. Who comes is told at once."""
        if self.resting is None:
            self.changed = False
            self.tell_here(self.listeners)
            self.resting = asyncio.get_running_loop().call_later(REST, self.rested)
            return
        self.changed = True
        if newcomer is not None:
            self.tell_here([newcomer])

    def rested(self) -> None:
        """Who is here may be told again."""
        self.resting = None
        if self.changed:
            self.tell_presence()

    def tell_here(self, listeners: Iterable[Listener]) -> None:
        """Tell some who is here, and how many look on who have not joined."""
        here = sorted({each.member for each in self.listeners if each.member is not None})
        data = encode(wire.Presence(here, sum(each.member is None for each in self.listeners)))
        for listener in listeners:
            listener.send(data)

    def send_all(self, message: wire.AnyMessage) -> None:
        """Tell everybody who is here the same."""
        data = encode(message)
        for listener in self.listeners:
            listener.send(data)


def wrong_token() -> Refused:
    """What to say to a token that nobody has here: not to let them watch, and wonder why they cannot do anything."""
    return Refused("wrong_token", "nobody at this table has that token; leave it out to watch, or join the table")


def unforeseen(outcome: Outcome) -> Exception | None:
    """What should not have happened, for the log."""
    return outcome if isinstance(outcome, Exception) and not isinstance(outcome, (Refused, StoreError)) else None


def report(outcome: Outcome) -> None:
    """Log what went wrong where nobody waits for an answer."""
    if isinstance(outcome, Exception):
        log.error("something went wrong at a table", exc_info=outcome)
