"""The board, the pieces, and the three kinds of move."""

import pytest

from parlour.errors import SeatError

from .board import CAM, CAMETTE, RED, START, YELLOW, at, board, open_turns, pieces, play, refused, table, told

AROUND_D7 = {"D8": "D9", "E8": "F9", "E7": "F7", "E6": "F5", "D6": "D5", "C6": "B5", "C7": "B7", "C8": "B9"}


@pytest.mark.rule("CM-01")
def test_two_play_each_behind_his_castle() -> None:
    assert [CAM.seat_name(seat) for seat in range(2)] == ["Red", "Yellow"]
    assert table(CAM.match(seed=1))["castles"] == ["D1", "D13"]
    for seats in (1, 3):
        with pytest.raises(SeatError, match="for 2 players"):
            CAM.match(seats)


@pytest.mark.rule("CM-02")
def test_each_side_begins_with_two_knights_and_five_men() -> None:
    match = CAM.match(seed=1)
    assert match.position == START
    standing = pieces(match)
    assert {square for square, piece in standing.items() if piece == "K"} == {"C4", "E4"}
    assert {square for square, piece in standing.items() if piece == "M"} == {"B5", "C5", "D5", "E5", "F5"}
    assert {square for square, piece in standing.items() if piece == "k"} == {"C10", "E10"}
    assert {square for square, piece in standing.items() if piece == "m"} == {"B9", "C9", "D9", "E9", "F9"}
    assert sum(len(rank) for rank in table(match)["ranks"]) == 67


@pytest.mark.rule("CM-02")
def test_camette_is_smaller_and_played_alike() -> None:
    match = CAM.match(seed=1, options={"board": "camette"})
    assert match.position == CAMETTE
    assert table(match)["castles"] == ["C1", "C7"]
    assert sum(len(rank) for rank in table(match)["ranks"]) == 23
    play(match, "C2-C4", "C6-E4xC2xA4")
    assert pieces(match)["A4"] == "k"
    assert table(match)["left"] == [2, 4]


@pytest.mark.rule("CM-08")
@pytest.mark.parametrize("piece", ["M", "K"])
def test_a_plain_move_goes_one_square_in_any_of_eight_directions(piece: str) -> None:
    assert open_turns(board(f"{piece}D7 kG10")) == {f"D7-{square}" for square in AROUND_D7}


@pytest.mark.rule("CM-08")
def test_a_plain_move_stays_on_the_board_and_goes_to_a_vacant_square() -> None:
    match = board("MA4 MB4 kG10")
    assert open_turns(match, "A4") == {"A4-A5", "A4-B5", "A4-B3", "A4-C4"}
    assert refused(match, "A4-B4") == "CM-08"
    assert refused(match, 8 * 9 + 6) == "CM-08"  # A4 to the left
    play(match, "A4-A5")
    assert told(match) == ["moved"]
    assert match.actors == (YELLOW,)


@pytest.mark.rule("CM-09", "CM-10")
@pytest.mark.parametrize("piece", ["M", "K"])
@pytest.mark.parametrize("taken", ["m", "k"])
@pytest.mark.parametrize("over", AROUND_D7)
def test_any_piece_jumps_any_enemy_in_any_direction(piece: str, taken: str, over: str) -> None:
    match = board(f"{piece}D7 {taken}{over} kG10")
    assert open_turns(match) == {f"D7x{AROUND_D7[over]}"}
    play(match, f"D7x{AROUND_D7[over]}")
    assert pieces(match) == {AROUND_D7[over]: piece, "G10": "k"}
    assert told(match) == ["jumped", "taken"]


@pytest.mark.rule("CM-09")
def test_a_jump_needs_a_vacant_square_right_behind_the_enemy() -> None:
    assert refused(board("MD7 mD8 mD9 kG4"), "D7xD9") == "CM-09"
    assert refused(board("MD7 mD8 MD9 kG4"), "D7xD9") == "CM-09"
    assert refused(board("MB7 mA7 kG4"), 8 * 31 + 6) == "CM-09"  # nothing lies beyond A7
    assert open_turns(board("MB7 mA7 kG4"), "B7") == {"B7-" + s for s in ("A8", "B8", "C8", "C7", "C6", "B6", "A6")}


@pytest.mark.rule("CM-10")
def test_captured_pieces_leave_at_once_and_cannot_be_jumped_again() -> None:
    match = board("MD7 mD8 mC9 mC7 kG4")
    play(match, "D7xD9x")
    assert "D8" not in pieces(match)
    play(match, "D9xB9")
    assert pieces(match) == {"B9": "M", "C7": "m", "G4": "k"}
    assert match.actors == (YELLOW,)


@pytest.mark.rule("CM-15")
@pytest.mark.parametrize("piece", ["M", "K"])
@pytest.mark.parametrize("friend", ["M", "K"])
@pytest.mark.parametrize("over", AROUND_D7)
def test_any_piece_canters_over_any_friend_who_stays(piece: str, friend: str, over: str) -> None:
    match = board(f"{piece}D7 {friend}{over} kG10")
    assert f"D7-{AROUND_D7[over]}" in open_turns(match)
    play(match, f"D7-{AROUND_D7[over]}")
    assert pieces(match) == {AROUND_D7[over]: piece, over: friend, "G10": "k"}
    assert told(match) == ["cantered"]


@pytest.mark.rule("CM-15")
def test_a_canter_needs_a_vacant_square_right_behind_the_friend() -> None:
    assert refused(board("MD7 MD8 mD9 kG4"), "D7-D9") == "CM-15"
    assert refused(board("MD7 MD8 MD9 kG4"), "D7-D9") == "CM-15"
    assert refused(board("MD7 kG4"), "D7-D9") == "CM-15"


@pytest.mark.rule("CM-16", "CM-17")
def test_a_canter_turns_corners_and_stops_where_it_likes() -> None:
    match = board("MC4 MC5 MD6 MF7 kA10")
    assert open_turns(match, "C4") >= {"C4-C6", "C4-C6-E6", "C4-C6-E6-G8", "C4-C3", "C4-D5"}
    play(match, "C4-C6-")
    assert [str(action) for action in match.legal(RED)] == ["done", "C6-E6-"]
    assert match.actors == (RED,)
    assert refused(match, "C5-B5") == "CM-16"
    assert refused(match, "C6-B7") == "CM-16"
    play(match, "C6-E6-", "done")
    assert pieces(match)["E6"] == "M"
    assert match.actors == (YELLOW,)
    assert told(match) == ["cantered", "cantered"]


@pytest.mark.rule("CM-17")
def test_nobody_has_to_canter_and_a_canter_that_cannot_go_on_is_over() -> None:
    match = board("MC4 MC5 kA10")
    assert "C4-B4" in open_turns(match)
    play(match, "C4-C6")
    assert match.moves == [(RED, 8 * 11)]
    assert match.actors == (YELLOW,)


@pytest.mark.rule("CM-18")
@pytest.mark.parametrize("crooked", ["C4-D6", "C4-E5", "C4-C7", "C4-F7", "C4-G4", "C4-C4"])
def test_every_step_and_leap_is_in_a_straight_line(crooked: str) -> None:
    assert refused(CAM.match(seed=1), crooked) == "CM-18"


@pytest.mark.rule("CM-14", "C-05", "C-19")
def test_a_faulty_move_cannot_be_made() -> None:
    match = at(START)
    legal = match.legal(RED).ids
    for action in range(len(CAM.table.ACTIONS)):
        if action not in legal:
            assert refused(match, action)
    assert refused(match, "B5xB7") == "CM-09"
    assert refused(match, "B9-B8") == "CM-01"
    assert refused(match, "A7-A8") == "CM-08"
