"""Writes `<game>.wasm`: `python -m parlour.bots.making your.package` makes the file of the game that a package defines.

`parlour compile` starts it, a process a game. It lies here because a file has the loops of computer players too, which
the core does not know.
"""

import sys
from importlib import import_module
from pathlib import Path

from parlour.bots.exports import exports_of
from parlour.core.engines.wasm import digest, file_of
from parlour.core.files import whole_file
from parlour.core.game import Game
from parlour.errors import ParlourError


def write(game: Game) -> Path:
    """Make a game's file, whole or not at all; where it is."""
    from parlour.core.engines.building import build

    file = file_of(game)
    made = build(exports_of(game), digest(game))
    with whole_file(file) as part:
        part.write_bytes(made)
    return file


if __name__ == "__main__":
    try:
        for package in sys.argv[1:]:
            write(import_module(package).GAME)
    except ParlourError as error:
        sys.exit(str(error))
