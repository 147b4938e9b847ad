"""Tables kept by PostgreSQL, for several processes over one database.

One connection writes: a batch is one statement, committed when it returns. It notifies the other processes of what was
written (never of the steps themselves), each of which listens on a connection of its own.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import import_module
from typing import Any

from parlour.errors import MissingExtra, StoreError, Unreachable
from parlour.server.storage import schema
from parlour.server.storage.lines import Line, Row

CHANNEL = "parlour"
READERS = 4
ANSWER = 10.0  # seconds that a statement may take
PULSE = 15.0  # seconds of silence after which a listener makes sure that its connection lives
RECONNECT = 0.25  # seconds between attempts to listen again
BACKLOG = 10_000  # notices kept for a watcher who is busy
CHUNK = 500  # rows
# Whatever could be seen when this began has reached the disk when it returns, and a standby if commits wait for one.
# Without it, a retry could find and acknowledge what was committed while its standby was away, and then lost.
SETTLE = "SELECT pg_logical_emit_message(true, 'parlour', '')"
STARTING = 0x7061726C6F7572  # whose turn it is to bring the tables up to date
MOST_STEPS = 1 << 62  # no table has so many
TOLD_AT_ONCE = 80  # steps in a notice, so that it stays below 8,000 bytes

log = logging.getLogger("parlour.server")

WRITE = f"""
WITH given AS (
    SELECT * FROM unnest(
        $3::text[], $4::bigint[], $5::bytea[], $6::text[], $7::text[], $8::boolean[], $9::text[], $10::integer[],
        $11::integer[], $12::double precision[], $13::double precision[]
    ) AS given (room, number, step, {schema.SUMMARY})
), kept AS (
    INSERT INTO steps (room, number, step, mark) SELECT room, number, step, $1 FROM given
    WHERE number = coalesce(
        (SELECT last.number + 1 FROM steps AS last WHERE last.room = given.room ORDER BY last.number DESC LIMIT 1), 0)
    ON CONFLICT DO NOTHING RETURNING room, number
), followed AS (
    INSERT INTO steps (room, number, step, mark) SELECT room, more.number, more.step, $1
    FROM unnest($14::text[], $15::bigint[], $16::bytea[]) AS more (room, number, step) JOIN kept USING (room)
), summarised AS (
    INSERT INTO rooms (room, {schema.SUMMARY}) SELECT room, {schema.SUMMARY} FROM given JOIN kept USING (room, number)
    {schema.REPLACE}
), numbered AS (
    SELECT room, number, row_number() OVER () / {TOLD_AT_ONCE} AS part FROM kept
)
SELECT array_agg(room), pg_notify('{CHANNEL}', $2 || ' ' || string_agg(room || ' ' || number, ' '))
FROM numbered GROUP BY part
"""
OURS = """SELECT room FROM steps JOIN unnest($2::text[], $3::bigint[]) AS given (room, number) USING (room, number)
    WHERE mark = $1"""


def require_asyncpg() -> Any:
    """The driver; `MissingExtra` if it is not installed."""
    try:
        return import_module("asyncpg")
    except ImportError:
        raise MissingExtra("PostgreSQL needs the extra `postgres`: install parlour[postgres]") from None


class Postgres:
    """A database that a PostgreSQL server keeps."""

    def __init__(self, url: str) -> None:
        self._asyncpg = require_asyncpg()
        self._url = url
        self._pool: Any = None
        self._writer: Any = None
        self._listening: set[Notifications] = set()
        self._origin = secrets.token_hex(8)
        self._closed = False

    async def open(self) -> None:
        """Connect, and bring the tables up to date."""
        with self.trouble():
            connection = await self._connect(command_timeout=None)
            try:
                await migrate(connection)
            finally:
                connection.terminate()
            self._pool = await self._asyncpg.create_pool(
                min_size=0, max_size=READERS, init=settle, reset=_as_it_is, **self._how
            )

    async def write(self, lines: Sequence[Line], mark: int, again: bool) -> set[str]:
        """Keep lines by one statement."""
        lines = sorted(lines)  # two processes that write the same never wait for each other
        with self.trouble():
            if self._writer is None or self._writer.is_closed():
                self._writer = await self._connect()
            try:
                return await write(self._writer, lines, mark, self._origin, again)
            except BaseException:
                self._writer.terminate()
                await self._pool.expire_connections()  # they might see what is not settled
                raise

    async def fetch(self, query: str, *values: object) -> list[Row]:
        """What a query finds."""
        try:
            with self.trouble():
                return [tuple(row) for row in await self._pool.fetch(schema.for_postgres(query), *values)]
        except Unreachable:  # a new connection may lead elsewhere, or to where one may write again
            await self._pool.expire_connections()
            raise

    change = fetch

    async def erase(self, table: str) -> None:
        """Keep nothing of a table, and tell the others of a step that they will not find."""
        with self.trouble():
            async with self._pool.acquire() as connection, connection.transaction():
                for statement in schema.ERASE:
                    await connection.execute(statement, table)
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self._origin} {table} {MOST_STEPS}")

    async def watch(self) -> AsyncIterator[tuple[str, int]]:
        """What other processes write. Each time that listening begins, something may have been missed."""
        while not self._closed:
            listener = Notifications(self._origin)
            self._listening.add(listener)
            try:
                with self.trouble():
                    await listener.begin(await self._connect())
                while not self._closed:
                    with self.trouble():
                        notice = await listener.next()
                    yield notice
            except StoreError as error:
                if not self._closed:
                    log.warning("news of other processes are interrupted: %s", error)
                    await asyncio.sleep(RECONNECT)
            finally:
                self._listening.discard(listener)
                listener.terminate()

    @asynccontextmanager
    async def dump(self) -> AsyncIterator["PostgresSnapshot"]:
        """Everything as it stands at one moment, while others go on writing."""
        with self.trouble():
            connection = await self._connect(command_timeout=None)
        try:
            with self.trouble():
                await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield PostgresSnapshot(self, connection)
        finally:
            connection.terminate()

    async def load(self, rows: Iterable[tuple[str, list[Row]]], now: float) -> None:
        """Fill the empty database, or leave it empty."""
        with self.trouble():
            connection = await self._connect(command_timeout=None)
            try:
                async with connection.transaction():
                    await connection.execute("LOCK TABLE steps, rooms IN ACCESS EXCLUSIVE MODE")
                    await load(connection, rows, now)
            finally:
                connection.terminate()

    async def close(self) -> None:
        """Let go of all connections."""
        self._closed = True
        for each in (self._pool, self._writer, *self._listening):
            if each is not None:
                each.terminate()

    @property
    def _how(self) -> dict[str, Any]:
        settings = {"application_name": "parlour", "synchronous_commit": "on", "jit": "off"}
        return {"dsn": self._url, "timeout": ANSWER, "command_timeout": ANSWER, "server_settings": settings}

    async def _connect(self, **other: Any) -> Any:
        connection = await self._asyncpg.connect(**self._how | other)
        try:
            await settle(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Say in our own words what goes wrong."""
        pg = self._asyncpg
        passing = (
            OSError, pg.PostgresConnectionError, pg.OperatorInterventionError, pg.InsufficientResourcesError,
            pg.TransactionRollbackError, pg.InterfaceError, pg.InternalClientError, pg.ReadOnlySQLTransactionError,
        )  # fmt: skip
        try:
            yield
        except (pg.DataError, pg.ClientConfigurationError) as error:
            raise StoreError(f"PostgreSQL: {error}") from error
        except passing as error:
            raise Unreachable(f"PostgreSQL: {str(error) or type(error).__name__}") from error
        except pg.PostgresError as error:
            raise StoreError(f"PostgreSQL: {error}") from error
        except ValueError:  # it would repeat a part of the address, which may be one of the password
            raise StoreError("PostgreSQL: its address cannot be read; in a password write / as %2F, # as %23") from None


class Notifications:
    """A connection that hears what others write."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._connection: Any = None
        self._heard: deque[tuple[str, int]] = deque([("", 0)])
        self._news = asyncio.Event()

    async def begin(self, connection: Any) -> None:
        """Listen from now on."""
        self._connection = connection
        connection.add_termination_listener(lambda _: self._news.set())
        await connection.add_listener(CHANNEL, self._hear)

    async def next(self) -> tuple[str, int]:
        """The next thing that is heard; an error if the connection was lost."""
        while not self._heard:
            self._news.clear()
            if not self._connection.is_closed():
                with suppress(TimeoutError):
                    async with asyncio.timeout(PULSE):
                        await self._news.wait()
            if not self._heard:
                await self._connection.fetchval("SELECT 1")
        return self._heard.popleft()

    def _hear(self, connection: Any, pid: int, channel: str, notice: str) -> None:
        origin, *words = notice.split(" ")
        if origin == self._origin:
            return
        self._heard.extend(zip(words[::2], map(int, words[1::2]), strict=True))
        if len(self._heard) > BACKLOG:
            self._heard.clear()
            self._heard.append(("", 0))
        self._news.set()

    def terminate(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.terminate()


class PostgresSnapshot:
    """What the database held when the transaction began."""

    def __init__(self, database: Postgres, connection: Any) -> None:
        self._database = database
        self._connection = connection

    async def rows(self, query: str) -> AsyncIterator[list[Row]]:
        """What a query finds, in lists of bounded length."""
        with self._database.trouble():
            cursor = await self._connection.cursor(query)
        while True:
            with self._database.trouble():
                rows = [tuple(row) for row in await cursor.fetch(CHUNK)]
            if not rows:
                return
            yield rows


# --- What is done with a connection ---------------------------------------------------------------------------------


async def settle(connection: Any) -> None:
    """Let a new connection see nothing that could still be lost: before it others may have been cut off."""
    await connection.execute(SETTLE, timeout=ANSWER)


async def migrate(connection: Any) -> None:
    """Bring the tables up to date, once, however many processes start."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({STARTING})")
        await connection.execute(schema.SCHEMA)
        statements = schema.missing(await connection.fetchval(schema.GET_VERSION) or 0)
        for statement in statements:
            await connection.execute(schema.for_postgres(statement))
        if statements:
            await connection.execute(schema.CLEAR_VERSION)
            await connection.execute(schema.SET_VERSION, schema.VERSION)


async def write(connection: Any, lines: Sequence[Line], mark: int, origin: str, again: bool) -> set[str]:
    """Keep lines whose number is the next, with their summaries, and tell the others."""
    tables, numbers, steps, summaries = zip(*lines, strict=True)
    columns = zip(*summaries, strict=True)
    firsts = [each[0] for each in steps]
    more = [(line.table, line.number + place, step) for line in lines for place, step in enumerate(line.steps) if place]
    found = await connection.fetch(WRITE, mark, origin, tables, numbers, firsts, *columns, *rows_as_columns(more))
    kept = {table for part, _ in found for table in part}
    if again:
        kept |= {table for (table,) in await connection.fetch(OURS, mark, tables, numbers)}
    return kept


def rows_as_columns(rows: Sequence[tuple[str, int, bytes]]) -> tuple[list[str], list[int], list[bytes]]:
    """Rows as PostgreSQL's `unnest` wants them."""
    return [table for table, _, _ in rows], [number for _, number, _ in rows], [step for _, _, step in rows]


async def load(connection: Any, rows: Iterable[tuple[str, list[Row]]], now: float) -> None:
    """Fill the empty database."""
    if await connection.fetchval(schema.HOLDS):
        raise StoreError("there are tables in the database already; restore into an empty one")
    await connection.execute("TRUNCATE steps, rooms")  # into new files, which are gone again if the disk is full
    for table, some in rows:
        await connection.copy_records_to_table(table, records=some, columns=schema.COLUMNS[table].split(", "))
    await connection.execute(schema.RESTORED, now)
    await connection.execute(schema.PULSE, now)


async def _as_it_is(connection: Any) -> None:
    """Readers leave nothing behind that would have to be cleaned up."""
