"""A table without clocks waits for its people for days, on a clock that does not run by itself."""

import pytest

from parlour.games import names
from parlour.table.room import OVER, PLAYING
from parlour.table.schedule import awaited, due
from tests.short import short
from tests.table.house import House, at_random

DAYS = 30 * 86_400.0
MIDDLE = 6  # moves that have been made when people leave, the world's too
OTHERWISE = {
    "honors3": {"pace": "ticks"},  # a live market does not wait
    "honors4": {"hand_cap": "9"},  # one hand at random may be over at once
}


def settle(house: House) -> None:
    """Let everything happen that happens without people: computer players, what stands, windows that close."""
    choose = at_random(7)
    while house.bots_act(choose) or due(house.room) is not None:
        at = due(house.room)
        house.pass_time(0.0 if at is None else max(0.0, at - house.now))


@pytest.mark.parametrize("name", names())
def test_a_match_that_is_left_in_the_middle_waits_for_its_people(name: str) -> None:
    house = House(name, seed=4, options=short(name) | OTHERWISE.get(name, {})).dealt(people=2)
    house.play_until(lambda: len(house.room.running.moves) >= MIDDLE, at_random(4))
    settle(house)
    assert house.room.phase == PLAYING
    written, hands = len(house.log), bytes(house.room.running)
    house.pass_time(DAYS)
    assert (len(house.log), bytes(house.room.running)) == (written, hands)
    assert [seat.by_hand for seat in house.room.seats[:2]] == [True, True]
    assert awaited(house.room)
    assert set(awaited(house.room)) <= {0, 1}
    assert house.again().phase == PLAYING  # as a server finds it that is started then
    house.play_out(at_random(4))
    assert house.room.phase == OVER
