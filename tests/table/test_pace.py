"""How long what happens stands, at each tempo, on a clock that does not run by itself."""

from typing import Any

import pytest

from parlour.core import texts
from parlour.core.contract import TABLE
from parlour.core.kinds import COMMON_KINDS, HEAVY, LIGHT, STANDS, Kind, Weight
from parlour.games import game, names
from parlour.table import facts, noting, wire
from parlour.table.room import OVER, PAUSED, Room
from parlour.table.schedule import FACTORS, awaited, due, thinkers
from tests.short import short
from tests.table.house import House, at_random

TEMPI = ("slow", "normal", "fast", "wait")
STEP = 0.7


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> dict[str, Weight]:
    """Weights of kinds of events, by name, for a test to set; all others are as they are."""
    chosen: dict[str, Weight] = {}
    noting.weight_of.cache_clear()
    monkeypatch.setattr(noting, "weight_of", lambda game, number: weigh(chosen, texts.kind_of(game, number)))
    return chosen


def weigh(chosen: dict[str, Weight], kind: Kind) -> Weight:
    return chosen.get(kind.name, chosen.get("*", kind.weight))


def hand_over(people: int = 2, name: str = "kamra", **settings: Any) -> House:
    """A table at which a hand has just ended, and another comes."""
    house = House(name, seed=4, **settings).dealt(people)
    house.play_until(lambda: house.room.standing is not None, at_random(4), people=1.0)
    assert house.room.dealing
    return house


# --- Steps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tempo", "factor"), [("slow", 2.0), ("normal", 1.0), ("fast", 0.4), ("wait", 1.0)])
def test_computer_players_take_a_step_and_two_after_something_heavy(
    tempo: Any, factor: float, weights: dict[str, Weight]
) -> None:
    for weight, steps in ((LIGHT, 1.0), (HEAVY, 2.0)):
        weights["*"] = weight
        house = House("cam", tempo=tempo).begin(people=1)
        house.act(0, house.turn(0))
        (bot,) = thinkers(house.room)
        assert bot.not_before == pytest.approx(house.now + steps * factor * STEP, rel=1e-9)
    assert FACTORS[tempo] == factor


def test_the_table_waits_two_steps_after_something_heavy(weights: dict[str, Weight]) -> None:
    weights |= {"hand_over": HEAVY}
    house = House("kamra", seed=4).dealt(people=2)
    house.play_until(lambda: house.room.dealing, at_random(4), people=1.0)
    assert due(house.room) == pytest.approx(house.room.since + 2 * STEP, rel=1e-9)


def test_something_heavy_is_looked_at_even_if_somebody_acts_meanwhile(weights: dict[str, Weight]) -> None:
    house = House("cam", friendly=True).begin(people=1)
    house.room.heavy = house.now
    house.act(0, house.turn(0))
    house.room.heavy = house.now - 0.1
    (bot,) = thinkers(house.room)
    assert bot.not_before == pytest.approx(house.now - 0.1 + 2 * STEP, rel=1e-9)


def test_people_are_never_hindered(weights: dict[str, Weight]) -> None:
    weights["*"] = STANDS
    house = House("cam", tempo="wait").begin(people=2)
    for _ in range(3):
        house.act(0, house.turn(0))
        assert house.room.standing is not None
        house.act(1, house.turn(1))


# --- Results ----------------------------------------------------------------------------------------------------------


def test_the_end_of_a_hand_stands_in_every_game() -> None:
    for name in names():
        kinds = [*COMMON_KINDS.values(), *game(name).table.EVENTS.values()]
        assert [kind.weight for kind in kinds if kind.name == "hand_over"] == [STANDS]


@pytest.mark.parametrize("tempo", TEMPI)
def test_no_result_closes_by_itself_within_six_seconds(tempo: Any) -> None:
    house = hand_over(tempo=tempo)
    began = house.now
    assert house.sees(None).table.stands == wire.Stands(None if tempo == "wait" else began + 6.0, [])
    house.pass_time(5.99)
    assert house.room.dealing
    assert house.sees(0).table.stands is not None
    assert not thinkers(house.room)
    house.pass_time(0.02)
    if tempo != "wait":
        assert house.sees(0).table.stands is None
        assert not house.room.dealing
        return
    house.pass_time(1e6)
    assert house.room.dealing
    assert awaited(house.room) == [0, 1]
    house.do(0, wire.Ready())
    assert awaited(house.room) == [1]
    house.pass_time(1e6)
    house.do(1, wire.Ready())
    house.pass_time(0.0)
    assert not house.room.dealing


def test_it_goes_on_as_soon_as_all_have_pressed_on_and_no_sooner() -> None:
    house = hand_over(people=3)
    for member in (2, 0):
        house.do(member, wire.Ready())
        assert house.heard[None][-1].news == [{"is": "readied", "member": member}]
        house.pass_time(0.5)
        assert house.room.dealing
    number = len(house.log)
    house.do(2, wire.Ready())  # again
    assert len(house.log) == number
    house.do(1, wire.Ready())
    house.pass_time(0.0)
    assert [told.news[0]["is"] for told in house.heard[None][-2:]] == ["onward", "acted"]
    assert house.heard[None][-2].table is not None
    assert house.sees(None).table.stands is None
    house.do(1, wire.Ready())  # too late, which hurts nobody


@pytest.mark.parametrize("going", [wire.Stand(), wire.Leave(), wire.Resign()])
def test_nobody_waits_for_who_has_gone(going: wire.AnyCommand) -> None:
    house = hand_over(tempo="wait")
    house.do(0, wire.Ready())
    house.do(1, going)
    house.pass_time(0.0)
    assert house.room.standing is None


def test_only_who_plays_presses_on() -> None:
    house = hand_over()
    assert house.refuses(house.come("Zoe"), wire.Ready()) == "no_seat"


def test_without_people_a_result_stands_for_its_time_at_every_tempo() -> None:
    house = hand_over(people=0, tempo="wait")
    assert due(house.room) == house.room.since + 6.0


def test_without_a_pause_nothing_stands() -> None:
    house = House("kamra", seed=4, pause=0.0, bot_delay=0.0).dealt(people=2)
    house.play_until(lambda: house.room.dealing, at_random(4), people=1.0)
    assert (house.room.standing, house.sees(0).table.stands) == (None, None)
    assert due(house.room) == house.now


def test_who_acts_has_seen_what_stands(weights: dict[str, Weight]) -> None:
    weights["*"] = STANDS
    house = House("cam").begin(people=1)
    house.act(0, house.turn(0))
    assert house.sees(None).table.stands == wire.Stands(house.now + 6.0, [])
    weights.clear()
    house.pass_time(6.0)
    house.bots_act(at_random(1))
    weights["*"] = STANDS
    house.act(0, house.turn(0))
    weights.clear()
    house.do(0, wire.Ready())
    house.pass_time(0.0)
    assert thinkers(house.room)


def test_a_result_that_is_taken_back_stands_no_more_and_its_hand_leaves_the_course() -> None:
    house = hand_over(friendly=True)
    assert house.sees(None).table.course == [list(house.room.running.scores)]
    last = house.room.running.moves[-1][0]
    while last not in (0, 1):  # a computer player's card ended it: that is taken back with the person's before it
        last = (last - 1) % 4
    for member in (last, 1 - last):
        house.do(member, wire.Vote("take_back"))
    assert (house.sees(None).table.stands, house.sees(None).table.course) == (None, [])
    assert house.again().course == []


def test_the_course_has_the_scores_after_every_hand() -> None:
    for name in names():
        house = House(name, seed=3, options=short(name), pause=0.0).begin(people=1)
        course: list[list[float]] = []

        def look(house: House = house, course: list[list[float]] = course) -> bool:
            events = [event["kind"] for told in house.heard[None] for event in told.events]
            while len(course) < events.count("hand_over"):
                course.append(list(house.room.running.scores))
            return house.room.phase == OVER

        house.play_until(look, at_random(3))
        assert house.sees(None).table.course == course
        assert course
        assert house.again().course == house.room.course


# --- Tempo ------------------------------------------------------------------------------------------------------------


def test_who_plays_and_the_host_set_the_tempo() -> None:
    house = House("cam")
    bob, zoe = house.come("Bob", watch=False), house.come("Zoe")
    assert house.sees(None).table.settings.tempo == "normal"
    house.do(0, wire.Tempo("slow"))
    house.do(bob, wire.Tempo("fast"))
    assert house.heard[None][-1].news == [{"is": "paced", "tempo": "fast"}]
    assert house.refuses(zoe, wire.Tempo("wait")) == "no_seat"
    assert house.sees(None).table.settings.tempo == "fast"
    before = len(house.log)
    house.do(bob, wire.Tempo("fast"))
    assert len(house.log) == before


def test_a_result_that_waits_goes_on_when_the_tempo_is_changed_and_its_time_is_over() -> None:
    house = hand_over(tempo="wait")
    house.pass_time(2.0)
    house.do(0, wire.Tempo("fast"))
    assert due(house.room) == house.room.since + 6.0
    house.do(0, wire.Tempo("wait"))
    house.pass_time(60.0)
    house.do(1, wire.Tempo("normal"))
    house.pass_time(0.0)
    assert not house.room.dealing


def test_in_a_pause_and_while_no_server_runs_what_stands_goes_on_standing() -> None:
    house = hand_over()
    house.pass_time(2.0)
    house.do(0, wire.Pause())
    assert (house.room.phase, due(house.room)) == (PAUSED, None)
    house.pass_time(100.0)
    house.do(0, wire.Resume())
    assert due(house.room) == pytest.approx(house.now + 4.0, rel=1e-9)
    house.now += 50.0
    house.write(facts.Step(house.now, (facts.Interrupted(50.0),)))
    assert due(house.room) == pytest.approx(house.now + 4.0, rel=1e-9)


# --- What was kept before --------------------------------------------------------------------------------------------


def play_hands(house: House, hands: int) -> None:
    house.play_until(lambda: len(house.room.course) == hands, at_random(4), people=1.0)


def test_a_match_from_before_results_stood_goes_on() -> None:
    """Its log has no word of what stands: the world moved when it was time, and ticks came."""
    for name, options in (("kamra", {}), ("honors3", {"h3_quiet": 10})):
        house = House(name, seed=4, pause=2.0, options=options).dealt(people=2)
        play_hands(house, 2)
        new = (facts.Readied, facts.Counting, facts.Onward)
        steps = [step for step in house.log if not isinstance(step.facts[0], new)]
        room = Room.of("table", steps)
        assert bytes(room.running) == bytes(house.room.running)
        assert room.settings.pause == 2.0


def test_days_later_a_table_without_a_clock_waits_as_it_did() -> None:
    house = House("kamra", seed=4).dealt(people=4)
    (seat,) = house.room.actors
    for _ in range(30):
        house.pass_time(86_400.0)
        assert (due(house.room), thinkers(house.room)) == (None, [])
    assert awaited(house.room) == [seat]
    house.act(seat, house.idle(seat))
    assert seat != TABLE
