"""Tables kept in a file, by SQLite: all that one computer needs.

One thread writes and one reads, each with a connection of its own, so that nobody who reads waits for a disk. A commit
returns when the operating system says that the disk has it (WAL, synchronous=FULL).
"""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from parlour.core.files import lock
from parlour.errors import StoreError, Unreachable
from parlour.server.storage import schema
from parlour.server.storage.lines import Line, Row

T = TypeVar("T")

BUSY = 5.0  # seconds to wait for another process that writes
CACHE = 32 << 20
LARGEST_LOG = 64 << 20  # what is left on disk of a write-ahead log that has been larger
CHUNK = 500  # rows
LARGEST_PUT = 8  # a statement writes at most two to this power of rows

LOOK_AGAIN = 1.0  # seconds from one look whether somebody else has written to the next
EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
OURS = "SELECT 1 FROM steps WHERE room = ? AND number = ? AND mark = ?"


class StoreThread:
    """A thread with a connection, which does one thing after another."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "parlour-store")
        self._connection: sqlite3.Connection | None = None

    async def do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Have something done with the connection."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, job)

    def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = connect(self._path)
            return job(self._connection)
        except sqlite3.OperationalError as error:  # locked, full, a disk that fails: it may pass
            raise Unreachable(f"{self._path}: {error}") from error
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{self._path}: {error}") from error

    async def close(self) -> None:
        """Finish, and let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class Sqlite:
    """A database in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer = StoreThread(path)
        self._reader = StoreThread(path)
        self._closed = asyncio.Event()

    async def open(self) -> None:
        """Make the file if there is none, for nobody else to read, and bring its tables up to date."""
        await self._writer.do(lambda _: None)
        await self._writer.do(migrate)

    async def write(self, lines: Sequence[Line], mark: int, again: bool) -> set[str]:
        """Keep lines in one transaction."""
        return await self._writer.do(lambda connection: write(connection, lines, mark, again))

    async def fetch(self, query: str, *values: object) -> list[Row]:
        """What a query finds."""
        return await self._reader.do(lambda connection: connection.execute(schema.for_sqlite(query), values).fetchall())

    async def change(self, query: str, *values: object) -> list[Row]:
        """What a query has changed."""
        return await self._writer.do(lambda connection: connection.execute(schema.for_sqlite(query), values).fetchall())

    async def erase(self, table: str) -> None:
        """Keep nothing of a table; servers notice that somebody has written."""
        await self._writer.do(lambda connection: erase(connection, table))

    async def watch(self) -> AsyncIterator[tuple[str, int]]:
        """("", 0) whenever another program has written: no other server does, but somebody may restore a table."""
        before = 0
        while not self._closed.is_set():
            now = await self._look() or before
            if before not in (0, now):
                yield "", 0
            before = now
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), LOOK_AGAIN)

    async def _look(self) -> int:
        """A number that changes when another program writes; 0 if it cannot be known."""
        with suppress(StoreError):
            ((version,),) = await self.change("PRAGMA data_version")
            return int(version)
        return 0

    @asynccontextmanager
    async def dump(self) -> AsyncIterator["SqliteSnapshot"]:
        """Everything as it stands at one moment, while others go on writing."""
        worker = StoreThread(self.path)
        try:
            await worker.do(lambda connection: connection.execute("BEGIN"))
            yield SqliteSnapshot(worker)
        finally:
            await worker.close()

    async def load(self, rows: Iterable[tuple[str, list[Row]]], now: float) -> None:
        """Fill the empty database."""
        await self._writer.do(lambda connection: load(connection, rows, now))

    async def close(self) -> None:
        """Finish, and let go of the file."""
        self._closed.set()
        await self._writer.close()
        await self._reader.close()


class SqliteSnapshot:
    """What the file held when its reader began."""

    def __init__(self, worker: StoreThread) -> None:
        self._worker = worker

    async def rows(self, query: str) -> AsyncIterator[list[Row]]:
        """What a query finds, in lists of bounded length."""
        cursor = await self._worker.do(lambda connection: connection.execute(schema.for_sqlite(query)))
        while rows := await self._worker.do(lambda _: cursor.fetchmany(CHUNK)):
            yield rows


@contextmanager
def only_server(path: Path) -> Iterator[None]:
    """Be the one server on a file: servers do not hear of each other through it. `StoreError` if there is another.

    What is locked is a file beside it: the file itself is SQLite's.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_name(f"{path.name}-server").open("a")
    except OSError as error:
        raise StoreError(f"{path}: a server must be able to write beside it: {error.strerror}") from error
    with file:
        if not lock(file.fileno()):
            raise StoreError(
                f"another server keeps its tables in {path}; stop it, or give this one a --data folder of its own"
            )
        yield


# --- What the threads do ------------------------------------------------------------------------------------------


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made if there is none: it holds secrets, so nobody else may read it.

    A file that is there is never opened but by SQLite. A process that closes a file loses all locks that it has on
    it, and another program (a backup, say) would then take away the log that this one goes on writing to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        if os.geteuid() == 0:  # who restores a backup as root does it for the server
            shutil.chown(path, path.parent.stat().st_uid, path.parent.stat().st_gid)
    if not path.is_file() or not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError("it is no file that this user may read and write")
    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # what a host erases is not left in the file
        connection.execute(f"PRAGMA cache_size = -{CACHE >> 10}")
        connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG}")
    except BaseException:
        connection.close()
        raise
    return connection


def write_ahead(connection: sqlite3.Connection) -> None:
    """Use a write-ahead log. SQLite does not wait its turn to begin one, when others open the file, so we do."""
    patience = time.monotonic() + BUSY
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.01)
            continue
        if mode != "wal":
            raise StoreError("SQLite keeps no write-ahead log there; use a folder on a disk of this computer")
        return


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing; nobody else writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, once, however many processes start."""
    with transaction(connection):
        connection.execute(schema.SCHEMA)
        (version,) = connection.execute(schema.GET_VERSION).fetchone() or (0,)
        statements = schema.missing(version)
        for statement in statements:
            connection.execute(schema.for_sqlite(statement))
        if statements:
            connection.execute(schema.CLEAR_VERSION)
            connection.execute(schema.for_sqlite(schema.SET_VERSION), (schema.VERSION,))


def write(connection: sqlite3.Connection, lines: Sequence[Line], mark: int, again: bool) -> set[str]:
    """Keep lines whose number is the next, with their summaries."""
    with transaction(connection):
        earlier = [line for line in lines if is_ours(connection, line, mark)] if again else []
        rest = [line for line in lines if line not in earlier]
        written = put(connection, append_rows, [(line.table, line.number, line.steps[0], mark) for line in rest])
        new = rest if written == len(rest) else [line for line in rest if is_ours(connection, line, mark)]
        put(connection, follow_rows, [row for line in new for row in following(line, mark)])
        put(connection, replace_rows, [(line.table, *line.summary) for line in new])
    return {line.table for line in (*earlier, *new)}


def following(line: Line, mark: int) -> list[Row]:
    """The rows of a line after its first: nobody else can have written there."""
    return [(line.table, line.number + more, step, mark) for more, step in enumerate(line.steps) if more]


def is_ours(connection: sqlite3.Connection, line: Line, mark: int) -> bool:
    """Whether a line is kept that was given with this mark."""
    return connection.execute(OURS, (line.table, line.number, mark)).fetchone() is not None


def put(connection: sqlite3.Connection, statement: Callable[[int], str], rows: Sequence[Row]) -> int:
    """Write rows, many with each statement; how many were written.

    Whoever runs a statement takes turns with the rest of the program before and after it, which takes a while when the
    program is busy: so there are few of them, and few kinds, which SQLite prepares once.
    """
    written, first = 0, 0
    while first < len(rows):
        size = 1 << min(LARGEST_PUT, (len(rows) - first).bit_length() - 1)
        values = [value for row in rows[first : first + size] for value in row]
        written += connection.execute(statement(size), values).rowcount
        first += size
    return written


@cache
def append_rows(count: int) -> str:
    """Append steps of different tables, each if its number is the next."""
    return f"""INSERT INTO steps (room, number, step, mark)
        SELECT column1, column2, column3, column4 FROM (VALUES {", ".join(["(?, ?, ?, ?)"] * count)})
        WHERE column2 = coalesce(
            (SELECT number + 1 FROM steps WHERE room = column1 ORDER BY number DESC LIMIT 1), 0)"""


@cache
def follow_rows(count: int) -> str:
    """Append steps that follow those just appended."""
    return f"INSERT INTO steps (room, number, step, mark) VALUES {', '.join(['(?, ?, ?, ?)'] * count)}"


@cache
def replace_rows(count: int) -> str:
    """Write the summaries of tables in place of those before."""
    values = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * count)
    return f"INSERT INTO rooms (room, {schema.SUMMARY}) VALUES {values} {schema.REPLACE}"


def erase(connection: sqlite3.Connection, table: str) -> None:
    """Take a table out, and the log's copy of it."""
    with transaction(connection):
        for statement in schema.ERASE:
            connection.execute(schema.for_sqlite(statement), (table,))
    connection.execute(EMPTY_LOG)


def load(connection: sqlite3.Connection, rows: Iterable[tuple[str, list[Row]]], now: float) -> None:
    """Fill the empty database, or leave it empty.

    On a full disk the log would keep all it has taken, unless there was nothing in it before.
    """
    connection.execute(EMPTY_LOG)
    try:
        with transaction(connection):
            fill(connection, rows, now)
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute(EMPTY_LOG)
        raise


def fill(connection: sqlite3.Connection, rows: Iterable[tuple[str, list[Row]]], now: float) -> None:
    """Fill the empty database."""
    if connection.execute(schema.HOLDS).fetchone():
        raise StoreError("there are tables in the database already; restore into an empty one")
    for table, some in rows:
        columns = schema.COLUMNS[table]
        marks = ", ".join("?" for _ in columns.split(","))
        connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", some)
    for statement in (schema.RESTORED, schema.PULSE):
        connection.execute(schema.for_sqlite(statement), (now,))
