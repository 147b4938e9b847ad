"""How each game looks in a terminal, in signs and colours or in plain text. A game without a look is a list.

A look defines

- `draw(pen, view)`: the table;
- `prompt(view, you) -> (key, given) | None`: the line that says what is to be done, a key of the
  game's `[prompt]` words;
- `group(text, names) -> str`, if there may be too many actions for a list: what is chosen first.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.terminal.looks import listed
from parlour.terminal.pen import Pen


def look_of(game: Game) -> ModuleType:
    """The look of a game."""
    name = f"{__name__}.{game.name}"
    return import_module(name) if find_spec(name) else listed


def turn_line(pen: Pen, view: dict[str, Any]) -> str:
    """What is to be done, and by whom, if the look has words for it."""
    made = look_of(pen.game).prompt(view, pen.you)
    return pen.word("prompt", made[0], **made[1]) if made else ""


def table_text(match: Match, names: Sequence[str], you: int | None, width: int) -> str:
    """The table in plain text, as somebody sees it, and what is to be done."""
    view = match.view(you)
    pen = Pen(match.game, names, you, (), view["actors"], width=width, height=0, plain=True)
    look_of(match.game).draw(pen, view)
    return "\n".join(filter(None, (pen.text(), "" if match.over else turn_line(pen, view))))
