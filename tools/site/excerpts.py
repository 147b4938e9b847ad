"""Passages that the games' pages have from elsewhere: advice, notation, strength, and how a match begins."""

import re
from importlib import import_module
from inspect import cleandoc

from tools.site.pages import ROOT

import parlour
from parlour.core.actions import Action

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
    """How actions and positions of a game are written, as its notation documents it."""
    package = parlour.game(name).package
    modules = [import_module(f"{package}.notation")]
    if "positions.py" in (modules[0].__doc__ or ""):
        modules.append(import_module(f"{package}.positions"))
    return "\n\n".join(body(module.__doc__ or "") for module in modules)


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
