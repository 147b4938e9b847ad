"""The computer players that every game has."""

from parlour.bots.bot import Bot
from parlour.core.actions import Action
from parlour.core.chance import below, rng_from
from parlour.core.contract import Rng
from parlour.core.match import Match


class RandomBot(Bot):
    """Takes any legal action, all alike."""

    level = "random"

    def choose(self, match: Match, seat: int) -> Action:
        """Any of them; whoever looks at nothing needs no sample."""
        rng = rng_from(self.seed, len(match.moves), seat, 1)
        return Action(self.open_to(match, seat), self.pick(match, seat, rng))

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
