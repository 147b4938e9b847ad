"""Honors No. IV: the pack, the exposed card, and the quick pair."""

from typing import Any

from parlour.terminal.pen import LEGAL, QUIET, STRONG, Pen, marks_of


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The players, the pack and the pile, your card or two."""
    table = view["table"]
    marks = marks_of(view["seats"], opens=table["opener"])
    pen.seats([(f"of {table['match']}", table["totals"])], marks).line()
    word = pen.word
    many = "one" if table["pack"] == 1 else "other"
    pack = word("label", f"pack_{many}", count=table["pack"])
    can = "pack" in pen.legal
    pen.adorn("[▒▒▒]  " if can else " ▒▒▒   ", LEGAL if can else QUIET, do="pack" if can else "").line(pack)
    exposed(pen, table)
    if table["drawn"] and table["turn"] != pen.you:
        pen.line(f"{pen.names[table['turn']]} {word('label', 'took', card=table['drawn'])}")
    if table["out"]:
        pen.line(f"{pen.names[table['opener']]}: {' '.join(table['out'])}", STRONG)
    if held := table.get("hand"):
        pen.line().line("Your hand", STRONG)
        for card in held:
            pen.card(card, f"throw {card}", STRONG)
        pen.line()


def exposed(pen: Pen, table: dict[str, Any]) -> None:
    """The card on top of those that were thrown."""
    card, count = table["exposed"], table["exposed_cards"]
    if not card:
        pen.adorn("       ").line(pen.word("label", "nothing"), QUIET)
        return
    many = "one" if count == 1 else "other"
    if not pen.plain:
        pen.card(card, f"take {card}").put("  ")
    pen.line(pen.word("label", f"exposed_{many}", card=card, count=count))


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table = view["table"]
    if table["turn"] is None:
        return None
    what = "throw" if table["phase"] == "throw" else "draw" if table["exposed"] else "open"
    return (f"your_{what}" if table["turn"] == you else what), {"turn": table["turn"]}
