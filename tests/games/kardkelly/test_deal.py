"""The box, the deal, and who starts."""

from collections import Counter

import pytest

from parlour.core.contract import TABLE
from parlour.errors import SeatError

from .table import KELLY, go, layout, table, texts, told

SEATS = range(2, 16)


@pytest.mark.rule("KK-01", "KK-04")
@pytest.mark.parametrize("seats", SEATS)
def test_the_pack_has_forty_cards_in_any_order(seats: int) -> None:
    packs = [KELLY.match(seats, seed=seed).state.pack.tolist() for seed in range(5)]
    for pack in packs:
        count = Counter(pack)
        assert [count[number] for number in range(1, 16)] == [1] * 15
        assert sorted(count.values())[-2:] == [10, 15]
        assert len(pack) == 40
    assert len({tuple(pack) for pack in packs}) == 5


@pytest.mark.rule("KK-02", "KK-05", "KK-06", "KK-G08")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_draws_a_disk_and_shows_it(seats: int) -> None:
    match = KELLY.match(seats, seed=seats)
    disks = table(match)["disks"]
    assert len(set(disks)) == seats
    assert [event["disk"] for event in told(match, "disk")] == disks
    assert table(match)["disks_left"] == 15 - seats
    assert sorted([*disks, *match.state.pool[: 15 - seats].tolist()]) == list(range(1, 16))
    assert table(match)["out_of_play"] == []


@pytest.mark.rule("KK-05")
def test_no_view_shows_the_order_of_the_disks_to_come() -> None:
    match = KELLY.match(4, seed=3)
    twin = match.sample(None)
    assert twin.state.pool.tolist() != match.state.pool.tolist()
    assert sorted(twin.state.pool.tolist()) == sorted(match.state.pool.tolist())
    assert twin.view(None) == match.view(None)


@pytest.mark.rule("KK-03")
@pytest.mark.parametrize("seats", [0, 1, 16])
def test_two_to_fifteen_play(seats: int) -> None:
    with pytest.raises(SeatError, match="2 to 15"):
        KELLY.match(seats, seed=1)
    assert (KELLY.fewest, KELLY.most) == (2, 15)


@pytest.mark.rule("KK-08", "KK-09", "C-09")
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_puts_in_a_counter(seats: int) -> None:
    match = KELLY.match(seats, seed=1)
    assert table(match)["pot"] == seats
    assert match.scores == (-1,) * seats
    assert told(match, "ante") == [{"kind": "ante", "seat": "table", "rule": "KK-09", "paid": seats, "pot": seats}]


@pytest.mark.rule("KK-07")
@pytest.mark.parametrize("seats", SEATS)
def test_the_lowest_disk_starts_the_first_hand(seats: int) -> None:
    for seed in range(5):
        match = KELLY.match(seats, seed=seed)
        disks = table(match)["disks"]
        assert match.actors == (disks.index(min(disks)),)
        assert told(match, "starts")[0]["seat"] == disks.index(min(disks))


@pytest.mark.rule("KK-14", "KK-07", "KK-G02")
@pytest.mark.parametrize(("starter", "rotates"), [("rotate", True), ("lowest", False)])
def test_after_a_hand_all_begins_again(starter: str, rotates: bool) -> None:
    lowest = set()
    for seed in range(12):
        match = KELLY.match(
            position=layout("5 1 7", "5").position, seed=seed, options={"starter": starter}, hold_table=True
        )
        go(match, "turn")
        assert match.scores == (2, -1, -1)
        match.play(TABLE, "deal")
        disks = table(match)["disks"]
        first = 1 if rotates else disks.index(min(disks))
        lowest.add(disks.index(min(disks)))
        assert match.actors == (first,)
        assert (table(match)["pot"], table(match)["cards_left"], table(match)["disks_left"]) == (3, 40, 12)
        assert match.scores == (1, -2, -2)
    assert lowest == {0, 1, 2}


@pytest.mark.rule("KK-G02", "KK-G15", "KK-G26")
@pytest.mark.parametrize("starter", ["rotate", "lowest"])
def test_headers_count_for_the_rotation(starter: str) -> None:
    for seed in range(8):
        position = layout("5 1 7", "1 7 B 5").position
        match = KELLY.match(position=position, seed=seed, options={"starter": starter}, hold_table=True)
        go(match, "turn turn turn decline turn deal")
        disks = table(match)["disks"]
        assert table(match)["starter"] == (1 if starter == "rotate" else disks.index(min(disks)))


@pytest.mark.rule("KK-G15")
def test_a_header_is_dealt_like_a_hand_and_the_pot_stays() -> None:
    match = go(layout("5 1 7", "1 7 B S 5", pool="9"), "turn turn turn decline turn decline turn")
    assert match.actors == (TABLE,)
    assert match.legal(TABLE)[0].id == KELLY.notation.parse_action(match.state, TABLE, "deal")[0]
    pot, before = table(match)["pot"], match.scores
    match.play(TABLE, "deal")
    assert table(match)["pot"] == pot + 3
    assert match.scores == tuple(score - 1 for score in before)
    assert table(match)["alive"] == [0, 1, 2]
    assert (table(match)["cards_left"], table(match)["disks_left"], table(match)["out_of_play"]) == (40, 12, [])
    assert table(match)["headers"] == 1
    assert texts(match, match.actors[0]) == ["turn"]
