"""A match looked through again, decision by decision: what was a mistake, what luck did, what skill did.

**What is measured.** A seat's gain is its score less the mean of the others' scores, so all gains together are 0. At
each decision a player that searches (`bots.explain.Thinker`) estimates the gain, at the end of the hand, of every
action. He knows only what the seat knew then: nobody is blamed for what he could not see. In a game without secrets
his evaluation is turned into a gain, `expected`.

**Mistakes.** They are found by `bots.judging`, which goes by the same opinion as a hint: whoever does what a hint
recommends has made none.

**Luck and skill.** For each seat, the estimates make a chain from the start of the match to its result:

    start -> before -> after -> before -> after -> ... -> hand over -> before -> ... -> result

`after` is what the action taken is worth and `before` is that plus the mistake, so each decision costs just its
mistake. What changes in between, others' actions and chance have done. A mistake of another seat gives away what it
costs, to all others alike. All the rest is luck: the deal, the draws, what the others held, and what the search did
not see. In a game without chance it is only the last. So

    result = start + luck + others' mistakes - own mistakes

holds exactly, for every seat; and if every seat was reviewed, all luck together is 0.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from parlour.bots.explain import LEVEL, NO_REASON, argues_against, reason_of, whole_turn
from parlour.bots.judging import Judge, Worth, gains
from parlour.core.events import HAND_OVER, KIND
from parlour.core.match import Match
from parlour.core.texts import digits_for, say_worth
from parlour.errors import OptionError, SeatError

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
        if not self.better_reason:
            return self.reason
        if self.reason == self.better_reason:
            return f"both: {self.reason}"
        return f"{self.reason}; better: {self.better_reason}"

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
    """A match looked through again. `course` has a line of points for each seat, from the start to the result.

    Without `chance`, what a split calls luck is only what the search did not see.
    """

    game: str
    seats: int
    over: bool
    chance: bool
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
    judge = Judge.of(match.game, level, rounds, seed)
    reviewed = tuple(range(match.seats)) if seat is None else (seat,)
    walk = Walk(match, judge, reviewed, names)
    for number in range(len(match.moves)):
        walk.step()
        progress(number + 1, len(match.moves))
    return walk.finish(level, seed)


class Walk:
    """A match on its way from its beginning to its end, with what each seat expects and why that has changed."""

    def __init__(self, match: Match, judge: Judge, reviewed: tuple[int, ...], names: Sequence[str]) -> None:
        self.match = match
        self.again = match.rewound()
        self.judge = judge
        self.names = names
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
            self.note(self.told(self.judge.judge(self.again, seat, action)))
        self.again.play(seat, action)
        rows = self.again.event_rows()
        if any(row[KIND] == HAND_OVER for row in rows[self.events :]):
            self.hands.append(move + 1)
            self.settle()
        self.events = len(rows)

    def told(self, verdict: Worth) -> Judgement:
        """A judgement in words and figures. What was done and what was better are told as whole turns."""
        match, taken, better = self.again, verdict.taken, verdict.better
        seat = taken.action.seat
        why = reason_of(match, seat, taken.action.id, self.names)
        best = whole_turn(match, seat, better.action.id, self.judge.thinker, self.names) if better else None
        because = best.reason if best and not argues_against(match.game, best.reason) else NO_REASON
        return Judgement(
            *(len(match.moves), len(self.hands), seat, self.turn_text()),
            before=taken.value + verdict.cost,
            after=taken.value,
            error=math.hypot(taken.error, better.error if better else 0.0) if self.judge.by_chance else 0.0,
            visits=taken.visits,
            reason=why.text,
            saying=why.saying,
            given=why.given,
            better=best.text if best else "",
            better_reason=because.text,
            better_saying=because.saying,
            better_given=because.given,
            mistake=verdict.cost,
        )

    def turn_text(self) -> str:
        """What is done next, to the end of the turn."""
        world, told, rest = self.again.clone(), list[str](), self.match.moves[len(self.again.moves) :]
        for seat, action in rest:
            if own := seat == rest[0][0]:  # others may act meanwhile
                told.append(str(world.game.notation.action_text(world.state, seat, action)))
            world.play(seat, action)
            if own and not world.unfinished(seat):
                break
        return told[0] if len(told) == 1 else str(world.game.notation.turn_text(told))

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
            *(
                match.game.name,
                match.seats,
                match.over,
                self.judge.by_chance,
                level,
                seed,
                len(match.moves),
                self.reviewed,
            ),
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
