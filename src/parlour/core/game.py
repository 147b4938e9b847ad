"""A game: its facts, which cost nothing to look at, and its rules, which are loaded when first needed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, eq=False)
class Game:
    """What is known of a game before a card is dealt.

    `package` is the package of the game's modules: `table`, `rules`, `view`, `advice`, and the texts `RULES.md`
    and `words.toml`; `core.defaults` says what may be left out. `version` is the version of the rules, which a record
    names.

    What a shelf tells besides, if anybody has said: `minutes`, how long a usual match takes, to the next five; `depth`,
    how hard it is to play well, from 1 to 3; `short`, the options that end a match sooner and change nothing else, with
    "seats" for as many as there are seats; `place`, where the game stands on the shelf, from 1.
    """

    name: str
    title: str
    year: int
    maker: str
    summary: str
    fewest: int
    most: int
    usual: int
    version: int
    package: str
    options: tuple[Option, ...] = ()
    seat_names: tuple[str, ...] = ()
    check_options: Callable[[Mapping[str, Value]], None] = lambda options: None
    hand_word: str = "hand"
    score_word: str = "points"
    minutes: int = 0
    depth: int = 0
    short: Mapping[str, Value] = field(default_factory=dict)
    place: int = 0

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
        return self._optional("table") or self.rules

    @property
    def layout(self) -> "np.dtype[Any]":
        """A state in bytes."""
        return self.table.STATE.layout

    @cached_property
    def notation(self) -> "Notation":
        """Actions and positions as text."""
        from parlour.core.notation import Notation

        return Notation(self, self._optional("notation"))

    @cached_property
    def view(self) -> Any:
        """What a seat may see (`core.texts` says what it defines)."""
        from parlour.core.defaults import OpenView

        return self._optional("view") or OpenView(self)

    @cached_property
    def advice(self) -> ModuleType:
        """The rulebook's own strategy (`core.contract.advise`)."""
        return self._optional("advice") or import_module("parlour.core.defaults")

    @cached_property
    def statistics(self) -> ModuleType | None:
        """What the game counts in a series of matches (`core.statistics`), if it counts anything of its own."""
        return self._optional("statistics")

    @cached_property
    def memory(self) -> ModuleType | None:
        """How a forgetful player of it forgets (`core.contract.forget`), if it is a game of memory (C-07)."""
        return self._optional("memory")

    @cached_property
    def reasons(self) -> ModuleType | None:
        """Why a seat might do what it may do, in a line (`core.texts` says what it defines), if the game says so."""
        return self._optional("reasons")

    @cached_property
    def evaluation(self) -> ModuleType | None:
        """What a search of its turns needs (`core.evaluation`), if it is a game without secrets for two."""
        return self._optional("evaluation")

    @cached_property
    def endgames(self) -> ModuleType | None:
        """What is known for certain of its last positions (`core.evaluation.probe`), if anything is."""
        return self._optional("endgames")

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

    def _optional(self, part: str) -> ModuleType | None:
        name = f"{self.package}.{part}"
        return import_module(name) if find_spec(name) else None

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
