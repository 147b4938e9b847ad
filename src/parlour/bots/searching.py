"""The player of every game with secrets who thinks: by search, as deep and as carefully as the level says."""

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from parlour.bots.bot import Bot, Estimate, misjudgement, spread_of
from parlour.bots.ismcts import Top, Tree, ranked
from parlour.bots.levels import Level, level_of
from parlour.bots.play import Bytes
from parlour.bots.rivals import Pair, Rivals
from parlour.core.actions import Action
from parlour.core.chance import below, rng_from
from parlour.core.contract import Rng
from parlour.core.game import Game
from parlour.core.match import Match

BATCH = 250  # rounds between two looks at the time
SEEDS = 1 << 32


class SearchBot(Bot):
    """Searches by `bots.ismcts`. The same seed plays the same, however busy the machine is (`Level.seconds`)."""

    def __init__(self, game: Game, name: str, seed: int | None = None, forgetting: float = 0.0, **changes: Any) -> None:
        self.level = name
        self.setting: Level = level_of(game, name, **changes)
        super().__init__(game, seed, max(forgetting, self.setting.forgetting))
        self._trees: list[Tree] = []
        self._pair: Pair | None = None

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
        """The actions that it looked at, first the one that it prefers: the book's unless another is better twice."""
        tops, setting = self.search(world, seat, rng), self.setting
        book = self._trees[0].book(world.states, seat, rng)
        # Who compares actions in the same worlds has the errors of their differences already.
        spread = 0.0 if setting.depth == 1 else spread_of(tops)
        if setting.noise:
            return loyal(misjudged(tops, setting.noise, below(rng, SEEDS)), book, setting.trust, spread)
        tops, known = loyal(tops, book, setting.trust, spread), {book}
        while setting.trust and tops[0].action not in known and book in {top.action for top in tops}:
            known.add(tops[0].action)
            tops = loyal(self.try_again(tops, book, world, seat, rng), book, setting.trust, spread)
        return tops

    def search(self, world: Match, seat: int, rng: Rng) -> list[Top]:
        """Search, in as many trees as there are threads."""
        setting, root, hidden = self.setting, world.states, self.hidden(world, seat)
        if not self._trees:
            kind = Rivals if setting.depth == 1 else Tree
            self._trees = [kind(self.game, setting.share) for _ in range(setting.threads)]

        def grow(tree: Tree, own: Rng) -> None:
            tree.begin(seat, world.seats, setting)
            stop = time.thread_time() + setting.seconds
            for done in range(0, setting.share, BATCH):
                if done and time.thread_time() > stop:
                    break
                tree.grow(root, hidden, min(BATCH, setting.share - done), own)

        seeds = [rng_from(below(rng, SEEDS)) for _ in self._trees]
        if len(self._trees) == 1:
            grow(self._trees[0], seeds[0])
        else:
            with ThreadPoolExecutor(len(self._trees)) as pool:
                list(pool.map(grow, self._trees, seeds))
        return ranked(self._trees)

    def try_again(self, tops: list[Top], book: int, world: Match, seat: int, rng: Rng) -> list[Top]:
        """The same after the first was tried once more beside the book's, in fresh worlds: those say what it is worth.

        What is best of many has mostly had luck as well, and the worlds in which it had that are no witnesses.
        """
        first, usual = tops[0], next(top for top in tops if top.action == book)
        self._pair = self._pair or Pair(self.game)
        own, other = self._pair.compare(world, seat, (book, first.action), self.setting, rng)
        again = Top.of(first.action, first.visits, usual.mean + other.mean - own.mean, other.error)
        return sorted([again, *tops[1:]], key=self._trees[0].order)

    def hidden(self, world: Match, seat: int) -> Bytes:
        """Mark what the player does not look at: what nobody does who can do anything else (`pointless`)."""
        hidden = np.zeros(len(self.game.table.ACTIONS), dtype=np.uint8)
        pointless = getattr(self.game.advice, "pointless", None)
        if pointless:
            ids, state = world.legal_ids(seat), world.state
            vain = [number for number in ids if pointless(state, seat, number)]
            hidden[vain] = len(vain) < len(ids)
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


def misjudged(tops: Sequence[Top], noise: float, salt: int) -> list[Top]:
    """The actions as they seem to a player whose judgement is so rough, the best first."""
    spread = spread_of([top for top in tops if top.error])
    seen = [top.moved(noise * spread * misjudgement(salt, top.action)) for top in tops]
    return sorted(seen, key=lambda top: (max(top.error, spread / math.sqrt(top.visits)) - top.mean, top.action))
