"""The figures: against a slow count, and against those quoted with the rulings."""

from collections import Counter

import pytest

from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.core.kernel import compiled
from parlour.core.tables import Table, add
from parlour.games.honors1.state import ASKED, CLOSED, LAID, SCORED
from parlour.games.honors1.statistics import tables, tally

from .table import HONORS


def series(seats: int, policy: str, **options: object) -> Series:
    return Series(Plan.make(HONORS, seats=seats, options=options, policies=[policy], seed=seats, matches=9))


def named(found: list[Table], title: str) -> Table:
    return next(table for table in found if table.title == title)


@pytest.mark.parametrize("seats", [2, 5])
def test_figures_agree_with_a_slow_count_and_add_up(seats: int) -> None:
    many = 100 if compiled() else 2
    one = series(seats, "random", hand_cap=2, h1_stagnation=2)
    rows = one.play(0, many).rows
    whole = tally(rows, seats)
    parts = add(tally(one.play(0, 1).rows, seats), tally(one.play(1, many - 1).rows, seats))
    assert all((whole[name] == parts[name]).all() for name in whole)
    kinds = Counter(int(kind) for kind in rows[:, 1])
    turns = [int(row[4]) for row in rows if row[1] == CLOSED]
    hands = named(tables(whole, seats), "Hands").rows[0]
    assert hands[0] == kinds[CLOSED] == kinds[SCORED] // seats
    assert hands[1] == pytest.approx(sum(turns) / len(turns))
    assert hands[3] == pytest.approx(kinds[ASKED] / kinds[CLOSED])
    places = named(tables(whole, seats), "By place from the dealer's left")
    assert places.column("place")[-1] == "dealer"
    assert sum(float(n or 0) for n in places.column("books")) == pytest.approx(kinds[LAID] / kinds[CLOSED])
    points = sum(int(row[3]) for row in rows if row[1] == SCORED) / kinds[CLOSED]
    assert sum(float(n or 0) for n in places.column("points")) == pytest.approx(points)


@pytest.mark.skipif(not compiled(), reason="needs thousands of hands")
@pytest.mark.rule("H1-G12")
@pytest.mark.parametrize("seats", range(2, 9))
def test_players_who_remember_always_finish_and_others_nearly_always(seats: int) -> None:
    """Quoted: 35 to 130 turns for two to eight who remember; 98 to 100 % of hands of random askers are completed."""
    remembering = named(tables(tally(series(seats, "rulebook", hand_cap=1).play(0, 500).rows, seats), seats), "Hands")
    assert remembering.rows[0][5] == 100
    turns = remembering.rows[0][1]
    assert isinstance(turns, float)
    assert 20 < turns < 130
    random = named(tables(tally(series(seats, "random", hand_cap=1).play(0, 500).rows, seats), seats), "Hands")
    highest = random.rows[0][7]
    assert isinstance(highest, float)
    assert highest >= 98
