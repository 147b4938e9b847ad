"""The numbered rules of a game together with the conventions of all games, and finding one of them."""

import difflib
from importlib import resources

from parlour.core.game import Game
from parlour.core.rulebook import Rule, read_rules
from parlour.errors import ParlourError


def all_rules(one: Game) -> tuple[Rule, ...]:
    """The rules of a game, and the conventions that it shares with the others."""
    shared = resources.files("parlour.games").joinpath("CONVENTIONS.md").read_text(encoding="utf-8")
    return read_rules(one.text("RULES.md")) + read_rules(shared)


def find_rule(one: Game, id: str) -> Rule:
    """The rule of that id; an error that names near ones if there is none."""
    known = {rule.id: rule for rule in all_rules(one)}
    wanted = id.strip().upper()
    if wanted not in known:
        near = difflib.get_close_matches(wanted, known, n=4, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else f"`parlour rules {one.name}` prints them all"
        raise ParlourError(f"{one.title} has no rule {id[:20]!r}; {hint}")
    return known[wanted]


def rule_text(rule: Rule) -> str:
    """A rule in a line or two."""
    return f"{rule.id} ({rule.status}): {rule.text}"
