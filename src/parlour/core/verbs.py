"""Declared actions: verbs with what they are about, in the order that gives each action its number.

    ACTIONS = actions(bid=number(0, 15), play=card(PACK), call=seat(6), silent=(), find_dealer=(), deal=())
    BID, PLAY, CALL, SILENT, FIND_DEALER, DEAL = ACTIONS.firsts

`bid 0` is action 0, `play` with the first card is `PLAY`, the next one `PLAY + 1`; a verb about two things counts the
second one fastest. From this follow the text of an action and its parser, which takes some freedom: either case, `A1`
for `A-1`, `change one` for `change 1`; and when it refuses, it says what there is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TypeAlias

from parlour.core.values import Value
from parlour.errors import NotationError

Things: TypeAlias = Value | tuple[Value, ...]


@dataclass(frozen=True)
class Verb:
    """A verb, what it is about, and the number of its first action."""

    name: str
    things: tuple[Value, ...]
    first: int

    @property
    def size(self) -> int:
        """How many actions it has."""
        size = 1
        for thing in self.things:
            size *= thing.size
        return size

    @property
    def texts(self) -> Iterator[str]:
        """Its actions as text, in their order."""
        for numbers in product(*(range(thing.least, thing.most + 1) for thing in self.things)):
            told = (thing.text(number) for thing, number in zip(self.things, numbers, strict=True))
            yield " ".join([self.name, *told])

    def read(self, words: list[str]) -> int:
        """The action that it is with these words; `NotationError` says what there is."""
        if words and len(self.things) == 1:
            words = [" ".join(words)]  # the cards of a book, say
        if len(words) != len(self.things):
            raise NotationError(f"{self.name!r} takes {self.takes}")
        number = 0
        for thing, word in zip(self.things, words, strict=True):
            if not thing.least <= (given := thing.parse(word)) <= thing.most:
                raise NotationError(f"{self.name!r} takes {thing.range}, not {word[:20]!r}")
            number = number * thing.size + given - thing.least
        return self.first + number

    @property
    def takes(self) -> str:
        """What has to follow the verb."""
        return " and ".join(f"{thing.what} ({thing.range})" for thing in self.things) or "nothing more"


class Verbs:
    """The actions of a game."""

    def __init__(self, things: Mapping[str, Things], bare: str, aliases: Mapping[str, str]) -> None:
        self.verbs: list[Verb] = []
        self.size = 0
        for name, about in things.items():
            verb = Verb(name.replace("_", " ").strip(), about if isinstance(about, tuple) else (about,), self.size)
            self.verbs.append(verb)
            self.size += verb.size
        self.bare = bare
        self.aliases = {name: text.split() for name, text in aliases.items()}

    def __len__(self) -> int:
        return self.size

    @property
    def firsts(self) -> tuple[int, ...]:
        """The number of each verb's first action."""
        return tuple(verb.first for verb in self.verbs)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every action as text."""
        return tuple(text for verb in self.verbs for text in verb.texts)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text.lower(): number for number, text in enumerate(self.texts)}

    def parse(self, text: str) -> int:
        """The action of a text; `NotationError` says what would be one."""
        words = text.split()
        if not text.isascii():  # some other letters have ours for capitals
            raise NotationError(f"{text[:40]!r} is not an action; one can {self.said}")
        if (number := self._numbers.get(" ".join(words).lower())) is not None:
            return number
        for name, meant in self.aliases.items():
            if begins(words, name):
                words = [*meant, *words[len(name.split()) :]]
        for verb in sorted(self.verbs, key=lambda verb: -len(verb.name)):
            if begins(words, verb.name):
                return verb.read(words[len(verb.name.split()) :])
        return self._without_verb(text, words)

    def _without_verb(self, text: str, words: list[str]) -> int:
        """What a bare card means, say; else there is no such action."""
        for verb in self.verbs:
            if verb.name == self.bare:
                try:
                    return verb.read(words)
                except NotationError:
                    break
        raise NotationError(f"{text[:40]!r} is not an action; one can {self.said}")

    @property
    def said(self) -> str:
        """What one can say, for an error."""
        return ", ".join(" ".join([verb.name, *(thing.example for thing in verb.things)]) for verb in self.verbs)


def begins(words: list[str], name: str) -> bool:
    """Whether the words begin with a verb."""
    return " ".join(words[: len(name.split())]).lower() == name


def actions(*, bare: str = "", aliases: Mapping[str, str] | None = None, **things: Things) -> Verbs:
    """The actions of a game: each verb and what it is about; () for nothing, several things in brackets.

    `bare` is the verb that may be left out (a card alone is a card played), `aliases` other ways to say some.
    """
    return Verbs(things, bare, aliases or {})
