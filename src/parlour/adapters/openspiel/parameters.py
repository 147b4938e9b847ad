"""A game's options as OpenSpiel's parameters, both ways.

A parameter has one type, and OpenSpiel reads `1949` as a number wherever it stands. So a choice between numbers is a
number (`min_bid=1`), and where only some of the choices are numbers, those have the option's name in front
(`edition=edition_1949`).
"""

from collections.abc import Mapping
from typing import Any

from parlour.core.game import Game
from parlour.core.options import Choice, Option, Value

DEALS, SEED, RETURNS = "deals", "seed", "returns"
PAYOFFS, RELATIVE, WIN = "payoffs", "relative", "win"


def specification(game: Game) -> dict[str, Value]:
    """Every parameter of a game, with its usual value."""
    own: dict[str, Value] = {"players": game.usual, SEED: -1, DEALS: 0, RETURNS: PAYOFFS}
    return own | {option.name: shown(option, option.default) for option in game.options}


def options_of(game: Game, given: Mapping[str, Any]) -> dict[str, Value]:
    """The options among the parameters, each checked."""
    options = {option.name: taken(option, given[option.name]) for option in game.options if option.name in given}
    settings = game.complete_options(options)
    game.check_options(settings)
    return settings


def shown(option: Option, value: Value) -> Value:
    """An option's value as a parameter."""
    if not isinstance(option, Choice) or not str(value).isdecimal():
        return value
    return int(value) if all_numbers(option) else f"{option.name}_{value}"


def taken(option: Option, value: Any) -> Any:
    """A parameter as the option's value."""
    if not isinstance(option, Choice):
        return value
    return str(value).removeprefix(f"{option.name}_")


def all_numbers(option: Choice) -> bool:
    """Whether all choices are numbers."""
    return all(choice.isdecimal() for choice in option.choices)
