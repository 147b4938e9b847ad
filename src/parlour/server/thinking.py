"""Computer players at tables. They think in processes of their own, so no table waits for another one's player.

A process is given a sample: all that the seat does not know has been dealt afresh before it leaves this one. So not
even a computer player gone wrong can tell anybody a secret.
"""

import asyncio
import logging
import os
import random
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import cache, partial
from typing import NamedTuple

import numpy as np

from parlour.bots import registry
from parlour.bots.bot import Bot
from parlour.core.chance import rng_from
from parlour.core.fairness import Deal
from parlour.core.kinship import serve
from parlour.core.match import Match
from parlour.errors import BrokenBot
from parlour.games import game
from parlour.server.crew import START, Crew
from parlour.server.habits import Habits
from parlour.server.metrics import Metrics
from parlour.table.facts import Acted
from parlour.table.room import Room
from parlour.table.schedule import Thinker

log = logging.getLogger("parlour.server")

INSTANT = "random"  # needs no thought
ADVISED = "rulebook"  # plays for one that fails, here and at once
SHORTEST = 0.001  # seconds that one can sleep
TRIES = 3  # times that a player is asked whose process died
SLACK = 10.0  # times as long as it usually takes a player may think, on a machine that is busy
LONGEST = {"rulebook": 0.05, "novice": 0.05, "casual": 0.15, "strong": 1.0, "master": 3.0}  # seconds, 95 times of 100


class PlayerKind(NamedTuple):
    """A computer player that has to be made before it can think."""

    game: str
    level: str
    forgetting: float

    def seconds(self, least: float) -> float:
        """How long it may think, and no less than that."""
        return max(least, SLACK * LONGEST.get(self.level, max(LONGEST.values())))


class Thinking:
    """The processes in which computer players think."""

    def __init__(self, workers: int, metrics: Metrics, thought: float) -> None:
        self.crew = Crew(workers, metrics, serve, os.getpid())
        self.metrics = metrics
        self.thought = thought  # seconds that every player may think
        self._luck = random.Random()
        self._awake: set[PlayerKind] = set()  # players that the processes have made
        self.crew.lost = self._awake.clear
        self._habits = Habits(workers)

    def at_once(self, room: Room, thinker: Thinker) -> int | None:
        """What a computer player does if it never thinks. Others take their time whether they have a choice or not."""
        if thinker.level != INSTANT:
            return None
        legal = room.running.legal_ids(thinker.seat)
        return self._luck.choice(legal) if legal else None

    def first_at_once(self, room: Room, thinkers: Sequence[Thinker]) -> Acted | None:
        """What the first of them does that need not think."""
        for thinker in thinkers:
            if (action := self.at_once(room, thinker)) is not None:
                return Acted(thinker.seat, (action,), "bot")
        return None

    async def choose(self, room: Room, thinker: Thinker) -> int | None:
        """What a computer player does, or the rulebook for it if it fails; None if it is not asked any more."""
        match, seat = room.running, thinker.seat
        legal = match.legal_ids(seat)
        if not legal or thinker.level == INSTANT:
            return self.at_once(room, thinker)
        began = time.monotonic()
        world = match.sample(seat, rng_from(secrets.randbits(63)))  # whoever forgets does so when it thinks
        kind, state = PlayerKind(match.game.name, thinker.level, room.settings.bot_memory), world.state.tobytes()
        number: int | None
        try:
            number = await self.picked(kind, state, seat)
        except Exception as error:  # whatever is wrong with a player, its table goes on
            log.error("the %s player of %s failed, and the rulebook plays this move: %r", *kind[1::-1], error)
            number = self.advised(kind, state, seat)
        else:
            await self.take_time(kind, time.monotonic() - began, len(legal) > 1)
        return number if number in legal else legal[0]

    async def take_time(self, kind: PlayerKind, spent: float, choice: bool) -> None:
        """Note how long a decision took; one without a choice takes as long as others do."""
        if choice:
            self._habits.note(kind.game, kind.level, spent)
        elif (rest := self._habits.usual(kind.game, kind.level) - spent) > SHORTEST:
            await asyncio.sleep(rest)

    def advised(self, kind: PlayerKind, state: bytes, seat: int) -> int | None:
        """What the rulebook's advice is, found in this process: that takes a moment only, and depends on no other."""
        self.metrics.stood_in += 1
        try:
            return pick(kind._replace(level=ADVISED), state, seat, secrets.randbits(63))
        except Exception as error:
            log.error("there is no advice in %s, and the first possible move is made: %r", kind.game, error)
            return None

    def awake(self, room: Room) -> bool:
        """Whether the computer players of a table can answer at once."""
        return self.sleepers(room) <= self._awake

    async def awaken(self, room: Room) -> None:
        """Have the computer players of a table made, in every process; who cannot be woken is asked all the same."""
        kinds = self.sleepers(room) - self._awake
        try:
            for kind in kinds:
                one = [self.crew.do(partial(wake, kind), START, kind) for _ in range(self.crew.size)]
                await asyncio.gather(*one)
        except Exception as error:
            log.error("the computer players of %s could not be woken: %r", room.game.name, error)
        self._awake |= kinds

    def sleepers(self, room: Room) -> set[PlayerKind]:
        """The computer players of a table that have to be made before they can think."""
        levels = {seat.bot for seat in room.seats if seat.bot and seat.bot != INSTANT}
        return {PlayerKind(room.game.name, level, room.settings.bot_memory) for level in levels}

    async def picked(self, kind: PlayerKind, state: bytes, seat: int) -> int:
        """What a process has picked. If it died, another one is asked: perhaps another player was the reason."""
        work = partial(pick, kind, state, seat, secrets.randbits(63))
        for _ in range(TRIES):
            with suppress(BrokenExecutor):
                return await self.crew.do(work, kind.seconds(self.thought), kind)
        raise BrokenBot(f"the processes of computer players died {TRIES} times")

    def close(self) -> None:
        """Let the processes go."""
        self.crew.close()


def pick(kind: PlayerKind, state: bytes, seat: int, seed: int) -> int:
    """What a player does in a sample; runs in a process of its own."""
    bot = player(kind)
    bot.seed = seed
    return bot.choose(match_of(kind.game, state), seat).id


def wake(kind: PlayerKind) -> None:
    """Make a player, and let it act once so that nothing is left to load; runs in a process of its own."""
    match = game(kind.game).match(seed="wake")
    player(kind).choose(match, match.actors[0])


def match_of(name: str, state: bytes) -> Match:
    """The match of a sample that came from another process."""
    states = np.frombuffer(bytearray(state), dtype=game(name).layout)
    return Match(game(name), states, Deal(states[0].key.tobytes()), True, None)


@cache
def player(kind: PlayerKind) -> Bot:
    """A player, made once a process."""
    return registry.make(game(kind.game), kind.level, forgetting=kind.forgetting)
