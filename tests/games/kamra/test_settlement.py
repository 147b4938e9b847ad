"""The end of the match: who won, and the counters that change hands."""

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import MatchOver

from .table import EVEN_BIDS, EVEN_FILM, EVEN_POINTS, bid, ended, hands_of, layout, points, screened, shoot, table, told


def result(match: Match) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Winners and payoffs of a match that is over."""
    assert match.over
    assert sum(match.payoffs) == 0
    return match.winners, match.payoffs


def test_the_hand_that_ends_these_matches_brings_what_it_says() -> None:
    for dealer in range(4):
        assert points(screened(EVEN_FILM, EVEN_BIDS, dealer=dealer)) == list(EVEN_POINTS)


# --- The examples ---------------------------------------------------------------------------------------------


@pytest.mark.rule("T-KR-07", "KR-33", "KR-G17", "C-09")
def test_one_winner_collects_what_the_others_are_short() -> None:
    match = ended(310, 240, 150, -20)
    assert match.scores == (310, 240, 150, -20)
    assert result(match) == ((0,), (530, -60, -150, -320))


@pytest.mark.rule("T-KR-08", "KR-34", "KR-G17")
def test_of_two_beyond_300_the_greater_wins_and_the_other_owes_nothing() -> None:
    assert result(ended(340, 310, 200, 100)) == ((0,), (300, 0, -100, -200))


@pytest.mark.rule("T-KR-09", "KR-35", "KR-G18", "C-12")
def test_tied_winners_are_each_paid_in_full() -> None:
    assert result(ended(320, 320, 250, -10)) == ((0, 1), (360, 360, -100, -620))


# --- When the match ends --------------------------------------------------------------------------------------


@pytest.mark.rule("KR-02", "KR-33", "C-10")
@pytest.mark.parametrize(("total", "over"), [(299, False), (300, True), (301, True)])
def test_exactly_300_is_enough(total: int, over: bool) -> None:
    assert ended(total, 0, 0, 0).over is over


@pytest.mark.rule("KR-G15", "C-10")
def test_300_is_looked_for_when_the_hand_is_over() -> None:
    match = layout(hands_of(EVEN_FILM), totals="290,0,0,0")
    bid(match, *EVEN_BIDS)
    shoot(match, EVEN_FILM, upto=14)
    assert table(match)["taken"][0] == 3  # his contract is made and worth 60
    assert match.scores[0] == 290
    assert not match.over
    shoot(match, EVEN_FILM[14:])
    assert match.scores[0] == 350
    assert match.winners == (0,)


@pytest.mark.rule("KR-G16")
def test_totals_below_zero_go_on() -> None:
    match = ended(-200, -10, 0, 0)
    assert match.scores == (-200, -10, 0, 0)
    assert not match.over
    assert match.payoffs == (0, 0, 0, 0)
    assert match.winners == ()


@pytest.mark.rule("KR-G33")
@pytest.mark.parametrize(("target", "payoffs"), [(150, (90, -30, -60, 0)), (200, (200, -80, -110, -10))])
def test_another_target(target: int, payoffs: tuple[int, ...]) -> None:
    assert result(ended(200, 120, 90, 190, target=target)) == ((0,), payoffs)


@pytest.mark.rule("KR-33", "KR-36")
def test_the_result_is_announced_and_final() -> None:
    match = ended(310, 240, 150, -20)
    assert told(match, "match_over")[0]["winners"] == [0]
    assert [event["counters"] for event in told(match, "settled")] == [530, -60, -150, -320]
    before = bytes(match)
    for seat in range(4):
        with pytest.raises(MatchOver):
            match.play(seat, "bid 1")
    assert bytes(match) == before


# --- What a loser pays ----------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G17", "KR-G33")
@pytest.mark.parametrize(
    ("settlement", "payoffs"),
    [
        ("floor0", (300, 0, -100, -200)),
        ("signed", (290, 10, -100, -200)),
        ("vs_winner", (30 + 140 + 240, -30, -140, -240)),
        ("absolute", (310, -10, -100, -200)),
    ],
)
def test_how_the_difference_is_read(settlement: str, payoffs: tuple[int, ...]) -> None:
    assert result(ended(340, 310, 200, 100, settlement=settlement)) == ((0,), payoffs)


@pytest.mark.rule("KR-G17", "KR-G18")
@pytest.mark.parametrize(
    ("settlement", "payoffs"),
    [
        ("floor0", (310, 310, 0, -620)),
        ("signed", (300, 300, 20, -620)),
        ("vs_winner", (340, 340, -20, -660)),
        ("absolute", (320, 320, -20, -620)),
    ],
)
def test_how_it_is_read_with_two_winners(settlement: str, payoffs: tuple[int, ...]) -> None:
    assert result(ended(320, 320, 310, -10, settlement=settlement)) == ((0, 1), payoffs)


@pytest.mark.rule("KR-G29", "KR-G18")
def test_winners_may_share() -> None:
    assert result(ended(320, 320, 250, -10, tie_settlement="share")) == ((0, 1), (180, 180, -50, -310))
    assert result(ended(320, 310, 250, -10, tie_settlement="share")) == ((0,), (360, 0, -50, -310))


@pytest.mark.rule("KR-G29")
@pytest.mark.parametrize(
    ("dealer", "totals", "payoffs"),
    [
        (3, (320, 320, 251, 300), (25, 24, -49, 0)),
        (0, (320, 320, 251, 300), (24, 25, -49, 0)),
        (1, (320, 320, 251, 300), (25, 24, -49, 0)),  # past the losers, round to seat 0
        (3, (320, 320, 251, 249), (25 + 26, 24 + 25, -49, -51)),  # of each loser's odd points
        (3, (320, 320, 320, 200), (34, 33, 33, -100)),
        (1, (320, 320, 320, 200), (33, 33, 34, -100)),
        (1, (320, 320, 320, 199), (34, 33, 34, -101)),
    ],
)
def test_odd_points_go_round_from_the_dealers_left(
    dealer: int, totals: tuple[int, ...], payoffs: tuple[int, ...]
) -> None:
    assert result(ended(*totals, dealer=dealer, tie_settlement="share"))[1] == payoffs


@pytest.mark.rule("KR-G29", "KR-G17")
def test_what_winners_owe_is_shared_too() -> None:
    match = ended(320, 320, 311, 100, settlement="signed", tie_settlement="share")
    assert result(match) == ((0, 1), (100 - 6, 100 - 5, 11, -200))


# --- The cap --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G19", "C-16", "C-11")
def test_after_40_hands_the_best_total_wins_by_the_distances() -> None:
    match = ended(200, 150, 100, -20, count="39,0")
    assert result(match) == ((0,), (50 + 100 + 220, -50, -100, -220))
    (limit,) = told(match, "safety_limit")
    assert (limit["limit"], limit["count"], limit["rule"]) == ("G19", 40, "C-11")
    assert not ended(200, 150, 100, -20, count="38,0").over


@pytest.mark.rule("KR-G19", "KR-G26")
@pytest.mark.parametrize("settlement", ["floor0", "signed", "vs_winner", "absolute"])
def test_at_the_cap_every_settlement_is_by_the_distances(settlement: str) -> None:
    match = ended(200, 150, 100, -20, count="39,0", settlement=settlement)
    assert match.payoffs == (370, -50, -100, -220)


@pytest.mark.rule("KR-G19", "C-11", "C-16")
def test_the_cap_can_be_set() -> None:
    assert ended(200, 150, 100, -20, count="6,0", hand_cap=7).winners == (0,)
    assert not ended(200, 150, 100, -20, count="40,0", hand_cap=100).over


@pytest.mark.rule("KR-G26", "C-12", "C-16")
def test_tied_at_the_cap() -> None:
    match = ended(200, 200, 100, 50, count="39,0")
    assert result(match) == ((0, 1), (250, 250, -200, -300))
    everybody = ended(70, 70, 70, 70, count="39,0")
    assert result(everybody) == ((0, 1, 2, 3), (0, 0, 0, 0))


@pytest.mark.rule("KR-G19", "C-11")
def test_300_in_the_last_hand_is_no_matter_for_the_cap() -> None:
    match = ended(310, 240, 150, -20, count="39,0")
    assert match.payoffs == (530, -60, -150, -320)
    assert not told(match, "safety_limit")


@pytest.mark.rule("KR-G26")
def test_a_thrown_in_deal_is_no_hand_for_the_cap() -> None:
    match = layout(hands_of(EVEN_FILM), count="39,0")
    bid(match, 0, 0, 0, 0)
    assert not match.over
    assert table(match)["hands_played"] == 39
    assert match.actors == (TABLE,)
