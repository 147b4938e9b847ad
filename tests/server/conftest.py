"""Servers that the tests of this folder share."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.disk import library, trial
from tests.server.postgres import postgres
from tests.server.serving import QUICK, SHORT, ForTwo, Seated, Server
from tests.server.stores import postgres_url, url

from parlour.games import names

__all__ = ["for_two", "library", "postgres", "postgres_url", "server", "trial", "url"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests that do not kill it; it lets people guess."""
    running = Server(Path(tmp_path_factory.mktemp("server")), PARLOUR_GUESSES="1e9/1e9")
    running.start()
    asyncio.run(running.up())
    yield running
    assert running.stop() == 0, running.log.read_text()
    assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="session")
def for_two(server: Server) -> ForTwo:
    """Tables at which two people play. Most are opened together: the match of two begins after a countdown."""
    ready: dict[str, list[Seated]] = {name: [] for name in names()}

    async def prepare(name: str) -> None:
        ready[name].append(await server.open(name, people=2, **SHORT.get(name, {})))

    async def prepare_all() -> None:
        await asyncio.gather(*[prepare(name) for name in (*names(), *QUICK, "cam", "cam", "cam")])

    async def take(name: str) -> Seated:
        if not ready[name]:
            await prepare(name)
        return ready[name].pop()

    asyncio.run(prepare_all())
    return take
