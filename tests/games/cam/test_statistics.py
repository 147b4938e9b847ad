"""Cam's figures, against a count by hand and against games counted an event at a time."""

from collections import Counter

import numpy as np
import pytest

from parlour import Match
from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.core.engines import compiled
from parlour.core.events import HAND_OVER, KIND, SAFETY_LIMIT, SEAT, A
from parlour.core.statistics import Rows, Statistic, add
from parlour.games import game
from parlour.games.cam.statistics import ENDS, KINDS, SPAN, tables, tally
from parlour.games.cam.table import ALL_CAPTURED, CANNOT_MOVE, CANTERED, CASTLE_TAKEN, JUMPED, MOVED, TAKEN

from .board import board, play
from .test_endings import THERE_AND_BACK

LEGS = {MOVED: "plain", CANTERED: "canter", JUMPED: "jump"}


class Slow:
    """Games, an event at a time."""

    def __init__(self, rows: Rows) -> None:
        self.ends: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.lengths: list[int] = []
        self.turns: Counter[str] = Counter()
        self.captures = 0
        self.start()
        for row in rows.tolist():
            self.event(row[1 + KIND], row[1 + SEAT], row[1 + A])

    def start(self) -> None:
        self.first = self.last = -1
        self.count = 0
        self.legs: set[str] = set()

    def event(self, kind: int, seat: int, a: int) -> None:
        if kind in LEGS:
            if seat != self.last:
                self.finish_turn()
                self.count += 1
                self.first = seat if self.first < 0 else self.first
                self.last = seat
            self.legs.add(LEGS[kind])
        elif kind == TAKEN:
            self.captures += 1
        elif kind == SAFETY_LIMIT:
            self.end("repetition" if a == 19 else "no capture for long", -1)
        elif kind in (CASTLE_TAKEN, ALL_CAPTURED):
            self.end("castle entered" if kind == CASTLE_TAKEN else "all captured", seat)
        elif kind == CANNOT_MOVE:
            self.end("no move left", 1 - seat)
        elif kind == HAND_OVER:
            self.finish_turn()
            self.lengths.append(self.count)
            self.start()

    def finish_turn(self) -> None:
        if self.legs:
            self.turns["charge" if self.legs == {"canter", "jump"} else self.legs.pop()] += 1
        self.legs = set()

    def end(self, how: str, winner: int) -> None:
        self.ends[how] += 1
        self.outcomes["drawn" if winner < 0 else "first" if winner == self.first else "other"] += 1


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title == title)


def rows_of(*matches: Match) -> Rows:
    """The events that are counted, with the number of the match in front."""
    rows = [[number, *row] for number, match in enumerate(matches) for row in match.event_rows()]
    return np.array([row for row in rows if row[1] in KINDS], dtype=np.int64).reshape(-1, 6)


def tables_of(*matches: Match) -> list[Statistic]:
    return tables(tally(rows_of(*matches), 2), 2)


def test_every_ending_is_counted_for_whom_it_was() -> None:
    found = tables_of(
        play(board("MD12 kG10"), "D12-D13"),
        play(board("mD2 KG10", "y"), "D2-D1"),
        play(board("MC4 mC5"), "C4xC6"),
        play(board("KC12 KE12 MD12 MB11 MD11 MF10 kD13"), "F10-F11"),
        play(board("KA4 kG10", repetition=2), *THERE_AND_BACK),
        play(board("KA4 kG10", quiet_plies=2), *THERE_AND_BACK[:2]),
        play(board("KC4 MC5 kC7 mD9"), "C4-C6xC8xE10"),
        play(board("MD12 kG10"), "D12-D13"),
    )
    assert [row[:6] for row in named(found, "How games end").rows] == [
        ("castle entered", 3, 37.5, 2, 1, 1.0),
        ("all captured", 2, 25.0, 2, 0, 1.0),
        ("no move left", 1, 12.5, 1, 0, 1.0),
        ("repetition", 1, 12.5, 0, 0, 4.0),
        ("no capture for long", 1, 12.5, 0, 0, 2.0),
    ]
    assert named(found, "The first move").column("games") == [6, 0, 2]
    assert named(found, "Pieces lost in a game").rows == (("Red", 0.0, 0.0), ("Yellow", 0.25, 0.125))


def test_no_games_no_figures() -> None:
    found = tables_of(board("MD12 kG10"))
    assert named(found, "How games end").column("share %") == [None] * 5
    assert named(found, "Turns of a game").rows == ()
    assert named(found, "Pieces lost in a game").column("men") == [None, None]


def test_pieces_of_a_series_add_up() -> None:
    first, second = play(board("MD12 kG10"), "D12-D13"), play(board("MC4 mC5"), "C4xC6")
    both = tally(rows_of(first, second), 2)
    apart = add(tally(rows_of(first), 2), tally(rows_of(second), 2))
    assert all(np.array_equal(both[name], apart[name]) for name in both)


@pytest.mark.rule("CM-G22", "CM-G24")
@pytest.mark.parametrize("options", [{"games": 3, "board": "camette"}, {"repetition": 2, "first": "random"}])
def test_figures_agree_with_a_slow_count_and_add_up(options: dict[str, object]) -> None:
    many = 300 if compiled() else 3
    one = Series(Plan.make(game("cam"), options=options, policies=["random"], seed=4, matches=1))
    rows = one.play(0, many).rows
    slow, whole = Slow(rows), tally(rows, 2)
    parts = add(tally(one.play(0, 1).rows, 2), tally(one.play(1, many - 1).rows, 2))
    assert all((whole[name] == parts[name]).all() for name in whole)
    found = tables(whole, 2)
    ends = named(found, "How games end")
    assert dict(zip(ends.column("ending"), ends.column("games"), strict=True)) == {end: slow.ends[end] for end in ENDS}
    assert named(found, "The first move").column("games") == [slow.outcomes[key] for key in ("first", "other", "drawn")]
    spans = Counter(length // SPAN for length in slow.lengths)
    assert named(found, "Turns of a game").column("games") == [spans[i] for i in range(max(spans) + 1)]
    assert whole["turns"][:, 0].tolist() == [slow.turns[key] for key in ("plain", "canter", "jump", "charge")]
    assert whole["turns"][:, 1].sum() == slow.captures == whole["figures"][..., 3].sum()
    assert whole["figures"][..., 1].sum() == sum(slow.lengths)


def test_every_way_to_end_is_met_in_enough_games_but_the_rarest() -> None:
    if not compiled():
        pytest.skip("it takes thousands of games")
    one = Series(Plan.make(game("cam"), policies=["random"], seed=5, matches=1))
    rows = one.play(0, 3000).rows
    assert set(rows[:, 1 + KIND]) >= set(KINDS) - {CANNOT_MOVE}
    assert tally(rows, 2)["figures"][[0, 1, 3, 4], ..., 0].sum(axis=(1, 2)).min() > 0
    assert len(ENDS) == 5
