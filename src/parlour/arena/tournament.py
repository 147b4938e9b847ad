"""A tournament: which computer players meet, who sits where, and how much is played.

A *deal* is everything that chance brings in a match. Each deal is played once in every *seating*, so no bot has better
cards or a better seat than another, only different ones at different times. Match `n` of a tournament is the same
whoever plays it and whatever else is played: its deal comes from the seed and the number of the deal, the choices of
its bots from the seed, `n` and the seat.
"""

import hashlib
import math
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from parlour.arena.sprt import Sprt
from parlour.arena.terms import Terms, checked_terms
from parlour.core.game import Game
from parlour.errors import OptionError, SeatError, WrongVersion

Seating = tuple[int, ...]  # the number of a bot for every seat

MOST_SEATINGS = 10_000
MOST_MATCHES = 10_000_000


@dataclass(frozen=True)
class Tournament(Terms):
    """What is to be played: at least so many matches, in whole deals, or until the test is decided."""

    bots: tuple[str, ...]
    lineups: tuple[Seating, ...]
    seed: str
    matches: int
    sprt: Sprt | None = None

    @classmethod
    def make(
        cls,
        game: Game,
        bots: Sequence[str],
        *,
        matches: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        lineups: Sequence[str] = (),
        seed: int | str | None = None,
        sprt: tuple[float, float] | None = None,
    ) -> "Tournament":
        """A tournament, checked. `lineups` are bots with commas between them, by name or by their number from 1."""
        terms = checked_terms(game, seats, options)
        count = terms[1]
        check_matches(matches)
        bots = bots or [word.strip() for text in lineups for word in text.split(",")]
        names = tuple(dict.fromkeys(bots))
        tables = [read_lineup(text, bots, count) for text in lineups] or usual_lineups(bots, count)
        check_meetings(names, tables)
        if sprt is not None:
            check_test(names)
        return cls(
            *(*terms, names, distinct(tables)),
            *(secrets.token_hex(4) if seed is None else str(seed), matches, None if sprt is None else Sprt(*sprt)),
        )

    def extended(self, matches: int | None, sprt: tuple[float, float] | None) -> "Tournament":
        """The same with another number of matches or another test, if they are given."""
        test = self.sprt if sprt is None else Sprt(*sprt)
        if matches is not None:
            check_matches(matches)
        if test is not None:
            check_test(self.bots)
        return replace(self, matches=self.matches if matches is None else matches, sprt=test)

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """Who sits where in the matches of a deal: all different rotations of every line-up."""
        return tuple(dict.fromkeys(turned for lineup in self.lineups for turned in rotations(lineup)))

    @property
    def deals(self) -> int:
        """How many deals there are to play."""
        return math.ceil(self.matches / len(self.seatings))

    @property
    def total(self) -> int:
        """How many matches there are to play: those asked for, rounded up to whole deals."""
        return self.deals * len(self.seatings)

    def place(self, number: int) -> tuple[int, int]:
        """The deal and the seating of a match."""
        return divmod(number, len(self.seatings))

    def deal_seed(self, number: int) -> str:
        """What the cards of a match come from; the same in every match of its deal."""
        return f"{self.seed} deal {self.place(number)[0]}"

    def bot_seed(self, number: int, seat: int) -> int:
        """What the choices of a bot in a match come from."""
        digest = hashlib.sha256(f"parlour arena 1:{self.seed}:{number}:{seat}".encode()).digest()
        return int.from_bytes(digest[:8], "little")

    def data(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            **self.terms(),
            "bots": list(self.bots),
            "lineups": [list(lineup) for lineup in self.lineups],
            "seed": self.seed,
            "matches": self.matches,
            "sprt": None if self.sprt is None else [self.sprt.elo0, self.sprt.elo1],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Tournament":
        """The tournament that `data` was made of; `WrongVersion` if the rules have changed since."""
        from parlour.games import game

        one = game(data["game"])
        if data["rules"] != one.version:
            raise WrongVersion(f"this was played by version {data['rules']} of the rules; this is {one.version}")
        sprt = None if data["sprt"] is None else Sprt(*data["sprt"])
        lineups = tuple(tuple(lineup) for lineup in data["lineups"])
        options = one.complete_options(data["options"])
        return cls(one, data["seats"], options, tuple(data["bots"]), lineups, data["seed"], data["matches"], sprt)


def check_matches(matches: int) -> None:
    """`OptionError` if so many matches cannot be played."""
    if not 1 <= matches <= MOST_MATCHES:
        raise OptionError(f"a tournament has from one to {MOST_MATCHES:,} matches")


def check_test(bots: Sequence[str]) -> None:
    """`OptionError` if there can be no test between these bots."""
    if len(bots) != 2:
        raise OptionError(f"a test that stops early is between two bots, not {len(bots)}")


def read_lineup(text: str, bots: Sequence[str], seats: int) -> Seating:
    """The bots of a line-up such as "strong,rulebook,rulebook,rulebook" or "1,2,2,2"."""
    names = list(dict.fromkeys(bots))
    lineup = []
    for word in (part.strip() for part in text.split(",")):
        if word not in names and not (word.isdecimal() and 1 <= int(word) <= len(names)):
            raise OptionError(f"the line-up has {word[:40]!r}, which is none of the bots: {', '.join(names)}")
        lineup.append(names.index(word) if word in names else int(word) - 1)
    if len(lineup) != seats:
        raise SeatError(f"the line-up {text[:80]!r} has {len(lineup)} places for {seats} seats")
    return tuple(lineup)


def usual_lineups(bots: Sequence[str], seats: int) -> list[Seating]:
    """The line-ups when none is given, with the same chances for all.

    Every choice of so many bots as there are seats; if they are fewer, they take turns round the table, each of them
    beginning once. Bots that are named more than once are a line-up themselves.
    """
    names = list(dict.fromkeys(bots))
    if len(names) < len(bots):
        if len(bots) != seats:
            raise SeatError(
                f"bots that are named more than once are a line-up, which needs one for each of {seats} seats, "
                f"not {len(bots)}"
            )
        return [tuple(names.index(bot) for bot in bots)]
    if math.comb(len(names), seats) * seats > MOST_SEATINGS:
        raise OptionError(f"{len(names)} bots make too many line-ups of {seats}; name fewer, or give --lineup")
    if len(names) >= seats:
        return list(combinations(range(len(names)), seats))
    return [tuple((first + seat) % len(names) for seat in range(seats)) for first in range(len(names))]


def check_meetings(names: Sequence[str], lineups: Iterable[Seating]) -> None:
    """`OptionError` unless everybody plays, and can be compared with everybody, directly or by way of others."""
    if not names:
        raise OptionError("a tournament needs at least one bot")
    groups = [{bot} for bot in range(len(names))]
    playing = {bot for lineup in lineups for bot in lineup}
    for lineup in lineups:
        met = [group for group in groups if group & set(lineup)]
        groups = [group for group in groups if group not in met] + [set().union(*met)]
    missing = [name for bot, name in enumerate(names) if bot not in playing]
    if missing:
        raise OptionError(f"no line-up has a place for {', '.join(missing)}")
    if len(groups) > 1:
        raise OptionError(f"{names[min(groups[0])]} and {names[min(groups[1])]} never meet, so they cannot be compared")


def distinct(lineups: Iterable[Seating]) -> tuple[Seating, ...]:
    """Line-ups that are not each other's rotations."""
    kept: list[Seating] = []
    for lineup in lineups:
        if not set(rotations(lineup)) & set(kept):
            kept.append(lineup)
    return tuple(kept)


def rotations(lineup: Seating) -> list[Seating]:
    """A line-up turned round the table, a place at a time."""
    return [lineup[-turn:] + lineup[:-turn] if turn else lineup for turn in range(len(lineup))]
