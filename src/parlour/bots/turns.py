"""The player of every game without secrets for two who thinks: he searches whole turns, by `bots.alphabeta`."""

from collections.abc import Sequence
from typing import Any

from parlour.bots.alphabeta import FOREVER, AlphaBeta, RankedTurn
from parlour.bots.bot import Bot, Estimate, misjudgement
from parlour.bots.levels import Level, level_of
from parlour.core.actions import Action, Actions
from parlour.core.chance import below
from parlour.core.contract import Rng
from parlour.core.game import Game
from parlour.core.match import Match

EVERY = 1 << 30  # turns
HALF = 512
PIECE = 100  # what the evaluation says of one


class TurnBot(Bot):
    """Searches by alpha-beta, and looks the end of the game up in tables where there are any.

    It is asked action by action, and searches what is left of a turn in the middle of it.
    """

    exact = 1  # of how many turns it wants to know the exact value; of the others only that they are no better

    def __init__(self, game: Game, name: str, seed: int | None = None, forgetting: float = 0.0, **changes: Any) -> None:
        self.level = name
        self.setting: Level = level_of(game, name, **changes)
        super().__init__(game, seed, forgetting)
        self._engine = AlphaBeta(game)

    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """The next action of the best turn; where there is no choice, no thought."""
        ids = world.legal_ids(seat)
        return ids[0] if len(ids) == 1 else self.rank(world, seat, rng)[0].actions[0]

    def estimates(self, match: Match, seat: int) -> list[Estimate]:
        """What the player expects of the actions, in pieces ahead: an action is as good as the best turn it begins.

        All are searched as deep as one another, so that what they are worth can be compared.
        """
        legal, world, rng = self.prepare(match, seat)
        limits = self.limits(rng)
        turns = self.search(world, seat, **limits)
        depth = min(turn.depth for turn in turns)
        if any(turn.depth > depth for turn in turns):
            turns = self.search(world, seat, **limits | {"depth": depth})
        return estimates_of(legal, turns)

    def horizon(self, match: Match, seat: int) -> int:
        """How many turns deep it looks at all that can be done."""
        _, world, rng = self.prepare(match, seat)
        return min(turn.depth for turn in self.search(world, seat, **self.limits(rng)))

    def best(self, match: Match, seat: int, depth: int) -> RankedTurn:
        """The best turn, searched so deep."""
        _, world, rng = self.prepare(match, seat)
        return self.search(world, seat, **self.limits(rng) | {"depth": depth, "nodes": FOREVER, "exact": 1})[0]

    def rank(self, world: Match, seat: int, rng: Rng) -> list[RankedTurn]:
        """Every turn open to the seat, the best first as far as the player can judge; what is certain, all can."""
        limits, noise = self.limits(rng), PIECE * self.setting.noise
        if not noise:
            return self.search(world, seat, **limits)
        turns, salt = self.search(world, seat, **limits | {"exact": EVERY}), below(rng, 1 << 32)
        slips = {turn.actions: noise * misjudgement(salt, turn.actions) for turn in turns if turn.wins_in is None}
        return sorted(turns, key=lambda turn: -turn.value - slips.get(turn.actions, 0.0))

    def limits(self, rng: Rng) -> dict[str, Any]:
        """How long and how well the player looks this time."""
        setting = self.setting
        # He thinks now longer, now less long, and so no two matches are alike; a judge always as long as he may.
        patience = 2 * HALF if self.by_knowledge else HALF + below(rng, HALF)
        return {
            "nodes": setting.rounds * patience // (2 * HALF),
            "seconds": setting.seconds,
            "depth": setting.depth,
            "exact": self.exact,
        }

    def search(self, world: Match, seat: int, **limits: Any) -> list[RankedTurn]:
        """Search the turns open to a seat, with tables of endgames where there are any."""
        state = world.state
        if self.game.endgames is not None:
            tables = self.game.endgames.tables_for(state)
            self._engine.consult(tables.codes, tables.index)
        return self._engine.search(state, seat, **limits)


def estimates_of(legal: Actions, turns: Sequence[RankedTurn]) -> list[Estimate]:
    """Turns as estimates of the actions that they begin with, the best first."""
    found: dict[int, Estimate] = {}
    for turn in turns:
        action = Action(legal, turn.actions[0])
        told = Estimate(action, turn.value / PIECE, turn.nodes, wins_in=turn.wins_in, line=turn.line)
        found.setdefault(action.id, told)
    return list(found.values())
