"""The one home of waiting: what a test waits for is a condition, never a time.

`limits.json` beside this file says how many seconds a step of a test may take, and a whole test; pytest, Vitest and
Playwright all have their limits from there. On a slow or busy machine `TEST_PATIENCE=3` makes them three times as long.
"""

import asyncio
import inspect
import json
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")

_LIMITS = json.loads((Path(__file__).parent / "limits.json").read_text())
_PATIENCE = float(os.environ.get("TEST_PATIENCE", "1"))

STEP: Final = _LIMITS["step"] * _PATIENCE  # seconds that anything may take which a test waits for
TEST: Final = _LIMITS["test"] * _PATIENCE  # seconds after which a test is ended, and named
EVERY: Final = 0.02  # seconds from one look to the next


def until(condition: Callable[[], T | None], told: Callable[[], Any] | str = "", limit: float = STEP) -> T:
    """Wait until something is so, and give what the condition gave; `told` is what to say if it never is."""
    late = time.monotonic() + limit
    while not (found := condition()):
        assert time.monotonic() < late, _never(condition, told, limit)
        time.sleep(EVERY)
    return found


@overload
async def until_so(
    condition: Callable[[], Awaitable[T | None]], told: Callable[[], Any] | str = "", limit: float = STEP
) -> T: ...
@overload
async def until_so(condition: Callable[[], T | None], told: Callable[[], Any] | str = "", limit: float = STEP) -> T: ...
async def until_so(condition: Callable[[], Any], told: Callable[[], Any] | str = "", limit: float = STEP) -> Any:
    """The same in an event loop; the condition may be asynchronous itself."""
    late = time.monotonic() + limit
    while True:
        answer = condition()
        found = await answer if inspect.isawaitable(answer) else answer
        if found:
            return found
        assert time.monotonic() < late, _never(condition, told, limit)
        await asyncio.sleep(EVERY)


def in_time(limit: float = STEP) -> asyncio.Timeout:
    """For `async with`: what is inside must end within the limit."""
    return asyncio.timeout(limit)


def _never(condition: Callable[[], Any], told: Callable[[], Any] | str, limit: float) -> str:
    what = told() if callable(told) else told
    return f"not so after {limit:g} s: {what or inspect.getsource(getattr(condition, 'func', condition)).strip()}"
