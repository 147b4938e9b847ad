"""What the commands share: errors as exit codes, common arguments, JSON and tables."""

import csv
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

import typer

from parlour.core.game import Game
from parlour.errors import OptionError, ParlourError, RecordError, SeatError, UnknownBot, UnknownGame
from parlour.games import names
from parlour.terminal.plain.screen import FAILED, INTERRUPTED, complain, console

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.core.statistics import Cell, Statistic

WRONGLY_ASKED = 2
USAGE = (UnknownGame, UnknownBot, OptionError, SeatError)
MOST_FILE = 64 * 1024 * 1024

P = ParamSpec("P")
R = TypeVar("R")


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose errors are one clear line and an exit code, never a traceback."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except ParlourError as error:
            complain(str(error))
            raise typer.Exit(WRONGLY_ASKED if isinstance(error, USAGE) else FAILED) from None
        except BrokenPipeError:  # the reader of our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(FAILED) from None
        except OSError as error:
            complain(f"{error.filename or 'the system'}: {error.strerror}")
            raise typer.Exit(FAILED) from None
        except KeyboardInterrupt:
            complain("interrupted")
            raise typer.Exit(INTERRUPTED) from None

    return run


# --- Arguments ------------------------------------------------------------------------------------------------


def complete_game(start: str) -> list[str]:
    """Names of games for the shell's completion."""
    return [name for name in names() if name.startswith(start)]


def complete_bot(start: str) -> list[str]:
    """Names of computer players for the shell's completion."""
    from parlour.bots import names as bots

    return [name for name in bots() if name.startswith(start)]


def complete_bots(start: str) -> list[str]:
    """The same, where several are named with commas between them."""
    before, comma, last = start.rpartition(",")
    return [f"{before}{comma}{name}" for name in complete_bot(last)]


def complete_record(start: str) -> list[str]:
    """Records for the shell's completion: saved matches, newest first, then what lies where the words lead."""
    from parlour.core.saves import folder

    saved = sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    here = sorted(Path(start).parent.glob("*.json") if not start.endswith("/") else Path(start).glob("*.json"))
    return [file for file in dict.fromkeys(map(str, (*saved, *here))) if file.startswith(start)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Name of a game; `parlour games` lists them.", autocompletion=complete_game),
]
RecordFile = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A record; - reads it from the pipe.", autocompletion=complete_record),
]
Seats = Annotated[
    int | None, typer.Option("--seats", metavar="N", help="How many players; the usual number if left out.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="Set an option of the game; you can give it several times."
    ),
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="SEED", help="Any number or word: the same seed gives the same deals.")
]
Position = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="Start from this position instead of the beginning.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def settings_of(given: Iterable[str] | None) -> dict[str, str]:
    """Options given as NAME=VALUE."""
    settings: dict[str, str] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign:
            raise OptionError(f"give an option as name=value, not as {text[:40]!r}")
        if name.strip() in settings:
            raise OptionError(f"the option {name.strip()[:40]!r} is given twice")
        settings[name.strip()] = value.strip()
    return settings


def listed(text: str) -> list[str]:
    """Computer players named with commas between them; one whose own name has a comma stands in double quotes."""
    rows = list(csv.reader(text.splitlines(), skipinitialspace=True))
    return [name.strip() for row in rows for name in row] or [""]


def read_file(path: Path) -> bytes:
    """The contents of a file that somebody named; "-" is what is piped in."""
    if str(path) == "-":
        return sys.stdin.buffer.read(MOST_FILE + 1)
    if path.is_dir():
        raise RecordError(f"{path} is a folder, not a record")
    with path.open("rb") as file:
        return file.read(MOST_FILE + 1)


# --- Output ---------------------------------------------------------------------------------------------------


@contextmanager
def bar(text: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar on the error stream, if somebody looks; who works says how far it is, and of how much if it is new."""
    if not sys.stderr.isatty():
        yield lambda completed, total=None: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*parts, console=console(error=True), transient=True) as progress:
        task = progress.add_task(text, total=total)
        yield lambda completed, total=total: progress.update(task, completed=completed, total=total)


def print_json(data: Any) -> None:
    """Plain data as JSON, laid out to be read."""
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def print_table(table: "Statistic", to: "Console | None" = None) -> None:
    """A table of figures."""
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(title=table.title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(table.columns):
        words = any(isinstance(row[place], str) for row in table.rows)
        grid.add_column(name, justify="left" if words else "right", overflow="fold")
    for row in table.rows:
        grid.add_row(*(cell_text(name, cell) for name, cell in zip(table.columns, row, strict=True)))
    (to or console()).print(grid)


def cell_text(column: str, cell: "Cell") -> str:
    """A cell for people: shares with one decimal, means with two."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:,.1f}" if column.endswith("%") else f"{cell:,.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def print_grid(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Words in columns, without lines."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for name in columns:
        grid.add_column(name, overflow="fold")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    console().print(grid)


def options_data(game: Game) -> list[Mapping[str, Any]]:
    """The options of a game as plain data."""
    return [
        {"name": o.name, "default": o.default, "values": o.values, "help": o.help, "rule": o.rule} for o in game.options
    ]
