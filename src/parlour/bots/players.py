"""The computer players that every game has."""

from parlour.bots.bot import Bot
from parlour.core.chance import below
from parlour.core.contract import Rng
from parlour.core.match import Match


class RandomBot(Bot):
    """Takes any legal action, all alike."""

    level = "random"

    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """Any of them."""
        ids = world.legal(seat).ids
        return ids[below(rng, len(ids))]


class RulebookBot(Bot):
    """Plays as the strategy section of the game's own book advises."""

    level = "rulebook"

    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """What the book would do."""
        return world.advise(seat, rng).id
