"""The pack, the deal and who begins."""

import pytest

from parlour.core.contract import TABLE
from parlour.core.pack.books import PACK

from .table import HONORS2, layout, play, stock_of, table, told

STOCK_AFTER_DEAL = {2: 33, 3: 26, 4: 19, 5: 12, 6: 5}


@pytest.mark.rule("H0-01", "H0-02", "H0-G01", "H2-01", "H2-02", "H2-03")
@pytest.mark.parametrize("seats", STOCK_AFTER_DEAL)
def test_seven_cards_each_one_turned_up_and_the_rest_in_the_stock(seats: int) -> None:
    match = HONORS2.match(seats=seats, seed=seats)
    shown = table(match)
    assert shown["held"] == [7] * seats
    assert shown["stock"] == STOCK_AFTER_DEAL[seats]
    assert len(shown["row"]) == 1
    stock = stock_of(match)
    dealt = [card for seat in range(seats) for card in table(match, seat)["hand"]]
    assert sorted([*dealt, *shown["row"], *stock]) == sorted(PACK.names)
    assert len(PACK.names) == 48
    assert {name[0] for name in PACK.names} == set("ABCDEFGHIJKL")


@pytest.mark.rule("H2-G16", "C-02", "C-03")
def test_cards_are_dealt_singly_from_the_dealers_left() -> None:
    """The stock's order before the deal is worked out from the deal itself: seven rounds, then the card turned up."""
    from parlour.core.chance import shuffle
    from parlour.games.honors2.table import STATE

    match = HONORS2.match(seats=4, seed=5, hold_table=True)
    s = match.state
    fresh = match.state
    assert fresh.dtype == STATE.layout
    fresh.stock[:] = range(48)
    shuffle(fresh, fresh.stock)
    pack = [PACK.names[card] for card in reversed(fresh.stock.tolist())]
    match.play(TABLE, "deal")
    for place in range(4):
        seat = (int(s.dealer) + 1 + place) % 4
        assert table(match, seat)["hand"] == sorted(pack[place:28:4])
    assert table(match)["row"] == [pack[28]]
    assert stock_of(match) == pack[29:]


@pytest.mark.rule("H2-04", "H0-G02", "C-01", "C-04")
def test_any_seat_deals_first_and_its_left_hand_neighbour_begins() -> None:
    dealers = set()
    for seed in range(60):
        match = HONORS2.match(seats=5, seed=seed)
        dealer = table(match)["dealer"]
        dealers.add(dealer)
        assert match.actors == ((dealer + 1) % 5,)
        assert [str(action) for action in match.legal(match.actors[0])] == ["stock", "take 1"]
    assert dealers == set(range(5))


@pytest.mark.rule("H0-G02", "C-04", "H2-16")
def test_the_deal_goes_to_the_left_after_every_hand() -> None:
    match = layout(["A-1 A-2 A-3", "B-1", "B-2"], stock="K-1")
    play(match, "take 1", "lay A-1 A-2 A-3", f"discard {table(match)['row'][-1]}")
    assert told(match, "went_out") == [{"kind": "went_out", "seat": 0, "rule": "H2-16"}]
    assert match.actors == (TABLE,)
    assert table(match)["dealer"] == 0
    play(match, "deal")
    assert match.actors == (1,)
    assert table(match)["hands_played"] == 1
    assert table(match)["held"] == [7, 7, 7]


@pytest.mark.rule("H2-02", "C-07")
def test_nobody_sees_another_hand() -> None:
    match = HONORS2.match(seats=3, seed=2)
    for watcher in (0, 1, 2, None):
        dealt = told(match, "dealt", watcher)
        assert [event.get("cards") for event in dealt] == [
            table(match, seat)["hand"] if seat == watcher else None for seat in range(3)
        ]
