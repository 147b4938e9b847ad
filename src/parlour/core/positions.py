"""Reading position texts: fields between blanks, numbers between commas, each checked for itself."""

import re
from collections.abc import Sequence

from parlour.errors import PositionError

NUMBER = re.compile(r"-?\d{1,7}")


def fields(text: str, names: Sequence[str], title: str) -> list[str]:
    """The fields of a position text, which must be as many as they have names."""
    parts = text.split()
    if len(parts) != len(names):
        raise PositionError(f"a position of {title} has {len(names)} fields here, not {len(parts)}: {' '.join(names)}")
    return parts


def numbers(text: str, how_many: int | None, least: int, most: int) -> list[int]:
    """Whole numbers between commas, within bounds."""
    parts = text.split(",")
    if not all(NUMBER.fullmatch(part) and least <= int(part) <= most for part in parts):
        raise PositionError(f"{text[:40]!r} should be whole numbers from {least} to {most}")
    if how_many is not None and len(parts) != how_many:
        raise PositionError(f"{text[:40]!r} should be {how_many} numbers, a number a seat")
    return [int(part) for part in parts]


def number(text: str, least: int, most: int) -> int:
    """One whole number within bounds."""
    return numbers(text, 1, least, most)[0]


def one_of(text: str, words: Sequence[str], what: str) -> int:
    """The place of a word among those that may stand here."""
    if text not in words:
        raise PositionError(f"{text[:20]!r} is not a {what}; there are {', '.join(words)}")
    return list(words).index(text)


def seats_text(mask: int) -> str:
    """The seats of a mask, between commas; `-` for none."""
    return ",".join(str(seat) for seat in range(int(mask).bit_length()) if (int(mask) >> seat) & 1) or "-"


def parse_seats(text: str, seats: int) -> int:
    """The mask of seats between commas."""
    return sum(1 << seat for seat in set(numbers(text, None, 0, seats - 1))) if text != "-" else 0
