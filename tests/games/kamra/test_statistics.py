"""Kam-ra's figures, against a count by hand and against matches counted the slow way."""

from collections import Counter

import numpy as np
import pytest

from parlour.core.engines import compiled
from parlour.core.events import EVERYONE, KIND, SEAT, A, B
from parlour.core.statistics import Rows, Statistic, add
from parlour.games import game
from parlour.games.kamra.statistics import KINDS, tables, tally
from parlour.games.kamra.table import CAPTURED, CONTRACT, MADE, SCORED

# The printed analysis (T-KR-01): bids, reels, Stars, Heroes and points of K, A, M and R, the dealer.
ANALYSIS = ((2, 4, 1, 4, 80), (3, 2, 0, 0, -30), (5, 5, 0, 0, 50), (2, 4, 4, 1, 110))


def rows_of(hand: tuple[tuple[int, ...], ...], dealer: int, match: int = 0) -> list[tuple[int, ...]]:
    order = [(dealer + 1 + i) % len(hand) for i in range(len(hand))]
    rows: list[tuple[int, ...]] = [(match, CONTRACT, seat, hand[seat][0], 0, EVERYONE) for seat in order]
    for seat, (bid, reels, stars, heroes, points) in enumerate(hand):
        rows += [(match, MADE, seat, bid, reels, EVERYONE), (match, CAPTURED, seat, stars, heroes, EVERYONE)]
        rows += [(match, SCORED, seat, points, points, EVERYONE)]
    return rows


def thrown_in() -> list[tuple[int, ...]]:
    return [(0, CONTRACT, seat, 0, 0, EVERYONE) for seat in range(4)]


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title == title)


@pytest.mark.rule("T-KR-01", "KR-19")
def test_the_printed_analysis_in_figures() -> None:
    found = tables(tally(np.array(rows_of(ANALYSIS, dealer=3)), 4), 4)
    contracts = named(found, "Contracts by size")
    assert contracts.column("bid") == [2, 3, 5]
    assert contracts.column("times") == [2, 1, 1]
    assert contracts.column("made %") == [100, 0, 100]
    assert contracts.column("points") == [95, -30, 50]
    highest = named(found, "The highest bidder, by his bid")
    assert highest.rows[0][:4] == (5, 1, 100, 100)
    places = named(found, "By place in the bidding")
    assert places.column("place") == ["1", "2", "3", "dealer"]
    assert places.column("points") == [80, -30, 50, 110]
    assert places.column("highest %") == [0, 0, 100, 0]


@pytest.mark.rule("KR-20")
def test_the_first_of_equal_bids_counts_as_highest_and_places_turn_with_the_deal() -> None:
    hand = tuple((4, 4, 0, 0, 40) for _ in range(4))
    places = named(tables(tally(np.array(rows_of(hand, dealer=1)), 4), 4), "By place in the bidding")
    assert places.column("highest %") == [100, 0, 0, 0]


@pytest.mark.rule("KR-G02")
def test_deals_thrown_in_are_counted_and_no_hands() -> None:
    rows = np.array([*thrown_in(), *rows_of(ANALYSIS, dealer=3), *thrown_in()])
    found = tables(tally(rows, 4), 4)
    deals, played, thrown, share = named(found, "Deals").rows[0]
    assert (deals, played, thrown) == (3, 1, 2)
    assert share == pytest.approx(200 / 3)
    assert sum(int(times or 0) for times in named(found, "Contracts by size").column("times")) == 4


def slowly(rows: Rows) -> Counter[tuple[str, int]]:
    """Bids and made contracts, an event at a time."""
    counts: Counter[tuple[str, int]] = Counter()
    for row in rows.tolist():
        kind, _, a, b = (row[1 + column] for column in (KIND, SEAT, A, B))
        if kind == MADE:
            counts["bid", a] += 1
            counts["made", a] += a > 0 and b >= a
    return counts


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("all_pass", ["next_dealer", "play_out"])
def test_figures_agree_with_a_slow_count_and_add_up(seats: int, all_pass: str) -> None:
    from parlour.arena import Plan
    from parlour.arena.series import Series

    options = {"all_pass": all_pass, "hand_cap": 5}
    one = Series(Plan.make(game("kamra"), seats=seats, options=options, policies=["random"], seed=seats, matches=9))
    many = 300 if compiled() else 3
    rows = one.play(0, many).rows
    assert set(rows[:, 1 + KIND]) == set(KINDS)
    whole = tally(rows, seats)
    parts = add(tally(one.play(0, 1).rows, seats), tally(one.play(1, many - 1).rows, seats))
    assert all((whole[name] == parts[name]).all() for name in whole)
    slow = slowly(rows)
    contracts = named(tables(whole, seats), "Contracts by size")
    for bid, times, made in zip(*(contracts.column(name) for name in ("bid", "times", "made %")), strict=True):
        assert isinstance(bid, int)
        assert times == slow["bid", bid]
        if bid:
            assert made == pytest.approx(100 * slow["made", bid] / slow["bid", bid])
    assert whole["captures"].sum() == 2 * sum(slow[key] for key in slow if key[0] == "bid")
