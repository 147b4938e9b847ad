"""Passages that the games' pages have from elsewhere: advice, notation, strength, and how a match begins."""

import re
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc

from tools.site.pages import ROOT

import parlour
from parlour.core.actions import Action
from parlour.core.game import Game
from parlour.core.positions import told_fields

PLAYING_WELL = re.compile(r"^## (?:Playing well|How to play it well)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SHOWN = 8  # actions of an opening


def advice(name: str) -> str:
    """What the book of a game says about playing well."""
    text = parlour.game(name).text("RULES.md")
    found = PLAYING_WELL.search(text)
    if found is None:
        raise ValueError(f"the RULES.md of {name} has no section on playing well")
    return found[1].strip()


def notation(name: str) -> str:
    """How actions and positions of a game are written: as the game declares it, and what it writes in its own way."""
    game = parlour.game(name)
    own = find_spec(f"{game.package}.notation")
    ways = body(import_module(f"{game.package}.notation").__doc__ or "") if own else ""
    positions = find_spec(f"{game.package}.positions")
    if positions:
        return "\n\n".join([ways, body(import_module(f"{game.package}.positions").__doc__ or "")])
    return "\n\n".join(part for part in (ways, actions_table(game), fields_table(game)) if part)


def actions_table(game: Game) -> str:
    """The verbs of a game and what follows them."""
    rows = [f"| `{verb.name}` | {verb.takes if verb.things else ''} |" for verb in game.table.ACTIONS.verbs]
    return "\n".join(["| Action | with |", "|---|---|", *(row.replace("$", "\\$") for row in rows)])


def fields_table(game: Game) -> str:
    """What a position can tell."""
    fields = told_fields(game.table.STATE).items()
    rows = [f"| `{name}` | {each.meaning}{', by seat' if each.per_seat else ''} |" for name, each in fields]
    said = (
        "A position is a line of fields, `seats=4 dealer=3 ...`; those that are as before the first deal are left out."
    )
    return "\n".join([said, "", "| Field | Meaning |", "|---|---|", *rows])


def body(docstring: str) -> str:
    """A docstring as a passage: without its first line, tables at the margin, drawings as such."""
    _, _, text = cleandoc(docstring).partition("\n")
    parts = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        if part.startswith("    |"):
            parts.append(re.sub(r"^    ", "", part, flags=re.MULTILINE))
        elif part.startswith("    "):
            parts.append("\n".join(["```text", re.sub(r"^    ", "", part, flags=re.MULTILINE), "```"]))
        else:
            parts.append(re.sub(r" ?Positions are in `positions\.py`\.|; positions are in `positions\.py`", "", part))
    return "\n\n".join(parts)


def strength(name: str) -> str:
    """The lines of the table of strength that are about a game."""
    lines = (ROOT / "docs" / "strength" / "README.md").read_text(encoding="utf-8").splitlines()
    title = parlour.game(name).title
    rows = [line for line in lines if line.startswith(f"| {title} |")]
    if not rows:
        return "Its levels have not been measured yet; [Strength](/strength/README.md) says those of which games have."
    head = [line for line in lines if line.startswith("| Game | Seats |")]
    told = [re.sub(r"\]\((?!/)", "](/strength/", without_ends(row)) for row in (*head, *rows)]
    return "\n".join([told[0], "|---|---|---|---|---|---|", *told[1:]])


def without_ends(row: str) -> str:
    """A row without its first cell, the game, and its last, the thinking time."""
    return f"| {' | '.join(cell.strip() for cell in row.split('|')[2:-2])} |"


def opening(name: str) -> str:
    """How a match begins, as its record has it: what was done, beside what everybody was told."""
    match, bot = parlour.game(name).match(seed=7), parlour.bot(name, "rulebook", seed=7)
    while len(match.record().actions) < SHOWN:
        seat = match.actors[0]
        chosen: Action = bot.choose(match, seat)
        match.play(seat, chosen)
    return "\n".join(["```text", *match.record().actions[:SHOWN], "```"])
