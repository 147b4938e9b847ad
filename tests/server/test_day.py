"""A server that runs for long: the memory of idle sockets and finished tables, and that a day adds nothing to it.

`pytest --long tests/server/test_day.py -s` measures 5,000 of both and prints the figures of docs/reliability.md.
"""

import asyncio
import contextlib
import re
import resource
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.server.serving import SHORT, Server, patiently_connected
from tests.table import house
from tests.table.house import House, at_random
from tests.waiting import STEP, TEST, until_so

from parlour.games import names
from parlour.server.storage.lines import Line
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.table import facts, tokens
from parlour.table.room import Room

DAY = 86_400.0
AT_ONCE = 32
FILES = 30_000
ENDLESS = "honors3"  # whoever plays it at random goes on for ten thousand steps
LARGEST = 150_000  # bytes of a table or a socket, when there are few of them
GROWTH = 1.03
CHANGES = 24  # times in a day that a tenth of the sockets goes and comes back


class Hasty(Server):
    """A server for which a day is soon over."""

    program = "tests.server.hasty"


def raise_limit() -> None:
    """Let this process, and the servers that it starts, have many sockets."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(FILES, most), max(FILES, most)))


def played(game: str) -> list[facts.Step]:
    """The log of a short match that is over just now."""
    more = {key: value for key, value in SHORT[game].items() if key in ("seats", "options")} if game in SHORT else {}
    home = House(game, pause=0.0, **more).begin(people=2)
    home.play_out(at_random(1))
    return home.log


async def fill(folder: Path, count: int) -> list[str]:
    """A database with so many tables whose matches are over, of several games in turn; their ids."""
    logs = cycle([played(game) for game in names() if game != ENDLESS])
    store = await Store.open(f"sqlite:///{folder}/tables.sqlite")
    ids = [tokens.table_id(secrets.token_bytes(tokens.TABLE_BYTES)) for _ in range(count)]

    async def keep(id: str, log: Sequence[facts.Step]) -> None:
        line = Line(id, 0, tuple(facts.pack(step) for step in log), summary(Room.of(id, log)))
        assert await store.keep(line)

    for start in range(0, count, AT_ONCE):
        await asyncio.gather(*(keep(id, next(logs)) for id in ids[start : start + AT_ONCE]))
    await store.close()
    return ids


class Crowd:
    """Sockets that look on at tables and say nothing."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.doors = asyncio.Semaphore(AT_ONCE)
        self.here: dict[str, asyncio.Task[None]] = {}

    async def come(self, tables: Sequence[str]) -> None:
        """A socket at each of the tables; all have been welcomed."""
        await asyncio.gather(*(self.open(table) for table in tables))

    async def open(self, table: str) -> None:
        """One socket."""
        welcomed = asyncio.Event()
        async with self.doors:
            self.here[table] = asyncio.create_task(self.look_on(table, welcomed))
            async with asyncio.timeout(TEST):
                await welcomed.wait()

    async def look_on(self, table: str, welcomed: asyncio.Event) -> None:
        """Hear what there is to hear."""
        plain = {"ping_interval": None, "compression": None, "max_size": None}
        async with patiently_connected(self.server.url, **plain) as socket:
            hello = {"is": "hello", "protocol": 1, "table": table}
            await socket.send(msgspec.json.encode(hello).decode())
            async for _ in socket:
                welcomed.set()

    async def go(self, tables: Sequence[str]) -> None:
        """They leave."""
        gone = [self.here.pop(table) for table in tables]
        for task in gone:
            task.cancel()
        await asyncio.gather(*gone, return_exceptions=True)


async def gauge(client: httpx.AsyncClient, name: str) -> int:
    """What the server says it has."""
    page = (await client.get("/metrics")).text
    return int(float(re.findall(rf"^parlour_{name} (.+)$", page, re.MULTILINE)[0]))


@contextlib.asynccontextmanager
async def started(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """A server that has loaded all it needs."""
    server.start()
    try:
        await server.up()
        async with server.client() as client:
            yield client
        assert server.stop() == 0
    finally:
        server.kill()
    assert "Traceback" not in server.log.read_text()


async def look_at(client: httpx.AsyncClient, tables: Sequence[str]) -> None:
    """Have tables opened."""
    for start in range(0, len(tables), AT_ONCE):
        answers = await asyncio.gather(*(client.get(f"/api/tables/{each}") for each in tables[start : start + AT_ONCE]))
        assert {each.status_code for each in answers} == {200}


@dataclass(frozen=True)
class Size:
    """How many tables, each with a socket, and how fast a day passes."""

    count: int
    haste: float


@pytest.fixture
def size(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> Size:
    monkeypatch.setattr(house, "MORNING", time.time())
    raise_limit()
    return Size(5000, 48.0) if pytestconfig.getoption("--long") else Size(200, 2880.0)


@pytest.mark.live
@pytest.mark.all
def test_finished_tables_and_idle_sockets_take_little_memory(tmp_path: Path, size: Size) -> None:
    async def open_all() -> None:
        tables = await fill(tmp_path, size.count + AT_ONCE)
        server = Server(tmp_path)
        async with started(server) as client:
            await look_at(client, tables[size.count :])  # what loads the rules of all games
            empty, crowd = server.resident(), Crowd(server)
            await look_at(client, tables[: size.count])
            full = server.resident()
            await crowd.come(tables[: size.count])
            each = [(full - empty) / size.count, (server.resident() - full) / size.count]
            print(f"{size.count}: a table {each[0] / 1024:.1f} kB, a socket {each[1] / 1024:.1f} kB")
            assert max(each) < LARGEST
            await crowd.go(tables[: size.count])

    asyncio.run(open_all())


@pytest.mark.live
@pytest.mark.all
def test_a_day_of_idle_sockets_and_finished_tables_adds_no_memory(tmp_path: Path, size: Size) -> None:
    async def live_through_a_day() -> None:
        tables = await fill(tmp_path, size.count)
        server = Hasty(tmp_path, PARLOUR_ARCHIVE_DAYS="1", HASTE=f"{size.haste}")
        async with started(server) as client:
            crowd = Crowd(server)
            await crowd.come(tables)
            day, began = list[int](), await gauge(client, "uptime_seconds")
            for change in range(CHANGES):
                some = tables[change % 10 :: 10]
                await crowd.go(some)
                await crowd.come(some)
                until = began + (change + 1) * DAY / CHANGES / size.haste
                await until_so(partial(past, client, until), "the day goes on", TEST)
                day.append(server.resident())
            print(f"{size.count} tables and sockets, MB: {[each >> 20 for each in day]}")
            assert await gauge(client, "listeners") == size.count
            assert day[-1] < GROWTH * day[CHANGES // 3]
            await crowd.go(tables)
            await until_so(partial(unloaded, client), "tables are closed", TEST)
            await until_so(partial(archived, tmp_path), "tables are archived", TEST)
            await crowd.come(tables)
            print(f"all gone, archived and here again: {server.resident() >> 20} MB")
            assert server.resident() < GROWTH * max(day)
            await crowd.go(tables)

    asyncio.run(live_through_a_day())


async def past(client: httpx.AsyncClient, seconds: float) -> bool:
    return await gauge(client, "uptime_seconds") >= seconds


async def unloaded(client: httpx.AsyncClient) -> bool:
    return await gauge(client, "tables") == 0


def archived(folder: Path) -> bool:
    """Whether all tables are."""
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite", timeout=STEP)) as database:
        (left,) = database.execute("SELECT count(*) FROM rooms WHERE NOT archived").fetchone()
        return int(left) == 0
