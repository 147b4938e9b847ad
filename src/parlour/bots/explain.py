"""What somebody in a seat could do, by what each would probably bring, and in a line why.

    explanation = explain(match, seat)
    explanation.chosen.text         # "play $P", what is recommended
    explanation.choices[0].value    # what the first gains, as `texts.unit_of` says; no other gains more
    explanation.choices[0].reason   # "the best Dollar that is left: it draws the others out"

The estimates are those of a player that searches; like him, they know only what the seat knows. Where a turn has
several actions, as in Cam, each choice is a whole turn. Reviews (`bots.review`) judge by the same `opinion`.
"""

import math
import tomllib
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, NamedTuple, Protocol

from parlour.bots.bot import Bot, Estimate, spread_of
from parlour.bots.levels import NAMES, changes_of, level_of
from parlour.bots.registry import make
from parlour.bots.registry import thinker as searcher
from parlour.bots.searching import SearchBot
from parlour.bots.turns import TurnBot
from parlour.core import texts
from parlour.core.engines import compiled
from parlour.core.events import HAND_OVER, KIND
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.errors import OptionError

LEVEL = "master"  # of hints and reviews
MOST_ROUNDS, MOST_POSITIONS = 2000, 200_000  # of a decision, whoever asks; and where turns are searched
MOST_CHOICES = 8
MOST_IN_A_TURN = 24  # actions, so that what is wrong with a game's notation does not go on for ever
FEWEST = 30  # rounds, below which a standard error means nothing
LEAST_TRUST = 1.0  # standard errors by which another action must be better than the one that a search prefers
LINE = 4  # turns that are told of how a game without secrets would go on
LINE_POSITIONS = 20_000  # that are searched for each of them
# A level may misjudge things to be beatable; one that advises does not, and goes by points and rounds alone: every
# machine says the same.
ADVISING: dict[str, Any] = {"noise": 0.0, "seconds": math.inf, "threads": 1, "prize": 0.0}
SLOW: dict[str, Any] = {
    "rounds": 2,
    "mixing": 0,
}  # for a search in plain Python, which is slow


class Explainer(Protocol):
    """A computer player that can say what it expects of every action."""

    game: Game
    level: str

    def estimates(self, match: Match, seat: int) -> list[Estimate]:
        """What it expects of the actions it looked at, the best first."""


class Opinion(NamedTuple):
    """What a thinker makes of a decision: every action that it looked at, those it looked at enough, and its choice.

    `ranked` are by what they are worth. `chosen` is the first of them, or else the one that the thinker prefers (the
    book's, where the level is loyal to it), if the difference is within the error.
    """

    every: Mapping[int, Estimate]
    ranked: Sequence[Estimate]
    chosen: Estimate


def opinion(match: Match, seat: int, thinker: Explainer) -> Opinion:
    """The one judgement that hints give and reviews go by."""
    found = honest(thinker.estimates(match, seat))
    first = found[0]
    enough = [each for each in found if each is first or each.visits >= FEWEST or not by_chance(thinker)]
    ranked = sorted(enough, key=lambda each: -each.value)
    doubt = trust_of(thinker) * math.hypot(first.error, ranked[0].error)
    chosen = first if ranked[0].value - first.value <= doubt else ranked[0]
    return Opinion({each.action.id: each for each in found}, ranked, chosen)


def by_chance(thinker: Explainer) -> bool:
    """Whether what a thinker finds is a matter of chance: then what it tried a few times says nothing."""
    return isinstance(thinker, SearchBot) and compiled()


def trust_of(thinker: Explainer) -> float:
    """How many standard errors better another action must be than the one that a thinker prefers."""
    return max(LEAST_TRUST, thinker.setting.trust) if isinstance(thinker, SearchBot) else 0.0


class Why(NamedTuple):
    """What an action is good for: the line, its key among the game's words, and what it speaks of."""

    text: str
    saying: str
    given: Mapping[str, Any]


NO_REASON = Why("", "", {})


@dataclass(frozen=True)
class Turn:
    """A turn of somebody, whole."""

    seat: int
    text: str


@dataclass(frozen=True)
class Candidate:
    """Something that a seat could do, an action or a whole turn; the one that is `chosen` is recommended.

    `value`, `error` and `wins_in` are those of the `Estimate` of its first action; `note` says what is certain.
    `line` is how a game without secrets would probably go on, this turn first. `saying` and `given` are the key of the
    reason among the game's words and what it speaks of, for who tells it in another language.
    """

    text: str
    actions: tuple[int, ...]
    value: float
    error: float
    visits: int
    wins_in: int | None
    note: str
    reason: str
    saying: str
    given: Mapping[str, Any]
    chosen: bool
    line: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """What a seat could do, by what it is worth, as a player of some level sees it."""

    game: str
    seat: int
    level: str
    choices: tuple[Candidate, ...]

    @property
    def chosen(self) -> Candidate:
        """What is recommended."""
        return next(choice for choice in self.choices if choice.chosen)

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)


def explain(
    match: Match, seat: int, thinker: Explainer | None = None, *, names: Sequence[str] = (), most: int = MOST_CHOICES
) -> Explanation:
    """The choices of a seat, at most so many, by worth and explained; `NotYourTurn` if it is not to act.

    `names` are the players', for the reasons. The same match and seed give the same answer, as far as the thinker's do.
    """
    thinker = thinker or thinker_of(match.game)
    ranked, chosen = opinion(match, seat, thinker)[1:]
    choices: dict[str, Candidate] = {}
    for estimate in listed(ranked, chosen, most):
        choice = choice_of(match, seat, estimate, thinker, names, chosen=estimate is chosen)
        choices.setdefault(choice.text, choice)
    return Explanation(match.game.name, seat, thinker.level, tuple(choices.values()))


def listed(ranked: Sequence[Estimate], chosen: Estimate, most: int) -> list[Estimate]:
    """The first of the ranked, at most so many; what is chosen is among them."""
    first = list(ranked[:most])
    return first if chosen in first else [*first[:-1], chosen]


def thinker_of(game: Game, level: str = LEVEL, seed: int = 0, **changes: Any) -> Explainer:
    """A player that searches, with changes to what its level sets; `OptionError` if the level does not search.

    It misjudges and forgets nothing, and counts rounds, not seconds. What it finds depends on
    its seed and on what the seat knows. The level may be one with settings of its own, as `strong:tries=1`.
    """
    if level.partition(":")[0] in NAMES:
        name, own = changes_of(level)
        player = searcher(game, name, seed, **settings({**ADVISING, **budget(game, name), **own, **changes}))
        player.forgetting = 0.0
    else:
        player = make(game, level, seed)
    if isinstance(player, Bot):
        player.by_knowledge = True
    if isinstance(player, TurnBot):
        player.exact = MOST_CHOICES
    if not hasattr(player, "estimates"):
        raise OptionError(f"the {level} player makes no estimates; {', '.join(NAMES)} do")
    return player


def budget(game: Game, name: str) -> dict[str, Any]:
    """How many rounds a decision gets: as many as the level takes, and no more than a whole match can be given."""
    return {"rounds": min(level_of(game, name).rounds, MOST_ROUNDS if game.evaluation is None else MOST_POSITIONS)}


def settings(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes to a level; in plain Python it thinks even less."""
    return {**({} if compiled() else SLOW), **changes}


class Whole(NamedTuple):
    """A turn to its end: its actions, what it is called, and what its last action is good for."""

    actions: tuple[int, ...]
    text: str
    reason: Why


def choice_of(
    match: Match, seat: int, estimate: Estimate, thinker: Explainer, names: Sequence[str], *, chosen: bool
) -> Candidate:
    """An action as a choice, with the rest of the turn as the thinker would go on with it."""
    turn = whole_turn(match, seat, estimate.action.id, thinker, names)
    reason = NO_REASON if chosen and argues_against(match.game, turn.reason) else turn.reason
    measured = (estimate.value, estimate.error, estimate.visits, estimate.wins_in, certainty(estimate.wins_in))
    line = line_of(match, turn, seat, estimate, thinker) if isinstance(thinker, TurnBot) else ()
    return Candidate(turn.text, turn.actions, *measured, *reason, chosen, line)


def whole_turn(match: Match, seat: int, action: int, thinker: Explainer, names: Sequence[str] = ()) -> Whole:
    """A turn that begins with an action, as the thinker would go on with it.

    The turn goes on in a sample: whatever the real cards would do, nobody is told by a hint.
    """
    world = match.sample(seat)
    actions, told = [action], [str(match.game.notation.action_text(world.state, seat, action))]
    for _ in range(MOST_IN_A_TURN):
        reason = reason_of(world, seat, actions[-1], names)
        world.play(seat, actions[-1])
        if not world.unfinished(seat):
            break
        following = opinion(world, seat, thinker).chosen.action
        actions.append(following.id)
        told.append(str(following))
    text = told[0] if len(told) == 1 else str(match.game.notation.turn_text(told))
    if len(told) > 1 and text == told[-1] and actions[-1] in match.legal_ids(seat):  # all before it comes to nothing
        actions, reason = actions[-1:], reason_of(match, seat, actions[-1], names)
    return Whole(tuple(actions), text, reason)


def line_of(match: Match, turn: Whole, seat: int, estimate: Estimate, thinker: TurnBot) -> tuple[Turn, ...]:
    """How the match would go on from a turn, as far as the search saw it; beyond that as a quick search does."""
    world, told, known, quick = match.clone(), list[Turn](), estimate.line, copy(thinker)
    quick.setting = replace(quick.setting, rounds=min(LINE_POSITIONS, quick.setting.rounds))
    before = world.event_count
    while True:
        known = known[len(turn.actions) :] if known[: len(turn.actions)] == turn.actions else ()
        told.append(Turn(seat, turn.text))
        for action in turn.actions:
            world.play(seat, action)
        if len(told) == LINE or world.over or any(row[KIND] == HAND_OVER for row in world.event_rows(before)):
            return tuple(told)
        seat = world.actors[0]
        first = known[0] if known else opinion(world, seat, quick).chosen.action.id
        turn = whole_turn(world, seat, first, quick)


def certainty(wins_in: int | None) -> str:
    """What is known for certain, in words."""
    if wins_in is None:
        return ""
    return f"wins in {wins_in}" if wins_in > 0 else f"loses in {-wins_in}"


def honest(estimates: Sequence[Estimate]) -> list[Estimate]:
    """The same with greater errors where they seem too small.

    An action that was tried seldom says little of its own spread, so that of all together is assumed at least.
    """
    spread = spread_of(estimates)
    return [
        replace(each, error=max(each.error, spread / math.sqrt(each.visits)) if each.visits else each.error)
        for each in estimates
    ]


def reason_of(match: Match, seat: int, action: int, names: Sequence[str] = ()) -> Why:
    """What an action is good for, in a line; empty if the game does not say."""
    reasons = match.game.reasons
    if reasons is None:
        return NO_REASON
    found = reasons.why(match.sample(seat).state, seat, action)
    return Why(texts.say_reason(match.game, found, names), found.key, texts.plain_arguments(found.arguments))


def argues_against(game: Game, reason: Why) -> bool:
    """Whether a reason speaks against what it is given for, by the game's `reasons.toml`."""
    return reason.saying in against(game)


@cache
def against(game: Game) -> frozenset[str]:
    """The keys of the reasons that speak against an action."""
    return frozenset(tomllib.loads(game.text("reasons.toml"))["against"] if game.has_text("reasons.toml") else ())
