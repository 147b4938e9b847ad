"""Lessons: a few minutes at a table that is laid out beforehand, made of a game's rules and its `lesson.toml`.

A lesson has a seat for the learner, its players' names, and steps, in their order:

    | field                   | meaning                                                                               |
    |-------------------------|---------------------------------------------------------------------------------------|
    | position, options, seed | another match begins, from this position text; the first step must have one           |
    | seat                    | the learner sits there from now on                                                    |
    | play                    | actions that are shown by themselves: `bid 5` of the seat to act,   `2: silent` of a  |
    |                         | seat, `table: deal` of the world                                                      |
    | say, rules              | what is told then, and the rules that it comes from                                   |
    | want                    | what the learner should do then: an action, or a whole turn                           |
    | right, wrong, instead   | what is said if they do; if they do something else; if they do one of these           |

It also has a `title`, how many `minutes` it takes, and what it is `about`, in a line.
Another language is another file, `lesson.es.toml`, of the same steps with nothing but their words. All that is seen is
made by the rules, as the learner's seat may see it, so a lesson that breaks a rule cannot be opened, and a test opens
them all.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from parlour.core.contract import TABLE
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.errors import ConformanceError, IllegalAction, NotationError, ParlourError
from parlour.table import wire

WORDS = ("say", "right", "wrong", "instead")
SEED = "lesson"
LESSON = "lesson.toml"


class Frame(wire.Struct):
    """A moment of a lesson: how the table stands, what has just happened, what is said.

    With `want`, the learner is to do that: `wrong` and `instead` answer whatever else they may do; `turn` is the whole
    turn that it is part of, as it may be written at once. Without `say` and `want` it goes on by itself.
    """

    step: int
    say: str
    rules: list[str]
    want: str
    turn: str
    wrong: str
    instead: dict[str, str]
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Lesson(wire.Struct):
    """A lesson, moment by moment, as the learner sees it; the seat may change (`view.you`)."""

    game: str
    title: str
    minutes: int
    players: list[str]
    steps: int
    frames: list[Frame]


class Verdict(wire.Struct):
    """What the rules say to an action: nothing if they allow it, and otherwise why not, as a `wire.Nack` does."""

    legal: bool
    rule: str = ""
    text: str = ""
    saying: str = ""
    given: dict[str, Any] = msgspec.field(default_factory=dict)


class Lecture:
    """A lesson being made, and the match at each of its moments."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.plan = plan_of(game, language)
        self.seat: int = self.plan["seat"]
        self.frames: list[Frame] = []
        self.matches: list[Match] = []
        for number, step in enumerate(self.plan["steps"]):
            try:
                self.take(number, step)
            except (ParlourError, LookupError) as error:
                raise ConformanceError(f"{game.name}/lesson.toml, step {number}: {error}") from error

    @property
    def lesson(self) -> Lesson:
        """The lesson as it is sent."""
        plan, name = self.plan, self.game.name
        steps = len(plan["steps"])
        return Lesson(name, plan["title"], plan["minutes"], plan["players"], steps, self.frames)

    def take(self, number: int, step: Mapping[str, Any]) -> None:
        """The moments of a step."""
        self.seat = step.get("seat", self.seat)
        if "position" in step:
            options, position = step.get("options"), step["position"]
            match = self.game.match(position=position, options=options, seed=step.get("seed", SEED), hold_table=True)
            self.show(number, match)
        match = self.matches[-1].clone()
        for text in step.get("play", ()):
            for seat, action in actions_of(match, text):
                match = self.act(number, match, seat, action)
        self.tell(number, step["say"], step.get("rules", []))
        if "want" in step:
            self.expect(number, match, step)

    def expect(self, number: int, match: Match, step: Mapping[str, Any]) -> None:
        """Have the learner act: a moment for each action of what they should do, then the one after it."""
        for seat, action in actions_of(match, f"{self.seat}: {step['want']}"):
            frame = self.frames[-1]
            frame.want, frame.turn = str(match.game.notation.action_text(match.state, seat, action)), step["want"]
            frame.wrong, frame.instead = step["wrong"], dict(step.get("instead", {}))
            match = self.act(number, match, seat, action)
        if step.get("right"):
            self.tell(number, step["right"], [])

    def act(self, number: int, match: Match, seat: int, action: int) -> Match:
        """The match after an action, and the moment that it makes."""
        match, before = match.clone(), match.event_count
        match.play(seat, action)
        self.show(number, match, before)
        return match

    def show(self, number: int, match: Match, since: int = 0) -> None:
        """A moment at which nothing is said yet."""
        seat = self.seat
        self.frames.append(Frame(number, "", [], "", "", "", {}, match.events(seat, since), match.view(seat)))
        self.matches.append(match)

    def tell(self, number: int, words: str, rules: list[str]) -> None:
        """Say something; if something has been said already, at a moment of its own."""
        last = self.frames[-1]
        if last.say:
            self.show(number, self.matches[-1], self.matches[-1].event_count)
            last = self.frames[-1]
        last.say, last.rules = words, rules

    def judge(self, frame: int, action: str) -> Verdict:
        """What the rules say if the learner does something at a moment."""
        try:
            self.matches[frame].clone().play(self.frames[frame].view["you"], action)
        except IllegalAction as error:
            return Verdict(False, error.rule, str(error), error.saying, error.given)
        except NotationError as error:
            return Verdict(False, "", str(error))
        return Verdict(True)


def actions_of(match: Match, text: str) -> Iterator[tuple[int, int]]:
    """The actions, with their seats, that a text of a lesson stands for."""
    who, colon, action = text.rpartition(": ")
    seat = match.actors[0] if not colon else TABLE if who == "table" else int(who)
    for number in match.numbers(seat, action):
        yield seat, number


def plan_of(game: Game, language: str) -> dict[str, Any]:
    """What `lesson.toml` says, in the words of a language; English words where there are no others."""
    plan = tomllib.loads(game.text(LESSON))
    other = f"lesson.{language}.toml"
    if language != "en" and game.has_text(other):
        words = tomllib.loads(game.text(other))
        if len(words["steps"]) != len(plan["steps"]):
            raise ConformanceError(f"{game.name}/{other} has {len(words['steps'])} steps, not {len(plan['steps'])}")
        plan |= {name: words[name] for name in ("title", "about", "players") if name in words}
        for step, told in zip(plan["steps"], words["steps"], strict=True):
            step.update({word: told[word] for word in WORDS if word in told})
    return plan


@cache
def lecture(game: Game, language: str) -> Lecture:
    """The lesson of a game in a language; it is made once."""
    return Lecture(game, language)
