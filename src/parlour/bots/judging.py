"""What was a mistake: the judgement that reviews make, from the same opinion that hints give (`explain.opinion`).

What that opinion chooses is never a mistake. If another action looks worse by more than `DOUBT` standard errors, it and
the chosen one are measured again by a search that spends all its rounds on these two, so that neither has the advantage
of having been named. What is then worse by more than `SURE` standard errors is a mistake, and the difference is its
size. All else is noise, and nobody's fault. Where evaluations take the place of gains, both are searched equally deep,
and a difference of less than `LEAST` is noise.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import NamedTuple, Self

import numpy as np

from parlour.bots.bot import Estimate
from parlour.bots.explain import FEWEST, Explainer, opinion, thinker_of
from parlour.bots.levels import NAMES
from parlour.bots.play import Bytes
from parlour.bots.rivals import Pair
from parlour.bots.searching import SearchBot
from parlour.bots.turns import PIECE, TurnBot
from parlour.core.actions import Action
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.evaluation import WIN
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.errors import OptionError

DOUBT = 1.0  # standard errors by which an action must look worse to be measured with care
SURE = 3.0  # standard errors by which it must then be worse to be a mistake
LEAST = 0.05  # a smaller difference between evaluations is none: they have no errors to measure it by
DULL = LEAST / SURE / math.sqrt(2)  # the error of an evaluation that makes it so
PIECES = 2.0  # whoever is so many ahead wins about three games of four


class Worth(NamedTuple):
    """What an action was worth, as a gain, and the better one if it was a mistake."""

    taken: Estimate
    better: Estimate | None

    @property
    def cost(self) -> float:
        """What the mistake cost."""
        return self.better.value - self.taken.value if self.better else 0.0


class Weigher(SearchBot):
    """A player that spends all its thought on two actions, so that they can be compared like with like.

    One that searches a tree has one for each. One that tries actions in the same worlds (`bots.rivals`) does so with
    the two: then the errors are those of the difference, which is all that they are asked for.
    """

    only = 0

    @classmethod
    def like(cls, thinker: SearchBot) -> Self:
        """One that thinks as another does, and no less than it takes to know how sure the outcome is."""
        setting, rounds = thinker.setting, max(thinker.setting.rounds, FEWEST if compiled() else 2)
        more = {"rounds": 2 * rounds if setting.depth == 1 else rounds}
        weigher = cls(thinker.game, thinker.level, thinker.seed + 1, **asdict(setting) | more)
        weigher.forgetting, weigher.by_knowledge = thinker.forgetting, thinker.by_knowledge
        return weigher

    def weigh(self, match: Match, seat: int, actions: Sequence[int]) -> list[Estimate]:
        """What it expects of two actions."""
        if self.setting.depth > 1:
            return [self.looked_at(match, seat, action) for action in actions]
        legal, world, rng = self.prepare(match, seat)
        self._pair = self._pair or Pair(self.game)
        tops = self._pair.compare(world, seat, actions, self.setting, rng)
        return [Estimate(Action(legal, top.action), top.mean, top.visits, top.error) for top in tops]

    def looked_at(self, match: Match, seat: int, action: int) -> Estimate:
        """What it expects of an action, when it has eyes for nothing else."""
        self.only = action
        return self.estimates(match, seat)[0]

    def hidden(self, world: Match, seat: int) -> Bytes:
        """All but the action that it is asked for."""
        hidden = np.ones(len(self.game.table.ACTIONS), dtype=np.uint8)
        hidden[self.only] = 0
        return hidden


class TurnWeigher:
    """Weighs actions of a game without secrets by what is best after them, all seen equally far ahead."""

    def __init__(self, thinker: TurnBot) -> None:
        self.thinker = thinker

    def weigh(self, match: Match, seat: int, actions: Sequence[int]) -> list[Estimate]:
        """What the thinker expects of actions."""
        depth = max(2, self.thinker.horizon(match, seat))
        return [self.outcome(match, seat, action, depth) for action in actions]

    def outcome(self, match: Match, seat: int, action: int, depth: int) -> Estimate:
        """What the thinker expects of an action, seen so many turns ahead, this one included."""
        after = match.clone()
        after.play(seat, action)
        value, visits = gains(after.scores)[seat], 1
        if after.actors and after.actors[0] != TABLE:
            mover = after.actors[0]
            best = self.thinker.best(after, mover, depth if mover == seat else depth - 1)
            value += expected(best.value / PIECE) * (1 if mover == seat else -1)
            visits = best.nodes
        return Estimate(Action(match.legal(seat), action), value, visits, DULL)


class Judge:
    """One thinker names the better action, another measures it."""

    def __init__(self, thinker: Explainer, weigher: Weigher | TurnWeigher) -> None:
        self.thinker = thinker
        self.weigher = weigher

    @classmethod
    def of(cls, game: Game, level: str, rounds: int | None, seed: int) -> "Judge":
        """A judge of a level."""
        thinker = thinker_of(game, level, seed, **({} if rounds is None else {"rounds": rounds}))
        if isinstance(thinker, TurnBot):
            return cls(thinker, TurnWeigher(thinker))
        if not isinstance(thinker, SearchBot):
            raise OptionError(f"the {level} player cannot judge; {', '.join(NAMES)} can")
        return cls(thinker, Weigher.like(thinker))

    @property
    def by_chance(self) -> bool:
        """Whether the outcome of its search is a matter of chance, and has an error that can be measured."""
        return isinstance(self.weigher, Weigher)

    def judge(self, match: Match, seat: int, action: int) -> Worth:
        """A decision, before it is made."""
        found = opinion(match, seat, self.thinker)
        best, known = self.gain(match, seat, found.chosen), found.every.get(action)
        if action == found.chosen.action.id:
            return Worth(best, None)
        taken = self.gain(match, seat, known) if known else None
        if taken is None or worse(taken, best, DOUBT):
            taken, best = self.weigher.weigh(match, seat, (action, best.action.id))
        return Worth(taken, best if worse(taken, best, SURE) else None)

    def gain(self, match: Match, seat: int, estimate: Estimate) -> Estimate:
        """An estimate as a gain of points."""
        if self.by_chance:
            return estimate
        return replace(estimate, value=gains(match.scores)[seat] + expected(estimate.value), error=DULL)


def worse(taken: Estimate, best: Estimate, errors: float) -> bool:
    """Whether an estimate is less than another by so many standard errors."""
    margin = errors * math.hypot(taken.error, best.error)
    return taken.action.id != best.action.id and best.value - taken.value > max(margin, 1e-9)


def expected(evaluation: float) -> float:
    """An evaluation in pieces ahead as what it gains of the game's one point, from -1 for a loss to 1 for a win."""
    if abs(evaluation) > WIN / 2 / PIECE:
        return math.copysign(1.0, evaluation)
    return math.tanh(evaluation / (2 * PIECES))


def gains(scores: Sequence[float]) -> list[float]:
    """What each seat is ahead of the mean of the others."""
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]
