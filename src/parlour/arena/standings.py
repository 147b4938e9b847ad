"""Where a tournament stands: the results of its deals in arrays, and the figures that follow from them.

Figures are made of whole deals only, those of which every seating was played, so that nobody's luck counts twice. All
intervals are of 95 % and follow from how deals differ, because matches of one deal resemble each other.
"""

from collections import Counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.arena.elo import ratings
from parlour.arena.referee import Result, class_seconds, failed
from parlour.arena.sprt import SprtRun
from parlour.arena.tournament import Tournament
from parlour.core.statistics import NORMAL_95, share_interval

Numbers: TypeAlias = npt.NDArray[np.float64]

FIRST_ROOM = 64


class ThinkingTimes:
    """The thinking times of a bot."""

    def __init__(self) -> None:
        self.seconds = self.longest = 0.0
        self.classes: Counter[int] = Counter()

    def add(self, decisions: int, seconds: float, longest: float, classes: list[tuple[int, int]]) -> None:
        """Count the decisions of a seat in a match."""
        self.seconds += seconds
        self.longest = max(self.longest, longest)
        self.classes.update(dict(classes))

    @property
    def decisions(self) -> int:
        """How many there were."""
        return self.classes.total()

    @property
    def mean(self) -> float | None:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else None

    def quantile(self, share: float) -> float | None:
        """So large a share of the decisions took at most so many seconds, to 9 %."""
        upto = 0
        for number, count in sorted(self.classes.items()):
            upto += count
            if upto >= share * self.decisions:
                return min(class_seconds(number), self.longest)
        return None


class Standings:
    """The results so far."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.interrupted = False
        self.moves, self.seconds = 0, 0.0
        self.failures: dict[int, Result] = {}
        self.forfeits: Counter[str] = Counter()
        self.faults: dict[str, tuple[int, str]] = {}  # the first of each bot: the match, and what it was
        self.thinking = {bot: ThinkingTimes() for bot in tournament.bots}
        self.trial = SprtRun(tournament.sprt) if tournament.sprt else None
        self._seatings = np.array(tournament.seatings)
        self._played = np.zeros((FIRST_ROOM, len(self._seatings)), dtype=bool)
        self._results = np.zeros((FIRST_ROOM, *self._seatings.shape, 3))  # scores, payoffs, shares in the win
        self._tested = 0  # deals that the test has passed by

    # --- What came --------------------------------------------------------------------------------------------

    def add(self, result: Result) -> None:
        """Count a match, once; one that failed before and has come to its end now is no failure any more."""
        deal, seating = self.tournament.place(result["match"])
        while deal >= len(self._played):
            self._played = np.concatenate([self._played, np.zeros_like(self._played)])
            self._results = np.concatenate([self._results, np.zeros_like(self._results)])
        if self._played[deal, seating]:
            return
        if failed(result):
            self.failures[result["match"]] = result
        else:
            self.failures.pop(result["match"], None)
            self._note(result, deal, seating)
        self._test()

    def _note(self, result: Result, deal: int, seating: int) -> None:
        self._played[deal, seating] = True
        winners = result["winners"]
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(self.tournament.seats)]
        self._results[deal, seating] = np.array([result["scores"], result["payoffs"], shares]).T
        self.moves += result["moves"]
        self.seconds += result["seconds"]
        for bot, times in zip(result["bots"], result["thinking"], strict=True):
            self.thinking[self.tournament.bots[bot]].add(*times)
        for seat, count, text in result["faults"]:
            bot = self.tournament.bots[result["bots"][seat]]
            self.forfeits[bot] += count
            self.faults.setdefault(bot, (result["match"], text))

    def _test(self) -> None:
        """Tell the test of deals in the order of their numbers; one with a failed match is passed by."""
        while self.trial is not None and self._tested < len(self._played) and self.trial.verdict is None:
            first = self._tested * len(self._seatings)
            if self._played[self._tested].all():
                won = self.ahead(self._results[self._tested : self._tested + 1])[0]
                self.trial.add(won[0, 1] / (won[0, 1] + won[1, 0]))
            elif not all(
                self._played[self._tested, seating] or first + seating in self.failures
                for seating in range(len(self._seatings))
            ):
                return
            self._tested += 1

    # --- What stands ------------------------------------------------------------------------------------------

    @property
    def decided(self) -> bool:
        """Whether a test has come to its verdict."""
        return self.trial is not None and self.trial.verdict is not None

    @property
    def played(self) -> set[int]:
        """The numbers of the matches that have a result."""
        return set(np.flatnonzero(self._played).tolist())

    @property
    def matches(self) -> int:
        """How many matches have a result."""
        return int(self._played.sum())

    @property
    def results(self) -> Numbers:
        """Scores, payoffs and shares in the win by deal, seating and seat: of whole deals, to the verdict of a test."""
        last = self._tested if self.decided else min(len(self._played), self.tournament.deals)
        return self._results[:last][self._played[:last].all(axis=1)]

    @property
    def deals(self) -> int:
        """How many deals count."""
        return len(self.results)

    @property
    def drawn(self) -> float:
        """The share of matches that nobody won."""
        results = self.results
        return float(1 - results[..., 2].sum() / (len(results) * len(self._seatings))) if len(results) else 0.0

    @property
    def fair(self) -> float:
        """The share of matches that each seat would win if all were alike."""
        return (1 - self.drawn) / self.tournament.seats

    def of_bot(self, bot: int, what: int) -> Numbers:
        """The mean over the seats of a bot, deal by deal."""
        return np.asarray(self.results[..., what][:, self._seatings == bot].mean(axis=1))

    def of_seat(self, seat: int, what: int) -> Numbers:
        """The mean over the matches of a deal of a seat, deal by deal."""
        return np.asarray(self.results[..., what][:, :, seat].mean(axis=1))

    def of_bot_in_seat(self, bot: int, seat: int, what: int) -> Numbers | None:
        """The mean over the matches in which a bot has this seat, deal by deal; None if it never has."""
        there = self._seatings[:, seat] == bot
        return self.results[..., what][:, there, seat].mean(axis=1) if there.any() else None

    def ahead(self, results: Numbers) -> Numbers:
        """How often bot i finished ahead of bot j in each deal; equals have half a point each."""
        bots = len(self.tournament.bots)
        won = np.zeros((len(results), bots, bots))
        for number, seating in enumerate(self._seatings.tolist()):
            for seat, bot in enumerate(seating):
                for other in range(seat):
                    if bot != seating[other]:
                        share = compared(results[:, number, seat], results[:, number, other])
                        won[:, bot, seating[other]] += share
                        won[:, seating[other], bot] += 1 - share
        return won

    def ratings(self) -> tuple[Numbers, Numbers]:
        """Ratings and their intervals, the last bot's being 0."""
        return ratings(self.ahead(self.results))


def compared(one: Numbers, other: Numbers) -> Numbers:
    """1 where `one` finished ahead, 0 where behind, 1/2 where equal: winners first, then by payoff."""
    won, more = np.sign((one[:, 2] > 0) * 1.0 - (other[:, 2] > 0)), np.sign(one[:, 1] - other[:, 1])
    return np.asarray((np.where(won == 0, more, won) + 1) / 2)


def margin(values: Numbers) -> float | None:
    """Half the width of the interval of the mean of values, one a deal."""
    if len(values) < 2:
        return None
    return float(student(len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5)


def interval(shares: Numbers) -> tuple[float, float] | tuple[None, None]:
    """The interval of the mean of shares, one a deal, in per cent.

    Wilson's, for as many independent trials as would leave the mean as uncertain as it is; no fewer than the deals
    where all deals are alike.
    """
    half, mean = margin(shares), shares.mean() if len(shares) else 0.0
    if half is None:
        return None, None
    trials = len(shares) if half == 0 else mean * (1 - mean) * (NORMAL_95 / half) ** 2
    return share_interval(mean * trials, trials) or (None, None)  # type: ignore[arg-type]


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by its expansion about the normal one."""
    z, f = NORMAL_95, float(freedom)
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / f + second / f**2 + third / f**3
