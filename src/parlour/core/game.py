"""A game: its facts, which cost nothing to look at, and its rules, which are loaded when first needed."""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field
from functools import cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core.options import Option, Value, complete, layout
from parlour.errors import SeatError

if TYPE_CHECKING:
    import numpy as np

    from parlour.core.fairness import Deal
    from parlour.core.kernels import Kernels
    from parlour.core.match import Match
    from parlour.core.notation import Notation


def optional(name: str, meaning: str) -> Any:
    """A part that a game may have: its module, or None."""

    def part(game: "Game") -> ModuleType | None:
        return game.module(name)

    part.__doc__ = meaning
    return cached_property(part)


@dataclass(frozen=True)
class Seats:
    """How many can play a game, and how many usually do."""

    fewest: int
    most: int
    usual: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "usual", self.usual or self.fewest)


@dataclass(frozen=True)
class Box:
    """What a game's box tells, and the shelf beside it.

    The rest need not be said: `minutes`, how long a usual match takes, to the next five; `depth`, how hard it is to
    play well, from 1 to 3; `short`, the options that end a match sooner and change nothing else, with "seats" for as
    many as there are seats; `place`, where the game stands on the shelf, from 1.
    """

    year: int
    maker: str
    minutes: int = 0
    depth: int = 0
    short: Mapping[str, Value] = field(default_factory=dict)
    place: int = 0


@dataclass(frozen=True, eq=False)
class Game:
    """What is known of a game before a card is dealt.

    `package` is the package of the game's modules: `table`, `rules`, `view`, `advice`, and the texts `RULES.md`
    and `words.toml`; `core.defaults` says what may be left out. `version` is the version of the rules, which a record
    names.
    """

    name: str
    title: str
    summary: str
    seats: InitVar[Seats]
    box: InitVar[Box]
    package: str
    version: int = 1
    options: tuple[Option, ...] = ()
    seat_names: tuple[str, ...] = ()
    check_options: Callable[[Mapping[str, Value]], None] = lambda options: None
    hand_word: str = "hand"
    score_word: str = "points"
    fewest: int = field(init=False)  # these from its seats
    most: int = field(init=False)
    usual: int = field(init=False)
    year: int = field(init=False)  # and these from its box
    maker: str = field(init=False)
    minutes: int = field(init=False)
    depth: int = field(init=False)
    short: Mapping[str, Value] = field(init=False)
    place: int = field(init=False)

    def __post_init__(self, seats: Seats, box: Box) -> None:
        for name, value in (vars(seats) | vars(box)).items():
            object.__setattr__(self, name, value)

    def match(
        self,
        seats: int | None = None,
        *,
        seed: int | str | None = None,
        options: Mapping[str, object] | None = None,
        position: str | None = None,
        deal: "Deal | None" = None,
        hold_table: bool = False,
    ) -> "Match":
        """A new match, or one that goes on from a position text.

        `seed` makes the deals repeatable; without it (and without `deal`) they are secret and random. The world's own
        actions (dealing the next hand) are carried out at once unless `hold_table` leaves them to the caller.
        """
        from parlour.core.fairness import Deal
        from parlour.core.match import Match

        deal = deal or (Deal.fresh() if seed is None else Deal.from_seed(seed))
        if position is not None:
            return Match.from_position(self, position, self.complete_options(options), deal, hold_table)
        settings = self.complete_options(options)
        self.check_options(settings)
        return Match.fresh(self, self.check_seats(seats), settings, deal, hold_table)

    def complete_options(self, given: Mapping[str, object] | None) -> dict[str, Value]:
        """Every option with its value; `OptionError` if one is unknown or takes no such value."""
        return complete(self.options, given)

    def check_seats(self, seats: int | None) -> int:
        """The number of seats, the usual one for None; `SeatError` if the game cannot be played so."""
        if seats is None:
            return self.usual
        if isinstance(seats, bool) or not isinstance(seats, int) or not self.fewest <= seats <= self.most:
            wanted = str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"
            raise SeatError(f"{self.title} is for {wanted} players, not {str(seats)[:20]}")
        return seats

    def seat_name(self, seat: int) -> str:
        """What a seat is called when nobody has a name."""
        return self.seat_names[seat] if seat < len(self.seat_names) else f"Seat {seat}"

    def text(self, name: str) -> str:
        """A text that comes with the game: RULES.md or words.toml."""
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")

    def has_text(self, name: str) -> bool:
        """Whether such a text comes with the game."""
        return resources.files(self.package).joinpath(name).is_file()

    @cached_property
    def rules(self) -> ModuleType:
        """The rules (`core.contract`)."""
        return import_module(f"{self.package}.rules")

    @cached_property
    def table(self) -> ModuleType:
        """What the game declares: its state, actions and events (`core.records`, `core.verbs`, `core.kinds`).

        A small game may declare them in its `rules.py`.
        """
        return self.module("table") or self.rules

    @property
    def layout(self) -> "np.dtype[Any]":
        """A state in bytes."""
        return self.table.STATE.layout

    @cached_property
    def notation(self) -> "Notation":
        """Actions and positions as text."""
        from parlour.core.notation import Notation

        return Notation(self, self.module("notation"))

    @cached_property
    def view(self) -> Any:
        """What a seat may see (`core.texts` says what it defines)."""
        from parlour.core.defaults import OpenView

        return self.module("view") or OpenView(self)

    @cached_property
    def advice(self) -> ModuleType:
        """The rulebook's own strategy (`core.contract.advise`)."""
        return self.module("advice") or import_module("parlour.core.defaults")

    statistics = optional("statistics", "What it counts in a series of matches (`core.statistics`).")
    memory = optional("memory", "How a forgetful player forgets (`core.contract.forget`), in a game of memory (C-07).")
    reasons = optional("reasons", "Why a seat might do what it may do, in a line (`core.texts`).")
    evaluation = optional("evaluation", "What a search of turns needs (`core.evaluation`), if nothing is hidden.")
    endgames = optional("endgames", "What is known for certain of its last positions (`core.evaluation.probe`).")

    @cached_property
    def options_layout(self) -> "np.dtype[Any]":
        """The record that carries the options to the rules."""
        return layout(self.options)

    @cached_property
    def kernels(self) -> "Kernels":
        """The compiled loops of this game, for people at play."""
        from parlour.core.kernels import kernels_for_play

        return kernels_for_play(self)

    @cached_property
    def fast_kernels(self) -> "Kernels":
        """The same for whoever plays by the thousand."""
        from parlour.core.kernels import kernels_for_throughput

        return kernels_for_throughput(self)

    def module(self, part: str) -> ModuleType | None:
        """A module of its package, if it has it."""
        name = f"{self.package}.{part}"
        return import_module(name) if find_spec(name) else None

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
