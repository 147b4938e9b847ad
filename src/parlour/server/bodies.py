"""What is sent and answered over HTTP, besides what `table.wire` has."""

from typing import Annotated, Literal

from msgspec import Meta

from parlour.bots.review import Review
from parlour.core import kinds
from parlour.core.game import Game
from parlour.core.options import Choice, Number, Option
from parlour.games import game
from parlour.table import wire


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


class GameFacts(wire.Struct):
    """A game: how many can play it, its switches, and which kinds of its events are looked at longer than others."""

    name: str
    title: str
    year: int
    summary: str
    fewest: int
    most: int
    usual: int
    options: list[OptionFacts]
    weights: dict[str, Literal["heavy", "stands"]]


class Asked(wire.Struct):
    """A command with its key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    command: wire.AnyCommand


class KnownTable(wire.Struct):
    """A table that somebody asks about, with the token of his place there, if he has one."""

    table: Annotated[str, Meta(max_length=40)]
    token: Annotated[str, Meta(max_length=100)] = ""


class KnownTables(wire.Struct):
    """Tables that somebody asks about."""

    tables: Annotated[list[KnownTable], Meta(max_length=50)]


class Summary(wire.Struct):
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


def facts_of(name: str) -> GameFacts:
    """What a newcomer should know of a game."""
    known = game(name)
    options = [option_facts(option) for option in known.options]
    numbers = (known.fewest, known.most, known.usual)
    return GameFacts(known.name, known.title, known.year, known.summary, *numbers, options, weights_of(known))


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
