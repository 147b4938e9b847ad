"""What holds in any game, however it is played."""

import random

import pytest

from parlour import Match
from parlour.core.contract import Record
from parlour.core.engines import compiled
from parlour.core.record import read_record, replay
from parlour.games.cam.table import DONE, PIECES

from .board import CAM, START, at, table
from .invariant import wrong

GAMES = 16 if compiled() else 1
EVERY = [{}, {"board": "camette"}, {"edition": "federation"}, {"board": "camette", "edition": "federation", "games": 3}]


def count(s: Record, piece: str) -> int:
    return int((s.squares == PIECES.index(piece)).sum())


def games(options: dict[str, object]) -> list[Match]:
    return [CAM.match(seed=number, options=options) for number in range(GAMES)]


@pytest.mark.parametrize("options", EVERY, ids=str)
def test_random_games(options: dict[str, object]) -> None:
    """Counts agree, pieces are only lost, knights stay knights, turns and games end."""
    choose = random.Random(str(options))
    for match in games(options):
        before = match.state
        while not match.over:
            seat = match.actors[0]
            ids = match.legal(seat).ids
            assert 0 < len(ids) <= CAM.table.MOST_LEGAL
            assert ids != [DONE]
            assert ids == sorted(ids, key=lambda action: (action != DONE, action))
            match.play(seat, choose.choice(ids))
            after = match.state
            assert wrong(after) is None
            assert after.quiet <= 100
            new_game = sum(after.points) > sum(before.points)
            for piece in "MKmk":
                assert count(after, piece) <= count(before, piece) or new_game
            before = after
        assert sum(match.scores) == match.options["games"]
        assert sum(match.payoffs) == 0


def test_a_capture_is_due_exactly_when_every_turn_captures() -> None:
    choose = random.Random(5)
    for match in games({})[: GAMES // 4 + 1]:
        while not match.over:
            seat = match.actors[0]
            duty = table(match)["duty"]
            texts = [str(action) for action in match.legal(seat)]
            steps = [text for text in texts if text == "done" or ("-" in text and not text.endswith("-"))]
            if duty == "capture":
                assert not steps
            match.play(seat, choose.choice(match.legal(seat)))


def test_records_replay() -> None:
    choose = random.Random(7)
    match = CAM.match(seed=3, options={"games": 2, "first": "random"})
    while not match.over:
        seat = match.actors[0]
        match.play(seat, choose.choice(match.legal(seat)))
    again = replay(read_record(match.record().to_json()), CAM)
    assert bytes(again) == bytes(match)
    assert again.moves == match.moves


def test_a_whole_turn_is_undone_leg_by_leg() -> None:
    match = at(START)
    match.play(0, "C4-C6")
    assert len(match.moves) == 2
    match.undo()
    assert table(match)["unfinished"] == ["C4", "C6"]
    match.undo()
    assert match.position == START
