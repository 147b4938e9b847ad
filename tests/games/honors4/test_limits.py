"""When the pack is used up, when cards only go round and round, and when a match takes too long."""

import random
from collections import Counter

import pytest

from parlour.core.contract import TABLE

from .table import HONORS, layout, play, play_on, table, texts, told

# Everybody holds a 1 or a 4; what lies on top, or comes first, pairs with nothing.
HELD = "A-1 B-1 C-1"


@pytest.mark.rule("H4-G06")
def test_a_used_up_pack_is_made_anew_from_the_pile_but_its_top() -> None:
    match = layout(HELD, "D-1", exposed="E-1 F-1", left=1)
    pile = table(match)["exposed_cards"]
    play(match, "pack", "throw drawn")
    assert told(match, "spent")[0]["times"] == 1
    assert (table(match)["pack"], table(match)["exposed_cards"]) == (0, pile + 1)
    assert texts(match) == ["pack", "take D-1"]
    play(match, "pack")
    assert told(match, "recycled")[0]["cards"] == pile
    assert table(match)["exposed"] == "D-1"
    assert (table(match)["pack"], table(match)["exposed_cards"], table(match)["recycled"]) == (pile - 1, 1, 1)


@pytest.mark.rule("H4-G06", "C-03")
def test_the_new_pack_is_shuffled() -> None:
    drawn: Counter[int] = Counter()
    text = layout(HELD, exposed="D-1", left=0).position
    for seed in range(100):
        match = HONORS.match(position=text, seed=seed, hold_table=True)
        play(match, "pack")
        drawn[match.event_rows()[1][2]] += 1
    assert len(drawn) > 30
    assert max(drawn.values()) < 15


@pytest.mark.rule("H4-G06", "H4-G11")
def test_once_is_enough() -> None:
    match = layout(HELD, "D-1", exposed="E-1 F-1", left=1, recycled=1)
    play(match, "pack", "throw drawn")
    assert told(match, "spent")[0]["times"] == 2
    assert texts(match) == ["take D-1"]


@pytest.mark.rule("H4-G06", "H4-G11")
def test_without_recycling_the_first_pack_is_the_last() -> None:
    match = layout(HELD, "D-1", exposed="E-1 F-1", left=1, h4_recycle="none")
    play(match, "pack", "throw drawn")
    assert texts(match) == ["take D-1"]


@pytest.mark.rule("H4-G06", "H4-G12")
def test_recycling_without_limit() -> None:
    match = layout(HELD, "D-1", exposed="E-1 F-1", left=1, recycled=7, h4_recycle="unlimited")
    play(match, "pack", "throw drawn")
    assert texts(match) == ["pack", "take D-1"]
    play(match, "pack")
    assert table(match)["recycled"] == 8


@pytest.mark.rule("H4-G12", "C-11", "C-16")
def test_even_without_limit_there_is_one() -> None:
    """A hand is recycled at most as often as the match may have hands."""
    match = layout(HELD, "D-1", exposed="E-1", left=1, recycled=2, h4_recycle="unlimited", hand_cap=2, h4_takes=1)
    play(match, "pack", "throw drawn")
    assert texts(match) == ["take D-1"]
    play(match, "take", "throw held")
    assert [event["limit"] for event in told(match, "safety_limit")] == ["G07", "G12"]
    assert told(match, "void")


@pytest.mark.rule("H4-G11", "H4-G07", "H4-G06")
def test_with_nothing_to_draw_cards_are_taken_until_the_hand_is_void() -> None:
    """The opener's left opens the next hand, and nobody has a point."""
    match = layout(HELD, exposed="D-1", left=0, recycled=1, opener=2, totals="0,0,0")
    for taken in range(6):  # two a seat
        assert len(texts(match)) == 1
        assert table(match)["takes"] == taken
        play(match, "take", "throw held")
    assert told(match, "void")
    assert told(match, "hand_over") == [{"kind": "hand_over", "seat": "table", "hands": 1, "scored": False}]
    assert match.scores == (0, 0, 0)
    match.play(TABLE, "deal")
    assert match.actors == (0,)


@pytest.mark.rule("H4-G11")
def test_cards_that_only_go_round_may_still_go_out() -> None:
    match = layout("B-2 B-1", exposed="D-1", left=0, recycled=1)
    play(match, "take", "throw B-2", "take")
    assert told(match, "out")[0]["seat"] == 1


@pytest.mark.rule("H4-G07", "C-11")
@pytest.mark.parametrize(("option", "most"), [(0, 6), (1, 1), (4, 4)])
def test_after_so_many_takes_in_a_row_the_next_must_draw(option: int, most: int) -> None:
    match = layout(HELD, exposed="D-1", h4_takes=option)
    assert table(match)["most_takes"] == most
    for _ in range(most):
        assert told(match, "safety_limit") == []
        play(match, "take", "throw held")
    assert texts(match) == ["pack"]
    (limit,) = told(match, "safety_limit")
    assert (limit["limit"], limit["count"], limit["rule"]) == ("G07", most, "C-11")
    play(match, "pack")
    if match.actors != (TABLE,):
        play(match, "throw drawn")
        assert table(match)["takes"] == 0
        assert len(texts(match)) == 2


@pytest.mark.rule("H4-G07")
def test_a_draw_between_begins_the_count_again() -> None:
    match = layout(HELD, "L-1", exposed="D-1", h4_takes=2)
    play(match, "take", "throw held", "pack", "throw drawn", "take", "throw held")
    assert texts(match)[1].startswith("take")


@pytest.mark.rule("C-16", "C-11", "C-12", "H4-G12")
def test_at_the_cap_the_best_total_wins_or_all_that_have_it() -> None:
    match = layout("A-1 B-1 C-1", "A-2", totals="0,1,0", hand=1, hand_cap=2)
    play(match, "pack")
    assert match.winners == (0, 1)
    assert match.payoffs == (0.5, 0.5, -1.0)
    assert told(match, "safety_limit")[-1]["limit"] == "G12"
    match = layout("A-1 B-1 C-1", "A-2", totals="1,0,0", hand=1, hand_cap=2)
    play(match, "pack")
    assert match.winners == (0,)


@pytest.mark.rule("C-16", "H4-G06")
def test_a_void_hand_counts_towards_the_cap() -> None:
    match = layout(HELD, exposed="D-1", left=0, recycled=1, hand_cap=1, h4_takes=1)
    play(match, "take", "throw held")
    assert match.winners == (0, 1, 2)
    assert match.payoffs == (0, 0, 0)


@pytest.mark.rule("C-16")
@pytest.mark.parametrize(("points", "cap"), [(2, 100), (3, 150), (100, 5000)])
def test_the_usual_cap_is_fifty_hands_a_point(points: int, cap: int) -> None:
    match = layout("A-1 B-1", "A-2", hand=cap - 1, h4_match=points)
    play(match, "pack")
    assert told(match, "safety_limit")[0]["count"] == cap
    assert match.over


@pytest.mark.rule("H4-G11", "H4-G06", "H4-G07")
@pytest.mark.parametrize("recycle", ["once", "none", "unlimited"])
def test_whatever_is_done_a_hand_ends(recycle: str) -> None:
    """Draws are bounded by the packs, takes by the draws: nobody can keep a hand going, however stubborn."""
    options = {"h4_recycle": recycle, "hand_cap": 1}
    for seed in range(3):
        match = HONORS.match(2 + seed, seed=seed, options=options)
        seats = match.seats
        play_on(match, random.Random(seed), takes=0.95)
        draws, takes = len(told(match, "drew")), len(told(match, "took"))
        packs = 1 + len(told(match, "recycled"))
        assert match.over
        assert draws <= packs * 48 - seats
        assert takes <= 2 * seats * (draws + 1)
