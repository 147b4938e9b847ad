"""A table to try things at: it keeps its log as a store would, and a clock that tests move."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from parlour.core.match import Match
from parlour.errors import Refused
from parlour.table import facts, wire
from parlour.table.decide import Asked, Decision, decide, join, open_table, redeem
from parlour.table.room import OVER, PAUSED, Room, Viewer
from parlour.table.schedule import COUNTDOWN, due, overdue, thinkers
from parlour.table.telling import Teller, take, welcome

MORNING = 1_000_000.0
MOST_MOVES = 100_000

Chooser = Callable[[Match, int], int]


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
        self.codes: list[str] = []
        self.founded: tuple[str, facts.Step] | None = None
        self.heard: dict[Viewer, list[wire.Update]] = {}
        self.write(open_table(asked, b"token 0", self.secret(32), self.now))

    def secret(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def write(self, step: facts.Step) -> None:
        """Keep a step, let it happen, and tell everybody who may know of it."""
        before = self.room.number
        self.log.append(step)
        teller = Teller(self.room, [take(self.room, facts.unpack(facts.pack(step)))])
        assert self.room.number - before in (0, 1)
        for viewer in (None, *range(len(self.room.seats))):
            self.heard.setdefault(viewer, []).extend(teller.updates(viewer))

    def do(self, member: int, command: wire.AnyCommand, key: str = "") -> Decision:
        """Have a command carried out, as it comes over the wire."""
        command = msgspec.json.decode(msgspec.json.encode(command), type=wire.AnyCommand)
        decision = decide(Asked(self.room, member, self.now, self.secret), command)
        self.codes += [decision.answer] if decision.answer else []
        if decision.made:
            self.write(facts.Step(self.now, tuple(decision.made), member, key))
        if self.room.founds is not None:
            self.founded = self.room.founds[0], facts.unpack(self.room.founds[1])
        return decision

    def refuses(self, member: int, command: wire.AnyCommand) -> str:
        """The code with which a command is refused."""
        with pytest.raises(Refused) as caught:
            self.do(member, command)
        assert str(caught.value)
        return caught.value.code

    def come(self, name: str, password: str = "", *, watch: bool = True, shares: str = "") -> int:
        """Somebody joins, to watch first unless they say that they play."""
        member = len(self.room.members)
        decision = join(self.room, wire.NewMember(name, password, watch, shares), b"token %d" % member)
        self.write(facts.Step(self.now, tuple(decision.made)))
        return member

    def redeem(self, code: bytes, token: bytes = b"another") -> None:
        """Somebody comes with a code."""
        self.write(facts.Step(self.now, tuple(redeem(self.room, code, token, self.now).made)))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and everything happen that comes due."""
        until = self.now + seconds
        while (at := due(self.room)) is not None and at <= until:
            self.now = max(self.now, at)
            self.ring()
        self.now = until

    def ring(self) -> None:
        """Let happen what has come due."""
        made = overdue(self.room, self.now)
        assert made
        self.write(facts.Step(self.now, tuple(made)))

    def begin(self, people: int = 1, bot: str = "random") -> "House":
        """Seat so many people, fill up with computer players, and start."""
        for seat in range(len(self.room.seats)):
            if seat >= people:
                self.do(0, wire.AddBot(seat, bot))
            else:
                self.do(self.come(f"Guest {seat}") if seat else 0, wire.Sit(seat))
        self.do(0, wire.Start())
        self.pass_time(3.5)
        assert self.room.phase != "starting"
        return self

    def dealt(self, people: int = 1) -> "House":
        """Begin, let the world make its first moves, and a live market open."""
        self.begin(people)
        while self.room.dealing:
            self.pass_time((due(self.room) or self.now) - self.now)
        return self.opened()

    def opened(self) -> "House":
        """Have everybody press on if a live market is about to open."""
        if self.room.standing is not None and self.room.standing.opens:
            self.press_on()
            self.pass_time(COUNTDOWN)
        return self

    def press_on(self) -> None:
        """Everybody who plays presses on."""
        for member in sorted(self.room.voters):
            self.do(member, wire.Ready())
            self.pass_time(0.0)

    def act(self, seat: int, action: str, expect: int | None = None) -> None:
        """The owner of a seat does something."""
        member = self.room.seats[seat].member
        assert member is not None
        self.do(member, wire.Act(action, expect))

    def idle(self, seat: int) -> str:
        """What a seat does if it does nothing."""
        return str(self.room.running.legal(seat)[0])

    def turn(self, seat: int) -> str:
        """A whole turn of a seat."""
        return next(self.room.running.turns(seat))

    def bots_act(self, choose: Chooser) -> bool:
        """Let the computer player that may act first do so; whether there was one."""
        waiting = sorted(thinkers(self.room), key=lambda each: each.not_before)
        if not waiting:
            return False
        first = waiting[0]
        self.pass_time(max(0.0, first.not_before - self.now))
        if first.seat in self.room.actors:
            action = choose(self.room.running, first.seat)
            self.write(facts.Step(self.now, (facts.Acted(first.seat, (action,), "bot"),)))
        return True

    def play_out(self, choose: Chooser, people: float = 0.5) -> None:
        """Play to the end."""
        self.play_until(lambda: self.room.phase == OVER, choose, people)

    def play_until(self, reached: Callable[[], bool], choose: Chooser, people: float = 0.5) -> None:
        """Play on: people and computer players act when they may, and time passes when nobody does."""
        for _ in range(MOST_MOVES):
            if reached():
                return
            assert self.room.phase != OVER
            if self.room.phase == PAUSED:  # nobody has done anything for long
                self.do(next(member.id for member in self.room.present if member.host), wire.Resume())
            if self.room.standing is not None and self.room.phase != PAUSED:
                self.press_on()
                self.pass_time(0.0 if self.room.standing is None else COUNTDOWN)
                continue
            hands = [seat for seat in self.room.actors if seat < len(self.room.seats) and self.room.seats[seat].by_hand]
            if hands and self.random.random() < people:
                seat = self.random.choice(hands)
                action = self.room.running.legal(seat)
                self.act(seat, str(action[action.ids.index(choose(self.room.running, seat))]))
            elif not self.bots_act(choose):
                at = due(self.room)
                self.pass_time(0.1 if at is None else max(0.0, at - self.now))
        raise AssertionError("the match goes on for ever")

    def again(self) -> Room:
        """The room as its log makes it."""
        return Room.of("table", [facts.unpack(facts.pack(step)) for step in self.log])

    def sees(self, member: int | None) -> wire.Welcome:
        return welcome(self.room, member)


def at_random(seed: int) -> Chooser:
    """Somebody who does anything."""
    chance = random.Random(seed)
    return lambda match, seat: chance.choice(match.legal_ids(seat))


def picture(room: Room) -> bytes:
    """All that anybody is told of a room, and the match itself."""
    viewers = (None, *range(len(room.members)))
    told = [msgspec.json.encode(welcome(room, viewer)) for viewer in viewers]
    return b"\n".join([*told, b"" if room.match is None else bytes(room.match)])
