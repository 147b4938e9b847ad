"""Going out, the score, the limits, and the end of the match."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, NotYourTurn

from .table import HONORS3, hand, layout, offers, play_on, points, second, table, texts, told

PACES = pytest.mark.parametrize("pace", ["ticks", "live"])


def trade(match: Match, owner: int, given: str, seat: int, taken: str) -> None:
    """One seat's offer, accepted by another."""
    for actor, text in ((owner, f"offer {given}"), (seat, f"accept {owner} with {taken}")):
        match.play(actor, text)
        if match.options["pace"] == "ticks":
            second(match)


def third_book(**more: Any) -> Match:
    """Seat 0 has laid two books and lacks one card of the third; the others have laid two, one and none."""
    return layout("A-1 A-2 A-3 L-1", "A-4", "", "", laid=("BC", "DE", "F", ""), **more)


@pytest.mark.rule("T-H3-01", "H3-07", "H3-09", "H3-10", "H3-G11")
@PACES
def test_who_goes_out_scores_ten_a_book_and_the_others_five(pace: str) -> None:
    match = third_book(pace=pace)
    trade(match, 0, "L-1", 1, "A-4")
    assert points(match) == [30, 10, 5, 0]
    assert [(event["seat"], event["books"]) for event in told(match, "honors")] == [(0, 3)]
    assert table(match)["callers"] == [0]
    assert list(match.scores) == [30, 10, 5, 0]


@pytest.mark.rule("T-H3-07", "H3-08", "H3-07")
@PACES
def test_after_honors_nothing_can_be_played(pace: str) -> None:
    match = third_book(pace=pace)
    match.play(2, f"offer {hand(match, 2)[0]}")
    if pace == "ticks":
        second(match)
    trade(match, 0, "L-1", 1, "A-4")
    assert match.actors == (TABLE,)
    assert offers(match) == [0] * 4
    for seat in range(4):
        for text in ("offer B-1", "accept 2 with B-1", "withdraw", "wait"):
            with pytest.raises(NotYourTurn):
                match.play(seat, text)


@pytest.mark.rule("T-H3-02", "H3-G04")
@PACES
def test_five_players_are_out_with_fewer_than_four_cards(pace: str) -> None:
    """Seat 0 has ten cards: two books, and two cards left over."""
    match = layout("A-1 A-2 A-3 L-1 L-2 K-1", "A-4", "", "", "", laid=("B",), dealer=4, pace=pace)
    assert table(match)["held"] == [6, 10, 10, 9, 9]
    trade(match, 0, "K-1", 1, "A-4")
    assert points(match) == [20, 0, 0, 0, 0]
    assert told(match, "honors")[0]["books"] == 2


@pytest.mark.rule("T-H3-02", "H3-G01")
@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_no_swap_changes_what_a_hand_leaves_when_divided_by_four(seats: int) -> None:
    import random

    match = HONORS3.match(seats, seed=seats, options={"hand_cap": 1, "h3_ticks": 25}, hold_table=True)
    match.play(TABLE, "deal")
    if match.over:
        return
    rests = [held % 4 for held in table(match)["held"]]
    choose = random.Random(seats)
    while not match.over:
        assert [held % 4 for held in table(match)["held"]] == rests
        play_on(match, choose, moves=len(match.moves) + 1)


@pytest.mark.rule("T-H3-03", "H3-G04")
def test_the_first_book_of_seven_players_ends_the_hand() -> None:
    match = layout("A-1 A-2 A-3 L-1", "A-4", *[""] * 5, dealer=6)
    assert table(match)["held"] == [7, 7, 7, 7, 7, 7, 6]
    trade(match, 0, "L-1", 1, "A-4")
    assert points(match) == [10, 0, 0, 0, 0, 0, 0]


TWO_BOOKS = ("A-1 A-2 A-3 B-4", "B-1 B-2 B-3 A-4", *[""] * 5)


@pytest.mark.rule("T-H3-03", "H3-G08", "H3-G14")
@PACES
@pytest.mark.parametrize(
    ("choice", "dealer", "scores"),
    [("both", 6, [10, 10]), ("seat_order", 6, [10, 5]), ("seat_order", 0, [5, 10]), ("seat_order", 3, [10, 5])],
)
def test_one_swap_may_put_both_traders_out(choice: str, dealer: int, scores: list[int], pace: str) -> None:
    match = layout(*TWO_BOOKS, dealer=dealer, h3_both_out=choice, pace=pace)
    trade(match, 1, "A-4", 0, "B-4")
    assert points(match) == [*scores, 0, 0, 0, 0, 0]
    assert table(match)["callers"] == [seat for seat in (0, 1) if scores[seat] == 10]


@pytest.mark.rule("H3-G04", "H3-G14")
def test_trim_goes_out_with_an_empty_hand() -> None:
    match = layout("A-1 A-2 A-3 J-1", "A-4", "", "", "", laid=("B",), dealer=4, h3_out="trim")
    assert table(match)["held"] == [4, 8, 8, 8, 8]
    trade(match, 0, "J-1", 1, "A-4")
    assert points(match) == [20, 0, 0, 0, 0]


@pytest.mark.rule("H3-G11")
def test_book_a_counts_like_any_other() -> None:
    first, other = layout("A-1 A-2 A-3 L-1", "A-4", "", "", laid=("BC",)), None
    other = layout("D-1 D-2 D-3 L-1", "D-4", "", "", laid=("BC",))
    trade(first, 0, "L-1", 1, "A-4")
    trade(other, 0, "L-1", 1, "D-4")
    assert points(first) == points(other) == [30, 0, 0, 0]


# --- The match ------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H3-06", "H3-11", "H3-G10", "C-10")
def test_the_highest_total_wins_when_several_reach_two_hundred() -> None:
    match = layout("A-1 A-2 A-3 L-1", "A-4", "", "", laid=("BC", "DE"), totals="190,195,0,0", hand=8)
    trade(match, 0, "L-1", 1, "A-4")
    assert match.over
    assert list(match.scores) == list(match.payoffs) == [220, 205, 0, 0]
    assert match.winners == (0,)


@pytest.mark.rule("H3-G10", "C-12")
def test_equal_totals_win_jointly() -> None:
    match = third_book(totals="180,200,0,0", target=210, hand=9)
    trade(match, 0, "L-1", 1, "A-4")
    assert list(match.scores) == [210, 210, 5, 0]
    assert match.winners == (0, 1)


@pytest.mark.rule("H3-11", "C-10")
@pytest.mark.parametrize(("before", "over"), [(169, False), (170, True), (171, True)])
def test_two_hundred_exactly_is_enough(before: int, over: bool) -> None:
    match = third_book(totals=f"{before},0,0,0")
    trade(match, 0, "L-1", 1, "A-4")
    assert match.over == over
    assert match.winners == ((0,) if over else ())
    assert any(match.payoffs) == over


@pytest.mark.rule("C-16", "C-11", "H3-G10")
def test_the_best_total_wins_at_the_limit_of_hands() -> None:
    match = third_book(totals="0,40,0,0", hand=4, hand_cap=5)
    trade(match, 0, "L-1", 1, "A-4")
    assert match.over
    assert match.winners == (1,)
    assert [(event["limit"], event["count"]) for event in told(match, "safety_limit")] == [("G10", 5)]


# --- Limits ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("H3-G09", "C-11", "H3-G13")
@PACES
def test_sixty_ticks_without_a_swap_end_the_hand_without_a_caller(pace: str) -> None:
    match = third_book(pace=pace, tick=70, quiet=58)
    second(match)
    assert table(match)["quiet"] == 59
    second(match)
    assert points(match) == [10, 10, 5, 0]  # five a book for everybody
    assert table(match)["callers"] == []
    assert [(event["quiet"], event["ticks"]) for event in told(match, "no_caller")] == [(True, 72)]
    assert [(event["limit"], event["count"]) for event in told(match, "safety_limit")] == [("G09", 60)]


@pytest.mark.rule("H3-G09")
@PACES
def test_a_swap_starts_the_quiet_ticks_anew(pace: str) -> None:
    match = third_book(pace=pace, tick=58, h3_quiet=60)
    trade(match, 1, "A-4", 2, hand(match, 2)[0])
    if pace == "live":
        second(match)
    assert table(match)["quiet"] == 0
    second(match)
    assert table(match)["quiet"] == 1


@pytest.mark.rule("H3-G09")
@PACES
def test_a_thousand_ticks_end_the_hand(pace: str) -> None:
    match = third_book(pace=pace, tick=999, quiet=3)
    second(match)
    assert points(match) == [10, 10, 5, 0]
    assert [(event["quiet"], event["ticks"]) for event in told(match, "no_caller")] == [(False, 1000)]
    assert [(event["limit"], event["count"]) for event in told(match, "safety_limit")] == [("G09", 1000)]


@pytest.mark.rule("H3-G09", "H3-G13")
def test_the_ticks_of_the_opening_count() -> None:
    match = HONORS3.match(4, seed=1, options={"h3_quiet": 4, "hand_cap": 1})
    for _ in range(4):
        match.play(match.actors[0], "wait")
    assert match.over
    assert told(match, "no_caller")[0]["ticks"] == 4


def test_a_swap_in_the_last_tick_still_counts() -> None:
    match = third_book(tick=998, quiet=0)
    trade(match, 0, "L-1", 1, "A-4")
    assert points(match) == [30, 10, 5, 0]
    assert told(match, "no_caller") == []


@pytest.mark.rule("H0-G02")
def test_the_next_hand_is_dealt_by_the_next_seat_and_the_table_is_clear() -> None:
    match = third_book()
    trade(match, 0, "L-1", 1, "A-4")
    assert table(match)["dealer"] == 0
    assert table(match)["laid"] == [["A", "B", "C"], ["D", "E"], ["F"], []]  # still to be seen
    match.play(TABLE, "deal")
    assert table(match)["callers"] == []
    assert (table(match)["ticks"], table(match)["quiet"]) == (0, 0)
    assert texts(match, 1)[0] == "wait"
    with pytest.raises(IllegalAction):
        match.play(1, "withdraw")
