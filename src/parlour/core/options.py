"""Options: the switches of a game, each with its values, its help and the rule that it comes from.

Rules see an option as a small whole number; people and records see its name and value.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.errors import OptionError

Value: TypeAlias = bool | int | str


@dataclass(frozen=True)
class Option:
    """What every option has; use `Choice`, `Number` or `Switch`."""

    name: str
    help: str
    rule: str

    @property
    def default(self) -> Value:
        """The value when nobody says otherwise."""
        raise NotImplementedError

    @property
    def values(self) -> str:
        """The values it takes, in words."""
        raise NotImplementedError

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that the rules see."""
        raise NotImplementedError

    def encode(self, value: object) -> int:
        """The number that the rules see; `OptionError` if the value is none of the option's."""
        raise NotImplementedError

    def decode(self, number: int) -> Value:
        """The value behind a number."""
        raise NotImplementedError

    def refuse(self, value: object) -> OptionError:
        """The error for a value that the option does not take."""
        return OptionError(f"{self.name} cannot be {shorten(value)}; it takes {self.values}")


@dataclass(frozen=True)
class Choice(Option):
    """One of several names, the default first."""

    choices: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        return self.choices[0]

    @property
    def values(self) -> str:
        return ", ".join(self.choices)

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, len(self.choices) - 1

    def encode(self, value: object) -> int:
        text = str(value) if isinstance(value, str | int) else ""
        if text not in self.choices:
            raise self.refuse(value)
        return self.choices.index(text)

    def decode(self, number: int) -> str:
        return self.choices[number]


@dataclass(frozen=True)
class Number(Option):
    """A whole number within bounds."""

    usual: int = 0
    least: int = 0
    most: int = 0

    @property
    def default(self) -> int:
        return self.usual

    @property
    def values(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    @property
    def bounds(self) -> tuple[int, int]:
        return self.least, self.most

    def encode(self, value: object) -> int:
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise self.refuse(value)
        return value

    def decode(self, number: int) -> int:
        return number


@dataclass(frozen=True)
class Switch(Option):
    """On or off, off by default."""

    usual: bool = False

    @property
    def default(self) -> bool:
        return self.usual

    @property
    def values(self) -> str:
        return "on, off"

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def encode(self, value: object) -> int:
        if isinstance(value, bool):
            return int(value)
        if value in ("on", "off"):
            return int(value == "on")
        raise self.refuse(value)

    def decode(self, number: int) -> bool:
        return bool(number)


def complete(options: Iterable[Option], given: Mapping[str, object] | None) -> dict[str, Value]:
    """Every option with its value: the given ones checked, the others as usual."""
    known = {option.name: option for option in options}
    given = given or {}
    for name in given:
        if name not in known:
            raise OptionError(f"there is no option {shorten(name)}; there are {', '.join(known)}")
    return {
        name: option.decode(option.encode(given[name])) if name in given else option.default
        for name, option in known.items()
    }


@cache
def layout(options: tuple[Option, ...]) -> np.dtype[np.void]:
    """The record that carries a game's options to its rules."""
    fields = [(option.name, np.int64) for option in options] or [("unused", np.int64)]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def encode(options: tuple[Option, ...], values: Mapping[str, Value]) -> npt.NDArray[np.void]:
    """Complete options as an array of one record, as the rules see them."""
    numbers = tuple(option.encode(values[option.name]) for option in options) or (0,)
    return np.array([numbers], dtype=layout(options))


def shorten(value: object, most: int = 40) -> str:
    """A value for an error message, however long and odd it is."""
    text = repr(value[: most + 1] if isinstance(value, str) else value)
    return text if len(text) <= most else f"{text[:most]}..."
