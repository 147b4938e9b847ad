"""Telling people why the very first start takes a while: the rules are being compiled, once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from parlour.core.game import Game
from parlour.core.loading import PLAY, REPLAY, loading_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LOOPS = {  # that a command needs
    "replay": REPLAY,
    "play": PLAY,
    "simulate": ("series",),
    "perft": (*REPLAY, "count_leaves"),
    "bench": (*REPLAY, "playout"),
}


def load_rules(game: Game, purpose: str) -> None:
    """Compile what a command needs of a game, telling so; nothing to do if that was done before."""
    from parlour.core.kernel import CORE

    _load(game, purpose, CORE, loading_steps(game, LOOPS[purpose]))


def is_ready(game: Game, purpose: str = "play") -> bool:
    """Whether what a command needs of a game was compiled before."""
    from parlour.core.kernel import CORE

    done = _done(game, purpose, CORE)
    return done is not None and done.exists()


def load_search(game: Game) -> None:
    """Compile what players that search need of a game, telling so; nothing to do if that was done before."""
    from parlour.bots import compile_thinkers, play

    _load(game, "search", Path(play.__file__).parent, [lambda: compile_thinkers(game)])


def _load(game: Game, purpose: str, source: Path, steps: "Sequence[Callable[[], Any]]") -> None:
    from parlour.core.engines import compiled

    if not compiled():
        return
    done = _done(game, purpose, source)
    if done is not None and done.exists():
        return
    what = "players" if purpose == "search" else "rules"
    with progress(f"Compiling the {what} of {game.title}", once=done is not None) as tell:
        for number, step in enumerate(steps):
            tell(f"{number + 1} of {len(steps)}")
            step()
    if done is not None:
        done.touch()


def _done(game: Game, purpose: str, source: Path) -> Path | None:
    """The file that says so; None where nothing can be kept."""
    from parlour.core.kernel import cache_folder

    folder = cache_folder(Path(game.rules.__file__ or "").parent, source)
    return folder / f"{purpose}.ready" if folder else None


@contextmanager
def progress(doing: str, once: bool) -> "Iterator[Callable[[str], None]]":
    """A line on the error stream that moves if it can."""
    from parlour.cli.common import console

    often = "once; about half a minute" if once else "every time, as the cache folder cannot be written"
    text = f"{doing} ({often})"
    screen = console(error=True)
    if not screen.is_terminal or screen.is_dumb_terminal:
        typer.echo(f"{text} ...", err=True)
        yield lambda step: None
        return
    with screen.status(text) as status:
        yield lambda step: status.update(f"{text}, {step}")
