"""The games. They are discovered, and no list is kept.

A folder here with a `GAME` in its `__init__.py` is a game. An installed package brings one of its own by an entry point
in the group `parlour.games`, called as the game is: `leher = "parlour_leher:GAME"`. One that cannot be used is left out
with a warning, and an error says why if it is asked for. No package replaces a game of this house.
"""

import math
import re
import warnings
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pkgutil import iter_modules

from parlour.core.game import Game
from parlour.core.plugins import Plugins, package_of
from parlour.errors import BrokenGame, UnknownGame

PLUGINS = Plugins("parlour.games", "a game", BrokenGame)
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")  # it stands in addresses


@cache
def all_games() -> dict[str, Game]:
    """Every game by name: in the order of the names."""
    every = of_the_house() | of_packages()[0]
    return {name: every[name] for name in sorted(every)}


def names() -> list[str]:
    """The names of all games."""
    return list(all_games())


def game(name: str) -> Game:
    """The game of that name; `UnknownGame` if there is none, `BrokenGame` if one is installed and cannot be used."""
    if name in of_the_house():
        return of_the_house()[name]
    if name in all_games():
        return all_games()[name]
    if broken := of_packages()[1].get(name):
        raise broken
    raise UnknownGame(f"there is no game {str(name)[:40]!r}; there are {', '.join(names())}")


def shelved() -> list[Game]:
    """Every game in the order of the shelf: those that claim no place stand at its end."""
    return sorted(all_games().values(), key=lambda one: (one.place or math.inf, one.title))


@cache
def of_the_house() -> dict[str, Game]:
    """The games that have a folder here."""
    found = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg)
    return {module.GAME.name: module.GAME for module in found if hasattr(module, "GAME")}


@cache
def of_packages() -> tuple[dict[str, Game], dict[str, BrokenGame]]:
    """The games of installed packages, and what is wrong with those that cannot be used, each told in a warning."""
    games, broken = {}, {}
    for name, points in PLUGINS.points().items():
        try:
            games[name] = brought(name, points)
        except BrokenGame as error:
            broken[name] = error
            warnings.warn(str(error), stacklevel=2)
    return games, broken


def brought(name: str, points: list[EntryPoint]) -> Game:
    """The game of that name that a package brings."""
    if name in of_the_house():
        whose = ", ".join(map(package_of, points))
        raise BrokenGame(f"Parlour has a game {name!r} of its own, which is played; that of {whose} is left out")
    point = PLUGINS.only(name, points)
    found = PLUGINS.load(point)
    if not isinstance(found, Game):
        raise PLUGINS.unusable(point, f"it is {str(found)[:60]!r}, and no Game")
    if found.name != name or not NAME.fullmatch(name):
        raise PLUGINS.unusable(
            point, f"the game is called {found.name!r}; both names must be the same, in small letters, digits and _"
        )
    try:
        rules = find_spec(f"{found.package}.rules")
    except ModuleNotFoundError:  # it is no package at all
        rules = None
    if rules is None:
        raise PLUGINS.unusable(point, f"there is no module {found.package}.rules")
    return found
