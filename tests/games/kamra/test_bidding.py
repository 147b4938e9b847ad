"""The bidding: one open bid each, the highest bidder, and what happens when all pass."""

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction

from .table import EVEN_FILM, KAMRA, bid, hands_of, layout, shoot, table, texts, told

HANDS = hands_of(EVEN_FILM)


def bids_open_to(seats: int, **options: object) -> list[str]:
    """What the first bidder of a fresh match may bid."""
    match = KAMRA.match(seats=seats, seed=1, options=options)
    return texts(match, match.actors[0])


def all_pass(match: Match) -> None:
    """Deal if need be, and let everybody pass."""
    if match.actors == (TABLE,):
        match.play(TABLE, "deal")
    for _ in range(match.seats):
        match.play(match.actors[0], "pass")


# --- Bids -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-16", "KR-G07", "C-01")
@pytest.mark.parametrize("dealer", range(4))
def test_bids_go_round_from_the_dealers_left_for_all_to_hear(dealer: int) -> None:
    match = layout(HANDS, dealer=dealer)
    for place in range(1, 5):
        seat = (dealer + place) % 4
        assert match.actors == (seat,)
        match.play(seat, f"bid {place}")
        for watcher in (0, 1, 2, 3, None):
            assert table(match, watcher)["contracts"][seat] == place
    assert [event["seat"] for event in told(match, "contract")] == [(dealer + place) % 4 for place in range(1, 5)]


@pytest.mark.rule("KR-02", "KR-G01", "KR-G03")
@pytest.mark.parametrize(("seats", "most"), [(4, 15), (5, 12), (6, 10)])
def test_a_bid_is_anything_from_nothing_to_the_whole_hand(seats: int, most: int) -> None:
    assert bids_open_to(seats) == [f"bid {reels}" for reels in range(most + 1)]


@pytest.mark.rule("T-KR-11", "KR-G03")
@pytest.mark.parametrize(("seats", "too_many"), [(5, 13), (6, 11)])
def test_more_reels_than_the_hand_has_cannot_be_bid(seats: int, too_many: int) -> None:
    match = KAMRA.match(seats=seats, seed=1)
    before = bytes(match)
    with pytest.raises(IllegalAction) as refused:
        match.play(match.actors[0], f"bid {too_many}")
    assert refused.value.rule == "KR-G03"
    assert bytes(match) == before
    match.play(match.actors[0], f"bid {too_many - 1}")


@pytest.mark.rule("KR-G01")
def test_min_bid_1_allows_no_pass() -> None:
    assert bids_open_to(4, min_bid=1)[0] == "bid 1"
    match = KAMRA.match(seats=4, seed=1, options={"min_bid": 1})
    with pytest.raises(IllegalAction) as refused:
        match.play(match.actors[0], "pass")
    assert refused.value.rule == "KR-G01"


@pytest.mark.rule("KR-G28", "C-17")
def test_the_idle_bid_is_the_least() -> None:
    assert bids_open_to(5)[0] == "bid 0"
    assert bids_open_to(5, min_bid="1")[0] == "bid 1"


@pytest.mark.rule("KR-21", "C-06")
def test_nobody_bids_twice() -> None:
    match = layout(HANDS)
    match.play(0, "bid 3")
    before = bytes(match)
    with pytest.raises(IllegalAction):
        match.play(0, "bid 4")
    assert bytes(match) == before
    for seat in (1, 2, 3):
        match.play(seat, "bid 1")
    with pytest.raises(IllegalAction) as refused:
        match.play(0, "bid 4")  # his turn, but to play
    assert refused.value.rule == "KR-21"
    assert table(match)["contracts"] == [3, 1, 1, 1]


# --- The highest bidder ---------------------------------------------------------------------------------------


@pytest.mark.rule("KR-17", "KR-18", "KR-19", "KR-20", "KR-38")
def test_bids_of_4_2_1_4_give_the_first_bidder_the_lead() -> None:
    match = layout(HANDS, dealer=3)
    bid(match, 4, 2, 1, 4)
    assert told(match, "highest") == [{"kind": "highest", "seat": 0, "rule": "KR-20", "bid": 4}]
    assert table(match)["highest"] == 0
    assert match.actors == (0,)


@pytest.mark.rule("KR-19", "KR-20")
@pytest.mark.parametrize(
    ("dealer", "bids", "highest"),
    [(3, (1, 2, 3, 4), 3), (3, (5, 5, 5, 5), 0), (0, (5, 5, 5, 5), 1), (1, (0, 7, 7, 0), 2), (2, (0, 0, 1, 0), 2)],
)
def test_the_earliest_of_the_largest_bids_is_highest(dealer: int, bids: tuple[int, ...], highest: int) -> None:
    match = layout(HANDS, dealer=dealer)
    bid(match, *bids)
    assert table(match)["highest"] == highest
    assert match.actors == (highest,)


# --- When all pass --------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G02", "KR-G26")
@pytest.mark.parametrize(("choice", "next_dealer"), [("next_dealer", 0), ("same_dealer", 3)])
def test_when_all_pass_the_cards_are_thrown_in(choice: str, next_dealer: int) -> None:
    match = layout(HANDS, dealer=3, all_pass=choice)
    all_pass(match)
    assert told(match, "all_passed")[0]["played_out"] is False
    assert table(match)["dealer"] == next_dealer
    assert table(match)["held"] == [0] * 4
    assert match.scores == (0, 0, 0, 0)
    assert table(match)["hands_played"] == 0
    match.play(TABLE, "deal")
    assert match.actors == ((next_dealer + 1) % 4,)


@pytest.mark.rule("KR-G02", "C-11")
@pytest.mark.parametrize("cap", [1, 3, 9])
def test_how_many_deals_may_be_thrown_in_can_be_chosen(cap: int) -> None:
    match = KAMRA.match(seats=4, seed=2, options={"throw_ins": cap}, hold_table=True)
    match.play(TABLE, "find dealer")
    for _ in range(cap):
        all_pass(match)
    match.play(TABLE, "deal")
    assert [event["limit"] for event in told(match, "safety_limit")] == ["G02"]
    assert texts(match, match.actors[0])[0] == "bid 1"


@pytest.mark.rule("KR-G02", "C-11")
@pytest.mark.parametrize("choice", ["next_dealer", "same_dealer"])
@pytest.mark.parametrize("seats", [4, 6])
def test_after_a_round_of_thrown_in_deals_nobody_may_pass(seats: int, choice: str) -> None:
    match = KAMRA.match(seats=seats, seed=2, options={"all_pass": choice}, hold_table=True)
    match.play(TABLE, "find dealer")
    for _ in range(seats):
        all_pass(match)
        assert not told(match, "safety_limit")
    match.play(TABLE, "deal")
    assert len(told(match, "safety_limit")) == 1
    for _ in range(seats):
        assert texts(match, match.actors[0])[0] == "bid 1"
        with pytest.raises(IllegalAction) as refused:
            match.play(match.actors[0], "pass")
        assert refused.value.rule == "KR-G02"
        match.play(match.actors[0], "bid 1")
    assert table(match)["phase"] == "play"


@pytest.mark.rule("KR-G02")
def test_only_deals_thrown_in_one_after_another_count() -> None:
    match = layout(HANDS, count="0,3")
    bid(match, 1, 0, 0, 0)
    shoot(match, EVEN_FILM)
    all_pass(match)
    match.play(TABLE, "deal")
    assert texts(match, match.actors[0])[0] == "bid 0"


@pytest.mark.rule("KR-G27", "KR-25")
def test_all_pass_may_be_played_out_for_nothing() -> None:
    match = layout(HANDS, dealer=1, all_pass="play_out")
    all_pass(match)
    assert told(match, "all_passed")[0]["played_out"] is True
    assert table(match)["highest"] is None
    assert match.actors == (2,)  # the dealer's left leads
    shoot(match, EVEN_FILM)
    assert sum(table(match)["taken"]) == 15
    assert match.scores == (0, 0, 0, 0)
    assert table(match)["hands_played"] == 1


@pytest.mark.rule("KR-G33", "KR-G02")
def test_the_dealer_may_be_made_to_bid() -> None:
    match = layout(HANDS, dealer=3, all_pass="dealer_bids_one")
    for seat in range(3):
        assert texts(match, seat)[0] == "bid 0"
        match.play(seat, "pass")
    assert texts(match, 3) == [f"bid {reels}" for reels in range(1, 16)]
    match.play(3, "bid 1")
    assert table(match)["highest"] == 3


@pytest.mark.rule("KR-G33")
def test_the_dealer_may_pass_when_somebody_has_bid() -> None:
    match = layout(HANDS, dealer=3, all_pass="dealer_bids_one")
    bid(match, 0, 2, 0, 0)
    assert table(match)["contracts"] == [0, 2, 0, 0]
