"""`parlour stats`: what a file of decisions comes to."""

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.common import AsJson, bar, print_json, print_table
from parlour.cli.simulate import check_files
from parlour.terminal.plain.screen import console


def stats(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `parlour dataset` wrote.")],
    actions: Annotated[int, typer.Option("--actions", metavar="N", min=1, help="How many actions to list.")] = 20,
    as_json: AsJson = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw a page: .svg, .png or .pdf (extra: plot).")
    ] = None,
) -> None:
    """Sum up a file of decisions.

    It shows counts, choices a decision, actions, what acting first is worth, scores and lengths (extra: data).
    """
    from parlour.arena.stats import figures_of, save_plot

    check_files([plot], plot)
    with bar(f"Reading {file.name}") as tell:
        figures = figures_of(file, tell)
    if plot is not None:
        save_plot(figures, plot)
    if as_json:
        print_json(figures.data(actions))
        return
    screen, facts = console(), figures.facts
    players = ", ".join(dict.fromkeys(facts["players"]))
    screen.print(f"[bold]{figures.game.title}[/bold], {figures.seats} seats, {players}; seed {facts['seed']}")
    screen.print(f"{figures.matches:,} matches, {figures.decisions:,} decisions; {figures.drawn:,} drawn\n")
    for table in figures.tables(actions):
        print_table(table, screen)
