"""A disk that is full, a database that cannot be written: people hear it at once, and go on when it has passed."""

import asyncio
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from tests.server.guest import Guest
from tests.server.serving import Server, command
from tests.waiting import until_so

AT_ONCE = 10.0  # seconds: far less than the half minute for which the server goes on trying, on a busy machine too


def fill_disk(server: Server) -> Callable[[], None]:
    """Let the log of a server's database not grow any more (its other files are smaller); what undoes that."""
    assert server.process is not None
    pid, full = server.process.pid, (server.data / "tables.sqlite-wal").stat().st_size
    assert full > server.log.stat().st_size + 4_000
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)

    def limit(size: int) -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, most))

    limit(full)
    return lambda: limit(most)


async def ready(server: Server) -> httpx.Response:
    async with server.client() as client:
        return await client.get("/ready")


def said(guest: Guest, kind: str) -> list[dict[str, Any]]:
    """The messages of a kind that a guest was sent."""
    return [message for data in guest.heard if (message := msgspec.json.decode(data))["is"] == kind]


def act(guest: Guest) -> dict[str, Any]:
    """Something that a guest may do."""
    assert guest.match is not None
    return {"do": "act", "action": guest.match["legal"][0]}


def test_people_hear_at_once_that_nothing_can_be_saved_and_go_on_when_it_can(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()

    async def play() -> None:
        await server.up()
        table, tokens = await server.open("cam", people=2)
        ann, bob = (Guest(server.url, table, token, seed) for seed, token in enumerate(tokens))
        async with ann.connected() as socket, bob.connected() as other:
            await ann.until(lambda: ann.match and ann.match["legal"])
            await bob.until(lambda: bob.n == ann.n)
            before, doing = ann.n, act(ann)
            empty = fill_disk(server)
            loop = asyncio.get_running_loop()
            began = loop.time()
            first = await ann.ask(socket, doing, "k")
            assert (first["code"], first["now"]) == ("unavailable", None)
            assert loop.time() - began < AT_ONCE
            assert [each["on"] for each in said(ann, "saving")] == [False]
            await bob.until(lambda: said(bob, "saving"))
            await other.send('{"is": "ping"}')
            await bob.until(lambda: said(bob, "pong"))
            assert said(bob, "pong")[-1]["n"] == before
            async with server.client(tokens[1]) as client:
                began = loop.time()
                assert (await client.get(f"/api/tables/{table}")).status_code == 503
                joined = await client.post(f"/api/tables/{table}/members", json={"name": "Cora"})
                assert joined.json()["code"] == "unavailable"
                assert loop.time() - began < AT_ONCE
            answer = await ready(server)
            assert (answer.status_code, answer.json()["ready"]) == (503, False)
            assert str(tmp_path) not in answer.text
            assert "nothing can be saved: " in answer.json()["why"][0]

            empty()
            await ann.until(lambda: [each["on"] for each in said(ann, "saving")] == [False, True])
            ann.answers.clear()
            again = await ann.ask(socket, doing, "k")
            assert again["is"] == "ack"
            assert again["n"] > before
            await bob.until(lambda: bob.n >= again["n"])
        assert (await ready(server)).json()["why"] == []
        lines = [line for line in server.log.read_text().splitlines() if "saved" in line]
        assert ["nothing can be saved" in line for line in lines] == [True, False]
        async with server.client() as client:
            assert "parlour_unsaved_total 1\n" in (await client.get("/metrics")).text

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        server.kill()


def test_a_server_whose_disk_is_full_is_not_ready_though_nobody_plays(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()

    async def look() -> None:
        await server.up()
        empty = fill_disk(server)

        async def answers(status: int) -> bool:
            return (await ready(server)).status_code == status

        await until_so(lambda: answers(503))
        empty()
        await until_so(lambda: answers(200))
        table, tokens = await server.open("cam")
        async with server.client() as client:
            await command(client, table, tokens[0], {"do": "chat", "text": "Back again."})

    try:
        asyncio.run(look())
        assert server.stop() == 0
    finally:
        server.kill()
