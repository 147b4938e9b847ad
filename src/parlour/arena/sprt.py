"""A sequential probability ratio test: stop as soon as the results say which of two claims about a bot is true.

H0 says that the first bot is `elo0` stronger than the second, H1 that it is `elo1` stronger. After every deal, in the
order of their numbers, the test compares how well the two explain the shares of the deals so far (in the share of a
deal, which is one number however many matches it has, lucky cards have had their turn on both sides). Nothing is
assumed about how the shares are spread: each claim is given the spread that suits it best among those with its mean
(a generalised test for a multinomial, as chess engines are tested with pairs of games).
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from parlour.arena.elo import Numbers, share_of
from parlour.errors import OptionError

ALPHA = BETA = 0.05  # the chances to accept H1 where H0 is true, and H0 where H1 is true
LOWER, UPPER = math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)
A_LITTLE = 1e-3  # deals lost and won whole that are always thought of as seen, so that no claim is impossible
STEPS, ENOUGH = 60, 1e-9
MOST_ELO = 4000  # beyond it, to be ahead always and to be ahead nearly always are the same number


@dataclass(frozen=True)
class Sprt:
    """Two claims about how much stronger the first bot is."""

    elo0: float
    elo1: float

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise OptionError(
                f"a test needs two ratings, the lower first, from -{MOST_ELO} to {MOST_ELO}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )

    def ratio(self, shares: Mapping[float, float]) -> float:
        """How much better H1 explains the shares of deals (each with how often it was seen), as a logarithm."""
        counts = Counter({0.0: A_LITTLE, 1.0: A_LITTLE})
        counts.update(shares)
        values, times = np.array(list(counts)), np.array(list(counts.values()))
        return fitted(values, times, share_of(self.elo1)) - fitted(values, times, share_of(self.elo0))


def fitted(values: Numbers, times: Numbers, mean: float) -> float:
    """The log-likelihood of what was seen under the likeliest spread with this mean, up to a constant."""
    off = values - mean
    tilt, low, high = 0.0, -1 / off.max(), -1 / off.min()
    for _ in range(STEPS):  # Newton's, halving what is left where that would lead out of it
        parts = off / (1 + tilt * off)
        slope = float(times @ parts)
        step = slope / float(times @ (parts * parts))
        if abs(step) < ENOUGH:
            break
        low, high = (tilt, high) if slope > 0 else (low, tilt)
        tilt = tilt + step if low < tilt + step < high else (low + high) / 2
    return -float(times @ np.log1p(tilt * off))


@dataclass
class SprtRun:
    """A test under way, told of deal after deal."""

    sprt: Sprt
    deals: int = 0
    ratio: float = 0.0
    shares: Counter[float] = field(default_factory=Counter)

    def add(self, share: float) -> None:
        """Count a deal; nothing changes once the test is decided."""
        if self.verdict is None:
            self.deals += 1
            self.shares[round(share, 9)] += 1
            self.ratio = self.sprt.ratio(self.shares)

    @property
    def verdict(self) -> str | None:
        """Which claim is accepted, if any is yet."""
        if self.ratio >= UPPER:
            return "H1"
        return "H0" if self.ratio <= LOWER else None
