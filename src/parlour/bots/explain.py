"""What somebody in a seat could do, the best first: what each would probably bring, and in a line why.

    explanation = explain(match, seat)
    explanation.choices[0].text     # "play $P"
    explanation.choices[0].value    # what it gains, as `texts.unit_of` says
    explanation.choices[0].reason   # "the best Dollar that is left: it draws the others out"

The estimates are those of a player that searches; like him, they know only what the seat knows. Where a turn has
several actions, as in Cam, each choice is a whole turn.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple, Protocol

from parlour.bots.bot import Estimate, spread_of
from parlour.bots.levels import NAMES, changes_of
from parlour.bots.registry import make
from parlour.bots.registry import thinker as searcher
from parlour.bots.turns import TurnBot
from parlour.core import texts
from parlour.core.engines import compiled
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.errors import OptionError

LEVEL = "strong"
MOST_CHOICES = 8
MOST_IN_A_TURN = 24  # actions, so that what is wrong with a game's notation does not go on for ever
# A level may overlook things to be beatable, or do what it can afford though it looks odd; who advises does not.
ADVISING: dict[str, Any] = {"overlooking": 0.0, "sense": True}
SLOW: dict[str, Any] = {
    "rounds": 2,
    "mixing": 0,
}  # for a search in plain Python, which is slow


class Thinker(Protocol):
    """A computer player that can say what it expects of every action."""

    game: Game
    level: str

    def estimates(self, match: Match, seat: int) -> list[Estimate]:
        """What it expects of the actions it looked at, the best first."""


class Why(NamedTuple):
    """What an action is good for: the line, its key among the game's words, and what it speaks of."""

    text: str
    saying: str
    given: Mapping[str, Any]


NO_REASON = Why("", "", {})


@dataclass(frozen=True)
class Choice:
    """Something that a seat could do, an action or a whole turn.

    `value`, `error` and `wins_in` are those of the `Estimate` of its first action; `note` says what is certain.
    `saying` and `given` are the key of the reason among the game's words and what it speaks of, for who tells it in
    another language.
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


@dataclass(frozen=True)
class Explanation:
    """What a seat could do, the best first, as a player of some level sees it."""

    game: str
    seat: int
    level: str
    choices: tuple[Choice, ...]

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self)


def explain(
    match: Match, seat: int, thinker: Thinker | None = None, *, names: Sequence[str] = (), most: int = MOST_CHOICES
) -> Explanation:
    """The choices of a seat, at most so many, ranked and explained; `NotYourTurn` if it is not to act.

    `names` are the players', for the reasons. The same match and seed give the same answer, as far as the thinker's do.
    """
    thinker = thinker or thinker_of(match.game)
    choices: dict[str, Choice] = {}
    for estimate in in_order(match.game, honest(thinker.estimates(match, seat))[:most]):
        choice = choice_of(match, seat, estimate, thinker, names)
        choices.setdefault(choice.text, choice)
    return Explanation(match.game.name, seat, thinker.level, tuple(choices.values()))


def thinker_of(game: Game, level: str = LEVEL, seed: int = 0, **changes: Any) -> Thinker:
    """A player that searches, with changes to what its level sets; `OptionError` if the level does not search.

    It overlooks and forgets nothing and does nothing pointless; the level may be one with settings of its own, as
    `strong:tries=1`.
    """
    if level.partition(":")[0] in NAMES:
        name, own = changes_of(level)
        player = searcher(game, name, seed, **settings({**ADVISING, **own, **changes}))
        player.forgetting = 0.0
    else:
        player = make(game, level, seed)
    if isinstance(player, TurnBot):
        player.exact = MOST_CHOICES
    if not hasattr(player, "estimates"):
        raise OptionError(f"the {level} player makes no estimates; {', '.join(NAMES)} do")
    return player


def settings(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes to a level; in plain Python it thinks even less."""
    return {**({} if compiled() else SLOW), **changes}


def choice_of(match: Match, seat: int, estimate: Estimate, thinker: Thinker, names: Sequence[str]) -> Choice:
    """An action as a choice, with the rest of the turn as the thinker would go on with it.

    The turn goes on in a sample: whatever the real cards would do, nobody is told by a hint.
    """
    world = match.sample(seat)
    actions, told, reason = [estimate.action.id], [str(estimate.action)], NO_REASON
    for _ in range(MOST_IN_A_TURN):
        reason = reason_of(world, seat, actions[-1], names)
        world.play(seat, actions[-1])
        if not world.unfinished(seat):
            break
        following = thinker.estimates(world, seat)[0].action
        actions.append(following.id)
        told.append(str(following))
    text = told[0] if len(told) == 1 else str(match.game.notation.turn_text(told))
    if len(told) > 1 and text == told[-1] and actions[-1] in match.legal_ids(seat):  # all before it comes to nothing
        actions, reason = actions[-1:], reason_of(match, seat, actions[-1], names)
    measured = (estimate.value, estimate.error, estimate.visits, estimate.wins_in, certainty(estimate.wins_in))
    return Choice(text, tuple(actions), *measured, *reason)


def certainty(wins_in: int | None) -> str:
    """What is known for certain, in words."""
    if wins_in is None:
        return ""
    return f"wins in {wins_in}" if wins_in > 0 else f"loses in {-wins_in}"


def in_order(game: Game, estimates: list[Estimate]) -> list[Estimate]:
    """The best first, then by what they are worth: who searches by turns leaves them as deep as he got with each."""
    if game.evaluation is None:
        return estimates
    return [*estimates[:1], *sorted(estimates[1:], key=lambda each: -each.value)]


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
