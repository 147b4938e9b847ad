"""What has happened in a match, link by link, and what each seat remembers of it (C-18).

A link holds one action and the events that it caused. Copies of a match share their past, so a copy costs nothing; what
a seat remembers is put into words once for all copies.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import TypeAlias

from parlour.core.events import HAND_OVER, KIND, SEEN, A, B
from parlour.core.game import Game
from parlour.core.texts import kind_of, show_event

Row: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[int, int, tuple[Row, ...]]  # who acted, what they did, what happened

NOBODY = -1
FINGERPRINT = 16  # hexadecimal digits


class Memory:
    """A link: its past, who did what, what happened."""

    __slots__ = ("_known", "_told", "past", "step")

    def __init__(self, past: "Memory | None", step: Step) -> None:
        self.past = past
        self.step = step
        self._told: dict[int, str] = {}
        self._known: dict[int, Memory] = {}

    @classmethod
    def of(cls, steps: Sequence[Step]) -> "Memory":
        """The memory of these steps, the first of them the start."""
        link = cls(None, steps[0])
        for step in steps[1:]:
            link = cls(link, step)
        return link

    @property
    def steps(self) -> list[Step]:
        """All steps from the start on."""
        return [link.step for link in reversed(list(self.links()))]

    def links(self) -> Iterator["Memory"]:
        """The links, the last first."""
        link: Memory | None = self
        while link is not None:
            yield link
            link = link.past

    def since(self, known: Callable[["Memory"], bool]) -> list["Memory"]:
        """The links after the last one of which something is known, in their order."""
        return [*takewhile(lambda link: not known(link), self.links())][::-1]

    def told(self, game: Game, seat: int) -> str:
        """What `seat` remembers, in words: its own actions and what it saw happen.

        Hands that are over are folded into a fingerprint: two memories are still the same just when the words are.
        """
        for link in self.since(lambda link: seat in link._told):
            before = link.past._told[seat] if link.past else ""
            link._told[seat] = folded(before, *words(game, link.step, seat))
        return self._told[seat]

    def known_to(self, seat: int) -> "Memory":
        """The same past with all blotted out, for everybody, that `seat` did not see."""
        for link in self.since(lambda link: seat in link._known):
            link._known[seat] = Memory(link.past._known[seat] if link.past else None, blotted(link.step, seat))
        return self._known[seat]

    def rows(self, count: int) -> list[Row]:
        """The last events, the latest first."""
        found: list[Row] = []
        for link in self.links():
            found += reversed(link.step[2])
            if len(found) >= count:
                break
        return found[:count]


def words(game: Game, step: Step, seat: int) -> tuple[list[str], int]:
    """A step as `seat` saw it, and how many of the words tell of hands that are over.

    Of what others did, a seat sees the events alone: not even that they did something, where there is none.
    """
    actor, action, rows = step
    own = [f"!{action}"] if actor == seat else []
    end = max((place for place, row in enumerate(rows, 1) if row[KIND] == HAND_OVER), default=0)
    return own + [event_words(game, row, seat) for row in rows], end and len(own) + end


def event_words(game: Game, row: Row, seat: int) -> str:
    """An event as `seat` saw it: its kind, whom it concerns, and its arguments."""
    event = show_event(game, row, seat)
    kind = kind_of(game, row[KIND])
    values = [event.get(name, "?") for name in kind.tells]
    texts = [" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in values]
    return ":".join([event["kind"], str(event["seat"]), *texts])


def folded(before: str, new: list[str], end: int) -> str:
    """What was remembered and what is new; all that tells of hands that are over becomes a fingerprint."""
    if end:
        before, new = fingerprint(";".join([before, *new[:end]])), new[end:]
    return ";".join([before, *new] if before else new)


def fingerprint(text: str) -> str:
    """A text as short as need be."""
    return f"#{hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT]}"


def blotted(step: Step, seat: int) -> Step:
    """A step without what `seat` did not see of it."""
    actor, action, rows = step
    seen = tuple(row if (row[SEEN] >> seat) & 1 else blot(row) for row in rows)
    return (seat, action, seen) if actor == seat else (NOBODY, 0, seen)


def blot(row: Row) -> Row:
    """An event whose arguments nobody sees."""
    hidden = list(row)
    hidden[A] = hidden[B] = hidden[SEEN] = 0
    return tuple(hidden)
