"""The faults of faults.toml: what each of them changes, and which tests should notice."""

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LISTED = Path(__file__).with_name("faults.toml")
Manner = Literal["plain", "compiled", "vitest"]
MANNERS = ("plain", "compiled", "vitest")


class OutOfDate(Exception):
    """A fault does not fit the sources any more."""


@dataclass(frozen=True)
class Fault:
    """A change of one line that makes something wrong."""

    name: str
    area: str
    file: str
    old: str  # occurs once in the file
    new: str
    tests: tuple[str, ...]  # what pytest or Vitest is given
    runs: Manner = "plain"  # rules as plain Python or compiled, or the tests of the web client

    def planted(self, text: str) -> str:
        """The text of the file with the fault in it."""
        if (found := text.count(self.old)) != 1:
            raise OutOfDate(f"{self.name!r} is out of date: {self.file} has {found} places like {self.old!r}, not one")
        return text.replace(self.old, self.new)

    def lines(self) -> tuple[str, str]:
        """The line that is changed, before and after, as far as the fault tells."""
        changed = [line for line in difflib.ndiff(self.old.splitlines(), self.new.splitlines()) if line[0] in "+-"]
        before = [line[2:].strip() for line in changed if line[0] == "-"]
        after = [line[2:].strip() for line in changed if line[0] == "+"]
        if len(before) > 1 or len(after) > 1 or self.old == self.new:
            raise OutOfDate(f"{self.name!r} changes more or less than one line of {self.file}")
        return "".join(before), "".join(after)


def load(listed: Path = LISTED) -> list[Fault]:
    """All faults, in the order of the file."""
    rows = tomllib.loads(listed.read_text(encoding="utf-8"))["fault"]
    return [Fault(**row | {"tests": tuple(row["tests"])}) for row in rows]


def chosen(faults: list[Fault], names: list[str]) -> list[Fault]:
    """The faults of these names, or whose names begin so; all of them if none is named."""
    for name in names:
        if not any(fault.name.startswith(name) for fault in faults):
            close = difflib.get_close_matches(name, [fault.name for fault in faults], 1, 0)
            raise OutOfDate(f"there is no fault {name!r}; did you mean {close[0]!r}? --list shows all")
    return [fault for fault in faults if not names or fault.name.startswith(tuple(names))]
