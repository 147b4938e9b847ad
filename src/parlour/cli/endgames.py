"""`parlour endgames`: tables of Cam's endgames, made, described and asked."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.common import AsJson, guarded, print_json, print_table
from parlour.core.statistics import Statistic
from parlour.errors import OptionError, ParlourError
from parlour.terminal.plain.screen import console

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.games.cam.endgames.build import MakeEngine

Board = Annotated[str, typer.Argument(metavar="cam|camette", help="The full board, or the small one.")]
Edition = Annotated[str, typer.Option("--edition", metavar="1949|federation", help="Which reading of the rules.")]
Folder = Annotated[
    Path | None, typer.Option("--folder", metavar="FOLDER", help="Where the tables are, if not in the usual place.")
]

app = typer.Typer(
    help="Build and query tables that say who wins an endgame of Cam, and in how many turns.",
    epilog="Example: parlour endgames build camette",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command(epilog="Example: parlour endgames build cam --pieces 3")
@guarded
def build(
    board: Board,
    pieces: Annotated[
        int | None, typer.Option("--pieces", metavar="N", help="All positions with at most this many pieces.")
    ] = None,
    edition: Edition = "1949",
    engine: Annotated[
        str, typer.Option("--engine", metavar="cpu|cuda", help="cpu for all cores, or cuda for an NVIDIA GPU.")
    ] = "cpu",
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", min=1, help="How many cores; all if left out.")
    ] = None,
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Solve endgames and keep the table.

    Without --pieces, all of Camette, or Cam's positions with at most four pieces. What is broken off goes on from there
    when it is asked for again.
    """
    from parlour.games.cam.endgames import default_folder
    from parlour.games.cam.endgames.build import build as solve
    from parlour.games.cam.endgames.build import plan

    wanted = plan(board, edition, pieces)
    make = engine_called(engine, threads)
    with progress(wanted.name) as tell:
        verdict = solve(wanted, folder or default_folder(), make, tell)
    print_json(verdict) if as_json else show(verdict)


@app.command(epilog="Example: parlour endgames info --json")
@guarded
def info(folder: Folder = None, as_json: AsJson = False) -> None:
    """List the tables that are there, and what they say."""
    from parlour.games.cam.endgames import default_folder
    from parlour.games.cam.endgames.build import verdict_of

    place = folder or default_folder()
    found = {file.parent.name: verdict_of(file.parent) for file in sorted(place.glob("*/table.bin"))}
    verdicts = [verdict for verdict in found.values() if verdict is not None]
    damaged = [name for name, verdict in found.items() if verdict is None]
    unfinished = [file.parent.name for file in sorted(place.glob("*/table.part"))]
    if as_json:
        print_json({"folder": str(place), "tables": verdicts, "unfinished": unfinished, "damaged": damaged})
        return
    typer.echo(f"Tables in {place}: {len(verdicts) or 'none'}")
    for verdict in verdicts:
        show(verdict)
    for name in unfinished:
        typer.echo(f"{name} is not finished; build it again to continue")
    for name in damaged:
        typer.echo(f"{name} is damaged; build it again to repair it")


@app.command(epilog='Example: parlour endgames probe "1/3/2m2/5/5/M2/1 r"')
@guarded
def probe(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position; its board says which game.")],
    edition: Edition = "1949",
    folder: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Say who wins a position, in how many turns of both sides, and what every turn leads to."""
    from parlour.core.check.perft import walk
    from parlour.core.evaluation import NO_ANSWER
    from parlour.games import game
    from parlour.games.cam.endgames import in_words, probe_match, tables_for

    match = game("cam").match(position=position, options={"edition": edition}, seed=0, hold_table=True)
    tables = tables_for(match.state, folder)
    turns = probe_match(match, tables)
    if turns == NO_ANSWER:
        raise ParlourError("the tables do not have this position; `parlour endgames info` lists what there is")
    after = {text: value_after(later, probe_match(later, tables)) for text, later in walk(match)}
    ranked = sorted(after.items(), key=lambda item: rank(item[1]))
    if as_json:
        print_json({"position": match.position, "turns": turns, "after": dict(ranked)})
        return
    typer.echo(f"{match.game.seat_name(match.actors[0])} {in_words(turns)}.")
    for text, value in ranked:
        typer.echo(f"  {text:12} {in_words(value)}")


def value_after(match: "Match", turns: int) -> int:
    """What a turn is worth to who made it, from what the tables say of who is to move then."""
    from parlour.core.evaluation import NO_ANSWER

    if match.over:
        return 1
    if turns == NO_ANSWER or turns == 0:
        return turns
    return -turns - 1 if turns > 0 else -turns + 1


def rank(turns: int) -> tuple[int, int]:
    """Quick wins first, then draws, then slow losses."""
    return (0 if turns > 0 else 1 if turns == 0 else 2), turns


def engine_called(name: str, threads: int | None) -> "MakeEngine":
    """What does the work."""
    if name == "cpu":
        from parlour.games.cam.endgames.engine import CpuEngine

        return partial(CpuEngine, threads=threads)
    if name == "cuda":
        from parlour.arena.series import require_extra_cuda

        require_extra_cuda()
        from parlour.games.cam.endgames.cuda import CudaEngine, require_cuda

        require_cuda()
        return CudaEngine
    raise OptionError(f"the engine is cpu or cuda, not {name[:40]!r}")


@contextmanager
def progress(name: str) -> "Iterator[Callable[[float, int, str], None]]":
    """A bar on the error stream, if somebody looks."""
    if not sys.stderr.isatty():
        yield lambda done, total, words: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    parts = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*parts, console=console(error=True), transient=True) as bar:
        task = bar.add_task(f"Solving {name}", total=None)

        def tell(done: float, total: int, words: str) -> None:
            bar.update(task, completed=done, total=total, description=f"Solving {name}: {words}")

        yield tell


def show(verdict: dict[str, Any]) -> None:
    """The figures for people."""
    from parlour.games.cam.endgames import in_words

    columns = ("to move", "against", "positions", "won", "lost", "drawn", "longest win")
    names = ("positions", "won", "lost", "drawn", "longest")
    rows = [(*name.split("-"), *(found[column] for column in names)) for name, found in verdict["slices"].items()]
    rows.append(("all", "", *(verdict[column] for column in names)))
    title = f"{verdict['board']}, edition {verdict['edition']}, at most {verdict['pieces']} pieces"
    print_table(Statistic(title, columns, tuple(rows)))
    if verdict["start"] is not None:
        typer.echo(f"From the start the side that moves first {in_words(verdict['start'])}.")
    typer.echo(f"The longest win takes {verdict['longest']} turns, both sides' counted: {verdict['example']}")
