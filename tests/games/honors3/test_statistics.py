"""The figures, against a count by hand and against matches counted the slow way."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.core.engines import compiled
from parlour.core.events import EVERYONE, KIND, A
from parlour.core.statistics import Statistic, add
from parlour.games.honors3.statistics import KINDS, tables, tally
from parlour.games.honors3.table import HONORS, NO_CALLER, SCORED, SWAPPED

from .table import HONORS3


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title == title)


def scored(*points: int) -> list[tuple[int, ...]]:
    return [(0, SCORED, seat, own, own, EVERYONE) for seat, own in enumerate(points)]


def test_two_hands_counted_by_hand() -> None:
    swap = [(0, SWAPPED, 1, size, 0, EVERYONE) for size in (1, 3, 3)]
    call = [(0, HONORS, 2, 3, 7, EVERYONE), (0, HONORS, 1, 3, 7, EVERYONE)]
    limit = [(0, NO_CALLER, 15, 1, 61, EVERYONE)]
    rows = np.array([*swap, *call, *scored(0, 30, 30, 5), *swap[:1], *limit, *scored(5, 0, 0, 0)])
    found = tables(tally(rows, 4), 4)
    hands = named(found, "Hands")
    assert hands.column("a hand") == [2, 34, 70 / 8, 17.5]
    assert named(found, "Cards in a swap").column("swaps") == [2, 0, 2]
    assert named(found, "How hands end").column("hands") == [0, 1, 1, 0]
    assert named(found, "Swaps in a hand").column("hands")[0] == 2


@pytest.mark.parametrize("seats", [4, 5, 6, 7] if compiled() else [5])
@pytest.mark.parametrize("policy", ["random", "rulebook"])
def test_figures_agree_with_a_slow_count_and_add_up(seats: int, policy: str) -> None:
    options = {"hand_cap": 3 if compiled() else 1, "h3_ticks": 30}
    many = 60 if compiled() else 1
    one = Series(Plan.make(HONORS3, seats=seats, options=options, policies=[policy], seed=seats, matches=9))
    rows = one.play(0, many).rows
    assert set(rows[:, 1 + KIND]) <= set(KINDS)
    whole = tally(rows, seats)
    parts = add(tally(one.play(0, 1).rows, seats), tally(one.play(1, max(1, many - 1)).rows, seats))
    if many > 1:
        assert all((whole[name] == parts[name]).all() for name in whole)
    kinds = Counter(rows[:, 1 + KIND].tolist())
    assert whole["hands"][0] == kinds[SCORED] // seats
    assert whole["swaps"][0] == kinds[SWAPPED]
    assert whole["limits"].sum() == kinds[NO_CALLER]
    assert whole["calls"][0] == kinds[NO_CALLER]
    assert (whole["calls"] * np.arange(len(whole["calls"]))).sum() == kinds[HONORS]
    assert whole["points"][0] == rows[rows[:, 1 + KIND] == SCORED][:, 1 + A].sum()
    assert whole["bands"].sum() == whole["hands"][0]


def plain_trader(table: dict[str, Any], me: int, choose: random.Random) -> str:
    """Keeps the books it holds most of and trades the rest, one card at a time, with anybody."""
    books = Counter(card[0] for card in table["hand"])
    kept = sorted(books, key=lambda book: (-books[book], book))[: len(table["hand"]) // 4]
    junk = [card for card in table["hand"] if card[0] not in kept]
    if not junk:
        return "wait"
    card = min(junk, key=lambda card: (books[card[0]], choose.random()))
    open_to_me = [owner for owner, offer in enumerate(table["offers"]) if offer and owner != me]
    if open_to_me and choose.random() < 0.5:
        return f"accept {choose.choice(open_to_me)} with {card}"
    return f"offer {card}"


@pytest.mark.all
@pytest.mark.rule("H3-G09")
@pytest.mark.compiled("it takes some hands, and they are slow")
def test_plain_traders_need_some_thirty_to_fifty_swaps() -> None:
    swaps = []
    for seed in range(30):
        match, choose = HONORS3.match(6, seed=seed, options={"hand_cap": 1}), random.Random(seed)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, plain_trader(match.view(seat)["table"], seat, choose))
        swaps.append(sum(event["kind"] == "swapped" for event in match.events(None)))
    mean = sum(swaps) / len(swaps)
    half = 1.96 * float(np.std(swaps, ddof=1)) / len(swaps) ** 0.5
    assert mean + half > 30
    assert mean - half < 50


@pytest.mark.rule("H3-G09")
def test_rulebook_players_hardly_ever_meet_a_limit() -> None:
    many = 400 if compiled() else 2
    plan = Plan.make(HONORS3, seats=4, options={"hand_cap": 1}, policies=["rulebook"], seed=1, matches=many)
    counted = tally(Series(plan).play(0, many).rows, 4)
    assert counted["limits"].sum() == 0
    assert 5 < counted["swaps"][0] / many < 50
