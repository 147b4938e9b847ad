"""Votes: what all agree on happens, and nobody's absence holds the others up."""

from typing import Any

import pytest

from parlour.core.contract import TABLE
from parlour.errors import Refused
from parlour.table import facts, tokens, wire
from parlour.table.agreements import another
from parlour.table.asked import Asked
from parlour.table.decide import set_up
from parlour.table.room import OVER, PLAYING, Room
from parlour.table.telling import welcome
from tests.short import short
from tests.table.house import House, at_random


def test_a_match_ends_when_all_who_play_agree() -> None:
    house = House("kamra").dealt(people=3)
    guest = house.come("Guest")
    assert house.refuses(guest, wire.Vote("end")) == "no_seat"
    assert house.refuses(0, wire.Vote("end", False)) == "nothing"
    house.do(0, wire.Vote("end"))
    assert house.sees(None).table.votes == {"end": [0]}
    assert house.refuses(0, wire.Vote("end")) == "voted"
    house.do(1, wire.Vote("end"))
    assert house.room.phase == PLAYING
    house.do(2, wire.Vote("end"))
    assert (house.room.phase, house.room.ended, house.room.votes) == (OVER, "agreement", {})


def test_a_no_ends_the_proposal() -> None:
    house = House("kamra").dealt(people=3)
    house.do(0, wire.Vote("end"))
    house.do(1, wire.Vote("end"))
    house.do(2, wire.Vote("end", False))
    assert house.sees(None).table.votes == {}
    house.do(2, wire.Vote("end"))
    assert house.room.phase == PLAYING


def test_playing_on_does_not_end_a_vote_to_end() -> None:
    house = House("cam").begin(people=2)
    house.do(1, wire.Vote("end"))
    house.act(0, house.turn(0))
    assert house.room.votes == {"end": [1]}
    house.do(0, wire.Vote("end"))
    assert house.room.phase == OVER


@pytest.mark.parametrize("going", [wire.Stand(), wire.Leave(), wire.Resign()])
def test_no_vote_hangs_on_somebody_who_goes(going: wire.AnyCommand) -> None:
    house = House("kamra").dealt(people=3)
    house.do(0, wire.Vote("end"))
    house.do(1, wire.Vote("end"))
    house.do(2, going)
    assert house.room.votes == {}  # those who are left say it again
    house.do(0, wire.Vote("end"))
    house.do(1, wire.Vote("end"))
    assert house.room.ended == "agreement"


def test_who_is_away_holds_nobody_up_and_may_come_back_to_vote() -> None:
    house = House("cam", clock=wire.Clock(grace=5.0)).begin(people=2)
    house.pass_time(6.0)
    house.do(1, wire.TakeOver(0))
    house.do(0, wire.Vote("end"))
    assert house.room.seats[0].by_hand
    assert (house.room.phase, house.room.votes) == (PLAYING, {"end": [0]})
    house.do(1, wire.Vote("end"))
    assert house.room.ended == "agreement"
    other = House("cam", clock=wire.Clock(grace=5.0)).begin(people=2)
    other.pass_time(6.0)
    other.do(1, wire.Vote("end"))
    other.do(1, wire.TakeOver(0))
    assert other.room.votes == {}
    other.do(1, wire.Vote("end"))
    assert other.room.ended == "agreement"


@pytest.mark.rule("BC-G17")
def test_bacarac_ends_between_hands_with_a_vote_that_computer_players_join() -> None:
    house = House("bacarac", 3, seed=2, options={"hands": 5}, pause=5.0).dealt(people=2)
    house.do(0, wire.Vote("end"))
    house.do(1, wire.Vote("end"))
    assert house.room.phase == PLAYING  # the hand is played to its end
    assert house.sees(None).table.votes == {"end": [0, 1]}
    house.play_until(lambda: house.room.dealing, at_random(2), people=1.0)
    house.play_until(lambda: not house.room.dealing, at_random(2), people=1.0)
    assert "agreed" in [event["kind"] for told in house.heard[None][-2:] for event in told.events]
    house.play_out(at_random(2), people=1.0)
    assert house.room.ended == "rules"


def test_who_thinks_better_of_it_plays_on() -> None:
    house = House("bacarac", 3, seed=2, options={"hands": 2}).dealt(people=1)
    house.do(0, wire.Vote("end"))
    house.do(0, wire.Vote("end", False))
    house.play_until(lambda: house.room.dealing, at_random(2), people=1.0)
    house.play_until(lambda: not house.room.dealing, at_random(2), people=1.0)
    assert "agreed" not in [event["kind"] for told in house.heard[None] for event in told.events]


# --- Taking back by consent ------------------------------------------------------------------------------------------


@pytest.mark.rule("C-06")
def test_at_a_friendly_table_all_may_agree_to_take_a_move_back() -> None:
    house = House("kamra", friendly=True, seed=6).dealt(people=4)
    house.play_until(lambda: "play $" in str(house.room.running.legal(house.room.actors[0])), at_random(1), 1.0)
    (seat,) = house.room.actors
    before = bytes(house.room.running)
    house.act(seat, house.idle(seat))
    member = [owner.member for owner in house.room.seats]
    assert house.refuses(member[seat] or 0, wire.TakeBack()) == "revealed"
    house.do(member[seat] or 0, wire.Vote("take_back"))
    for other in range(4):
        if other != seat:
            house.do(member[other] or 0, wire.Vote("take_back"))
    assert bytes(house.room.running) == before
    assert house.room.votes == {}
    assert house.heard[None][-1].news[-1] == {"is": "taken_back"}
    assert house.room.actors == (seat,)


def test_a_move_is_taken_back_with_what_came_after_it() -> None:
    house = House("cam", friendly=True).begin(people=2)
    before = bytes(house.room.running)
    house.act(0, house.turn(0))
    house.act(1, house.turn(1))
    assert len(house.room.running.moves) > 2  # a canter is a leg and its end
    house.do(0, wire.Vote("take_back"))
    house.do(1, wire.Vote("take_back"))
    assert bytes(house.room.running) == before
    assert house.room.done == []


def test_elsewhere_or_for_nothing_there_is_no_such_vote() -> None:
    house = House("cam").begin(people=2)
    assert house.refuses(0, wire.Vote("take_back")) == "not_friendly"
    house = House("cam", friendly=True).begin(people=2)
    assert house.refuses(0, wire.Vote("take_back")) == "nothing"


def test_who_acts_ends_a_vote_to_take_back_and_all_are_told() -> None:
    house = House("cam", friendly=True).begin(people=2)
    house.act(0, house.turn(0))
    house.do(0, wire.Vote("take_back"))
    house.act(1, house.turn(1))
    assert house.room.votes == {}
    assert house.heard[0][-1].table is not None
    assert house.heard[0][-1].table.votes == {}
    assert house.heard[0][-2].table is not None
    house.act(0, house.turn(0))
    assert house.heard[0][-1].table is None  # nothing of the table has changed


# --- Another match ----------------------------------------------------------------------------------------------------


def played(people: int = 2, **settings: Any) -> House:
    house = House("cam", options=short("cam"), **settings).begin(people)
    house.play_out(at_random(3))
    return house


def test_another_match_is_another_table_with_the_seats_rotated() -> None:
    house = played(title="Friday", friendly=True)
    guest = house.come("Guest")
    house.do(0, wire.Mute(guest))
    house.do(0, wire.Vote("rematch"))
    assert house.founded is None
    house.do(1, wire.Vote("rematch"))
    assert house.founded is not None
    id, step = house.founded
    assert house.sees(None).table.next == id
    assert house.refuses(0, wire.Vote("rematch")) == "over"
    table = welcome(Room.of(id, [facts.unpack(facts.pack(step))]), 0).table
    assert [seat.name for seat in table.seats] == ["Guest 1", "Ann"]
    assert (table.phase, table.title, table.settings.friendly) == ("gathering", "Friday", True)
    assert [(member.name, member.host, member.muted) for member in table.members] == [
        ("Ann", True, False),
        ("Guest 1", False, False),
        ("Guest", False, True),
    ]
    assert table.commitment != house.sees(None).table.commitment
    again = Room.of(id, [step])
    assert again.tokens == house.room.tokens


def test_in_another_match_everybody_sits_one_seat_further_round() -> None:
    house = House("honors4", 3, options=short("honors4")).begin(people=3)
    house.play_out(at_random(3))
    for member in range(3):
        house.do(member, wire.Vote("rematch"))
    assert house.founded is not None
    again = Room.of(house.founded[0], [house.founded[1]])
    assert [seat.member for seat in house.room.seats] == [0, 1, 2]
    assert [seat.member for seat in again.seats] == [2, 0, 1]


def test_only_after_the_end_and_only_by_who_played() -> None:
    house = House("cam").begin(people=2)
    assert house.refuses(0, wire.Vote("rematch")) == "wrong_phase"
    house = played()
    assert house.refuses(house.come("Guest"), wire.Vote("rematch")) == "no_seat"


def test_who_left_or_resigned_does_not_hold_up_another_match() -> None:
    house = played()
    house.do(0, wire.Leave())
    house.do(1, wire.Vote("rematch"))
    assert house.founded is not None
    room = Room.of("next", [house.founded[1]])
    assert [seat.member for seat in room.seats] == [0, None]
    assert room.members[0].host
    house = House("cam").begin(people=2)
    house.do(0, wire.Resign())
    house.do(1, wire.Vote("rematch"))
    assert house.founded is not None


def test_who_resigned_against_a_computer_player_may_have_another_match() -> None:
    house = House("cam").begin(people=1)
    house.do(0, wire.Stretch(4.0))
    house.do(0, wire.Resign())
    house.do(0, wire.Vote("rematch"))
    assert house.founded is not None
    room = Room.of("next", [house.founded[1]])
    assert [(seat.member, seat.bot) for seat in room.seats] == [(None, "random"), (0, "")]
    assert room.stretch == 4.0
    assert not room.members[0].resigned


def test_the_world_has_no_vote() -> None:
    house = House("kamra", bot_delay=5.0).begin(people=1)
    assert house.room.actors == (TABLE,)
    house.do(0, wire.Vote("end"))
    assert house.room.ended == "agreement"


# --- Another table with the same people -------------------------------------------------------------------------------


def follow(house: House, member: int, new: wire.NewTable) -> Room:
    """The table of another kind that a member opens after a match."""
    opened = set_up(new, house.secret(32))
    made = another(Asked(house.room, member, house.now, house.secret), opened)
    house.write(facts.Step(house.now, tuple(made)))
    assert house.room.founds is not None
    id, step = house.room.founds
    assert house.sees(None).table.next == id == house.again().next
    return Room.of(id, [facts.unpack(step)])


def test_after_a_match_another_game_begins_with_the_same_people_in_their_seats() -> None:
    house = House("cam", options=short("cam"), password="sesame")
    house.do(0, wire.Sit(0))
    house.come("Guest 1", "sesame", watch=False)
    house.do(0, wire.Start())
    house.pass_time(4.0)
    watcher = house.come("Zoe", "sesame")
    house.do(0, wire.Mute(watcher))
    house.play_out(at_random(3))
    assert house.refuses(watcher, wire.Act("turn")) == "over"
    with pytest.raises(Refused) as caught:
        follow(house, watcher, wire.NewTable("kamra", "Zoe"))
    assert caught.value.code == "no_seat"
    room = follow(house, 1, wire.NewTable("kamra", "Bob", 4, {"target": 500}, wire.Settings(tempo="slow")))
    assert (room.game.name, room.options["target"], room.settings.tempo) == ("kamra", 500, "slow")
    assert [seat.member for seat in room.seats] == [0, 1, None, None]
    assert [(each.name, each.host, each.muted) for each in room.members] == [
        ("Ann", False, False),
        ("Guest 1", True, False),
        ("Zoe", False, True),
    ]
    assert room.tokens == house.room.tokens
    assert room.lock == house.room.lock
    with pytest.raises(Refused) as caught:
        follow(house, 0, wire.NewTable("kamra", "Ann"))
    assert caught.value.code == "over"


def test_people_come_before_computer_players_where_there_are_fewer_seats() -> None:
    house = House("honors4", 6, options=short("honors4"))
    for seat in (0, 3, 5):
        house.do(house.come(f"Guest {seat}") if seat else 0, wire.Sit(seat))
    for seat in (1, 2, 4):
        house.do(0, wire.AddBot(seat, "novice"))
    house.do(0, wire.Start())
    house.pass_time(4.0)
    house.play_out(at_random(3))
    house.do(1, wire.Leave())
    room = follow(house, 0, wire.NewTable("kamra", "Ann"))
    assert [seat.bot or seat.member for seat in room.seats] == [0, "novice", "novice", 1]
    assert [member.name for member in room.members] == ["Ann", "Guest 5"]


def test_nothing_follows_a_match_that_is_not_over() -> None:
    house = House("cam").begin(people=2)
    with pytest.raises(Refused) as caught:
        follow(house, 0, wire.NewTable("cam", "Ann"))
    assert caught.value.code == "wrong_phase"


def test_who_shares_a_device_shares_it_at_the_next_table() -> None:
    house = House("cam", options=short("cam"))
    house.do(0, wire.Sit(0))
    house.room.tokens[tokens.digest("ann's")] = 0
    house.do(house.come("Bob", watch=False, shares="ann's"), wire.Tempo("fast"))
    house.do(0, wire.Start())
    house.pass_time(4.0)
    house.do(0, wire.Resign())
    room = follow(house, 0, wire.NewTable("cam", "Ann"))
    assert [member.shares for member in room.members] == [None, 0]
