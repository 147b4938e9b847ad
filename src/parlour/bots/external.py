"""Players that are programs of their own, in any language (`exec:COMMAND ARGUMENTS`).

Whatever such a program does, the match goes on: when it hangs, dies, talks nonsense, or chooses what is not legal, it
forfeits its turn to the idle move, and what it did is kept as a `Fault`. A program that only chose badly goes on; any
other is ended and started again, a few times a match, and then idles until the next.

A program sees one deal once. When a decision is taken back, or the deal is played again (another seating in the
arena), a fresh process gets it, which remembers nothing.
"""

import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from parlour.bots import protocol
from parlour.bots.bot import Bot, Fault
from parlour.bots.process import Process
from parlour.bots.protocol import Offence
from parlour.core.actions import Action
from parlour.core.contract import Rng
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.match import Match, Move
from parlour.errors import UnknownBot

PREFIX = "exec:"
POSIX = os.name == "posix"
MOST_FAULTS = 100  # that are kept, the first ones; `forfeits` counts all


@dataclass(frozen=True)
class Limits:
    """What a program is allowed: seconds a choice, seconds to start, starts again a match, bytes of an answer."""

    seconds: float = 5.0
    start: float = 10.0
    restarts: int = 2
    line: int = 1 << 16

    @classmethod
    def from_words(cls, words: Sequence[str]) -> "Limits":
        """Limits from words such as `seconds=2`."""
        limits = cls()
        for word in words:
            name, _, value = word.partition("=")
            kind = type(getattr(limits, name))
            try:
                number = kind(value)
            except ValueError:
                number = -1
            if not 0 <= number <= 1e9 or (number == 0 and name != "restarts"):
                raise UnknownBot(f"{word!r} sets no limit of an external player: write, for example, {name}=2")
            limits = replace(limits, **{name: number})
        return limits


LIMITS = tuple(field.name for field in fields(Limits))


def parse_spec(spec: str) -> tuple[list[str], Limits]:
    """The command and the limits of a text such as `exec:seconds=2 python3 mine.py`; `UnknownBot` if it is none."""
    if not POSIX:
        raise UnknownBot("programs as computer players need a system with POSIX processes and pipes")
    try:
        words = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise UnknownBot(f"{spec[:60]!r} is no command: {error}") from None
    count = next((i for i, word in enumerate(words) if word.partition("=")[0] not in LIMITS), len(words))
    limits, command = Limits.from_words(words[:count]), words[count:]
    if not command:
        raise UnknownBot(f"{spec[:60]!r} names no program: write, for example, {PREFIX}python3 mine.py")
    if "\0" in spec or shutil.which(command[0]) is None:
        raise UnknownBot(f"there is no program {command[0][:60]!r} that could be run as a computer player")
    return command, limits


class ExternalBot(Bot):
    """A player that is a program of its own. Close it (or use `with`) when the matches are over."""

    faults: list[Fault]

    def __init__(
        self, game: Game, command: Sequence[str], seed: int | None = None, forgetting: float = 0.0,
        limits: Limits | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, seed, forgetting)
        self.level = PREFIX + shlex.join(command)
        self.name = ""  # as it says in its greeting
        self.limits = limits or Limits()
        self.faults = []
        self.forfeits = 0
        self._command = list(command)
        self._process: Process | None = None
        self._deals: set[Deal] = set()  # that the running process has been told of
        self._at: tuple[Deal, int, str | None] | None = None  # the match that the last choice was made in
        self._moves: list[Move] = []  # how far it had gone
        self._events = 0  # how many events of it the process knows
        self._matches = self._failures = self._asked = 0
        self._greeted = False

    @classmethod
    def from_spec(cls, game: Game, spec: str, seed: int | None = None, forgetting: float = 0.0) -> "ExternalBot":
        """The player of a text such as `exec:python3 mine.py`."""
        command, limits = parse_spec(spec)
        bot = cls(game, command, seed, forgetting, limits)
        bot.level = spec
        return bot

    def choose(self, match: Match, seat: int) -> Action:
        """What the program chooses; the idle move if it fails to."""
        legal, world, _ = self.prepare(match, seat)
        self._notice(match, seat)
        actions = [str(action) for action in legal]
        place = 0
        try:
            place = actions.index(self._ask(match, world.view(seat), actions))
        except Offence as trouble:
            self._blame(trouble, seat)
        except BaseException:  # Ctrl-C: an answer may still come, and nobody would wait for it
            self._drop()
            raise
        return Action(legal, legal.ids[place])

    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """What the program chooses in a world without a past."""
        return self.choose(world, seat).id

    def close(self) -> None:
        """Say goodbye to the program."""
        if self._process is not None:
            self._process.stop(protocol.lines(protocol.Bye()))
        self._forget()

    # --- How it is done ---------------------------------------------------------------------------------------

    def _notice(self, match: Match, seat: int) -> None:
        """See whether the match goes on from where the last choice was made, or is another, or was taken back."""
        at = (match.deal, seat, match.position_text_at_start)
        if at != self._at or match.moves[: len(self._moves)] != self._moves:
            if self._greeted:
                self._failures = 0
            if match.deal in self._deals:
                self.close()
            self._at, self._events, self._matches = at, 0, self._matches + 1
        self._moves = list(match.moves)

    def _ask(self, match: Match, view: dict[str, Any], actions: list[str]) -> str:
        """The program's answer, one of the actions. The view is one of a sample, as every bot's."""
        if self._failures > self.limits.restarts:
            self.forfeits += 1
            return actions[0]
        process = self._process or self._start()
        messages = self._news(match, view, actions)
        answer = protocol.read(process.ask(messages, self.limits.seconds), protocol.Picked)
        if answer.id != self._asked:
            raise Offence("out of turn", f"answered question {answer.id}, and was asked question {self._asked}")
        if answer.action not in actions:
            raise Offence("illegal", f"chose {protocol.shown(answer.action.encode())}, which is not legal")
        return answer.action

    def _start(self) -> Process:
        """Start the program and greet it."""
        process = self._process = Process(self._command, self.limits.line)
        hello = protocol.Opening(
            protocol=protocol.PROTOCOL, game=self.game.name, rules=self.game.version, forgetting=self.forgetting,
            seconds=self.limits.seconds, line=self.limits.line,
        )  # fmt: skip
        greeting = protocol.read(process.ask(protocol.lines(hello), self.limits.start), protocol.Greeting)
        if greeting.protocol != protocol.PROTOCOL:
            raise Offence("garbage", f"speaks protocol {greeting.protocol}, and this is protocol {protocol.PROTOCOL}")
        self.name, self._greeted = greeting.name[:40], True
        return process

    def _news(self, match: Match, view: dict[str, Any], actions: list[str]) -> bytes:
        """All that the program is to know before it chooses."""
        seat = view["you"]
        del view["legal"]
        events = match.events(seat, self._events)
        begin = [] if match.deal in self._deals else [protocol.NewMatch(seat, match.seats, match.options)]
        self._deals.add(match.deal)
        self._events += len(events)
        self._asked += 1
        question = (protocol.View(view, events), protocol.Legal(actions), protocol.Choose(self._asked))
        return protocol.lines(*begin, *question)

    def _blame(self, trouble: Offence, seat: int) -> None:
        """Keep what went wrong, and end the program unless it still follows."""
        text, process = str(trouble), self._process
        if trouble.kind != "illegal":
            status = self._drop()
            self._failures += 1
            if trouble.kind == "crashed" and status is not None:
                text += f" ({ending(status)})"
            if self._failures > self.limits.restarts:
                text += "; it is not started again"
        self.forfeits += 1
        if len(self.faults) < MOST_FAULTS:
            stderr = process.stderr if process else ""
            self.faults.append(Fault(trouble.kind, text, self._matches, len(self._moves), seat, stderr))

    def _drop(self) -> int | None:
        """End the program at once; its exit status."""
        status = self._process.stop() if self._process else None
        self._forget()
        return status

    def _forget(self) -> None:
        """A new process will know nothing."""
        self._process = None
        self._deals.clear()
        self._events = 0


def ending(status: int) -> str:
    """An exit status in words."""
    return f"signal {-status}" if status < 0 else f"exit status {status}"
