"""How a game ends, and a match of several."""

import pytest

from parlour.core.contract import TABLE

from .board import CAM, RED, YELLOW, at, board, pieces, play, refused, table, told

THERE_AND_BACK = ("A4-A5", "G10-G9", "A5-A4", "G9-G10")
NEXT_WINS = "MD12 kG10"


@pytest.mark.rule("CM-24")
def test_whoever_takes_the_last_piece_wins() -> None:
    match = play(board("MC4 mC5"), "C4xC6")
    assert match.over
    assert match.winners == (RED,)
    assert match.scores == (1.0, 0.0)
    assert told(match) == ["jumped", "taken", "all_captured", "hand_over", "match_over"]


@pytest.mark.rule("CM-03", "CM-24")
def test_the_castle_decides_even_if_it_was_the_last_piece() -> None:
    match = play(board("MD11 mD12"), "D11xD13")
    assert table(match)["ended"] == "castle"


@pytest.mark.rule("CM-G18")
def test_whoever_cannot_move_has_lost() -> None:
    match = play(board("KC12 KE12 MD12 MB11 MD11 MF10 kD13"), "F10-F11")
    assert match.winners == (RED,)
    assert told(match)[-3:] == ["cannot_move", "hand_over", "match_over"]
    assert match.events(None)[-3]["seat"] == YELLOW


@pytest.mark.rule("CM-G19", "C-11")
def test_the_third_time_that_a_position_stands_is_a_draw() -> None:
    match = play(board("KA4 kG10"), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert table(match)["occurrences"] == 2
    assert not match.over
    play(match, THERE_AND_BACK[3])
    assert match.over
    assert (match.scores, match.payoffs, match.winners) == ((0.5, 0.5), (0.0, 0.0), ())
    limit = match.events(None)[-4]
    assert (limit["kind"], limit["limit"], limit["count"]) == ("safety_limit", "G19", 3)
    assert told(match)[-3:] == ["drawn", "hand_over", "match_over"]
    assert match.events(None)[-1]["winners"] == []


@pytest.mark.rule("CM-G19")
def test_the_side_to_move_belongs_to_the_position() -> None:
    match = play(board("KA4 kG10"), "A4-A5", "G10-G9", "A5-B5", "G9-G10", "B5-A4")
    assert pieces(match) == {"A4": "K", "G10": "k"}
    assert table(match)["occurrences"] == 1


@pytest.mark.rule("CM-G19")
@pytest.mark.parametrize(("repetition", "turns"), [(2, 4), (3, 8), (5, 16)])
def test_the_switch_says_how_often(repetition: int, turns: int) -> None:
    match = board("KA4 kG10", repetition=repetition)
    for number in range(turns):
        assert not match.over
        play(match, THERE_AND_BACK[number % 4])
    assert table(match)["ended"] == "repetition"


@pytest.mark.rule("CM-G19")
def test_a_capture_ends_the_history() -> None:
    match = play(board("KA4 kG10 MC4 mC6"), *THERE_AND_BACK, "C4-C5")
    play(match, "C6xC4", *THERE_AND_BACK[:2], "A5-A4")
    assert table(match)["occurrences"] == 1
    assert table(match)["quiet"] == 3


@pytest.mark.rule("CM-G20", "C-11")
def test_too_many_turns_without_a_capture_are_a_draw() -> None:
    match = board("KA4 kG10", repetition=0)
    for number in range(99):
        play(match, THERE_AND_BACK[number % 4])
    assert (match.over, table(match)["quiet"]) == (False, 99)
    play(match, THERE_AND_BACK[3])
    assert table(match)["ended"] == "quiet"
    limit = match.events(None)[-4]
    assert (limit["limit"], limit["count"]) == ("G20", 100)
    assert match.winners == ()


@pytest.mark.rule("CM-G20")
def test_a_capture_begins_the_count_again() -> None:
    match = board("KA4 kG10 MC4 mC6", quiet_plies=6)
    play(match, *THERE_AND_BACK, "C4-C5")
    assert table(match)["quiet"] == 5
    play(match, "C6xC4")
    assert table(match)["quiet"] == 0
    play(match, *THERE_AND_BACK, "A4-A5", "G10-G9")
    assert table(match)["ended"] == "quiet"


@pytest.mark.rule("CM-G19", "CM-G20")
def test_both_limits_may_be_off_for_analysis() -> None:
    match = board("KA4 kG10", repetition=0, quiet_plies=0)
    for number in range(300):
        play(match, THERE_AND_BACK[number % 4])
    assert not match.over
    assert table(match)["quiet"] == 300


@pytest.mark.rule("CM-G19")
def test_without_the_quiet_limit_positions_are_remembered_for_128_turns() -> None:
    match = board("KA4 kG10", repetition=9, quiet_plies=0)
    play(match, *THERE_AND_BACK * 8)
    assert table(match)["ended"] == "repetition"
    assert table(match)["quiet"] == 32


@pytest.mark.rule("CM-03", "CM-G18")
def test_a_win_comes_before_a_draw() -> None:
    """The turn that would be the last quiet one wins instead."""
    match = board("KC12 KE12 MD12 MB11 MD11 MF10 kD13", quiet_plies=1)
    assert play(match, "F10-F11").winners == (RED,)
    assert play(board(NEXT_WINS, quiet_plies=1), "D12-D13").winners == (RED,)


@pytest.mark.rule("CM-G22")
@pytest.mark.parametrize(("first", "seat"), [("red", RED), ("yellow", YELLOW)])
def test_who_begins(first: str, seat: int) -> None:
    match = CAM.match(seed=1, options={"first": first})
    assert match.actors == (seat,)
    assert table(match)["began"] == seat


@pytest.mark.rule("CM-G22", "C-03")
def test_who_begins_by_lot_follows_from_the_seed() -> None:
    seats = [CAM.match(seed=seed, options={"first": "random"}).actors[0] for seed in range(40)]
    assert {RED, YELLOW} == set(seats)
    assert seats == [CAM.match(seed=seed, options={"first": "random"}).actors[0] for seed in range(40)]


@pytest.mark.rule("CM-G24", "CM-G22")
def test_a_match_of_several_games() -> None:
    match = play(board(NEXT_WINS, games=3), "D12-D13")
    assert match.actors == (TABLE,)
    assert (match.scores, match.payoffs, match.winners) == ((1.0, 0.0), (0.0, 0.0), ())
    assert [str(action) for action in match.legal(TABLE)] == ["next game"]
    assert table(match)["phase"] == "between games"
    assert refused(match, "done") == "CM-G24"
    match.play(TABLE, "next game")
    assert match.actors == (YELLOW,)
    assert (table(match)["game"], table(match)["left"]) == (2, [7, 7])
    assert match.events(None)[-1] == {"kind": "began", "seat": YELLOW, "rule": "CM-G22", "game": 2}
    assert refused(match, "next game") == "CM-G24"


@pytest.mark.rule("CM-G24")
@pytest.mark.parametrize(
    ("before", "scores", "winners"),
    [("1-0", (2.0, 0.0), (RED,)), ("0-1", (1.0, 1.0), ()), ("0.5-0.5", (1.5, 0.5), (RED,))],
)
def test_a_win_counts_one_and_a_draw_one_half(
    before: str, scores: tuple[float, float], winners: tuple[int, ...]
) -> None:
    start = board(NEXT_WINS, games=2).position
    match = play(at(f"{start} g{before}r", games=2), "D12-D13")
    assert match.over
    assert (match.scores, match.winners) == (scores, winners)
    assert match.payoffs == (scores[0] - scores[1], scores[1] - scores[0])


@pytest.mark.rule("CM-G24")
def test_a_drawn_game_counts_one_half_for_each() -> None:
    match = board("KA4 kG10", games=2, repetition=2)
    play(match, *THERE_AND_BACK)
    assert match.scores == (0.5, 0.5)
    assert match.actors == (TABLE,)


@pytest.mark.rule("CM-G24", "CM-G22")
def test_the_table_begins_the_next_game_by_itself() -> None:
    match = CAM.match(position=board(NEXT_WINS).position, options={"games": 2}, seed=1)
    play(match, "D12-D13")
    assert match.actors == (YELLOW,)
    match.undo()
    assert pieces(match) == {"D12": "M", "G10": "k"}
