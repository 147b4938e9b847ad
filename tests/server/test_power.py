"""The power is lost again and again while people play: what was not synced is gone, and nothing that was confirmed."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.disk import Trial, on_postgres, on_sqlite, running
from tests.server.guest import Guest
from tests.server.killing import acknowledged, begin, done_up_to, play_and_kill
from tests.server.serving import Server
from tests.server.stores import opened

from parlour.games import names
from parlour.table import facts

pytestmark = [pytest.mark.live, pytest.mark.all]

FEW = ["bacarac", "cam"]  # one of them ends soon
SETTING = """
import sqlite3

class Weaker(sqlite3.Connection):
    def execute(self, statement, *values):
        return super().execute(statement.replace("synchronous = FULL", "synchronous = {}"), *values)

connect = sqlite3.connect
sqlite3.connect = lambda *places, **more: connect(*places, factory=Weaker, **more)
"""  # what Python runs before a server: SQLite is asked for less than the server asks for


@pytest.mark.parametrize(
    ("games", "losses"),
    [pytest.param(FEW, 6, id="few"), pytest.param(names(), 100, id="many", marks=pytest.mark.long)],
)
def test_a_loss_of_power_loses_nothing_that_was_acknowledged(trial: Trial, games: list[str], losses: int) -> None:
    asyncio.run(play_and_kill([trial.server], trial.url, games, losses, trial.postgres, trial.disk))


async def played(server: Server) -> tuple[str, Guest]:
    """A table at which somebody has done something that was acknowledged, a moment ago."""
    await server.up()
    tables, _ = await begin([server], ["cam"], 1, bots="random")
    playing = asyncio.gather(*(guest.play() for guests in tables.values() for guest in guests))
    await done_up_to(acknowledged(tables) + 10, tables, playing)
    server.kill()
    playing.cancel()
    ((table, guests),) = tables.items()
    return table, guests[0]


def loses_power(trial: Trial) -> bool:
    """Whether anything that was acknowledged is gone if the power is lost at once, and all that can be lost is."""
    with running(trial):
        table, guest = asyncio.run(played(trial.server))
        if trial.postgres:
            trial.postgres.kill()
        trial.disk.lose_power(Unlucky())
        if trial.postgres and not trial.postgres.starts():
            return True  # it does not even start again
        return bool(asyncio.run(lost(trial.url, table, guest)))


async def lost(url: str, table: str, guest: Guest) -> set[str]:
    """What was acknowledged and is not in the log."""
    async with opened(url) as store:
        return {key for key, _ in guest.acked} - {facts.unpack(step).key for step in await store.read(table)}


class Unlucky(random.Random):
    """Whoever loses all that can be lost."""

    def choice(self, some: object) -> object:  # type: ignore[override]
        return some[0]  # type: ignore[index]


@pytest.mark.parametrize(("asked", "loses"), [("FULL", False), ("NORMAL", True), ("OFF", True)])
def test_sqlite_loses_what_it_is_not_asked_to_sync(library: Path, tmp_path: Path, asked: str, loses: bool) -> None:
    (tmp_path / "sitecustomize.py").write_text(SETTING.format(asked))
    trial = on_sqlite(library, tmp_path)
    trial.server.environment["PYTHONPATH"] = str(tmp_path)
    assert loses_power(trial) == loses


@pytest.mark.parametrize(("fsync", "loses"), [("on", False), ("off", True)])
def test_postgresql_loses_what_it_is_told_not_to_sync(library: Path, tmp_path: Path, fsync: str, loses: bool) -> None:
    assert loses_power(on_postgres(library, tmp_path, fsync=fsync)) == loses


@pytest.mark.parametrize("on", [on_sqlite, on_postgres])
def test_a_disk_that_lies_loses_what_it_says_that_it_has(
    library: Path, tmp_path: Path, on: Callable[[Path, Path], Trial]
) -> None:
    trial = on(library, tmp_path)
    trial.disk.be(lies=True)
    assert loses_power(trial)
