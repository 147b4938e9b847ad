"""`parlour dataset`: the decisions of many matches as a Parquet file."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.common import (
    AsJson,
    GameName,
    Seats,
    Seed,
    Settings,
    bar,
    complete_bots,
    listed,
    print_json,
    settings_of,
)
from parlour.cli.engines import suggest_lab
from parlour.cli.simulate import check_files
from parlour.games import game
from parlour.terminal.plain.screen import INTERRUPTED, complain


def dataset(
    name: GameName,
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="How many matches to play.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The Parquet file to write.")],
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="BOTS",
            help="A computer player for all seats, or one for each, separated by commas.",
            autocompletion=complete_bots,
        ),
    ] = "rulebook",
    seats: Seats = None,
    option: Settings = None,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Write every decision of many matches to a Parquet file.

    A row has what the seat knew, what it could do, what it did, and how the match ended (extra: data).

    Ctrl-C ends it early: the file has the matches that were over by then.
    """
    from parlour.arena.dataset import Request, write_dataset
    from parlour.arena.files import require_arrow

    require_arrow()
    one = game(name)
    request = Request.make(
        one, matches=matches, seats=seats, options=settings_of(option), players=listed(bots), seed=seed
    )
    check_files([out], None)
    suggest_lab()
    with bar(f"Playing {one.title}", matches) as tell:
        done = write_dataset(request, out, lambda progress: tell(progress.matches))
    size = out.stat().st_size
    if as_json:
        print_json(request.facts() | {"matches": done.matches, "decisions": done.decisions, "bytes": size})
    else:
        typer.echo(
            f"{out}: {done.decisions:,} decisions of {done.matches:,} matches, {size:,} bytes; seed {request.seed}"
        )
    if done.interrupted:
        complain(f"interrupted after {done.matches:,} matches")
        raise typer.Exit(INTERRUPTED)
