"""A disk that is full, read-only, broken or slow while people play: they hear it at once, and go on where they were."""

import asyncio
import errno
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.disk import Trial
from tests.server.killing import acknowledged, begin, check, done_up_to, lose_nothing
from tests.waiting import TEST, in_time, until_so

pytestmark = [pytest.mark.live, pytest.mark.all]

MOODS: dict[str, dict[str, Any]] = {
    "full": {"error": errno.ENOSPC},
    "read-only": {"error": errno.EROFS},
    "broken": {"error": errno.EIO},
    "hangs": {"slow": 5.0},
    "slow": {"slow": 1.0},
}
LASTS = 6.0  # seconds that a disk is so


async def timed(condition: Callable[[], bool]) -> float:
    """How many seconds it takes until something is so."""
    began = time.monotonic()
    await until_so(condition)
    return time.monotonic() - began


async def play_on(trial: Trial, name: str) -> None:
    """Let people play while the disk is in a mood; how long it takes until they hear of it."""
    await trial.server.up()
    tables, started = await begin([trial.server], ["cam"], 1, bots="random")
    guests = [guest for some in tables.values() for guest in some]
    playing = asyncio.gather(*(guest.play() for guest in guests))
    await done_up_to(5, tables, playing)
    assert trial.disk.log.stat().st_size
    trial.disk.be(**MOODS[name])
    told = await timed(lambda: all(b'"saving","on":false' in b"".join(guest.heard) for guest in guests))
    before, began = acknowledged(tables), time.monotonic()
    await until_so(lambda: time.monotonic() > began + LASTS)
    meanwhile = acknowledged(tables) - before
    trial.disk.be()
    if trial.postgres:
        await asyncio.to_thread(trial.postgres.start_again)
    well = await timed(lambda: all(guest.saving for guest in guests))
    print(f"{name}: told after {told:.1f} s, {meanwhile} actions in {LASTS:g} s, told all is well after {well:.1f} s")
    assert meanwhile == 0 or "slow" in MOODS[name]
    assert meanwhile > 0 or name != "slow"
    async with in_time(TEST):
        await playing
    await lose_nothing(trial.url, tables)
    await check([trial.server], tables, started)


@pytest.mark.parametrize("mood", MOODS)
def test_people_hear_what_the_disk_is_like_and_go_on_where_they_were(trial: Trial, mood: str) -> None:
    asyncio.run(play_on(trial, mood))
