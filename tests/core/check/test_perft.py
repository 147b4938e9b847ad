"""Perft for any game: counting, dividing, listing, and what it refuses."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.check import perft as module
from parlour.core.check.perft import divide, perft, turns
from parlour.core.events import new_log
from parlour.core.kernels import NO_ROOM
from parlour.errors import OptionError

CAM = parlour.game("cam")
KAMRA = parlour.game("kamra")
CHARGE_OR_JUMP = "1/3/2k2/6m/4m2/7/7/1m3m1/1M5/5M1/2M1K/3/1 r"
CHAINS = "1/1k1/5/7/1m5/1M5/7/5M1/7/7/1m3/mm1/K r"


def test_no_depth_is_one_leaf() -> None:
    assert perft(CAM.match(seed=1), 0) == 1
    assert divide(CAM.match(seed=1), 0) == []


def test_turns_and_actions_are_counted_apart() -> None:
    match = CAM.match(position=CHARGE_OR_JUMP)
    assert perft(match, 1) == 2
    assert perft(match, 1, by="actions") == 2
    assert perft(match, 2) == 29
    assert perft(match, 2, by="actions") == len(after(match, 0)) + len(after(match, 1))


def after(match: Any, number: int) -> list[Any]:
    """What can be done after an action."""
    copy = match.clone()
    copy.play(copy.actors[0], copy.legal(copy.actors[0])[number])
    return list(copy.legal(copy.actors[0]))


def test_outcomes_are_counted_once() -> None:
    match = CAM.match(position=CHAINS)
    assert (perft(match, 1), perft(match, 1, distinct=True)) == (3, 2)


def test_dividing_adds_up() -> None:
    match = CAM.match(position=CHARGE_OR_JUMP)
    assert divide(match, 1) == [("F3-F5xF7", 1), ("B5xB7", 1)]
    assert divide(match, 3) == [("F3-F5xF7", 23), ("B5xB7", 704)]
    assert sum(count for _, count in divide(match, 3)) == perft(match, 3)


def test_turns_are_listed_whole() -> None:
    match = CAM.match(position=CHARGE_OR_JUMP)
    assert turns(match) == ["F3-F5xF7", "B5xB7"]
    assert match.position == CHARGE_OR_JUMP


def test_an_unfinished_turn_is_gone_on_with() -> None:
    match = CAM.match(position=CHARGE_OR_JUMP)
    match.play(0, "F3-F5-")
    assert turns(match) == ["F5xF7"]
    assert perft(match, 1) == 1


def test_a_finished_match_has_no_turns() -> None:
    match = CAM.match(position="1/1M1/5/7/7/7/7/7/7/6k/5/3/1 r")
    assert "D12-D13" in turns(match)
    match.play(0, "D12-D13")
    assert turns(match) == []
    assert divide(match, 2) == []
    assert perft(match, 1) == 0


def test_what_the_world_does_is_no_part_of_a_turn() -> None:
    """Yellow wins, the table sets up the next game, and Yellow begins it: that is another turn."""
    match = CAM.match(position="1/3/5/6K/7/7/7/7/7/7/5/1m1/1 y", options={"games": 2})
    assert "D2-D1" in turns(match)
    assert all(turn.count("-") == 1 for turn in turns(match))


def test_a_game_without_turn_texts_lists_its_actions() -> None:
    match = KAMRA.match(seed=1)
    listed = turns(match)
    assert listed == [str(action) for action in match.legal(match.actors[0])]
    assert perft(match, 2) == perft(match, 2, by="actions") == 16 * 16


def test_it_makes_room_when_there_is_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOM", 2)
    assert perft(CAM.match(seed=1), 2) == 2916


def test_the_loop_says_when_it_has_no_room() -> None:
    nodes = np.zeros((2, 8), dtype=CAM.layout)
    nodes[0, 0] = CAM.match(seed=1).state
    words = nodes.view(np.uint64).reshape(2, 8, -1)
    legs, actions = np.zeros(8, dtype=nodes.dtype), np.zeros((8, CAM.table.MOST_LEGAL), dtype=np.int16)
    counts = np.zeros((3, 8), dtype=np.int64)
    assert CAM.kernels.count_leaves(nodes, words, legs, actions, *counts, new_log(0), 1, True, False) == NO_ROOM


@pytest.mark.parametrize(("depth", "by"), [(-1, "turns"), (21, "turns"), (True, "turns"), ("3", "turns"), (1, "plies")])
def test_what_cannot_be_counted_is_refused(depth: Any, by: Any) -> None:
    with pytest.raises(OptionError):
        perft(CAM.match(seed=1), depth, by)


def test_dividing_refuses_as_well() -> None:
    with pytest.raises(OptionError, match="a depth is a whole number from 0 to 20"):
        divide(CAM.match(seed=1), 99)
