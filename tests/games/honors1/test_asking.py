"""Asking, drawing and laying, played from set positions."""

import pytest

from parlour.core.chance import rng_from
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction

from .table import HONORS, ask, centre_of, hand, layout, table, texts, told

MINE = "B13 G2 L124"


@pytest.mark.rule("T-H1-04", "H1-G01", "H1-G02", "H1-G03")
def test_what_may_be_asked_for() -> None:
    match = layout((MINE, "L3 A12 C12 D1"))
    assert texts(match, 0) == [f"ask 1 {card}" for card in ("B-2", "B-4", "G-1", "G-3", "G-4", "L-3")]
    for card, rule in (("B-1", "H1-G03"), ("A-1", "H1-G01")):
        with pytest.raises(IllegalAction) as refused:
            match.play(0, f"ask 1 {card}")
        assert refused.value.rule == rule


@pytest.mark.rule("T-H1-05", "H1-07", "H1-09", "H1-10")
def test_a_right_ask_that_makes_a_book() -> None:
    match = layout((MINE, "L3 A12 C123"), centre="A34 B2", books=("", "EFJK"))
    assert table(match)["centre"] == 20
    ask(match, "1 L-3")
    assert table(match)["books"][0] == ["L"]
    assert hand(match, 0) == ["A-3", "A-4", "B-1", "B-2", "B-3", "G-2"]
    assert table(match)["centre"] == 17
    assert match.actors == (0,)


def test_the_printed_position_is_this_one() -> None:
    line = next(line for line in HONORS.text("RULES.md").splitlines() if line.startswith("seats="))
    match = HONORS.match(position=line, seed=1)
    ask(match, "1 L-3")
    assert table(match)["books"][0] == ["L"]
    assert table(match)["centre"] == 17


@pytest.mark.rule("T-H1-06", "H1-G04", "H1-G11", "H1-08")
def test_a_wrong_ask_whose_draw_makes_a_book() -> None:
    match = layout(("D123 E1 F1 G1", "A1 B1", "C1"), centre="D4 H123")
    ask(match, "2 E-2")
    assert table(match)["books"][0] == ["D"]
    assert hand(match, 0) == ["E-1", "F-1", "G-1", "H-1", "H-2", "H-3"]
    assert match.actors == (1,)


@pytest.mark.rule("T-H1-07", "H1-G06")
@pytest.mark.parametrize(("extra", "left", "drawn"), [("B1 C1 D1 E1 F1", 5, 1), ("B12 C12 D1 E1 F1", 7, 0)])
def test_filling_out_goes_up_to_six(extra: str, left: int, drawn: int) -> None:
    """A hand of nine (eight and the card it gets) and one of eleven."""
    match = layout((f"A123 {extra}", "A4 G1"))
    before = table(match)["centre"]
    ask(match, "1 A-4")
    assert len(hand(match, 0)) == left + drawn
    assert table(match)["centre"] == before - drawn


@pytest.mark.rule("H1-07", "H1-08")
def test_right_asks_go_on_and_then_the_turn_goes_to_her_left_not_to_whom_she_asked() -> None:
    match = layout(("A1 B1", "A2 C1", "B2 C2", "C3"))
    ask(match, "1 A-2", "2 B-2")
    assert match.actors == (0,)
    assert hand(match, 0) == ["A-1", "A-2", "B-1", "B-2"]
    ask(match, "3 A-3")
    assert match.actors == (1,)


@pytest.mark.rule("H1-06", "H1-G02", "C-13", "C-17")
def test_the_idle_ask_is_the_lowest_card_of_the_nearest_seat_with_cards() -> None:
    match = layout(("B2", "", "B1 D1", "C1"))
    assert texts(match, 0)[0] == "ask 2 B-1"
    assert texts(match, 0) == [f"ask {q} B-{n}" for q in (2, 3) for n in (1, 3, 4)]
    match = layout(("B2", "C1", "B1 D1", "C2"), turn="3")
    assert texts(match, 3)[0] == "ask 0 C-1"


@pytest.mark.rule("H1-G04")
def test_a_wrong_ask_draws_one_card_seen_by_the_drawer_alone() -> None:
    match = layout(("A1 B1", "C1", "C2"), centre="D1")
    ask(match, "1 A-2")
    assert hand(match, 0) == ["A-1", "B-1", "D-1"]
    assert told(match, "drew", 0) == [{"kind": "drew", "seat": 0, "rule": "H1-G04", "card": "D-1"}]
    for other in (1, 2, None):
        assert told(match, "drew", other) == [{"kind": "drew", "seat": 0, "rule": "H1-G04", "hidden": True}]


@pytest.mark.rule("H1-G04")
def test_without_draw_on_miss_only_books_draw() -> None:
    match = layout(("A1 B1", "C1", "C2"), centre="D1", draw_on_miss=False)
    ask(match, "1 A-2")
    assert hand(match, 0) == ["A-1", "B-1"]
    assert match.actors == (1,)
    match = layout(("A123", "A4 C1"), centre="D123 E123", draw_on_miss=False)
    ask(match, "1 A-4")
    assert hand(match, 0) == ["D-1", "D-2", "D-3", "E-1", "E-2", "E-3"]


@pytest.mark.rule("H1-G05")
def test_drawing_the_card_asked_for_ends_the_turn_all_the_same() -> None:
    match = layout(("A1 B1", "C1"), centre="A2")
    ask(match, "1 A-2")
    assert "A-2" in hand(match, 0)
    assert match.actors == (1,)
    assert told(match, "fished") == []


@pytest.mark.rule("H1-G05", "H1-G17")
def test_with_fish_again_it_is_shown_and_the_turn_goes_on() -> None:
    match = layout(("A1 B1", "C1"), centre="A2 D1", fish_again=True)
    ask(match, "1 A-2")
    assert match.actors == (0,)
    for other in (0, 1, None):
        assert [event["card"] for event in told(match, "fished", other)] == ["A-2"]
    ask(match, "1 A-3")
    assert match.actors == (1,)
    assert told(match, "drew", 1)[-1]["hidden"]
    for number in range(4):  # everybody knows where A-2 is, and that D-1's place did not hold A-3
        sample = match.sample(1, rng_from(number))
        assert "A-2" in hand(sample, 0)
        assert "A-3" not in hand(sample, 0), number


@pytest.mark.rule("H1-G07")
def test_with_the_centre_empty_play_goes_on_without_drawing() -> None:
    match = layout(("A12 B1", "A3 B2", "A4 B34"), centre=None)
    ask(match, "1 A-4")
    assert table(match)["held"] == [3, 2, 3]
    assert match.actors == (1,)


@pytest.mark.rule("H1-G08")
def test_who_has_no_cards_draws_six_at_her_turn_or_is_passed_over() -> None:
    match = layout(("A1 B1", "A2", "B2"), centre="C1 D1 E1 F1 G1 H1 I1")
    ask(match, "1 A-2")
    with pytest.raises(IllegalAction) as refused:
        match.play(0, "ask 1 A-3")
    assert refused.value.rule == "H1-G08"
    ask(match, "2 A-3")  # in vain: she draws C-1
    assert match.actors == (1,)
    assert hand(match, 1) == ["D-1", "E-1", "F-1", "G-1", "H-1", "I-1"]
    match = layout(("A12 B1", "A3", "A4 B234"), centre=None)
    ask(match, "1 A-3", "2 B-2", "2 A-4")
    assert match.actors == (0,)
    ask(match, "2 B-3", "2 B-4")
    assert table(match)["phase"] == "deal"  # nothing is left
    match = layout(("A12 B1", "A3", "A4 B234"), centre=None)
    ask(match, "1 A-3", "2 B-2", "2 B-3")
    match = layout(("A1 B1", "A2", "A34 B234"), centre=None)
    ask(match, "1 A-2", "2 B-2")
    assert match.actors == (0,)
    match = layout(("A12 B12", "A3", "A4 B34"), centre=None)
    ask(match, "1 A-3")
    match.play(0, "ask 2 B-3")
    assert match.actors == (0,)


@pytest.mark.rule("H1-G08")
def test_a_seat_that_is_out_is_skipped() -> None:
    match = layout(("A1 B1 C1", "A2", "A34 B234 C234"), centre=None)
    ask(match, "1 A-2", "2 B-2", "2 C-2")
    match = layout(("A1 B1", "A2", "A3 C1", "A4 B234 C234"), centre=None)
    ask(match, "1 A-2", "2 B-2")  # seat 1 is stripped, then seat 0 is wrong
    assert match.actors == (2,)


@pytest.mark.rule("H1-G08")
def test_six_drawn_cards_may_hold_a_book() -> None:
    match = layout(("A1 B1", "A2", "B2"), centre="L1 C1234 D1 E1 F1 G1 H1 I1")
    ask(match, "1 A-2", "2 A-3")
    assert table(match)["books"][1] == ["C"]
    assert len(hand(match, 1)) == 6


@pytest.mark.rule("H1-G16", "H1-G08")
@pytest.mark.parametrize("draw_on_miss", [True, False])
def test_who_has_nobody_to_ask_draws_one_and_passes(draw_on_miss: bool) -> None:
    match = layout(("A1 B1", "A2"), centre="C1 D1 E1 F1 G1 H1 I1", draw_on_miss=draw_on_miss)
    ask(match, "1 A-2")
    assert hand(match, 0) == ["A-1", "A-2", "B-1", "C-1"]
    assert match.actors == (1,)
    assert len(hand(match, 1)) == 6
    assert match.state.turns == 1


@pytest.mark.rule("H1-G17", "H1-G01")
def test_without_must_hold_any_card_may_be_asked_for_that_is_not_laid() -> None:
    match = layout(("A1", "B1 C1"), books=("", "L"), must_hold=False)
    asked = {text[6:] for text in texts(match, 0)}
    assert len(asked) == 48 - 4 - 1
    assert not any(card.startswith("L") for card in asked)
    assert centre_of(match)[0] == "A-2"
    ask(match, "1 C-1")
    assert hand(match, 0) == ["A-1", "C-1"]
    assert match.actors == (0,) != (TABLE,)
