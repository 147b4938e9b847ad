"""Make the pictures in docs/gallery: the shelf and each game in play, on a desk and on a telephone, by day and by lamp.

    tools/gallery.py            all of them
    tools/gallery.py kamra cam  those of some games

It starts a server of its own; what the hints recommend is played until there is something to see in Chromium.
"""

import io
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests' server and player are used here

import httpx  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402
from rich.progress import track  # noqa: E402
from tests.server.serving import Server  # noqa: E402
from tests.web.conftest import chromium  # noqa: E402
from tests.web.house import aside, take_up  # noqa: E402

from parlour.games import names  # noqa: E402

FOLDER = ROOT / "docs" / "gallery"
SIZES = {"desk": (1440, 900), "telephone": (360, 640)}
LIGHTS = ("light", "dark")
STEPS = {"cam": 5, "kamra": 8, "kardkelly": 5, "honors1": 4, "honors2": 4, "honors3": 3, "honors4": 2, "bacarac": 3}
DELAY = {"honors3": 4.0}  # seconds before computer players act: all pictures show the same offers of a market
OFFERS = 2  # of the others, before the picture of Honors No. III is taken
HAND, ROW = 4, 3  # cards at least in one's hand, and in the row of Honors No. II
PATIENCE = 120.0
TRIES = 4  # where others act while the pictures are taken
QUALITY = 84


def main() -> None:
    """Take all pictures."""
    wanted = sys.argv[1:] or ["shelf", *names()]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running() as (server, browser):
        for name in track(wanted, description="Pictures"):
            with pages_of(browser, server) as pages:
                show(pages, server, name)


@contextmanager
def running() -> Iterator[tuple[Server, Browser]]:
    """A server and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            aside(server.up())
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            yield server, browser
            browser.close()
        finally:
            server.stop()


@contextmanager
def pages_of(browser: Browser, server: Server) -> Iterator[dict[str, Page]]:
    """A page of each size in each light, by the name of its pictures."""
    contexts = {f"{size}-{light}": context_of(browser, server, size, light) for size in SIZES for light in LIGHTS}
    yield {name: context.new_page() for name, context in contexts.items()}
    for context in contexts.values():
        context.close()


def context_of(browser: Browser, server: Server, size: str, light: str) -> BrowserContext:
    """A browser of this size in this light."""
    width, height = SIZES[size]
    telephone = width < 700
    return browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if light == "dark" else "light",
        has_touch=telephone,
        device_scale_factor=2 if telephone else 1,
        reduced_motion="reduce",
        locale="en-GB",
    )


def show(pages: dict[str, Page], server: Server, name: str) -> None:
    """The shelf, or a game after some moves, when it is the reader's turn; all pages show the same moment."""
    if name == "shelf":
        visit(pages, "/", "[data-box]")
        keep(name, photograph(pages))
        return
    table, (token,) = aside(server.open(name, bots="casual", settings={"bot_delay": DELAY.get(name, 0.2)}))
    for page in pages.values():
        take_up(page, table, name, token)
    visit(pages, f"/table/{table}", "[data-turn='yours'], [data-turn='others']")
    with httpx.Client(base_url=f"{server.url}/api/tables/{table}", timeout=PATIENCE) as client:
        client.headers["Authorization"] = f"Bearer {token}"
        for turns in (STEPS[name], *[0] * TRIES):
            play(client, turns)
            before, pictures = moments(pages), photograph(pages)
            if len(before) == 1 and moments(pages) == before:
                break
    keep(name, pictures)


def moments(pages: dict[str, Page]) -> set[str | None]:
    """Which moments of a match they show."""
    return {page.locator("[data-turn]").get_attribute("data-n") for page in pages.values()}


def photograph(pages: dict[str, Page]) -> dict[str, bytes]:
    """Pictures of all pages, by their names."""
    for page in pages.values():
        page.wait_for_timeout(100)
    return {look: page.screenshot() for look, page in pages.items()}


def keep(name: str, pictures: dict[str, bytes]) -> None:
    """Write them."""
    for look, picture in pictures.items():
        Image.open(io.BytesIO(picture)).save(FOLDER / f"{name}-{look}.webp", quality=QUALITY)


def visit(pages: dict[str, Page], path: str, ready: str) -> None:
    """Go there with every page."""
    for page in pages.values():
        page.goto(path)
        page.wait_for_selector(ready, timeout=PATIENCE * 1000)


def play(client: httpx.Client, least: int) -> None:
    """Play well for so many turns, and until there is something to see and to do."""
    until, turns = time.monotonic() + PATIENCE, 0
    while time.monotonic() < until:
        match = client.get(str(client.base_url).rstrip("/")).json()["match"]
        if match["legal"] and turns >= least and worth_seeing(match["table"]):
            return
        if match["legal"]:
            turns += act(client)
        time.sleep(0.1)


def act(client: httpx.Client) -> bool:
    """Do what the hint recommends, if there is one still."""
    choices = client.get("hint").json().get("choices")
    if choices:
        command = {"do": "act", "action": next(each["text"] for each in choices if each["chosen"])}
        client.post("commands", json={"key": f"picture-{time.monotonic_ns()}", "command": command})
    return bool(choices)


def worth_seeing(table: dict[str, Any]) -> bool:
    """A market needs offers, Bacarac runs, Kard Kelly a disk and a number turned, a reel a card, Honors books."""
    if "offers" in table:
        return len(table["hand"]) > HAND and sum(offer is not None for offer in table["offers"][1:]) >= OFFERS
    if "disks" in table:
        return table["disks"][0] is not None and str(table["top"]).isdigit()
    if "books" in table:
        return len(table["hand"]) >= HAND and any(table["books"])
    if "row" in table:
        return len(table["hand"]) >= HAND and len(table["row"]) >= ROW and any(table["laid"])
    if "run" in table and not table["run"]:
        return False
    return all(table.get(key, True) not in (None, []) for key in ("top", "reel"))


if __name__ == "__main__":
    main()
