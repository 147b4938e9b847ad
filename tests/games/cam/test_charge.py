"""The knight's charge."""

import pytest

from .board import RED, YELLOW, at, board, open_turns, pieces, play, refused, told, written

EXPOSED = (
    "KC4 MC5 mC7 MD6 MB8 kG10"  # from C6 the knight can jump C7, or canter on to E6, where there is nothing to take
)


@pytest.mark.rule("CM-19")
def test_a_charge_is_canters_and_then_jumps() -> None:
    match = board("KC4 MC5 MD7 mE9 mF10 kG4")
    assert "C4-C6-E8xE10xG10" in open_turns(match)
    play(match, "C4-C6-E8xE10xG10")
    assert pieces(match) == {"C5": "M", "D7": "M", "G10": "K", "G4": "k"}
    assert told(match) == ["cantered", "cantered", "jumped", "taken", "jumped", "taken"]


@pytest.mark.rule("CM-19")
def test_there_is_no_canter_after_a_jump() -> None:
    match = board("KC4 mC5 MC7 mD7 kG10")
    assert refused(match, "C4xC6-C8") == "CM-19"
    play(match, "C4xC6x")
    assert refused(match, "C6-C8") == "CM-19"
    play(match, "C6xE8")
    over = board("KC4 mC5 MC7 kG10")
    assert refused(over, "C4xC6-C8") == "CM-19"


@pytest.mark.rule("CM-20", "CM-G08")
def test_a_man_never_combines_and_may_stop_next_to_an_enemy() -> None:
    match = board("MC4 MC5 mC7 kG10")
    assert open_turns(match, "C4") & {"C4-C6", "C4-C6xC8"} == {"C4-C6"}
    assert refused(match, "C4-C6xC8") == "CM-20"
    play(match, "C4-C6", "G10-G9")
    assert open_turns(match) == {"C6xC8"}  # due now


@pytest.mark.rule("CM-20")
def test_a_man_who_could_canter_on_may_not_jump_instead() -> None:
    match = board("MC4 MC5 MD6 mB7 kG10")
    play(match, "C4-C6-")
    assert [str(action) for action in match.legal(RED)] == ["done", "C6-E6"]
    assert refused(match, "C6xA8") == "CM-20"


@pytest.mark.rule("CM-21")
def test_a_charge_goes_on_jumping() -> None:
    match = board("KC4 MC5 mC7 mD9 kG4")
    assert refused(match, "C4-C6xC8") == "CM-G03"
    play(match, "C4-C6xC8xE10")
    assert pieces(match) == {"C5": "M", "E10": "K", "G4": "k"}


@pytest.mark.rule("CM-22", "CM-G06")
def test_a_knight_whose_canter_brings_it_to_a_jump_must_jump() -> None:
    match = board(EXPOSED)
    assert refused(match, "C4-C6") == "CM-22"
    play(match, "C4-C6-")
    assert [str(action) for action in match.legal(RED)] == ["C6xC8"]
    assert refused(match, "done") == "CM-22"


@pytest.mark.rule("CM-22", "CM-G07", "CM-G23")
def test_it_may_not_pass_and_capture_nothing() -> None:
    """From E6 the only way on leads back to C6, and a square that was visited does not count."""
    match = board(EXPOSED)
    assert refused(match, "C4-C6-E6") == "CM-G07"
    assert open_turns(match, "C4") & {"C4-C6-E6", "C4-C6xC8"} == {"C4-C6xC8"}


@pytest.mark.rule("CM-22", "CM-G07")
def test_any_later_capture_makes_it_good() -> None:
    match = board(EXPOSED + " mE7")
    assert open_turns(match, "C4") >= {"C4-C6xC8", "C4-C6-E6xE8"}
    assert refused(match, "C4-C6-E6") == "CM-22"
    play(match, "C4-C6-E6xE8")
    assert pieces(match)["C7"] == "m"


@pytest.mark.rule("CM-22")
def test_nobody_has_to_begin_a_charge() -> None:
    assert {"C4-B4", "C5-C6", "D6-E7"} <= open_turns(board(EXPOSED))


@pytest.mark.rule("CM-25", "T-CM-01")
@pytest.mark.parametrize(
    ("pieces_text", "side", "seat"),
    [("kG7 mF6 ME4 KD4 MB6", "y", YELLOW), ("KG7 MF6 mE4 kD4 mB6", "r", RED)],
    ids=["as printed", "colours exchanged"],
)
def test_the_printed_charge_move_by_move(pieces_text: str, side: str, seat: int) -> None:
    match = board(pieces_text, side)
    knight, man = ("k", "m") if side == "y" else ("K", "M")
    assert "G7-E5xE3xC5xA7" in open_turns(match)
    for leg, left in (("G7-E5-", 3), ("E5xE3x", 2), ("E3xC5x", 1), ("C5xA7", 0)):
        match.play(seat, leg)
        assert len(pieces(match)) == 2 + left
    assert pieces(match) == {"A7": knight, "F6": man}
    assert told(match)[-3:] == ["all_captured", "hand_over", "match_over"]
    assert match.winners == (seat,)


@pytest.mark.rule("CM-25")
def test_the_printed_numbers_are_these_squares() -> None:
    """Ten times the row plus the column, both from 0, the rows counted from rank 1 of the seven columns' part on."""
    names = {66: "G7", 55: "F6", 44: "E5", 34: "E4", 24: "E3", 33: "D4", 42: "C5", 51: "B6", 60: "A7"}
    assert {number: f"{'ABCDEFG'[number % 10]}{number // 10 + 1}" for number in names} == names
    assert at(written("kG7 mF6 ME4 KD4 MB6", "y")).position == "1/3/5/7/7/7/6k/1M3m1/7/3KM2/5/3/1 y"
