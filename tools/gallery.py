"""Make the pictures in docs/gallery: the shelf and each game in play, on a desk and on a telephone, by day and by lamp.

    tools/gallery.py            all of them
    tools/gallery.py kamra cam  those of some games

It starts a server of its own and plays in Chromium until there is something to see.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests' server and player are used here

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from rich.progress import track  # noqa: E402
from tests.server.serving import Server  # noqa: E402
from tests.web.conftest import chromium  # noqa: E402
from tests.web.house import aside, take_up  # noqa: E402
from tests.web.player import Player  # noqa: E402

from parlour.games import names  # noqa: E402

FOLDER = ROOT / "docs" / "gallery"
SIZES = {"desk": (1440, 900), "telephone": (360, 640)}
LIGHTS = ("light", "dark")
STEPS = {"cam": 8, "kamra": 9, "kardkelly": 3, "honors1": 5, "honors2": 8, "honors3": 4, "honors4": 3, "bacarac": 6}


def main() -> None:
    """Take all pictures."""
    wanted = sys.argv[1:] or ["shelf", *names()]
    shots = [(name, size, light) for name in wanted for size in SIZES for light in LIGHTS]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running() as (server, browser):
        for name, size, light in track(shots, description="Pictures"):
            with page_of(browser, server, size, light) as page:
                show(page, server, name)
                page.screenshot(path=FOLDER / f"{name}-{size}-{light}.jpg", type="jpeg", quality=82)


@contextmanager
def running() -> Iterator[tuple[Server, Browser]]:
    """A server and a browser."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        aside(server.up())
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield server, browser
        browser.close()
        server.stop()


@contextmanager
def page_of(browser: Browser, server: Server, size: str, light: str) -> Iterator[Page]:
    """A page of this size in this light."""
    width, height = SIZES[size]
    telephone = width < 700
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if light == "dark" else "light",
        has_touch=telephone,
        device_scale_factor=2 if telephone else 1,
        reduced_motion="reduce",
        locale="en-GB",
    )
    yield context.new_page()
    context.close()


def show(page: Page, server: Server, name: str) -> None:
    """The shelf, or a game after some moves, when it is the reader's turn."""
    if name == "shelf":
        page.goto("/")
        page.wait_for_selector("[data-box]")
    else:
        table, (token,) = aside(server.open(name, bots="casual"))
        take_up(page, table, name, token)
        page.goto(f"/table/{table}")
        page.wait_for_selector("[data-turn='yours']", timeout=120_000)
        player = Player(page, random.Random(name).randrange(1000))
        turns = 0
        while turns < STEPS[name]:
            turns += player.step() == "yours"
            page.wait_for_timeout(50)
        page.wait_for_selector("[data-turn='yours']", timeout=60_000)
    page.wait_for_timeout(800)


if __name__ == "__main__":
    main()
