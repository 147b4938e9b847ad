"""What is sent and answered over HTTP, besides what `table.wire` has."""

import logging
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from parlour.bots.review import Review
from parlour.core import kinds, texts
from parlour.core.game import Game
from parlour.core.options import Choice, Number, Option
from parlour.games import of_the_house, shelved
from parlour.games.rulebooks import LANGUAGES
from parlour.table import wire
from parlour.table.lessons import LESSON, plan_of

log = logging.getLogger("parlour.server")


class Place(wire.Struct):
    """A place at a table, with a seat or without one: the token is the only proof of it, so keep it."""

    table: str
    member: int
    token: str
    seat: int | None


class Invitation(wire.Struct):
    """The table that a code of four words leads to."""

    table: str
    game: str


class Code(wire.Struct):
    """A code for a second device."""

    code: str


class Trouble(wire.Struct):
    """What went wrong; programs may rely on `code`."""

    code: str
    text: str
    rule: str = ""


class Listed(wire.Struct):
    """A public table in the lobby."""

    id: str
    game: str
    title: str
    phase: str
    seats: int
    free: int


class OptionFacts(wire.Struct):
    """A switch of a game: the rule it comes from, what it is usually, and what it can be."""

    name: str
    help: str
    rule: str
    usual: bool | int | str
    choices: list[str] | None = None
    least: int | None = None
    most: int | None = None


class GameTexts(wire.Struct):
    """What a game is called and about, and its lesson, in a language; `lesson` is empty if it has none."""

    title: str
    summary: str
    lesson: str


class GameFacts(wire.Struct):
    """A game as a shelf shows it: its texts in English and in other languages, its seats, how long a match takes, its
    switches; which kinds of its events are looked at longer than others, and which a log forgets with the next (C-18).

    `minutes` is rounded up to five, `depth` is from 1 to 3, and both are 0 if nobody has said. `short` are the options
    of a short match, "seats" among them standing for the number of players; without any there is no short match.
    """

    name: str
    title: str
    year: int
    maker: str
    summary: str
    lesson: str
    languages: dict[str, GameTexts]
    fewest: int
    most: int
    usual: int
    minutes: int
    depth: int
    options: list[OptionFacts]
    short: dict[str, bool | int | str]
    seat_names: list[str]
    weights: dict[str, Literal["heavy", "stands"]]
    fades: list[str]


class KeyedCommand(wire.Struct):
    """A command with its key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    command: wire.AnyCommand


class KnownTable(wire.Struct):
    """A table that somebody asks about, with the token of a place there, if they have one."""

    table: Annotated[str, Meta(max_length=40)]
    token: Annotated[str, Meta(max_length=100)] = ""


class KnownTables(wire.Struct):
    """Tables that somebody asks about."""

    tables: Annotated[list[KnownTable], Meta(max_length=50)]


class TableGlance(wire.Struct):
    """How a table stands, in short. `turn` are the seats that may act, `seat` is one's own."""

    table: str
    game: str
    title: str
    phase: str
    players: list[str]
    turn: list[int]
    seat: int | None
    touched: float


class Reviewed(wire.Struct):
    """A match looked through for mistakes; how much of it has been, until that is done."""

    progress: float
    review: Review | None = None


class Replay(wire.Struct):
    """A match that is over, step by step, as a seat or, without one, a spectator saw it."""

    game: str
    seat: int | None
    players: list[str]
    steps: list[wire.ReplayStep]


@cache
def facts_of_all() -> list[GameFacts]:
    """All games, in the order of the shelf. One that came in a package and breaks here is left out, and noted."""
    told = []
    for one in shelved():
        try:
            told.append(facts_of(one))
        except Exception as error:
            if one.name in of_the_house():
                raise
            log.error("the game %s cannot be put on the shelf", one.name, exc_info=error)
    return told


def facts_of(one: Game) -> GameFacts:
    """What a newcomer should know of a game."""
    return GameFacts(
        name=one.name,
        title=one.title,
        year=one.year,
        maker=one.maker,
        summary=one.summary,
        lesson=about_lesson(one, "en"),
        languages={each: texts_of(one, each) for each in LANGUAGES if one.has_text(f"words.{each}.toml")},
        fewest=one.fewest,
        most=one.most,
        usual=one.usual,
        minutes=one.minutes,
        depth=one.depth,
        options=[option_facts(option) for option in one.options],
        short=dict(one.short),
        seat_names=list(one.seat_names),
        weights=weights_of(one),
        fades=[kind.name for kind in one.table.EVENTS.values() if kind.fades],
    )


def texts_of(one: Game, language: str) -> GameTexts:
    """What a game is called and about, in another language."""
    told = texts.words(one, language).get("game", {})
    title, summary = told.get("title", one.title), told.get("summary", one.summary)
    return GameTexts(title, summary, about_lesson(one, language))


def about_lesson(one: Game, language: str) -> str:
    """What the lesson of a game is about; nothing, if it has none."""
    if not one.has_text(LESSON):
        return ""
    plan = plan_of(one, language)
    return str(plan.get("about") or plan["title"])


def weights_of(known: Game) -> dict[str, Literal["heavy", "stands"]]:
    """Which kinds of a game's events weigh more than others, by their names."""
    every = [*kinds.COMMON_KINDS.values(), *known.table.EVENTS.values()]
    return {kind.name: "heavy" if kind.weight == kinds.HEAVY else "stands" for kind in every if kind.weight}


def option_facts(option: Option) -> OptionFacts:
    """What a newcomer should know of a switch."""
    facts = OptionFacts(option.name, option.help, option.rule, option.default)
    if isinstance(option, Choice):
        facts.choices = list(option.choices)
    elif isinstance(option, Number):
        facts.least, facts.most = option.least, option.most
    return facts
