"""Any game: all that stands on its table, as a list in its own words."""

from typing import Any

from parlour.core import texts
from parlour.terminal.pen import Pen


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """What there is, a line each."""
    for line in texts.say_table(pen.game, view["table"], pen.names):
        pen.line(line)


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """Nothing in particular."""
    return None
