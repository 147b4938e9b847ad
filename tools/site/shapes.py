"""The shapes of suits, pieces and books, read from the web client's sources, where each is drawn once."""

import re
from functools import cache
from pathlib import Path

GAMES = Path(__file__).resolve().parents[2] / "web" / "src" / "games"


def read(path: str) -> str:
    """A source of the web client."""
    return (GAMES / path).read_text(encoding="utf-8")


def strings(text: str) -> dict[str, str]:
    """The entries `key: 'text'` of an object, or of several."""
    return dict(re.findall(r"^\s*'?([\w*$]+)'?: '([^']+)',?", text, re.MULTILINE))


@cache
def kamra_suits() -> dict[str, tuple[str, str, bool]]:
    """Ink, shape, and whether it is drawn with a line, of each suit; in a box of 24 by 24."""
    found = re.findall(r"(?:'([*$])'|([$TCQ])): \{\s*name: '\w+',\s*ink: '(\w+)',\s*shape: '([^']+)',\s*lined: (\w+)",
                       read("kamra/cards.ts"))  # fmt: skip
    return {quoted or plain: (ink, shape, lined == "true") for quoted, plain, ink, shape, lined in found}


@cache
def cam_pieces() -> tuple[dict[str, str], dict[str, str]]:
    """Red's round shapes and Yellow's cut ones, in a box of 48 by 42."""
    text = read("cam/Piece.svelte")
    shapes = [re.search(rf"const {name} = \{{(.*?)\}};", text, re.DOTALL) for name in ("ROUND", "CUT")]
    red, yellow = (strings(found[1]) for found in shapes if found)
    return red, yellow


@cache
def books() -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """The second ink of each book's woodcut and its pieces, in a square of 48."""
    text = read("honors/motifs.ts")
    leaf = re.search(r"const LEAF =\s*((?:'[^']*'(?:\s*\+\s*)?)+);", text)
    whole = "".join(re.findall(r"'([^']*)'", leaf[1])) if leaf else ""
    text = text.replace(", LEAF]", f", '{whole}']")
    found = re.findall(r"^  ([A-L]): \{\s*second: '(\w+)',\s*pieces: \[(.*?)^    \]", text, re.MULTILINE | re.DOTALL)
    return {book: (second, re.findall(r"\['(\w+)', '([^']+)'\]", pieces)) for book, second, pieces in found}


@cache
def suits() -> dict[str, str]:
    """The four suits of ordinary cards, in a box of 24 by 24."""
    return strings(read("bacarac/suits.ts"))
