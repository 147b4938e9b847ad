"""Processes of computer players and of advice that hang: nobody waits for them for ever."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

from tests.server.guest import Guest
from tests.server.serving import Server, gone, serving
from tests.waiting import TEST, until_so

LEVEL = "casual"  # has to think, and not long


def stop(pid: int) -> None:
    """Let a process hang: it lives, and does nothing any more."""
    os.kill(pid, signal.SIGSTOP)


async def metric(server: Server, name: str) -> float:
    """A figure that whoever runs the server can see."""
    async with server.client() as client:
        page = (await client.get("/metrics")).text
    return float(next(line.split()[1] for line in page.splitlines() if line.startswith(f"parlour_{name} ")))


def said(server: Server, text: str) -> list[str]:
    """The lines of the log with something in them."""
    return [line for line in server.log.read_text().splitlines() if text in line]


def started(tmp_path: Path, **environment: str) -> tuple[Server, int]:
    """A server of its own, and its process."""
    server = Server(tmp_path, **environment)
    server.start()
    assert server.process is not None
    return server, server.process.pid


def test_a_match_goes_on_when_the_process_of_its_computer_players_hangs(tmp_path: Path) -> None:
    server, parent = started(tmp_path, PARLOUR_THOUGHT="1")

    async def play() -> None:
        await server.up()
        table, (token,) = await server.open("kamra", bots=LEVEL, options={"hand_cap": 1})
        guest = Guest(server.url, table, token)
        playing = asyncio.create_task(guest.play())
        acted = b'"by":"bot"'
        await until_so(lambda: any(acted in each for each in guest.heard), "a computer player acts")
        (hung,) = serving(parent)
        stop(hung)
        await playing
        assert guest.over
        await gone([hung])
        (line,) = said(server, "rulebook plays this move")
        assert f"the {LEVEL} player of kamra failed" in line
        assert "no answer within" in line
        assert (await metric(server, "replaced_total"), await metric(server, "stood_in_total")) == (1.0, 1.0)

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        server.kill()


def test_whoever_wants_a_hint_of_a_process_that_hangs_is_told_to_ask_again(tmp_path: Path) -> None:
    server, parent = started(tmp_path, PARLOUR_ADVICE_TIME="1")

    async def ask() -> None:
        await server.up()
        table, (token,) = await server.open("cam")
        guest = Guest(server.url, table, token)
        async with guest.connected():
            await guest.until(lambda: guest.match and guest.match["legal"])
        path = f"/api/tables/{table}/hint"
        async with server.client(token) as client:

            async def hint() -> Any:
                return (await client.get(path, timeout=TEST)).json()

            assert (await hint())["choices"]
            (hung,) = serving(parent)
            stop(hung)
            assert (await hint())["code"] == "busy"
            await gone([hung])
            assert (await hint())["choices"]
        assert len(said(server, "its process is replaced")) == 1

    try:
        asyncio.run(ask())
        assert server.stop() == 0
    finally:
        server.kill()
