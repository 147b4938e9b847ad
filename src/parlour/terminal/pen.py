"""A pen: draws a table line by line. What can be done there can be clicked, and is marked by shape and colour."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parlour.core import texts
from parlour.core.game import Game

TO_ACT = "▶"
LEGAL, QUIET, STRONG = "bold $accent", "dim", "bold"


class Stroke(NamedTuple):
    """Something written: how it looks, and what a click on it does or picks up."""

    text: str
    style: str
    do: str
    pick: str


@dataclass
class Pen:
    """Draws for somebody: who plays, whose eyes these are, what may be done, and what was picked up to do it.

    In `plain` text, which may be read aloud, words stand for signs, and what only adorns is left out.
    """

    game: Game
    names: Sequence[str]
    you: int | None
    legal: Sequence[str]
    actors: Collection[Any] = ()
    picked: str = ""
    width: int = 52
    height: int = 18
    plain: bool = False
    strokes: list[Stroke] = field(default_factory=list)

    # --- Words ----------------------------------------------------------------------------------------------------

    def word(self, section: str, key: str, **given: Any) -> str:
        """A text of the game's words."""
        words = texts.words(self.game)
        shown = {name: self.shown(name, value) for name, value in given.items()}
        return words.get(section, {}).get(key, key).format_map(shown)

    def shown(self, name: str, value: Any) -> str:
        """A value in a text; seats by name."""
        if name in ("turn", "buyer", "seat", "other", "taker", "owner") and isinstance(value, int):
            return self.names[value]
        if name == "by":
            return texts.join_words([self.names[seat] for seat in value])
        return str(value)

    # --- Marks ----------------------------------------------------------------------------------------------------

    def put(self, text: object, style: str = "", do: str = "", pick: str = "") -> "Pen":
        """Write something; a click on it does an action, or picks something up."""
        self.strokes.append(Stroke(str(text), style, do, pick))
        return self

    def line(self, text: str = "", style: str = "") -> "Pen":
        """Write something and end the line."""
        return self.put(text, style).put("\n")

    def card(self, card: str, do: str = "", style: str = "") -> "Pen":
        """A card: in brackets if it may be played."""
        if do and do in self.legal:
            return self.put(f"[{card}]", f"{style} {LEGAL}".strip(), do=do)
        return self.put(f" {card} ", style)

    def seats(self, columns: Sequence[tuple[str, Sequence[object]]], marks: Sequence[str] = ()) -> "Pen":
        """The players with a few figures each, and who is to act."""
        wide = min(14, max(map(len, self.names)))
        shown = [(name, [str(value) for value in values]) for name, values in columns]
        sizes = [max(len(name), *map(len, values)) for name, values in shown]
        heads = "  ".join(f"{name:>{size}}" for (name, _), size in zip(shown, sizes, strict=True))
        self.adorn("  ").line(f"{'':{wide}}  {heads}", QUIET)
        for seat, name in enumerate(self.names):
            acts = seat in self.actors
            self.adorn(f"{TO_ACT if acts else ' '} ", STRONG)
            self.put(f"{name[:wide]:{wide}}", STRONG if acts or seat == self.you else "")
            for (_, values), size in zip(shown, sizes, strict=True):
                self.put(f"  {values[seat]:>{size}}")
            told = self.plain and acts and self.you not in self.actors
            if mark := ", ".join(filter(None, (marks[seat] if marks else "", "to act" if told else ""))):
                self.put(f"  {mark}", QUIET)
            self.put("\n")
        return self

    def adorn(self, text: str, style: str = "", do: str = "") -> "Pen":
        """Write something that says nothing; not in plain text."""
        return self if self.plain else self.put(text, style, do)

    def text(self) -> str:
        """All that was drawn, without styles."""
        drawn = "".join(stroke.text for stroke in self.strokes)
        return re.sub("\n\n+", "\n\n", re.sub(" +\n", "\n", drawn)).strip("\n").rstrip()


def marks_of(seats: int, **wanted: int | None) -> list[str]:
    """Marks behind the players' names: `dealer=2` marks seat 2 so."""
    return [", ".join(mark for mark, seat in wanted.items() if seat == each) for each in range(seats)]
