"""What can be taken back at a table, and what cannot."""

import pytest

from parlour.table import wire
from parlour.table.room import OVER
from parlour.table.schedule import deadline
from tests.table.house import House, at_random


@pytest.mark.rule("C-06")
def test_a_move_that_showed_nothing_is_taken_back_until_somebody_acts() -> None:
    house = House("cam").begin(people=2)
    assert house.refuses(0, wire.TakeBack()) == "too_late"
    before = bytes(house.room.running)
    house.act(0, house.turn(0))
    assert house.refuses(1, wire.TakeBack()) == "too_late"
    number = house.room.number
    house.do(0, wire.TakeBack())
    assert bytes(house.room.running) == before
    assert house.room.number == number + 1
    assert house.heard[1][-1].news == [{"is": "taken_back"}]
    assert house.heard[1][-1].events == []
    assert house.heard[1][-1].match == house.room.running.view(1)
    house.act(0, house.turn(0))
    assert len(house.heard[1][-1].events) > 0
    house.act(1, house.turn(1))
    assert house.refuses(0, wire.TakeBack()) == "too_late"


def test_a_turn_of_several_legs_is_taken_back_leg_by_leg_or_as_a_whole() -> None:
    choose = at_random(0)
    house = House("cam", seed=1).begin(people=2)

    def in_the_middle() -> bool:
        (seat,) = house.room.actors
        return house.room.running.unfinished(seat) and len(house.room.done) > 0

    house.play_until(in_the_middle, choose, people=1.0)
    (seat,) = house.room.actors
    fresh = house.room.running.clone()
    fresh.rewind(len(fresh.moves) - len(house.room.done))
    house.act(seat, house.idle(seat))
    for _ in range(len(house.room.done)):
        house.do(house.room.seats[seat].member or 0, wire.TakeBack())
    assert bytes(house.room.running) == bytes(fresh)
    whole = next(text for text in house.room.running.turns(seat) if "x" in text or text.count("-") > 1)
    house.act(seat, whole)
    assert len(house.room.done) == 1
    house.do(house.room.seats[seat].member or 0, wire.TakeBack())
    assert bytes(house.room.running) == bytes(fresh)


def until_done(house: House, seed: int, kinds: set[str], seat_is_person: bool = True) -> int | None:
    """Play until a person has just done something that made one of these events; his seat."""

    def told() -> bool:
        if house.room.phase == OVER:
            return True
        last = house.heard[None][-1]
        return bool(house.room.done) and any(event["kind"] in kinds for event in last.events)

    house.play_until(told, at_random(seed), people=1.0)
    return None if house.room.phase == OVER else house.room.done[-1].seat


@pytest.mark.rule("C-06", "KR-32")
@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("kamra", {"played"}),
        ("honors1", {"asked"}),
        ("honors2", {"drew"}),
        ("honors2", {"discarded"}),
        ("honors4", {"threw"}),
        ("kardkelly", {"turned"}),
        ("bacarac", {"laid"}),
    ],
)
def test_what_showed_a_hidden_card_is_not_taken_back(game: str, kinds: set[str]) -> None:
    house = House(game, seed=4).begin(people=8)
    seat = until_done(house, 4, kinds)
    assert seat is not None
    assert house.refuses(house.room.seats[seat].member or 0, wire.TakeBack()) == "revealed"


@pytest.mark.parametrize(
    ("game", "kinds"), [("kamra", {"contract"}), ("bacarac", {"checked"}), ("kardkelly", {"declined"})]
)
def test_what_showed_no_card_is_taken_back_at_card_tables_too(game: str, kinds: set[str]) -> None:
    for seed in range(20):
        house = House(game, seed=seed).begin(people=3)
        seat = until_done(house, seed, kinds)
        if seat is not None and {event["kind"] for event in house.heard[None][-1].events} == kinds:
            break
    assert seat is not None
    moves = len(house.room.running.moves)
    house.do(house.room.seats[seat].member or 0, wire.TakeBack())
    assert len(house.room.running.moves) == moves - 1
    assert house.room.actors == (seat,)


def test_an_answer_in_a_window_stays_given() -> None:
    house = House("kamra", seed=3, options={"manners": "strict"}).dealt(4)
    house.play_until(lambda: bool(house.room.windows), at_random(3), people=1.0)
    seat = min(house.room.windows)
    house.act(seat, "silent")
    assert house.refuses(house.room.seats[seat].member or 0, wire.TakeBack()) == "shared"


def test_an_idle_move_is_not_taken_back() -> None:
    house = House("cam", clock=wire.Clock(move=10.0)).begin(people=2)
    house.pass_time(11.0)
    assert house.refuses(0, wire.TakeBack()) == "too_late"


def test_a_pause_between_a_move_and_taking_it_back_costs_no_time() -> None:
    house = House("cam", clock=wire.Clock(move=60.0)).begin(people=2)
    asked = house.room.seats[0].since
    house.now = asked + 10
    house.act(0, house.turn(0))
    house.do(1, wire.Pause())
    house.now += 3600
    house.do(1, wire.Resume())
    house.do(0, wire.TakeBack())
    assert house.room.actors == (0,)
    assert deadline(house.room, 0) == house.now + 50


def test_who_has_given_up_takes_nothing_back() -> None:
    house = House("honors4", seats=3, seed=4).begin(people=3)
    seat = until_done(house, 4, {"drew"})
    assert seat is not None
    member = house.room.seats[seat].member or 0
    house.do(member, wire.Resign())
    assert house.room.done[-1].seat == seat
    assert house.refuses(member, wire.TakeBack()) == "resigned"
