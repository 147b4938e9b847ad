"""What the tests of the terminal client share: the program without a terminal, its screen as text, goldens.

A golden is a text file in `snapshots`. To write those of a run anew, after looking at what has changed:

    PARLOUR_SNAPSHOTS=write pytest tests/terminal
"""

import asyncio
import os
from collections.abc import Callable, Coroutine
from difflib import unified_diff
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from textual.pilot import Pilot

from parlour.table import wire
from parlour.terminal.app import ParlourApp
from parlour.terminal.house import Setup
from parlour.terminal.table import TableScreen
from tests.waiting import until_so

SIZE = (80, 24)
SNAPSHOTS = Path(__file__).parent / "snapshots"
# Nobody dawdles, and in a window for claims the computer players wait for you.
AT_ONCE = wire.Settings(friendly=True, bot_delay=0, pause=0, window=60)
CHANGES = ("_layout_required", "_scroll_required", "_repaint_required", "_recompose_required")
P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that waits for things."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*given, **named))

    return run


def wish(game: str, **more: Any) -> Setup:
    """A wish for a match in which nobody dawdles."""
    given: dict[str, Any] = {"levels": ("random",), "seed": "terminal", "settings": AT_ONCE}
    return Setup(game, **(given | more))


def text_of(app: ParlourApp) -> str:
    """The screen as plain text."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips).rstrip() + "\n"


async def until(pilot: Pilot[None], so: Callable[[], Any]) -> None:
    """Wait until something is so, and the screen shows it."""
    app: Any = pilot.app
    await until_so(so, lambda: f"the screen shows\n{text_of(app)}")
    await pilot.pause()


def table_of(app: ParlourApp) -> TableScreen:
    """The table that is open."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def your_turn(pilot: Pilot[None]) -> TableScreen:
    """Wait until you may act, or all is over, and the line of keys, which comes last, is there too."""
    app: Any = pilot.app
    await until(
        pilot, lambda: isinstance(app.screen, TableScreen) and (app.screen.visit.legal or app.screen.visit.over)
    )
    await until(pilot, lambda: text_of(app).count("\n") == app.size.height)
    return table_of(app)


async def same_as_golden(pilot: Pilot[None], name: str) -> None:
    """The screen, drawn to its end, is as it was when somebody last looked at it and found it good."""
    app: Any = pilot.app
    await settled(pilot)
    same_text(text_of(app), name)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until nothing on the screen waits to be measured, scrolled or drawn."""
    app: Any = pilot.app

    async def at_rest() -> bool:
        for _ in range(2):  # whoever was at work on a message at the first look has finished it by the second
            await pilot.pause()
            if unfinished(app):
                return False
        return True

    await until_so(at_rest, lambda: f"{unfinished(app)}; the screen shows\n{text_of(app)}")


def unfinished(app: ParlourApp) -> list[str]:
    """Who on the screen has messages to read, or something to do before it is all there."""
    screen = app.screen
    pumps: list[Any] = [app, *screen.walk_children(with_self=True)]
    found = [f"{each} has messages" for each in pumps if each._message_queue.qsize() or each._next_callbacks]
    found += [f"{each} changes" for each in pumps[1:] if any(getattr(each, change) for change in CHANGES)]
    found += [f"{each} is drawn" for each in screen._dirty_widgets]
    found += [f"{each} comes after that" for each in screen._callbacks]
    return found + [f"{each} moves" for each in app.animator._animations]


def same_text(shown: str, name: str) -> None:
    """A text is as it was when somebody last looked at it and found it good."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("PARLOUR_SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), f"there is no golden {path.name}: look at the screen, then write it as screens.py says"
    golden = path.read_text(encoding="utf-8").splitlines()
    assert shown.splitlines() == golden, "\n".join(unified_diff(golden, shown.splitlines(), path.name, "shown"))
