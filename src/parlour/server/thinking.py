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
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

import numpy as np

from parlour.bots import registry
from parlour.bots.bot import Bot
from parlour.core.chance import rng_from
from parlour.core.fairness import Deal
from parlour.core.kinship import serve
from parlour.core.match import Match
from parlour.errors import BrokenBot
from parlour.games import game
from parlour.server.habits import Habits
from parlour.table.facts import Acted
from parlour.table.room import Room
from parlour.table.schedule import Thinker

log = logging.getLogger("parlour.server")

INSTANT = "random"  # needs no thought
SHORTEST = 0.001  # seconds that one can sleep
TRIES = 3  # times that a player is asked whose process died


class Thinking:
    """The processes in which computer players think."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._luck = random.Random()
        self._awake: set[tuple[str, str, float]] = set()  # players that the processes have made
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
        """What a computer player does: the idle move if it fails, None if it is not asked any more."""
        match, seat = room.running, thinker.seat
        legal = match.legal_ids(seat)
        if not legal or thinker.level == INSTANT:
            return self.at_once(room, thinker)
        began = time.monotonic()
        world = match.sample(seat, rng_from(secrets.randbits(63)), forgetting=room.settings.bot_memory)
        state = world.state.tobytes()
        job = (match.game.name, thinker.level, state, seat, room.settings.bot_memory, secrets.randbits(63))
        try:
            number = await self.picked(*job)
        except Exception as error:  # whatever is wrong with a player, its table goes on
            log.error("the %s player of %s failed: %r", thinker.level, match.game.name, error)
            return legal[0]
        spent = time.monotonic() - began
        if len(legal) > 1:
            self._habits.note(match.game.name, thinker.level, spent)
        elif (rest := self._habits.usual(match.game.name, thinker.level) - spent) > SHORTEST:
            await asyncio.sleep(rest)
        return number if number in legal else legal[0]

    def awake(self, room: Room) -> bool:
        """Whether the computer players of a table can answer at once."""
        return self.sleepers(room) <= self._awake

    async def awaken(self, room: Room) -> None:
        """Have the computer players of a table made, in every process; who cannot be woken is asked all the same."""
        jobs = self.sleepers(room) - self._awake
        try:
            for job in jobs:
                pool, loop = self.pool(), asyncio.get_running_loop()
                await asyncio.gather(*[loop.run_in_executor(pool, wake, *job) for _ in range(self.workers)])
        except Exception as error:
            log.error("the computer players of %s could not be woken: %r", room.game.name, error)
        self._awake |= jobs

    def sleepers(self, room: Room) -> set[tuple[str, str, float]]:
        """The computer players of a table that have to be made before they can think."""
        levels = {seat.bot for seat in room.seats if seat.bot and seat.bot != INSTANT}
        return {(room.game.name, level, room.settings.bot_memory) for level in levels}

    async def picked(self, *job: Any) -> int:
        """What a process has picked. If it died, another one is asked: perhaps another player was the reason."""
        for _ in range(TRIES):
            pool = self.pool()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, pick, *job)
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
                    self._awake.clear()
        raise BrokenBot(f"the processes of computer players died {TRIES} times")

    def pool(self) -> ProcessPoolExecutor:
        """The processes, started when they are first needed, or anew when one died."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), serve, (os.getpid(),))
        return self._pool

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def pick(name: str, level: str, state: bytes, seat: int, forgetting: float, seed: int) -> int:
    """What a player of a level does in a sample; runs in a process of its own."""
    bot = player(name, level, forgetting)
    bot.seed = seed
    return bot.choose(match_of(name, state), seat).id


def wake(name: str, level: str, forgetting: float) -> None:
    """Make a player, and let it act once so that nothing is left to load; runs in a process of its own."""
    match = game(name).match(seed="wake")
    player(name, level, forgetting).choose(match, match.actors[0])


def match_of(name: str, state: bytes) -> Match:
    """The match of a sample that came from another process."""
    states = np.frombuffer(bytearray(state), dtype=game(name).rules.State)
    return Match(game(name), states, Deal(states[0].key.tobytes()), True, None)


@cache
def player(name: str, level: str, forgetting: float) -> Bot:
    """A player, made once a process."""
    return registry.make(game(name), level, forgetting=forgetting)
