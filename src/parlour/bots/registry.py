"""Finding a computer player by its name: those of the house, those of installed packages, programs of any kind.

    | name             | player                                                                                   |
    |------------------|------------------------------------------------------------------------------------------|
    | `rulebook`       | one of `LEVELS`, which every game has                                                    |
    | `strong:tries=1` | a level that searches, with some of its settings changed (`bots.levels`)                 |
    | any other word   | the entry point of that name in the group `parlour.bots` of some installed package       |
    | `exec:COMMAND`   | a program that speaks the protocol of `bots.protocol` (`bots.external`)                  |

docs/bots.md tells strangers how to write one.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any, TypeAlias

from parlour.bots.bot import Bot
from parlour.bots.external import PREFIX, ExternalBot
from parlour.bots.levels import NAMES, changes_of
from parlour.bots.players import RandomBot, RulebookBot
from parlour.core.game import Game
from parlour.core.plugins import Plugins, told
from parlour.errors import BrokenBot, ParlourError, UnknownBot

GROUP = "parlour.bots"
PLUGINS = Plugins(GROUP, "a computer player", BrokenBot)

Factory: TypeAlias = Callable[[Game, int | None, float], Bot]  # game, seed, forgetting; a subclass of Bot is one


def thinker(game: Game, level: str, seed: int | None = None, forgetting: float = 0.0, **changes: Any) -> Bot:
    """A player that searches as its level says, changes aside: by turns where nothing is hidden, else by samples."""
    if game.evaluation is not None:
        from parlour.bots.turns import TurnBot

        return TurnBot(game, level, seed, forgetting, **changes)
    from parlour.bots.searching import SearchBot

    return SearchBot(game, level, seed, forgetting, **changes)


def of_level(level: str) -> Factory:
    """What makes players of a level."""
    return lambda game, seed, forgetting: thinker(game, level, seed, forgetting)


# The players of the house. Whoever adds a level adds it here.
LEVELS: dict[str, Factory] = {
    "random": RandomBot,
    "rulebook": RulebookBot,
    **{level: of_level(level) for level in NAMES},
}


def names() -> list[str]:
    """Every player that can be asked for by a plain name: the house's, then those of installed packages."""
    return [*LEVELS, *sorted(name for name in plugins() if name not in LEVELS)]


def make(game: Game, name: str, seed: int | None = None, forgetting: float = 0.0) -> Bot:
    """A computer player of a game; the same seed plays the same.

    In a game of memory it forgets a card with the chance `forgetting` for every card it has seen since (C-07).
    `UnknownBot` if there is no such player, `BrokenBot` if one from outside cannot be used.
    """
    if isinstance(name, str) and name.startswith(PREFIX):
        return ExternalBot.from_spec(game, name, seed, forgetting)
    if name in LEVELS:
        return LEVELS[name](game, seed, forgetting)
    if isinstance(name, str) and name.partition(":")[0] in NAMES:
        level, changes = changes_of(name)
        return thinker(game, level, seed, forgetting, **changes)
    return make_plugin(game, name, seed, forgetting)


def plugins() -> dict[str, list[EntryPoint]]:
    """The entry points of all installed packages by name."""
    return PLUGINS.points()


def make_plugin(game: Game, name: str, seed: int | None, forgetting: float) -> Bot:
    """A player of an installed package."""
    points = plugins().get(name, [])
    if not points:
        known = ", ".join(names())
        raise UnknownBot(
            f"there is no computer player {str(name)[:40]!r}; there are {known}, and {PREFIX}COMMAND for a program"
        )
    point = PLUGINS.only(name, points)
    factory = load(point)
    try:
        bot = factory(game, seed, forgetting)
    except ParlourError:  # the player's own way to say that it does not play this
        raise
    except Exception as error:
        raise PLUGINS.unusable(point, f"making it failed: {told(error)}") from error
    if not isinstance(bot, Bot) or bot.game is not game:
        raise PLUGINS.unusable(point, f"it gives {str(bot)[:60]!r}, which is no Bot of {game.title}")
    return bot


def load(point: EntryPoint) -> Factory:
    """What an entry point names."""
    factory = PLUGINS.load(point)
    if not callable(factory):
        raise PLUGINS.unusable(point, "it is neither a Bot nor a function that makes one")
    return factory  # type: ignore[no-any-return]
