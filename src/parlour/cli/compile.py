"""`parlour compile`: makes the files that games are played with."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Annotated

import typer

from parlour.cli.common import bar, complete_game
from parlour.cli.coverage import game_from
from parlour.core.game import Game
from parlour.errors import MissingExtra, OptionError
from parlour.games import all_games
from parlour.games import game as game_of
from parlour.terminal.plain.screen import FAILED, complain


def compile(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games; all of them if left out.", autocompletion=complete_game),
    ] = None,
    game_package: Annotated[
        str | None, typer.Option(metavar="PACKAGE", help="A game of your own: the package that defines its GAME.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also make the files again that are up to date.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Make nothing; fail if a file is missing or out of date.")
    ] = False,
) -> None:
    """Make GAME.wasm again for every game whose rules have changed since it was made.

    Run it after changing a rule. Games are played with these files; those who only play have them and never need this.
    """
    from parlour.core.engines.wasm import made_with_others, why_not

    games = chosen(names or [], game_package)
    stale = {one: trouble for one in games if (trouble := why_not(one) or made_with_others(one))}
    if check:
        for one, trouble in stale.items():
            typer.echo(f"{trouble}: run `parlour compile {called(one, game_package)}`")
        raise typer.Exit(FAILED if stale else 0)
    wanted = games if everything else [*stale]
    if not wanted:
        typer.echo("Every file is up to date.")
    elif not make_all(wanted):
        raise typer.Exit(FAILED)


def chosen(names: list[str], package: str | None) -> list[Game]:
    """The games that somebody named; all of ours if nobody did."""
    if names and package is not None:
        raise OptionError("name games of Parlour, or a package of your own with --game-package, not both")
    if package is not None:
        return [game_from(package)]
    return [game_of(name) for name in dict.fromkeys(names)] or [*all_games().values()]


def called(one: Game, package: str | None) -> str:
    """How a game is named to this command."""
    return one.name if package is None else f"--game-package {package}"


def make_all(games: list[Game]) -> bool:
    """Make the files of these games, as many at a time as there are processors; whether all could be made."""
    from parlour.core.engines.wasm import file_of

    settings, done, good = environment(), 0, True
    with bar("Compiling", len(games)) as tell:
        for one, trouble in made(games, settings):
            done += 1
            tell(done)
            if trouble:
                good = False
                complain(f"{one.title} cannot be compiled: {trouble}")
            else:
                typer.echo(f"{file_of(one).name}: {file_of(one).stat().st_size:,} bytes")
    return good


def environment() -> dict[str, str]:
    """What the processes are told. Numba's other settings are left out: the same rules must give the same bytes."""
    try:
        import ziglang  # noqa: F401

        from parlour.core.engines.building import SETTINGS
    except ImportError:
        raise MissingExtra("making WebAssembly needs the extra `compile`: install parlour[compile]") from None
    from parlour.core.engines import VARIABLE

    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | SETTINGS | {VARIABLE: "numba"}


def made(games: list[Game], settings: dict[str, str]) -> Iterator[tuple[Game, str]]:
    """Games in the order in which they are done, each with why it could not be."""
    from parlour.arena.play import cores

    with ThreadPoolExecutor(cores()) as workers:
        running = {workers.submit(make, one, settings): one for one in games}
        try:
            for each in as_completed(running):
                yield running[each], each.result()
        finally:
            workers.shutdown(cancel_futures=True)


def make(one: Game, settings: dict[str, str]) -> str:
    """Make a game's file in a process of its own; why it could not be made, if so."""
    from parlour.core.engines.wasm import file_of

    command = [sys.executable, "-m", "parlour.bots.making", one.package, str(file_of(one))]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    return done.stderr.strip() or f"exit code {done.returncode}" if done.returncode else ""
