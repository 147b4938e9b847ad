"""The pack and the deal."""

import random
from collections import Counter
from math import comb

import pytest

from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.pack.books import LETTERS, PACK, number_of
from parlour.errors import SeatError

from .table import CARDS, HONORS, centre_of, dealt, hand, play_on, table, told


@pytest.mark.rule("H0-01", "H0-02", "H0-G01", "H1-01")
def test_the_pack_has_twelve_books_of_four_numbered_cards() -> None:
    assert list(PACK.names) == CARDS
    assert len(LETTERS) == 12 == len({name[0] for name in PACK.names})
    for letter in LETTERS:
        book = [card for card, name in enumerate(PACK.names) if name[0] == letter]
        assert sum(number_of(card) for card in book) == 10
    assert sum(number_of(card) for card in range(48)) == 120


@pytest.mark.rule("H1-02")
def test_two_to_eight_play() -> None:
    for seats in range(2, 9):
        assert dealt(seats, 1).seats == seats
    for seats in (1, 9):
        with pytest.raises(SeatError):
            HONORS.match(seats=seats)


@pytest.mark.rule("T-H1-03", "H1-03", "H1-04", "H1-05", "C-02", "H0-01")
@pytest.mark.parametrize("seats", range(2, 9))
def test_how_many_cards_everybody_gets(seats: int) -> None:
    sizes = {2: (6,) * 2, 3: (6,) * 3, 4: (6,) * 4, 5: (10, 10, 10, 9, 9), 6: (8,) * 6, 7: (7,) * 6 + (6,), 8: (6,) * 8}
    for seed in range(20):
        match = dealt(seats, seed)
        dealer = table(match)["dealer"]
        if told(match, "laid"):
            continue
        assert tuple(table(match)["held"][(dealer + 1 + i) % seats] for i in range(seats)) == sizes[seats]
        assert table(match)["centre"] == 48 - sum(sizes[seats])
        everything = [card for seat in range(seats) for card in hand(match, seat)] + centre_of(match)
        assert sorted(everything) == CARDS
        s = match.state
        takers = [next(q for q in range(seats) if int(s.received[q]) >> place & 1) for place in range(s.next)]
        assert takers == [(dealer + 1 + place) % seats for place in range(s.next)]  # singly, from the left


@pytest.mark.rule("H0-G02", "C-04")
def test_any_seat_deals_first_and_then_the_deal_goes_left() -> None:
    first = Counter(table(dealt(4, seed))["dealer"] for seed in range(200 if compiled() else 40))
    assert set(first) == {0, 1, 2, 3}
    match = dealt(3, 5, h1_stagnation=1)
    dealer = table(match)["dealer"]
    play_on(match, random.Random(1), until=lambda match: match.actors == (TABLE,))
    match.play(TABLE, "deal")
    assert table(match)["dealer"] == (dealer + 1) % 3


@pytest.mark.rule("H1-06")
def test_the_dealers_left_asks_first() -> None:
    for seed in range(5):
        match = dealt(4, seed)
        assert match.actors == ((table(match)["dealer"] + 1) % 4,)


@pytest.mark.rule("H1-G11")
def test_a_book_dealt_whole_is_laid_at_once_in_turn_with_its_refill() -> None:
    found = 0
    for seed in range(400 if compiled() else 120):
        match = dealt(5, seed)
        laid = told(match, "laid")
        found += len(laid)
        dealer = table(match)["dealer"]
        order = [(event["seat"] - dealer - 1) % 5 for event in laid]
        assert order == sorted(order)
        for event in laid:
            cards = next(e["cards"] for e in match.events(event["seat"]) if e["kind"] == "dealt" and "cards" in e)
            assert [card for card in cards if card[0] == event["book"]] == [f"{event['book']}-{n}" for n in range(1, 5)]
    assert found > (5 if compiled() else 0)


@pytest.mark.rule("H1-G11", "H1-G06")
def test_a_dealt_book_is_refilled_from_the_centre() -> None:
    for seed in range(3_000):
        match = dealt(4, seed)
        laid = told(match, "laid")
        if laid:
            assert table(match)["held"][laid[0]["seat"]] == 6
            assert table(match)["centre"] == 24 - 4 * len(laid)
            return
    raise AssertionError("no book was dealt whole")


@pytest.mark.rule("H1-G04")
@pytest.mark.parametrize(("seats", "quoted"), [(2, 97), (3, 82), (4, 47)])
def test_how_often_no_book_lies_wholly_in_the_dealt_hands(seats: int, quoted: int) -> None:
    """Counted exactly: by inclusion and exclusion over the books among the cards dealt."""
    cards = 6 * seats
    ways = sum((-1) ** k * comb(12, k) * comb(48 - 4 * k, cards - 4 * k) for k in range(cards // 4 + 1))
    none = ways / comb(48, cards)
    assert abs(100 * none - quoted) < 0.6  # what is quoted was simulated
    deals = 4_000 if compiled() else 150
    without = 0
    for seed in range(deals):
        out = {int(card) for card in dealt(seats, seed).state.pack[: 6 * seats]}
        without += not any(all(4 * book + i in out for i in range(4)) for book in range(12))
    spread = 1.96 * (none * (1 - none) / deals) ** 0.5
    assert abs(without / deals - none) < 2 * spread


@pytest.mark.rule("C-03")
def test_the_order_of_the_pack_is_fair() -> None:
    """Every card is equally often dealt to the first player."""
    counts: Counter[str] = Counter()
    deals = 2_400 if compiled() else 160
    for seed in range(deals):
        match = dealt(4, f"fair {seed}")
        counts.update(CARDS[int(card)] for card in match.state.pack[:4])
    expected = 4 * deals / 48
    assert sum((counts[card] - expected) ** 2 / expected for card in CARDS) < 48 + 4 * (2 * 48) ** 0.5
