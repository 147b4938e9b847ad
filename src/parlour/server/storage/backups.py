"""Backups: everything that a store holds, in one file that any other store can be filled from, SQLite or PostgreSQL.

The file is a gzip stream of pieces, each with its length (4 bytes, big-endian) before it and in MessagePack: a `Head`,
any number of `Steps` and `Rooms`, and the `End` with the SHA-256 of all that stands before it. It holds the secrets of
all tables, so only its owner can read it.
"""

import gzip
import hashlib
import os
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import msgspec

from parlour.core.files import whole_file
from parlour.errors import StoreError
from parlour.server.storage import schema
from parlour.server.storage.databases import database_of
from parlour.server.storage.lines import Dump, Row

FORMAT = 1
COMPRESSION = 5
LARGEST_PIECE = 256 << 20  # bytes
LENGTH = 4  # bytes

Progress: TypeAlias = Callable[[int], None]


class Piece(msgspec.Struct, tag_field="is", tag=str.lower):
    """A part of a backup."""


class Head(Piece, tag="parlour backup"):
    """What it is."""

    format: int
    schema: int


class Steps(Piece):
    """Some steps: table, number, step."""

    rows: list[tuple[str, int, bytes]]


class Rooms(Piece):
    """Some summaries: table, game, phase, public, title, seats, free, due, touched, archived."""

    rows: list[tuple[str, str, str, bool, str, int, int, float | None, float, bool]]


class End(Piece):
    """How many steps there are, and the checksum of everything before."""

    steps: int
    sha256: bytes


AnyPiece: TypeAlias = Head | Steps | Rooms | End

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[AnyPiece] = msgspec.msgpack.Decoder(AnyPiece)


async def backup(url: str, path: Path, progress: Progress = lambda steps: None) -> int:
    """Write everything that a store holds at this moment to a file, while it is in use; how many steps.

    `progress` is told the number of steps as it grows. A file that was there is replaced when the new one is whole.
    """
    database = database_of(url, must_exist=True)
    try:
        await database.open()
        with whole_file(path, private=True) as part, part.open("wb") as file:
            async with database.dump() as dump:
                steps = await _write(file, dump, progress)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StoreError(f"the backup {path} cannot be written: {error.strerror}") from error
    finally:
        await database.close()
    return steps


async def restore(path: Path, url: str, progress: Progress = lambda steps: None) -> int:
    """Fill an empty store with what a backup holds, all of it or nothing; how many steps."""
    with opened(path, progress) as source:
        database = database_of(url)
        try:
            await database.open()
            await database.load(source.rows(), time.time())
        finally:
            await database.close()
    return source.count


def steps_of(path: Path, table: str) -> list[bytes]:
    """The log of one table in a backup, all of which is looked through; `StoreError` if anything in it is damaged."""
    with opened(path) as source:
        found = [row for kind, rows in source.rows() if kind == "steps" for row in rows if row[0] == table]
    if [number for _, number, _ in found] != [*range(len(found))]:
        raise StoreError(f"the backup is damaged: it does not have all steps of the table {table}")
    if not found:
        raise StoreError(f"there is no table {table[:40]!r} in the backup {path}")
    return [step for _, _, step in found]


# --- Writing --------------------------------------------------------------------------------------------------------


async def _write(file: BinaryIO, dump: Dump, progress: Progress) -> int:
    """Write all pieces."""
    count = 0
    digest = hashlib.sha256()
    with gzip.GzipFile("", "wb", COMPRESSION, file, mtime=0) as stream:
        async for piece in _pieces(dump):
            data = _encoder.encode(piece)
            data = len(data).to_bytes(LENGTH, "big") + data
            digest.update(data)
            stream.write(data)
            count += len(piece.rows) if isinstance(piece, Steps) else 0
            progress(count)
        data = _encoder.encode(End(count, digest.digest()))
        stream.write(len(data).to_bytes(LENGTH, "big") + data)
    return count


async def _pieces(dump: Dump) -> AsyncIterator[Head | Steps | Rooms]:
    yield Head(FORMAT, schema.VERSION)
    async for rows in dump.rows(schema.ALL_ROWS["steps"]):
        yield Steps(rows)
    async for rows in dump.rows(schema.ALL_ROWS["rooms"]):
        yield Rooms([_summary(*row) for row in rows])


def _summary(*row: Any) -> tuple[Any, ...]:
    """A row of summaries, for a database that tells yes from one."""
    room, game, phase, public, *rest, archived = row
    return (room, game, phase, bool(public), *rest, bool(archived))


# --- Reading --------------------------------------------------------------------------------------------------------


@contextmanager
def opened(path: Path, progress: Progress = lambda steps: None) -> Iterator["Source"]:
    """A backup that is read from its beginning."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise StoreError(f"the backup {path} cannot be read: {error.strerror}") from error
    with file:
        source = Source(file, progress)
        source.head()
        yield source


class Source:
    """A backup that is read, piece by piece."""

    def __init__(self, file: BinaryIO, progress: Progress) -> None:
        self._stream = gzip.GzipFile(fileobj=file, mode="rb")
        self._digest = hashlib.sha256()
        self._progress = progress
        self.count = 0

    def head(self) -> None:
        """Read the head; `StoreError` if the file is not a backup that we can use."""
        head = self._piece()
        if not isinstance(head, Head):
            raise StoreError("the file is not a backup of tables")
        if head.format > FORMAT:
            raise StoreError("the backup was written by a later version of Parlour; restore it with that one")

    def rows(self) -> Iterator[tuple[str, list[Row]]]:
        """The rows of each table of the database; `StoreError` at the end if anything was wrong."""
        while not isinstance(piece := self._piece(), End):
            if isinstance(piece, Head):
                raise StoreError("the backup is damaged: it begins twice")
            yield ("steps" if isinstance(piece, Steps) else "rooms"), list(piece.rows)
            self.count += len(piece.rows) if isinstance(piece, Steps) else 0
            self._progress(self.count)
        if self._read(1):
            raise StoreError("the backup is damaged: something stands behind its end")

    def _piece(self) -> AnyPiece:
        """The next piece. The end must fit what came before it."""
        before = self._digest.copy()
        length = self._exactly(LENGTH)
        size = int.from_bytes(length, "big")
        if size > LARGEST_PIECE:
            raise StoreError("the backup is damaged: a piece of it is too large")
        data = self._exactly(size)
        self._digest.update(length + data)
        try:
            piece = _decoder.decode(data)
        except msgspec.MsgspecError as error:
            raise StoreError(f"the file is not a backup of tables, or it is damaged: {error}") from error
        if isinstance(piece, End) and (piece.steps, piece.sha256) != (self.count, before.digest()):
            raise StoreError("the backup is damaged: its checksum is wrong")
        return piece

    def _exactly(self, size: int) -> bytes:
        data = self._read(size)
        if len(data) != size:
            raise StoreError("the backup is damaged: it ends too early")
        return data

    def _read(self, size: int) -> bytes:
        try:
            return self._stream.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise StoreError(f"the file is not a backup of tables, or it is damaged: {error}") from error
