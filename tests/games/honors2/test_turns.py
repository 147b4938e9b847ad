"""A turn: drawing, laying, discarding."""

import pytest

from parlour.core.contract import TABLE
from parlour.errors import IllegalAction

from .table import HONORS2, hand, layout, play, points, table, texts, told

TRIO = "A-1 A-2 A-3"


# --- Drawing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H2-03", "H2-09", "H2-10", "H2-07")
@pytest.mark.parametrize(
    ("cards", "got", "left"),
    [(1, {"B-1"}, ["C-2", "E-4"]), (2, {"E-4", "B-1"}, ["C-2"]), (3, {"C-2", "E-4", "B-1"}, [])],
)
def test_a_card_of_the_row_costs_those_above_it(cards: int, got: set[str], left: list[str]) -> None:
    match = layout(["K-1 K-2", "L-1"], row="C-2 E-4 B-1", rest="stock")
    assert table(match)["row"] == ["C-2", "E-4", "B-1"]
    assert texts(match) == ["stock", "take 1", "take 2", "take 3"]
    play(match, f"take {cards}")
    assert hand(match, 0) == {"K-1", "K-2"} | got
    assert table(match)["row"] == left


@pytest.mark.rule("H2-04", "H2-08", "H2-11")
def test_a_turn_is_a_draw_and_then_the_play() -> None:
    match = layout(["K-1 K-2", "L-1"], stock="D-4", row="C-2")
    assert texts(match)[0] == "stock"
    play(match, "stock")
    assert hand(match, 0) == {"K-1", "K-2", "D-4"}
    with pytest.raises(IllegalAction, match="H2-08"):
        match.play(0, "take 1")
    play(match, "discard K-1")
    assert match.actors == (1,)
    with pytest.raises(IllegalAction, match="H2-11"):
        match.play(1, "discard L-1")


@pytest.mark.rule("H2-04", "C-07")
def test_a_card_from_the_stock_is_seen_by_who_draws_it_only() -> None:
    match = layout(["K-1 K-2", "L-1", "L-2"], stock="D-4", row="C-2")
    play(match, "stock")
    assert told(match, "drew", 0)[0]["card"] == "D-4"
    for watcher in (1, 2, None):
        assert "card" not in told(match, "drew", watcher)[0]
        assert table(match, watcher)["seen"] == [[], [], []]


@pytest.mark.rule("H2-07", "C-18")
def test_what_is_taken_from_the_row_is_known_until_it_is_put_down() -> None:
    match = layout([f"{TRIO} K-1", "L-1"], row="K-2 K-3", stock="D-4")
    play(match, "take 2")
    for watcher in (0, 1, None):
        assert table(match, watcher)["seen"][0] == ["K-2", "K-3"]
    play(match, "lay K-1 K-2 K-3")
    assert table(match)["seen"][0] == []


# --- Laying ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H2-04", "H2-05", "H2-12", "H2-17")
def test_three_of_a_book_and_its_fourth() -> None:
    match = layout(["F-1 F-2 F-4 B-1", "F-3 B-2 B-3"], stock="K-1 K-2 K-3", row="C-1")
    play(match, "stock", "lay F-1 F-2 F-4")
    assert table(match)["laid"] == [[["F-1", "F-2", "F-4"]], []]
    assert told(match, "laid")[0]["points"] == 7
    play(match, "discard K-1", "stock", "fourth F-3")
    assert table(match)["points_laid"] == [7, 3]
    assert told(match, "fourth")[0] == {"kind": "fourth", "seat": 1, "rule": "H2-12", "card": "F-3", "points": 3}


@pytest.mark.rule("H2-05", "H2-G02")
def test_any_three_of_a_book_or_all_four() -> None:
    match = layout(["F-1 F-2 F-3 F-4 B-1", "L-1"], stock="K-1")
    play(match, "stock")
    lays = [text for text in texts(match) if text.startswith("lay")]
    assert len(lays) == 5
    assert "lay F-1 F-2 F-3 F-4" in lays
    play(match, "lay F-1 F-3 F-4", "fourth F-2")  # on a book of her own
    assert table(match)["laid"][0] == [["F-1", "F-2", "F-3", "F-4"]]
    assert table(match)["points_laid"] == [10, 0]


@pytest.mark.rule("H2-13", "H2-14", "H2-06", "H2-G01")
def test_she_may_go_on_laying_and_need_not() -> None:
    match = layout(["A-1 A-2 A-3 B-1 B-2 B-3 C-4 D-1", "L-1"], laid=["", "C-1 C-2 C-3"], stock="K-1 K-2")
    play(match, "stock")
    assert {"lay A-1 A-2 A-3", "lay B-1 B-2 B-3", "fourth C-4", "discard A-1", "discard D-1"} <= set(texts(match))
    play(match, "lay B-1 B-2 B-3", "fourth C-4")
    assert match.actors == (0,)
    play(match, "discard D-1")
    assert table(match)["row"][-1] == "D-1"
    assert match.actors == (1,)
    assert hand(match, 0) == {"A-1", "A-2", "A-3", "K-1"}


@pytest.mark.rule("H2-G01")
def test_forced_laying() -> None:
    match = layout(["A-1 A-2 A-3 C-4 D-1", "L-1"], laid=["", "C-1 C-2 C-3"], stock="K-1", forced_lay=True)
    play(match, "stock")
    assert texts(match) == ["lay A-1 A-2 A-3", "fourth C-4"]
    with pytest.raises(IllegalAction, match=r"A-1, A-2, A-3 and C-4 \(H2-G01"):
        match.play(0, "discard D-1")
    play(match, "fourth C-4", "lay A-1 A-2 A-3")
    assert texts(match) == ["discard D-1", "discard K-1"]


# --- Discarding -----------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H2-09", "H2-G04", "H2-G05")
def test_six_players_without_a_stock() -> None:
    laid = ["A-1,2,3,4 B-1,2,3,4 C-1,2,3,4 D-1,2,3,4 E-1,2,3,4 F-1,2,3,4", "G-1,2,3,4 H-1,2,3,4"]
    hands = ["I-1 J-1", "I-2 J-2", "I-3 J-3", "I-4 J-4", "K-1 L-1", "K-2 L-2"]
    match = layout(hands, laid, row="K-3 L-3 K-4 L-4")
    assert texts(match) == ["take 1", "take 2", "take 3", "take 4"]
    with pytest.raises(IllegalAction, match="H2-G05"):
        match.play(0, "stock")
    play(match, "take 1")
    assert set(texts(match)) == {"discard I-1", "discard J-1"}
    with pytest.raises(IllegalAction, match="H2-G04"):
        match.play(0, "discard L-4")


@pytest.mark.rule("H2-G04")
def test_after_a_deep_take_or_a_draw_any_card_may_go() -> None:
    match = layout(["K-1 K-2", "L-1"], row="C-2 E-4", stock="D-4 D-3")
    play(match, "take 2")
    assert {"discard C-2", "discard E-4"} <= set(texts(match))
    play(match, "discard E-4", "stock")
    assert "discard D-4" in texts(match)


@pytest.mark.rule("H2-G04", "H2-G07")
def test_the_bar_does_not_bind_on_the_last_card() -> None:
    match = layout([TRIO, "L-1 L-2"], row="C-2", stock="D-4")
    play(match, "take 1")
    assert "discard C-2" not in texts(match)
    play(match, "lay A-1 A-2 A-3")
    assert texts(match) == ["discard C-2"]
    play(match, "discard C-2")
    assert told(match, "went_out")[0]["seat"] == 0


@pytest.mark.rule("H2-G04")
def test_a_card_that_was_taken_and_laid_bars_nothing() -> None:
    match = layout(["A-1 A-2 B-1", "L-1 L-2"], row="A-3", stock="D-4")
    play(match, "take 1", "lay A-1 A-2 A-3")
    assert table(match)["taken"] is None
    assert texts(match) == ["discard B-1"]


@pytest.mark.rule("C-17", "C-13")
def test_the_idle_discard_is_the_highest_number_of_the_book_least_held() -> None:
    match = layout(["A-1 A-4 B-3 C-2 D-3", "L-1 L-2"], stock="A-2")
    play(match, "stock")
    assert texts(match)[0] == "discard B-3"  # B-3 before D-3, both alone in their books
    assert texts(match)[1:6] == ["discard A-1", "discard A-2", "discard A-4", "discard C-2", "discard D-3"]


# --- Going out ------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H2-06", "H2-16", "H2-G07", "H2-20")
def test_out_without_a_discard() -> None:
    match = layout(["B-1 B-2 A-4", "L-1 L-2"], laid=["", "A-1 A-2 A-3"], row="B-4", stock="K-1")
    play(match, "take 1", "lay B-1 B-2 B-4", "fourth A-4")
    assert match.actors == (TABLE,)
    assert points(match) == [11, 6 - 3]
    assert table(match)["out"] == 0


@pytest.mark.rule("H2-16", "H2-18")
def test_everybody_else_shows_what_she_is_left_with() -> None:
    match = layout([TRIO, "L-1 L-2"], row="C-2", stock="D-4")
    play(match, "take 1", "lay A-1 A-2 A-3", "discard C-2")
    assert told(match, "left") == [{"kind": "left", "seat": 1, "rule": "H2-18", "cards": ["L-1", "L-2"]}]
    assert table(match)["left"] == [[], ["L-1", "L-2"]]


@pytest.mark.rule("C-05", "H2-08")
def test_out_of_turn_nobody_may_do_anything() -> None:
    match = HONORS2.match(seats=4, seed=1)
    turn = match.actors[0]
    for seat in range(4):
        if seat != turn:
            assert texts(match, seat) == []
