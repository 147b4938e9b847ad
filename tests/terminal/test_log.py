"""The log beside the table: its last line is in sight, whatever is drawn first."""

import asyncio

from parlour.terminal.app import ParlourApp
from parlour.terminal.log import Log
from parlour.terminal.visit import LogLine
from tests.terminal.screens import SIZE, in_a_loop, settled, text_of, wish, your_turn
from tests.waiting import until_so


@in_a_loop
async def test_the_last_line_is_in_sight_although_the_lines_are_measured_late() -> None:
    app = ParlourApp(wish("honors4"))
    async with app.run_test(size=SIZE) as pilot:
        table = await your_turn(pilot)
        log, drawn, free = table.query_one("#log"), list[str](), asyncio.Event()
        table.query_one("#lines").call_later(free.wait)  # the lines have something else to do for a while
        table.visit.notice = "All the rest is drawn."
        table.visit.lines += [LogLine(f"Line {number} of many.") for number in range(40)]
        table.changed()
        log.call_after_refresh(drawn.append, "all the rest")
        try:
            await until_so(lambda: drawn)
            assert "All the rest is drawn." in text_of(app)
        finally:
            free.set()
        await settled(pilot)
        assert "Line 39 of many." in text_of(app)


@in_a_loop
async def test_who_reads_back_stays_there_until_there_is_something_new() -> None:
    app = ParlourApp(wish("honors4"))
    async with app.run_test(size=SIZE) as pilot:
        table = await your_turn(pilot)
        table.visit.lines += [LogLine(f"Line {number} of many.") for number in range(40)]
        table.changed()
        await settled(pilot)
        table.query_one(Log).scroll_home(animate=False)
        table.changed()
        await settled(pilot)
        assert "The match begins." in text_of(app)
        table.visit.lines.append(LogLine("Something new."))
        table.changed()
        await settled(pilot)
        assert "Something new." in text_of(app)
