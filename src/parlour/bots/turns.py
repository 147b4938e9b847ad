"""The player of every game without secrets for two who thinks: he searches whole turns, by `bots.alphabeta`."""

from typing import Any

from parlour.bots.alphabeta import AlphaBeta, RankedTurn
from parlour.bots.bot import Bot, Estimate
from parlour.bots.levels import Level, level_of
from parlour.core.actions import Action
from parlour.core.chance import below
from parlour.core.contract import Rng
from parlour.core.game import Game
from parlour.core.match import Match

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
        """What the player expects of the actions, in pieces ahead: an action is as good as the best turn it begins."""
        legal, world, rng = self.prepare(match, seat)
        found: dict[int, Estimate] = {}
        for turn in self.rank(world, seat, rng):
            action = Action(legal, turn.actions[0])
            found.setdefault(action.id, Estimate(action, turn.value / PIECE, turn.nodes, wins_in=turn.wins_in))
        return list(found.values())

    def rank(self, world: Match, seat: int, rng: Rng) -> list[RankedTurn]:
        """Every turn open to the seat, the best first."""
        setting, state = self.setting, world.state
        patience = HALF + below(rng, HALF)  # he thinks now longer, now less long, and so no two matches are alike
        if self.game.endgames is not None:
            tables = self.game.endgames.tables_for(state)
            self._engine.consult(tables.codes, tables.index)
        return self._engine.search(
            *(state, seat),
            nodes=setting.rounds * patience // (2 * HALF),
            seconds=setting.seconds,
            depth=setting.depth,
            exact=self.exact,
            overlooked=setting.overlooking,
            salt=below(rng, 1 << 32),
        )
