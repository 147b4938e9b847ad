"""The lines that a store keeps, and what it asks of a database."""

import math
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from parlour.errors import StoreError

LONGEST_NAME = 64

Row: TypeAlias = tuple[Any, ...]


class TableSummary(NamedTuple):
    """What lists and timers need of a table. It is kept beside the log, and written together with each step."""

    game: str
    phase: str
    public: bool
    title: str
    seats: int
    free: int
    due: float | None
    touched: float

    @classmethod
    def of(cls, row: Sequence[Any]) -> "TableSummary":
        """The summary that a row holds."""
        game, phase, public, title, seats, free, due, touched = row
        return cls(game, phase, bool(public), title, seats, free, due, touched)


class Line(NamedTuple):
    """Steps of a table that are to be kept, all or none; the number is the first's, the summary after the last."""

    table: str
    number: int
    steps: tuple[bytes, ...]
    summary: TableSummary


class Database(Protocol):
    """What a store asks of a database. `Unreachable` says that asking again may help, any other `StoreError` not."""

    async def open(self) -> None:
        """Connect, and bring the tables up to date."""

    async def write(self, lines: Sequence[Line], mark: int, again: bool) -> set[str]:
        """Keep lines of different tables, each whole if its number is the next; which tables' lines are kept.

        `mark` is theirs alone. They are given `again` when it is not known whether they were kept before.
        """

    async def fetch(self, query: str, *values: object) -> list[Row]:
        """What a query finds."""

    async def change(self, query: str, *values: object) -> list[Row]:
        """What a query has changed."""

    async def erase(self, table: str) -> None:
        """Keep nothing of a table, and have others notice."""

    def watch(self) -> AsyncIterator[tuple[str, int]]:
        """The steps that others write; ("", 0) whenever some may have been missed."""

    def dump(self) -> AbstractAsyncContextManager["Dump"]:
        """Everything as it stands at one moment."""

    async def load(self, rows: Iterable[tuple[str, list[Row]]], now: float) -> None:
        """Fill the empty database with lists of rows of its tables, all of them or none; time stood still until now."""

    async def close(self) -> None:
        """Let go of everything."""


class Dump(Protocol):
    """Everything that a database held at one moment."""

    def rows(self, query: str) -> AsyncIterator[list[Row]]:
        """What a query finds, in lists of bounded length."""


def is_name(table: str) -> bool:
    """Whether a table may have that name: short, and nothing in it that a database could stumble over."""
    return 0 < len(table) <= LONGEST_NAME and table.isascii() and table.isprintable() and " " not in table


def check(line: Line) -> None:
    """`StoreError` if a line cannot be kept, so that it does not spoil those that are written with it."""
    summary = line.summary
    if not is_name(line.table) or line.number < 0:
        raise StoreError(f"{line.table[:LONGEST_NAME]!r} {line.number} is not a table and the number of a step")
    if not math.isfinite(summary.touched) or not math.isfinite(summary.due or 0.0):
        raise StoreError(f"table {line.table}: its times must be finite")
    for text in (summary.game, summary.phase, summary.title):
        if not _can_be_kept(text):
            raise StoreError(f"table {line.table}: {text!r} has characters that cannot be kept")


@lru_cache(1000)
def _can_be_kept(text: str) -> bool:
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False
