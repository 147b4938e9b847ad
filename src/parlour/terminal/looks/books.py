"""What the four games of Honors share: twelve books of four cards, A to L."""

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.terminal.pen import QUIET, STRONG, Pen

BOOKS = "ABCDEFGHIJKL"
ACROSS = 4


def shelf(pen: Pen, cards: Sequence[str], laid: Mapping[str, str] | None = None) -> None:
    """The twelve books: your cards of each, and who laid it. In plain text, only what you hold."""
    if pen.plain:
        begun = sorted({card[0] for card in cards})
        pen.line("   ".join(" ".join([book, *(card[2:] for card in cards if card[0] == book)]) for book in begun))
        return
    for place, book in enumerate(BOOKS):
        held = [card[2:] for card in cards if card[0] == book]
        owner = (laid or {}).get(book, "")
        pen.put(f"{book} ", STRONG if held or owner else QUIET)
        if owner:
            pen.put(f"■ {owner[:8]:8}  ")
        else:
            numbers = " ".join(number if number in held else "·" for number in "1234")
            pen.put(f"{numbers}     ", "" if held else QUIET)
        if place % ACROSS == ACROSS - 1:
            pen.line()


def hand(pen: Pen, cards: Sequence[str], verb: str = "") -> None:
    """Your cards, book by book; those that may go in brackets."""
    last = cards[0][0] if cards else ""
    room = pen.width - 6
    for card in cards:
        if card[0] != last:
            pen.put(" ")
            room -= 1
        if room < 6:
            pen.line()
            room = pen.width - 6
        pen.card(card, f"{verb} {card}" if verb else "")
        last, room = card[0], room - 5
    pen.line()


def hand_title(table: Mapping[str, Any]) -> str:
    """What stands over a hand; nothing for who has none."""
    return "Your hand" if table.get("hand") else ""
