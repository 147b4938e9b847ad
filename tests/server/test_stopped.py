"""Every process is stopped in turn while people play: they go on, or are told, and nothing is lost."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from tests.server.guest import Guest
from tests.server.killing import begin, check, done_up_to, lose_nothing
from tests.server.postgres import Postgres
from tests.server.serving import Server, children, gone, serving
from tests.server.test_hanging import LEVEL, metric, said, stop
from tests.waiting import TEST, in_time, until_so

from parlour.server.running import BEGIN
from parlour.server.store import LONGEST_PULSE

pytestmark = [pytest.mark.live, pytest.mark.all]

CLOCK = 15.0  # seconds for a move
LASTS = 5.0  # seconds that a process of PostgreSQL is stopped


@contextmanager
def stopped(*pids: int) -> Iterator[None]:
    """Processes that are stopped for a while."""
    for pid in pids:
        stop(pid)
    yield
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


async def passed(seconds: float) -> None:
    """Let time go by."""
    end = time.monotonic() + seconds
    await until_so(lambda: time.monotonic() > end, limit=2 * seconds)


def pid_of(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def test_nobody_loses_the_time_in_which_the_server_was_stopped(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()

    async def play() -> None:
        await server.up()
        table, (token,) = await server.open("cam", settings={"clock": {"move": CLOCK}})
        guest = Guest(server.url, table, token)
        async with guest.connected():
            await guest.until(lambda: guest.match and guest.match["legal"])
            with stopped(pid_of(server)):
                await passed(max(CLOCK, LONGEST_PULSE) + 1)
            told = len(guest.heard)
            await until_so(lambda: said(server, "this process stood still for"))
            await guest.until(lambda: len(guest.heard) > told)
            left = msgspec.json.decode(guest.heard[-1])["deadline"] - time.time()
            assert CLOCK / 3 < left < CLOCK
            assert guest.match
            assert guest.match["legal"]

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        server.kill()


def test_a_process_that_has_nothing_to_do_and_hangs_is_replaced_before_it_is_needed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()

    async def play() -> None:
        await server.up()
        table, (token,) = await server.open("kamra", bots=LEVEL, options={"hand_cap": 1})
        guest = Guest(server.url, table, token)
        await guest.play()
        (hung,) = serving(pid_of(server))
        stop(hung)
        await gone([hung])
        assert len(said(server, "had nothing to do is replaced")) == 1
        assert (await metric(server, "replaced_total"), await metric(server, "stood_in_total")) == (1.0, 0.0)

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        server.kill()


async def go_on(server: Server, tables: dict[str, list[Guest]], began: dict[str, str], playing: object) -> None:
    """People play to the end, and nothing is lost."""
    async with in_time(TEST):
        await playing  # type: ignore[misc]
    await lose_nothing(server.database, tables)
    await check([server], tables, began)


@pytest.mark.parametrize("which", ["parent", "worker"])
def test_a_worker_or_its_parent_is_stopped(postgres: Postgres, tmp_path: Path, which: str) -> None:
    """Without the parent people play on; a worker that hangs is replaced, and people come back to another one."""
    server = Server(tmp_path, postgres.fresh(), PARLOUR_WORKERS="2")
    server.start()

    async def play() -> None:
        await server.up()
        parent = pid_of(server)
        await until_so(lambda: len(serving(parent)) == 2)
        tables, began = await begin([server], ["cam"], 1, bots="random")
        playing = asyncio.gather(*(guest.play() for guests in tables.values() for guest in guests))
        await done_up_to(3, tables, playing)
        if which == "parent":
            with stopped(parent):
                await go_on(server, tables, began, playing)
            return
        hung, at = serving(parent)[0], time.monotonic()
        stop(hung)
        await gone([hung])
        took = time.monotonic() - at
        print(f"a worker that hangs is gone after {took:.1f} s", flush=True)
        assert took < BEGIN
        await go_on(server, tables, began, playing)
        assert len(said(server, "that serves has died or hangs")) == 1

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        server.kill()


@pytest.mark.parametrize("connected", [True, False])
def test_each_process_of_postgresql_is_stopped_in_turn(tmp_path: Path, connected: bool) -> None:
    """Those that a server is connected to, and all others. A match is played for each."""
    postgres = Postgres()
    server = Server(tmp_path, postgres.fresh())
    server.start()

    async def stop_one(pid: int, name: str) -> None:
        await server.up()
        tables, began = await begin([server], ["cam"], 1, bots="random")
        guests = [guest for some in tables.values() for guest in some]
        playing = asyncio.gather(*(guest.play() for guest in guests))
        await done_up_to(2, tables, playing)
        before, at = guests[0].n, time.monotonic()
        with stopped(pid):
            await until_so(lambda: time.monotonic() > at + LASTS or not guests[0].saving)
            told, went_on = time.monotonic() - at, guests[0].n - before
            await until_so(lambda: time.monotonic() > at + LASTS)
        what = f"told after {told:.1f} s" if told < LASTS else f"{went_on} steps in {LASTS:g} s"
        print(f"{name}: {what}", flush=True)
        await go_on(server, tables, began, playing)

    async def play() -> None:
        await server.up()
        await server.open("cam")  # now it has all its connections
        for pid in [postgres.pid, *children(postgres.pid)]:
            name = Path(f"/proc/{pid}/cmdline").read_text().strip("\0")
            if ("[local]" in name) == connected:
                await stop_one(pid, name)

    try:
        asyncio.run(play())
    finally:
        server.kill()
        postgres.destroy()
