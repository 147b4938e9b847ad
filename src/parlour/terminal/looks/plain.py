"""Any game, in the words that it has for itself."""

from typing import Any

from parlour.core import texts
from parlour.terminal.pen import Pen


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The table in plain text."""
    table = view["table"]
    if hasattr(pen.game.view, "render"):
        pen.line(pen.game.view.render(table, pen.names))
        return
    for line in texts.say_table(pen.game, table, pen.names):
        pen.line(line)


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """Nothing in particular."""
    return None
