"""The player of every game with secrets who thinks: he searches, as deep and as carefully as his level says."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from parlour.bots.bot import Bot, Estimate, spread_of
from parlour.bots.ismcts import Top, Tree, ranked
from parlour.bots.levels import Level, level_of
from parlour.bots.play import Bytes
from parlour.bots.rivals import Rivals
from parlour.core.actions import Action
from parlour.core.chance import below, rng_from
from parlour.core.contract import Rng
from parlour.core.game import Game
from parlour.core.match import Match

BATCH = 250  # rounds between two looks at the clock
CHANCES = 1_000_000


class SearchBot(Bot):
    """Searches by `bots.ismcts`. The same seed plays the same, unless the clock stops it."""

    def __init__(self, game: Game, name: str, seed: int | None = None, forgetting: float = 0.0, **changes: Any) -> None:
        self.level = name
        self.setting: Level = level_of(game, name, **changes)
        super().__init__(game, seed, max(forgetting, self.setting.forgetting))
        self._trees: list[Tree] = []

    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """The action that it ranks first; where there is no choice, no thought."""
        ids = world.legal_ids(seat)
        return ids[0] if len(ids) == 1 else self.rank(world, seat, rng)[0].action

    def estimates(self, match: Match, seat: int) -> list[Estimate]:
        """What the player expects of the actions it looked at, the best first."""
        legal, world, rng = self.prepare(match, seat)
        tops = self.rank(world, seat, rng)
        return [Estimate(Action(legal, top.action), top.mean, top.visits, top.error) for top in tops]

    def rank(self, world: Match, seat: int, rng: Rng) -> list[Top]:
        """Search, in as many trees as there are threads."""
        setting, root, hidden = self.setting, world.states, self.overlooked(world, seat, rng)
        rounds = -(-setting.rounds // setting.threads)
        if not self._trees:
            kind = Rivals if setting.depth == 1 else Tree
            self._trees = [kind(self.game, rounds) for _ in range(setting.threads)]
        stop = time.perf_counter() + setting.seconds

        def grow(tree: Tree, own: Rng) -> None:
            tree.begin(seat, world.seats, setting)
            for done in range(0, rounds, BATCH):
                if done and time.perf_counter() > stop:
                    break
                tree.grow(root, hidden, min(BATCH, rounds - done), own)

        seeds = [rng_from(below(rng, 1 << 32)) for _ in self._trees]
        if len(self._trees) == 1:
            grow(self._trees[0], seeds[0])
        else:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                list(pool.map(grow, self._trees, seeds))
        tops, advised = ranked(self._trees), self._trees[0].book(root, seat, rng)
        # Who compares actions in the same worlds has the errors of their differences already.
        return loyal(tops, advised, setting.trust, 0.0 if setting.depth == 1 else spread_of(tops))

    def overlooked(self, world: Match, seat: int, rng: Rng) -> Bytes:
        """Mark what the player does not notice, the idle move aside, and what nobody does who sees anything else."""
        hidden = np.zeros(len(self.game.table.ACTIONS), dtype=np.uint8)
        ids = world.legal_ids(seat)
        for number in ids[1:]:
            hidden[number] = below(rng, CHANCES) < CHANCES * self.setting.overlooking
        pointless = getattr(self.game.advice, "pointless", None)
        if pointless and self.setting.sense:
            state = world.state
            vain = [number for number in ids if pointless(state, seat, number)]
            if any(not hidden[number] for number in {*ids} - {*vain}):
                hidden[vain] = True
        return hidden


def loyal(tops: list[Top], advised: int, trust: float, spread: float = 0.0) -> list[Top]:
    """The ranking, led by what the book advises unless another action is better by `trust` standard errors.

    `spread` is what the gain of one round spreads by at least: a book's action that has had bad luck a few times looks
    bad beyond doubt if its own spread is believed.
    """
    for book in (top for top in tops if top.action == advised):
        ahead = tops[0].mean - book.mean
        doubt = math.hypot(*(max(top.error, spread / math.sqrt(top.visits)) for top in (tops[0], book)))
        if ahead < trust * doubt or (trust and book.visits == 1):
            return [book, *(top for top in tops if top is not book)]
    return tops
