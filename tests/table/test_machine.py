"""Anything by anybody at any time: a table refuses or does it, is what its log says, and never gets stuck."""

from contextlib import suppress
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from parlour.core.contract import TABLE
from parlour.errors import Refused
from parlour.table import facts, tokens, wire
from parlour.table.room import OVER, PAUSED, PLAYING
from parlour.table.schedule import due, thinkers
from tests.short import short
from tests.table.house import House, at_random, picture

GAMES = ("cam", "kardkelly", "honors2", "honors3", "bacarac", "kamra")
SEATS = st.integers(0, 5)
MEMBERS = st.integers(0, 6)
COMMANDS = st.one_of(
    st.builds(wire.Sit, SEATS),
    st.builds(wire.Stand),
    st.builds(wire.Leave),
    st.builds(wire.AddBot, SEATS, st.sampled_from(["random", "rulebook", "nobody", "exec-rm"])),
    st.builds(wire.Empty, SEATS),
    st.builds(wire.Start),
    st.builds(wire.Act, st.text(min_size=1, max_size=30), st.none() | st.integers(-1, 60)),
    st.builds(wire.Vote, st.sampled_from(["end", "rematch", "take_back"]), st.booleans()),
    st.builds(wire.Chat, st.text(min_size=1, max_size=40)),
    st.builds(wire.Pause),
    st.builds(wire.Resume),
    st.builds(wire.Resign),
    st.builds(wire.TakeBack),
    st.builds(wire.TakeOver, SEATS),
    st.builds(wire.Return),
    st.builds(wire.Stir, st.sampled_from(["00", "ff" * 64])),
    st.builds(wire.Stretch, st.sampled_from([1.0, 2.5, 10.0])),
    st.builds(wire.Rename, st.text(min_size=1, max_size=64)),
    st.builds(wire.Mute, MEMBERS, st.booleans()),
    st.builds(wire.Report, MEMBERS, st.text(min_size=1, max_size=40)),
    st.builds(wire.Invite),
)
CLOCKS = st.sampled_from(
    [wire.Clock(), wire.Clock(move=10.0, grace=5.0), wire.Clock(match=60.0, increment=2.0, grace=20.0)]
)


class Table(RuleBasedStateMachine):
    """One table and whoever comes to it."""

    @initialize(
        name=st.sampled_from(GAMES),
        clock=CLOCKS,
        friendly=st.booleans(),
        strict=st.booleans(),
        seed=st.integers(0, 99),
        people=st.none() | st.integers(0, 4),
    )
    def open(self, name: str, clock: wire.Clock, friendly: bool, strict: bool, seed: int, people: int | None) -> None:
        options: dict[str, Any] = dict(short(name))
        if strict and name in ("kamra", "bacarac"):
            options["manners"] = "strict"
        self.house = House(name, seed=seed, options=options, clock=clock, friendly=friendly, bot_delay=0.5)
        self.choose = at_random(seed)
        if people is not None:
            self.house.begin(people)

    @property
    def room(self) -> Any:
        return self.house.room

    @rule(name=st.text(min_size=1, max_size=64))
    def join(self, name: str) -> None:
        if len(self.room.members) < 7:
            self.house.come(name)

    @rule(member=MEMBERS, command=COMMANDS)
    def ask(self, member: int, command: wire.AnyCommand) -> None:
        if member >= len(self.room.members):
            return
        before = picture(self.room)
        try:
            self.house.do(member, command)
        except Refused:
            assert picture(self.room) == before

    @rule(seconds=st.sampled_from([0.1, 1.0, 3.0, 30.0, 2000.0]))
    def wait(self, seconds: float) -> None:
        self.house.pass_time(seconds)

    @precondition(lambda self: self.room.phase == PLAYING)
    @rule(times=st.integers(1, 12))
    def people_act(self, times: int) -> None:
        for _ in range(times):
            room = self.room
            hands = [seat for seat in room.actors if seat != TABLE and room.seats[seat].member in room.players]
            if room.phase == PLAYING and hands:
                seat = self.house.random.choice(hands)
                action = self.choose(room.running, seat)
                legal = room.running.legal(seat)
                self.house.act(seat, str(legal[legal.ids.index(action)]), room.number)

    @precondition(lambda self: self.room.phase == PLAYING)
    @rule(times=st.integers(1, 12))
    def bots_act(self, times: int) -> None:
        for _ in range(times):
            self.house.bots_act(self.choose)

    @precondition(lambda self: self.room.codes)
    @rule(token=st.binary(min_size=4, max_size=4))
    def redeem(self, token: bytes) -> None:
        with suppress(Refused):
            self.house.redeem(next(iter(self.room.codes)), token)

    @invariant()
    def numbers_grow_by_one(self) -> None:
        heard = [told.n for told in self.house.heard.get(None, [])]
        assert heard == list(range(1, self.room.number + 1))

    @invariant()
    def nobody_waits_for_nothing(self) -> None:
        """Something comes due, a computer player thinks, a person may act, or the table rests."""
        room = self.room
        if room.phase != PLAYING or not room.present:
            return
        people = [seat for seat in room.actors if seat != TABLE and room.seats[seat].by_hand]
        assert due(room) is not None or thinkers(room) or people

    @invariant()
    def the_books_are_in_order(self) -> None:
        room = self.room
        hosts = [member for member in room.members if member.host]
        assert len(hosts) == (1 if room.present else 0)
        owners = [seat.member for seat in room.seats if seat.member is not None]
        assert len(owners) == len(set(owners))
        assert all(not room.members[owner].gone for owner in owners) or room.phase == OVER
        names = [member.name for member in room.present]
        assert len(names) == len(set(names))
        assert all(seat.member is not None or seat.bot for seat in room.seats) or room.match is None
        for what, voters in room.votes.items():
            assert what == "rematch" or set(voters) <= room.voters

    def teardown(self) -> None:
        """The log makes the same table again, and whoever wants to can always finish the match."""
        if not hasattr(self, "house"):
            return
        assert picture(self.house.again()) == picture(self.room)
        sent = b"".join(msgspec.json.encode(told) for heard in self.house.heard.values() for told in heard)
        kept = b"".join(facts.pack(step) for step in self.house.log)
        for code in self.house.codes:
            assert code.encode() not in sent + kept
            assert tokens.digest(code) in kept
        self.finish()

    def finish(self) -> None:
        if self.room.match is None:
            return
        last = self.house.come("Last") if len(self.room.present) == 0 else self.room.present[0].id
        host = next(member.id for member in self.room.present if member.host)
        assert last is not None
        if self.room.phase == PAUSED:
            self.house.do(host, wire.Resume())
        self.house.play_out(self.choose)


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=25)
TestTable = Table.TestCase
