"""Cam: the field as a grid, seen from your castle. Pick a piece and its legs are marked."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.terminal.pen import LEGAL, QUIET, STRONG, TO_ACT, Pen

SIDES = ("$error bold", "$warning bold")
DONE = "done"


class DrawnLeg(NamedTuple):
    """A leg of a turn: `x` is a jump, else it is a move or a canter; `on` says that the turn may go on."""

    start: str
    sign: str
    end: str


def leg_of(text: str) -> DrawnLeg | None:
    """The leg that an action is, if it is one."""
    found = re.match(r"([A-G]\d+)([-x])([A-G]\d+)", text)
    return DrawnLeg(*found.groups()) if found else None


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The field, with its letters and numbers, and what was taken."""
    table = view["table"]
    turned = pen.you == 1
    ranks = table["ranks"][::-1] if turned else table["ranks"]
    files = "GFEDCBA" if turned else "ABCDEFG"
    squares = {square for rank in ranks for square in rank}
    used = [file for file in files if any(square[0] == file for square in squares)]
    picked = pen.picked or (table["unfinished"][-1] if table["unfinished"] else "")
    legs = {leg.end: (text, leg) for text in pen.legal if (leg := leg_of(text)) and leg.start == picked}
    starts = {leg.start for text in pen.legal if (leg := leg_of(text))}
    large = pen.height >= 2 * len(ranks) + 5 and pen.width >= 6 * len(used) + 4
    gap = "   " if large else " "
    for rank in ranks:
        number = rank[0][1:]
        pen.put(f"{number:>3} ", QUIET)
        for file in used:
            cell(pen, table, f"{file}{number}", squares, picked, legs, starts)
            pen.put(gap)
        pen.put("\n\n" if large else "\n")
    pen.line("    " + "".join(f" {file} {gap}" for file in used), QUIET)
    standing(pen, view)


def cell(
    pen: Pen, table: dict[str, Any], square: str, squares: set[str], picked: str,
    legs: dict[str, tuple[str, DrawnLeg]], starts: set[str],
) -> None:  # fmt: skip
    """A square: a piece, a castle, a mark of what can be done there."""
    if square not in squares:
        pen.put("   ")
        return
    piece = table["pieces"].get(square, "")
    sign = piece or ("*" if square in table["castles"] else "." if pen.plain else "·")
    style = SIDES[piece.islower()] if piece else QUIET
    if square in legs:
        text, leg = legs[square]
        wide = abs(int(leg.start[1:]) - int(leg.end[1:])) > 1 or abs(ord(leg.start[0]) - ord(leg.end[0])) > 1
        mark = "x" if leg.sign == "x" else "o" if wide else sign
        pen.put(f"({mark})", LEGAL, do=text)
    elif square == picked:
        pen.put(f"[{sign}]", f"{style} reverse", pick=square)
    elif square in starts:
        pen.put(f" {sign} ", f"{style} underline", pick=square)
    else:
        pen.put(f" {sign} ", style)


def standing(pen: Pen, view: dict[str, Any]) -> None:
    """Who has what left, and what has been taken."""
    table = view["table"]
    for seat, name in enumerate(pen.names):
        letters = "K M" if seat == 0 else "k m"
        taken = f"  {pen.word('label', 'captured')}: {table['taken'][seat]}" if table["taken"][seat] else ""
        pen.adorn(f"{TO_ACT if seat in pen.actors else ' '} ", SIDES[seat])
        pen.put(f"{name} ({letters})", SIDES[seat]).line(f"  {table['left'][seat]} left{taken}")
    quiet = pen.word("label", "quiet", quiet=table["quiet"], most=view["options"]["quiet_plies"])
    game = pen.word("label", "game", game=table["game"], games=view["options"]["games"])
    pen.adorn("  ").line(f"{game}. {quiet}.", QUIET)
    if table["ended"]:
        yours = table["winner"] is not None and table["winner"] == pen.you
        pen.line(pen.word("ending", f"{table['ended']}{'_you' * yours}", taker=table["winner"]), STRONG)


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line: whose turn, and what is due."""
    table, legal = view["table"], view["legal"]
    if table["turn"] is None:
        return "between", {}
    begun = table["unfinished"]
    given = {"turn": table["turn"], "square": begun[-1] if begun else ""}
    if table["turn"] != you:
        return ("goes_on" if begun else "to_move"), given
    if begun:
        return ("may_stop" if DONE in legal else "charge_on" if len(begun) > 1 else "jump_on"), given
    if table["duty"] == "capture":
        starts = dict.fromkeys(leg.start for text in legal if (leg := leg_of(text)))
        return "must_jump", {"squares": ", ".join(starts)}
    return ("must_leave" if table["duty"] == "leave the castle" else "your_move"), given


def group(text: str, names: Sequence[str]) -> str:
    """First the piece, then where it goes."""
    leg = leg_of(text)
    return leg.start if leg else ""
