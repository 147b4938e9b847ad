"""The stock runs out, the table stands still, and the count."""

import random
from typing import Any

import numpy as np
import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.pack.books import PACK, corner_sum
from parlour.errors import IllegalAction, PositionError

from .table import HONORS2, hand, layout, play, play_on, points, random_matches, stock_of, table, texts, told

NO_STOCK = ("A-1 B-1", "C-1 D-1", "E-1 F-1")


def stuck(**options: Any) -> Match:
    """Three players, no stock, and a row in which nothing is of use."""
    laid = ["G-1,2,3,4 H-1,2,3,4", "I-1,2,3,4 J-1,2,3,4", "K-1,2,3,4 L-1,2,3,4"]
    return layout(NO_STOCK, laid, row="A-4 B-4 C-4", **options)


# --- No stock -------------------------------------------------------------------------------------------------


@pytest.mark.rule("H2-G05")
def test_usually_play_goes_on_from_the_row() -> None:
    match = stuck()
    assert texts(match)[:3] == ["take 1", "take 2", "take 3"]
    assert "decline" not in texts(match)
    with pytest.raises(IllegalAction, match="H2-G17"):
        match.play(0, "decline")


@pytest.mark.rule("H2-G17", "H2-G05")
def test_decline_closes_the_hand() -> None:
    match = stuck(stock_out="decline")
    assert texts(match)[0] == "take 1"
    assert texts(match)[-1] == "decline"
    play(match, "decline")
    assert match.actors == (TABLE,)
    assert points(match) == [20 - 2, 20 - 2, 20 - 2]
    assert told(match, "went_out") == []


@pytest.mark.rule("H2-G17", "H2-G05")
def test_nobody_may_decline_while_there_is_a_stock() -> None:
    match = layout(["A-1", "B-1"], stock="K-1", stock_out="decline")
    assert "decline" not in texts(match)


@pytest.mark.rule("H2-G17", "H2-G05")
def test_the_hand_ends_when_a_turn_begins_without_stock() -> None:
    match = layout(["A-1 A-2", "B-1"], stock="K-1", row="C-1", stock_out="end")
    play(match, "stock", "discard K-1")
    assert told(match, "no_stock") == [{"kind": "no_stock", "seat": "table", "rule": "H2-G05", "row_too": False}]
    assert points(match) == [-3, -1]


@pytest.mark.rule("H2-G17", "H2-G05", "C-18")
def test_the_row_is_shuffled_once_into_a_second_stock() -> None:
    match = layout(["A-1 A-2", "B-1 B-2"], stock="K-1", row="C-1 C-2", stock_out="recycle")
    before = table(match)["row"]
    play(match, "stock", "discard K-1")
    shown = table(match)
    assert shown["row"] == ["K-1"]
    assert shown["stock"] == len(before)
    assert shown["second_stock"]
    assert set(stock_of(match)) == set(before)
    assert stock_of(match) != before
    while table(match)["stock"]:
        play(match, "stock")
        play(match, f"discard {told(match, 'drew', match.actors[0])[-1]['card']}")
    assert texts(match)[0] == "take 1"  # afterwards the row must do
    assert not told(match, "recycled")[1:]


@pytest.mark.rule("H2-G13")
def test_with_neither_stock_nor_row_the_hand_closes() -> None:
    laid = ["G-1,2,3,4 H-1,2,3,4 A-1,2,3,4 B-1,2,3,4", "I-1,2,3,4 J-1,2,3,4 C-1,2,3,4", "K-1,2,3,4 L-1,2,3,4 D-1,2,3"]
    match = layout(["E-1 E-2", "F-1 F-2 F-4", "D-4 F-3"], laid, row="E-3 E-4", turn=2)
    play(match, "take 2", "discard D-4", "0: claim", "give E-1")
    assert told(match, "no_stock")[0]["row_too"]
    assert match.actors == (TABLE,)
    assert points(match) == [40 - 6, 30 - 7, 26 - 11]
    assert table(match)["out"] is None


# --- Standing still -------------------------------------------------------------------------------------------


@pytest.mark.rule("H2-G06", "C-11")
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_quiet_rounds_close_the_hand(rounds: int) -> None:
    match = stuck(h2_stagnation=rounds)
    for turn in range(3 * rounds):
        assert match.actors == (turn % 3,)
        play(match, "take 1", texts_after_take(match))
    assert told(match, "safety_limit")[0]["count"] == 3 * rounds
    assert match.actors == (TABLE,)
    assert told(match, "went_out") == []


def texts_after_take(match: Match) -> str:
    """Another card than the one taken, of a book of its own."""
    clone = match.clone()
    clone.play(clone.actors[0], "take 1")
    return texts(clone)[0]


@pytest.mark.rule("H2-G06")
@pytest.mark.parametrize("lively", ["stock", "lay"])
def test_a_draw_or_a_card_laid_begins_the_rounds_anew(lively: str) -> None:
    match = layout(["A-1 A-2 A-3 B-1", "C-1 C-2"], row="D-1 D-2", stock="K-1", quiet=2)
    if lively == "stock":
        play(match, "stock", "discard K-1")
    else:
        play(match, "take 1", "lay A-1 A-2 A-3", "discard B-1")
    assert table(match)["quiet"] == 0
    play(match, "take 1", "discard C-1")
    assert table(match)["quiet"] == 1


@pytest.mark.rule("H2-G14", "H2-G06")
def test_the_limit_is_looked_at_after_a_fine_too() -> None:
    match = layout(["D-4 B-1", "F-1 F-2"], laid=["", "D-1 D-2 D-3"], row="C-1 C-2", stock="K-1", quiet=3)
    play(match, "take 1", "discard D-4", "claim", "give F-1")
    assert told(match, "safety_limit")[0]["count"] == 4
    assert match.actors == (TABLE,)


# --- Deep takes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("H2-G03", "H2-G17")
def test_a_deep_take_is_free_unless_it_must_be_used() -> None:
    position: dict[str, Any] = {"hands": ["A-1 A-2 B-1", "L-1"], "row": "A-3 C-1 C-2 D-1", "rest": "stock"}
    assert texts(layout(**position))[1:] == ["take 1", "take 2", "take 3", "take 4"]
    match = layout(**position, must_use_deep=True)
    assert texts(match)[1:] == ["take 1", "take 4"]
    with pytest.raises(IllegalAction, match=r"C-2 only if.*at once \(H2-G03"):
        match.play(0, "take 2")
    play(match, "take 4")
    assert texts(match) == ["lay A-1 A-2 A-3"]
    with pytest.raises(IllegalAction, match="H2-G17"):
        match.play(0, "discard B-1")
    play(match, "lay A-1 A-2 A-3")
    assert "discard C-2" in texts(match)


@pytest.mark.rule("H2-G17")
def test_a_deep_take_may_be_used_as_a_fourth_card_or_with_cards_that_came_along() -> None:
    match = layout(["A-1 B-1", "L-1"], laid=["", "C-1 C-2 C-3"], row="C-4 A-2 A-3", rest="stock", must_use_deep=True)
    assert texts(match)[1:] == ["take 1", "take 2", "take 3"]
    play(match, "take 3")
    assert texts(match) == ["fourth C-4"]


# --- The count ------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H2-01", "H2-17", "H2-18", "H2-20")
def test_the_first_printed_example() -> None:
    laid = ["A-1,2,3 D-4", "D-1,2,3", "K-1 K-2 K-3"]
    match = layout(["E-3 E-1", "L-1", "B-1 B-2 B-3"], laid, row="B-4", turn=2, stock="F-1", phase="draw")
    play(match, "take 1", "lay B-1 B-2 B-3 B-4")
    assert told(match, "counted")[0] == {"kind": "counted", "seat": 0, "rule": "H2-20", "table": 10, "hand": 4}
    assert points(match)[0] == 6


@pytest.mark.rule("T-H2-02", "H2-19", "H2-G12", "H2-17")
def test_the_second_printed_example_adds_up_but_cannot_come_about() -> None:
    table_cards, hand_cards = (np.uint64(PACK.parse_set(cards)) for cards in ("G-3,D-1", "A-1,A-2,E-3,D-4"))
    assert corner_sum(table_cards) - corner_sum(hand_cards) == -6
    with pytest.raises(PositionError, match="no three cards in front of one seat"):
        layout(["A-1 A-2 E-3 D-4", "L-1"], laid=["G-3 D-1"])


@pytest.mark.rule("H2-19", "H2-20")
def test_scores_fall_below_zero_and_add_up() -> None:
    for match in random_matches(5, 5):
        for seat in range(5):
            counted = told(match, "counted")[seat]
            assert match.scores[seat] == counted["table"] - counted["hand"]
        assert min(match.scores) < 0


def counted(totals: tuple[int, int, int], **options: Any) -> Match:
    """X (seat 0) goes out with +14, Y and Z make +20."""
    laid = ["A-1,2,3", "C-1,2,3,4 D-1,2,3,4", "H-1,2,3,4 I-1,2,3,4"]
    before = (totals[0], totals[1] + 1, totals[2] + 1)
    match = layout(["B-1 B-3 B-4", "E-1", "F-1"], laid, row="G-1", stock="K-1", totals=before, **options)
    play(match, "stock", "lay B-1 B-3 B-4", "discard K-1")
    return match


@pytest.mark.rule("T-H2-07", "H2-G11", "H2-21", "C-10")
@pytest.mark.parametrize(("way", "winner"), [("out_first", 0), ("highest", 1)])
def test_who_goes_out_counts_first(way: str, winner: int) -> None:
    match = counted((138, 146, 0), h2_win=way)
    assert match.over
    assert match.scores == (152, 166, 20)
    assert match.winners == (winner,)
    assert match.payoffs == match.scores


@pytest.mark.rule("T-H2-08", "H2-G11")
def test_otherwise_the_highest_total_wins() -> None:
    match = counted((129, 131, 138))
    assert match.scores == (143, 151, 158)
    assert match.winners == (2,)


@pytest.mark.rule("H2-G11", "C-12")
def test_equal_totals_win_together() -> None:
    match = counted((0, 131, 131))
    assert match.scores == (14, 151, 151)
    assert match.winners == (1, 2)


@pytest.mark.rule("H2-21", "C-10")
@pytest.mark.parametrize(("before", "over"), [(135, False), (136, True), (137, True)])
def test_the_target_is_looked_at_after_the_count_and_exactly_is_enough(before: int, over: bool) -> None:
    assert counted((before, 0, 0)).over == over
    assert counted((before - 50, 0, 0), target=100).over == over


@pytest.mark.rule("C-16", "C-11", "C-12")
def test_at_the_limit_of_hands_the_best_total_wins() -> None:
    match = counted((0, 0, -9), hand=9, hand_cap=10)
    assert match.over
    assert match.winners == (1,)
    assert told(match, "safety_limit")[0]["count"] == 10
    assert not counted((0, 0, 0), hand=8, hand_cap=10).over
    tied = counted((6, 0, -9), hand=9, hand_cap=10)
    assert tied.winners == (0, 1)


@pytest.mark.rule("C-16", "C-11")
def test_random_matches_end() -> None:
    match = HONORS2.match(seats=3, seed=3, options={"hand_cap": 5})
    play_on(match, random.Random(3))
    assert match.over
    assert table(match)["hands_played"] <= 5
    assert hand(match, 0) == set(table(match)["left"][0])
