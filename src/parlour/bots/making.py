"""Writes `<game>.wasm`: `python -m parlour.bots.making your.package file.wasm` makes the file of a package's game.

`parlour compile` starts it, a process a game. It lies here because a file has the loops of computer players too, which
the core does not know.
"""

import sys
from importlib import import_module
from pathlib import Path

from parlour.bots.exports import exports_of
from parlour.core.engines.wasm import digest
from parlour.core.files import whole_file
from parlour.core.game import Game
from parlour.errors import ParlourError


def write(game: Game, file: Path) -> None:
    """Make a game's file, whole or not at all."""
    from parlour.core.engines.building import build

    made = build(exports_of(game), digest(game))
    with whole_file(file) as part:
        part.write_bytes(made)


if __name__ == "__main__":
    package, file = sys.argv[1:]
    try:
        write(import_module(package).GAME, Path(file))
    except ParlourError as error:
        sys.exit(str(error))
