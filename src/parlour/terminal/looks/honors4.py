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
    pen.put("[▒▒▒]" if can else " ▒▒▒ ", LEGAL if can else QUIET, do="pack" if can else "").line(f"  {pack}")
    exposed(pen, table)
    held = [*(table.get("hand") or []), *([table["drawn"]] if table.get("drawn") else [])]
    if held:
        pen.line().line("Your hand", STRONG)
        for card in held:
            pen.card(card, f"throw {card}", STRONG)
        pen.line()


def exposed(pen: Pen, table: dict[str, Any]) -> None:
    """The card on top of those that were thrown."""
    card, count = table["exposed"], table["exposed_cards"]
    if not card:
        pen.line(f"       {pen.word('label', 'nothing')}", QUIET)
        return
    many = "one" if count == 1 else "other"
    pen.card(card, f"take {card}").line(f"  {pen.word('label', f'exposed_{many}', card=card, count=count)}")


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table = view["table"]
    if table["turn"] is None:
        return None
    what = "throw" if table["phase"] == "throw" else "draw" if table["exposed"] else "open"
    return (f"your_{what}" if table["turn"] == you else what), {"turn": table["turn"]}
