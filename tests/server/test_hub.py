"""The hub with a real store, without a network: races, crashes and what a table makes up for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.table.house import MORNING, House

from parlour.errors import Refused
from parlour.server.hub import Hub
from parlour.server.limits import Buckets, Limit
from parlour.server.metrics import Metrics
from parlour.server.readiness import Readiness
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.server.tables import Table
from parlour.server.thinking import Thinking
from parlour.table import facts, wire
from parlour.table.room import OVER, Room
from parlour.table.schedule import Thinker, deadline


def with_hubs(folder: Path, count: int, work: Callable[..., Awaitable[None]]) -> None:
    """Let so many servers work on one database."""

    async def main() -> None:
        stores = [await Store.open(f"sqlite:///{folder}/tables.sqlite") for _ in range(count)]
        ready = Readiness()
        ready._ready["cam"].set()  # the rules are compiled, or loaded, when they are first used
        chat = [Buckets(Limit(1e9, 1e9)) for _ in stores]
        hubs = [Hub(store, Thinking(1), ready, Metrics(), each) for store, each in zip(stores, chat, strict=True)]
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


def test_who_loses_the_race_for_a_rematch_leaves_no_table_behind(tmp_path: Path) -> None:
    async def race(one: Hub, two: Hub) -> None:
        await keep(one.store, finished(), "old")
        tables: list[Table] = [await hub.table("old") for hub in (one, two)]
        first = await one.command(tables[0], 1, "a", wire.Vote("rematch"))
        second = await two.command(tables[1], 1, "b", wire.Vote("rematch"))
        assert isinstance(first, wire.Ack)
        assert isinstance(second, wire.Refusal)
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


def test_a_table_gets_back_the_time_in_which_no_server_was_running(tmp_path: Path) -> None:
    house = House("cam", clock=wire.Clock(move=60.0)).begin(people=2)
    before = deadline(house.room, 0)
    assert before is not None

    async def wake(hub: Hub) -> None:
        await keep(hub.store, house, "table")
        assert await hub.store.wake(MORNING) == []
        await hub.store.pulse(MORNING + 10.0)
        hub.outages = await hub.store.wake(hub.now())
        assert hub.outages == [(MORNING + 10.0, MORNING + 1000.0)]
        room = (await hub.table("table")).room
        assert deadline(room, 0) == before + 990.0
        assert await hub.store.wake(hub.now() + 1.0) == hub.outages

    with_hubs(tmp_path, 1, wake)


def test_no_code_lies_in_the_log_and_asking_again_gives_one_that_is_good(tmp_path: Path) -> None:
    async def invite(hub: Hub) -> None:
        await keep(hub.store, House("cam"), "table")
        table = await hub.table("table")
        answers = [await hub.command(table, 0, "same", wire.Invite()) for _ in range(2)]
        codes = [answer.answer for answer in answers if isinstance(answer, wire.Ack)]
        assert len(codes) == 2
        log = b"".join(await hub.store.read("table"))
        assert not any(code.encode() in log for code in codes)
        assert (await hub.redeem("table", codes[0]))[0] == 0

    with_hubs(tmp_path, 1, invite)


def test_chat_by_request_is_limited(tmp_path: Path) -> None:
    async def talk(hub: Hub) -> None:
        hub.chat = Buckets(Limit(2, 0.001))
        await keep(hub.store, House("cam"), "table")
        table = await hub.table("table")
        answers = [await hub.command(table, 0, f"{n}", wire.Chat("hello")) for n in range(3)]
        assert [getattr(answer, "code", "") for answer in answers] == ["", "", "too_fast"]

    with_hubs(tmp_path, 1, talk)


def test_a_computer_player_that_fails_makes_the_idle_move(caplog: pytest.LogCaptureFixture) -> None:
    room = House("cam").begin(people=1).room
    thinking = Thinking(1)
    try:
        with caplog.at_level(logging.ERROR):
            action = asyncio.run(thinking.choose(room, Thinker(0, "nonsense", 0.0)))
    finally:
        thinking.close()
    assert action == room.running.legal_ids(0)[0]
    assert "the nonsense player of cam failed" in caplog.text
