"""Every screen of the client, with something on it to look at."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
from playwright.sync_api import Page
from tests.server.serving import Server, command, post
from tests.waiting import STEP, until_so
from tests.web import sizes
from tests.web.house import aside, shorter, take_up


@dataclass(frozen=True)
class Screen:
    """Where a screen is, and what stands on it when it is there."""

    path: str
    ready: str
    table: str = ""  # whose table it is about: `over`, `playing` or `gathering`
    then: Callable[[Page], None] = lambda page: None


def offline(page: Page) -> None:
    """Lose the connection, and load the page again: the worker has kept its shell."""
    page.evaluate("navigator.serviceWorker.ready.then(worker => worker.active.state)")
    page.context.set_offline(True)
    page.reload()


def results(page: Page) -> None:
    """From the table of a finished match to the results, where it stands now."""
    page.wait_for_selector("[data-turn='over']")
    page.goto("/stats")


SCREENS = {
    "lobby": Screen("/", "[data-game='honors4'] [data-play]", "gathering"),
    "setup": Screen("/new/kamra", "details .option", then=lambda page: page.locator("details summary").click()),
    "gathering": Screen("/table/{}", "[data-copy]", "gathering"),
    "table": Screen("/table/{}", "[data-action], [data-card]", "playing"),
    "settings": Screen("/settings", ".keys kbd, .keys button"),
    "statistics": Screen("/table/{}", ".stats", "over", then=results),
    "learn": Screen("/learn", "main a[href*='learn/']"),
    "lesson": Screen("/learn/cam", "[data-square]"),
    "rules": Screen("/rules/kamra", "#numbered"),
    "replay": Screen("/replay/{}", "[data-square]", "over"),
    "review": Screen("/replay/{}?show=review", ".reviewed table", "over"),
    "offline": Screen("/", ".offline, .trouble", then=offline),
    "lost": Screen("/nowhere", "h1"),
}


@dataclass(frozen=True)
class House:
    """Tables in all their states: the game, the table and the place of who looks."""

    tables: dict[str, tuple[str, str, str]]

    def show(self, page: Page, name: str) -> None:
        """Let a page show a screen."""
        screen = SCREENS[name]
        game, table, token = self.tables.get(screen.table, ("", "", ""))
        if token:
            take_up(page, table, game, token)
        page.goto(screen.path.format(table))
        screen.then(page)
        page.wait_for_selector(screen.ready)
        sizes.still(page)


def furnish(server: Server) -> House:
    """A house with a table that gathers, one in play and one whose match is over."""
    return aside(furnished(server))


async def furnished(server: Server) -> House:
    """The same, asynchronously."""
    async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
        new = {"game": "honors1", "name": "Ann", "seats": 3, "settings": {"title": "Ann's evening", "public": True}}
        place = await post(client, "/api/tables", new)
        await command(client, place["table"], place["token"], {"do": "sit", "seat": 0})
        playing, tokens = await server.open("kamra", bots="novice")
        over = await play_out(server, client)
    return House(
        {
            "gathering": ("honors1", place["table"], place["token"]),
            "playing": ("kamra", playing, tokens[0]),
            "over": over,
        }
    )


async def play_out(server: Server, client: httpx.AsyncClient) -> tuple[str, str, str]:
    """A match that is over."""
    table, (token,) = await server.open("cam", **shorter("cam"))

    async def waiting() -> dict[str, Any] | None:
        """The match, when it waits for you or is over."""
        answer = await client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {token}"})
        match: dict[str, Any] | None = answer.json()["match"]
        return match if match and (match["over"] or match["legal"]) else None

    while not (match := await until_so(waiting))["over"]:
        await command(client, table, token, {"do": "act", "action": match["legal"][-1]})
    return "cam", table, token
