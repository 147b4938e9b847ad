"""Kard Kelly's figures: against a count by hand, a slow count, and the figures that the rulings quote."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from parlour import Match
from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.statistics import Statistic, add, share_interval
from parlour.games.kardkelly.statistics import KINDS, tables, tally

from .table import KELLY, go, layout, texts

SEATS = (2, 3, 5, 9, 15) if compiled() else (2, 15)
MATCHES = 100 if compiled() else 2


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title == title)


def rows_of(match: Match) -> np.ndarray:
    """The events of a match that the figures are made of."""
    rows = [[0, *row] for row in match.event_rows() if row[0] in KINDS]
    return np.array(rows, dtype=np.int64).reshape(-1, 6)


@pytest.mark.rule("KK-G18", "KK-21")
def test_a_match_counted_by_hand() -> None:
    match = KELLY.match(position=layout("1 3", "3 B", pool="9 7 5").position, seed=4, hold_table=True)
    begin = [[0, 10, 0, 0, 0, 0]]  # the position comes after seat 0 was named the starter
    go(match, "turn turn buy reject 0:challenge draw keep")
    rows = np.concatenate([np.array(begin), rows_of(match)])
    found = tables(tally(rows, 2), 2)
    assert named(found, "Disks for the dead").rows == ((1, 1, 100.0, 1, 0.0, 1, 100.0),)
    assert named(found, "Challenges").rows == ((1, 1, 1, 100.0),)


def test_nothing_to_count() -> None:
    found = tables(tally(np.zeros((0, 6), dtype=np.int64), 3), 3)
    assert named(found, "How deals end").rows[0][:2] == (3, 0)
    assert named(found, "Challenges").rows == ((0, 0, 0, None),)


def slowly(match: Match) -> Counter[str]:
    """The same figures, an event at a time."""
    counts: Counter[str] = Counter()
    turned: set[str] = set()
    starter = 0
    for event in match.events(None):
        kind = event["kind"]
        counts[kind] += 1
        if kind == "starts":
            turned, starter = set(), event["seat"]
        elif kind == "turned":
            turned.add(event["card"])
        elif kind == "won":
            counts[f"place {(event['seat'] - starter) % match.seats}"] += 1
            counts["counters"] += event["counters"]
        elif kind == "challenged":
            counts["upheld"] += event["right"]
        elif kind in ("kept", "rejected"):
            counts[f"{kind} {str(event['disk']) in turned}"] += 1
    return counts


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_figures_agree_with_a_slow_count(seats: int) -> None:
    whole, slow = None, Counter[str]()
    for seed in range(20 if compiled() else 2):
        match = KELLY.match(seats, seed=seed, options={"hands": 5})
        rng = np.random.default_rng(seed)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, int(rng.choice(match.legal_ids(seat))))
        part = tally(rows_of(match), seats)
        whole = part if whole is None else add(whole, part)
        slow += slowly(match)
    assert whole is not None
    found = tables(whole, seats)
    deals = dict(zip(named(found, "How deals end").columns, named(found, "How deals end").rows[0], strict=True))
    assert deals["deals"] == slow["starts"] == slow["won"] + slow["header"]
    assert deals["header %"] == pytest.approx(100 * slow["header"] / slow["starts"])
    assert deals["cards"] == pytest.approx(slow["turned"] / slow["starts"])
    places = named(found, "Pots won, by place in the order of turning")
    assert places.column("pots") == [*(slow[f"place {place}"] for place in range(seats)), slow["won"]]
    assert places.column("counters")[-1] == pytest.approx(slow["counters"] / slow["won"])
    disks = named(found, "Disks for the dead").rows[0]
    assert disks[:2] == (slow["bought"] + slow["declined"], slow["bought"])
    assert disks[4] == pytest.approx(100 * slow["kept True"] / slow["kept"])
    assert disks[6] == pytest.approx(100 * slow["rejected False"] / slow["rejected"])
    assert named(found, "Challenges").rows[0][:3] == (slow["rejected"], slow["challenged"], slow["upheld"])


# --- The figures that the rulings quote (KK-G18) --------------------------------------------------------------


def header_share(seats: int, choose: Callable[[Match, int], int]) -> tuple[float, float]:
    """The 95 % interval of the share of deals that end in a header, if everybody chooses so."""
    deals = won = 0
    for seed in range(MATCHES):
        match = KELLY.match(seats, seed=seed)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, choose(match, seat))
        deals += sum(seat == TABLE for seat, _ in match.moves)
        won += 10
    return share_interval(deals - won, deals) or (0, 100)


def never_buy(match: Match, seat: int) -> int:
    return match.legal_ids(seat)[0]


def always_buy(match: Match, seat: int) -> int:
    """Buy while there is a good disk to be had, and remember everything."""
    ids = match.legal_ids(seat)
    if len(ids) == 1:
        return ids[0]
    state = match.state
    turned = set(state.pack[: state.turned].tolist())
    good = any(disk not in turned for disk in state.pool[: state.left].tolist())
    actions = dict(zip(texts(match, seat), ids, strict=True))
    for wish, wanted in (("buy", good), ("draw", good), ("reject", int(state.offered) in turned)):
        if wish in actions and wanted:
            return actions[wish]
    return ids[0]


@pytest.mark.rule("KK-G18")
def test_without_revivals_a_header_ends_24_to_35_deals_in_a_hundred() -> None:
    shares = [header_share(seats, never_buy) for seats in SEATS]
    assert all(low < 35.5 and high > 23.5 for low, high in shares)
    assert shares[0][0] < 24.5  # the fewest with two players
    assert shares[-1][1] > 34.5  # the most with fifteen


@pytest.mark.rule("KK-G18")
def test_with_revivals_a_header_ends_3_to_35_deals_in_a_hundred() -> None:
    seats_tried = (2, 4, 9, 15) if compiled() else (2,)
    shares = [header_share(seats, always_buy) for seats in seats_tried]
    assert all(low < 35.5 and high > 2.5 for low, high in shares)
    if compiled():
        assert shares[0][0] < 3.5
        assert shares[-1][1] > 34.5
        assert [low for low, _ in shares] == sorted(low for low, _ in shares)


@pytest.mark.rule("KK-G18")
def test_a_simulation_shows_the_share_of_headers_by_number_of_seats() -> None:
    for seats in (2, 8, 15) if compiled() else (2,):
        plan = Plan.make(KELLY, seats=seats, policies=["rulebook"], seed=1, matches=9)
        rows = Series(plan).play(0, 1_500 if compiled() else 2).rows
        assert set(rows[:, 1]) <= set(KINDS)
        ends = named(tables(tally(rows, seats), seats), "How deals end")
        low, share, high = (ends.column(name)[0] for name in ("from %", "header %", "to %"))
        assert isinstance(low, float)
        assert isinstance(high, float)
        assert ends.column("seats") == [seats]
        quoted = {2: (2.5, 5.0), 8: (2.5, 35.5), 15: (34.5, 35.5)}[seats]
        assert low < quoted[1], share
        assert high > quoted[0], share
