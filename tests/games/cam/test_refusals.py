"""Every refusal names its rule, says why in a sentence, and changes nothing."""

import random

import pytest

from parlour.core.check.rulebook import read_rules
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import IllegalAction, MatchOver, NotYourTurn

from .board import CAM, RED, YELLOW, at, board, play, refused
from .test_castle import OUT_BY_CHARGE, WAYS_IN, WAYS_OUT

GAMES = 6 if compiled() else 1
RULES = {rule.id for rule in read_rules(CAM.text("RULES.md"))}


@pytest.mark.rule("CM-14")
@pytest.mark.parametrize("options", [{}, {"board": "camette", "games": 2}, {"edition": "federation"}], ids=str)
def test_every_illegal_action_in_random_games_breaks_a_rule_of_the_book(options: dict[str, object]) -> None:
    choose = random.Random(str(options))
    for number in range(GAMES):
        match = CAM.match(seed=number, options=options, hold_table=True)
        while not match.over:
            seat = match.actors[0]
            legal = match.legal(seat)
            for action in choose.sample(range(len(CAM.table.ACTIONS)), 12):
                if action not in legal.ids:
                    assert refused(match, action) in RULES
            match.play(seat, choose.choice(legal))


@pytest.mark.parametrize(
    ("pieces_text", "text", "rule", "sentence"),
    [
        ("MD7 kG10", "done", "CM-G09", "You must move a piece; you cannot pass"),
        ("MC5 mC6 kG10", "C5-D5", "CM-11", "You must capture: C5 can take C6"),
        ("MD7 kG10", "G10-G9", "CM-01", "The piece on G10 is not yours"),
        ("MD7 kG10", "A4-A5", "CM-08", "There is no piece on A4"),
        ("MD7 MD8 mD9 kG10", "D7-D9", "CM-15", "The square beyond D8 is not vacant, so you cannot leap over it"),
        ("MD7 mD8 mD9 kG10", "D7xD9", "CM-09", "The square beyond D8 is not vacant, so you cannot leap over it"),
        ("MD7 mD8 kG10", "D7-D8", "CM-08", "D8 is not vacant; a leap lands on the vacant square beyond a piece"),
        ("MD7 kG10", "D7-D9", "CM-15", "There is no piece on D8 to leap over"),
        ("MD2 kG10", "D2-D1", "CM-04", "You can enter your own castle, D1, only by a jump"),
        ("MD7 kG10", "D7-E9", "CM-18", "D7 to E9 is neither a step nor a leap in a straight line"),
        ("MC4 MC5 mC7 kG10", "C4-C6xC8", "CM-20", "In one turn a man can canter or jump, not both"),
        ("MC4 MC5 kG10", "C4-C6-C4", "CM-G09", "The canter has been on C4 already"),
        ("MD7 kG10", "next game", "CM-G24", "The table sets up the next game by itself"),
    ],
)
def test_a_refusal_says_why(pieces_text: str, text: str, rule: str, sentence: str) -> None:
    match = board(pieces_text)
    with pytest.raises(IllegalAction, match=sentence) as error:
        match.play(RED, text)
    assert error.value.rule == rule
    assert str(error.value).endswith(f"({rule})")


def test_refusals_about_castles() -> None:
    with pytest.raises(IllegalAction, match="Your piece on D1 must leave your castle first"):
        at(OUT_BY_CHARGE).play(RED, "A5xA7")
    with pytest.raises(IllegalAction, match="in a single leap or not at all"):
        at(WAYS_IN).play(RED, "D9-D11-D13")
    with pytest.raises(IllegalAction, match="You must capture: D1 can take D2"):
        at(WAYS_OUT, edition="federation").play(RED, "D1-E2")


@pytest.mark.rule("CM-G23", "CM-G09")
def test_a_canter_does_not_go_back_to_where_it_has_been() -> None:
    match = play(board("MC4 MC5 MD6 ME5 kG10"), "C4-C6-E6-")
    assert refused(match, "E6-C6") == "CM-G23"
    ring = board("MC4 MD4 ME5 MD6 MC5 kG10")
    assert refused(ring, "C4-E4-E6-C6-C4") == "CM-G09"


def test_another_piece_waits_for_the_unfinished_turn() -> None:
    match = play(board("MC4 MC5 MD6 kG10"), "C4-C6-")
    with pytest.raises(IllegalAction, match="The piece on C6 must finish its turn first"):
        match.play(RED, "C5-C4")


@pytest.mark.rule("C-05")
def test_nobody_acts_out_of_turn_or_after_the_end() -> None:
    match = board("MD12 kG10")
    with pytest.raises(NotYourTurn):
        match.play(YELLOW, "G10-G9")
    play(match, "D12-D13")
    for seat in (RED, YELLOW):
        with pytest.raises(MatchOver):
            match.play(seat, "G10-G9")


def test_between_games_the_table_has_one_thing_to_do() -> None:
    match = play(board("MD12 kG10", games=2), "D12-D13")
    with pytest.raises(IllegalAction, match="This game is over"):
        match.play(TABLE, 5)
    with pytest.raises(NotYourTurn):
        match.play(YELLOW, "G10-G9")
