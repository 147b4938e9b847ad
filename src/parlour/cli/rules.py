"""`parlour rules`: the book of a game, in our words, or one numbered rule of it."""

from dataclasses import asdict
from typing import Annotated

import typer

from parlour.cli.common import AsJson, GameName, print_json
from parlour.errors import OptionError
from parlour.games import game
from parlour.games.rulebooks import LANGUAGES, all_rules, book_text, find_rule, rule_text
from parlour.terminal.plain.screen import show_book


def complete_language(start: str) -> list[str]:
    """Languages for the shell's completion."""
    return [each for each in LANGUAGES if each.startswith(start)]


Language = Annotated[
    str,
    typer.Option(
        "--language", metavar="LANGUAGE", help="en (English) or es (Spanish).", autocompletion=complete_language
    ),
]


def rules(
    name: GameName,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="The id of one rule, as refusals give it.")] = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Read the rules of a game, or one rule by its id."""
    one = game(name)
    if language not in LANGUAGES:
        raise OptionError(f"the rules are not written in {language[:20]!r}; there are {', '.join(LANGUAGES)}")
    if id is not None:
        rule = find_rule(one, id, language)
        print_json(asdict(rule)) if as_json else typer.echo(rule_text(rule, language))
    elif as_json:
        print_json([asdict(rule) for rule in all_rules(one, language)])
    else:
        show_book(book_text(one, language))
