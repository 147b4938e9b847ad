"""`parlour games`: what there is to play."""

from typing import Annotated, Any

import typer

from parlour.cli.common import AsJson, complete_game, options_data, print_grid, print_json
from parlour.core.coaching import coaching
from parlour.core.game import Game
from parlour.games import all_games, game
from parlour.terminal.saying import seats_text, value_text


def games(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Show everything about this game.", autocompletion=complete_game),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show the seats, options and facts of one."""
    if name is not None:
        one = game(name)
        print_json(facts(one) | {"options": options_data(one)}) if as_json else show(one)
    elif as_json:
        print_json([facts(each) for each in all_games().values()])
    else:
        rows = [(g.name, g.title, str(g.year), seats_text(g), g.summary) for g in all_games().values()]
        print_grid(("name", "game", "year", "seats", ""), rows)


def facts(one: Game) -> dict[str, Any]:
    """What is known of a game, as plain data."""
    return {
        "name": one.name,
        "title": one.title,
        "year": one.year,
        "maker": one.maker,
        "summary": one.summary,
        "goal": coaching(one).goal,
        "seats": {"fewest": one.fewest, "most": one.most, "usual": one.usual},
        "rules": one.version,
    }


def show(one: Game) -> None:
    """All about a game, for people."""
    usual = "" if one.fewest == one.most else f", usually {one.usual}"
    typer.echo(f"{one.title} ({one.year}, {one.maker})")
    typer.echo(coaching(one).goal or one.summary)
    typer.echo(
        f"For {seats_text(one)} players{usual}. Rules version {one.version}; read them with: parlour rules {one.name}"
    )
    typer.echo("\nOptions (set with -o name=value):")
    for option in one.options:
        typer.echo(f"\n  {option.name} = {value_text(option.default)}  ({option.values})  {option.rule}")
        typer.echo(f"      {option.help}")
