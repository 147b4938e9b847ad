"""Turns as text: legs, whole turns, and what is wrong with all other texts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.check.perft import turns
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import IllegalAction, NotationError

from .board import CAM, RED, START, YELLOW, at, board, pieces, play, refused

GAMES = 6 if compiled() else 1
MOVES = 1_000 if compiled() else 60


def test_a_leg_that_does_not_end_the_turn_has_a_sign_at_its_end() -> None:
    match = board("KC4 MC5 MD6 mB9 mD9 kG10")
    assert {"C4-C6-", "C4-C3", "D6-B4-"} <= {str(action) for action in match.legal(RED)}
    play(match, "C4-C6-")
    assert [str(action) for action in match.legal(RED)] == ["done", "C6-E6"]
    chain = board("MD5 mD6 mD8 kA10")
    assert [str(action) for action in chain.legal(RED)] == ["D5xD7x"]


@pytest.mark.parametrize("text", ["C4-C6", "c4-c6", "  C4-c6 ", "C4-C6-", "\tc4-C6-\n"])
def test_case_and_space_around_do_not_matter(text: str) -> None:
    match = at(START)
    match.play(RED, text)
    assert pieces(match)["C6"] == "K"


def test_a_typed_turn_stops_where_it_could_go_on() -> None:
    match = board("MC4 MC5 MD6 kG10")
    play(match, "C4-C6")
    assert match.moves == [(RED, 8 * 11), (RED, len(CAM.table.ACTIONS) - 2)]
    assert match.actors == (YELLOW,)
    whole = play(board("MC4 MC5 MD6 kG10"), "C4-C6-E6")
    assert pieces(whole)["E6"] == "M"
    assert whole.actors == (YELLOW,)


def test_a_sign_at_the_end_leaves_the_turn_open() -> None:
    match = play(board("MC4 MC5 MD6 kG10"), "C4-C6-")
    assert match.actors == (RED,)
    play(match, "C6-E6")
    assert match.actors == (YELLOW,)


def test_a_chain_can_be_played_piecemeal() -> None:
    match = play(board("MD5 mD6 mD8 mD10 kA4"), "D5xD7xD9x")
    assert match.actors == (RED,)
    play(match, "D9xD11")
    assert pieces(match) == {"D11": "M", "A4": "k"}


@pytest.mark.parametrize(
    "text",
    ["", "C4", "C4-", "C4--C5", "C4 C5", "C4-C5-C", "C4_C5", "castle", "C4-H4", "C4-C0", "I4-I5", "Z9", "C4-C99",
     "done.", "next  games", "C4–C5", "x", "-", "C4xx", "𝟙", "A4-A٥"],
)  # fmt: skip
def test_what_is_no_turn_is_refused(text: str) -> None:
    match = at(START)
    with pytest.raises(NotationError):
        match.play(RED, text)
    assert match.position == START


def test_squares_of_the_other_board_are_no_squares() -> None:
    with pytest.raises(NotationError, match="no square F5 on this board; its castles are C1 and C7"):
        CAM.match(seed=1, options={"board": "camette"}).play(RED, "F5-F6")
    with pytest.raises(NotationError, match="no square A3"):
        CAM.match(seed=1).play(RED, "A3-A4")


@pytest.mark.parametrize(
    ("pieces_text", "text", "right"),
    [("MB5 mB6 kG10", "B5-B7", "B5xB7"), ("MB5 MB6 kG10", "B5xB7", "B5-B7"), ("MB5 kG10", "B5xB6", "B5-B6")],
    ids=["jump with a dash", "canter with an x", "step with an x"],
)
def test_the_wrong_sign_is_put_right(pieces_text: str, text: str, right: str) -> None:
    with pytest.raises(NotationError, match=f"{right} is how to write this"):
        board(pieces_text).play(RED, text)


@pytest.mark.rule("CM-09")
def test_a_jump_is_written_by_where_it_lands() -> None:
    assert refused(board("MB5 mB6 kG10"), "B5xB6") == "CM-09"


def test_no_sign_follows_a_turn_that_is_over() -> None:
    for text in ("C4-D4-", "C4-D4x"):
        with pytest.raises(NotationError, match="ends on D4, so no sign follows"):
            at(START).play(RED, text)


@pytest.mark.parametrize(
    ("pieces_text", "text", "rule"),
    [
        ("KB5 kG10", "B5-B6-B7", "CM-G05"),
        ("KB5 mB7 kG10", "B5-B6xB8", "CM-G05"),
        ("MC4 MC5 mC7 kG10", "C4-C6xC8", "CM-20"),
        ("KC4 mC5 MC7 kG10", "C4xC6-C8", "CM-19"),
        ("KC4 mC5 kG10", "C4xC6-C7", "CM-21"),
        ("KC4 mC5 kG10", "C4xC6xC8", "CM-09"),
        ("KC4 MC5 kG10", "C4-C6-C8", "CM-15"),
        ("KC4 MC5 kG10", "C4-C6-C7", "CM-16"),
        ("KC4 MC5 kG10", "C4-C6-C4", "CM-G09"),
        ("MD3 mD2 mE2 kG10", "D3xD1xF3", "CM-G11"),
        ("MD12 kG10", "D12-D13-D12", "CM-03"),
    ],
)
def test_what_cannot_follow_is_refused_by_the_rule(pieces_text: str, text: str, rule: str) -> None:
    assert refused(board(pieces_text), text) == rule


def test_nothing_is_half_done() -> None:
    match = board("KC4 MC5 mC7 mD9 kG4")
    assert refused(match, "C4-C6xC8xC10") == "CM-09"
    assert refused(match, "C4-C6xC8-C9") == "CM-21"
    assert match.moves == []


def test_the_tables_own_action() -> None:
    match = play(board("MD12 kG10", games=2), "D12-D13")
    match.play(TABLE, " Next Game ")
    assert match.actors == (YELLOW,)


def test_turn_text_joins_legs() -> None:
    join = CAM.notation.turn_text
    assert join(["C4-D5"]) == "C4-D5"
    assert join(["C4-E4-", "done"]) == "C4-E4"
    assert join(["C4-C6-", "C6xC8"]) == "C4-C6xC8"
    assert join(["B5xB7x", "B7xD9x", "D9xD11"]) == "B5xB7xD9xD11"
    assert join(["done"]) == "done"


@pytest.mark.parametrize("options", [{}, {"board": "camette"}, {"edition": "federation"}], ids=str)
@pytest.mark.uncounted
def test_every_leg_and_every_turn_of_random_games_is_read_back(options: dict[str, str]) -> None:
    choose = random.Random(str(options))
    for number in range(GAMES):
        match = CAM.match(seed=number, options=options)
        while not match.over and len(match.moves) < MOVES:
            seat = match.actors[0]
            legal = match.legal(seat)
            for action in legal:
                assert CAM.notation.parse_action(match.state, seat, str(action)) == [action.id]
            if choose.random() < 0.1:
                check_turns(match)
            match.play(seat, choose.choice(legal))


def check_turns(match: Match) -> None:
    """Each whole turn, typed, ends where its legs end."""
    seat = match.actors[0]
    listed = turns(match)
    assert len(set(listed)) == len(listed)
    for turn in listed:
        typed = match.clone()
        typed.play(seat, turn)
        assert typed.over or typed.actors != (seat,)


@given(st.text(alphabet="ABCDEFGabcdefgxX-–0123456789 done\n", max_size=30))
def test_no_text_breaks_anything(text: str) -> None:
    match = at(START)
    try:
        match.play(RED, text)
    except (NotationError, IllegalAction):
        assert match.position == START


def test_a_very_long_text_is_refused() -> None:
    for text in ("C4-C6" * 1000, "C4" + "-C6" * 6000, "x" * 10_000_000):
        with pytest.raises((NotationError, IllegalAction)):
            at(START).play(RED, text)
