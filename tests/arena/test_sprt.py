"""The test that stops early: the ratio is right, the errors are as rare as they are said to be."""

import math

import numpy as np
import pytest

from parlour.arena.elo import share_of
from parlour.arena.sprt import LOWER, UPPER, Sprt, SprtRun


def test_coins_are_told_apart_as_wald_does() -> None:
    """Where deals are only won or lost, the ratio is that of two coins."""
    test = Sprt(0, 50)
    won, lost, p = 70, 40, share_of(50)
    exact = won * math.log(p / 0.5) + lost * math.log((1 - p) / 0.5)
    assert test.ratio({1.0: won, 0.0: lost}) == pytest.approx(exact, abs=1e-3)


def test_the_ratio_of_many_deals_is_that_of_a_normal_mean() -> None:
    rng = np.random.default_rng(1)
    shares = rng.choice([0, 0.25, 0.5, 0.75, 1], p=[0.1, 0.2, 0.3, 0.25, 0.15], size=4000)
    test, low, high = Sprt(0, 5), share_of(0), share_of(5)
    normal = (high - low) * (shares.sum() - 2000 * (low + high)) / shares.var()
    values, counts = np.unique(shares, return_counts=True)
    assert test.ratio(dict(zip(values.tolist(), counts.tolist(), strict=True))) == pytest.approx(normal, rel=0.05)


def test_deals_that_were_all_drawn_speak_for_the_claim_of_no_difference() -> None:
    assert Sprt(0, 20).ratio({0.5: 50}) < 0 < Sprt(-20, 0).ratio({0.5: 50})


@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (100, "H0")])
def test_errors_are_as_rare_as_they_are_said_to_be(elo: float, wrong: str) -> None:
    """5 % of 200 trials is 10 with a deviation of 3.1; more than 21 would show that they are not."""
    rng, verdicts, deals = np.random.default_rng(11), [], 0
    chances = [(1 - share_of(elo)) ** 2, 0, share_of(elo) ** 2]
    chances[1] = 1 - sum(chances)
    for _ in range(200):
        trial = SprtRun(Sprt(0, 100))
        while trial.verdict is None:
            trial.add(rng.choice([0, 0.5, 1], p=chances))
        verdicts.append(trial.verdict)
        deals += trial.deals
    assert verdicts.count(wrong) <= 21
    assert deals / 200 < 100


def test_a_verdict_stands() -> None:
    trial = SprtRun(Sprt(0, 200))
    while trial.verdict is None:
        trial.add(1.0)
    deals, ratio = trial.deals, trial.ratio
    for _ in range(1000):
        trial.add(0.0)
    assert (trial.verdict, trial.deals, trial.ratio) == ("H1", deals, ratio)
    assert ratio >= UPPER == -LOWER == pytest.approx(math.log(19))
