"""Computer players. They know no game by name, and see only what their seat may see."""

from parlour.bots.bot import Bot
from parlour.bots.players import RandomBot, RulebookBot
from parlour.core.game import Game
from parlour.errors import UnknownBot

__all__ = ["LEVELS", "Bot", "make"]

LEVELS: dict[str, type[Bot]] = {player.level: player for player in (RandomBot, RulebookBot)}


def make(game: Game, level: str, seed: int | None = None, forgetting: float = 0.0) -> Bot:
    """A computer player of a game; the same seed plays the same. `UnknownBot` if there is no such level.

    In a game of memory it forgets a card with the chance `forgetting` for every card it has seen since (C-07).
    """
    if level not in LEVELS:
        raise UnknownBot(f"there is no computer player {str(level)[:40]!r}; there are {', '.join(LEVELS)}")
    return LEVELS[level](game, seed, forgetting)
