"""Honors No. II: what lies before everybody, the deep row of discards, the hand."""

from collections.abc import Sequence
from typing import Any

from parlour.terminal.looks.books import hand, hand_title
from parlour.terminal.pen import QUIET, STRONG, Pen, marks_of


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The players, the stock and the row, the hand."""
    table = view["table"]
    marks = marks_of(view["seats"], dealer=table["dealer"])
    pen.seats([("held", table["held"]), ("laid", table["points_laid"]), ("total", table["totals"])], marks)
    for seat, laid in enumerate(table["laid"]):
        if laid:
            pen.line(f"  {pen.names[seat]}: {cards_text(laid)}")
    for seat, cards in enumerate(table["left"] or table["seen"]):
        if cards and seat != pen.you:
            has = pen.word("label", "left" if table["left"] else "seen", cards=" ".join(cards))
            pen.line(f"  {pen.names[seat]} {has}", QUIET)
    pen.line()
    count = table["stock"]
    pen.put("stock ", QUIET).adorn("▒▒ ", do="stock" if "stock" in pen.legal else "").line(count)
    row(pen, table["row"])
    pen.line().line(hand_title(table), STRONG)
    hand(pen, table.get("hand") or [], "discard" if table["phase"] == "play" else "give")


def row(pen: Pen, cards: list[str]) -> None:
    """The discards, the top one last; each can be taken with all above it."""
    pen.put(f"row, top card last:{'' if cards else ' none'}" if pen.plain else "row   ", QUIET)
    room = pen.width - 6
    for place, card in enumerate(cards):
        if room < 5:
            pen.put("\n      ")
            room = pen.width - 6
        pen.card(card, f"take {len(cards) - place}")
        room -= 5
    pen.line()


def cards_text(laid: Sequence[Any]) -> str:
    """Books or cards that lie before somebody."""
    return " ".join(each if isinstance(each, str) else ",".join(map(str, each)) for each in laid)


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table = view["table"]
    phase, turn = table["phase"], table["turn"]
    if phase == "claim":
        mine = you is not None and you in view["actors"]
        return ("your_claim" if mine else "claim"), {"card": table["row"][-1] if table["row"] else ""}
    if phase == "give":
        mine = table["claimant"] == you
        return ("your_give" if mine else "give"), {"seat": table["claimant"], "other": turn}
    if turn is None:
        return None
    return (f"your_{phase}" if turn == you else phase), {"turn": turn}
