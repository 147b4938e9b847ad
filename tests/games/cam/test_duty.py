"""When a jump is compulsory, and what will do instead."""

import pytest

from .board import RED, at, board, open_turns, pieces, play, refused, table

CHARGE_OR_JUMP = "1/3/2k2/6m/4m2/7/7/1m3m1/1M5/5M1/2M1K/3/1 r"


@pytest.mark.rule("CM-11")
def test_a_jump_must_be_taken_and_is_chosen_freely() -> None:
    match = board("MB5 mB6 MF5 mF6 mG10 KD4 kD10")
    assert open_turns(match) == {"B5xB7", "F5xF7"}
    assert table(match)["duty"] == "capture"
    assert refused(match, "D4-D5") == "CM-11"
    assert refused(match, "B5-A5") == "CM-11"


@pytest.mark.rule("CM-11", "CM-13", "CM-G03")
def test_the_shorter_of_two_branches_will_do() -> None:
    match = board("MD5 mD6 mE5 mF6 kA10")
    assert open_turns(match) == {"D5xD7", "D5xF5xF7"}
    play(match, "D5xD7")
    assert pieces(match) == {"D7": "M", "E5": "m", "F6": "m", "A10": "k"}


@pytest.mark.rule("CM-12", "CM-13", "CM-G02")
def test_a_charge_will_do_instead_of_the_jump_but_no_mere_canter() -> None:
    match = at(CHARGE_OR_JUMP)
    assert open_turns(match) == {"F3-F5xF7", "B5xB7"}
    play(match, "F3-F5xF7")
    assert "F6" not in pieces(match)
    assert "B6" in pieces(match)
    idle = board("KF4 ME4 MB5 mB6 kG10")
    assert open_turns(idle) == {"B5xB7"}
    assert refused(idle, "F4-D4") == "CM-G02"


@pytest.mark.rule("CM-G01")
def test_a_capture_that_only_a_charge_could_make_is_not_due() -> None:
    match = board("KC4 MC5 mC7 kG10")
    assert {"C4-C6xC8", "C4-D4", "C5-D5"} <= open_turns(match)
    assert table(match)["duty"] == ""
    assert refused(match, "C4-C6") == "CM-22"


@pytest.mark.rule("CM-G03", "CM-21")
def test_a_chain_may_not_stop_while_it_can_go_on() -> None:
    match = board("MD5 mD6 mD8 kA10")
    assert refused(match, "D5xD7") == "CM-G03"
    play(match, "D5xD7x")
    assert [str(action) for action in match.legal(RED)] == ["D7xD9"]
    assert refused(match, "done") == "CM-G03"
    assert refused(match, "D7-C7") == "CM-21"


@pytest.mark.rule("CM-G04")
def test_a_compulsory_jump_comes_before_the_enemy_castle() -> None:
    match = board("MD12 MB5 mB6 kG10")
    assert open_turns(match) == {"B5xB7"}
    assert refused(match, "D12-D13") == "CM-G04"
    canter = board("MD11 MD12 MB5 mB6 kG10")
    assert refused(canter, "D11-D13") == "CM-G04"


@pytest.mark.rule("CM-G04", "CM-12")
def test_a_knight_may_not_canter_into_the_castle_when_a_capture_is_due() -> None:
    match = board("KD11 MD12 MB5 mB6 kG10")
    assert open_turns(match) == {"B5xB7"}
    assert refused(match, "D11-D13") == "CM-G04"


@pytest.mark.rule("CM-G05")
def test_a_plain_move_next_to_an_enemy_is_over() -> None:
    match = board("KB5 mB7 kG10")
    assert refused(match, "B5-B6xB8") == "CM-G05"
    play(match, "B5-B6")
    assert match.actors == (1,)


@pytest.mark.rule("CM-G21")
def test_a_jump_into_the_own_castle_is_compulsory_too() -> None:
    match = board("MD3 mD2 MA4 kG10")
    assert open_turns(match) == {"D3xD1"}
    assert refused(match, "A4-A5") == "CM-11"
