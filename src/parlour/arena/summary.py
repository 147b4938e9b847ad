"""What a series of matches comes to: scores, wins and lengths, with the intervals that they are known to."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.arena.series import Chunk, Plan
from parlour.core.kernels import HANDS, MOVES, WON
from parlour.core.statistics import Statistic, Tally, add, margin, percent, ratio, share_interval


class Summary:
    """Figures of a series, added up chunk by chunk; it stays small however long the series is."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.matches = self.hands = self.moves = self.drawn = self.joint = 0
        self.seconds = 0.0
        self.interrupted = False
        self.points, self.points_squared = np.zeros((2, plan.seats))
        self.counters, self.counters_squared = np.zeros((2, plan.seats))
        self.wins = np.zeros(plan.seats)
        self.moves_a_match: Counter[int] = Counter()
        self.hands_a_match: Counter[int] = Counter()
        self.final_points: list[Counter[float]] = [Counter() for _ in range(plan.seats)]
        self.tally: Tally | None = None

    def add(self, chunk: Chunk) -> None:
        """Count a chunk."""
        self.matches += len(chunk)
        self.hands += chunk.hands
        self.moves += int(chunk.facts[:, MOVES].sum())
        self.seconds += chunk.seconds
        self._add_results(chunk)
        self.moves_a_match.update(chunk.facts[:, MOVES].tolist())
        self.hands_a_match.update(chunk.facts[:, HANDS].tolist())
        for seat, scores in enumerate(self.final_points):
            scores.update(chunk.points[:, seat].tolist())
        if (statistics := self.plan.game.statistics) and self.plan.figures:
            more = statistics.tally(chunk.rows, self.plan.seats)
            self.tally = more if self.tally is None else add(self.tally, more)

    def _add_results(self, chunk: Chunk) -> None:
        self.points += chunk.points.sum(axis=0)
        self.points_squared += (chunk.points**2).sum(axis=0)
        self.counters += chunk.counters.sum(axis=0)
        self.counters_squared += (chunk.counters**2).sum(axis=0)
        won = (chunk.facts[:, WON, None] >> np.arange(self.plan.seats)) & 1
        winners = won.sum(axis=1)
        self.drawn += int((winners == 0).sum())
        self.joint += int((winners > 1).sum())
        self.wins += (won / np.maximum(winners, 1)[:, None]).sum(axis=0)  # joint winners share a win

    @property
    def moves_a_second(self) -> float:
        """How fast the matches were played, the counting left out."""
        return self.moves / self.seconds if self.seconds else 0.0

    def tables(self) -> list[Statistic]:
        """Everything as tables: the seats, the lengths, then what the game itself counts."""
        statistics = self.plan.game.statistics
        own = statistics.tables(self.tally, self.plan.seats) if statistics and self.tally else []
        return [self.seat_table(), self.length_table(), *own]

    def seat_table(self) -> Statistic:
        """Scores, wins and payoffs by seat."""
        return Statistic(
            "Seats",
            ("seat", "policy", "score", "score ±", "wins %", "from %", "to %", "payoff", "payoff ±"),
            tuple(self._seat_row(seat) for seat in range(self.plan.seats)),
        )

    def _seat_row(self, seat: int) -> tuple[Any, ...]:
        n = self.matches
        return (
            self.plan.game.seat_name(seat),
            self.plan.policies[seat],
            ratio(self.points[seat], n),
            margin(self.points[seat], self.points_squared[seat], n),
            percent(self.wins[seat], n),
            *(share_interval(self.wins[seat], n) or (None, None)),
            ratio(self.counters[seat], n),
            margin(self.counters[seat], self.counters_squared[seat], n),
        )

    def length_table(self) -> Statistic:
        """How long matches are."""
        hands = f"{self.plan.game.hand_word}s a match"
        return Statistic(
            "Lengths",
            ("length", "mean", "least", "5 %", "median", "95 %", "most"),
            tuple(
                (name, *spread(lengths))
                for name, lengths in (("moves a match", self.moves_a_match), (hands, self.hands_a_match))
            ),
        )

    def data(self) -> dict[str, Any]:
        """Everything as plain data."""
        plan = self.plan
        return {
            "game": plan.game.name,
            "rules": plan.game.version,
            "seats": plan.seats,
            "options": dict(plan.options),
            "policies": list(plan.policies),
            "seed": plan.seed,
            "matches": self.matches,
            "hands": self.hands,
            "moves": self.moves,
            "drawn": self.drawn,
            "joint_wins": self.joint,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 6),
            "moves_a_second": round(self.moves_a_second),
            "moves_a_match": dict(sorted(self.moves_a_match.items())),
            "hands_a_match": dict(sorted(self.hands_a_match.items())),
            "tables": [table.data() for table in self.tables()],
        }


def spread(lengths: Counter[int]) -> tuple[float | int | None, ...]:
    """Mean, least, 5 %, median, 95 % and most of numbers that were counted."""
    values = np.array(sorted(lengths), dtype=np.int64)
    if len(values) == 0:
        return (None,) * 6
    counts = np.array([lengths[value] for value in values.tolist()])
    mean = float((values * counts).sum() / counts.sum())
    return (mean, int(values[0]), *quantiles(values, counts, (0.05, 0.5, 0.95)), int(values[-1]))


def quantiles(values: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], shares: Iterable[float]) -> list[int]:
    """The least values that are not exceeded by so large a share of what was counted."""
    upto = np.cumsum(counts) / counts.sum()
    return [int(values[min(int(np.searchsorted(upto, share)), len(values) - 1)]) for share in shares]
