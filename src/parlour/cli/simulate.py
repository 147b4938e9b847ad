"""`parlour simulate`: thousands of matches between computer players, in figures."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.common import AsJson, GameName, Seats, Seed, Settings, bar, print_json, print_table, settings_of
from parlour.cli.engines import load_fast
from parlour.errors import OptionError, ParlourError
from parlour.games import game
from parlour.terminal.plain.screen import INTERRUPTED, complain, console

if TYPE_CHECKING:
    from parlour.arena import Plan, Summary
    from parlour.arena.simulate import Keeper


Hands = Annotated[int | None, typer.Option("--hands", metavar="N", min=1, help="Play at least this many hands.")]
Matches = Annotated[int | None, typer.Option("--matches", metavar="N", min=1, help="How many matches to play.")]
Policies = Annotated[
    str,
    typer.Option(
        "--policy", metavar="POLICIES", help="random or rulebook for all seats, or one for each, separated by commas."
    ),
]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each match.")]
Parquet = Annotated[
    Path | None, typer.Option("--parquet", metavar="FILE", help="Write a row for each match (extra: data).")
]
Engine = Annotated[
    str,
    typer.Option("--engine", metavar="ENGINE", help="cpu, or cuda for an NVIDIA GPU (extra: cuda); same results."),
]
Figures = Annotated[
    bool,
    typer.Option("--figures/--no-figures", help="Also count the game's own figures, which takes time on a GPU."),
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw a page: .svg, .png or .pdf (extra: plot).")
]


def simulate(
    name: GameName,
    hands: Hands = None,
    matches: Matches = None,
    policy: Policies = "random",
    seats: Seats = None,
    option: Settings = None,
    seed: Seed = None,
    as_json: AsJson = False,
    csv: Csv = None,
    parquet: Parquet = None,
    engine: Engine = "cpu",
    figures: Figures = True,
    plot: Plot = None,
) -> None:
    """Play many matches between computer players.

    It shows scores, wins, lengths and the game's own figures.

    Ctrl-C ends it early: what was played until then is shown and written.
    """
    from parlour import arena

    if (hands is None) == (matches is None):
        raise OptionError("say how much to play: --hands N or --matches N")
    plan = arena.Plan.make(
        game(name),
        seats=seats,
        options=settings_of(option),
        policies=[each.strip() for each in policy.split(",")],
        seed=seed,
        matches=matches,
        hands=hands,
        engine=engine,
    )
    plan = replace(plan, figures=figures)
    check_files([csv, parquet, plot], plot)
    load_for_gpu(plan) if engine == "cuda" else load_fast(plan.game, "series")
    with keepers(plan, csv, parquet) as files, progress(plan) as tell:
        summary = arena.simulate(plan, files, tell)
    keep_and_show(summary, plot, as_json)


def load_for_gpu(plan: "Plan") -> None:
    """Compile the rules for the GPU, telling so."""
    from parlour.arena.series import require_extra_cuda

    require_extra_cuda()
    from parlour.arena.gpu.cuda import CudaSeries, require_cuda

    require_cuda()
    text = f"Compiling the rules of {plan.game.title} for the GPU (about half a minute)"
    with console(error=True).status(text) if sys.stderr.isatty() else nullcontext():
        CudaSeries(plan)


def check_files(files: list[Path | None], plot: Path | None) -> None:
    """Say before hours are spent that a file could not be written."""
    for file in files:
        if file is not None and (file.is_dir() or not os.access(file.parent, os.W_OK)):
            raise ParlourError(
                f"{file} cannot be written: {'it is a folder' if file.is_dir() else 'there is no such folder'}"
            )
    if plot is not None:
        from parlour.arena.charts.plot import check_format

        check_format(plot)


@contextmanager
def keepers(plan: "Plan", csv: Path | None, parquet: Path | None) -> "Iterator[list[Keeper]]":
    """The files that matches are written to as they are played."""
    from parlour.arena.files import csv_file, parquet_file

    with ExitStack() as stack:
        files: list[Keeper] = []
        if csv is not None:
            files.append(stack.enter_context(csv_file(csv, plan)))
        if parquet is not None:
            files.append(stack.enter_context(parquet_file(parquet, plan)))
        yield files


@contextmanager
def progress(plan: "Plan") -> "Iterator[Callable[[Summary], None]]":
    """How far the series is, on the error stream."""
    with bar(f"Playing {plan.game.title}", plan.matches or plan.hands) as tell:
        yield lambda summary: tell(summary.hands if plan.matches is None else summary.matches)


def keep_and_show(summary: "Summary", plot: Path | None, as_json: bool) -> None:
    """Draw and print the figures, and say if they are not all that was asked for."""
    if plot is not None:
        from parlour.arena.charts.plot import save_plot

        save_plot(summary, plot)
    print_json(summary.data()) if as_json else show(summary)
    if summary.interrupted:
        complain(f"interrupted after {summary.matches:,} matches")
        raise typer.Exit(INTERRUPTED)


def show(summary: "Summary") -> None:
    """The figures for people."""
    plan, screen = summary.plan, console()
    word = plan.game.hand_word
    policies = plan.policies[0] if len(set(plan.policies)) == 1 else ", ".join(plan.policies)
    screen.print(f"[bold]{plan.game.title}[/bold], {plan.seats} seats, {policies}; seed {plan.seed}")
    changed = {o.name: plan.options[o.name] for o in plan.game.options if plan.options[o.name] != o.default}
    if changed:
        screen.print(f"Options: {', '.join(f'{name} = {value}' for name, value in changed.items())}")
    screen.print(
        f"{summary.matches:,} matches, {summary.hands:,} {word}s, {summary.moves:,} moves; "
        f"{summary.drawn:,} drawn, {summary.joint:,} with joint winners; {summary.moves_a_second:,.0f} moves a second\n"
    )
    for table in summary.tables():
        print_table(table, screen)
