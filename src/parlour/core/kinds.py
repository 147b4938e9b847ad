"""Declared events: each kind with the rule it comes from, what it tells, and how much it weighs.

    EVENTS = events(
        turned=event("KR-11", card=CARD, reveals=True),
        took=event("KR-40", reel=COUNT, weight=HEAVY),
        ...
    )
    TURNED, TOOK, ... = EVENTS

A kind tells two things at most, its `a` and its `b` in the log (`core.events`), each a value (`core.values`) under a
name.
"""

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from parlour.core.events import FIRST_KIND, HAND_OVER, MATCH_OVER, SAFETY_LIMIT
from parlour.core.values import ANY_SEATS, COUNT, FLAG, Value


class Weight(enum.IntEnum):
    """How long an event deserves to be looked at: like any other, longer, or until everybody has seen it."""

    LIGHT = 0
    HEAVY = 1
    STANDS = 2


LIGHT, HEAVY, STANDS = Weight


@dataclass(frozen=True)
class Kind:
    """A kind of event: its name, the rule it comes from, what it tells, its weight for the pace of a table.

    `reveals` marks kinds that tell what somebody could not have known before (a deal, a card turned up), `fades` those
    that a game of memory does not tell again while the hand lasts (C-18).
    """

    name: str
    rule: str = ""
    tells: Mapping[str, Value] = field(default_factory=dict)
    reveals: bool = False
    fades: bool = False
    weight: Weight = LIGHT


class Kinds(Mapping[int, Kind]):
    """The kinds of events of a game, by their numbers."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        named = (replace(kind, name=name) for name, kind in kinds.items())
        self._kinds = dict(enumerate(named, FIRST_KIND))

    def __getitem__(self, number: int) -> Kind:
        return self._kinds[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)


def event(
    rule: str = "", *, reveals: bool = False, fades: bool = False, weight: Weight = LIGHT, **tells: Value
) -> Kind:
    """A kind of event, to be named by `events`."""
    return Kind("", rule, tells, reveals, fades, weight)


def events(**kinds: Kind) -> Kinds:
    """The kinds of events of a game. Going through them gives their numbers."""
    return Kinds(kinds)


LIMIT: Final = replace(COUNT, data="G{:02}".format)
COMMON_KINDS: Mapping[int, Kind] = {
    HAND_OVER: replace(event(hands=COUNT, scored=FLAG, weight=STANDS), name="hand_over"),
    MATCH_OVER: replace(event(winners=ANY_SEATS), name="match_over"),
    SAFETY_LIMIT: replace(event("C-11", limit=LIMIT, count=COUNT), name="safety_limit"),
}
