"""Kard Kelly: a rack of fifteen disks, the pack, the pot."""

from typing import Any

from parlour.terminal.pen import QUIET, STRONG, Pen

DISKS = 15
ACROSS = 5
OWN = {"turn": "your_turn", "buy": "your_buy", "disk": "your_disk", "draw": "your_draw"}


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """Who has which disk, the rack, the pack and the pot."""
    table = view["table"]
    dead, gone = pen.word("label", "dead"), pen.word("label", "gone")
    disks = [
        gone if seat not in table["in_match"] else disk or (dead if table["starter"] is not None else "")
        for seat, disk in enumerate(table["disks"])
    ]
    pen.seats([("disk", disks), ("counters", [f"{each:+d}" for each in table["balances"]])]).line()
    if pen.plain:
        bowl(pen, table)
    else:
        rack(pen, table)
    pen.put(f"{pen.word('label', 'pot')} ", QUIET).adorn("◉ ", STRONG).put(table["pot"], STRONG)
    number = min(table["pots_won"] + 1, table["hands"])
    header = f", {pen.game.view.header_name(table['headers'])}" if table["headers"] else ""
    pen.line(f"   ({pen.word('label', 'pot_number', pot=number, hands=table['hands'])}{header})", QUIET)
    pen.put(pen.word("label", "cards_left", left=table["cards_left"]))
    if table["top"] is not None:
        pen.put("   ").put(pen.word("label", "top_card", card=table["top"]), STRONG)
    pen.line()
    if table["turned"]:
        pen.line(f"{pen.word('label', 'turned')}: {' '.join(map(str, table['turned']))}", QUIET)


def bowl(pen: Pen, table: dict[str, Any]) -> None:
    """The disks that nobody has, in words."""
    out = " ".join(map(str, table["out_of_play"])) or "none"
    pen.line(f"disks in the bowl: {table['disks_left']}   out of play: {out}")


def rack(pen: Pen, table: dict[str, Any]) -> None:
    """The fifteen disks: before whom, out of play, just drawn, or in the bowl."""
    owner = {disk: pen.names[seat] for seat, disk in enumerate(table["disks"]) if disk is not None}
    pen.line(pen.word("label", "rack"), QUIET)
    for disk in range(1, DISKS + 1):
        mine = owner.get(disk) == "You"
        where = owner.get(disk, "")
        if disk in table["out_of_play"]:
            where = pen.word("label", "count_out")
        shape = f"({disk:>2})" if disk == table["offered"] else f"⟨{disk:>2}⟩" if disk in owner else f" {disk:>2} "
        style = STRONG if mine or disk == table["offered"] else "" if disk in owner else QUIET
        pen.put(f"{shape}{where[:6]:6}", style)
        if disk % ACROSS == 0:
            pen.line()


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table = view["table"]
    phase, mine = table["phase"], you is not None and you in view["actors"]
    given = {"turn": table["turn"], "buyer": table["buyer"], "disk": table["offered"]}
    if phase in ("deal", "over"):
        return "deal", {}
    if phase in ("rejected", "kept"):
        return f"{'your_' * mine}{phase}", given
    return (OWN.get(phase, phase) if mine else phase), given
