"""Ratings: right on what can be checked by hand, and as sure as they say on what cannot."""

import numpy as np
import numpy.typing as npt
import pytest

from parlour.arena.elo import elo_of, fit, ratings, share_of

Numbers = npt.NDArray[np.float64]


def pairs(shares: Numbers) -> Numbers:
    """Deals of two bots as `ratings` takes them, from what the first won in each."""
    won = np.zeros((len(shares), 2, 2))
    won[:, 0, 1], won[:, 1, 0] = shares, 1 - shares
    return won


def test_the_scale_is_that_of_elo() -> None:
    assert share_of(400) == pytest.approx(10 / 11)
    assert share_of(0) == 0.5
    for elo in (-700, -10, 0, 3, 250):
        assert elo_of(share_of(elo)) == pytest.approx(elo)
    assert (elo_of(1), elo_of(0)) == (float("inf"), float("-inf"))


def test_two_bots_are_rated_by_their_share() -> None:
    assert fit(np.array([[0.0, 30], [10, 0]])) == pytest.approx([elo_of(0.75), 0])
    assert fit(np.zeros((1, 1))) == pytest.approx([0])


def test_bots_that_never_met_are_compared_by_way_of_others() -> None:
    """a beats b 10:1, b beats c 10:1, so a is 800 above c."""
    won = np.array([[0.0, 10, 0], [1, 0, 10], [0, 1, 0]])
    assert fit(won) == pytest.approx([800, 400, 0])


def test_true_strengths_are_found_again() -> None:
    true = np.array([600.0, 350, 150, 20, 0])
    expected = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    np.fill_diagonal(expected, 0)
    assert fit(50 * expected) == pytest.approx(true)


def test_many_fits_at_once_are_the_same_as_one_by_one() -> None:
    won = np.random.default_rng(1).random((20, 4, 4)) * (1 - np.eye(4))
    assert fit(won) == pytest.approx(np.array([fit(one) for one in won]))


def test_a_clean_sweep_is_rated_and_has_bounds() -> None:
    point, bounds = ratings(pairs(np.ones(200)))
    assert bounds[0, 0] == pytest.approx(elo_of(1 - 3.7 / 200), rel=0.1)  # the rule of three, on both sides
    assert bounds[0, 0] < point[0] < bounds[0, 1] < 3000
    assert bounds[1].tolist() == [0, 0]


def test_an_even_fight_is_rated_even() -> None:
    point, bounds = ratings(pairs(np.tile([0.0, 1.0], 100)))
    assert point == pytest.approx([0, 0])
    assert bounds[0] == pytest.approx([-48, 48], abs=8)  # 1.96 / sqrt(200) / 2 of a share


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """95 % of 400 tournaments is 380 with a deviation of 4.4; four of those are allowed."""
    rng, inside = np.random.default_rng(7), 0
    for _ in range(400):
        _, bounds = ratings(pairs((rng.random(60) < share_of(120)).astype(float)))
        inside += bounds[0, 0] <= 120 <= bounds[0, 1]
    assert 362 <= inside <= 398


def test_matches_of_one_deal_that_are_alike_count_as_one() -> None:
    shares = (np.random.default_rng(3).random(100) < 0.6).astype(float)
    once, often = ratings(pairs(shares)), ratings(10 * pairs(shares))
    assert np.diff(often[1][0]) == pytest.approx(np.diff(once[1][0]), rel=0.05)


def test_the_same_results_have_the_same_interval() -> None:
    won = pairs(np.random.default_rng(5).random(3000))
    assert (ratings(won)[1] == ratings(won)[1]).all()
