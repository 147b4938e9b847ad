"""Figures of tournaments that were made up by hand, so that every figure is known."""

import numpy as np
import pytest
from tests.arena.tables import failure, made_up, small

from parlour.arena import report
from parlour.arena.elo import elo_of
from parlour.arena.referee import Stopwatch
from parlour.arena.standings import Standings, interval, margin, student
from parlour.arena.tournament import Tournament
from parlour.core.statistics import Statistic, share_interval


def standings_of(one: Tournament, *payoffs: tuple[float, ...]) -> Standings:
    standings = Standings(one)
    for number, each in enumerate(payoffs):
        standings.add(made_up(one, number, *each))
    return standings


def table(standings: Standings, title: str) -> Statistic:
    return next(table for table in report.tables(standings) if table.title.startswith(title))


def row(standings: Standings, title: str, name: str) -> dict[str, object]:
    found = table(standings, title)
    return next(dict(zip(found.columns, row, strict=True)) for row in found.rows if row[0] == name)


WON, LOST, DRAWN = (1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)


def test_two_bots_have_shares_wins_and_a_rating() -> None:
    """Seatings ab, ba: a wins both matches of the first deal and of the last, one of the second; the third is drawn."""
    standings = standings_of(small("a", "b", matches=8), WON, LOST, WON, WON, DRAWN, DRAWN, WON, LOST)
    assert (standings.deals, standings.matches, standings.drawn, standings.fair) == (4, 8, 0.25, 0.375)
    a = row(standings, "Bots", "a")
    assert (a["wins %"], a["fair %"], a["payoff"], a["score"]) == (62.5, 37.5, 0.5, 5.0)
    assert a["payoff ±"] == pytest.approx(student(3) * np.std([1, 0, 0, 1], ddof=1) / 2)
    assert row(standings, "Seats", "Seat 0")["wins %"] == 50
    assert row(standings, "Seats", "Seat 0")["score"] == 2.5
    assert row(standings, "Ahead of", "a")["b %"] == 75
    assert row(standings, "Ahead of", "b") == {"bot": "b", "a %": 25, "b %": None}
    assert row(standings, "Pairs", "a - b")["Elo"] == round(elo_of(0.75))
    assert row(standings, "Wins by bot and seat", "a") == {"bot": "a", "Seat 0 %": 75, "Seat 1 %": 50}
    rated = row(standings, "Ratings", "a")
    assert rated["Elo"] == round(elo_of(6.5 / 9))
    assert table(standings, "Ratings").rows[-1] == ("b", 0, None, None)


def test_one_against_three_is_compared_with_each_and_wins_by_the_seat() -> None:
    """Winners first, then by payoff: with payoffs 5, 5, -2, -8 the first two win jointly."""
    one = small("a", "b", "b", "b", seats=4)
    standings = standings_of(one, (5, 5, -2, -8), (9, -3, -3, -3), (-4, -4, 12, -4), (0, 0, 0, 0))
    assert standings.ahead(standings.results).tolist() == [[[0, 2.5 + 1 + 3 + 1.5], [4, 0]]]
    assert row(standings, "Bots", "a")["wins %"] == pytest.approx(100 * 1.5 / 4)
    assert row(standings, "Bots", "b")["wins %"] == pytest.approx(100 * 1.5 / 12)
    assert row(standings, "Bots", "a")["fair %"] == 18.75


def test_of_two_losers_the_one_who_lost_less_is_ahead() -> None:
    """Whichever of the two sits where: a wins every match, b loses less than c."""
    one = small("a", "b", "c", seats=3)
    settled = (9.0, -2.0, -7.0)
    standings = standings_of(one, *(tuple(settled[bot] for bot in seating) for seating in one.seatings))
    every = len(one.seatings)
    assert standings.ahead(standings.results).tolist() == [[[0, every, every], [0, 0, every], [0, 0, 0]]]


def test_only_whole_deals_count() -> None:
    one = small("a", "b", matches=8)
    standings = standings_of(one, WON, LOST, WON)
    assert (standings.deals, standings.matches) == (1, 3)
    standings.add(failure(one, 3))
    standings.add(made_up(one, 6, *WON))
    standings.add(made_up(one, 7, *WON))
    assert (standings.deals, list(standings.failures)) == (2, [3])
    assert report.complaints(standings) == ["match 3 (deal 1; b, a): a in Seat 1 failed after 3 moves: Oh: no"]
    standings.add(made_up(one, 3, *WON))
    assert (standings.deals, standings.failures) == (3, {})


def test_deals_beyond_the_tournament_do_not_count() -> None:
    """A folder may hold more than is asked for now."""
    standings = standings_of(small("a", "b", matches=2), WON, LOST, WON, LOST)
    assert (standings.deals, standings.matches) == (1, 4)


def test_many_failures_are_told_in_short_and_so_are_forfeits() -> None:
    one = small("a", "b", matches=100)
    standings = Standings(one)
    for number in range(0, 20, 2):
        standings.add(failure(one, number))
    for number in (1, 3):
        standings.add(made_up(one, number, *WON) | {"faults": [[0, 2, "it hung"]]})
    texts = report.complaints(standings)
    assert len(texts) == 7
    assert texts[5:] == ["and 5 more matches failed", "b forfeited 4 turns, first in match 1: it hung"]


def test_before_a_deal_is_whole_there_is_not_much_to_say() -> None:
    standings = standings_of(small("a", "b"), WON)
    assert [table.title for table in report.tables(standings)] == ["Thinking time, ms a decision"]
    assert report.running(standings) == "no deal is whole yet"
    assert report.data(Standings(small("a", "b")))["deals"] == 0


def test_one_bot_alone_is_compared_by_seats_only() -> None:
    standings = standings_of(small("a", "a"), WON, WON)
    assert [table.title for table in report.tables(standings)] == [
        "Seats", "Wins by bot and seat", "Thinking time, ms a decision",
    ]  # fmt: skip


def test_thinking_times_are_summed_up() -> None:
    watch = Stopwatch()
    for milliseconds in range(1, 101):
        watch.add(milliseconds / 1000)
    one = small("a", "b")
    standings = Standings(one)
    standings.add(made_up(one, 0, *WON) | {"thinking": [watch.data(), Stopwatch().data()]})
    thinking = row(standings, "Thinking", "a")
    assert (thinking["decisions"], thinking["mean"], thinking["longest"]) == (100, pytest.approx(50.5), 100)
    assert thinking["p95"] == pytest.approx(95, rel=0.09)
    assert row(standings, "Thinking", "b") == {"bot": "b", "decisions": 0, "mean": None, "p95": None, "longest": 0}


def test_the_result_so_far_is_told_in_a_line() -> None:
    standings = standings_of(small("a", "b", sprt=(0, 10)), WON, LOST)
    assert report.running(standings).startswith("1 deals: a 100.0 %, b 0.0 %, test +0.")
    assert report.running(standings).endswith("(fair 50.0 %)")


# --- The test that stops early --------------------------------------------------------------------------------


def test_a_test_is_told_of_deals_in_order_whenever_they_come() -> None:
    one = small("a", "b", matches=200, sprt=(0, 100))
    rng = np.random.default_rng(2)
    results = [
        made_up(one, number, *(WON if rng.random() < 0.5 + 0.3 * (-1) ** number else LOST)) for number in range(200)
    ]
    verdicts = set()
    for order in (range(200), reversed(range(200)), rng.permutation(200).tolist()):
        standings = Standings(one)
        for number in order:
            standings.add(results[number])
        assert standings.trial is not None
        verdicts.add(
            (standings.trial.verdict, standings.trial.deals, standings.deals, str(report.tables(standings)[:5]))
        )
    assert len(verdicts) == 1
    ((verdict, deals, counted, _),) = verdicts
    assert verdict == "H1"
    assert deals == counted < 100


def test_a_test_passes_failed_deals_by_and_waits_for_those_to_come() -> None:
    one = small("a", "b", matches=20, sprt=(0, 100))
    standings = standings_of(one, WON, LOST)
    standings.add(made_up(one, 4, *WON))
    standings.add(made_up(one, 5, *LOST))
    assert standings.trial is not None
    assert standings.trial.deals == 1
    standings.add(failure(one, 2))
    standings.add(made_up(one, 3, *WON))
    assert standings.trial.deals == 2


@pytest.mark.parametrize(
    ("sprt", "words"),
    [((-200, 0), "H1 accepted, a is +0 Elo against b"), ((300, 600), "H0 accepted"), ((-1, 1), "not decided")],
)
def test_the_verdict_is_told_in_words(sprt: tuple[float, float], words: str) -> None:
    standings = standings_of(small("a", "b", sprt=sprt), *[WON, WON] * 50)
    text = report.verdict(standings)
    assert text is not None
    assert words in text
    assert "alpha 0.05, beta 0.05" in text
    assert f"{text}." in report.page(standings, "the command")
    assert report.verdict(Standings(small("a", "b"))) is None


# --- Intervals ------------------------------------------------------------------------------------------------


def test_the_interval_of_independent_deals_is_wilsons() -> None:
    shares = np.repeat([0.0, 1.0], [700, 300])
    assert interval(shares) == pytest.approx(share_interval(300, 1000), abs=0.05)


def test_an_interval_follows_from_how_deals_differ() -> None:
    """Deals of which everybody wins his half in turn leave no doubt; deals that go all one way leave more."""
    calm, wild = np.repeat([0.4, 0.6], 50), np.repeat([0.0, 1.0], 50)
    width = {name: np.subtract(*reversed(interval(shares))) for name, shares in (("calm", calm), ("wild", wild))}  # type: ignore[arg-type]
    assert width["calm"] < width["wild"] / 4


def test_a_clean_sweep_has_an_interval_and_a_single_deal_has_none() -> None:
    low, high = interval(np.ones(50))
    assert low == pytest.approx(92.9, abs=0.1)
    assert high == 100
    assert interval(np.ones(1)) == (None, None)
    assert margin(np.ones(1)) is None


def test_students_points_are_those_of_the_tables() -> None:
    for freedom, point in ((1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)):
        assert student(freedom) == pytest.approx(point, rel=0.01)
