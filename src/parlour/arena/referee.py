"""One match of a tournament, from the deal to its result, as plain data that travels between processes and to files.

What comes of a match:

| | |
|---|---|
| match, deal, bots | its number, its deal's, and the bot (by number) of every seat |
| scores, payoffs, winners | the result, as `Match` tells it |
| moves, seconds | how many actions the seats took, and how long it all was |
| thinking | for every seat how many decisions it took, their seconds in all, the longest, and how many were how long |
| faults | seats of bots from outside that forfeited turns: how many, and the first reason |

or, where a bot failed, instead of a result: seat, bot, error, traceback, and the record of the match so far.
"""

import math
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, TypeAlias

from parlour import bots
from parlour.arena.tournament import Tournament
from parlour.bots import Bot
from parlour.core.match import Match

Result: TypeAlias = dict[str, Any]

A_DOUBLING = 8  # classes of thinking times in a doubling: p95 is known within 9 %
SHORTEST = 1e-6


class Stopwatch:
    """The thinking times of a seat."""

    def __init__(self) -> None:
        self.total = self.longest = 0.0
        self.classes: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count a decision."""
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.classes[round(A_DOUBLING * math.log2(max(seconds, SHORTEST) / SHORTEST))] += 1

    def data(self) -> list[Any]:
        """Decisions, seconds in all, the longest, and (class, how many) for every class."""
        classes = [list(pair) for pair in sorted(self.classes.items())]
        return [self.classes.total(), round(self.total, 6), round(self.longest, 6), classes]


def class_seconds(number: int) -> float:
    """How long a decision of this class took, about."""
    return float(SHORTEST * 2 ** (number / A_DOUBLING))


class Referee:
    """Plays the matches of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    def play(self, number: int) -> Result:
        """Play a match to its end; a bot that raises an error ends it there, and the result says so."""
        deal, seating = self.tournament.place(number)
        at_table = self.tournament.seatings[seating]
        table = BotTable(self.tournament, number, [self.tournament.bots[bot] for bot in at_table])
        begun = time.perf_counter()
        what = table.play()
        return {
            **{"match": number, "deal": deal, "bots": list(at_table)},
            **{**what, "seconds": round(time.perf_counter() - begun, 6)},
        }

    def rehearse(self) -> None:
        """Let every bot decide once, so that what it needs is compiled and lies in the cache."""
        for level in self.tournament.bots:
            BotTable(self.tournament, 0, [level] * self.tournament.seats).play(most=1)


class BotTable:
    """A match with its bots."""

    def __init__(self, tournament: Tournament, number: int, levels: Sequence[str]) -> None:
        self.tournament = tournament
        self.number = number
        self.levels = levels
        self.seat = 0
        self.match: Match | None = None
        self.players: list[Bot] = []
        self.watches = [Stopwatch() for _ in levels]

    def play(self, most: int | None = None) -> dict[str, Any]:
        """Play to the end, or until so many decisions are taken."""
        try:
            with ExitStack() as stack:
                for seat in range(len(self.levels)):
                    self.players.append(self.seated(seat, stack))
                self.match = self.new_match()
                while not self.match.over and (most is None or sum(w.classes.total() for w in self.watches) < most):
                    self.step(self.match)
                return self.result(self.match)
        except Exception as error:
            return self.failure(error)

    def seated(self, seat: int, stack: ExitStack) -> Bot:
        """The bot of a seat, closed after the match."""
        self.seat = seat
        seed = self.tournament.bot_seed(self.number, seat)
        bot = bots.make(self.tournament.game, self.levels[seat], seed)
        stack.callback(bot.close)
        return bot

    def new_match(self) -> Match:
        """The match at its beginning."""
        one = self.tournament
        return one.game.match(one.seats, seed=one.deal_seed(self.number), options=one.options)

    def step(self, match: Match) -> None:
        """The action of the next seat, clockwise if several may act (C-15); who has no choice is not asked."""
        self.seat = min(match.actors, key=lambda seat: (seat - self.seat - 1) % match.seats)
        ids = match.legal_ids(self.seat)
        if len(ids) == 1:
            match.play(self.seat, ids[0])
            return
        begun = time.perf_counter()
        action = self.players[self.seat].choose(match, self.seat)
        self.watches[self.seat].add(time.perf_counter() - begun)
        match.play(self.seat, action)

    def result(self, match: Match) -> dict[str, Any]:
        """What came of it."""
        moves = sum(seat < match.seats for seat, _ in match.moves)
        return {
            "scores": list(match.scores),
            "payoffs": list(match.payoffs),
            "winners": list(match.winners),
            "moves": moves,
            "thinking": [watch.data() for watch in self.watches],
            "faults": [
                [seat, bot.forfeits, bot.faults[0].text if bot.faults else ""]
                for seat, bot in enumerate(self.players)
                if bot.forfeits
            ],
        }

    def failure(self, error: Exception) -> dict[str, Any]:
        """Who failed, how, and when."""
        return {
            "seat": self.seat,
            "bot": self.levels[self.seat],
            "error": f"{type(error).__name__}: {error}",
            "traceback": "".join(traceback.format_exception(error)),
            "moves": 0 if self.match is None else len(self.match.moves),
            "record": record_text(self.match),
        }


def record_text(match: Match | None) -> str | None:
    """The match so far as a save file, where the package that writes them is installed."""
    try:
        return None if match is None else match.record().to_json()
    except ImportError:
        return None


def lost(tournament: Tournament, number: int, why: str) -> Result:
    """What is said of a match of which nobody came back to tell."""
    deal, seating = tournament.place(number)
    return {
        **{"match": number, "deal": deal, "bots": list(tournament.seatings[seating]), "seconds": 0.0},
        **{"seat": None, "bot": None, "error": why, "traceback": "", "moves": 0, "record": None},
    }


def failed(result: Result) -> bool:
    """Whether a match has no result because a bot failed."""
    return "error" in result
