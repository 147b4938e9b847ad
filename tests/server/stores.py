"""Stores for the tests, on both databases."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from tests.server.postgres import Postgres
from tests.waiting import STEP

from parlour.server.storage.lines import Line
from parlour.server.store import Store, TableSummary
from parlour.table.room import PLAYING


def summary(
    touched: float = 1.0, due: float | None = None, public: bool = False, phase: str = PLAYING, title: str = "Ann's"
) -> TableSummary:
    return TableSummary("kamra", phase, public, title, 4, 2, due, touched)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/data/tables.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    url = postgres.fresh()
    yield url
    postgres.give_back(url)


@asynccontextmanager
async def opened(url: str, patience: float = STEP) -> AsyncIterator[Store]:
    store = await Store.open(url, patience)
    try:
        yield store
    finally:
        await store.close()


def run(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await test(store)

    asyncio.run(main())


async def put(store: Store, table: str, number: int, steps: Sequence[bytes]) -> bool:
    """Write several steps at once."""
    return await store.keep(Line(table, number, tuple(steps), summary()))


async def fill(store: Store, tables: int, steps: int) -> None:
    async def one(table: int) -> None:
        for number in range(steps):
            assert await store.append(f"t{table}", number, f"{table}/{number}".encode(), summary(number, public=True))

    await asyncio.gather(*[one(table) for table in range(tables)])


def literally(url: str, *statements: str) -> None:
    """Have statements carried out as they stand, by no code of ours: written for PostgreSQL, but for bytes, X'00'."""
    if url.startswith("sqlite"):
        path = Path(url.partition(":///")[2])
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(re.sub(' COLLATE "[^"]*"', "", statement).replace("BYTEA", "BLOB"))
            connection.commit()
        return

    async def main() -> None:
        import asyncpg  # type: ignore[import-untyped, unused-ignore]

        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        for statement in statements:
            await connection.execute(statement.replace(" WITHOUT ROWID", "").replace("X'", "'\\x"))
        await connection.close()

    asyncio.run(main())
