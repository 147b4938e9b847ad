"""The hub with a real store, without a network: races, crashes and what a table makes up for."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request
from starlette.responses import Response
from tests.table.house import MORNING, House, at_random
from tests.waiting import STEP, until_so

from parlour.core.clock import SteadyClock
from parlour.errors import Refused, Unreachable
from parlour.server.advising import Adviser
from parlour.server.http import Desk
from parlour.server.hub import Hub
from parlour.server.letters import DueLetter, MoveLetter
from parlour.server.limits import Buckets, Limit
from parlour.server.live import LiveTable
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderation
from parlour.server.storage.lines import Line, Row
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.server.thinking import Thinking
from parlour.table import facts, wire
from parlour.table.places import Standing
from parlour.table.room import OVER, Room
from parlour.table.schedule import Thinker, deadline
from parlour.table.telling import welcome


def thinkers() -> Thinking:
    """A process for computer players, which may take their time."""
    return Thinking(1, Metrics(), STEP)


def with_hubs(folder: Path, count: int, work: Callable[..., Awaitable[None]]) -> None:
    """Let so many servers work on one database."""

    async def main() -> None:
        stores = [await Store.open(f"sqlite:///{folder}/tables.sqlite") for _ in range(count)]
        ample = Limit(1e9, 1e9)
        hubs = [Hub(store, thinkers(), Metrics(), Moderation(ample, ample), SteadyClock()) for store in stores]
        for hub in hubs:
            hub.now = lambda: MORNING + 1000.0
        try:
            await work(*hubs)
        finally:
            for hub, store in zip(hubs, stores, strict=True):
                await hub.close()
                await store.close()

    asyncio.run(main())


async def keep(store: Store, house: House, name: str) -> None:
    """Write a table's log to a store."""
    room = Room(name)
    for number, step in enumerate(house.log):
        room.take(step)
        assert await store.append(name, number, facts.pack(step), summary(room))


def finished() -> House:
    """A table at which all but one want another match."""
    house = House("cam").begin(people=2)
    house.do(0, wire.Resign())
    house.do(0, wire.Vote("rematch"))
    assert house.room.phase == OVER
    return house


def test_a_computer_player_that_another_process_let_act_before_does_not_act_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = House("cam", bot_delay=0.0).begin(people=1)

    async def race(one: Hub, two: Hub) -> None:
        await keep(one.store, house, "table")
        tables = [await hub.table("table") for hub in (one, two)]
        for table in tables:
            table.thinking.update((moves, 1) for moves in range(9))  # they act when we say so
        while (room := tables[0].room).actors != (1,):
            act = wire.Act(str(room.running.legal(0)[0]))
            assert isinstance(await tables[0].command(0, f"{room.steps}", act), wire.Ack)
        await two.follow("table", room.steps - 1)
        steps, chosen = room.steps, room.running.legal_ids(1)[0]
        for table in tables:
            table.post(MoveLetter(Thinker(1, "random", 0.0, room.seats[1].number), (99, 1), chosen))
            await table.see(lambda room: None)
        assert [table.room.steps for table in tables] == [steps + 1] * 2

    with_hubs(tmp_path, 2, race)
    assert not [each.message for each in caplog.records if each.levelno >= logging.ERROR]


def test_who_loses_the_race_for_a_rematch_leaves_no_table_behind(tmp_path: Path) -> None:
    async def race(one: Hub, two: Hub) -> None:
        await keep(one.store, finished(), "old")
        tables: list[LiveTable] = [await hub.table("old") for hub in (one, two)]
        first = await tables[0].command(1, "a", wire.Vote("rematch"))
        second = await tables[1].command(1, "b", wire.Vote("rematch"))
        assert isinstance(first, wire.Ack)
        assert isinstance(second, wire.Nack)
        assert (one.metrics.tables_opened, two.metrics.tables_opened) == (1, 0)
        assert (await two.table(tables[0].room.next)).room.seats[0].member == 1

    with_hubs(tmp_path, 2, race)


def test_a_rematch_that_a_crash_cut_short_is_set_up_when_its_table_is_opened(tmp_path: Path) -> None:
    house = finished()
    house.do(1, wire.Vote("rematch"))

    async def come_back(hub: Hub) -> None:
        await keep(hub.store, house, "old")
        with pytest.raises(Refused):
            await hub.table(house.room.next)
        await hub.table("old")
        assert (await hub.table(house.room.next)).room.seats[0].member == 1

    with_hubs(tmp_path, 1, come_back)


class Ear:
    """Somebody who only listens."""

    def __init__(self, member: int | None) -> None:
        self.member = member
        self.heard: list[dict[str, Any]] = []

    def sent_away(self) -> None:
        """There is no such table any more."""

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["is"] == "update"]


def test_computer_players_that_need_not_wait_act_with_the_step_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House("kamra", seats=4, bot_delay=0.0, pause=0.0).dealt(people=1)
    while house.room.actors != (0,):
        house.bots_act(at_random(1))

    async def play(hub: Hub) -> None:
        await keep(hub.store, house, "table")
        table = await hub.table("table")
        ears = [Ear(0), Ear(None)]
        for ear in ears:
            await table.listen(ear)
        lines: list[int] = []
        write = hub.store._database.write

        async def counted(given: Sequence[Line], mark: int, again: bool) -> set[str]:
            lines.extend(len(line.steps) for line in given)
            return await write(given, mark, again)

        monkeypatch.setattr(hub.store._database, "write", counted)
        for turn in range(12):
            before, heard = table.room.number, [len(ear.updates) for ear in ears]
            ack = await table.command(0, f"{turn}", wire.Act(next(table.room.running.turns(0))))
            assert isinstance(ack, wire.Ack)
            assert ack.n == before + 1  # its own number, whatever followed
            for ear, count in zip(ears, heard, strict=True):
                told = ear.updates[count:]
                assert [each["n"] for each in told] == list(range(before + 1, table.room.number + 1))
                assert [each["match"] is not None for each in told] == [False] * (len(told) - 1) + [True]
            await until_so(lambda: table.room.actors == (0,))
        assert max(lines) > 1
        log = [facts.unpack(step) for step in await hub.store.read("table")]
        assert Room.of("table", log).running.moves == table.room.running.moves

    with_hubs(tmp_path, 1, play)


def coming(count: int) -> list[tuple[int, str, wire.Act]]:
    """Who will do what next at a table for two, with its key."""
    house = House("cam").begin(people=2)
    acts = []
    for number in range(count):
        (seat,) = house.room.actors
        act = wire.Act(next(house.room.running.turns(seat)))
        acts.append((seat, f"{number}", act))
        house.do(seat, act)
    return acts


async def together(table: LiveTable, asked: Sequence[tuple[int, str, wire.Act]]) -> list[wire.Ack | wire.Nack]:
    """What is answered to commands that all came while something else was on its way to the disk."""
    before = asyncio.create_task(table.command(asked[0][0], "before", wire.Ready()))
    for _ in range(2):
        await asyncio.sleep(0)
    tasks = [asyncio.create_task(table.command(*each)) for each in asked]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    await before
    return await asyncio.gather(*tasks)


def test_what_is_asked_while_a_step_is_on_its_way_is_written_together_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, _, first), (two, _, second), (_, _, third) = coming(3)

    async def play(hub: Hub) -> None:
        await keep(hub.store, House("cam").begin(people=2), "table")
        table = await hub.table("table")
        ear = Ear(None)
        await table.listen(ear)
        before, lines, keep_line = table.room.number, list[int](), hub.store.keep

        async def counted(line: Line) -> bool:
            lines.append(len(line.steps))
            return await keep_line(line)

        monkeypatch.setattr(hub.store, "keep", counted)
        asked = [(one, "a", first), (two, "b", second), (two, "b", second), (two, "c", third), (one, "d", third)]
        answers = await together(table, asked)
        assert lines == [1, 4]
        kinds = [type(answer) for answer in answers]
        assert kinds == [wire.Ack, wire.Ack, wire.Ack, wire.Nack, wire.Ack]
        assert [answer.n - before for answer in answers] == [1, 2, 2, 3, 3]  # a refusal says how all stands in the end
        assert [update["n"] - before for update in ear.updates] == [1, 2, 3]
        log = [facts.unpack(step) for step in await hub.store.read("table")]
        assert Room.of("table", log).running.moves == table.room.running.moves

    with_hubs(tmp_path, 1, play)


def others(kind: type[wire.Ack] | type[wire.Nack]) -> wire.AnyCommand:
    """A command that is answered so at a table for two where it is Ann's turn."""
    return wire.Chat("hello") if kind is wire.Ack else wire.Act("nonsense")


@pytest.mark.parametrize("kind", [wire.Ack, wire.Nack], ids=["done", "refused"])
def test_a_command_is_answered_once_whatever_happened_since(
    tmp_path: Path, kind: type[wire.Ack] | type[wire.Nack]
) -> None:
    """Hundreds of commands later, at a server that was not there then, and with another command under the same key."""

    async def ask(one: Hub, two: Hub) -> None:
        await keep(one.store, House("cam").begin(people=2), "table")
        table = await one.table("table")
        first = await table.command(0, "first", others(kind))
        assert isinstance(first, kind)
        for number in range(100):
            assert isinstance(await table.command(0, f"{number}", others(kind)), kind)
        steps = table.room.steps
        for hub in (one, two):
            act = wire.Act(next(table.room.running.turns(0)))
            for command in (others(kind), act):
                again = await (await hub.table("table")).command(0, "first", command)
                assert answered(again) == answered(first)
        assert len(await one.store.read("table")) == steps
        assert isinstance(await (await two.table("table")).command(0, "last", act), wire.Ack)

    with_hubs(tmp_path, 2, ask)


def answered(answer: wire.Ack | wire.Nack) -> dict[str, Any]:
    """An answer but for how everything stands."""
    told = json.loads(msgspec.json.encode(answer))
    return {name: value for name, value in told.items() if not (told["is"] == "refusal" and name in ("n", "now"))}


def test_what_was_refused_is_never_carried_out_later(tmp_path: Path) -> None:
    (one, _, first), (two, _, second) = coming(2)

    async def play(hub: Hub) -> None:
        await keep(hub.store, House("cam").begin(people=2), "table")
        table = await hub.table("table")
        for commands in ([(two, "early", second), (one, "a", first), (two, "early", second)], [(two, "early", second)]):
            answers = await together(table, commands)
            assert [answer.code for answer in answers if isinstance(answer, wire.Nack)] == ["not_your_turn"] * len(
                [key for _, key, _ in commands if key == "early"]
            )
        assert isinstance(await table.command(two, "b", second), wire.Ack)

    with_hubs(tmp_path, 1, play)


def test_what_there_was_nothing_to_do_for_is_not_done_later(tmp_path: Path) -> None:
    """Pressing on when nothing stands, which comes again when a result does."""

    async def press_on(hub: Hub) -> None:
        await keep(hub.store, House("cam").begin(people=2), "table")
        table = await hub.table("table")
        first = await table.command(0, "first", wire.Ready())
        assert isinstance(first, wire.Ack)
        table.room.standing = Standing(hub.now())
        assert await table.command(0, "first", wire.Ready()) == first
        assert not table.room.ready

    with_hubs(tmp_path, 1, press_on)


def test_what_was_asked_together_is_done_though_another_process_was_faster(tmp_path: Path) -> None:
    asked = coming(2)

    async def race(one: Hub, two: Hub) -> None:
        await keep(one.store, House("cam").begin(people=2), "table")
        tables = [await hub.table("table") for hub in (one, two)]
        assert isinstance(await tables[1].command(0, "hello", wire.Chat("good luck")), wire.Ack)
        assert {type(answer) for answer in await together(tables[0], asked)} == {wire.Ack}
        log = [facts.unpack(step) for step in await two.store.read("table")]
        assert [step.key for step in log[-4:]] == ["hello", "before", "0", "1"]

    with_hubs(tmp_path, 2, race)


def test_nobody_who_asked_together_waits_for_ever_when_nothing_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = coming(2)

    async def lose(hub: Hub) -> None:
        await keep(hub.store, House("cam").begin(people=2), "table")
        table = await hub.table("table")
        with monkeypatch.context() as broken:
            broken.setattr(hub.store, "_closing", True)
            answers = await together(table, asked)
        assert [getattr(answer, "code", "") for answer in answers] == ["unavailable"] * 2
        assert {type(answer) for answer in await together(table, asked)} == {wire.Ack}

    with_hubs(tmp_path, 1, lose)


def test_a_table_gets_back_the_time_in_which_no_server_was_running(tmp_path: Path) -> None:
    house = House("cam", clock=wire.Clock(move=60.0)).begin(people=2)
    before = deadline(house.room, 0)
    assert before is not None

    async def wake(hub: Hub) -> None:
        await keep(hub.store, house, "table")
        assert await hub.store.wake(MORNING) == []
        await hub.store.pulse(MORNING + 10.0)
        outages = await hub.store.wake(hub.now())
        assert outages == [(MORNING + 10.0, MORNING + 1000.0)]
        room = (await hub.table("table")).room
        assert deadline(room, 0) == before + 990.0
        assert await hub.store.wake(hub.now() + 1.0) == outages

    with_hubs(tmp_path, 1, wake)


def test_nobodys_time_runs_while_nothing_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House("cam", clock=wire.Clock(move=60.0)).begin(people=2)
    monkeypatch.setattr("parlour.server.store.FRESH", 0.0)

    async def wait(hub: Hub) -> None:
        await keep(hub.store, house, "table")
        before = house.room.touched
        hub.now = lambda: before
        table = await hub.table("table")
        asked = deadline(table.room, 0)
        assert asked is not None
        with monkeypatch.context() as full:
            full.setattr(hub.store._database, "change", no_space)
            assert not await hub.store.ready(before)
            hub.now = lambda: before + 500.0
            table.post(DueLetter())
            await table.see(lambda room: None)
            assert (table.timer, deadline(table.room, 0)) == (None, asked)
        assert await hub.store.ready(before + 500.0)
        await until_so(lambda: deadline(table.room, 0) == asked + 500.0)
        await until_so(lambda: table.timer)

    with_hubs(tmp_path, 1, wait)


async def no_space(query: str, *values: object) -> list[Row]:
    """What a database does whose disk is full."""
    raise Unreachable("database or disk is full")


def test_no_code_lies_in_the_log_and_asking_again_gives_one_that_is_good(tmp_path: Path) -> None:
    async def invite(hub: Hub) -> None:
        await keep(hub.store, House("cam"), "table")
        table = await hub.table("table")
        answers = [await table.command(0, "same", wire.Invite()) for _ in range(2)]
        codes = [answer.answer for answer in answers if isinstance(answer, wire.Ack)]
        assert len(codes) == 2
        log = b"".join(await hub.store.read("table"))
        assert not any(code.encode() in log for code in codes)
        assert (await hub.redeem("table", codes[0])).member == 0

    with_hubs(tmp_path, 1, invite)


def test_tables_that_there_are_not_leave_nothing_behind(tmp_path: Path) -> None:
    async def ask(hub: Hub) -> None:
        for number in range(3):
            with pytest.raises(Refused):
                await hub.table(f"nothing{number}")
        assert not hub.loading
        await keep(hub.store, House("cam"), "table")
        assert len({id(table) for table in await asyncio.gather(*[hub.table("table") for _ in range(3)])}) == 1
        assert not hub.loading

    with_hubs(tmp_path, 1, ask)


def test_chat_by_request_is_limited(tmp_path: Path) -> None:
    async def talk(hub: Hub) -> None:
        hub.moderation = Moderation(Limit(2, 0.001), Limit(2, 0.001))
        await keep(hub.store, House("cam"), "table")
        table = await hub.table("table")
        answers = [await table.command(0, f"{n}", wire.Chat("hello")) for n in range(3)]
        assert [getattr(answer, "code", "") for answer in answers] == ["", "", "too_fast"]
        assert await table.command(0, "1", wire.Chat("hello")) == answers[1]  # who was not answered asks again

    with_hubs(tmp_path, 1, talk)


def test_what_no_spectator_can_notice_does_not_touch_a_table(tmp_path: Path) -> None:
    """Cards that are picked out in secret: neither the summary of a table nor its place in the lobby tells of them."""
    house = House("honors3", options={"pace": "ticks"}, public=True).dealt(people=4)
    house.play_until(lambda: len(house.room.actors) == 4, lambda match, seat: match.legal_ids(seat)[0])

    async def choose(hub: Hub) -> None:
        desk = Desk(hub, Adviser(Metrics(), STEP), *[Buckets(Limit(9, 9)) for _ in range(5)])
        await keep(hub.store, house, "table")
        table = await hub.table("table")

        async def seen() -> tuple[bytes, list[float]]:
            told = await desk.summary("table", "")
            lobby = [listed.touched for _, listed in await hub.store.lobby(9)]
            return msgspec.json.encode((told, welcome(table.room, None))), lobby

        before = await seen()
        for seat in (2, 0, 3):
            hub.now = partial(float, MORNING + 1100.0 + seat)
            for card in hand_of(table.room, seat)[:2]:
                assert isinstance(await table.command(seat, card, wire.Act(f"pick {card}")), wire.Ack)
                assert table.room.touched == hub.now()
                assert await seen() == before
        assert isinstance(await table.command(0, "chat", wire.Chat("Ready?")), wire.Ack)
        assert (await seen())[1] == [hub.now()]

    with_hubs(tmp_path, 1, choose)


def hand_of(room: Room, member: int) -> list[str]:
    """The cards that a member holds."""
    match = welcome(room, member).match
    assert match is not None
    return [str(card) for card in match["table"]["hand"]]


def test_a_request_that_fails_through_our_fault_is_counted_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(request: Request) -> Response:
        raise ZeroDivisionError

    async def ask(hub: Hub) -> None:
        desk = Desk(hub, Adviser(Metrics(), STEP), *[Buckets(Limit(9, 9)) for _ in range(5)])
        answer = await desk.guarded(fail)(Request({"type": "http", "client": ("127.0.0.1", 1)}))
        assert (answer.status_code, json.loads(bytes(answer.body))["code"]) == (500, "failed")
        assert hub.metrics.errors == 1

    with_hubs(tmp_path, 1, ask)
    assert "ZeroDivisionError" in caplog.text
