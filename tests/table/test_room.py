"""A room is what its log made of it."""

import tracemalloc

import pytest
from msgspec.structs import replace

from parlour.errors import Refused, WrongVersion
from parlour.table import facts, wire
from parlour.table.answers import MOST_REFUSED, Answers
from parlour.table.room import Room
from tests.table.house import House, picture


def test_what_was_carried_out_is_known_as_long_as_the_table_lives() -> None:
    house = House("cam")
    bob, first = house.come("Bob"), {}
    for number in range(2000):
        house.do((0, bob)[number % 2], wire.Chat("Hello"), key=f"{number // 2}")
        first[number % 2 and bob, f"{number // 2}"] = house.room.number
    for room in (house.room, house.again()):
        assert {asked: room.answer_to(*asked) for asked in first} == first
        assert room.answer_to(0, "1000") is room.answer_to(2, "1") is None


def test_of_what_was_refused_the_last_of_every_member_are_known() -> None:
    house = House("cam")
    why = Refused("illegal", "No.", "CAM-1")
    why.saying, why.given = "no", {"card": "A-1"}
    for number in range(MOST_REFUSED + 1):
        house.write(facts.Step(house.now, (), 0, f"{number}", facts.Grounds.of(why)))
    house.write(facts.Step(house.now, (), 1, "0", facts.Grounds.of(why)))
    for room in (house.room, house.again()):
        assert room.answer_to(0, "0") is None
        for asked in ((0, "1"), (0, f"{MOST_REFUSED}"), (1, "0")):
            again = room.answer_to(*asked)
            assert isinstance(again, Refused)
            assert (str(again), vars(again)) == (str(why), vars(why))


def test_what_changed_nothing_is_nobodys_business() -> None:
    house = House("cam")
    number, heard, attended = house.room.number, len(house.heard[None]), house.room.attended
    house.now += 100.0
    house.write(facts.Step(house.now, (), 0, "a"))
    assert (house.room.number, len(house.heard[None]), house.room.attended) == (number, heard, attended)


def test_answers_take_few_bytes() -> None:
    answers, step = Answers(), facts.Step(0.0, (), 0, "")
    tracemalloc.start()
    for number in range(100_000):
        step.key = f"{number}"
        answers.keep(step, number)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 40 * 100_000
    assert answers.find(0, "77777") == 77777


def test_a_match_of_other_rules_is_not_played_on() -> None:
    house = House("cam").begin(people=2)
    steps = [
        facts.Step(step.at, tuple(facts.Begun(99) if isinstance(f, facts.Begun) else f for f in step.facts))
        for step in house.log
    ]
    with pytest.raises(WrongVersion):
        Room.of("table", steps)


def test_a_match_from_a_position_as_it_was_written_before_is_not_played_on() -> None:
    old = "bid 3 -/-/-/- -,-,-,- - 0,0,0,0 0,0"
    steps = House("kamra").begin(people=4).log
    opened = [replace(fact, position=old) if isinstance(fact, facts.Opened) else fact for fact in steps[0].facts]
    steps[0] = replace(steps[0], facts=tuple(opened))
    with pytest.raises(WrongVersion, match="this match cannot go on"):
        Room.of("table", steps)


def test_a_room_knows_no_strange_facts() -> None:
    with pytest.raises(TypeError):
        Room("table").happen(facts.Fact(), 0.0)


def test_the_same_log_makes_the_same_room() -> None:
    house = House("honors1", seed=3).dealt(people=2)
    for seat in house.room.actors:
        if house.room.seats[seat].by_hand:
            house.act(seat, house.idle(seat))
    assert picture(house.again()) == picture(house.room)
    assert house.again().steps == len(house.log)


def test_a_seat_is_called_by_its_owner_its_player_or_its_place() -> None:
    house = House("kamra")
    house.do(0, wire.Sit(0))
    house.do(0, wire.AddBot(1, "novice"))
    assert [seat.name for seat in house.sees(0).table.seats[:3]] == ["Ann", "Bert", house.room.game.seat_name(2)]
    assert house.room.seat_of(None) is None
