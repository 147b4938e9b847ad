"""What commands that play by the thousand say about their speed: rules are compiled now, or what would be faster."""

from pathlib import Path

import typer

from parlour.core.engines import LAB, for_throughput, has_numba, told
from parlour.core.game import Game


def suggest_lab() -> None:
    """Say what would be faster, unless it is installed or somebody has chosen an engine."""
    if told() is None and not has_numba():
        typer.echo(f"The extra `lab` would make this several times as fast: {LAB}", err=True)


def load_fast(game: Game, loop: str) -> None:
    """Load a loop of a game with the fastest engine there is, and say so if that takes a while."""
    suggest_lab()
    mark = mark_of(game, loop) if for_throughput(game) == "numba" else None
    if mark is not None and not mark.exists():
        about = f"Compiling the rules of {game.title} for this processor"
        typer.echo(f"{about} (once; about half a minute) ...", err=True)
    getattr(game.fast_kernels, loop)
    if mark is not None:
        mark.touch()


def mark_of(game: Game, loop: str) -> Path | None:
    """The file that says that a loop was compiled before; None where nothing can be kept."""
    from parlour.core.engines.numba import cache_folder

    folder = cache_folder(Path(game.rules.__file__ or "").parent)
    return folder / f"{loop}.ready" if folder else None
