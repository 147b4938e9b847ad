"""A table that is set back stands as it did, but for what people cannot forget."""

from functools import partial

import pytest

from parlour.errors import IllegalAction, Refused
from parlour.table import facts, tokens, wire
from parlour.table.answers import Answers
from parlour.table.places import Chair
from parlour.table.room import PAUSED, PLAYING, Room
from parlour.table.schedule import deadline
from parlour.table.telling import restored
from tests.table.house import House, at_random


def set_back(house: House, lines: int) -> Room:
    """Set a house back to so many lines of its log; its room then."""
    house.log.append(facts.Step(house.now, (facts.Restored(lines, house.room.number),)))
    house.room = house.again()
    return house.room


def later_than(house: House, number: int) -> bool:
    """Whether something has happened since an event."""
    return house.room.number > number


def match_and_seats(room: Room) -> tuple[bytes, list[tuple[int | None, str]], list[str]]:
    """What is to be as it was: the match, who sits where, and who has not resigned."""
    seats = [(seat.member, seat.bot) for seat in room.seats]
    return bytes(room.running), seats, [member.name for member in room.present if not member.resigned]


def test_what_was_done_is_undone_and_the_table_waits_for_its_players() -> None:
    house = House("cam").begin(people=2)
    house.act(0, house.turn(0))
    lines, before = len(house.log), match_and_seats(house.room)
    house.act(1, house.turn(1))
    house.do(0, wire.Remove(1))
    number = house.room.number
    room = set_back(house, lines)
    assert match_and_seats(room) == before
    assert (room.phase, room.number, room.steps) == (PAUSED, number + 1, len(house.log))
    assert restored(room).news == [{"is": "restored"}]
    assert room.tokens[b"token 1"] == 1
    house.do(1, wire.Resume())
    house.act(1, house.turn(1))
    assert house.again().running.moves == room.running.moves


def test_who_came_meanwhile_stays_and_watches_and_who_left_is_back() -> None:
    house = House("kardkelly").dealt(people=3)
    lines = len(house.log)
    dora, eve = house.come("Dora"), house.come("Eve")
    house.do(2, wire.Leave())
    house.do(dora, wire.Leave())
    house.do(0, wire.Mute(eve, True))
    room = set_back(house, lines)
    assert [member.name for member in room.present] == ["Ann", "Guest 1", "Guest 2", "Eve"]
    assert room.members[eve].muted
    assert (room.tokens[b"token 2"], room.tokens[b"token %d" % eve]) == (2, eve)
    assert b"token %d" % dora not in room.tokens
    assert [seat.member for seat in room.seats[:3]] == [0, 1, 2]
    assert [member.id for member in room.present if member.host] == [0]


def test_nobody_forgets_the_hand_that_they_have_seen() -> None:
    house = House("kamra").dealt(people=2)
    lines, dora = len(house.log), house.come("Dora")
    house.do(dora, wire.Wish(2))
    for member in (0, 1):
        house.do(member, wire.Vote("seat", True))
    assert house.room.seats[2].member == dora
    room = set_back(house, lines)
    assert room.seats[2].member is None
    assert room.members[dora].held == 2
    house.do(0, wire.Resume())
    assert house.refuses(dora, wire.Wish(3)) == "wrong_phase"


def test_what_was_answered_stays_answered() -> None:
    house = House("cam").begin(people=2)
    lines = len(house.log)
    house.do(0, wire.Act(house.turn(0)), key="carried out")
    number = house.room.number
    house.write(facts.Step(house.now, (), 1, "refused", facts.Grounds.of(Refused("illegal", "No."))))
    room = set_back(house, lines)
    assert room.answer_to(0, "carried out") == number
    assert isinstance(room.answer_to(1, "refused"), Refused)
    assert isinstance(room.answers, Answers)


def test_what_somebody_decided_before_they_knew_is_stale() -> None:
    house = House("cam").begin(people=2)
    lines = len(house.log)
    house.act(0, house.turn(0))
    number = house.room.number
    set_back(house, lines)
    house.do(0, wire.Resume())
    for seen in (number - 1, number):
        assert house.refuses(0, wire.Act(house.turn(0), seen)) == "stale"
    house.act(0, house.turn(0), house.room.number)


def test_time_stood_still_since_the_moment_to_which_a_table_is_set_back() -> None:
    house = House("cam", clock=wire.Clock(match=600.0)).begin(people=2)
    house.pass_time(10.0)
    house.do(1, wire.Chat("Hello"))
    lines, left = len(house.log), (deadline(house.room, 0) or 0.0) - house.now
    house.pass_time(100.0)
    house.act(0, house.turn(0))
    assert house.room.seats[0].spent > 100.0
    house.pass_time(1000.0)
    set_back(house, lines)
    house.pass_time(1000.0)
    house.do(0, wire.Resume())
    assert (deadline(house.room, 0) or 0.0) - house.now == pytest.approx(left)


def test_a_table_that_was_paused_is_paused_as_long() -> None:
    house = House("cam", clock=wire.Clock(move=60.0)).begin(people=2)
    house.pass_time(10.0)
    left = (deadline(house.room, 0) or 0.0) - house.now
    house.do(0, wire.Pause())
    house.pass_time(20.0)
    house.do(1, wire.Chat("Hello"))
    lines = len(house.log)
    house.do(0, wire.Resume())
    set_back(house, lines)
    house.do(0, wire.Resume())
    assert (deadline(house.room, 0) or 0.0) - house.now == pytest.approx(left)


def test_what_was_set_back_can_be_set_back_again_and_forward() -> None:
    house, choose = House("cam").begin(people=2), at_random(1)
    marks = []
    for _ in range(6):
        marks.append((len(house.log), match_and_seats(house.room)))
        house.play_until(partial(later_than, house, house.room.number), choose, people=1.0)
    for place in (4, 1, 5, 3, 0, 2):
        lines, before = marks[place]
        assert match_and_seats(set_back(house, lines)) == before
    house.do(0, wire.Resume())
    assert house.room.phase == PLAYING
    house.play_out(choose, people=1.0)
    assert house.room.running.over


def test_a_table_that_cannot_be_played_again_is_set_back_all_the_same() -> None:
    house = House("cam").begin(people=2)
    lines, before = len(house.log), match_and_seats(house.room)
    house.log.append(facts.Step(house.now, (facts.Acted(1, (0,), "person"),), 1, "spoilt"))
    with pytest.raises(IllegalAction):
        house.again()
    house.log.append(facts.Step(house.now, (facts.Joined(2, "Guest 1", tokens.digest("t")),)))
    room = set_back(house, lines)
    assert match_and_seats(room) == (*before[:2], [*before[2], "Guest 1 2"])
    assert room.seats[0] == Chair(0, since=room.seats[0].since, number=room.number)
