"""The pack, the deal, the dealer, and hands that are over before they have begun."""

import random
from collections import Counter

import pytest

from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import SeatError

from .table import CARDS, HONORS3, go, hand, play_on, points, random_match, sizes, table, told, whole_books

DEALS = 800 if compiled() else 60


@pytest.mark.rule("H3-01")
def test_four_to_seven_can_play() -> None:
    for seats in (4, 5, 6, 7):
        assert HONORS3.match(seats, seed=1).seats == seats
    for seats in (3, 8):
        with pytest.raises(SeatError):
            HONORS3.match(seats, seed=1)


@pytest.mark.rule("H3-02", "H0-01", "H0-G01", "C-02")
@pytest.mark.parametrize(("seats", "dealt"), [(4, [12] * 4), (5, [9, 10, 10, 10, 9]), (6, [8] * 6), (7, [6, *[7] * 6])])
def test_the_entire_pack_is_dealt_round(seats: int, dealt: list[int]) -> None:
    assert sizes(seats, dealer=0) == dealt
    for seed in range(20):
        match = HONORS3.match(seats, seed=seed, hold_table=True)
        match.play(TABLE, "deal")
        dealer = table(match)["dealer"]
        hands = [event["cards"] for seat in range(seats) for event in told(match, "dealt", seat) if "cards" in event]
        assert sorted(card for cards in hands for card in cards) == CARDS
        if told(match, "honors"):
            dealer -= 1  # the deal has moved on
        assert [len(cards) for cards in hands] == sizes(seats, dealer % seats)


@pytest.mark.rule("H3-G04", "H3-G14")
@pytest.mark.parametrize(("seats", "each", "last"), [(4, 12, "L"), (5, 8, "J"), (6, 8, "L"), (7, 4, "G")])
def test_trim_drops_the_last_letters_so_that_hands_come_out_even(seats: int, each: int, last: str) -> None:
    match = HONORS3.match(seats, seed=1, options={"h3_out": "trim"})
    dealt = [card for seat in range(seats) for card in told(match, "dealt", seat)[seat]["cards"]]
    assert sorted(dealt) == [card for card in CARDS if card[0] <= last]
    assert len(dealt) == seats * each


@pytest.mark.rule("H0-G02", "C-04")
def test_the_first_dealer_is_random_and_the_deal_goes_to_the_left() -> None:
    first = Counter(table(HONORS3.match(4, seed=seed))["dealer"] for seed in range(200 if compiled() else 40))
    assert set(first) == {0, 1, 2, 3}
    match = random_match(5, 1, {"h3_ticks": 3, "hand_cap": 7})
    dealers = [event["seat"] for event in told(match, "dealer")]
    assert dealers == [(dealers[0] + n) % 5 for n in range(7)]


@pytest.mark.rule("H3-G07", "H3-06")
def test_books_dealt_complete_are_laid_before_the_opening() -> None:
    laid = 0
    for seed in range(DEALS):
        match = HONORS3.match(4, seed=seed)
        for seat in range(4):
            dealt = told(match, "dealt", seat)[seat]["cards"]
            books = whole_books(dealt)
            laid += len(books)
            assert table(match)["laid"][seat] == books
            assert hand(match, seat) == [card for card in dealt if card[0] not in books]
            assert table(match)["held"][seat] == 12 - 4 * len(books)
        assert match.actors == ((table(match)["dealer"] + 1) % 4,)
    assert laid or not compiled()


@pytest.mark.rule("H3-G12")
def test_a_book_in_the_deal_of_seven_ends_the_hand() -> None:
    found = 0
    for seed in range(DEALS):
        match = HONORS3.match(7, seed=seed, options={"hand_cap": 1}, hold_table=True)
        match.play(TABLE, "deal")
        books = [len(whole_books(told(match, "dealt", seat)[seat]["cards"])) for seat in range(7)]
        assert match.over == any(books)
        if match.over:
            found += 1
            assert points(match) == [10 * own for own in books]
            assert [event["seat"] for event in told(match, "honors")] == [seat for seat in range(7) if books[seat]]
            assert table(match)["callers"] == [seat for seat in range(7) if books[seat]]
    assert found > (DEALS // 200 if compiled() else -1)


@pytest.mark.rule("H3-03", "H3-G07")
@pytest.mark.parametrize("pace", ["ticks", "live"])
def test_only_the_opener_acts_and_her_offer_opens_the_market(pace: str) -> None:
    match = HONORS3.match(5, seed=2, options={"pace": pace}, hold_table=True)
    match.play(TABLE, "deal")
    opener = (table(match)["dealer"] + 1) % 5
    assert list(match.actors) == [opener] == [table(match)["opener"]]
    match.play(opener, f"offer {hand(match, opener)[0]}")
    if pace == "ticks":
        assert match.actors == (TABLE,)
        match.play(TABLE, "tick")
    assert table(match)["phase"] == "market"
    assert len(match.actors) == 5
    assert [event["offered"] for event in told(match, "opened")] == [True]


@pytest.mark.rule("H3-G07", "H3-G13")
@pytest.mark.parametrize(("pace", "ticks"), [("ticks", 5), ("live", 10)])
def test_an_idle_opener_does_not_keep_the_market_shut(pace: str, ticks: int) -> None:
    match = HONORS3.match(4, seed=3, options={"pace": pace}, hold_table=True)
    match.play(TABLE, "deal")
    for tick in range(ticks):
        assert (table(match)["phase"], table(match)["ticks"], len(match.actors)) == ("opening", tick, 1)
        go(match, *["wait"] * 4)
    assert (table(match)["phase"], table(match)["ticks"], table(match)["quiet"]) == ("market", ticks, ticks)
    assert [event["offered"] for event in told(match, "opened")] == [False]
    assert len(match.actors) == 4


@pytest.mark.rule("C-03")
def test_the_seed_and_the_actions_make_the_match() -> None:
    options = {"h3_ticks": 12, "hand_cap": 2}
    match = random_match(6, 5, options)
    again = HONORS3.match(6, seed=5, options=options, hold_table=True)
    for seat, action in match.moves:
        again.play(seat, action)
    assert bytes(again) == bytes(match)
    other = HONORS3.match(6, seed=6, options=options, hold_table=True)
    play_on(other, random.Random(5))
    assert bytes(other) != bytes(match)
