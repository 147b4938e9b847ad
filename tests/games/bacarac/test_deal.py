"""Seats, the deal, the dead hand and the ante."""

import random
from collections import Counter

import pytest

from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import SeatError
from parlour.games.bacarac.table import DIVISION_NAMES

from .table import BACARAC, between_hands, chips, dealt, play_on, table, told

SIZES = {2: (18, 17), 3: (13, 13), 4: (11, 10), 5: (9, 8), 6: (8, 7), 7: (7, 6), 8: (6, 5), 9: (6, 5), 10: (5, 4)}


@pytest.mark.rule("BC-01")
def test_two_to_ten_may_play() -> None:
    for seats in range(2, 11):
        assert BACARAC.match(seats, seed=1).seats == seats
    for seats in (1, 11):
        with pytest.raises(SeatError):
            BACARAC.match(seats)


@pytest.mark.rule("BC-02", "BC-04", "BC-G02", "C-02")
@pytest.mark.parametrize("seats", range(2, 11))
def test_all_cards_are_dealt_and_the_dead_hand_has_the_fewest(seats: int) -> None:
    match = dealt(seats, seed=seats)
    dealer = table(match)["dealer"]
    order = [(dealer + 1 + i) % seats for i in range(seats)]
    sizes = [table(match)["held"][seat] for seat in order] + [int(match.state.dead).bit_count()]
    assert sum(sizes) == 52
    assert (max(sizes), min(sizes)) == SIZES[seats]
    assert sizes == sorted(sizes, reverse=True)  # the odd cards from the dealer's left, the dead hand last


@pytest.mark.rule("T-BC-02", "BC-G03")
def test_ten_players() -> None:
    match = dealt(10, seed=4)
    dealer = table(match)["dealer"]
    sizes = [table(match)["held"][(dealer + 1 + i) % 10] for i in range(10)]
    assert sizes == [5] * 8 + [4, 4]
    assert int(match.state.dead).bit_count() == 4


@pytest.mark.rule("BC-G02", "BC-G29")
@pytest.mark.parametrize("seats", [4, 10])
def test_the_dead_hand_may_come_first(seats: int) -> None:
    match = dealt(seats, seed=4, dead_first=True)
    dealer = table(match)["dealer"]
    sizes = [table(match)["held"][(dealer + 1 + i) % seats] for i in range(seats)]
    dead = int(match.state.dead).bit_count()
    assert (sizes, dead) == (([5] * 7 + [4] * 3, 5) if seats == 10 else ([11, 10, 10, 10], 11))


@pytest.mark.rule("BC-05", "BC-G23")
def test_nobody_sees_the_dead_hand_before_the_end() -> None:
    match = dealt(4, seed=1)
    while not between_hands(match):
        assert all(table(match, seat)["dead"] is None for seat in (*range(4), None))
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    assert len(table(match)["dead"]) == 10
    assert told(match, "dead_hand")[0]["cards"] == table(match)["dead"]


@pytest.mark.rule("BC-03", "BC-06", "BC-07", "BC-08", "BC-09", "BC-10", "BC-G01", "BC-G20", "T-BC-01")
def test_the_ante_of_four() -> None:
    match = dealt(4)
    assert [chips(match, name) for name in DIVISION_NAMES] == [12, 4, 8, 4, 4, 4, 4, 4, 4, 4]
    assert DIVISION_NAMES == ("kitty", "pot", "8-9-10", "A", "K", "Q", "J", "10", "K-Q", "J-10")
    assert sum(table(match)["board"].values()) == 52
    assert list(match.scores) == [-13] * 4


@pytest.mark.rule("BC-34", "BC-37", "BC-38", "BC-G15", "C-09", "C-04")
def test_everybody_antes_again_on_top_and_the_deal_goes_left() -> None:
    match = dealt(5, seed=3)
    rng = random.Random(1)
    for _ in range(4):
        play_on(match, rng, until=between_hands)
        before, dealer = table(match)["board"], table(match)["dealer"]
        assert dealer == (told(match, "anted")[-1]["seat"] + 1) % 5
        match.play(TABLE, "deal")
        after = table(match)["board"]
        assert [after[name] - before[name] for name in DIVISION_NAMES] == [15, 5, 10, 5, 5, 5, 5, 5, 5, 5]
        assert told(match, "anted")[-1] == told(match, "anted")[-1] | {"seat": dealer, "chips": 13}
        assert sum(match.scores) + sum(after.values()) == 0


@pytest.mark.rule("BC-G22", "C-04")
def test_any_seat_may_deal_first() -> None:
    first = Counter(table(BACARAC.match(4, seed=seed, hold_table=True))["dealer"] for seed in range(400))
    assert set(first) == {0, 1, 2, 3}
    assert max(first.values()) < 140


@pytest.mark.rule("C-03")
def test_every_card_may_come_to_every_hand() -> None:
    """The King of Hearts is dead as often as chance would have it."""
    times = 4_000 if compiled() else 300
    dead = sum((int(dealt(3, seed=seed).state.dead) >> 37) & 1 for seed in range(times))
    assert abs(dead - times / 4) < 4 * (times * 3 / 16) ** 0.5
