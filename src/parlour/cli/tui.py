"""`parlour tui`: the games on a full screen of this terminal."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.common import Seats, Seed, Settings, complete_game, listed, settings_of
from parlour.errors import MissingExtra, OptionError
from parlour.games import game
from parlour.terminal.plain.screen import FAILED, at_a_terminal, complain

if TYPE_CHECKING:
    from parlour.terminal.house import Setup
    from parlour.terminal.remote import Link


def tui(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME|LINK|FILE]",
            help="A game to play at once, the link to a server's table, or a record to continue.",
            autocompletion=complete_game,
        ),
    ] = None,
    seats: Seats = None,
    seat: Annotated[int, typer.Option("--seat", metavar="K", help="Your seat, counted from 0.")] = 0,
    opponents: Annotated[
        str, typer.Option("--opponents", metavar="LEVELS", help="Computer players: one level, or one for each seat.")
    ] = "rulebook",
    option: Settings = None,
    seed: Seed = None,
    watch: Annotated[bool, typer.Option("--watch", help="Let computer players take all seats, and watch.")] = False,
    replay: Annotated[Path | None, typer.Option("--replay", metavar="FILE", help="Show a record step by step.")] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Your name at a server's table.")] = "",
    light: Annotated[bool, typer.Option("--light", help="Dark ink on light paper.")] = False,
) -> None:
    """Play, watch and replay on a full screen, with mouse and keyboard; without a name it opens the shelf of games.

    `parlour play` plays line by line and works over a pipe and with a screen reader.
    """
    require_textual()
    if not at_a_terminal():
        complain("the full screen needs a terminal; `parlour play` works over a pipe")
        raise typer.Exit(FAILED)
    from parlour.terminal.app import ParlourApp

    first = replay or first_of(what, seats, None if watch else seat, listed(opponents), settings_of(option), seed)
    ParlourApp(first, name=name, light=light).run()


def require_textual() -> None:
    """`MissingExtra` if the full screen is not installed."""
    try:
        import_module("textual")
    except ImportError:
        raise MissingExtra("the full-screen terminal needs the extra `tui`: install parlour[tui]") from None


def first_of(
    what: str | None, seats: int | None, you: int | None, levels: list[str], options: dict[str, str], seed: str | None
) -> "Setup | Link | None":
    """What to open first."""
    from parlour.core.record import read_record
    from parlour.terminal.house import Setup
    from parlour.terminal.remote import Link

    if what is None:
        return None
    if "://" in what:
        return Link.parse(what)
    if Path(what).is_file():
        record = read_record(Path(what).read_bytes())
        return Setup(record.game, record=record, file=Path(what))
    one = game(what)
    count = one.check_seats(seats)
    if you is not None and not 0 <= you < count:
        raise OptionError(f"there are seats 0 to {count - 1}, so you cannot have seat {you}")
    one.check_options(one.complete_options(options))
    return Setup(what, count, you, tuple(levels), options, seed)
