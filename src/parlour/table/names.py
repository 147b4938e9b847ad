"""Names and lines that people type, made fit to be shown to others."""

import re
import unicodedata
from collections.abc import Iterable
from itertools import count

MOST_NAME = 24
MOST_LINE = 300
SPACES = re.compile(r"\s+")
# Letters, marks, numbers, punctuation, symbols and plain spaces may be shown; what steers or hides text may not.
SHOWN = frozenset("LMNPS")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # count as letters, and show nothing


def clean_name(text: str, otherwise: str = "Guest") -> str:
    """A name as it is shown: one line, no signs that turn or hide text, not too long."""
    return clean(text, MOST_NAME) or otherwise


def clean_line(text: str) -> str:
    """A line of chat as it is shown; empty if nothing is left."""
    return clean(text, MOST_LINE)


def unlike(name: str, others: Iterable[str]) -> str:
    """The name, with a number if it looks like somebody else's."""
    taken = {looks(other) for other in others}
    if looks(name) not in taken:
        return name
    numbers = (f"{name[: MOST_NAME - 4].strip()} {number}" for number in count(2))
    return next(other for other in numbers if looks(other) not in taken)


def looks(name: str) -> str:
    """A name without what is easily overlooked."""
    return unicodedata.normalize("NFKD", name).casefold()


def clean(text: str, most: int) -> str:
    """What of a text may be shown, and at most so much."""
    whole = unicodedata.normalize("NFC", text)
    kept = "".join(sign if may_show(sign) else " " for sign in whole)
    return few_marks(SPACES.sub(" ", kept).strip())[:most].strip()


def may_show(sign: str) -> bool:
    """Whether a sign shows itself, and does nothing else."""
    return unicodedata.category(sign)[0] in SHOWN and sign not in BLANK


def few_marks(text: str) -> str:
    """The text with at most two accents on a letter and none on nothing: they would reach into other people's lines."""
    kept: list[str] = []
    marks = 2
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 2 if sign == " " else 0
        if marks <= 2:
            kept.append(sign)
    return "".join(kept)
