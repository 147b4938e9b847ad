"""What everybody sees: the table, the events, the sentences, the numbers."""

import numpy as np
import pytest

from parlour.core import texts
from parlour.core.chance import rng_from
from parlour.core.check.conformance import without_key

from .board import CAM, RED, START, YELLOW, at, board, play, table, told

PLANE = 67


def test_everybody_sees_the_same_table() -> None:
    match = CAM.match(seed=1)
    assert match.view(RED)["table"] == match.view(YELLOW)["table"] == match.view(None)["table"]


def test_the_table_in_full() -> None:
    assert table(play(board("KC4 MC5 MD6 kG10 mB9", games=3), "C4-C6-")) == {
        "phase": "play",
        "board": "cam",
        "ranks": table(CAM.match(seed=1))["ranks"],
        "castles": ["D1", "D13"],
        "pieces": {"C5": "M", "C6": "K", "D6": "M", "B9": "m", "G10": "k"},
        "turn": RED,
        "unfinished": ["C4", "C6"],
        "duty": "",
        "taken": ["KMMM", "kmmmm"],
        "left": [3, 2],
        "quiet": 0,
        "occurrences": 1,
        "ended": "",
        "winner": None,
        "game": 1,
        "began": RED,
    }


def test_the_ranks_name_every_square_from_the_top() -> None:
    ranks = table(CAM.match(seed=1))["ranks"]
    assert ranks[0] == ["D13"]
    assert ranks[1] == ["C12", "D12", "E12"]
    assert ranks[9] == ["A4", "B4", "C4", "D4", "E4", "F4", "G4"]
    assert ranks[-1] == ["D1"]


@pytest.mark.rule("CM-11", "CM-22")
def test_duties_are_shown() -> None:
    assert table(board("MC5 mC6 kG10"))["duty"] == "capture"
    assert table(play(board("KC4 MC5 mC7 kG10"), "C4-C6-"))["duty"] == "capture"
    assert table(play(board("MD5 mD6 mD8 kA10"), "D5xD7x"))["duty"] == "capture"
    assert table(play(board("MD12 kG10"), "D12-D13"))["duty"] == ""


def test_what_was_taken_and_who_won_are_shown() -> None:
    match = CAM.match(seed=1)
    assert table(match)["taken"] == ["", ""]
    match = board("MD12 kG10 MA5 mA6")
    play(match, "A5xA7", "G10-G9", "D12-D13")
    assert table(match)["taken"] == ["KKMMM", "kmmmmm"]
    assert (table(match)["ended"], table(match)["winner"]) == ("castle", RED)


def test_events_tell_everything() -> None:
    match = play(board("KC4 MC5 kC7 mG10"), "C4-C6xC8")
    assert match.events(YELLOW) == [
        {"kind": "cantered", "seat": RED, "rule": "CM-15", "leg": "C4-C6"},
        {"kind": "jumped", "seat": RED, "rule": "CM-09", "leg": "C6xC8"},
        {"kind": "taken", "seat": YELLOW, "rule": "CM-10", "square": "C7", "knight": True},
    ]
    play(match, "G10-G9")
    assert match.events(None)[-1] == {"kind": "moved", "seat": YELLOW, "rule": "CM-08", "leg": "G10-G9"}


def test_events_in_sentences() -> None:
    match = play(board("KC4 MC5 kC7 mD9"), "C4-C6xC8xE10")
    names = ("Ann", "Ben")
    assert [texts.say_event(CAM, event, names) for event in match.events(None)] == [
        "Ann canters C4-C6.",
        "Ann jumps C6xC8.",
        "Ben loses the knight on C7.",
        "Ann jumps C8xE10.",
        "Ben loses the man on D9.",
        "Ann has captured every enemy and wins the game.",
        "Game 1 is over.",
        "The match is over; Ann won.",
    ]
    assert texts.say_event(CAM, match.events(None)[2], names, you=YELLOW) == "You lose the knight on C7."


def test_every_kind_of_event_has_its_sentences() -> None:
    sentences = texts.words(CAM)
    kinds = {kind.name for kind in CAM.view.EVENTS.values()}
    assert kinds <= set(sentences["events"])
    assert set(sentences["you"]) <= kinds


def test_squares_of_camette_have_their_own_names_in_events() -> None:
    match = play(CAM.match(seed=1, options={"board": "camette"}), "C3-D4")
    assert match.events(None)[0]["leg"] == "C3-D4"


def test_observations_look_from_the_own_side() -> None:
    """The start is the same for both, turned round; only who is to move differs."""
    match = at(START)
    red, yellow = match.observe(RED), match.observe(YELLOW)
    assert np.array_equal(red[: 4 * PLANE], yellow[: 4 * PLANE])
    assert red[: 4 * PLANE].sum() == 14
    assert (red[404], red[405], yellow[404], yellow[405]) == (1, 0, 0, 1)
    assert np.array_equal(match.observe(None), red)


def test_observations_know_the_piece_the_path_and_the_counts() -> None:
    match = play(board("KC4 MC5 mC7 kG10", games=2), "C4-C6-")
    names = [square for rank in reversed(table(match)["ranks"]) for square in rank]
    seen = match.observe(RED)
    assert [names[i] for i in np.flatnonzero(seen[:PLANE])] == ["C5"]  # own men
    assert [names[i] for i in np.flatnonzero(seen[PLANE : 2 * PLANE])] == ["C6"]  # own knights
    assert [names[i] for i in np.flatnonzero(seen[2 * PLANE : 3 * PLANE])] == ["C7"]
    assert [names[i] for i in np.flatnonzero(seen[3 * PLANE : 4 * PLANE])] == ["G10"]
    assert [names[i] for i in np.flatnonzero(seen[4 * PLANE : 5 * PLANE])] == ["C6"]
    assert [names[i] for i in np.flatnonzero(seen[5 * PLANE : 6 * PLANE])] == ["C4", "C6"]
    assert seen[402:415].tolist() == [1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]
    later = play(match, "C6xC8", "G10-G9", "C8-C9").observe(YELLOW)
    assert later[411] == np.float32(0.02)
    assert later[404] == 1
    assert later[415] == np.float32(1 / 3)


def test_observations_know_castles_and_points() -> None:
    match = play(at(board("MD3 mD2 kG10").position + " g1.5-0.5y", games=4), "D3xD1")
    seen = match.observe(YELLOW)
    assert seen[409:411].tolist() == [0, 1]
    assert seen[412:415].tolist() == [0.5, 0.125, 0.375]


def test_a_sample_hides_nothing_but_the_key() -> None:
    match = play(CAM.match(seed=1), "C4-C6-")
    twin = match.sample(YELLOW, rng_from(3))
    assert without_key(twin) == without_key(match)
    assert bytes(twin) != bytes(match)


def test_a_finished_match_is_shown() -> None:
    match = play(board("MD12 kG10"), "D12-D13")
    assert (table(match)["phase"], table(match)["turn"], table(match)["game"]) == ("over", None, 1)
    assert told(match)[-1] == "match_over"
    assert match.observe(RED)[404:406].tolist() == [0, 0]
