"""The figures of Honors No. II, against matches counted the slow way, and what the rulings say of them."""

from collections import Counter

import numpy as np
import pytest

from parlour.core.engines import compiled
from parlour.core.events import KIND
from parlour.core.statistics import Rows, Statistic, add, share_interval
from parlour.games import game
from parlour.games.honors2.statistics import KINDS, tables, tally
from parlour.games.honors2.table import COUNTED, DISCARDED, DREW, SCORED, TOOK, WENT_OUT

from .simple import simple_action


def series(seats: int, policy: str, matches: int, **options: object) -> list[Rows]:
    """The events of some matches, all together and in two parts."""
    from parlour.arena import Plan
    from parlour.arena.series import Series

    plan = Plan.make(game("honors2"), seats=seats, options=options, policies=[policy], seed=seats, matches=matches)
    one = Series(plan)
    return [one.play(0, matches).rows, one.play(0, 1).rows, one.play(1, matches - 1).rows]


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title.startswith(title))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_figures_agree_with_a_slow_count_and_add_up(seats: int) -> None:
    rows, first, rest = series(seats, "random", 100 if compiled() else 3, hand_cap=3)
    assert set(rows[:, 1 + KIND]) <= set(KINDS)
    whole = tally(rows, seats)
    parts = add(tally(first, seats), tally(rest, seats))
    assert all((whole[name] == parts[name]).all() for name in whole)
    times = Counter(rows[:, 1 + KIND].tolist())
    hands, out, turns, _ = whole["hands"].tolist()
    assert hands == times[SCORED] / seats == times[COUNTED] / seats
    assert out == times[WENT_OUT]
    assert turns == times[DREW] + times[TOOK]
    found = tables(whole, seats)
    assert named(found, "Hands").rows[0][0] == hands
    assert (
        dict(zip(*(named(found, "What").column(name) for name in ("what", "times")), strict=True))["discards"]
        == times[DISCARDED]
    )
    assert sum(int(n or 0) for n in named(found, "Cards taken").column("times")) == times[TOOK]
    assert whole["places"][:, 0].tolist() == [hands] * seats
    scored = rows[rows[:, 1 + KIND] == SCORED]
    assert whole["places"][:, 2].sum() == scored[:, 3].sum()


@pytest.mark.rule("H2-04")
def test_places_are_counted_from_the_dealers_left() -> None:
    """The first to draw is the first place, whoever deals."""
    rows, _, _ = series(3, "random", 4, hand_cap=2)
    whole = tally(rows, 3)
    opened = []
    fresh = True
    for row in rows.tolist():
        if row[1] in (DREW, TOOK) and fresh:
            opened.append(row[2])
            fresh = False
        fresh = fresh or row[1] == 1
    by_hand = np.zeros(3, dtype=np.int64)
    hand = -1
    for row in rows.tolist():
        hand += row[1] == SCORED and row[2] == 0
        if row[1] == SCORED:
            by_hand[(row[2] - opened[hand]) % 3] += row[3]
    assert whole["places"][:, 2].tolist() == by_hand.tolist()


@pytest.mark.rule("H2-G05", "H2-G17")
@pytest.mark.compiled("thousands of hands")
def test_without_a_stock_six_players_get_out_only_if_the_row_plays_on() -> None:
    """With five cards in the stock the hand must not end with it: that is why play goes on from the row."""
    share = {}
    for way in ("discard_only", "end"):
        rows = series(6, "rulebook", 20, stock_out=way, hand_cap=20)[0]
        hands, out = tally(rows, 6)["hands"][:2].tolist()
        share[way] = out / hands
    assert share["end"] < 0.08
    assert share["discard_only"] > 0.4


@pytest.mark.compiled("thousands of hands")
@pytest.mark.parametrize(("seats", "turns"), [(3, 20), (4, 20), (6, 32)])
def test_hands_last_as_long_as_the_rulings_say(seats: int, turns: int) -> None:
    rows = series(seats, "rulebook", 20, hand_cap=20)[0]
    hands, _, total, _ = tally(rows, seats)["hands"].tolist()
    assert abs(total / hands - turns) < 6


@pytest.mark.rule("H2-G05", "H2-G06")
@pytest.mark.compiled("thousands of actions")
@pytest.mark.parametrize(("seats", "out", "turns"), [(4, None, 20), (6, 71, 32)])
def test_simple_players_do_as_the_rulings_quote(seats: int, out: int | None, turns: int) -> None:
    """Somebody goes out in 71 of 100 hands of six; hands last about 20 turns, or 32 with six players."""
    hands = 60
    ended, lengths = 0, []
    for seed in range(hands):
        match = game("honors2").match(seats=seats, seed=seed, options={"hand_cap": 1})
        while not match.over:
            match.play(match.actors[0], simple_action(match, match.actors[0]))
        kinds = Counter(event["kind"] for event in match.events(None))
        ended += kinds["went_out"]
        lengths.append(kinds["drew"] + kinds["took"])
    low, high = share_interval(ended, hands) or (0, 0)
    assert out is None or low < out < high
    assert abs(np.mean(lengths) - turns) < 3
