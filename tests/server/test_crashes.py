"""Servers killed at random moments while guests play: nothing acknowledged is lost, nothing happens twice."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.server.guest import Guest
from tests.server.postgres import Postgres
from tests.server.serving import SHORT, Server
from tests.waiting import TEST, in_time, until_so

from parlour.core import record as records
from parlour.games import game, names
from parlour.server.store import Store
from parlour.table import facts

pytestmark = pytest.mark.live

FEW = ["cam", "kamra", "kardkelly"]
REST = [name for name in names() if name not in FEW]
GROUPS = (FEW, REST[::2], REST[1::2])  # of games that are played while servers are killed
MANY = pytest.param(names(), 200, id="many", marks=pytest.mark.long)


def in_groups(kills: int) -> pytest.MarkDecorator:
    """Each group of games with so many kills, and in the long run all games with many."""
    few = [pytest.param(games, kills, id="-".join(games)) for games in GROUPS]
    return pytest.mark.parametrize(("games", "kills"), [*few, MANY])


CHANCE = 0.1  # seconds in which a kill may come after that, whatever is being done just then
PLAYED = 0.9  # of all kills come when something was done since the last one, the others while a server begins


def acknowledged(tables: dict[str, list[Guest]]) -> int:
    """How much the guests have done."""
    return sum(len(guest.acked) for guests in tables.values() for guest in guests)


async def done_up_to(goal: int, tables: dict[str, list[Guest]], playing: "asyncio.Future[Any]") -> None:
    """Wait until the guests have done so much, or all there was to do."""
    await until_so(lambda: acknowledged(tables) >= goal or playing.done(), "somebody is stuck", TEST)


async def steps_of(url: str, table: str) -> list[facts.Step]:
    """The log of a table."""
    store = await Store.open(url)
    try:
        return [facts.unpack(step) for step in await store.read(table)]
    finally:
        await store.close()


async def check(servers: list[Server], url: str, tables: dict[str, list[Guest]], started: dict[str, str]) -> None:
    """Every match is over, its record verifies, what was acknowledged is in the log once, and all see the same."""
    for table, guests in tables.items():
        steps = await steps_of(url, table)
        keys = Counter((step.member, step.key) for step in steps if step.key)
        assert not [key for key, count in keys.items() if count > 1]
        written = {key for _, key in keys}
        for guest in guests:
            assert {key for key, _ in guest.acked} <= written
        async with servers[0].client() as client:
            now = (await client.get(f"/api/tables/{table}")).json()
            record = records.read_record((await client.get(f"/api/tables/{table}/record")).text)
        match = records.verify(record, game(record.game), started[table])
        assert match.over
        assert {guest.n for guest in guests} == {now["n"]}


async def play_through(
    servers: list[Server], url: str, games: list[str], kills: int, seed: int, disturb: Any = None
) -> Counter[str]:
    """Let guests play at all tables while servers are killed and started again; how often they were, and the rest."""
    choose = random.Random(seed)
    tables: dict[str, list[Guest]] = {}
    started: dict[str, str] = {}
    for number, name in enumerate(games):
        server = servers[number % len(servers)]
        thoughtful = {"bots": "casual"} if seed % 3 == 0 else {}
        table, tokens = await server.open(name, people=2, **SHORT.get(name, {}) | thoughtful)
        tables[table] = [
            Guest(servers[(number + n) % len(servers)].url, table, token, seed + n)
            for n, token in enumerate((*tokens, ""))
        ]
        async with server.client() as client:
            started[table] = (await client.get(f"/api/tables/{table}")).json()["table"]["commitment"]
    playing = asyncio.gather(*(guest.play() for guests in tables.values() for guest in guests))
    count: Counter[str] = Counter(matches=len(tables))
    while not playing.done() and count["kills"] < kills:
        if choose.random() < PLAYED:
            goal = acknowledged(tables) + choose.randint(1, 20)
            await done_up_to(goal, tables, playing)
        await asyncio.sleep(choose.uniform(0.0, CHANCE))
        victim = choose.choice(servers)
        victim.kill()
        count["kills"] += 1
        if disturb is not None and count["kills"] % 3 == 0:
            disturb()
            count["crashes of the database"] += 1
        victim.start()
        await victim.up()
    async with in_time(TEST):
        await playing
    await check(servers, url, tables, started)
    count["actions acknowledged"] = acknowledged(tables)
    return count


async def play_and_kill(servers: list[Server], url: str, games: list[str], kills: int, disturb: Any = None) -> None:
    """Let matches of some games be played, one after the other, until servers have been killed so many times."""
    for server in servers:
        await server.up()
    count: Counter[str] = Counter()
    seed = 0
    while count["kills"] < kills:
        seed += 1
        count += await play_through(servers, url, games, kills - count["kills"], seed, disturb)
        print(dict(count), flush=True)
    assert count["actions acknowledged"] > kills


@in_groups(kills=8)
def test_sqlite_survives_being_killed(tmp_path: Path, games: list[str], kills: int) -> None:
    server = Server(tmp_path)
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server.start()

    try:
        asyncio.run(play_and_kill([server], url, games, kills))
    finally:
        server.kill()


@pytest.mark.all
@in_groups(kills=4)
def test_two_servers_on_one_postgresql(postgres: Postgres, tmp_path: Path, games: list[str], kills: int) -> None:
    """One is killed and started again while people sit at both; PostgreSQL itself goes down as in a crash, too."""
    url = postgres.fresh()
    servers = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        servers.append(Server(folder, url))
        servers[-1].start()

    def disturb() -> None:
        postgres.stop("immediate")
        postgres.start()

    try:
        asyncio.run(play_and_kill(servers, url, games, kills, disturb))
    finally:
        for server in servers:
            server.kill()
        postgres.give_back(url)
