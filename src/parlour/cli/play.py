"""`parlour play`: a match in this terminal, against computer players."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.common import (
    Position,
    Seats,
    Seed,
    Settings,
    complete_bots,
    complete_game,
    complete_record,
    listed,
    read_file,
    settings_of,
)
from parlour.errors import OptionError
from parlour.games import game


def play(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Name of a game.", autocompletion=complete_game)
    ] = None,
    seats: Seats = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="K", help="Your seat, counted from 0; 0 if left out.")
    ] = None,
    opponents: Annotated[
        str,
        typer.Option(
            "--opponents",
            metavar="LEVELS",
            help="random, rulebook, novice, casual, strong, master, an installed player, or exec:COMMAND for a "
            "program; or one for each, separated by commas.",
            autocompletion=complete_bots,
        ),
    ] = "rulebook",
    forgetting: Annotated[
        float,
        typer.Option(
            "--forgetting",
            metavar="RATE",
            min=0.0,
            max=1.0,
            help="In a game of memory: how likely opponents are to forget a card with each one they see; 0 is perfect.",
        ),
    ] = 0.0,
    option: Settings = None,
    seed: Seed = None,
    position: Position = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Where to save the match.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Continue a saved match.", autocompletion=complete_record),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Let computer players take all seats, and watch.")] = False,
) -> None:
    """Play a match against computer players, line by line. The match is saved when you leave it."""
    from parlour.core.record import read_record
    from parlour.terminal.plain.client import go_on, sit_down
    from parlour.terminal.plain.seating import Seating

    levels = listed(opponents)
    if resume is not None:
        if (name, seats, option, seed, position) != (None, None, None, None, None):
            raise OptionError(
                "--resume continues the match in the file: leave out game, seats, options, seed and position"
            )
        code = go_on(read_record(read_file(resume)), seat, levels, save or resume, forgetting)
    elif name is None:
        raise OptionError("name a game (`parlour games` lists them) or a saved match with --resume")
    else:
        match = game(name).match(seats, seed=seed, options=settings_of(option), position=position)
        seating = Seating.make(match.seats, None if watch else seat or 0, levels)
        code = sit_down(match, replace(seating, forgetting=forgetting), save)
    raise typer.Exit(code)
