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
from parlour.terminal.house import Wish
from parlour.terminal.table import TableScreen

SIZE = (80, 24)
SNAPSHOTS = Path(__file__).parent / "snapshots"
# Nobody dawdles, and in a window for claims the computer players wait for you.
AT_ONCE = wire.Settings(friendly=True, bot_delay=0, pause=0, window=60)
MOST_WAITS = 20_000
P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that waits for things."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*given, **named))

    return run


def wish(game: str, **more: Any) -> Wish:
    """A wish for a match in which nobody dawdles."""
    given: dict[str, Any] = {"levels": ("random",), "seed": "terminal", "settings": AT_ONCE}
    return Wish(game, **(given | more))


def text_of(app: ParlourApp) -> str:
    """The screen as plain text."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips).rstrip() + "\n"


async def until(pilot: Pilot[None], so: Callable[[], Any]) -> None:
    """Wait until something is so."""
    for _ in range(MOST_WAITS):
        if so():
            await pilot.pause()
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"it never came to that; the screen shows\n{text_of(pilot.app)}")  # type: ignore[arg-type]


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


def same_as_golden(app: ParlourApp, name: str) -> None:
    """The screen is as it was when somebody last looked at it and found it good."""
    same_text(text_of(app), name)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the screen has been drawn to its end: on a busy machine lines come one by one."""
    app: Any = pilot.app
    before = ""
    while (shown := text_of(app)) != before:
        before = shown
        await pilot.pause(0.1)


def same_text(shown: str, name: str) -> None:
    """A text is as it was when somebody last looked at it and found it good."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("PARLOUR_SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), f"there is no golden {path.name}: look at the screen, then write it as screens.py says"
    golden = path.read_text(encoding="utf-8").splitlines()
    assert shown.splitlines() == golden, "\n".join(unified_diff(golden, shown.splitlines(), path.name, "shown"))
