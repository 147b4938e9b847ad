"""What members may do at a table, what they may not, and with which code it is refused."""

from typing import Any

import msgspec
import pytest

from parlour.core import texts
from parlour.errors import OptionError, Refused, SeatError, UnknownGame
from parlour.table import facts, tokens, wire
from parlour.table.decide import (
    MOST_DEVICES,
    MOST_MEMBERS,
    STAND_IN,
    Asked,
    carry_out,
    decide,
    join,
    levels,
    open_table,
)
from parlour.table.room import GATHERING, MOST_CODES, OVER, PAUSED, PLAYING, STARTING, Room
from tests.short import short
from tests.table.house import House, at_random


def gathered(game: str = "cam", **settings: Any) -> tuple[House, int]:
    """A table with its host and a guest."""
    house = House(game, **settings)
    return house, house.come("Bob")


# --- Opening and joining ----------------------------------------------------------------------------------------------


def test_a_table_is_opened_by_its_host() -> None:
    house = House("kamra", title="Friday")
    table = house.sees(0).table
    assert (table.phase, table.title, len(table.seats), table.locked) == (GATHERING, "Friday", 4, False)
    assert table.members == [wire.MemberView(0, "Ann", True, False, None)]
    assert table.options["target"] == 300


@pytest.mark.parametrize(
    ("new", "error"),
    [
        (wire.NewTable("whist", "Ann"), UnknownGame),
        (wire.NewTable("cam", "Ann", seats=3), SeatError),
        (wire.NewTable("cam", "Ann", options={"nonsense": 1}), OptionError),
    ],
)
def test_what_cannot_be_played_is_not_opened(new: wire.NewTable, error: type[Exception]) -> None:
    with pytest.raises(error):
        open_table(new, b"token", bytes(32), 0.0)


def test_a_password_is_asked_for() -> None:
    house = House("cam", password="open sesame")
    assert house.sees(None).table.locked
    with pytest.raises(Refused) as caught:
        house.come("Bob", "Open Sesame")
    assert caught.value.code == "wrong_password"
    assert house.come("Bob", "open sesame") == 1
    assert b"sesame" not in facts.pack(house.log[0])
    assert house.room.deal.secret[:8] not in house.room.lock


def test_a_table_has_room_for_a_hundred() -> None:
    house = House("cam")
    for _ in range(MOST_MEMBERS - 1):
        house.come("Guest")
    with pytest.raises(Refused) as caught:
        join(house.room, wire.NewMember("Zoe"), b"token")
    assert caught.value.code == "full"
    assert len({member.name for member in house.room.members}) == MOST_MEMBERS
    house.do(5, wire.Leave())
    house.come("Zoe")


def test_nobody_can_pass_for_somebody_else() -> None:
    house = House("cam")
    assert house.room.members[house.come("ann")].name == "ann 2"
    assert house.room.members[house.come("ＡＮＮ")].name == "ＡＮＮ 3"
    house.do(1, wire.Rename("Ann"))
    assert house.room.members[1].name == "Ann 2"
    house.do(1, wire.Rename("Bob"))
    assert house.sees(None).table.members[1].name == "Bob"


def test_a_second_device_comes_with_a_code_once_and_soon() -> None:
    house, bob = gathered()
    old = house.do(bob, wire.Invite()).answer
    codes = [house.do(bob, wire.Invite()).answer for _ in range(MOST_CODES)]
    code, number = codes[0], house.room.number
    for wrong in (old, "23456789AB"):
        with pytest.raises(Refused) as caught:
            house.redeem(tokens.digest(wrong))
        assert caught.value.code == "wrong_code"
    house.redeem(tokens.digest(code), b"phone")
    assert house.room.tokens[b"phone"] == bob
    assert house.room.number == number  # nobody else noticed
    for used in codes:
        with pytest.raises(Refused):
            house.redeem(tokens.digest(used), b"stolen")
    kept = b"".join(facts.pack(step) for step in house.log)
    assert not any(each.encode() in kept for each in (old, *codes))
    late = house.do(bob, wire.Invite()).answer
    house.pass_time(601.0)
    with pytest.raises(Refused):
        house.redeem(tokens.digest(late))


def test_a_member_has_so_many_devices() -> None:
    house = House("cam")
    for number in range(MOST_DEVICES - 1):
        house.redeem(tokens.digest(house.do(0, wire.Invite()).answer), b"device %d" % number)
    with pytest.raises(Refused) as caught:
        house.redeem(tokens.digest(house.do(0, wire.Invite()).answer))
    assert caught.value.code == "full"


def test_a_code_of_somebody_who_left_is_worth_nothing() -> None:
    house, bob = gathered()
    code = house.do(bob, wire.Invite()).answer
    house.do(bob, wire.Leave())
    with pytest.raises(Refused) as caught:
        house.redeem(tokens.digest(code))
    assert caught.value.code == "wrong_code"
    assert bob not in house.room.tokens.values()


# --- Seats ------------------------------------------------------------------------------------------------------------


def test_seats_are_taken_changed_and_left() -> None:
    house, bob = gathered()
    house.do(0, wire.Sit(0))
    house.do(bob, wire.Sit(1))
    assert house.refuses(bob, wire.Sit(0)) == "taken"
    assert house.refuses(bob, wire.Sit(2)) == "no_such_seat"
    house.do(0, wire.Stand())
    house.do(bob, wire.Sit(0))
    assert [seat.member for seat in house.room.seats] == [bob, None]
    assert house.refuses(0, wire.Stand()) == "no_seat"


def test_the_host_puts_computer_players_in_seats_and_clears_them() -> None:
    house, bob = gathered()
    house.do(bob, wire.Sit(1))
    assert house.refuses(bob, wire.AddBot(0, "random")) == "not_host"
    assert house.refuses(0, wire.AddBot(1, "random")) == "taken"
    assert house.refuses(0, wire.AddBot(0, "deep-thought")) == "no_such_bot"
    assert house.refuses(0, wire.Empty(0)) == "empty"
    house.do(0, wire.AddBot(0, "random"))
    house.do(0, wire.AddBot(0, "novice"))
    assert house.sees(None).table.seats[0].name == "Ada"
    assert house.refuses(bob, wire.Sit(0)) == "taken"
    assert house.refuses(bob, wire.Empty(0)) == "not_host"
    for seat in (0, 1):
        house.do(0, wire.Empty(seat))
    assert all(seat.member is None and not seat.bot for seat in house.room.seats)
    assert house.refuses(0, wire.Empty(7)) == "no_such_seat"


def test_every_level_of_the_house_may_sit() -> None:
    house = House("cam")
    for level in ("random", "rulebook", "novice", "casual", "strong", "master"):
        assert level in levels()
        house.do(0, wire.AddBot(0, level))
    with pytest.raises(msgspec.ValidationError):
        house.do(0, wire.AddBot(0, "exec:rm"))


def test_the_host_starts_when_all_seats_are_filled() -> None:
    house, bob = gathered()
    house.do(0, wire.Sit(0))
    assert house.refuses(bob, wire.Start()) == "not_host"
    assert house.refuses(0, wire.Start()) == "empty_seats"
    house.do(bob, wire.Sit(1))
    house.do(0, wire.Start())
    assert house.room.phase == STARTING
    assert house.refuses(0, wire.Start()) == "wrong_phase"
    assert house.refuses(0, wire.Empty(1)) == "wrong_phase"
    house.pass_time(3.0)
    assert house.room.phase == PLAYING


def test_the_host_sends_somebody_away_and_a_computer_player_goes_on() -> None:
    house = House("cam").begin(people=2)
    assert house.refuses(1, wire.Remove(0)) == "not_host"
    assert house.refuses(0, wire.Remove(0)) == "own_seat"
    house.do(0, wire.Remove(1))
    assert (house.room.seats[1].member, house.room.seats[1].bot) == (None, STAND_IN)
    assert house.refuses(1, wire.Chat("Why?")) == "gone"
    assert house.refuses(0, wire.Remove(1)) == "no_such_member"
    assert 1 not in house.room.tokens.values()
    house.play_out(at_random(1))


@pytest.mark.parametrize("clock", [{"move": 0.001}, {"match": 5.0}, {"grace": 0.0}])
def test_a_clock_that_nobody_could_keep_to_is_refused(clock: dict[str, float]) -> None:
    with pytest.raises(OptionError, match="at least"):
        House("cam", clock=wire.Clock(**clock))
    House("cam", clock=wire.Clock(move=0.0, match=0.0, grace=1.0))


def test_in_a_match_a_computer_player_goes_on_for_who_leaves_and_a_newcomer_may_ask_for_its_seat() -> None:
    house = House("kamra").dealt(people=3)
    hand = house.sees(1).match["table"]["hand"]  # type: ignore[index]
    house.do(1, wire.Stand())
    assert house.sees(1).match["table"]["hand"] == []  # type: ignore[index]
    assert house.heard[None][-1].match is not None  # who stood up is shown what spectators see
    assert house.sees(None).table.seats[1] == wire.SeatView("Bert", None, "casual", False, False, None)
    zoe = house.come("Zoe")
    assert house.refuses(2, wire.Sit(1)) == "wrong_phase"
    assert house.refuses(zoe, wire.Sit(1)) == "ask"
    house.do(zoe, wire.Wish(1))
    for member in (0, 2):
        house.do(member, wire.Vote("seat"))
    assert house.heard[1][-1].match["table"]["hand"] == hand  # type: ignore[index]
    assert house.room.seats[1].by_hand


def test_who_has_seen_a_hand_cannot_play_another() -> None:
    house = House("kamra").dealt(people=3)
    house.do(1, wire.Stand())
    house.do(2, wire.Stand())
    assert house.refuses(1, wire.Sit(2)) == "wrong_phase"
    assert house.refuses(1, wire.Sit(3)) == "wrong_phase"
    house.do(1, wire.Sit(1))
    assert house.room.seats[1].by_hand


def test_standing_up_and_sitting_down_gives_no_time() -> None:
    house = House("cam", clock=wire.Clock(move=30.0, match=100.0)).begin(people=2)
    house.pass_time(10.0)
    before = house.room.seats[0].since
    house.do(0, wire.Stand())
    house.do(0, wire.Sit(0))
    assert house.room.seats[0].since == before


def test_leaving_is_for_good_and_hands_the_table_on() -> None:
    house, bob = gathered()
    house.do(0, wire.Sit(0))
    house.do(0, wire.Leave())
    assert house.room.members[bob].host
    assert house.room.seats[0].member is None
    assert house.refuses(0, wire.Chat("Hello?")) == "gone"
    assert [each["is"] for each in house.heard[None][-1].news] == ["stood", "left", "hosting"]
    assert [member.name for member in house.sees(None).table.members] == ["Bob"]


# --- The match --------------------------------------------------------------------------------------------------------


def test_actions_are_in_the_games_notation_and_checked() -> None:
    house = House("cam").begin(people=2)
    guest = house.come("Guest")
    assert house.refuses(guest, wire.Act("C4-C6")) == "no_seat"
    assert house.refuses(1, wire.Act("C4-C6")) == "not_your_turn"
    assert house.refuses(0, wire.Act("dance")) == "notation"
    with pytest.raises(Refused) as caught:
        house.do(0, wire.Act("A4-A5"))
    assert caught.value.code in ("illegal", "notation")
    number = house.room.number
    house.act(0, house.idle(0), number)
    assert house.room.number == number + 1


def test_an_illegal_action_names_its_rule() -> None:
    house = House("kardkelly").dealt(people=2)
    (seat,) = house.room.actors
    if not house.room.seats[seat].by_hand:
        house.play_until(lambda: house.room.seats[house.room.actors[0]].by_hand, at_random(1), people=0.0)
        (seat,) = house.room.actors
    with pytest.raises(Refused) as caught:
        house.act(seat, "reclaim")
    assert (caught.value.code, bool(caught.value.rule)) == ("illegal", True)
    told = texts.words(house.room.game)["refusals"][caught.value.saying].format_map(caught.value.given)
    assert str(caught.value) == f"{told} ({caught.value.rule})"  # so clients can say it in their own language


def test_a_stale_action_is_refused_and_chat_makes_nothing_stale() -> None:
    house = House("cam").begin(people=2)
    number = house.room.number
    house.do(1, wire.Chat("Your move."))
    house.act(0, house.turn(0), number)
    assert house.refuses(0, wire.Act("C4-C6", number)) == "stale"
    assert house.refuses(1, wire.Act(house.turn(1), number)) == "stale"
    assert house.refuses(1, wire.Act(house.turn(1), house.room.number + 1)) == "stale"
    assert house.refuses(0, wire.Act("C4-C6", house.room.number)) == "not_your_turn"
    house.act(1, house.turn(1), house.room.number)


def test_nothing_is_done_before_or_after_a_match() -> None:
    house, bob = gathered("cam", options=short("cam"))
    house.do(0, wire.Sit(0))
    early: list[wire.AnyCommand] = [wire.Act("C4-C6"), wire.Resign(), wire.Pause(), wire.Resume(), wire.TakeBack()]
    for command in (*early, wire.Vote("end"), wire.TakeOver(1)):
        assert house.refuses(0, command) == "wrong_phase"
    house.do(bob, wire.Sit(1))
    house.do(0, wire.Start())
    house.pass_time(3)
    house.play_out(at_random(3))
    late: list[wire.AnyCommand] = [wire.Act("C4-C6"), wire.Resign(), wire.Pause(), wire.Stand(), wire.Sit(0)]
    for command in (*late, wire.Stir("00")):
        assert house.refuses(0, command) == "over"
    assert house.refuses(0, wire.Vote("end")) == "wrong_phase"
    house.do(0, wire.Chat("Well played."))
    house.do(bob, wire.Leave())
    assert house.room.record().players[1].name == "Bob"


def test_of_two_the_other_wins_when_one_resigns() -> None:
    house = House("cam").begin(people=2)
    house.do(1, wire.Resign())
    assert (house.room.phase, house.room.ended) == (OVER, "resignation")
    assert [seat.resigned for seat in house.sees(None).table.seats] == [False, True]
    assert house.sees(None).table.secret


def test_of_several_the_others_play_on() -> None:
    house = House("kamra").dealt(people=3)
    assert house.refuses(house.come("Guest"), wire.Resign()) == "no_seat"
    house.do(1, wire.Pause())
    house.do(1, wire.Resign())
    assert (house.room.phase, house.room.seats[1].bot) == (PAUSED, "casual")
    for command in (wire.Return(), wire.Resign(), wire.Vote("end"), wire.Resume()):
        assert house.refuses(1, command) == "resigned"
    house.do(2, wire.Resume())
    assert house.refuses(1, wire.Act("play $P")) == "resigned"
    house.do(1, wire.Stand())
    assert house.refuses(1, wire.Sit(1)) == "resigned"
    house.do(2, wire.Resign())
    assert house.room.phase == PLAYING
    house.do(0, wire.Resign())
    assert (house.room.phase, house.room.ended) == (OVER, "resignation")


def test_who_resigns_while_away_stays_away() -> None:
    house = House("kamra", clock=wire.Clock(grace=1.0)).dealt(people=4)
    (seat,) = house.room.actors
    house.pass_time(2.0)
    other = (seat + 1) % 4
    house.do(house.room.seats[other].member or 0, wire.TakeOver(seat))
    made = house.do(house.room.seats[seat].member or 0, wire.Resign()).made
    assert made == [facts.Resigned(seat)]


def test_any_player_pauses_and_any_resumes() -> None:
    house = House("cam").begin(people=2)
    guest = house.come("Guest")
    assert house.refuses(guest, wire.Pause()) == "no_seat"
    assert house.refuses(0, wire.Resume()) == "wrong_phase"
    house.do(1, wire.Pause())
    assert house.refuses(guest, wire.Resume()) == "no_seat"
    assert house.refuses(0, wire.Pause()) == "wrong_phase"
    house.do(0, wire.Resume())
    assert house.room.phase == PLAYING


def test_a_host_who_watches_may_pause_too() -> None:
    house = House("cam").begin(people=0)
    house.do(0, wire.Pause())
    house.do(0, wire.Resume())
    assert house.room.phase == PLAYING


# --- The rest ---------------------------------------------------------------------------------------------------------


def test_chat_is_cleaned_and_can_be_muted() -> None:
    house, bob = gathered()
    house.do(bob, wire.Chat(" Good\u202e evening\x00 "))
    assert house.heard[None][-1].news == [{"is": "said", "member": bob, "text": "Good evening", "phrase": ""}]
    assert house.refuses(bob, wire.Chat("\u200b\u200e")) == "empty"
    assert house.refuses(bob, wire.Mute(0)) == "not_host"
    assert house.refuses(0, wire.Mute(9)) == "no_such_member"
    house.do(0, wire.Mute(bob))
    assert house.refuses(bob, wire.Chat("Why?")) == "muted"
    assert house.refuses(bob, wire.Rename("Why?")) == "muted"
    house.do(0, wire.Mute(bob, False))
    house.do(bob, wire.Chat("Thanks."))


def test_a_report_is_for_whoever_runs_the_server() -> None:
    house, bob = gathered()
    number = house.room.number
    house.do(bob, wire.Report(0, "He swears."))
    assert house.log[-1].facts == (facts.Reported(bob, 0, "He swears."),)
    assert house.room.number == number
    assert house.refuses(bob, wire.Report(5, "Who?")) == "no_such_member"
    assert house.refuses(bob, wire.Report(0, "\u200b")) == "empty"


def test_before_the_match_a_player_may_ask_for_more_time_and_not_for_less() -> None:
    house, bob = gathered()
    assert house.refuses(bob, wire.Stretch(3.0)) == "no_seat"
    house.do(bob, wire.Sit(1))
    house.do(bob, wire.Stretch(3.0))
    assert house.refuses(bob, wire.Stretch(2.0)) == "not_host"
    house.do(0, wire.Stretch(2.0))
    assert house.sees(bob).table.stretch == 2.0


def test_only_players_stir() -> None:
    house, bob = gathered()
    assert house.refuses(bob, wire.Stir("00")) == "no_seat"


def test_a_command_that_no_table_knows_is_refused() -> None:
    room = Room("table")
    with pytest.raises(Refused) as caught:
        carry_out(wire.Command(), Asked(room, 0, 0.0, bytes))
    assert caught.value.code == "unknown"


def test_every_command_has_somebody_who_carries_it_out() -> None:
    for command in wire.AnyCommand.__args__:
        assert carry_out.dispatch(command) is not carry_out.dispatch(wire.Command)


def test_a_decision_is_what_a_command_brings_about() -> None:
    house = House("cam")
    decision = decide(Asked(house.room, 0, house.now, house.secret), wire.Sit(1))
    assert (decision.made, decision.answer) == ([facts.Sat(1, 0)], "")
