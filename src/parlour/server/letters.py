"""What lies in a table's mailbox: members' commands, what has come due, what computer players have thought of, and
people who come, change something or look. A letter says what it asks for when it is its turn, and hears what came of it
when that is certain: it is on disk, or refused."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from parlour.errors import EngineFailure, Refused, StoreError
from parlour.server.audience import Listener
from parlour.table import decide, facts, schedule, wire
from parlour.table.asked import Asked, Decision
from parlour.table.names import clean_line
from parlour.table.room import OVER, Room

if TYPE_CHECKING:
    from parlour.server.live import LiveTable

T = TypeVar("T")
Make: TypeAlias = Callable[[Room, float], Decision]
Answer: TypeAlias = Callable[[wire.Ack | wire.Nack], None]
Outcome: TypeAlias = tuple[int, str] | Exception  # the number that a step got and what its sender is told

RETRY = 1.0  # seconds between two attempts to read a table
NOTHING = Decision([])

log = logging.getLogger("parlour.server")


class Letter:
    """Something for a table. By itself it asks for nothing."""

    member: int | None = None
    key = ""  # under which its answer is kept in the log, so that it is carried out once
    plain = True  # everybody sees with the same eyes after it, so that it can be written and told with others

    def decide(self, table: "LiveTable", now: float) -> Decision:
        """What it brings about at the table as it is; a refusal if that may not be."""
        return NOTHING

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """Hear what came of it."""


class CommandLetter(Letter):
    """A member's command. It is answered once: with what became of it, or that it cannot be saved just now."""

    def __init__(self, member: int | None, ticket: str, command: wire.AnyCommand, answer: Answer) -> None:
        self.member, self.ticket, self.command = member, ticket, command
        kept = member is not None and not isinstance(command, wire.Invite)  # which is made again, and lies nowhere
        self.key = ticket if kept else ""
        self.plain = isinstance(command, wire.Act)
        self.again = False  # whether it has been answered before: who did not hear that asks again
        self._answer: Answer | None = answer
        self._began = time.perf_counter()

    def decide(self, table: "LiveTable", now: float) -> Decision:
        """What the command brings about."""
        if self.member is None:
            raise Refused("not_member", "you only watch here; join the table first")
        return decide.decide(Asked(table.room, self.member, now, secrets.token_bytes), self.command)

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """Acknowledge it, or say why not."""
        metrics = table.hub.metrics
        metrics.waits.note(self._began)
        if isinstance(outcome, tuple):
            metrics.commands += 1
            if isinstance(self.command, wire.Report) and not self.again:
                self._pass_on(self.command, table.room)
            return self.answer(wire.Ack(self.ticket, *outcome))
        if isinstance(outcome, Refused):
            metrics.refusals += 1
            return self.answer(table.refusal(self.member, self.ticket, outcome))
        if unforeseen(outcome) or not table.hub.store.trouble:  # which has been told, once
            log.warning("table %s: %s", table.room.id, outcome, exc_info=unforeseen(outcome))
        stopped = isinstance(outcome, EngineFailure)
        trouble = "what runs the rules has stopped" if stopped else "the table cannot be saved just now"
        return self.answer(table.refusal(self.member, self.ticket, Refused("unavailable", f"{trouble}; try again")))

    def answer(self, said: wire.Ack | wire.Nack) -> None:
        """Answer its sender, unless they have been answered."""
        answer, self._answer = self._answer, None
        if answer is not None:
            answer(said)

    def _pass_on(self, report: wire.Report, room: Room) -> None:
        """Tell those who run the server what somebody complains of."""
        assert self.member is not None
        who, of = room.members[self.member].name, room.members[report.member].name
        log.warning("table %s: %r reports %r: %r", room.id, who, of, clean_line(report.why))


class DueLetter(Letter):
    """It is time for something."""

    made = False

    def decide(self, table: "LiveTable", now: float) -> Decision:
        """What has come due."""
        coming = table.overdue(now)
        self.made = bool(coming)
        return Decision(coming)

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """If nothing had, plan again."""
        report(outcome)
        if not self.made and table.room.phase != OVER and not table.waking:
            table.attend()


class MoveLetter(Letter):
    """What a computer player has thought of, if it is still asked for that."""

    made = False

    def __init__(self, thinker: schedule.Thinker, task: tuple[int, int], action: int | None) -> None:
        self.thinker, self.task, self.action = thinker, task, action

    def decide(self, table: "LiveTable", now: float) -> Decision:
        """The action, if it may be done now."""
        room, seat = table.room, self.thinker.seat
        asked = schedule.still_asked(room, self.thinker) and schedule.not_before(room, seat) <= now
        self.made = asked and self.action in room.running.legal_ids(seat)
        if not self.made or self.action is None:
            return NOTHING
        return Decision([facts.Acted(seat, (self.action,), "bot")])

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """If it was too late, plan again."""
        table.thinking.discard(self.task)
        report(outcome)
        if not self.made and not table.thinking:
            asyncio.get_running_loop().call_soon(table.attend)


class CallLetter(Letter, Generic[T]):
    """Somebody waits until the table has changed, if it shall, then looks at it: `anyway`, or if that can be done."""

    def __init__(self, look: Callable[[Room], T], make: Make | None = None, anyway: bool = False) -> None:
        self.look, self.make, self.anyway, self.plain = look, make, anyway, make is None
        self.seen: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def decide(self, table: "LiveTable", now: float) -> Decision:
        """The change, if somebody still waits for it."""
        return NOTHING if self.make is None or self.seen.done() else self.make(table.room, now)

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """Look, and let go on who waits."""
        if self.seen.done():
            return None
        if isinstance(outcome, Exception) and not self.anyway:
            return self.seen.set_exception(outcome)
        try:
            return self.seen.set_result(self.look(table.room))
        except Exception as error:
            return self.seen.set_exception(error)


class LookLetter(Letter):
    """Somebody who listens wants to know how everything stands; while nobody knows, it is said when that is known."""

    def __init__(self, listener: Listener, done: Callable[[], None]) -> None:
        self.listener, self.done = listener, done

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """Say so."""
        if not table.doubtful:
            table.audience.welcome(table.room, self.listener)
        self.done()


class RecoveryLetter(Letter):
    """The room may not be what the log would make, which is read again before any letter is decided."""

    def heard(self, table: "LiveTable", outcome: Outcome) -> None:
        """If that could not be done now, try again, however long it takes."""
        if isinstance(outcome, StoreError):
            if not table.hub.store.trouble:
                log.warning("table %s cannot be read: %s", table.room.id, outcome)
            asyncio.get_running_loop().call_later(RETRY, table.post, self)
        elif not isinstance(outcome, Refused):  # a host has erased it
            report(outcome)


def unforeseen(outcome: Outcome) -> Exception | None:
    """What should not have happened, for the log."""
    return outcome if isinstance(outcome, Exception) and not isinstance(outcome, (Refused, StoreError)) else None


def report(outcome: Outcome) -> None:
    """Log what went wrong where nobody waits for an answer."""
    if isinstance(outcome, Exception):
        log.error("something went wrong at a table", exc_info=outcome)
