"""Tables for the browser: opened over HTTP, and taken up by a page as if it had opened them itself."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from playwright.sync_api import Page, Route, expect
from tests.server.serving import Server
from tests.short import short
from tests.waiting import until

T = TypeVar("T")

# What makes a match short for somebody who clicks at random.
SHORTER: dict[str, dict[str, Any]] = {
    "honors1": {"seats": 3, "options": {"h1_end": "first_out", "h1_stagnation": "3"}},
    "honors2": {"seats": 4, "bots": "novice", "options": {"stock_out": "end"}},
    "bacarac": {"seats": 3},
}
BEGUN = "[data-turn='yours'], [data-turn='others'], [data-turn='over']"
PLATE = "[data-seat]"  # of a player; drawn with the rest of the table


def aside(work: Coroutine[Any, Any, T]) -> T:
    """Do something asynchronous in a thread of its own: Playwright keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def shorter(game: str, **more: Any) -> dict[str, Any]:
    """Seats, computer players and options of a short match."""
    wanted = SHORTER.get(game, {})
    options = short(game) | wanted.get("options", {}) | more.pop("options", {})
    return {"bots": "random"} | wanted | more | {"options": options}


def sit_down(page: Page, server: Server, game: str, **more: Any) -> str:
    """A short match of a game that has begun, with the page's owner in its first seat; the table."""
    table, tokens = aside(server.open(game, **shorter(game, **more)))
    take_up(page, table, game, tokens[0])
    go_to(page, table)
    return table


def go_to(page: Page, table: str) -> None:
    """To a table whose match has begun; what it is drawn with comes a moment after that."""
    page.goto(f"/table/{table}")
    begun(page)


def begun(page: Page) -> None:
    """Wait until a match has begun, and is drawn."""
    page.wait_for_selector(BEGUN)
    page.wait_for_selector(PLATE)


def hand_of(page: Page, number: int | None = None) -> list[str]:
    """The cards of one's hand, once they are dealt: so many, or some."""

    def dealt() -> list[str]:
        cards = list(page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card).sort()"))
        return cards if number in (None, len(cards)) else []

    return until(dealt, lambda: f"no hand of {number or 'some'} cards on {page.url}")


def begin(page: Page, game: str) -> None:
    """Begin a short match as somebody would who comes for the first time: from the shelf, by way of the setup."""
    page.goto("/")
    page.locator(f"[data-game='{game}'] h2 a").click()
    wanted = shorter(game)
    if "seats" in wanted:
        page.get_by_role("combobox", name="Seats", exact=True).select_option(str(wanted["seats"]))
    page.get_by_role("button", name="Novice").click()
    page.get_by_text("All rule options").click()
    for name, value in wanted["options"].items():
        switch(page, name, value)
    in_a_hurry(page)
    page.get_by_role("button", name="Begin").click()
    begun(page)


def in_a_hurry(page: Page, options: dict[str, Any] | None = None, **more: Any) -> None:
    """From now on the tables that a page opens wait for nothing: not so that people can follow, nor at a hand's end.
    They may have options and other things besides, such as a number of seats."""

    def hurry(route: Route) -> None:
        wanted = route.request.post_data_json if route.request.method == "POST" else None
        if wanted is not None:
            wanted |= more
            wanted["settings"] = wanted.get("settings", {}) | {"bot_delay": 0, "pause": 0}
            wanted["options"] = wanted.get("options", {}) | (options or {})
        route.continue_(post_data=wanted)

    page.route("**/api/tables", hurry)


def invite(page: Page, game: str, name: str) -> str:
    """Open a table for friends from the shelf, as somebody does who has not said a name yet; the link."""
    page.goto("/")
    page.get_by_role("combobox", name="Computer players").select_option("novice")  # they think least
    page.locator(f"[data-invite='{game}']").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the table and invite").click()
    return page.get_by_label("The link to this table").input_value()


def come(page: Page, link: str, name: str) -> None:
    """Open an invitation and say one's name: that is all there is to it."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()


def share_device(page: Page, *friends: str) -> None:
    """Let friends sit down who play on this device too."""
    for name in friends:
        page.get_by_role("button", name="Somebody else plays on this device").click()
        page.get_by_label("Their name").fill(name)
        page.get_by_role("button", name="Add").click()
        expect(page.locator("[data-seat]", has_text=name)).to_contain_text("shares ")


def begin_with_friends(page: Page, *friends: str) -> None:
    """Begin a match as its host when all friends are there; computer players take the seats that are free."""
    for friend in friends:
        expect(page.locator("[data-seat]", has_text=friend)).to_be_visible()
    expect(page.locator("[data-door]")).to_be_hidden()  # else the host is asked about who stands there
    button = page.get_by_role("button", name="Begin")
    asks = "free seat" in button.inner_text()
    button.click()
    if asks:
        page.locator("[data-sure-begin]").get_by_role("button", name="Begin now").click()


def table_of(page: Page) -> str:
    """The table that a page shows."""
    return page.url.partition("/table/")[2].partition("?")[0]


def switch(page: Page, option: str, value: str) -> None:
    """Set a switch of the rules."""
    field = page.locator(f"#option-{option}")
    if field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)


def take_up(page: Page, table: str, game: str, token: str, member: int = 0) -> None:
    """Let the page's browser have a place at a table."""
    place = {"table": table, "game": game, "title": "", "member": member, "token": token, "since": 0}
    page.add_init_script(f"localStorage.setItem('parlour.places', {json.dumps(json.dumps([place]))})")
