"""A table to try things at: it keeps its log as a store would, and a clock that tests move."""

import random
from collections.abc import Callable
from typing import Any

from parlour.core.match import Match
from parlour.table import facts, wire
from parlour.table.decide import Asked, Decision, decide, join, open_table
from parlour.table.room import Room
from parlour.table.schedule import due, overdue, thinkers
from parlour.table.telling import update, welcome

MORNING = 1_000_000.0


class House:
    """One table, whoever comes to it, and everything that was written down."""

    def __init__(self, game: str, seats: int | None = None, seed: int = 1, **settings: Any) -> None:
        self.random = random.Random(seed)
        self.now = MORNING
        options = settings.pop("options", {})
        password = settings.pop("password", "")
        asked = wire.NewTable(game, "Ann", seats, options, wire.Settings(**settings), password)
        self.log: list[facts.Step] = []
        self.room = Room("table")
        self.opened: tuple[str, facts.Step] | None = None
        self.heard: dict[int | None, list[wire.Update]] = {}
        self.write(open_table(asked, b"token 0", self.secret(32), self.now))

    def secret(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def write(self, step: facts.Step) -> None:
        """Keep a step, let it happen, and tell everybody."""
        rows = self.room.rows
        before = self.room.number
        self.log.append(step)
        self.room.take(facts.unpack(facts.pack(step)))
        if self.room.number > before:
            for viewer in (None, *range(len(self.room.seats))):
                self.heard.setdefault(viewer, []).append(update(self.room, step, rows, viewer))

    def do(self, member: int, command: wire.AnyCommand, key: str = "") -> Decision:
        """Have a command carried out."""
        decision = decide(Asked(self.room, member, self.now, self.secret), command)
        self.write(facts.Step(self.now, tuple(decision.made), member, key, decision.answer))
        self.opened = decision.opens or self.opened
        return decision

    def come(self, name: str, password: str = "") -> int:
        """Somebody joins."""
        member = len(self.room.members)
        decision = join(self.room, wire.NewMember(name, password), b"token %d" % member)
        self.write(facts.Step(self.now, tuple(decision.made)))
        return member

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and everything happen that comes due."""
        until = self.now + seconds
        while (at := due(self.room)) is not None and at <= until:
            self.now = max(self.now, at)
            self.write(facts.Step(self.now, tuple(overdue(self.room, self.now))))
        self.now = until

    def begin(self, people: int = 1, bot: str = "random") -> None:
        """Seat so many people, fill up with computer players, and start."""
        for seat in range(len(self.room.seats)):
            if seat >= people:
                self.do(0, wire.AddBot(seat, bot))
            else:
                self.do(self.come(f"Guest {seat}") if seat else 0, wire.Sit(seat))
        self.do(0, wire.Start())
        self.pass_time(4)

    def bots_act(self, choose: Callable[[Match, int], int]) -> bool:
        """Let the computer player that may act first do so; whether there was one."""
        waiting = sorted(thinkers(self.room), key=lambda each: each.not_before)
        if not waiting:
            return False
        first = waiting[0]
        self.pass_time(max(0.0, first.not_before - self.now))
        if first.seat in self.room.actors:
            self.write(
                facts.Step(self.now, (facts.Acted(first.seat, (choose(self.room.running, first.seat),), "bot"),))
            )
        return True

    def again(self) -> Room:
        """The room as its log makes it."""
        return Room.of("table", self.log)

    def sees(self, member: int | None) -> wire.Welcome:
        return welcome(self.room, member)
