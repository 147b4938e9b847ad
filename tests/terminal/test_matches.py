"""Whole matches of every game, played on the screen by somebody who presses keys."""

import random
from typing import Any

import pytest
from textual.pilot import Pilot

from parlour.games import names
from parlour.terminal.app import ParlourApp
from parlour.terminal.choices import ChoiceList
from parlour.terminal.film import FilmScreen
from parlour.terminal.table import TableScreen
from tests.short import short
from tests.terminal.screens import SIZE, in_a_loop, same_as_golden, text_of, until, wish, your_turn

SHORTER: dict[str, dict[str, Any]] = {
    "honors1": {"seats": 2, "options": {"h1_end": "first_out", "h1_stagnation": "4"}},
    "honors2": {"seats": 2, "options": {"stock_out": "end"}},
    "honors3": {"options": {"pace": "ticks"}},
    "honors4": {"seats": 2, "options": {"h4_match": "1"}},
    "kardkelly": {"seats": 3},
    "bacarac": {"seats": 3},
}

# Several act at once, or in a window, so no two matches need go alike; their looks are compared in test_looks.py.
AT_ONCE_ALL = ("honors3", "kardkelly")


def stand(table: TableScreen) -> tuple[object, ...]:
    """Something that changes when a piece is picked up, and else when the table has answered."""
    visit = table.visit
    return table.picked and "picked", visit.n, tuple(visit.legal), visit.refusal, len(visit.lines)


def answered(table: TableScreen, before: tuple[object, ...]) -> bool:
    """Whether a key has done what it can do; putting a piece down is only the beginning of a move."""
    now = stand(table)
    return now[1:] != before[1:] or (now != before and bool(now[0]))


async def compared(pilot: Pilot[None], table: TableScreen, seen: set[str]) -> None:
    """The first screen of each phase is as it was."""
    match = table.visit.match
    assert match is not None
    phase = "over" if table.visit.over else match["table"]["phase"]
    if match["game"] not in AT_ONCE_ALL and phase not in seen and not table.picked:
        seen.add(phase)
        await same_as_golden(pilot, f"{match['game']}-{phase}")


@pytest.mark.parametrize("name", names())
@in_a_loop
async def test_a_whole_match_is_played_with_the_keyboard_and_then_shown_as_a_film(name: str) -> None:
    more = SHORTER.get(name, {})
    app = ParlourApp(wish(name, **more | {"options": short(name) | more.get("options", {})}))
    chance, seen = random.Random(name), set[str]()
    async with app.run_test(size=SIZE) as pilot:
        while not (table := await your_turn(pilot)).visit.over:
            await compared(pilot, table, seen)
            shown = table.query_one(ChoiceList)
            assert shown.items, text_of(app)
            shown.action_jump(0)
            shown.action_move(0, chance.randrange(len(shown.items)))
            table.query_one(ChoiceList).focus()
            before = stand(table)
            app.simulate_key("enter")
            await until(pilot, lambda before=before, table=table: answered(table, before))  # type: ignore[misc]
            assert table.visit.refusal is None
        assert table.visit.result() in text_of(app)
        await compared(pilot, table, seen)
        await pilot.press("2", "enter")
        await until(pilot, lambda: isinstance(app.screen, FilmScreen) and app.screen.moments)
        await pilot.press("end")
        assert "settlement" in text_of(app)
