"""A room is what its log made of it."""

import pytest

from parlour.errors import WrongVersion
from parlour.table import facts, wire
from parlour.table.room import MOST_ANSWERS, Room
from tests.table.house import House, picture


def test_answers_are_kept_for_commands_that_are_sent_again_and_not_for_ever() -> None:
    house = House("cam")
    bob = house.come("Bob")
    house.do(bob, wire.Chat("First"), key="first")
    assert house.room.answer_to(bob, "first") == (house.room.number, "")
    for number in range(3 * MOST_ANSWERS):
        house.do(0, wire.Chat("Spam"), key=str(number))
    assert len(house.room.answers[0]) == MOST_ANSWERS
    assert house.room.answer_to(bob, "first") is not None
    assert house.room.answer_to(0, str(2 * MOST_ANSWERS - 1)) is None
    assert house.room.answer_to(0, str(2 * MOST_ANSWERS)) is not None


def test_a_match_of_other_rules_is_not_played_on() -> None:
    house = House("cam").begin(people=2)
    steps = [
        facts.Step(step.at, tuple(facts.Begun(99) if isinstance(f, facts.Begun) else f for f in step.facts))
        for step in house.log
    ]
    with pytest.raises(WrongVersion):
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
