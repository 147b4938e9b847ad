"""`parlour rules`: the book of a game, in our words, or one numbered rule of it."""

import os
from typing import Annotated

import typer

from parlour.cli.common import AsJson, GameName, console, print_json
from parlour.core.game import Game
from parlour.games import game
from parlour.games.rulebooks import all_rules, find_rule, rule_text


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
