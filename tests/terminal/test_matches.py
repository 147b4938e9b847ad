"""Whole matches of every game, played on the screen by somebody who presses keys."""

import random
from typing import Any

import pytest

from parlour.games import names
from parlour.terminal.app import ParlourApp
from parlour.terminal.choices import Choices
from parlour.terminal.film import FilmScreen
from tests.short import short
from tests.terminal.screens import SIZE, in_a_loop, text_of, until, wish, your_turn

SHORTER: dict[str, dict[str, Any]] = {
    "honors1": {"seats": 2, "options": {"h1_end": "first_out", "h1_stagnation": "4"}},
    "honors2": {"seats": 2, "options": {"stock_out": "end"}},
    "honors3": {"options": {"pace": "ticks"}},
    "honors4": {"seats": 2, "options": {"h4_match": "1"}},
    "kardkelly": {"seats": 3},
    "bacarac": {"seats": 3},
}


@pytest.mark.parametrize("name", names())
@in_a_loop
async def test_a_whole_match_is_played_with_the_keyboard_and_then_shown_as_a_film(name: str) -> None:
    more = SHORTER.get(name, {})
    app = ParlourApp(wish(name, **more | {"options": short(name) | more.get("options", {})}))
    chance = random.Random(name)
    async with app.run_test(size=SIZE) as pilot:
        while not (table := await your_turn(pilot)).visit.over:
            shown = table.query_one(Choices)
            assert shown.items, text_of(app)
            rights = ["right"] * chance.randrange(min(4, len(shown.items)))
            await pilot.press(*rights, "enter")
            assert table.visit.refusal is None
        assert table.visit.result() in text_of(app)
        await pilot.press("2", "enter")
        await until(pilot, lambda: isinstance(app.screen, FilmScreen) and app.screen.moments)
        await pilot.press("end")
        assert "settles for" in text_of(app)
