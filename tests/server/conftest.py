"""Servers that the tests of this folder share."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.postgres import postgres
from tests.server.serving import Server
from tests.server.stores import postgres_url, url

__all__ = ["postgres", "postgres_url", "server", "url"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server on SQLite for all tests that do not kill it."""
    running = Server(Path(tmp_path_factory.mktemp("server")))
    running.start()
    asyncio.run(running.up())
    yield running
    assert running.stop() == 0, running.log.read_text()
