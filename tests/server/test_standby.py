"""PostgreSQL is restarted, or another takes its place: people hear it at once, and go on where they were."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.guest import Guest
from tests.server.killing import begin, check, done_up_to, lose_nothing
from tests.server.postgres import Postgres
from tests.server.serving import Server
from tests.waiting import TEST, in_time, until_so

from parlour.server.storage.postgres import ANSWER

pytestmark = [pytest.mark.live, pytest.mark.all]

Two = tuple[Postgres, Postgres]


@pytest.fixture
def two() -> Iterator[Two]:
    """A PostgreSQL and its standby, without which nothing is committed."""
    primary = Postgres()
    standby = Postgres(primary)
    primary.tell("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
    yield primary, standby
    standby.destroy()
    primary.destroy()


def url_of(two: Two) -> str:
    """The address of whichever of them can be written to."""
    primary, standby = two
    return primary.fresh().replace("?host=", f"?target_session_attrs=read-write&host={standby.folder},")


async def timed(condition: Callable[[], bool]) -> float:
    """How many seconds it takes until something is so."""
    began = time.monotonic()
    await until_so(condition)
    return time.monotonic() - began


@asynccontextmanager
async def played(server: Server) -> AsyncIterator[list[Guest]]:
    """People who play, and at the end have lost nothing."""
    await server.up()
    tables, begun = await begin([server], ["cam"], 1, bots="random")
    guests = [guest for some in tables.values() for guest in some]
    playing = asyncio.gather(*(guest.play() for guest in guests))
    await done_up_to(5, tables, playing)
    yield guests
    async with in_time(TEST):
        await playing
    await lose_nothing(server.database, tables)
    await check([server], tables, begun)


async def hear(guests: list[Guest], on: bool) -> float:
    """After how many seconds everybody has heard whether anything can be saved."""
    return await timed(lambda: all(guest.saving == on for guest in guests))


def run(server: Server, trial: Callable[[list[Guest]], object]) -> None:
    """Let people play while PostgreSQL has its troubles."""

    async def play() -> None:
        async with played(server) as guests:
            await trial(guests)  # type: ignore[misc]

    server.start()
    try:
        asyncio.run(play())
    finally:
        server.kill()


def test_postgresql_is_restarted(postgres: Postgres, tmp_path: Path) -> None:
    async def restart(guests: list[Guest]) -> None:
        await asyncio.to_thread(postgres.stop)
        told = await hear(guests, False)
        await asyncio.to_thread(postgres.start)
        print(f"told after {told:.1f} s, told all is well {await hear(guests, True):.1f} s after it was there again")

    run(Server(tmp_path, postgres.fresh()), restart)


def test_a_standby_takes_the_place_of_what_has_gone(two: Two, tmp_path: Path) -> None:
    async def fail_over(guests: list[Guest]) -> None:
        await asyncio.to_thread(two[0].kill)
        told = await hear(guests, False)
        await asyncio.to_thread(two[1].promote)
        print(f"told after {told:.1f} s, told all is well {await hear(guests, True):.1f} s after the promotion")

    run(Server(tmp_path, url_of(two)), fail_over)


def test_nothing_is_acknowledged_that_the_standby_does_not_have(two: Two, tmp_path: Path) -> None:
    async def lose_the_standby(guests: list[Guest]) -> None:
        await asyncio.to_thread(two[1].kill)
        told = await hear(guests, False)
        await asyncio.to_thread(two[0].crash)  # what waited is committed now, and can be seen
        before, began = sum(len(guest.acked) for guest in guests), time.monotonic()
        await until_so(lambda: time.monotonic() > began + 1.5 * ANSWER)  # what waits is given up, and tried again
        assert sum(len(guest.acked) for guest in guests) == before
        await asyncio.to_thread(two[1].start)
        print(f"told after {told:.1f} s, told all is well {await hear(guests, True):.1f} s after it was there again")

    run(Server(tmp_path, url_of(two)), lose_the_standby)
