"""What every computer player is: somebody who picks an action by what his seat may see."""

import hashlib
import math
import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, Self

import msgspec

from parlour.core.actions import Action, Actions
from parlour.core.chance import rng_from
from parlour.core.contract import Rng
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.errors import ConformanceError, IllegalAction, NotYourTurn


@dataclass(frozen=True)
class Estimate:
    """What a player expects of an action: what his seat gains by it, over how many visits he looked, anything certain.

    `value` is the score that the seat expects at the end of the hand less the mean of the others'; for a player that
    searches a game without secrets, his evaluation. `error` is the standard error of that. `wins_in` is known for
    certain: in so many turns the seat wins, or loses if it is below 0. `line` is how a search of turns expects the
    match to go on, this action first.
    """

    action: Action
    value: float
    visits: int
    error: float = 0.0
    wins_in: int | None = None
    line: tuple[int, ...] = ()


class TriedAction(Protocol):
    """An action that was tried a few times or often."""

    @property
    def visits(self) -> int:
        """How often."""

    @property
    def error(self) -> float:
        """The standard error of what it gained."""


def spread_of(tried: Sequence[TriedAction]) -> float:
    """By how much the gain of one round spreads, from all actions together: one tried seldom says little of its own."""
    visits = sum(each.visits for each in tried)
    return math.sqrt(sum((each.error * each.visits) ** 2 for each in tried) / max(1, visits))


def misjudgement(salt: int, what: object) -> float:
    """By how much something seems better than it is, from -1 to 1: the same for a salt and a thing."""
    return Random(f"{salt} {what}").uniform(-1.0, 1.0)


@dataclass(frozen=True)
class Fault:
    """Something that a player from outside did wrong, and forfeited his turn by: what, when, and what he printed.

    `kind` is a word for programs, `text` a sentence for people. `match` counts the matches that the player has had,
    from 1; `move` is how many actions had been taken in it. `stderr` is the end of what the program complained of.
    """

    kind: str
    text: str
    match: int
    move: int
    seat: int
    stderr: str = ""


class Bot(ABC):
    """A computer player of one game.

    `choose` never hands the match itself to `pick`: it hands over a sample, in which all that the seat does not know
    has been dealt afresh. So a bot cannot see more than its seat may, however it is written. What it picks depends on
    its seed and on how many actions were taken before, and on nothing else: the same match gives the same choice. One
    that goes `by_knowledge` depends on what the seat knows instead: however that came about, it finds the same.
    `forgetting`, from 0 to 1, is how fast it forgets in a game of memory (C-07); 0 is a perfect memory.
    """

    level: str
    by_knowledge = False
    faults: Sequence[Fault] = ()  # what a player from outside did wrong; those of the house do nothing wrong
    forfeits = 0  # how many turns that cost him

    def __init__(self, game: Game, seed: int | None = None, forgetting: float = 0.0) -> None:
        self.game = game
        self.forgetting = forgetting
        self.seed = secrets.randbits(64) if seed is None else seed

    def choose(self, match: Match, seat: int) -> Action:
        """The action that the bot would take in this seat's place; `NotYourTurn` if it is not to act."""
        legal, world, rng = self.prepare(match, seat)
        number = self.pick(world, seat, rng)
        if number not in legal.ids:
            raise ConformanceError(f"the {self.level} player of {self.game.title} picked {number}, which is not legal")
        return Action(legal, number)

    def prepare(self, match: Match, seat: int) -> tuple[Actions, Match, Rng]:
        """What the seat may do, the match as it could be for all that it knows, and a generator for this decision."""
        legal = self.open_to(match, seat)
        at = (self.seed, moment(match, seat) if self.by_knowledge else len(match.moves), seat)
        return legal, match.sample(seat, rng_from(*at, 0), forgetting=self.forgetting), rng_from(*at, 1)

    def open_to(self, match: Match, seat: int) -> Actions:
        """What the seat may do; `NotYourTurn` if it is not to act."""
        if match.game is not self.game:
            raise IllegalAction(f"this bot plays {self.game.title}, and the match is one of {match.game.title}", "")
        legal = match.legal(seat)
        if not legal:
            raise NotYourTurn(f"{self.game.seat_name(seat)} has nothing to choose now", "C-05")
        return legal

    @abstractmethod
    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """The number of the action to take in `world`, a match as it could be for all that `seat` knows."""

    def close(self) -> None:  # noqa: B027 (most players hold nothing)
        """Let go of what the player holds, such as a process; it may be asked again all the same."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Bot {self.level} of {self.game.name}>"


def moment(match: Match, seat: int) -> int:
    """A number for all that a seat sees: the same in the true match and in every sample of it."""
    seen = msgspec.json.encode(match.view(seat), order="deterministic")
    return int.from_bytes(hashlib.sha256(seen).digest()[:7], "big")
