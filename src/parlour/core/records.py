"""Declared records: what a match's state consists of, field by field, and all that follows from it.

    STATE = record(
        GAME.options,
        phase=field(choice("deal", "play", "over"), "where the match is"),
        hands=field(cards(PACK), "cards held", per=MOST_SEATS),
        pack=pile(card(PACK), "left", CARDS, "the pack, its top card last"),
        left=field(number(0, CARDS), "how many cards the pack has"),
        ...
    )

From that follow the layout in bytes (`layout`), with the deal generator and the options in it; how a state is written
in a line and read back (`core.positions`); and whether bytes from outside are within bounds (`faults`). What must be
true of a state besides, so that a text that was made up cannot lead compiled rules astray, is the game's `sound(s)`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as _plain
from typing import Any, Final

import numpy as np

from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.kernel import layout, rule
from parlour.core.options import Option
from parlour.core.values import Value, number
from parlour.errors import PositionError

SIGNED: Final = (np.int8, np.int16, np.int32, np.int64)


@dataclass(frozen=True)
class Field:
    """A field of a record: what its numbers are, how many there are, and what they mean."""

    value: Value
    meaning: str
    shape: tuple[int, ...] = ()
    per_seat: bool = False  # one for each seat of the match, the others as they are in a fresh match
    upto: str = ""  # the field that says how many of them there are; 0 behind them

    @property
    def form(self) -> tuple[Any, ...]:
        """Its type and shape, as numpy takes them: the smallest type that holds all its numbers."""
        return (type_of(self.value), self.shape) if self.shape else (type_of(self.value),)

    def used(self, s: Record) -> slice:
        """The part of it that is in use in this match."""
        if self.upto:
            return slice(max(0, int(s[self.upto])))
        return slice(int(s.seats)) if self.per_seat else slice(None)


def type_of(value: Value) -> Any:
    """The smallest type of numbers that holds a value; sets of cards and bits are words of 64 bits."""
    if value.kind in ("cards", "bits"):
        return np.uint64
    fitting = (each for each in SIGNED if np.iinfo(each).min <= value.least and value.most <= np.iinfo(each).max)
    return next(fitting, np.uint64)


def field(value: Value, meaning: str, *, per_seat: int = 0, places: int | tuple[int, ...] = 0) -> Field:
    """A number of a kind, or as many as there are `places`; `per_seat` of either, for at most so many seats."""
    axes = (per_seat, *(places if isinstance(places, tuple) else (places,)))
    return Field(value, meaning, tuple(each for each in axes if each), bool(per_seat))


def pile(value: Value, upto: str, places: int, meaning: str) -> Field:
    """A row of things of which the field `upto` says how many there are; zeros behind them."""
    return Field(value, meaning, (places,), upto=upto)


@dataclass(frozen=True, eq=False)
class RecordForm:
    """A declared record. `layout` is its form in bytes: large fields first, so that there is no gap but at the end."""

    fields: Mapping[str, Field]
    options: tuple[Option, ...]
    layout: np.dtype[Any] = _plain(init=False)
    take_options: Callable[[Record, Record], None] = _plain(init=False)

    def __post_init__(self) -> None:
        whole = {name: each.form for name, each in (dict(self.fields) | option_fields(self.options)).items()}
        parts = [*FIELDS, ("seats", np.int8), *((name, *form) for name, form in whole.items())]
        parts.sort(key=lambda part: -np.dtype(part[1]).itemsize)
        object.__setattr__(self, "layout", layout(parts))
        object.__setattr__(self, "take_options", taker_of([option.name for option in self.options]))

    def __iter__(self) -> Iterator[tuple[str, Field]]:
        return iter(self.fields.items())


def record(options: Sequence[Option] = (), **fields: Field) -> RecordForm:
    """A record of these fields, with the options of its game in it."""
    return RecordForm(fields, tuple(options))


def option_fields(options: Sequence[Option]) -> dict[str, Field]:
    """The fields in which a state carries its options, as their numbers."""
    return {option.name: Field(number(*option.bounds), option.help) for option in options}


def taker_of(names: Sequence[str]) -> Callable[[Record, Record], None]:
    """A rule that copies the options into a state, a line an option."""
    lines = [f"    s.{name} = options.{name}" for name in names] or ["    pass"]
    space: dict[str, Any] = {"__name__": __name__}
    text = "\n".join(["def take_options(s, options):", *lines])
    exec(compile(text, __file__, "exec"), space)  # no compiler of rules could loop over fields
    return rule(space["take_options"])


# --- Whether bytes from outside are a state -------------------------------------------------------------------


def faults(form: RecordForm, s: Record, fresh: Record) -> Iterator[str]:
    """What is wrong with a state from outside, beside a fresh one of as many seats: numbers beyond their bounds."""
    for name, each in form.fields.items():
        used, values = each.used(s), s[name]
        most = most_here(each.value, int(s.seats))
        if not all(each.value.least <= number <= most for number in np.ravel(values[used] if each.shape else values)):
            yield f"{name} should be {each.value.range}"
        rest, empty = np.array(values), np.array(fresh[name])
        if each.shape:
            rest[used] = empty[used] = 0
            if not np.array_equal(rest, empty):
                yield f"{name} has more than there is room for"


def most_here(value: Value, seats: int) -> int:
    """The highest number of a value in a match of so many seats."""
    if not value.of_seats:
        return value.most
    return (1 << seats) - 1 if value.is_set else seats - 1


def require(condition: bool, text: str) -> None:
    """What a game's `sound` asks of a state; `PositionError` with what is wrong."""
    if not condition:
        raise PositionError(text)
