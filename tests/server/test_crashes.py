"""Processes killed at random moments while guests play: nothing acknowledged is lost, nothing happens twice."""

import asyncio
from pathlib import Path

import pytest
from tests.server.killing import play_and_kill
from tests.server.postgres import Postgres
from tests.server.serving import Server

from parlour.games import names

pytestmark = pytest.mark.live

FEW = ["cam", "kamra", "kardkelly"]
REST = [name for name in names() if name not in FEW]
GROUPS = (FEW, REST[::2], REST[1::2])  # of games that are played while processes are killed
MANY = pytest.param(names(), 500, id="many", marks=pytest.mark.long)


def in_groups(kills: int) -> pytest.MarkDecorator:
    """Each group of games with so many kills, and in the long run all games with many."""
    few = [pytest.param(games, kills, id="-".join(games)) for games in GROUPS]
    return pytest.mark.parametrize(("games", "kills"), [*few, MANY])


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
    """People sit at both. PostgreSQL itself is killed, too: all of it, or one of its processes."""
    url = postgres.fresh()
    servers = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        servers.append(Server(folder, url))
        servers[-1].start()

    try:
        asyncio.run(play_and_kill(servers, url, games, kills, postgres))
    finally:
        for server in servers:
            server.kill()
        postgres.give_back(url)
