"""The score of a hand."""

import pytest

from parlour import Match

from .table import BLOCKS, bid, fall, film, layout, points, random_hands, screened, table, told

# Seat 0 takes nine reels with two Stars and a Hero.
NINE = film("0S 0H 0", "0S 0 1H", "0 0 1SH", "0 2 2SH", "0 2 3SH")
# Seat 0 takes seven reels with every Star and every Hero, seat 1 takes eight bare ones.
SEVEN_AND_EIGHT = film("0SH 0 1", "0SH 0 1", "0SH 1 1", "0SH 1 1", "0SH 1 1")


# --- The examples ---------------------------------------------------------------------------------------------


@pytest.mark.rule("T-KR-02", "KR-23", "KR-26", "KR-27", "KR-28")
def test_a_feature_with_captures() -> None:
    match = screened(NINE, (6, 0, 0, 0))
    assert table(match)["taken"][0] == 9
    assert table(match)["captured"][0] == {"stars": 2, "heroes": 1}
    assert points(match)[0] == 70 + 40 + 40 + 10 == 160


@pytest.mark.rule("T-KR-03", "KR-18", "KR-20", "KR-22", "KR-23")
def test_bids_of_4_2_1_4() -> None:
    reels = film("0 0 1SH", "0 0 1SH", "0 0 2SH", "3 3 2SH", "3 3 3SH")
    match = screened(reels, (4, 2, 1, 4))
    assert told(match, "played")[0]["seat"] == 0
    assert table(match)["taken"] == [6, 2, 2, 5]
    pair = 20 + 10  # somebody has to catch the Stars and the Heroes
    assert points(match) == [60, 20 + 2 * pair, 10 + 2 * pair, 40 + pair]


@pytest.mark.rule("T-KR-04", "KR-G11", "KR-G12", "KR-20", "KR-24")
def test_the_second_of_two_bids_of_8_is_an_ordinary_bidder() -> None:
    match = screened(SEVEN_AND_EIGHT, (8, 8, 0, 0))
    assert table(match)["taken"] == [7, 8, 0, 0]
    assert points(match) == [-80, 80, 0, 0]


@pytest.mark.rule("KR-G11", "KR-42")
def test_an_ordinary_bidder_is_not_paid_for_reels_he_did_not_promise() -> None:
    match = screened(SEVEN_AND_EIGHT, (7, 7, 0, 0))
    assert points(match)[1] == 70


@pytest.mark.rule("T-KR-05", "KR-24", "KR-29")
def test_captures_do_not_help_a_broken_contract() -> None:
    captured = {"stars": 3}
    match = next(
        match
        for match in random_hands((3, 0, 0, 0), first=240)  # it seldom happens
        if table(match)["taken"][0] == 2 and captured.items() <= table(match)["captured"][0].items()
    )
    assert points(match)[0] == -30


@pytest.mark.rule("T-KR-06", "KR-25")
def test_no_contract_no_score() -> None:
    reels = film("0S 0H 0", "0S 1H 0", "1SH 2 3", "1SH 2 3", "2SH 3 3")
    match = screened(reels, (0, 2, 0, 0))
    assert table(match)["taken"][0] == 5
    assert table(match)["captured"][0] == {"stars": 2, "heroes": 1}
    assert points(match)[0] == 0


# --- Reels ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-22", "KR-42")
@pytest.mark.parametrize(("bid_of_1", "scored"), [(1, 10), (4, 40), (5, 50), (8, 80), (9, -90)])
def test_an_ordinary_bidder_scores_what_he_promised(bid_of_1: int, scored: int) -> None:
    match = screened(SEVEN_AND_EIGHT, (10, bid_of_1, 0, 0))
    assert points(match)[1] == scored


@pytest.mark.rule("KR-23", "KR-26", "KR-03")
@pytest.mark.parametrize(("taken", "scored"), [(6, 60), (7, 70), (8, 90), (9, 110), (15, 230)])
def test_the_highest_bidder_scores_what_he_took_and_double_from_the_eighth(taken: int, scored: int) -> None:
    order = "0" * taken + "1" * (15 - taken)
    plan = [" ".join(order[3 * suit : 3 * suit + 3]) + "SH" for suit in range(5)]
    match = screened(film(*plan), (5, 0, 0, 0))
    captured = table(match)["captured"][0]
    assert points(match)[0] == scored + 20 * captured["stars"] + 10 * captured["heroes"]


@pytest.mark.rule("KR-G10", "KR-G32")
@pytest.mark.parametrize(
    ("basis", "contract", "reels"),
    [("taken", 5, 70 + 40), ("taken", 8, 70 + 40), ("bid", 5, 90), ("bid", 7, 90), ("bid", 8, 70 + 40)],
)
def test_what_makes_a_feature(basis: str, contract: int, reels: int) -> None:
    match = screened(NINE, (contract, 0, 0, 0), feature_basis=basis)
    assert points(match)[0] == reels + 50


@pytest.mark.rule("KR-G32", "KR-G12")
@pytest.mark.parametrize("basis", ["taken", "bid"])
@pytest.mark.parametrize("contract", [10, 15])
def test_a_failed_feature_costs_ten_a_reel_and_no_more(basis: str, contract: int) -> None:
    assert points(screened(NINE, (contract, 0, 0, 0), feature_basis=basis))[0] == -10 * contract


@pytest.mark.rule("KR-24", "KR-29")
def test_one_reel_short_is_a_broken_contract() -> None:
    match = screened(NINE, (9, 3, 3, 1))
    assert table(match)["taken"] == [9, 2, 3, 1]
    assert points(match) == [110 + 50, -30, 30 + 30, 10 + 30]


# --- Captures -------------------------------------------------------------------------------------------------


def after_reel(cards: str) -> Match:
    """Seat 0 leads a reel in the deal of long suits."""
    match = layout(BLOCKS)
    bid(match, 1, 0, 0, 0)
    fall(match, cards)
    return match


@pytest.mark.rule("KR-27", "KR-28", "KR-44")
def test_captures_are_by_rank_not_by_suit() -> None:
    match = after_reel("*P TS CH Q1")  # the Star suit's Producer, a Star and a Hero of other suits
    s = match.state
    assert (s.stars[:4].tolist(), s.heroes[:4].tolist()) == ([1, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.rule("KR-43")
def test_ones_own_star_counts() -> None:
    match = after_reel("*S T1 C1 Q1")
    assert match.state.stars[:4].tolist() == [1, 0, 0, 0]


@pytest.mark.rule("KR-44")
def test_the_buyer_gets_the_cards_thrown_before_and_after_him() -> None:
    match = after_reel("*S TH $7 QS")
    s = match.state
    assert (s.stars[:4].tolist(), s.heroes[:4].tolist()) == ([0, 0, 2, 0], [0, 0, 1, 0])


# --- The pad --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-36")
def test_contracts_and_scores_are_open_to_all() -> None:
    match = layout(BLOCKS, totals="10,-20,30,0")
    bid(match, 3, 0, 2, 1)
    fall(match, "*P T1 C1 Q1")
    for watcher in (0, 1, 2, 3, None):
        shown = table(match, watcher)
        assert shown["contracts"] == [3, 0, 2, 1]
        assert shown["taken"] == [1, 0, 0, 0]
        assert shown["totals"] == [10, -20, 30, 0]


@pytest.mark.rule("KR-36", "KR-G16")
def test_the_hand_is_added_to_the_pad() -> None:
    match = screened(SEVEN_AND_EIGHT, (8, 8, 0, 0), totals="5,100,-10,0")
    assert match.scores == (-75, 180, -10, 0)
    assert [event["total"] for event in told(match, "scored")] == [-75, 180, -10, 0]
