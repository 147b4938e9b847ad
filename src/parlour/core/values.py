"""Values: the kinds of things that a game's numbers stand for, each declared once.

The fields of a state and what actions and events tell are all whole numbers. A value says from where to where they go,
how they are written and read, and what plain data they become:

    | value                     | numbers                         | written as       | as data              |
    |---------------------------|---------------------------------|------------------|----------------------|
    | `number(least, most)`     | themselves                      | 5                | 5                    |
    | `flag()`                  | 0 and 1                         | no, yes          | true or false        |
    | `choice("deal", "play")`  | places in the list              | play             | "play"               |
    | `seat(most)`              | a seat; -1 for nobody           | 2, or -          | a `Seat`, or null    |
    | `seats(most)`             | a mask of seats                 | 0,2, or -        | [0, 2]               |
    | `card(PACK)`              | a place in the pack; -1: none   | A-1, or -        | "A-1", or null       |
    | `cards(PACK)`             | a set of cards, as a mask       | A-1,B-2, or -    | ["A-1", "B-2"]       |
    | `choices("A", "B")`       | some of these words, as a mask  | A,B, or -        | ["A", "B"]           |
    | `bits(48)`                | a mask of anything else         | 3f, base 16      | 63                   |
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from parlour.core.contract import MOST_SEATS
from parlour.core.pack.packs import Pack, members
from parlour.errors import NotationError

NOTHING: Final = "-"
BASE_16: Final = re.compile("[0-9a-f]{1,16}")
NUMBER_WORDS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Seat(int):
    """The number of a seat among the arguments of an event or a refusal; in a sentence it is its player's name."""


@dataclass(frozen=True)
class Value:
    """Whole numbers from `least` to `most`, and what they stand for."""

    least: int
    most: int
    text: Callable[[int], str]
    parse: Callable[[str], int]  # raises NotationError
    data: Callable[[int], Any]
    kind: str  # the function below that made it

    @property
    def of_seats(self) -> bool:
        """Whether it is about seats, so no higher than the match has."""
        return self.kind in ("seat", "seats")

    @property
    def is_set(self) -> bool:
        """Whether it is a set, as a mask."""
        return self.kind in ("seats", "cards", "choices")

    @property
    def what(self) -> str:
        """What it is, for an error."""
        return self.kind if self.is_set else f"a {self.kind}"

    def read(self, text: str) -> int:
        """The number that a text stands for; `NotationError` says what there is."""
        number = self.parse(text)
        if not self.least <= number <= self.most:
            raise NotationError(f"{text[:20]!r} is out of bounds: there are {self.range}")
        return number

    @property
    def range(self) -> str:
        """All there is, in words."""
        return f"{self.text(self.least)} to {self.text(self.most)}"

    @property
    def example(self) -> str:
        """One of them, for somebody who does not know how they are written."""
        return self.text(min(self.most, max(self.least, 1)))

    @property
    def size(self) -> int:
        """How many there are."""
        return self.most - self.least + 1


def number(least: int, most: int, none: int | None = None) -> Value:
    """Whole numbers; `none` is the one that is written as `-`."""

    def text(value: int) -> str:
        return NOTHING if value == none else str(value)

    def parse(said: str) -> int:
        if said == NOTHING and none is not None:
            return none
        if said.lower() in NUMBER_WORDS:
            return NUMBER_WORDS.index(said.lower())
        digits = said.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 20):
            raise NotationError(f"{said[:20]!r} should be a whole number from {least} to {most}")
        return int(said)

    return Value(least, most, text, parse, lambda value: None if value == none else int(value), "number")


def choice(*names: str) -> Value:
    """One of several words."""
    small = [name.lower() for name in names]

    def parse(said: str) -> int:
        if said.lower() not in small:
            raise NotationError(f"{said[:20]!r} is none of {', '.join(names)}")
        return small.index(said.lower())

    return Value(0, len(names) - 1, names.__getitem__, parse, names.__getitem__, "choice")


def flag() -> Value:
    """Yes or no."""
    return replace(choice("no", "yes"), data=bool, kind="flag")


def seat(most: int, nobody: bool = False) -> Value:
    """The seat of one of at most so many players, or nobody's."""
    plain = number(-1 if nobody else 0, most - 1, none=-1 if nobody else None)
    return replace(plain, data=lambda value: None if value < 0 else Seat(value), kind="seat")


def seats(most: int) -> Value:
    """Any of the seats of at most so many players."""
    numbers = Pack([str(each) for each in range(most)], f"seats 0 to {most - 1}")
    return replace(cards(numbers), data=lambda mask: list(members(int(mask))), kind="seats")


def card(pack: Pack, none: bool = False) -> Value:
    """A card of a pack, or none."""

    def text(value: int) -> str:
        return NOTHING if value < 0 else pack.names[value]

    def parse(said: str) -> int:
        return -1 if none and said == NOTHING else pack.parse(said)

    def data(value: int) -> str | None:
        return None if value < 0 else pack.names[value]

    return Value(-1 if none else 0, len(pack) - 1, text, parse, data, "card")


def cards(pack: Pack) -> Value:
    """A set of cards of a pack."""
    most = (1 << len(pack)) - 1
    return Value(0, most, pack.set_text, pack.parse_set, pack.names_in, "cards")


def choices(*names: str) -> Value:
    """Some of several words, which are in capitals."""
    return replace(cards(Pack(names, ", ".join(names))), kind="choices")


def bits(size: int) -> Value:
    """A set of so many things that have no names."""

    def parse(said: str) -> int:
        if not BASE_16.fullmatch(said):
            raise NotationError(f"{said[:20]!r} should be a number of base 16")
        return int(said, 16)

    return Value(0, (1 << size) - 1, "{:x}".format, parse, int, "bits")


COUNT: Final = number(-(1 << 31), (1 << 31) - 1)  # any number that an event tells
FLAG: Final = flag()
ANY_SEAT: Final = seat(MOST_SEATS)
ANY_SEATS: Final = seats(MOST_SEATS)
