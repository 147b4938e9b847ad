"""The games. They are discovered: a folder here with a `GAME` in its `__init__.py` is a game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from parlour.core.game import Game
from parlour.errors import UnknownGame


@cache
def all_games() -> dict[str, Game]:
    """Every game by name, the oldest book last to be found first: in the order of the names."""
    found = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg)
    games = [module.GAME for module in found if hasattr(module, "GAME")]
    return {game.name: game for game in sorted(games, key=lambda game: game.name)}


def names() -> list[str]:
    """The names of all games."""
    return list(all_games())


def game(name: str) -> Game:
    """The game of that name; `UnknownGame` if there is none."""
    games = all_games()
    if name not in games:
        raise UnknownGame(f"there is no game {str(name)[:40]!r}; there are {', '.join(games)}")
    return games[name]
