"""`parlour arena`: tournaments between computer players, with ratings."""

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.common import (
    AsJson,
    Seats,
    Seed,
    Settings,
    complete_bot,
    complete_bots,
    complete_game,
    print_json,
    print_table,
    settings_of,
)
from parlour.cli.engines import suggest_lab
from parlour.errors import OptionError
from parlour.games import game
from parlour.terminal.plain.screen import FAILED, INTERRUPTED, complain, console

if TYPE_CHECKING:
    from parlour.arena.standings import Standings
    from parlour.arena.tournament import Tournament

MATCHES = 1000
REFRESH = 0.5  # seconds between two looks at the result so far


Name = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="Name of a game; `parlour games` lists them.", autocompletion=complete_game),
]
Bots = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOT...",
        help="Who plays: random, rulebook, novice, casual, strong, master, ...; all are compared with the last.",
        autocompletion=complete_bot,
    ),
]
Matches = Annotated[
    int | None,
    typer.Option("--matches", metavar="N", min=1, help=f"How many matches to play, in whole deals; usually {MATCHES}."),
]
Lineups = Annotated[
    list[str] | None,
    typer.Option(
        "--lineup",
        metavar="BOT,BOT,...",
        help="Who sits round the table, by name or number; you can give it several times.",
        autocompletion=complete_bots,
    ),
]
Sprt = Annotated[
    tuple[float, float] | None,
    typer.Option("--sprt", metavar="ELO0 ELO1", help="Stop when it is clear which of the two the first bot is."),
]
Engine = Annotated[
    str, typer.Option("--engine", metavar="local|ray", help="Processes on this machine, or Ray (extra: ray).")
]
Address = Annotated[str | None, typer.Option("--address", metavar="ADDRESS", help="A Ray cluster that is running.")]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", min=0, help="Processes; all cores if left out, 0 for none.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="Keep everything there, or continue what is there.")
]
Resume = Annotated[
    Path | None, typer.Option("--resume", metavar="FOLDER", help="Continue the tournament in this folder.")
]


def arena(
    name: Name = None,
    bots: Bots = None,
    matches: Matches = None,
    seats: Seats = None,
    lineup: Lineups = None,
    option: Settings = None,
    seed: Seed = None,
    sprt: Sprt = None,
    engine: Engine = "local",
    address: Address = None,
    workers: Workers = None,
    out: Out = None,
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Let computer players play each other, and rate them.

    Each deal is played once in every seating, so that luck and seats favour nobody.

    Two bots at a table for four sit in turns. One against three is `parlour arena GAME BOT OTHER OTHER OTHER`, or a
    --lineup.

    Ctrl-C ends it early; with --out it can be gone on with by the same command, or by --resume.
    """
    from parlour.arena import journal
    from parlour.arena.tournament import Tournament

    if resume is not None:
        journal.check_alone((name, bots, seats, lineup, option, seed, out))
        one = journal.stored(resume).extended(matches, sprt)
    else:
        if name is None:
            raise OptionError("say what to play: parlour arena GAME BOT BOT ..., or --resume FOLDER")
        one = Tournament.make(
            game(name),
            bots or [],
            matches=matches or MATCHES,
            seats=seats,
            options=settings_of(option),
            lineups=lineup or [],
            seed=journal.seed_in(out) if seed is None else seed,  # that of the folder it goes on in
            sprt=sprt,
        )
    suggest_lab()
    with progress(one) as tell:
        from parlour.arena.play import run

        folder = resume or out
        standings = run(one, engine=engine, workers=workers, address=address, out=folder, progress=tell)
    keep_and_show(standings, folder, as_json)


@contextmanager
def progress(one: "Tournament") -> "Iterator[Callable[[Standings], None]]":
    """A bar on the error stream with the result so far, if somebody looks."""
    if not sys.stderr.isatty():
        yield lambda standings: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from parlour.arena.report import running

    result = TextColumn("{task.fields[result]}", markup=False)
    parts = (result, BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=console(error=True), transient=True) as bar:
        task = bar.add_task("", total=one.total, result=f"{one.game.title}: starting")
        told = 0.0

        def tell(standings: "Standings") -> None:
            nonlocal told
            if told == 0.0:  # what was played before says nothing about how fast it goes now
                bar.reset(task, completed=standings.matches)
            if time.monotonic() - told > REFRESH:
                bar.update(task, completed=standings.matches, result=running(standings))
                told = time.monotonic()

        yield tell


def keep_and_show(standings: "Standings", folder: Path | None, as_json: bool) -> None:
    """Write the files, print the figures, and say what went wrong."""
    from parlour.arena import report

    if folder is not None:
        from parlour.arena.results import save

        for missing in save(standings, folder, " ".join(["parlour", *map(shlex.quote, sys.argv[1:])])):
            complain(missing)
    print_json(report.data(standings)) if as_json else show(standings)
    for text in report.complaints(standings):
        complain(text)
    if standings.interrupted:
        again = (
            f"; parlour arena --resume {shlex.quote(str(folder))} goes on"
            if folder
            else "; with --out you could continue it"
        )
        complain(f"interrupted after {standings.matches:,} of {standings.tournament.total:,} matches{again}")
        raise typer.Exit(INTERRUPTED)
    if standings.failures:
        raise typer.Exit(FAILED)


def show(standings: "Standings") -> None:
    """The figures for people."""
    from parlour.arena import report

    screen = console()
    texts = [report.headline(standings.tournament), report.options_text(standings.tournament)]
    for text in (*texts, report.summary(standings), report.verdict(standings)):
        if text:
            screen.print(text, markup=False)
    screen.print()
    for table in report.tables(standings):
        print_table(table, screen)
