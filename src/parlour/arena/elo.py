"""Ratings: how often one bot finishes ahead of another, on the scale of Elo.

Every two seats of a match with different bots are compared: a winner is ahead of all who did not win, otherwise the
greater payoff is ahead, and equals have half a point each. A difference of 400 points means ten times ahead for once
behind. Ratings are those that make all that was seen likeliest (Bradley and Terry's model).

Matches of one deal resemble each other, so how sure a rating is follows from how deals differ: it is fitted again and
again with random weights on the deals (the Bayesian bootstrap). One more comparison for either side of every pair that
met is part of each draw, so that a clean sweep has an interval too.
"""

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.float64]

SCALE = 400 / math.log(10)
DRAWS = 1000
SLICE = 2048  # deals whose weights are drawn at a time
STEPS = 40
INTERVAL = (2.5, 97.5)


def share_of(elo: float) -> float:
    """How large a share of comparisons somebody stronger by so much wins."""
    return 1 / (1 + math.exp(-elo / SCALE))


def elo_of(share: float) -> float:
    """How much stronger somebody is who wins such a share; infinite for all or nothing."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return SCALE * math.log(share / (1 - share))


def fit(won: Numbers) -> Numbers:
    """The ratings, with the last bot's at 0, for `won[..., i, j]`, what bot i has won against bot j.

    Newton's method, in steps of at most one unit, so that it cannot be carried away by a clean sweep.
    """
    bots = won.shape[-1]
    met = won + np.swapaxes(won, -1, -2)
    strength = np.zeros(won.shape[:-1])
    if bots > 1:
        for _ in range(STEPS):
            expected = 1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None]))
            slope = (won - met * expected).sum(axis=-1)
            bend = met * expected * (1 - expected)
            hessian = np.eye(bots) * bend.sum(axis=-1)[..., None] - bend
            step = np.linalg.solve(hessian[..., :-1, :-1], slope[..., :-1, None])[..., 0]
            strength[..., :-1] += np.clip(step, -1, 1)
            if np.abs(step).max() < 1e-9:
                break
    return SCALE * strength


def ratings(won: Numbers, seed: int = 0) -> tuple[Numbers, Numbers]:
    """The ratings and their 95 % intervals, from `won[deal, i, j]`, what bot i won against bot j in a deal."""
    total = won.sum(axis=0)
    met = total + total.T
    point = fit(total + (met > 0) / 2)
    return point, np.percentile(fit(resampled(won, met > 0, seed)), INTERVAL, axis=0).T


def resampled(won: Numbers, met: npt.NDArray[np.bool_], seed: int) -> Numbers:
    """Totals with random weights on the deals, and on one more comparison for either side of every pair that met."""
    rng = np.random.default_rng(seed)
    totals = rng.exponential(size=(DRAWS, *met.shape)) * met
    flat = won.reshape(len(won), met.size)
    for first in range(0, len(won), SLICE):
        part = flat[first : first + SLICE]
        totals += (rng.exponential(size=(DRAWS, len(part))) @ part).reshape(totals.shape)
    return totals
