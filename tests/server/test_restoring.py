"""Backups and restores while real servers serve and people act: of everything, and of one table that was spoilt."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.guest import Guest
from tests.server.killing import check, lose_nothing
from tests.server.postgres import Postgres
from tests.server.serving import SHORT, Server
from tests.waiting import TEST, in_time, until_so
from websockets.asyncio.client import ClientConnection

Work = Callable[[], Coroutine[Any, Any, None]]


@pytest.fixture
def servers(url: str, tmp_path: Path) -> Iterator[list[Server]]:
    """All that serve one database: one server on SQLite, two on PostgreSQL."""
    started = [Server(tmp_path)] if url.startswith("sqlite") else [Server(tmp_path, url), Server(tmp_path, url)]
    yield from served(started)


@pytest.fixture
def empty(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> Iterator[Server]:
    """A server on an empty database of the same kind."""
    folder = tmp_path / "empty"
    folder.mkdir()
    if url.startswith("sqlite"):
        yield from served([Server(folder)], each=True)
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    other = postgres.fresh()
    yield from served([Server(folder, other)], each=True)
    postgres.give_back(other)


def served(servers: list[Server], each: bool = False) -> Iterator[Any]:
    """Start servers, and see that they end well."""
    for server in servers:
        server.start()
    yield servers[0] if each else servers
    for server in servers:
        assert server.stop() == 0, server.log.read_text()
        assert "Traceback" not in server.log.read_text()


async def parlour(server: Server, *words: str, code: int = 0) -> str:
    """What a command says, of the database of a server that is running."""
    where = ["--database", server.database] if server.database else ["--data", str(server.data)]
    told = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-m", "parlour", *words, *where], capture_output=True, text=True, check=False
    )
    assert told.returncode == code, told.stderr + told.stdout
    return told.stdout if code == 0 else told.stderr


async def last_step(server: Server, table: str) -> int:
    """The last step that a table has."""
    return int(json.loads(await parlour(server, "restore", "--table", table, "--json"))[-1]["step"])


def news(guest: Guest) -> list[str]:
    """What a guest was told has happened."""
    messages = [msgspec.json.decode(data) for data in guest.heard]
    return [each["is"] for message in messages if message["is"] == "update" for each in message["news"]]


def legal(guest: Guest) -> list[str]:
    """What a guest may do."""
    return list(guest.match["legal"]) if guest.match else []


def run(work: Work) -> None:
    async def limited() -> None:
        async with in_time(TEST):
            await work()

    asyncio.run(limited())


def test_a_table_is_set_back_under_the_eyes_of_its_players_who_go_on(servers: list[Server]) -> None:
    first, last = servers[0], servers[-1]

    async def spoil(mover: Guest, socket: ClientConnection) -> None:
        """Act, under the key "spoilt"."""
        await mover.until(lambda: legal(mover))
        assert (await mover.ask(socket, {"do": "act", "action": legal(mover)[0]}, "spoilt"))["is"] == "ack"

    async def go_on(mover: Guest, socket: ClientConnection, n: int) -> None:
        """What was carried out is not carried out again, and what was decided on before is stale."""
        del mover.answers["spoilt"]
        assert (await mover.ask(socket, {"do": "act", "action": "anything"}, "spoilt"))["is"] == "ack"
        assert (await mover.ask(socket, {"do": "resume"}))["is"] == "ack"
        await mover.until(lambda: mover.table["phase"] == "playing" and legal(mover))
        late = {"do": "act", "action": legal(mover)[0], "expect": n}
        assert (await mover.ask(socket, late))["code"] == "stale"

    async def set_back(table: str, ann: Guest, bob: Guest, watcher: Guest) -> None:
        async with ann.connected() as hers, bob.connected() as his, watcher.connected():
            await ann.until(lambda: legal(ann) or ann.match)
            await bob.until(lambda: bob.n == ann.n)
            mover, socket = (ann, hers) if legal(ann) else (bob, his)
            step, before = await last_step(first, table), ann.match
            await spoil(mover, socket)
            n = mover.n
            assert f"after step {step};" in await parlour(first, "restore", "--table", table, "--step", str(step))
            for guest in (ann, bob, watcher):
                await guest.until(lambda guest=guest: "restored" in news(guest) and guest.table["phase"] == "paused")
                assert guest.n == n + 1
            assert before is not None
            assert ann.match == before
            await go_on(mover, socket, n)

    async def play() -> None:
        for server in servers:
            await server.up()
        table, tokens = await first.open("cam", people=2, **SHORT["cam"])
        other, _ = await first.open("cam", people=2)
        async with first.client() as client:
            commitment = (await client.get(f"/api/tables/{table}")).json()["table"]["commitment"]
        guests = [Guest(each.url, table, token) for each, token in ((first, tokens[0]), (last, tokens[1]), (last, ""))]
        await set_back(table, *guests)
        await asyncio.gather(*(guest.play() for guest in guests))
        await check(servers, {table: guests}, {table: commitment})
        assert "is over" in await parlour(first, "restore", "--table", table, "--step", "9", code=1)
        async with last.client() as client:
            assert (await client.get(f"/api/tables/{other}")).json()["table"]["phase"] == "playing"

    run(play)


def test_all_tables_go_over_to_another_server_while_both_serve_and_people_act(
    servers: list[Server], empty: Server, tmp_path: Path
) -> None:
    first, file = servers[0], tmp_path / "tables.backup"

    async def play() -> None:
        for server in (*servers, empty):
            await server.up()
        tables, started = {}, {}
        for number, game in enumerate(("cam", "kamra", "bacarac")):
            table, tokens = await first.open(game, people=2, **SHORT[game])
            tables[table] = [Guest(servers[-1].url, table, token, number) for token in tokens]
            async with first.client() as client:
                started[table] = (await client.get(f"/api/tables/{table}")).json()["table"]["commitment"]
        playing = asyncio.gather(*(guest.play() for guests in tables.values() for guest in guests))
        everybody = [guest for guests in tables.values() for guest in guests]
        await until_so(lambda: all(guest.acked for guest in everybody), "everybody acts", TEST)
        known = {table: {key for guest in guests for key, _ in guest.acked} for table, guests in tables.items()}
        assert "steps written" in await parlour(first, "backup", str(file))
        await playing
        await lose_nothing(first.database or f"sqlite:///{first.data}/tables.sqlite", tables)
        await check(servers, tables, started)
        assert "steps read" in await parlour(empty, "restore", str(file))
        assert "already" in await parlour(empty, "restore", str(file), code=1)
        moved = {
            table: [Guest(empty.url, table, guest.token, guest.random.randrange(99)) for guest in guests]
            for table, guests in tables.items()
        }
        await asyncio.gather(*(guest.play() for guests in moved.values() for guest in guests))
        await check([empty], moved, started)
        for table, keys in known.items():
            log = json.loads(await parlour(empty, "restore", "--table", table, "--json"))
            assert len(log) > len(keys)

    run(play)


def test_a_table_is_erased_while_somebody_plays_there(servers: list[Server]) -> None:
    """At every server there is no such table any more, and the others go on."""

    async def erase() -> None:
        for server in servers:
            await server.up()
        table, tokens = await servers[0].open("cam", people=2)
        other, _ = await servers[0].open("cam", people=2)
        ann = Guest(servers[-1].url, table, tokens[0])
        async with ann.connected():
            await ann.until(lambda: ann.match)
            assert "1 table erased" in await parlour(servers[0], "erase", table, "--yes")
            await ann.until(lambda: ann.closed_with)
            assert ann.closed_with == 4004
        for server in servers:
            async with server.client() as client:
                assert (await client.get(f"/api/tables/{table}")).json()["code"] == "no_such_table"
                assert (await client.get(f"/api/tables/{other}")).json()["table"]["phase"] == "playing"

    run(erase)
