"""Names and lines that people type, made fit to be shown to others."""

import re
import unicodedata

MOST_NAME = 24
MOST_LINE = 300
SPACES = re.compile(r"\s+")
# Letters, marks, numbers, punctuation, symbols and plain spaces may be shown; what steers or hides text may not.
SHOWN = frozenset("LMNPS")


def clean_name(text: str, otherwise: str = "Guest") -> str:
    """A name as it is shown: one line, no signs that turn or hide text, not too long."""
    return clean(text, MOST_NAME) or otherwise


def clean_line(text: str) -> str:
    """A line of chat as it is shown; empty if nothing is left."""
    return clean(text, MOST_LINE)


def clean(text: str, most: int) -> str:
    """What of a text may be shown, and at most so much."""
    whole = unicodedata.normalize("NFC", text)
    kept = "".join(sign if unicodedata.category(sign)[0] in SHOWN else " " for sign in whole)
    return few_marks(SPACES.sub(" ", kept).strip())[:most].strip()


def few_marks(text: str) -> str:
    """The text with at most two accents on a letter: more would reach into other people's lines."""
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks <= 2:
            kept.append(sign)
    return "".join(kept)
