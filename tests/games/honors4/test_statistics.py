"""The figures, against a count by hand, against the slow way, and against what is known of the game."""

import numpy as np
import pytest

from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.arena.simulate import simulate
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.events import EVERYONE
from parlour.core.statistics import Rows, Statistic, add, margin
from parlour.games.honors4.statistics import KINDS, tables, tally
from parlour.games.honors4.table import OPENER, OUT, SPENT, THREW, TOOK, VOID

from .table import HONORS

# Three hands of three seats: seat 1 opens and seat 0 wins by a take; seat 0 opens a void hand; seat 1 draws and wins.
STORY = [
    *((OPENER, 1), (THREW, 1), (THREW, 2), (TOOK, 0), (OUT, 0)),
    *((OPENER, 0), (THREW, 0), (SPENT, TABLE), (TOOK, 1), (THREW, 1), (SPENT, TABLE), (VOID, TABLE)),
    *((OPENER, 1), (THREW, 1), (THREW, 2), (THREW, 0), (OUT, 1)),
]


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title == title)


def told(story: list[tuple[int, int]]) -> Rows:
    return np.array([(0, kind, seat, 0, 0, EVERYONE) for kind, seat in story], dtype=np.int64)


def test_a_count_by_hand() -> None:
    found = tables(tally(told(STORY), 3), 3)
    hands = dict(zip(*(named(found, "Hands").columns, named(found, "Hands").rows[0]), strict=True))
    assert hands["hands"] == 3
    assert hands["turns"] == pytest.approx((3 + 2 + 4) / 3)
    assert hands["takes"] == pytest.approx(2 / 3)
    assert hands["by a take %"] == 50
    assert hands["void %"] == pytest.approx(100 / 3)
    assert named(found, "The pack is used up").column("hands") == [1, 1]
    assert named(found, "Hands won, by place from the opener").column("wins") == [1, 0, 1]
    assert named(found, "Turns of a hand").column("hands")[0] == 3


def test_nothing_to_count() -> None:
    found = tables(tally(told([])[:0].reshape(0, 6), 2), 2)
    assert named(found, "Hands").rows[0][0] == 0
    assert named(found, "Hands").column("turns") == [None]


@pytest.mark.parametrize("seats", [2, 5])
def test_pieces_add_up(seats: int) -> None:
    one = Series(Plan.make(HONORS, seats=seats, policies=["random"], seed=seats, matches=9))
    many = 300 if compiled() else 4
    rows = one.play(0, many).rows
    assert set(rows[:, 1]) <= set(KINDS)
    whole = tally(rows, seats)
    parts = add(tally(one.play(0, 1).rows, seats), tally(one.play(1, many - 1).rows, seats))
    assert all((whole[name] == parts[name]).all() for name in whole)
    assert whole["wins"].sum() == (rows[:, 1] == OUT).sum()
    assert whole["lengths"].sum() == whole["figures"][0] == (rows[:, 1] == OPENER).sum()


@pytest.mark.rule("H4-G06")
@pytest.mark.compiled("it takes many hands")
def test_hands_are_as_long_as_is_known() -> None:
    """Sensible players: 11 to 16 turns, a used-up pack in 0 to 7 % of hands, a second in less than 0.4 %."""
    means, spent, twice = [], [], []
    for seats in range(2, 13):
        plan = Plan.make(HONORS, seats=seats, policies=["rulebook"], seed=1, hands=30_000)
        figures = tally_of(plan)
        hands, turns, squares = figures[:3]
        half = margin(turns, squares, hands) or 0.0
        assert 11 - half < turns / hands < 16 + half
        means.append(turns / hands)
        spent.append(100 * figures[5] / hands)
        twice.append(100 * figures[6] / hands)
    assert means == sorted(means)
    assert spent == sorted(spent)
    assert spent[0] < 0.05
    assert 6.5 < spent[-1] < 7.9
    assert max(twice) < 0.4 + 1.96 * (0.4 * 99.6 / 30_000) ** 0.5


def tally_of(plan: Plan) -> list[int]:
    found = simulate(plan).tally
    assert found is not None
    return [int(n) for n in found["figures"]]
