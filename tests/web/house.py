"""Tables for the browser: opened over HTTP, and taken up by a page as if it had opened them itself."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from playwright.sync_api import Page
from tests.server.serving import Server
from tests.short import short

T = TypeVar("T")

# What makes a match short for somebody who clicks at random.
SHORTER: dict[str, dict[str, Any]] = {
    "honors1": {"seats": 2, "options": {"h1_end": "first_out", "h1_stagnation": "4"}},
    "honors2": {"seats": 2, "options": {"stock_out": "end"}},
    "bacarac": {"seats": 3},
}


def aside(work: Coroutine[Any, Any, T]) -> T:
    """Do something asynchronous in a thread of its own: Playwright keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def sit_down(page: Page, server: Server, game: str, people: int = 1, bots: str = "random", **more: Any) -> str:
    """A short match of a game that has begun, with the page's owner in its first seat; the table."""
    shorter = SHORTER.get(game, {})
    options = short(game) | shorter.get("options", {}) | more.pop("options", {})
    more = {"seats": shorter["seats"]} | more if "seats" in shorter else more
    table, tokens = aside(server.open(game, people=people, bots=bots, options=options, **more))
    take_up(page, table, game, tokens[0])
    page.goto(f"/table/{table}")
    page.wait_for_selector("[data-turn='yours'], [data-turn='others'], [data-turn='over']")
    return table


def take_up(page: Page, table: str, game: str, token: str, member: int = 0) -> None:
    """Let the page's browser have a place at a table."""
    place = {"table": table, "game": game, "title": "", "member": member, "token": token, "since": 0}
    page.add_init_script(f"localStorage.setItem('parlour.places', {json.dumps(json.dumps([place]))})")
