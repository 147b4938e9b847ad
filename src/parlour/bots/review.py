"""A match looked through again, decision by decision: what was a mistake, what luck did, what skill did.

**What is measured.** A seat's gain is its score less the mean of the others' scores, so all gains together are 0. At
each decision a player that searches (`bots.explain.Thinker`) estimates the gain, at the end of the hand, of every
action. He knows only what the seat knew then: nobody is blamed for what he could not see. In a game without secrets
his evaluation is turned into a gain, `expected`.

**Mistakes.** A first search names the action that it likes best. If the action taken looks worse, both are measured
again by a search that spends all its rounds on these two, so that neither has the advantage of having been named. What
is then worse by more than `SURE` standard errors is a mistake, and the difference is its size. All else is noise, and
nobody's fault. Where evaluations take the place of gains, a difference of less than `LEAST` is noise.

**Luck and skill.** For each seat, the estimates make a chain from the start of the match to its result:

    start -> before -> after -> before -> after -> ... -> hand over -> before -> ... -> result

`after` is what the action taken is worth and `before` is that plus the mistake, so each decision costs just its
mistake. What changes in between, others' actions and chance have done. A mistake of another seat gives away what it
costs, to all others alike. All the rest is luck: the deal, the draws, what the others held, and what the search did
not see. So

    result = start + luck + others' mistakes - own mistakes

holds exactly, for every seat; and if every seat was reviewed, all luck together is 0.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

import numpy as np

from parlour.bots.bot import Estimate
from parlour.bots.explain import LEVEL, NO_REASON, Thinker, honest, reason_of, thinker_of
from parlour.bots.play import Bytes
from parlour.bots.rivals import ENOUGH, Rivals
from parlour.bots.searching import SearchBot
from parlour.bots.turns import PIECE
from parlour.core.actions import Action
from parlour.core.contract import TABLE, Rng
from parlour.core.engines import compiled
from parlour.core.evaluation import WIN
from parlour.core.events import HAND_OVER, KIND
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.texts import digits_for, say_worth
from parlour.errors import OptionError, SeatError

DOUBT = 1.0  # standard errors by which an action must look worse to be measured with care
SURE = 3.0  # standard errors by which it must then be worse to be a mistake
LEAST = 0.05  # a smaller difference between evaluations is none: they have no errors to measure it by
FEWEST = 30  # rounds, below which a standard error means nothing
AT_ONCE = 1e6  # how soon the second of two actions is tried as well
PIECES = 2.0  # whoever is so many ahead wins about three games of four

CALM: Mapping[str, Any] = {"seconds": math.inf, "prize": 0.0}

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Judgement:
    """A decision: what it was, what it was worth, and what would have been better.

    `move` counts the actions of the match before it, the table's too; `luck` and `others` are what chance and the
    mistakes of others have done to the seat since its last decision. `saying` and `given` are the key of the reason
    among the game's words and what it speaks of, for who tells it in another language; those with `better` likewise.
    """

    move: int
    hand: int
    seat: int
    action: str
    before: float
    after: float
    error: float
    visits: int
    reason: str
    saying: str
    given: Mapping[str, Any]
    better: str = ""
    better_reason: str = ""
    better_saying: str = ""
    better_given: Mapping[str, Any] = field(default_factory=dict)
    mistake: float = 0.0
    luck: float = 0.0
    others: float = 0.0

    @property
    def why(self) -> str:
        """What the action does, and what the better one does; either may be good or bad."""
        if not self.better:
            return self.reason
        return (
            f"both: {self.reason}"
            if self.reason == self.better_reason
            else f"{self.reason}; better: {self.better_reason}"
        )

    def cost(self, digits: int) -> str:
        """What the mistake cost, and how sure that is where chance is measured."""
        return say_worth(self.mistake, self.error, digits).removeprefix("+")


@dataclass(frozen=True)
class Split:
    """A seat's result and what made it; `error` is the standard error of its own mistakes together."""

    seat: int
    start: float
    luck: float
    others: float
    own: float
    result: float
    error: float
    decisions: int
    mistakes: int


@dataclass(frozen=True)
class Point:
    """What a seat could expect when so many actions had been taken."""

    move: int
    value: float


@dataclass(frozen=True)
class Review:
    """A match looked through again. `course` has a line of points for each seat, from the start to the result."""

    game: str
    seats: int
    over: bool
    level: str
    seed: int
    moves: int
    reviewed: tuple[int, ...]
    judgements: tuple[Judgement, ...]
    splits: tuple[Split, ...]
    course: tuple[tuple[Point, ...], ...]
    hands: tuple[int, ...]

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The decisions that were mistakes, in order."""
        return tuple(judgement for judgement in self.judgements if judgement.mistake > 0)

    @property
    def digits(self) -> int:
        """How many digits of a point are worth telling."""
        return digits_for(point.value for line in self.course for point in line)

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)


def review(
    match: Match,
    *,
    seat: int | None = None,
    level: str = LEVEL,
    rounds: int | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
    progress: Progress = lambda done, total: None,
) -> Review:
    """Look through a match, finished or not, the decisions of one seat or of all.

    The better the `level` and the more `rounds` of search a decision, the finer the judgement. The same seed gives the
    same review. `names` are the players', for the reasons; `progress` is told how many actions have been looked at.
    """
    if seat is not None and not 0 <= seat < match.seats:
        raise SeatError(f"this match has seats 0 to {match.seats - 1}, not {seat}")
    if rounds is not None and rounds < 1:
        raise OptionError(f"a decision takes at least one round of search, not {rounds}")
    judge = Judge.of(match.game, level, rounds, seed, names)
    reviewed = tuple(range(match.seats)) if seat is None else (seat,)
    walk = Walk(match, judge, reviewed)
    for number in range(len(match.moves)):
        walk.step()
        progress(number + 1, len(match.moves))
    return walk.finish(level, seed)


class Walk:
    """A match on its way from its beginning to its end, with what each seat expects and why that has changed."""

    def __init__(self, match: Match, judge: "Judge", reviewed: tuple[int, ...]) -> None:
        self.match = match
        self.again = match.rewound()
        self.judge = judge
        self.reviewed = reviewed
        self.judgements: list[Judgement] = []
        self.hands: list[int] = []
        self.events = len(self.again.event_rows())
        self.accounts = [Account(seat, gain) for seat, gain in enumerate(gains(self.again.scores))]

    def step(self) -> None:
        """One more action."""
        move = len(self.again.moves)
        seat, action = self.match.moves[move]
        if seat in self.reviewed and len(self.again.legal_ids(seat)) > 1:
            self.note(self.judge.judge(self.again, seat, action, len(self.hands)))
        self.again.play(seat, action)
        rows = self.again.event_rows()
        if any(row[KIND] == HAND_OVER for row in rows[self.events :]):
            self.hands.append(move + 1)
            self.settle()
        self.events = len(rows)

    def note(self, judgement: Judgement) -> None:
        """A decision: book what came before it, and what it costs and gives."""
        self.judgements.append(self.accounts[judgement.seat].decide(judgement))
        for account in self.accounts:
            if account.seat != judgement.seat:
                account.given += judgement.mistake / (len(self.accounts) - 1)

    def settle(self) -> None:
        """The scores stand: everybody has what he has."""
        for account, gain in zip(self.accounts, gains(self.again.scores), strict=True):
            account.come_to(gain, len(self.again.moves))

    def finish(self, level: str, seed: int) -> Review:
        """The whole review. A match that is over ends with its result, any other with what is expected of it."""
        if self.match.over and self.hands[-1:] != [len(self.match.moves)]:
            self.settle()
        for account in self.accounts:  # who has not decided since has been given it all the same
            if account.given:
                account.come_to(account.value + account.given, len(self.match.moves))
        match = self.match
        return Review(
            *(match.game.name, match.seats, match.over, level, seed, len(match.moves), self.reviewed),
            judgements=tuple(self.judgements),
            splits=tuple(account.split() for account in self.accounts),
            course=tuple(tuple(account.course) for account in self.accounts),
            hands=tuple(self.hands),
        )


@dataclass
class Account:
    """What a seat expects, and what has changed it so far; `given` are mistakes of others not yet booked."""

    seat: int
    start: float
    luck: float = 0.0
    others: float = 0.0
    own: float = 0.0
    given: float = 0.0
    squares: float = 0.0
    decisions: int = 0
    mistakes: int = 0
    course: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.course.append(Point(0, self.start))

    @property
    def value(self) -> float:
        """What the seat expects now."""
        return self.course[-1].value

    def come_to(self, value: float, move: int) -> tuple[float, float]:
        """Others and chance have made the seat expect this; how much of it was luck, and how much others' mistakes."""
        given, self.given = self.given, 0.0
        luck = value - self.value - given
        self.luck += luck
        self.others += given
        self.course.append(Point(move, value))
        return luck, given

    def decide(self, judgement: Judgement) -> Judgement:
        """The seat has decided; the judgement with what went before it."""
        luck, given = self.come_to(judgement.before, judgement.move)
        self.decisions += 1
        if judgement.mistake > 0:
            self.own += judgement.mistake
            self.mistakes += 1
            self.squares += judgement.error**2
            self.course.append(Point(judgement.move + 1, judgement.after))
        return replace(judgement, luck=luck, others=given)

    def split(self) -> Split:
        """What made the result."""
        numbers = (self.start, self.luck, self.others, self.own, self.value, math.sqrt(self.squares))
        return Split(self.seat, *numbers, self.decisions, self.mistakes)


class Pair(Rivals):
    """Two actions that are tried in the same worlds to the end: neither drops out, however far it is behind.

    Whoever stopped where one has fallen far behind would take bad luck for a mistake.
    """

    def grow(self, root: Bytes, hidden: Bytes, rounds: int, rng: Rng) -> None:
        """Compare for so many rounds."""
        step = 2 * ENOUGH
        for done in range(0, rounds, step):
            super().grow(root, hidden, min(step, rounds - done), rng)
            self.rivals["out"] = 0


class Weigher(SearchBot):
    """A player that spends all its thought on two actions, so that they can be compared like with like.

    Who searches a tree has one for each. Who tries actions in the same worlds (`bots.rivals`) does so with the two:
    then the errors are those of the difference, which is all that they are asked for.
    """

    only: Sequence[int] = ()

    @classmethod
    def like(cls, thinker: SearchBot) -> Self:
        """One that thinks as another does, and no less than it takes to know how sure the outcome is."""
        setting, rounds = thinker.setting, max(thinker.setting.rounds, FEWEST if compiled() else 2)
        paired = {"rounds": 2 * rounds, "widening": AT_ONCE} if setting.depth == 1 else {"rounds": rounds}
        weigher = cls(thinker.game, thinker.level, thinker.seed + 1, **asdict(setting) | paired)
        weigher.forgetting = thinker.forgetting
        if setting.depth == 1:
            weigher._trees = [Pair(thinker.game, weigher.setting.rounds) for _ in range(setting.threads)]
        return weigher

    def weigh(self, match: Match, seat: int, actions: Sequence[int]) -> list[Estimate]:
        """What it expects of two actions."""
        if self.setting.depth > 1:
            return [self.looked_at(match, seat, [action])[action] for action in actions]
        found = self.looked_at(match, seat, actions)
        return [found[action] for action in actions]

    def looked_at(self, match: Match, seat: int, actions: Sequence[int]) -> dict[int, Estimate]:
        """What it expects of these actions, when it has eyes for nothing else."""
        self.only = actions
        return {each.action.id: each for each in self.estimates(match, seat)}

    def overlooked(self, world: Match, seat: int, rng: Rng) -> Bytes:
        """Whatever it is not asked for."""
        hidden = np.ones(self.game.rules.ACTIONS, dtype=np.uint8)
        hidden[list(self.only)] = 0
        return hidden


class TurnWeigher:
    """Weighs an action of a game without secrets by what is best for whoever acts after it."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker

    def weigh(self, match: Match, seat: int, actions: Sequence[int]) -> list[Estimate]:
        """What the thinker expects of actions."""
        return [self.outcome(match, seat, action) for action in actions]

    def outcome(self, match: Match, seat: int, action: int) -> Estimate:
        """What the thinker expects of an action."""
        after = match.clone()
        after.play(seat, action)
        value, visits = gains(after.scores)[seat], 1
        if after.actors and after.actors[0] != TABLE:
            best = self.thinker.estimates(after, after.actors[0])[0]
            value += expected(best.value) * (1 if after.actors[0] == seat else -1)
            visits = best.visits
        return Estimate(Action(match.legal(seat), action), value, visits, LEAST / SURE)


class Judge:
    """One thinker names the better action, another measures it."""

    def __init__(self, thinker: Thinker, weigher: Weigher | TurnWeigher, names: Sequence[str]) -> None:
        self.thinker = thinker
        self.weigher = weigher
        self.names = names

    @classmethod
    def of(cls, game: Game, level: str, rounds: int | None, seed: int, names: Sequence[str]) -> "Judge":
        """A judge of a level, who goes by points and not by the clock."""
        thinker = thinker_of(game, level, seed, **CALM, **({} if rounds is None else {"rounds": rounds}))
        if not isinstance(thinker, SearchBot):
            return cls(thinker, TurnWeigher(thinker), names)
        return cls(thinker, Weigher.like(thinker), names)

    @property
    def by_chance(self) -> bool:
        """Whether the outcome of its search is a matter of chance, and has an error that can be measured."""
        return isinstance(self.weigher, Weigher)

    def judge(self, match: Match, seat: int, action: int, hand: int) -> Judgement:
        """A decision, before it is made."""
        found = measured(match, seat, self.thinker)
        taken, best = found.get(action), next(iter(found.values()))
        if taken is None or (taken is not best and worse(taken, best, DOUBT)):
            taken, best = self.weigher.weigh(match, seat, (action, best.action.id))
        return self.told(match, hand, taken, best if worse(taken, best, SURE) else None)

    def told(self, match: Match, hand: int, taken: Estimate, better: Estimate | None) -> Judgement:
        """A judgement in words and figures."""
        seat = taken.action.seat
        cost = better.value - taken.value if better else 0.0
        why = reason_of(match, seat, taken.action.id, self.names)
        because = reason_of(match, seat, better.action.id, self.names) if better else NO_REASON
        return Judgement(
            *(len(match.moves), hand, seat, str(taken.action)),
            before=taken.value + cost,
            after=taken.value,
            error=math.hypot(taken.error, better.error if better else 0.0) if self.by_chance else 0.0,
            visits=taken.visits,
            reason=why.text,
            saying=why.saying,
            given=why.given,
            better=str(better.action) if better else "",
            better_reason=because.text,
            better_saying=because.saying,
            better_given=because.given,
            mistake=cost,
        )


def worse(taken: Estimate, best: Estimate, errors: float) -> bool:
    """Whether an estimate is less than another by so many standard errors."""
    margin = errors * math.hypot(taken.error, best.error)
    return taken.action != best.action and best.value - taken.value > max(margin, 1e-9)


def measured(match: Match, seat: int, thinker: Thinker) -> dict[int, Estimate]:
    """What the thinker expects of each action, the best first, as gains of points."""
    estimates = honest(thinker.estimates(match, seat))
    if match.game.evaluation is not None and not isinstance(thinker, SearchBot):
        now = gains(match.scores)[seat]
        estimates = [replace(each, value=now + expected(each.value), error=LEAST / SURE) for each in estimates]
    return {each.action.id: each for each in estimates}


def expected(evaluation: float) -> float:
    """An evaluation in pieces ahead as what it gains of the game's one point, from -1 for a loss to 1 for a win."""
    if abs(evaluation) > WIN / 2 / PIECE:
        return math.copysign(1.0, evaluation)
    return math.tanh(evaluation / (2 * PIECES))


def gains(scores: Sequence[float]) -> list[float]:
    """What each seat is ahead of the mean of the others."""
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]
