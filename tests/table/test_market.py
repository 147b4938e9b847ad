"""A live market: Honors No. III in server order, everybody acting as he likes (H3-G05)."""

from typing import Any

import pytest

from parlour.core.contract import TABLE
from parlour.table import facts, wire
from parlour.table.room import PAUSED, PLAYING
from parlour.table.schedule import COUNTDOWN, REST, TICK, due, thinkers
from tests.table.house import House


def market(people: int, seed: int = 2, **settings: Any) -> House:
    """A live market (H3-G05) that is open."""
    house = House("honors3", seed=seed, **settings).dealt(people)
    while len(house.room.actors) < len(house.room.seats):
        house.pass_time(1.0)
    return house


@pytest.mark.rule("H3-G05", "C-08")
def test_honors_three_is_live_unless_asked_otherwise() -> None:
    assert House("honors3").room.live
    assert not House("honors3", options={"pace": "ticks"}).room.live
    assert not House("cam").room.live


@pytest.mark.rule("H3-G05")
def test_ticks_come_every_second_whatever_anybody_does() -> None:
    house = market(people=4)
    began, ticks = house.room.since, house.sees(None).match["table"]["ticks"]  # type: ignore[index]
    for second in range(1, 20):
        house.pass_time(began + second - TICK / 2 - house.now)
        card = house.sees(1).match["table"]["hand"][0]  # type: ignore[index]
        house.act(1, f"pick {card}")
        house.act(1, "offer")
        house.act(2, "wait")
        assert 2 not in house.room.actors
        assert house.refuses(2, wire.Act("wait")) == "not_your_turn"
        house.pass_time(began + second - house.now)
        assert house.sees(None).match["table"]["ticks"] == ticks + second  # type: ignore[index]
        assert house.room.since == began + second
        assert house.heard[None][-1].match is not None
    assert house.room.phase == PLAYING


@pytest.mark.rule("H3-G05")
def test_if_all_wait_the_tick_comes_no_earlier() -> None:
    house = market(people=4)
    for seat in house.room.actors:
        house.act(seat, "wait")
    assert house.room.actors == (TABLE,)
    assert due(house.room) == house.room.since + TICK
    house.pass_time(TICK)
    assert len(house.room.actors) == 4


@pytest.mark.rule("C-08")
def test_in_a_market_people_hear_of_an_offer_before_computer_players_take_it() -> None:
    house = market(people=3, window=6.0, bot_delay=0.5)
    house.pass_time(10.0)
    (bot,) = thinkers(house.room)
    assert bot.not_before <= house.now
    house.act(0, f"offer {house.sees(0).match['table']['hand'][0]}")  # type: ignore[index]
    waits = thinkers(house.room)[0].not_before
    asked = house.room.seats[3].since
    assert waits == min(house.now + 3.0, asked + 6.0)
    house.pass_time(2.0)
    assert thinkers(house.room)[0].not_before == waits


@pytest.mark.rule("C-08")
def test_a_busy_market_does_not_keep_a_computer_player_waiting_for_ever() -> None:
    house = market(people=3, window=6.0, bot_delay=0.5)
    asked = house.room.seats[3].since
    for _ in range(10):
        house.act(0, f"offer {house.sees(0).match['table']['hand'][0]}")  # type: ignore[index]
        house.pass_time(1.0)
        assert thinkers(house.room)[0].not_before <= asked + 6.0


def test_a_computer_player_makes_one_gesture_at_a_time() -> None:
    house = market(people=3, window=6.0, bot_delay=0.5)
    house.pass_time(10.0)
    card = house.room.running.view(3)["table"]["hand"][0]
    for action in (f"pick {card}", "offer"):
        assert thinkers(house.room)[0].not_before <= house.now
        (number,) = house.room.running.numbers(3, action)
        house.write(facts.Step(house.now, (facts.Acted(3, (number,), "bot"),)))
    assert thinkers(house.room)[0].not_before == house.now + 3.0


def test_between_the_hands_of_a_live_market_the_result_stands_and_then_it_opens_anew() -> None:
    house = market(people=4, pause=7.0, bot_delay=0.5, options={"h3_quiet": 20})
    began = house.now
    while not house.room.dealing:
        house.pass_time(0.1)
    assert house.now < began + 30.0
    ended = house.room.since
    assert due(house.room) == ended + 7.0
    assert house.now - ended < 0.2
    house.do(1, wire.Ready())
    house.pass_time(ended + 7.0 - house.now + 0.5)
    assert not house.room.dealing
    assert house.sees(1).table.stands == wire.Stands(None, [1])  # who has pressed on need not do it again
    house.pass_time(100.0)
    assert house.room.phase == PLAYING
    match = house.sees(1).match
    assert match is not None
    assert match["table"]["ticks"] == 0


def test_what_was_possible_before_the_market_moved_on_is_stale_and_not_illegal() -> None:
    house = market(people=4)
    first, second = (house.sees(seat).match["table"]["hand"][0] for seat in (0, 1))  # type: ignore[index]
    house.act(0, f"offer {first}")
    seen = house.room.number
    house.do(2, wire.Chat("Any books?"))
    accept = f"accept 0 with {second}"
    assert house.room.running.numbers(1, accept)
    house.act(0, "withdraw")
    assert house.refuses(1, wire.Act(accept, seen)) == "stale"
    assert house.refuses(1, wire.Act(accept, house.room.number)) == "illegal"
    now = house.room.number
    house.do(2, wire.Chat("No books?"))
    assert house.refuses(1, wire.Act(accept, now)) == "illegal"  # nothing has changed by what was said
    assert house.refuses(1, wire.Act("nonsense", seen)) == "notation"
    house.act(1, f"offer {second}", seen)  # and what can still be done is done
    house.act(2, "wait")
    now = house.room.number
    house.pass_time(TICK)
    house.act(2, "wait")
    assert house.refuses(2, wire.Act("wait", now)) == "stale"
    assert house.refuses(2, wire.Act("wait", house.room.number)) == "not_your_turn"


def test_a_pause_holds_the_market_still() -> None:
    house = market(people=4)
    house.pass_time(0.25)
    left = due(house.room) - house.now  # type: ignore[operator]
    house.do(0, wire.Pause())
    house.pass_time(100.0)
    house.do(0, wire.Resume())
    assert due(house.room) == pytest.approx(house.now + left)


def test_a_live_market_rests_too() -> None:
    house = market(people=4)
    house.now = house.room.attended + REST
    house.ring()  # the tick that was due long before
    house.ring()
    assert (house.room.phase, due(house.room)) == (PAUSED, None)


def waiting_market(people: int = 2, seed: int = 2, **settings: Any) -> House:
    """A live market that is dealt and has not opened."""
    house = House("honors3", seed=seed, **settings).begin(people)
    while house.room.dealing:
        house.pass_time(0.1)
    return house


@pytest.mark.rule("H3-G05")
@pytest.mark.parametrize("tempo", ["slow", "normal", "fast", "wait"])
def test_no_time_runs_in_a_live_market_until_all_are_ready_and_three_seconds_have_been_counted(tempo: Any) -> None:
    house = waiting_market(tempo=tempo)
    house.pass_time(600.0)
    assert house.sees(0).match["table"]["ticks"] == 0  # type: ignore[index]
    assert (house.sees(0).table.stands, house.sees(0).deadline) == (wire.Stands(None, []), None)
    house.do(0, wire.Ready())
    house.pass_time(60.0)
    assert house.sees(None).table.stands == wire.Stands(None, [0])
    house.do(1, wire.Ready())
    house.pass_time(0.0)
    opens = house.now + COUNTDOWN
    assert house.sees(None).table.stands == wire.Stands(opens, [0, 1])
    assert [house.sees(viewer).deadline for viewer in (0, None)] == [opens, opens]
    house.pass_time(COUNTDOWN - 0.1)
    assert house.sees(0).match["table"]["ticks"] == 0  # type: ignore[index]
    house.pass_time(0.1)
    assert house.sees(0).table.stands is None
    assert due(house.room) == opens + TICK
    house.pass_time(TICK)
    assert house.sees(0).match["table"]["ticks"] == 1  # type: ignore[index]


def test_who_makes_an_offer_is_ready_and_who_does_not_come_is_taken_over() -> None:
    house = waiting_market(clock=wire.Clock(grace=30.0))
    house.act(0, f"offer {house.sees(0).match['table']['hand'][0]}")  # type: ignore[index]
    assert house.sees(None).table.stands == wire.Stands(None, [0])
    house.pass_time(31.0)
    house.do(0, wire.TakeOver(1))
    house.pass_time(COUNTDOWN)
    assert house.sees(None).table.stands is None


def test_computer_players_wait_until_the_market_opens() -> None:
    asked = 0
    for seed in range(12):
        house = waiting_market(people=1, seed=seed)
        bots = [seat for seat in house.room.actors if seat != TABLE and house.room.seats[seat].bot]
        house.pass_time(100.0)
        house.do(0, wire.Ready())
        house.pass_time(COUNTDOWN - 0.1)
        assert not thinkers(house.room)
        house.pass_time(0.1)
        assert [each.seat for each in thinkers(house.room)] == bots
        assert all(each.not_before > house.now for each in thinkers(house.room))
        asked += len(bots)
    assert asked


def test_a_market_of_computer_players_opens_by_itself() -> None:
    house = waiting_market(people=0)
    house.pass_time(COUNTDOWN + TICK)
    assert house.sees(None).match["table"]["ticks"] >= 1  # type: ignore[index]


def test_where_nothing_stands_a_market_opens_at_once() -> None:
    house = waiting_market(pause=0.0)
    assert due(house.room) == house.room.since + TICK
