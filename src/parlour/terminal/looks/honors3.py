"""Honors No. III: the market of open offers, what you have picked, the hand."""

from typing import Any

from parlour.terminal.looks.books import hand, hand_title
from parlour.terminal.pen import LEGAL, QUIET, STRONG, Pen, marks_of


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The players, the offers, the hand."""
    table = view["table"]
    marks = marks_of(view["seats"], dealer=table["dealer"], opens=table["opener"])
    books = ["".join(book[0] for book in each) or "-" for each in table["laid"]]
    pen.seats(
        [("seat", list(range(view["seats"]))), ("held", table["held"]), ("total", table["totals"]), ("books", books)],
        marks,
    )
    if not pen.plain or any(table["offers"]):
        pen.line().line(pen.word("label", "board"), STRONG)
    for seat, offer in enumerate(table["offers"]):
        offers(pen, seat, offer)
    left = view["options"]["h3_quiet"] - table["quiet"]
    if table["phase"] == "market" and left <= 10:
        pen.line(pen.word("label", "waning_one" if left == 1 else "waning_other", count=left), QUIET)
    pen.line().line(hand_title(table), STRONG)
    hand(pen, table.get("hand") or [], "pick")
    for seat, cards in enumerate(table["given"]):
        if cards:
            pen.line(f"{pen.names[seat]} {pen.word('label', 'from_you', cards=' '.join(cards))}", QUIET)
    if table.get("picked"):
        pen.put("Picked: ", QUIET).line("  ".join(table["picked"]), STRONG)


def offers(pen: Pen, seat: int, offer: dict[str, Any] | None) -> None:
    """What somebody cries out."""
    if offer is None:
        pen.adorn(f"  {pen.names[seat][:10]:10} ").adorn(f"{pen.word('label', 'no_offer')}\n", QUIET)
        return
    pen.put(f"  {pen.names[seat][:10]:10} ")
    pen.put(pen.word("label", f"change_{offer['number']}"), STRONG)
    if offer["to"] is not None:
        pen.put(f" {pen.word('label', 'to', other=offer['to'])}")
    if offer.get("cards"):
        pen.put(f" ({' '.join(offer['cards'])})")
    if f"accept {seat}" in pen.legal:
        pen.put(" ").put(f"[accept {seat}]", LEGAL, do=f"accept {seat}")
    pen.line()


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table = view["table"]
    if table["phase"] == "opening":
        return ("your_opening" if table["opener"] == you else "opening"), {"seat": table["opener"]}
    if table["phase"] != "market":
        return ("called", {"by": table["callers"]}) if table["callers"] else None
    if you is None:
        return "market", {}
    if table.get("handed_in"):
        return "handed_in", {}
    if table["offers"][you]:
        return "offered", {}
    return ("your_market" if you in view["actors"] else "market"), {}
