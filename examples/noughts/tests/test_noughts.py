"""Noughts and crosses, as short as a game can be: its rules by their numbers, and what follows from them."""

from itertools import pairwise
from pathlib import Path

import pytest
from parlour_noughts import GAME

from parlour.core import texts
from parlour.core.check.conformance import check_game
from parlour.core.check.rulebook import book_of, cover
from parlour.core.match import Match
from parlour.errors import IllegalAction, NotYourTurn, PositionError

pytestmark = pytest.mark.plain("compiling a game takes half a minute, and High Card does it")


def played(squares: str) -> Match:
    match = GAME.match(seed=1)
    for square in squares:
        match.play(match.actors[0], f"mark {square}")
    return match


@pytest.mark.rule("NC-01")
def test_players_mark_empty_squares_in_turn() -> None:
    match = played("5")
    assert match.actors == (1,)
    with pytest.raises(IllegalAction, match="Square 5 has a mark already"):
        match.play(1, "mark 5")
    with pytest.raises(NotYourTurn):
        match.play(0, "mark 1")


@pytest.mark.rule("NC-02")
@pytest.mark.parametrize(("squares", "winners"), [("14253", (0,)), ("914253", (1,)), ("1425", ())])
def test_three_in_a_row_win(squares: str, winners: tuple[int, ...]) -> None:
    assert played(squares).winners == winners


@pytest.mark.rule("NC-02")
@pytest.mark.parametrize("row", ["123", "456", "789", "147", "258", "369", "159", "357"])
def test_every_row_counts(row: str) -> None:
    others = [square for square in "123456789" if square not in row]
    for two in pairwise(others):
        match = played(row[0] + two[0] + row[1] + two[1] + row[2])
        assert (match.winners, match.payoffs, match.scores) == ((0,), (1.0, -1.0), (1.0, 0.0))


@pytest.mark.rule("NC-03")
def test_a_full_board_is_nobodys() -> None:
    match = played("123546879")
    assert (match.over, match.winners, match.payoffs) == (True, (), (0.0, 0.0))


def test_a_position_is_counted() -> None:
    assert GAME.match(position="seats=2 board=X,.,./.,.,./.,.,. marked=1", seed=1).actors == (1,)
    with pytest.raises(PositionError, match="how many squares have a mark"):
        GAME.match(position="seats=2 board=X,.,./.,.,./.,.,. marked=2", seed=1)


def test_what_is_not_written_follows() -> None:
    match = played("5")
    assert match.view(1)["table"]["board"][1] == [".", "X", "."]
    assert texts.say_event(GAME, match.events(1)[0], ["Ann", "Ben"]) == "Ann marked 5."
    assert texts.say_action(GAME, "mark 3") == "Mark 3"
    assert match.observe(1).sum() == pytest.approx(9 + 1 / 9 + 1)


def test_any_game_must_pass_this() -> None:
    assert check_game(GAME, matches=30, closely=0.5).matches == 30


def test_every_rule_is_shown() -> None:
    assert cover([book_of(GAME)], Path(__file__).parent).problems == ()
