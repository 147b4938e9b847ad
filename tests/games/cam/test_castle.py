"""Into the enemy castle, into one's own, and out again."""

import pytest

from .board import RED, YELLOW, at, board, open_turns, pieces, play, refused, table, told

CHAIN_THROUGH = "1/3/4k/3m3/K6/3M3/7/7/7/7/M4/m1m/1 r"
WAYS_OUT = "1/1k1/5/7/1m5/1M5/7/5M1/7/7/1m3/mm1/K r"
OUT_BY_CHARGE = "1/3/5/7/3k3/7/7/m6/M5m/4m2/5/M1M/K r"
WAYS_IN = "1/1MM/4M/3M3/3M3/7/5m1/m3m2/6k/2K4/5/3/1 r"
BOXED_IN = "KD1 MC2 MD2 ME2 MB3 MD3 MF3 kG10"


@pytest.mark.rule("CM-03", "CM-23")
@pytest.mark.parametrize(
    ("pieces_text", "side", "turn"),
    [
        ("MC12 kG4", "r", "C12-D13"),
        ("KE12 kG4", "r", "E12-D13"),
        ("mD2 KG4", "y", "D2-D1"),
        ("MF11 ME12 kG4", "r", "F11-D13"),
        ("kB3 mC2 KG4", "y", "B3-D1"),
        ("KF9 MF10 mE12 kG4", "r", "F9-F11xD13"),
    ],
    ids=["man steps", "knight steps", "Yellow steps", "one canter", "Yellow canters", "charge"],
)
def test_the_first_piece_on_the_enemy_castle_wins(pieces_text: str, side: str, turn: str) -> None:
    match = play(board(pieces_text, side), turn)
    assert match.over
    assert match.winners == ((RED,) if side == "r" else (YELLOW,))
    assert match.payoffs == ((1.0, -1.0) if side == "r" else (-1.0, 1.0))
    assert told(match)[-3:] == ["castle_taken", "hand_over", "match_over"]


@pytest.mark.rule("CM-G17")
def test_a_plain_jump_onto_the_enemy_castle_wins_too() -> None:
    match = play(board("MD11 mD12 kG4"), "D11xD13")
    assert match.winners == (RED,)


@pytest.mark.rule("CM-03")
def test_no_chain_goes_on_out_of_the_enemy_castle() -> None:
    match = board("MD11 mD12 mC12 kG4")
    assert open_turns(match) == {"D11xD13"}
    assert refused(match, "D11xD13xB11") == "CM-03"
    assert play(match, "D11xD13").over


@pytest.mark.rule("CM-G16", "CM-23")
def test_a_canter_of_several_leaps_stops_short_of_the_castle() -> None:
    match = at(WAYS_IN)
    assert refused(match, "D9-D11-D13") == "CM-G16"
    play(match, "D9-D11")
    assert match.actors == (YELLOW,)
    federation = play(at(WAYS_IN, edition="federation"), "D9-D11-D13")
    assert federation.winners == (RED,)


@pytest.mark.rule("CM-G16")
@pytest.mark.parametrize(
    ("edition", "switch", "open_"),
    [("1949", "off", True), ("1949", "on", False), ("federation", "on", False), ("federation", "edition", True)],
)
def test_the_switch_for_canters_beats_the_edition(edition: str, switch: str, open_: bool) -> None:
    match = at(WAYS_IN, edition=edition, castle_canter_one_leap=switch)
    assert ("D9-D11-D13" in open_turns(match)) == open_


@pytest.mark.rule("CM-G16", "CM-G07")
def test_a_knight_that_owes_a_capture_does_not_canter_into_the_castle() -> None:
    match = board("KD9 MD10 MD12 mC11 kG4", edition="federation")
    play(match, "D9-D11-")
    assert [str(action) for action in match.legal(RED)] == ["D11xB11"]
    assert refused(match, "D11-D13") == "CM-G07"


@pytest.mark.rule("CM-04")
def test_nobody_steps_into_his_own_castle() -> None:
    match = board("MD2 kG10")
    assert "D2-D1" not in open_turns(match)
    assert refused(match, "D2-D1") == "CM-04"
    assert refused(board("kC12 MA4", "y"), "C12-D13") == "CM-04"


@pytest.mark.rule("CM-G10", "CM-04")
def test_no_canter_touches_the_own_castle() -> None:
    match = board("MD3 MD2 kG10")
    assert not {turn for turn in open_turns(match, "D3") if "D1" in turn}
    assert refused(match, "D3-D1") == "CM-G10"
    passing = board("KB3 MC2 ME2 MB4 MC5 kG10")
    assert refused(passing, "B3-D1") == "CM-G10"


@pytest.mark.rule("CM-05")
def test_a_jump_over_an_invader_may_land_in_the_own_castle() -> None:
    match = play(board("MD3 mD2 kG10"), "D3xD1")
    assert pieces(match) == {"D1": "M", "G10": "k"}
    assert not match.over


@pytest.mark.rule("CM-05")
def test_so_may_a_charge() -> None:
    match = board("KD5 MD4 mD2 kG10")
    assert "D5-D3xD1" in open_turns(match)
    assert pieces(play(match, "D5-D3xD1"))["D1"] == "K"


@pytest.mark.rule("CM-06", "CM-07")
def test_whoever_is_in_his_castle_comes_out_with_his_next_turn() -> None:
    match = play(board("MD3 mD2 MA4 kG10"), "D3xD1", "G10-G9")
    assert table(match)["duty"] == "leave the castle"
    assert open_turns(match) == {"D1-C2", "D1-D2", "D1-E2"}
    assert refused(match, "A4-A5") == "CM-06"
    play(match, "D1-C2", "G9-G8")
    assert refused(match, "C2-D1") == "CM-04"


@pytest.mark.rule("CM-07", "CM-G12")
def test_he_comes_out_by_any_move_and_before_another_piece_jumps() -> None:
    match = at(OUT_BY_CHARGE)
    assert open_turns(match) == {"D1-D2", "D1-B3", "D1-F3xD5"}
    assert refused(match, "A5xA7") == "CM-06"


@pytest.mark.rule("CM-G13")
def test_he_need_not_jump_out() -> None:
    assert "D1-E2" in open_turns(at(WAYS_OUT))
    federation = at(WAYS_OUT, edition="federation")
    assert open_turns(federation) == {"D1xD3xB3xD1", "D1xB3xD3xD1"}
    assert refused(federation, "D1-E2") == "CM-G13"


@pytest.mark.rule("CM-G13")
@pytest.mark.parametrize(
    ("edition", "switch", "open_"),
    [("1949", "on", False), ("1949", "off", True), ("federation", "off", True), ("federation", "on", False)],
)
def test_the_switch_for_leaving_beats_the_edition(edition: str, switch: str, open_: bool) -> None:
    match = at(WAYS_OUT, edition=edition, castle_exit_must_capture=switch)
    assert ("D1-E2" in open_turns(match)) == open_


@pytest.mark.rule("CM-G13", "CM-G01")
def test_federation_a_charge_out_of_the_castle_is_never_due() -> None:
    assert "D1-D2" in open_turns(at(OUT_BY_CHARGE, edition="federation"))


@pytest.mark.rule("CM-G13", "CM-12")
def test_federation_a_charge_out_of_the_castle_will_do_for_the_jump() -> None:
    match = board("KD1 MD2 mD4 mC2 kG10", edition="federation")
    assert open_turns(match) == {"D1xB3", "D1-D3xD5"}


@pytest.mark.rule("CM-G11")
def test_a_jump_into_the_own_castle_ends_the_turn() -> None:
    match = at(CHAIN_THROUGH)
    assert refused(match, "B3xD1xF3") == "CM-G11"
    play(match, "B3xD1")
    assert match.actors == (YELLOW,)
    federation = at(CHAIN_THROUGH, edition="federation")
    assert open_turns(federation) == {"B3xD1xF3"}


@pytest.mark.rule("CM-G11")
@pytest.mark.parametrize(
    ("edition", "switch", "turn"),
    [
        ("1949", "off", "B3xD1xF3"),
        ("1949", "on", "B3xD1"),
        ("federation", "on", "B3xD1"),
        ("federation", "off", "B3xD1xF3"),
    ],
)
def test_the_switch_for_jumping_in_beats_the_edition(edition: str, switch: str, turn: str) -> None:
    assert open_turns(at(CHAIN_THROUGH, edition=edition, castle_jump_ends_turn=switch)) == {turn}


@pytest.mark.rule("CM-G14", "CM-G23")
def test_a_chain_may_leave_the_castle_and_jump_back_into_it() -> None:
    match = play(at(WAYS_OUT), "D1xB3xD3xD1")
    assert pieces(match)["D1"] == "K"
    assert table(match)["left"] == [3, 2]
    play(match, "B9xB7")
    assert {turn[:2] for turn in open_turns(match)} == {"D1"}


@pytest.mark.rule("CM-G15")
def test_if_the_piece_in_the_castle_cannot_move_the_others_do() -> None:
    match = board(BOXED_IN)
    assert {turn[:2] for turn in open_turns(match)} == {"B3", "C2", "D2", "D3", "E2", "F3"}
    play(match, "B3-A4", "G10-G9")
    assert {turn[:5] for turn in open_turns(match)} == {"D1-B3"}


@pytest.mark.rule("CM-09")
def test_a_piece_in_a_castle_cannot_be_captured() -> None:
    match = board("KD1 MB5 mC2 mD2 mE2 kG10", "y")
    assert not {turn for turn in open_turns(match) if "x" in turn}
