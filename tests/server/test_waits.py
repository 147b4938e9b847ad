"""When computer players act tells nothing of their hands: not whether they had a choice, nor how long they thought.

`pytest --long tests/server/test_waits.py -s` measures it at length and prints the figures of docs/reliability.md.
"""

import asyncio
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.test_hub import keep, with_hubs
from tests.table.house import MORNING, House, at_random
from tests.waiting import STEP, TEST, until_so

from parlour.games import game
from parlour.server.habits import KEPT, Habits
from parlour.server.hub import Hub
from parlour.server.live import LiveTable
from parlour.server.metrics import Metrics
from parlour.server.thinking import Thinking
from parlour.table import facts
from parlour.table.room import OVER, Room
from parlour.table.schedule import Thinker, not_before, thinkers

GRID = 0.1  # seconds
LONG = 0.5  # seconds, more than any of them thinks here
LEVELS = ["novice", "casual", "strong"]


async def played(hub: Hub, name: str, level: str, matches: int, **settings: Any) -> list[facts.Step]:
    """The logs of some matches of computer players, one after the other; the clock runs as it does outside."""
    began, steps = time.monotonic(), list[facts.Step]()
    hub.now = lambda: MORNING + 10.0 + time.monotonic() - began
    for number in range(matches):
        house = House(name, seed=number, options=short(name), pause=0.0, **settings).begin(0, bot=level)
        id = f"{name}{number}"
        await keep(hub.store, house, id)
        table = await hub.table(id)
        await over(table)
        steps += [facts.unpack(data) for data in await hub.store.read(id)]
    return steps


async def over(table: LiveTable) -> None:
    """Wait for the end of a match."""
    await until_so(lambda: table.room.phase == OVER, "they play on", TEST)


def short(name: str) -> dict[str, Any]:
    """One hand."""
    options = {option.name for option in game(name).options}
    return {length: 1 for length in ("hand_cap", "hands", "games") if length in options}


def waits(steps: list[facts.Step]) -> Iterator[tuple[bool, float]]:
    """Of each move that a computer player made: whether it was forced, and how long it came after it might have."""
    room = Room("none")
    for step in steps:
        if any(isinstance(fact, facts.Opened) for fact in step.facts):
            room = Room("table")
        for fact in step.facts:
            if isinstance(fact, facts.Acted) and fact.by == "bot":
                legal = room.running.legal_ids(fact.seat)
                yield len(legal) == 1, step.at - not_before(room, fact.seat)
        room.take(step)


def measured(folder: Path, name: str, matches: int, level: str = "novice", **settings: Any) -> dict[bool, list[float]]:
    """The waits of forced moves, and of others; the first few, when nothing is known of their habits, left out."""
    found: dict[bool, list[float]] = defaultdict(list)

    async def play(hub: Hub) -> None:
        for number, (forced, wait) in enumerate(waits(await played(hub, name, level, matches, **settings))):
            if number >= 10:
                found[forced].append(wait)

    folder.mkdir(exist_ok=True)
    with_hubs(folder, 1, play)
    return found


def shares(found: list[float]) -> list[float]:
    """The shares of moves that came as soon as they might, one step later, two, and more."""
    steps = [min(3, round(wait / GRID)) for wait in found]
    return [round(steps.count(count) / len(steps), 2) for count in range(4)]


def test_who_has_no_choice_takes_as_long_as_the_last_who_had() -> None:
    habits = Habits(processes=2)
    assert habits.usual("kamra", "casual") == 0.0
    for seconds in (14.0, 12.0, 0.5, 0.25):
        habits.note("kamra", "casual", seconds)
    assert {habits.usual("kamra", "casual") for _ in range(200)} == {0.5, 0.25}
    assert habits.usual("kamra", "strong") == 0.0
    for _ in range(KEPT):
        habits.note("kamra", "casual", 0.125)
    assert {habits.usual("kamra", "casual") for _ in range(200)} == {0.125}


def test_a_move_without_a_choice_is_thought_about() -> None:
    house = House("kamra").begin(people=0, bot="casual")
    house.play_until(lambda: forced(house.room) is not None, at_random(1))
    thinker, thinking = forced(house.room), Thinking(1, Metrics(), STEP)
    assert thinker is not None
    assert thinking.at_once(house.room, thinker) is None
    thinking._habits.note("kamra", "casual", 0.0)  # the first, which is left out
    thinking._habits.note("kamra", "casual", LONG)

    async def choose() -> float:
        await thinking.awaken(house.room)
        began = time.monotonic()
        assert await thinking.choose(house.room, thinker) == house.room.running.legal_ids(thinker.seat)[0]
        return time.monotonic() - began

    try:
        assert asyncio.run(choose()) > 0.9 * LONG
    finally:
        thinking.close()
    assert thinking.at_once(house.room, thinker._replace(level="random")) is not None


def forced(room: Room) -> Thinker | None:
    """The computer player that is to act and has no choice, if there is one."""
    found = [thinker for thinker in thinkers(room) if len(room.running.legal_ids(thinker.seat)) == 1]
    return found[0] if found else None


def test_moves_without_a_choice_come_as_late_as_others(tmp_path: Path) -> None:
    """Where nothing is waited for but thought: a move that was forced came at once."""
    found = measured(tmp_path, "kamra", 2, bot_delay=0.0)
    assert len(found[True]) > 10
    assert statistics.median(found[True]) > statistics.median(found[False]) / 3


def test_a_move_that_comes_late_comes_a_whole_step_late(tmp_path: Path) -> None:
    house = House("kamra", bot_delay=1.0).begin(people=0, bot="novice")
    house.play_until(lambda: bool(thinkers(house.room)), at_random(1))
    (thinker,) = thinkers(house.room)

    async def play(hub: Hub) -> None:
        await hub.thinking.awaken(house.room)
        began, moves = time.monotonic(), len(house.room.running.moves)
        hub.now = lambda: thinker.not_before + 0.2 + time.monotonic() - began
        await keep(hub.store, house, "table")
        table = await hub.table("table")
        await until_so(lambda: len(table.room.running.moves) > moves)
        assert table.room.touched >= thinker.not_before + 1.0

    with_hubs(tmp_path, 1, play)


@pytest.mark.long
@pytest.mark.parametrize("delay", [0.0, GRID])
@pytest.mark.parametrize("level", LEVELS)
def test_how_late_moves_come_does_not_tell_which_were_forced(tmp_path: Path, level: str, delay: float) -> None:
    found = measured(tmp_path, "kamra", 10, level, bot_delay=delay)
    for forced, times in found.items():
        tenths = [f"{1000 * each:.1f}" for each in statistics.quantiles(times, n=10)]
        print(level, delay, "forced" if forced else "free", len(times), tenths, shares(times) if delay else "")
    if delay:
        assert abs(shares(found[True])[0] - shares(found[False])[0]) < 0.25
    else:
        assert 1 / 3 < statistics.median(found[True]) / statistics.median(found[False]) < 3
