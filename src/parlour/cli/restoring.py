"""`parlour restore`: a backup into an empty database, or one table back to an earlier moment."""

import asyncio
import time
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.common import AsJson, print_grid, print_json
from parlour.cli.keeping import address
from parlour.cli.serve import Data, Database
from parlour.errors import OptionError, StoreError

if TYPE_CHECKING:
    from parlour.server.restoring import Logs

LATEST = 40  # steps that are listed for people

Table = Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Only this table, by the id in its link.")]
Step = Annotated[int | None, typer.Option("--step", metavar="N", min=0, help="As the table stood after this step.")]
At = Annotated[
    str | None, typer.Option("--at", metavar="TIME", help="As it stood then: 20:14, or 2026-01-31 20:14:05.")
]


def restore(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="What `parlour backup` wrote.")] = None,
    table: Table = None,
    step: Step = None,
    at: At = None,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Read a backup into an empty database, or set one table back, while the server is running.

    With --table, that table stands again as it did at a moment, and is paused; everybody there is told. It needs no
    backup: without FILE, its own log is used. Without a moment, its latest steps are listed and nothing is changed.
    """
    if step is not None and at is not None:
        raise OptionError("give --step or --at, not both")
    if table is None and (step is not None or at is not None):
        raise OptionError("--step and --at are moments of one table; name it with --table")
    if table is None and file is None:
        raise OptionError("name a backup, to read all its tables, or one table with --table")
    url = address(data, database)
    if table is None:
        restore_all(url, file or Path(), as_json)
    elif file is None and step is None and at is None:
        list_steps(url, table, as_json)
    else:
        restore_one(url, table, file, step, None if at is None else time_of(at), as_json)


def restore_all(url: str, file: Path, as_json: bool) -> None:
    """Read all tables of a backup."""
    from parlour.server.storage import backups

    read = asyncio.run(backups.restore(file, url))
    print_json({"file": str(file), "steps": read}) if as_json else typer.echo(f"{read:,} steps read from {file}.")


def restore_one(url: str, table: str, file: Path | None, step: int | None, at: float | None, as_json: bool) -> None:
    """Set one table back."""
    from parlour.server.restoring import restore_table

    def choose(logs: "Logs") -> int:
        if at is not None:
            return step_at(logs, at)
        return len(logs.saved) - 1 if step is None else step

    done = asyncio.run(restore_table(url, table, choose, time.time(), file))
    if as_json:
        print_json({"table": table} | done._asdict())
        return
    added = f"{done.added:,} steps that the database did not have were added. " if done.added else ""
    typer.echo(
        f"The table stands as it did after step {done.step:,}; {done.undone:,} later steps are undone. {added}"
        "The match is paused until one of the players goes on."
    )


def list_steps(url: str, table: str, as_json: bool) -> None:
    """Tell what happened at a table, so that somebody can choose a step."""
    from parlour.cli.moments import moments
    from parlour.server.restoring import log_of

    found = moments(table, asyncio.run(log_of(url, table)).steps)
    if as_json:
        print_json([moment._asdict() for moment in found])
        return
    told = [moment for moment in found if moment.told][-LATEST:]
    print_grid(("step", "time", "what happened"), [(str(each.step), written(each.at), each.told) for each in told])
    typer.echo(f"To go back: parlour restore --table {table} --step N")


def step_at(logs: "Logs", at: float) -> int:
    """The last step of a table up to a time."""
    before = [number for number, step in enumerate(logs.steps) if step.at <= at]
    if not before:
        raise StoreError(f"that table was opened later, at {written(logs.steps[0].at)}")
    return before[-1]


def time_of(text: str) -> float:
    """The time that somebody means: today or on a date, by the clock of this machine or in a zone."""
    today = f"{date.today().isoformat()} " if ":" in text[:3] else ""
    try:
        return datetime.fromisoformat(today + text).timestamp()
    except ValueError:
        raise OptionError(f"give a time as 20:14, 20:14:05 or 2026-01-31 20:14, not as {text[:40]!r}") from None


def written(at: float) -> str:
    """A time by the clock of this machine."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")
