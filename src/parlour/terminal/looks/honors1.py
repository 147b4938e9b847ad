"""Honors No. I: the shelf of twelve books, and the last asks."""

from collections.abc import Sequence
from typing import Any

from parlour.terminal.looks.books import hand_title, shelf
from parlour.terminal.pen import QUIET, STRONG, Pen, marks_of

MOST_ASKS = 4


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The players, the books, the asks."""
    table = view["table"]
    laid = {book[0]: pen.names[seat] for seat, books in enumerate(table["books"]) for book in books}
    marks = marks_of(view["seats"], dealer=table["dealer"], **{"out first": table["premium"]})
    books = ["".join(book[0] for book in each) or "-" for each in table["books"]]
    numbered = [("seat", range(view["seats"])), ("held", table["held"]), ("total", table["totals"]), ("books", books)]
    pen.seats([(name, list(values)) for name, values in numbered], marks)
    centre = "centre_one" if table["centre"] == 1 else "centre_other"
    pen.adorn("  ").line(pen.word("label", centre, count=table["centre"]), QUIET).line()
    pen.line(hand_title(table) if pen.plain else pen.word("label", "shelf"), STRONG)
    shelf(pen, table.get("hand") or [], laid)
    asks(pen, table["asks"])


def asks(pen: Pen, told: list[dict[str, Any]]) -> None:
    """The last asks, the newest last."""
    pen.line()
    for ask in told[-MOST_ASKS:]:
        said = pen.word("label", "asked_for", seat=ask["seat"], asked=pen.names[ask["asked"]], card=ask["card"])
        pen.line(f"{said} - {pen.word('label', 'got' if ask['got'] else 'in_vain')}", QUIET)


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    turn = view["table"]["turn"]
    if turn is None:
        return None
    return ("your_ask" if turn == you else "ask"), {"turn": turn}


def group(text: str, names: Sequence[str]) -> str:
    """First whom, then for what."""
    words = text.split()
    return f"ask {words[1]} {names[int(words[1])]}" if words[0] == "ask" and len(words) == 3 else ""
