"""Any game: all that stands on its table, as a list."""

from typing import Any

from parlour.terminal.pen import Pen


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """What there is, a line each."""
    for name, value in view["table"].items():
        if value not in (None, []):
            pen.line(f"{name.replace('_', ' ')}: {value}")


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """Nothing in particular."""
    return None
