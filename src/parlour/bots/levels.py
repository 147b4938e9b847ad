"""How well a computer player plays: the same four names in every game, each with what it takes there.

A game may set its own numbers in `levels.toml`; what it does not mention is as below.
"""

import tomllib
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from parlour.core.engines import compiled
from parlour.core.game import Game
from parlour.errors import UnknownBot

Count: TypeAlias = Annotated[int, Meta(ge=1, le=10**7)]  # a tree of so many rounds takes 400 MB
Amount: TypeAlias = Annotated[float, Meta(ge=0, le=1e6)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


@dataclass(frozen=True)
class Level:
    """What makes a player good or bad.

    Players look ahead for so many `rounds` (positions, in a game without secrets), at most `depth` actions deep, in so
    many trees side by side (`threads`); at a depth of 1 they try their actions in the same worlds instead
    (`bots.rivals`). `mixing` per cent of the actions of their playouts follow the rulebook, the others are random. Of
    the actions in a position they try `widening` times the square root of their visits there, and go back to those that
    seem worse as `explore` says. They do as the book advises unless something else is better by `trust` standard errors
    of what they found, and once more when both are tried again in other worlds. `tries` is how often they imagine the
    hidden cards anew until these fit what the others have done; 1 is a player who draws no conclusions. `prize` is
    what winning the match is worth to them, in standard deviations of what a hand gains; 0 for one who looks at points
    alone.

    Weaker players make mistakes. `forgetting` is how fast they forget what they have seen. `noise` is how far they
    misjudge at most what an action is worth, in standard deviations of what a round gains, or in pieces where nothing
    is hidden. So they may take what is nearly as good as the best, and never what is plainly bad.

    Work is counted, so a busy machine plays the same. Only after so many `seconds` of a processor's time, about twice
    what a level should take, does a search stop early: on a machine that is very slow.
    """

    rounds: Count
    seconds: Amount
    depth: Count = 64
    threads: Annotated[int, Meta(ge=1, le=64)] = 1
    mixing: Annotated[int, Meta(ge=0, le=100)] = 50
    tries: Count = 1
    explore: Amount = 1.0
    widening: Amount = 1.0
    prize: Amount = 4.0
    trust: Amount = 1.5
    forgetting: Share = 0.0
    noise: Amount = 0.0

    @property
    def share(self) -> int:
        """The rounds of each tree."""
        return -(-self.rounds // self.threads)


FEWEST = 4  # rounds
SLOWER = 1000  # how many times slower the rules are when they are not compiled
NAMES = ("novice", "casual", "strong", "master")
USUAL = {
    "novice": Level(rounds=40, seconds=0.1, forgetting=0.1, noise=0.5),
    "casual": Level(rounds=150, seconds=0.3, forgetting=0.03, noise=0.2),
    "strong": Level(rounds=1000, seconds=2.0, tries=4),
    "master": Level(rounds=12_000, seconds=6.0, threads=2, tries=8),
}


def level_of(game: Game, name: str, **changes: Any) -> Level:
    """A level as it is in a game, with changes for those who try things out; plain Python does not look far ahead."""
    if name not in USUAL:
        raise UnknownBot(f"there is no level {name!r:.40}; there are {', '.join(NAMES)}")
    level = replace(USUAL[name], **own_levels(game).get(name, {}))
    if not compiled():
        level = replace(level, rounds=max(FEWEST, level.rounds // SLOWER), seconds=level.seconds * SLOWER)
    return replace(level, **changes)


def own_levels(game: Game) -> dict[str, dict[str, Any]]:
    """What a game says of its levels."""
    if not game.has_text("levels.toml"):
        return {}
    return tomllib.loads(game.text("levels.toml"))


def changes_of(name: str) -> tuple[str, dict[str, Any]]:
    """The level that a player's name begins with, and what the name changes in it: `strong:tries=1:rounds=500`."""
    level, *parts = name.split(":")
    kinds: dict[str, Any] = {field.name: field.type for field in fields(Level)}
    changes = {}
    for part in parts:
        setting, _, value = part.partition("=")
        if setting not in kinds:
            raise UnknownBot(f"a level has no setting {setting[:40]!r}; it has {', '.join(kinds)}: {level}:tries=1")
        try:
            changes[setting] = msgspec.convert(value, kinds[setting], strict=False)
        except msgspec.ValidationError as error:
            raise UnknownBot(f"{part[:40]!r} is no {setting} of a level: {error}") from None
    return level, changes
