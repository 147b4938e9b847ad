"""Offers and swaps at both paces, and what only one of them has."""

from collections import Counter
from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import IllegalAction, NotYourTurn

from .table import HONORS3, go, hand, layout, offers, second, table, texts, told

# Seat 0 holds half a book D and two cards that seat 1 may have; seat 1 the other half.
HALVES = ("B-1 C-2 D-3 D-4 A-1 E-1", "D-1 D-2 A-2 F-1 F-2", "A-3 G-1 H-1", "A-4 G-2 I-1")


def do(match: Match, *gestures: tuple[int, str]) -> None:
    """Gestures one after the other: each in a tick of its own, or as they come."""
    for seat, text in gestures:
        match.play(seat, text)
        if match.options["pace"] == "ticks":
            second(match)


# --- Both paces -----------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H3-04", "H3-06", "H3-G01", "H3-G02", "H3-G03", "H0-02")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_a_swap_is_even_and_a_book_is_laid_at_once(pace: str) -> None:
    match = layout(*HALVES, pace=pace)
    do(match, (0, "offer B-1 C-2"), (1, "accept 0 with D-1 D-2"))
    assert table(match)["laid"] == [["D"], [], [], []]
    assert table(match)["held"] == [8, 12, 12, 12]
    assert {"B-1", "C-2"} <= set(hand(match, 1))
    assert not {"B-1", "C-2", "D-3", "D-4"} & set(hand(match, 0))
    assert told(match, "laid")[0]["book"] == "D"


@pytest.mark.rule("H3-04", "H3-G02", "H3-G05")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_everybody_hears_the_number_and_nobody_sees_the_cards(pace: str) -> None:
    match = layout(*HALVES, pace=pace)
    do(match, (0, "offer B-1 C-2"))
    for seat in (1, 2, 3, None):
        assert table(match, seat)["offers"][0] == {"number": 2, "to": None}
        assert [(event["seat"], event["number"]) for event in told(match, "offered", seat)] == [(0, 2)]
    assert table(match, 0)["offers"][0] == {"number": 2, "to": None, "cards": ["B-1", "C-2"]}
    assert {"B-1", "C-2"} <= set(hand(match, 0))  # they stay until the swap
    assert table(match)["held"] == [12] * 4


@pytest.mark.rule("H3-G02")
def test_only_the_two_traders_see_what_changed_hands() -> None:
    match = layout(*HALVES)
    go(match, "offer A-1")
    go(match, "wait", "accept 0 with F-1")
    for trader in (0, 1):
        seen = {event["seat"]: event["cards"] for event in told(match, "received", trader)}
        assert seen == {0: ["F-1"], 1: ["A-1"]}
    for watcher in (2, 3, None):
        assert all(event["hidden"] and "cards" not in event for event in told(match, "received", watcher))
        swapped = told(match, "swapped", watcher)
        assert [(event["seat"], event["partner"], event["number"]) for event in swapped] == [(1, 0, 1)]


@pytest.mark.rule("H3-G05")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_to_accept_withdraws_ones_own_offer(pace: str) -> None:
    match = layout(*HALVES, pace=pace)
    do(match, (0, "offer B-1"), (1, "offer F-1 F-2"))
    assert offers(match) == [1, 2, 0, 0]
    do(match, (1, "accept 0 with F-1"))
    assert offers(match) == [0, 0, 0, 0]
    assert told(match, "withdrew") == []


@pytest.mark.rule("H3-G05")
def test_a_new_offer_replaces_an_old_one_and_any_can_be_withdrawn() -> None:
    match = layout(*HALVES, pace="live")
    match.play(0, "offer B-1")
    match.play(0, "offer B-1 C-2 A-1")
    assert offers(match) == [3, 0, 0, 0]
    match.play(0, "withdraw")
    assert offers(match) == [0, 0, 0, 0]
    assert [event["number"] for event in told(match, "withdrew")] == [3]
    assert "withdraw" not in texts(match, 0)


@pytest.mark.rule("H3-G06")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_equal_offers_do_not_meet_unless_one_accepts(pace: str) -> None:
    match = layout(*HALVES, pace=pace)
    do(match, (0, "offer B-1"), (1, "offer F-1"), (2, "offer G-1"))
    second(match)
    assert offers(match) == [1, 1, 1, 0]
    assert told(match, "swapped") == []


@pytest.mark.rule("H3-05", "H3-03")
def test_there_are_no_turns() -> None:
    """Everybody may act, in any order, with one to three cards."""
    match = layout(*HALVES, pace="live")
    assert match.actors == (0, 1, 2, 3)
    for seat in (3, 1, 1, 0, 2, 3):
        size = 1 + len(match.moves) % 3
        match.play(seat, f"offer {' '.join(hand(match, seat)[:size])}")
    assert match.actors == (0, 1, 2, 3)


@pytest.mark.rule("H3-G03", "H3-G14")
def test_same_book_binds_who_offers_and_who_accepts() -> None:
    match = layout(*HALVES, pace="live", same_book=True)
    with pytest.raises(IllegalAction) as refused:
        match.play(0, "offer B-1 C-2")
    assert refused.value.rule == "H3-G03"
    match.play(0, "offer D-3 D-4")
    with pytest.raises(IllegalAction) as refused:
        match.play(1, "accept 0 with D-1 F-1")
    assert refused.value.rule == "H3-G03"
    match.play(1, "accept 0 with F-1 F-2")
    assert table(match)["laid"][1] == ["D"]


@pytest.mark.rule("H3-G05")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_an_offer_may_be_made_to_one_seat(pace: str) -> None:
    match = layout(*HALVES, pace=pace, h3_directed="one")
    do(match, (0, "offer B-1 to 2"))
    for seat in (1, 2, 3, None):
        assert table(match, seat)["offers"][0] == {"number": 1, "to": 2}
        assert [(event["number"], event["partner"]) for event in told(match, "addressed", seat)] == [(1, 2)]
    for seat in (1, 3):
        match.play(seat, f"pick {hand(match, seat)[0]}")
        assert "accept 0" not in texts(match, seat)
    match.play(2, f"pick {hand(match, 2)[0]}")
    assert "accept 0" in texts(match, 2)


def test_without_the_switch_offers_are_for_everybody() -> None:
    match = layout(*HALVES)
    match.play(0, "pick B-1")
    assert not any(text.startswith("offer to") for text in texts(match, 0))
    match = layout(*HALVES, h3_directed="one")
    match.play(0, "pick B-1")
    assert {"offer", "offer to 1", "offer to 2", "offer to 3"} <= set(texts(match, 0))


# --- Picking out ----------------------------------------------------------------------------------------------


@pytest.mark.rule("C-13", "C-17")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_waiting_is_idle_and_drops_what_was_picked(pace: str) -> None:
    match = layout(*HALVES, pace=pace)
    assert texts(match, 0) == ["wait", *(f"pick {card}" for card in hand(match, 0))]
    match.play(0, "pick B-1")
    assert table(match, 0)["picked"] == ["B-1"]
    assert texts(match, 0)[0] == "wait"
    match.play(0, "wait")
    assert table(match, 0)["picked"] == []


def test_a_set_of_cards_has_one_order() -> None:
    match = layout(*HALVES)
    match.play(0, "pick C-2")
    left = [text for text in texts(match, 0) if text.startswith("pick")]
    assert left == [f"pick {card}" for card in hand(match, 0) if card > "C-2"]
    for _ in range(2):
        match.play(0, next(text for text in texts(match, 0) if text.startswith("pick")))
    assert not [text for text in texts(match, 0) if text.startswith("pick")]  # three are enough


def test_nobody_else_sees_what_is_picked_out() -> None:
    match = layout(*HALVES)
    before = [match.view(seat) for seat in (1, 2, 3, None)]
    match.play(0, "pick B-1")
    assert [match.view(seat) for seat in (1, 2, 3, None)] == before


# --- Ticks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("H3-G06")
def test_a_tick_waits_for_everybody_and_shows_nothing_before() -> None:
    match = layout(*HALVES)
    match.play(2, "offer G-1")
    assert match.actors == (0, 1, 3)
    assert table(match)["ready"] == [2]
    assert table(match, 2)["handed_in"] == "offer G-1"
    for seat in (0, 1, 3, None):
        assert table(match, seat)["offers"] == [None] * 4
        assert table(match, seat)["handed_in"] is None
    go(match)
    assert offers(match) == [0, 0, 1, 0]


ROUNDS = 400 if compiled() else 30
SEEDS = 40 if compiled() else 14  # enough to see every order


def race(seed: int, **options: Any) -> Match:
    """Seats 1, 2 and 3 all accept the offer of seat 0 in one tick."""
    position = layout(*HALVES, **options).position
    match = HONORS3.match(position=position, seed=seed, options=options, hold_table=True)
    go(match, "offer B-1")
    go(match, "wait", "accept 0 with F-1", "accept 0 with G-1", "accept 0 with G-2")
    return match


@pytest.mark.rule("H3-G06", "C-03")
def test_the_order_of_a_tick_is_drawn_by_lot() -> None:
    won = Counter(told(race(seed), "swapped")[0]["seat"] for seed in range(ROUNDS))
    assert set(won) == {1, 2, 3}
    assert all(abs(times - ROUNDS / 3) < 4 * (ROUNDS * 2 / 9) ** 0.5 for times in won.values())


@pytest.mark.rule("H3-G13")
def test_a_failed_acceptance_is_silent_and_leaves_ones_own_offer() -> None:
    match = layout(*HALVES)
    go(match, "offer B-1", "offer F-2", "offer H-1")
    before = len(match.events(None))
    go(match, "wait", "accept 0 with F-1", "accept 0 with G-1")
    news = [event["kind"] for event in match.events(None)[before:]]
    assert news == ["swapped", "received", "received"]
    winner = told(match, "swapped")[0]["seat"]
    loser = 3 - winner
    assert offers(match)[winner] == 0
    assert offers(match)[loser] == 1
    assert match.actors == (0, 1, 2, 3)


@pytest.mark.rule("H3-G13")
def test_an_offer_replaced_in_the_same_tick_cannot_be_accepted() -> None:
    """Whoever comes first: an acceptance before the new offer gets the old cards, one after it nothing."""
    seen = set()
    for seed in range(SEEDS):
        match = HONORS3.match(position=layout(*HALVES).position, seed=seed, hold_table=True)
        go(match, "offer B-1")
        go(match, "offer C-2", "accept 0 with F-1")
        swapped = bool(told(match, "swapped"))
        order = [event["kind"] for event in match.events(None) if event["kind"] in ("offered", "swapped")]
        seen.add(tuple(order))
        assert ("B-1" in hand(match, 1)) == swapped
        assert "C-2" in hand(match, 0)
        assert offers(match)[0] == 1  # the new offer stands
    assert seen == {("offered", "offered"), ("offered", "swapped", "offered")}


@pytest.mark.rule("H3-G13")
def test_what_wants_a_card_that_has_just_gone_comes_to_nothing() -> None:
    outcomes = set()
    for seed in range(SEEDS):
        match = HONORS3.match(position=layout(*HALVES).position, seed=seed, hold_table=True)
        go(match, "offer B-1")
        go(match, "offer B-1 C-2", "accept 0 with F-1")  # if seat 1 comes first, B-1 is gone
        outcomes.add((len(told(match, "swapped")), offers(match)[0]))
        assert {"C-2"} <= set(hand(match, 0))
    assert outcomes == {(0, 2), (1, 0)}


@pytest.mark.rule("H3-G13")
def test_an_offer_withdrawn_earlier_in_the_tick_is_gone() -> None:
    outcomes = set()
    for seed in range(SEEDS):
        match = HONORS3.match(position=layout(*HALVES).position, seed=seed, hold_table=True)
        go(match, "offer B-1")
        go(match, "withdraw", "accept 0 with F-1")
        outcomes.add((len(told(match, "withdrew")), len(told(match, "swapped"))))
        assert offers(match)[0] == 0
    assert outcomes == {(1, 0), (0, 1)}


@pytest.mark.rule("H3-G13", "H3-08")
def test_after_a_call_the_rest_of_the_tick_is_void() -> None:
    hands = ("A-1 A-2 A-3 E-1", "A-4 F-1", "G-1 G-2", "H-1 H-2")
    kinds = set()
    for seed in range(SEEDS):
        position = layout(*hands, laid=("BC", "", "", "")).position
        match = HONORS3.match(position=position, seed=seed, hold_table=True)
        go(match, "offer E-1")
        go(match, "wait", "accept 0 with A-4", "offer G-1", "offer H-1")
        events = [event["kind"] for event in match.events(None)]
        called = events.index("honors")
        assert "offered" not in events[called:]
        kinds.add(events[:called].count("offered"))
        assert offers(match) == [0] * 4
        assert match.actors == (TABLE,)
    assert kinds == {1, 2, 3}  # the first offer, and none, one or both of the late ones


# --- Live -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-H3-05", "H3-G05")
def test_the_first_to_accept_gets_it_and_the_second_hears_that_it_is_gone() -> None:
    match = layout(*HALVES, pace="live")
    match.play(0, "offer B-1")
    match.play(3, "accept 0 with G-2")
    with pytest.raises(IllegalAction, match="Too late") as refused:
        match.play(1, "accept 0 with F-1")
    assert refused.value.rule == "H3-G05"
    assert table(match, 1)["picked"] == []  # a gesture happens as a whole or not at all


def test_who_has_waited_is_done_for_this_tick_and_the_others_go_on() -> None:
    match = layout(*HALVES, pace="live")
    match.play(1, "wait")
    assert match.actors == (0, 2, 3)
    with pytest.raises(NotYourTurn):
        match.play(1, "wait")
    match.play(0, "offer B-1")
    match.play(2, "accept 0 with G-1")
    assert table(match)["ticks"] == 0
    second(match)
    assert table(match)["ticks"] == 1
    assert len(match.actors) == 4


def test_the_offer_of_one_who_waits_can_be_accepted() -> None:
    match = layout(*HALVES, pace="live")
    match.play(0, "offer B-1")
    match.play(0, "wait")
    match.play(1, "accept 0 with F-1")
    assert "F-1" in hand(match, 0)


def test_cards_that_go_while_one_picks_them_are_not_picked_any_more() -> None:
    match = layout(*HALVES, pace="live")
    match.play(0, "offer B-1 C-2")
    match.play(0, "pick A-1")
    match.play(0, "pick B-1")
    match.play(1, "accept 0 with F-1 F-2")
    assert table(match, 0)["picked"] == ["A-1"]
    match.play(0, "offer")
    assert table(match, 0)["offers"][0]["cards"] == ["A-1"]


@pytest.mark.rule("C-11")
def test_a_tick_with_very_many_gestures_is_over() -> None:
    match = layout(*HALVES, pace="live")
    for n in range(32):
        assert table(match)["ticks"] == 0
        match.play(0, "offer B-1" if n % 2 == 0 else "withdraw")
    assert match.actors == (TABLE,)
    match.play(TABLE, "tick")
    assert table(match)["ticks"] == 1
    assert len(match.actors) == 4
