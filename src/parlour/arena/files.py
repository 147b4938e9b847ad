"""Matches of a series as a file: CSV, or Parquet with the extra `data`. A row a match.

A file appears under its name only when it is whole.
"""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from parlour.arena.series import Chunk, Plan
from parlour.core.files import whole_file
from parlour.core.kernels import HANDS, MOVES, WON
from parlour.core.texts import seats_in
from parlour.errors import MissingExtra


def columns(plan: Plan) -> list[str]:
    """The columns of a file of matches."""
    seats = range(plan.seats)
    return ["match", "moves", "hands", "winners", *(f"score_{s}" for s in seats), *(f"payoff_{s}" for s in seats)]


def rows(chunk: Chunk) -> Iterator[list[Any]]:
    """The rows of a chunk; winners are seats joined by a space."""
    for i, facts in enumerate(chunk.facts.tolist()):
        winners = " ".join(map(str, seats_in(facts[WON])))
        yield [
            chunk.first + i,
            facts[MOVES],
            facts[HANDS],
            winners,
            *chunk.points[i].tolist(),
            *chunk.counters[i].tolist(),
        ]


class CsvFile:
    """Matches as comma-separated values."""

    def __init__(self, file: TextIO, plan: Plan) -> None:
        self._file = file
        self._writer = csv.writer(file, lineterminator="\n")
        self._writer.writerow(columns(plan))

    def add(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""
        self._writer.writerows(rows(chunk))
        self._file.flush()


class ParquetFile:
    """Matches as Parquet, a row group a chunk."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self._arrow, parquet = require_arrow()
        whole, real = self._arrow.int64(), self._arrow.float64()
        types = [whole, whole, whole, self._arrow.string(), *[real] * (2 * plan.seats)]
        self._schema = self._arrow.schema(list(zip(columns(plan), types, strict=True)))
        self._writer = parquet.ParquetWriter(path, self._schema)

    def add(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""
        values = [list(column) for column in zip(*rows(chunk), strict=True)]
        self._writer.write_table(self._arrow.table(values, schema=self._schema))

    def close(self) -> None:
        """Finish the file."""
        self._writer.close()


def require_arrow() -> tuple[Any, Any]:
    """Arrow and its Parquet; `MissingExtra` if they are not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("Parquet files need the extra `data`: install parlour[data]") from None
    return pyarrow, pyarrow.parquet


@contextmanager
def csv_file(path: Path, plan: Plan) -> Iterator[CsvFile]:
    """A CSV file to keep a series in."""
    with whole_file(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        yield CsvFile(file, plan)


@contextmanager
def parquet_file(path: Path, plan: Plan) -> Iterator[ParquetFile]:
    """A Parquet file to keep a series in."""
    require_arrow()
    with whole_file(path) as part:
        keeper = ParquetFile(part, plan)
        try:
            yield keeper
        finally:
            keeper.close()
