"""Positions as text: complete both ways, and refused with a reason where they are none."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.check.conformance import without_key
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import PositionError

from .board import CAM, CAMETTE, RED, START, YELLOW, at, board, play, table, written
from .test_endings import THERE_AND_BACK
from .test_examples import MANY

GAMES = 10 if compiled() else 1
KNIGHTS = written("KA4 kG10")


def again(match: Match) -> Match:
    """The match that goes on from a match's own position text."""
    return CAM.match(position=match.position, options=match.options, seed=1, hold_table=True)


def same(match: Match) -> bool:
    return again(match).position == match.position and without_key(again(match)) == without_key(match)


@pytest.mark.parametrize("text", [START, CAMETTE, *MANY.values()])
def test_the_texts_of_the_rulebook_are_accepted_as_they_stand(text: str) -> None:
    assert at(text).position == text


def test_the_shape_tells_the_board() -> None:
    assert at(CAMETTE).options["board"] == "camette"
    assert at(CAMETTE, board="camette").position == CAMETTE
    with pytest.raises(PositionError, match="asks for Camette"):
        at(START, board="camette")


def test_runs_may_be_written_in_pieces_and_space_is_free() -> None:
    assert at("  1/111/5/2k1k2/1mmmmm1/7/43/7/1MMMMM1/2K1K2/5/12/1   r ").position == START


@pytest.mark.parametrize(
    "options",
    [{}, {"board": "camette", "games": 3, "first": "random"}, {"edition": "federation", "quiet_plies": 0}],
    ids=str,
)
def test_every_state_of_random_games_comes_back(options: dict[str, Any]) -> None:
    choose = random.Random(str(options))
    modes = set()
    for number in range(GAMES):
        match = CAM.match(seed=number, options=options, hold_table=True)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, choose.choice(match.legal(seat)))
            modes.add(int(match.state.mode))
            if match.state.mode or choose.random() < 0.2 or match.over or TABLE in match.actors:
                assert same(match)
    assert modes >= {0, 1}


def test_an_unfinished_canter() -> None:
    match = play(board("KC4 MC5 MD6 MF7 kA10"), "C4-C6-E6-")
    assert match.position.endswith(" r @C4-C6-E6-")
    assert same(match)
    assert [str(action) for action in again(match).legal(RED)] == ["done", "E6-G8"]


def test_an_unfinished_charge_still_owes_its_capture() -> None:
    match = play(at(MANY["T-CM-05"]), "D11-F9-F11-")
    assert match.position.endswith(" y @D11-F9-F11-")
    assert same(match)
    assert [str(action) for action in again(match).legal(YELLOW)] == ["F11-D9-"]


def test_an_unfinished_chain() -> None:
    match = play(board("MD5 mD6 mD8 kA10"), "D5xD7x")
    assert match.position.endswith(" r @D7x")
    assert same(match)


@pytest.mark.rule("CM-G19", "CM-G20")
def test_the_history_comes_with_the_position() -> None:
    match = play(board("KA4 kG10"), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    text = match.position
    assert text.split()[2].startswith("q7:")
    assert same(match)
    assert table(play(again(match), THERE_AND_BACK[3]))["ended"] == "repetition"
    forgotten = at(text.split(":")[0])
    assert table(play(forgotten, THERE_AND_BACK[3]))["ended"] == ""
    assert forgotten.position.split()[2].startswith("q8:")


@pytest.mark.rule("CM-G20")
def test_a_bare_count_is_enough() -> None:
    match = at(f"{KNIGHTS} q99")
    assert match.position == f"{KNIGHTS} q99"
    assert table(play(match, "A4-A5"))["ended"] == "quiet"


def test_a_long_history_slides() -> None:
    match = board("KA4 kG10", quiet_plies=0, repetition=0)
    for number in range(201):
        play(match, THERE_AND_BACK[number % 4])
    assert match.position.count(",") == 126
    assert same(match)


def test_finished_games_and_matches() -> None:
    for match in (
        play(board("MD12 kG10"), "D12-D13"),
        play(board("MD11 mD12"), "D11xD13"),
        play(board("MC4 mC5"), "C4xC6"),
        play(board("KC12 KE12 MD12 MB11 MD11 MF10 kD13"), "F10-F11"),
        play(board("KA4 kG10", repetition=2), *THERE_AND_BACK),
        play(board("KA4 kG10", quiet_plies=2), *THERE_AND_BACK[:2]),
        play(board("MD12 kG10", games=3), "D12-D13"),
        play(at(f"{written('mD2 KG10', 'y')} g1.5-0.5y", games=3), "D2-D1"),
    ):
        assert table(match)["ended"]
        assert same(match)
        assert again(match).scores == match.scores


@pytest.mark.rule("CM-G22", "CM-G24")
def test_who_began_and_the_points_come_with_the_position() -> None:
    match = CAM.match(seed=1, options={"first": "yellow", "games": 2})
    assert match.position == START[:-1] + "y g0-0y"
    assert same(match)
    later = at(f"{START} g1.5-0.5y", games=3)
    assert later.scores == (1.5, 0.5)
    assert table(later)["game"] == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is not a position of Cam"),
        ("nonsense", "is not a position of Cam"),
        (START[:-2], "is not a position of Cam"),
        (START[:-1] + "w", "is not a position of Cam"),
        (START + " k", "is not a position of Cam"),
        (START.replace("2K1K2", "2K1K1"), "a board has ranks of 1/3/5/7"),
        (START.replace("2K1K2", "2K1Q2"), "a board has ranks of 1/3/5/7"),
        (START.replace("2K1K2", "8"), "a board has ranks of 1/3/5/7"),
        (START.replace("2K1K2", "0K1K2"), "a board has ranks of 1/3/5/7"),
        (START.replace("/5/3/1 r", "/5/3 r"), "a board has ranks of 1/3/5/7"),
        (START.replace("2K1K2", "2KKK2"), "Red has 8 pieces, and a side has at most 7"),
        (CAMETTE.replace("5", "m4"), "Yellow has 5 pieces, and a side has at most 4"),
        (written("KA4"), "Yellow has no piece left"),
        (written("kA4"), "Red has no piece left"),
        (written("KD13 kA4"), "Yellow's castle is taken"),
        (written("kD1 KA4"), "Red's castle is taken"),
        (written("KD13 kA4", "y"), "Yellow's castle is taken"),
        (written("KC12 KE12 MD12 MB11 MD11 MF11 kD13", "y"), "has ended: no_move; the text says 'nothing'"),
        (f"{KNIGHTS} q100", "has ended: quiet"),
        (f"{KNIGHTS} q1:12", "sixteen hexadecimal digits"),
        (f"{KNIGHTS} q1:{'0' * 16},{'0' * 16}", "2 positions before 1 quiet turns"),
        (f"{KNIGHTS} q1:", "is not a position of Cam"),
        (f"{KNIGHTS} castle", "goes on; the text says 'castle'"),
        (f"{KNIGHTS} quiet", "goes on; the text says 'quiet'"),
        (f"{KNIGHTS} captured", "goes on"),
        (f"{KNIGHTS} g1-0r", "game 2 of a match of 1"),
        (f"{KNIGHTS} g0.5-0r", "do not fit"),
        (f"{written('KD13 kA4', 'y')} castle g0-1r", "do not fit"),
        (f"{written('KD13 kA4', 'y')} castle g2-0r", "game 2 of a match of 1"),
        (f"{KNIGHTS} @", "is not a position of Cam"),
        (f"{KNIGHTS} @A4", "written @C4-E4- or @B7x, not @A4"),
        (f"{KNIGHTS} @A4x", "the turn is over"),
        (f"{KNIGHTS} @G10x", "G10 has no piece whose turn could be unfinished"),
        (f"{KNIGHTS} @G11x", "there is no square G11"),
        (f"{KNIGHTS} @A6-A4-", "could not have come to|no canter comes"),
        (f"{KNIGHTS} @C5-A4-", "no leap goes from C5 to A4"),
        (f"{KNIGHTS} @G10-A4-", "G10, which is not vacant"),
        (written("MD7 mD8 kA10") + " @D7x q3", "has captured somebody and ended the quiet turns"),
        (written("MD7 mD8 mA4 mA5 mA6 mA7 mA8 kA10") + " @D7x", "has captured somebody"),
        (written("KC6 MC5 MD6 kA10") + " @C4-C6- q100", "has ended: quiet"),
        (written("MC6 MC5 kA10") + " @C4-C6-", "no canter comes to C6 in this way and can go on"),
        (written("MC6 mC5 mD7 kA10") + " @C4-C6-", "no canter comes to C6"),
        (written("KD1 mD2 kA10") + " @D1x", "the turn is over"),
        (written("KD13 kA4", "y") + " @A4x castle", "A4 has no piece whose turn could be unfinished"),
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        at(text)


@given(st.text(alphabet="0123456789KMkm/ ry@xq:,-ABCDEFGg.castle", max_size=80))
def test_no_text_breaks_anything(text: str) -> None:
    with pytest.raises(PositionError):
        at(text)


FIELDS = st.tuples(
    st.sampled_from([START, CAMETTE, KNIGHTS, *MANY.values()]),
    st.sampled_from(["", " @C4-C6-", " @C4-E4-C4-", " @D7x", " @A4-A6-A8-"]),
    st.sampled_from(["", " q1", " q0", " q5:" + "f" * 16, " q999999999"]),
    st.sampled_from(["", " castle", " captured", " no_move", " repetition", " quiet"]),
    st.sampled_from(["", " g0-0y", " g1-0r", " g0.5-0.5y", " g99-99r"]),
)


@given(FIELDS)
def test_whatever_is_accepted_can_be_played(fields: tuple[str, ...]) -> None:
    try:
        match = at("".join(fields), games=2, quiet_plies=0)
    except PositionError:
        return
    assert same(match)
    assert match.over or match.legal(match.actors[0])
