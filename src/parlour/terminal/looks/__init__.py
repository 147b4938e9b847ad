"""How each game looks in a terminal. A game without a look of its own is drawn in its plain words.

A look defines

- `draw(pen, view)`: the table;
- `prompt(view, you) -> (key, given) | None`: the line that says what is to be done, a key of the
  game's `[prompt]` words;
- `group(text, names) -> str`, if there may be too many actions for a list: what is chosen first.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from parlour.core.game import Game
from parlour.terminal.looks import plain


def look_of(game: Game) -> ModuleType:
    """The look of a game."""
    name = f"{__name__}.{game.name}"
    return import_module(name) if find_spec(name) else plain
