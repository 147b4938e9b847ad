"""`parlour rules`: the book of a game, in our words, or one numbered rule of it."""

import difflib
import os
from importlib import resources
from typing import Annotated

import typer

from parlour.cli.common import AsJson, GameName, console, print_json
from parlour.core.game import Game
from parlour.core.rulebook import Rule, read_rules
from parlour.errors import ParlourError
from parlour.games import game


def rules(
    name: GameName,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="The id of one rule, as refusals cite it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Read the rules of a game, or one rule by its id."""
    one = game(name)
    if id is not None:
        rule = find_rule(one, id)
        print_json({"id": rule.id, "text": rule.text, "status": rule.status}) if as_json else typer.echo(
            rule_text(rule)
        )
    elif as_json:
        print_json([{"id": rule.id, "text": rule.text, "status": rule.status} for rule in all_rules(one)])
    else:
        show_book(one)


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


def show_book(one: Game) -> None:
    """The whole book, a screen at a time on a terminal."""
    from rich.markdown import Markdown

    page = console()
    os.environ.setdefault("LESS", "-FRX")
    if page.is_terminal and not page.is_dumb_terminal:
        with page.pager(styles=page.color_system is not None):
            page.print(Markdown(one.text("RULES.md")))
    else:
        typer.echo(one.text("RULES.md"))
