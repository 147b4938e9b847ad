"""Clocks, windows, live markets, and computer players that let people win."""

from typing import Any

import pytest

from parlour.core.contract import TABLE
from parlour.table import facts, wire
from parlour.table.room import OVER, PAUSED, PLAYING
from parlour.table.schedule import COUNTDOWN, FINEST, REST, deadline, due, lost, overdue, shown_at, thinkers, time_left
from tests.short import short
from tests.table.house import House, at_random


def cam(people: int = 2, **clock: float) -> House:
    return House("cam", clock=wire.Clock(**clock), bot_delay=0.0).begin(people)


def news(house: House) -> list[str]:
    """What everybody was told, in order."""
    return [each["is"] for told in house.heard[None] for each in told.news]


# --- Beginning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("people", "waits"), [(2, COUNTDOWN), (1, 0.0)])
def test_the_deal_waits_a_moment_for_entropy_if_several_play(people: int, waits: float) -> None:
    house = House("cam")
    house.do(0, wire.Sit(0))
    if people > 1:
        house.do(house.come("Bob"), wire.Sit(1))
    else:
        house.do(0, wire.AddBot(1, "random"))
    house.do(0, wire.Start())
    assert due(house.room) == house.now + waits
    assert overdue(house.room, house.now + waits - 0.01) == []
    assert overdue(house.room, house.now + waits) == [facts.Begun(house.room.game.version)]


def test_the_world_waits_before_it_deals() -> None:
    house = House("kamra", bot_delay=4.0).begin(people=1)
    assert house.room.actors == (TABLE,)
    began = house.room.since
    assert due(house.room) == began + 4.0
    assert not thinkers(house.room)
    house.pass_time(began + 4.0 - house.now)
    assert house.room.since == began + 4.0


def test_how_long_a_computer_player_thought_is_told_in_whole_steps_only() -> None:
    house = House("cam", bot_delay=2.0).begin(people=1)
    house.act(0, house.turn(0))
    (thinker,) = thinkers(house.room)
    asked = thinker.not_before
    assert [shown_at(house.room, thinker, asked + late) - asked for late in (-1.5, 0.0, 0.1, 1.9, 2.0, 2.1, 7.0)] == [
        0.0, 0.0, 2.0, 2.0, 2.0, 4.0, 8.0,
    ]  # fmt: skip
    house.do(0, wire.Tempo("fast"))
    assert shown_at(house.room, thinker, asked + 0.5) == asked + 0.8


def test_where_nothing_is_waited_for_it_is_told_in_small_steps() -> None:
    house = House("cam", bot_delay=0.0).begin(people=1)
    house.act(0, house.turn(0))
    (thinker,) = thinkers(house.room)
    for late, steps in ((0.001, 1), (0.9 * FINEST, 1), (1.1 * FINEST, 2), (4.5 * FINEST, 5)):
        shown = shown_at(house.room, thinker, thinker.not_before + late) - thinker.not_before
        assert shown == pytest.approx(steps * FINEST, abs=1e-6)


# --- Clocks -----------------------------------------------------------------------------------------------------------


def test_clocks_stand_still_while_no_server_is_running() -> None:
    house = cam(move=30.0, match=100.0)
    before = deadline(house.room, 0)
    assert before is not None
    house.now += 500.0
    house.write(facts.Step(house.now, (facts.Interrupted(490.0),)))
    assert deadline(house.room, 0) == before + 490.0
    house.act(0, house.turn(0))
    assert house.room.seats[0].spent == pytest.approx(house.now - (before - 30.0) - 490.0)


def test_the_time_lost_is_counted_once() -> None:
    outages = [(10.0, 20.0), (15.0, 22.0), (40.0, 50.0)]
    assert [lost(outages, since) for since in (0.0, 12.0, 22.0, 45.0, 50.0)] == [22.0, 20.0, 10.0, 5.0, 0.0]


def test_without_a_clock_everybody_has_for_ever() -> None:
    house = cam()
    assert due(house.room) is None
    assert deadline(house.room, 0) is None
    house.pass_time(1e6)
    assert house.room.actors == (0,)


@pytest.mark.rule("C-13")
def test_who_is_late_is_warned_then_idle_then_replaced_and_can_come_back() -> None:
    house = cam(move=40.0, grace=100.0)
    began, idle = house.room.seats[0].since, house.idle(0)
    assert deadline(house.room, 0) == began + 40.0
    assert deadline(house.room, 1) is None
    house.pass_time(began + 30.0 - house.now)
    assert news(house)[-1] == "warned"
    house.pass_time(9.9)
    assert not house.room.running.moves
    house.pass_time(0.1)
    assert house.heard[None][-1].news == [{"is": "acted", "seat": 0, "by": "idle"}]
    assert str(house.room.running.rewound().legal(0)[0]) == idle
    assert house.room.running.moves[0] == (0, house.room.running.rewound().legal_ids(0)[0])
    missed = house.now
    while house.now < missed + 99:
        for seat in house.room.actors:
            if seat == 1:
                house.act(1, house.idle(1))
        house.pass_time(1.0)
        assert house.room.seats[0].by_hand
    house.pass_time(1.0)
    assert house.room.seats[0].bot == "casual"
    view = house.sees(1).table.seats[0]
    assert (view.standing_in, view.member) == (True, 0)
    house.do(0, wire.Return())
    assert house.room.seats[0].by_hand
    assert house.refuses(0, wire.Return()) == "not_away"


@pytest.mark.parametrize(("move", "warning"), [(40.0, 10.0), (200.0, 15.0)])
def test_the_warning_comes_in_the_last_quarter_or_fifteen_seconds(move: float, warning: float) -> None:
    house = cam(move=move)
    end = house.room.seats[0].since + move
    house.pass_time(end - warning - 0.1 - house.now)
    assert not house.room.seats[0].warned
    house.pass_time(0.1)
    assert house.room.seats[0].warned


def test_who_acts_in_time_is_not_idle() -> None:
    house = cam(move=40.0, grace=10.0)
    house.pass_time(45.0)
    assert house.room.seats[0].missed is not None
    house.pass_time(0.5)
    if 0 not in house.room.actors:
        house.act(1, house.idle(1))
    house.act(0, house.idle(0))
    assert house.room.seats[0].missed is None
    house.pass_time(15.0)
    assert house.room.seats[0].by_hand


def test_a_move_takes_the_seat_back_from_the_computer_player() -> None:
    house = cam(move=10.0, grace=1.0)
    house.pass_time(20.0)
    assert house.room.seats[0].bot
    if 0 not in house.room.actors:
        house.act(1, house.idle(1))
    house.act(0, house.idle(0))
    assert house.room.seats[0].by_hand


def test_time_for_the_match_is_spent_and_moves_add_to_it() -> None:
    house = cam(match=100.0, increment=3.0)
    began = house.room.seats[0].since
    house.pass_time(began + 20.0 - house.now)
    house.act(0, house.idle(0))
    assert house.sees(None).table.seats[0].left == pytest.approx(83.0)
    assert house.sees(None).table.seats[1].left == pytest.approx(100.0)
    assert house.heard[1][-1].table is not None  # the clocks are part of the table
    house.pass_time(200.0)
    assert house.room.seats[1].missed is not None
    assert house.sees(None).table.seats[1].left == pytest.approx(3.0)


def test_of_both_limits_the_shorter_counts() -> None:
    house = cam(match=100.0, move=10.0)
    assert time_left(house.room, 0) == 10.0
    house.room.seats[0].spent = 95.0
    assert time_left(house.room, 0) == 5.0
    house.room.seats[0].spent = 120.0
    assert time_left(house.room, 0) == 0.0


def test_times_can_be_stretched_ten_times() -> None:
    house = cam(move=10.0, match=1000.0, grace=7.0)
    house.do(0, wire.Stretch(10.0))
    assert house.refuses(1, wire.Stretch(2.0)) == "not_host"
    assert deadline(house.room, 0) == house.room.seats[0].since + 100.0
    assert house.sees(1).table.seats[1].left == 10_000.0
    house.do(0, wire.Stretch(1.0))
    assert deadline(house.room, 0) == house.room.seats[0].since + 10.0


def test_in_a_pause_time_stands_still() -> None:
    house = cam(move=40.0, match=400.0)
    began = house.room.seats[0].since
    house.pass_time(began + 32.0 - house.now)
    warned = news(house).count("warned")
    house.do(1, wire.Pause())
    assert house.room.phase == PAUSED
    assert (due(house.room), deadline(house.room, 0), thinkers(house.room)) == (None, None, [])
    assert house.refuses(0, wire.Act(house.idle(0))) == "wrong_phase"
    house.pass_time(5000.0)
    house.do(0, wire.Resume())
    assert deadline(house.room, 0) == pytest.approx(house.now + 8.0)
    assert news(house).count("warned") == warned
    house.pass_time(3.0)
    house.act(0, house.idle(0))
    assert house.sees(None).table.seats[0].left == pytest.approx(365.0)


def test_a_pause_does_not_use_up_the_grace() -> None:
    house = cam(move=10.0, grace=50.0)
    house.pass_time(15.0)
    house.do(1, wire.Pause())
    house.pass_time(500.0)
    house.do(1, wire.Resume())
    house.pass_time(30.0)
    assert house.room.seats[0].by_hand
    house.pass_time(21.0)
    assert house.room.seats[0].bot


def test_taking_back_gives_no_time() -> None:
    house = cam(move=40.0, match=400.0, increment=5.0)
    began = house.room.seats[0].since
    house.pass_time(began + 20.0 - house.now)
    house.act(0, house.idle(0))
    house.pass_time(2.0)
    house.do(0, wire.TakeBack())
    assert deadline(house.room, 0) == began + 40.0
    assert house.sees(None).table.seats[0].left == 400.0


def test_only_a_seat_that_keeps_all_waiting_can_be_taken_over() -> None:
    house = House("cam", clock=wire.Clock(grace=30.0)).begin(people=2)
    guest = house.come("Guest")
    assert house.refuses(guest, wire.TakeOver(0)) == "no_seat"
    assert house.refuses(1, wire.TakeOver(0)) == "too_early"
    assert house.refuses(1, wire.TakeOver(1)) == "own_seat"
    assert house.refuses(0, wire.TakeOver(1)) == "not_waiting"
    assert house.refuses(0, wire.TakeOver(9)) == "no_such_seat"
    house.pass_time(31.0)
    house.do(1, wire.TakeOver(0))
    assert [each.seat for each in thinkers(house.room)] == [0]
    assert house.refuses(1, wire.TakeOver(0)) == "not_waiting"


# --- Windows ----------------------------------------------------------------------------------------------------------


def window(game: str, people: int = 2, seed: int = 0, **options: Any) -> House:
    """A table where a person and a computer player may both claim."""
    for number in range(seed, seed + 50):
        house = House(game, 4, seed=number, options=short(game) | options, window=6.0, bot_delay=0.5).begin(people)

        def open_to_both(house: House = house) -> bool:
            asked = [house.room.seats[seat].by_hand for seat in house.room.windows]
            return house.room.phase == OVER or (any(asked) and not all(asked))

        house.play_until(open_to_both, at_random(number), people=1.0)
        if house.room.phase != OVER and all(seat.missed is None for seat in house.room.seats):
            return house
    raise AssertionError("no window opens")


GAMES_WITH_WINDOWS = [
    ("kardkelly", {}),
    ("honors2", {"fine": "claim"}),
    ("kamra", {"manners": "strict"}),
]


@pytest.mark.rule("C-08", "C-15")
@pytest.mark.parametrize(("game", "options"), GAMES_WITH_WINDOWS, ids=str)
def test_computer_players_are_held_back_half_a_window_if_a_person_may_claim(game: str, options: Any) -> None:
    house = window(game, **options)
    room = house.room
    for thinker in thinkers(room):
        if thinker.seat in room.windows:
            assert thinker.not_before == room.seats[thinker.seat].since + 3.0
        else:
            assert thinker.not_before == room.seats[thinker.seat].since + 0.5
    for seat in sorted(room.windows):
        if room.seats[seat].by_hand and seat in room.windows:
            house.act(seat, "silent")
    others = [seat for seat in room.actors if seat != TABLE and room.seats[seat].by_hand]
    for thinker in thinkers(room):
        if thinker.seat in room.windows and not others:
            assert thinker.not_before == room.seats[thinker.seat].since + 0.5


@pytest.mark.rule("C-08", "C-15")
@pytest.mark.parametrize(("game", "options"), GAMES_WITH_WINDOWS, ids=str)
def test_who_says_nothing_in_a_window_is_silent_when_it_closes_and_not_idle(game: str, options: Any) -> None:
    house = window(game, **options)
    seat = next(seat for seat in house.room.windows if house.room.seats[seat].by_hand)
    closes = house.room.seats[seat].since + 6.0
    assert deadline(house.room, seat) == closes
    spent = house.room.seats[seat].spent
    assert house.refuses(house.room.present[0].id, wire.TakeOver(seat)) in ("too_early", "own_seat", "no_seat")
    house.pass_time(closes - house.now - 0.01)
    assert seat in house.room.windows
    moves = len(house.room.running.moves)
    house.pass_time(0.02)
    assert (seat, "idle") in [
        (fact.seat, fact.by)
        for step in house.log[-5:]
        for fact in step.facts
        if isinstance(fact, facts.Acted) and fact.seat == seat
    ]
    assert len(house.room.running.moves) > moves
    assert house.room.seats[seat].missed is None
    assert house.room.seats[seat].spent == spent


@pytest.mark.rule("C-08")
def test_the_earliest_receipt_wins() -> None:
    house = window("kardkelly", people=3)
    room = house.room
    first, *rest = [seat for seat in sorted(room.windows, reverse=True) if room.seats[seat].by_hand]
    number = room.number
    house.act(first, "challenge", number)
    assert house.heard[None][-1].events[0]["seat"] == first
    for late in rest:
        assert house.refuses(room.seats[late].member or 0, wire.Act("challenge", number)) == "stale"
        assert house.refuses(room.seats[late].member or 0, wire.Act("challenge")) in ("not_your_turn", "illegal")


@pytest.mark.rule("C-08")
def test_nobody_loses_a_race_because_others_talk_or_are_silent() -> None:
    house = window("kardkelly", people=3)
    room = house.room
    people = [seat for seat in room.windows if room.seats[seat].by_hand]
    number = room.number
    house.do(0, wire.Chat("Hm."))
    for seat in room.actors:
        if room.seats[seat].bot:
            house.write(facts.Step(house.now, (facts.Acted(seat, (room.running.legal_ids(seat)[0],), "bot"),)))
    assert room.number > number + 1
    house.act(people[0], "challenge", number)


def test_who_is_silent_does_not_give_the_others_more_time() -> None:
    house = window("kardkelly", people=3)
    people = [seat for seat in house.room.windows if house.room.seats[seat].by_hand]
    closes = [deadline(house.room, seat) for seat in people]
    house.pass_time(1.0)
    bot = next(seat for seat in house.room.windows if house.room.seats[seat].bot)
    house.write(facts.Step(house.now, (facts.Acted(bot, (house.room.running.legal_ids(bot)[0],), "bot"),)))
    assert [deadline(house.room, seat) for seat in people] == closes


@pytest.mark.rule("C-15")
def test_under_strict_manners_each_seats_time_runs_from_its_own_turn() -> None:
    """All may call a revoke at any time, so the same seats may act before and after a card."""
    house = House("kamra", seed=3, options={"manners": "strict"}, clock=wire.Clock(move=50.0), window=60.0).dealt(4)

    def all_act() -> bool:
        return len(house.room.actors) == 4

    house.play_until(all_act, at_random(3), people=1.0)
    for _ in range(5):
        turn = next(seat for seat in house.room.actors if seat not in house.room.windows)
        house.pass_time(10.0)
        card = next(str(action) for action in house.room.running.legal(turn) if str(action).startswith("play"))
        house.act(turn, card)
        for seat in house.room.actors:
            if seat != TABLE and seat not in house.room.windows:
                assert house.room.seats[seat].since == house.now
        if TABLE in house.room.actors:
            break


def test_bacarac_claims_wait_beside_the_next_lead() -> None:
    for seed in range(60):
        house = House("bacarac", 3, seed=seed, options=short("bacarac") | {"manners": "strict"}).begin(3)

        def claims(house: House = house) -> bool:
            return house.room.phase == OVER or bool(house.room.windows)

        house.play_until(claims, at_random(seed), people=1.0)
        if house.room.phase != OVER:
            break
    seat = min(house.room.windows)
    assert house.idle(seat) == "silent"
    assert deadline(house.room, seat) == house.room.seats[seat].since + 5.0
    house.act(seat, next(str(action) for action in house.room.running.legal(seat) if str(action) != "silent"))
    assert house.heard[None][-1].events[-1]["kind"] == "took"


# --- Who is there -----------------------------------------------------------------------------------------------------


def test_a_table_that_all_have_left_waits_for_somebody() -> None:
    house = House("cam", bot_delay=0.0).begin(people=2)
    house.do(0, wire.Leave())
    assert [each.seat for each in thinkers(house.room)] == [0]
    house.do(1, wire.Leave())
    assert (due(house.room), thinkers(house.room)) == (None, [])
    again = house.come("Zoe")
    assert house.room.members[again].host
    assert [each.level for each in thinkers(house.room)] == ["casual"]
    assert house.refuses(again, wire.Sit(1)) == "ask"
    house.do(again, wire.Wish(1))
    assert house.room.seats[1].member == again  # nobody plays by hand whom it could be asked
    house.play_out(at_random(1))


def test_a_table_that_goes_on_by_itself_rests_when_nobody_has_been_heard_of_for_long() -> None:
    house = cam(people=0)
    house.pass_time(1000.0)
    house.do(0, wire.Chat("Still here."))
    house.pass_time(REST - 1.0)
    assert house.room.phase == PLAYING
    house.pass_time(2.0)
    assert (house.room.phase, due(house.room), thinkers(house.room)) == (PAUSED, None, [])
    assert house.heard[None][-1].news == [{"is": "paused", "member": None}]
    house.do(0, wire.Resume())
    assert thinkers(house.room)


def test_a_table_that_waits_for_people_waits_for_ever() -> None:
    house = cam(people=1)
    house.pass_time(10 * REST)
    assert (house.room.phase, due(house.room)) == (PLAYING, None)
    house.do(0, wire.Stand())
    assert due(house.room) == house.now + REST


def test_a_start_waits_for_somebody_too() -> None:
    house = House("cam")
    house.do(0, wire.AddBot(0, "random"))
    house.do(0, wire.AddBot(1, "random"))
    house.do(0, wire.Start())
    house.do(0, wire.Leave())
    assert due(house.room) is None
    house.come("Zoe")
    house.pass_time(1.0)
    assert house.room.phase == PLAYING
