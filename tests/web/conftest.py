"""A real browser, and a server for it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.server.serving import Server
from tests.waiting import STEP
from tests.web.days import calendar
from tests.web.house import aside

from parlour.server.pages import FOLDER

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = STEP * 1000  # in milliseconds, as Playwright wants it
NewPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """Where Chromium is."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    assert found, "the web client is tried in Chromium: apt-get install chromium"
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium as Debian has it. Playwright keeps an event loop running, which other tests must not meet."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"], timeout=PATIENCE)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the built client."""
    assert (FOLDER / "index.html").exists(), "the web client is not built: tools/web_client.py"
    running = Server(Path(tmp_path_factory.mktemp("web")))
    running.start()
    aside(running.up())
    yield running
    assert running.stop() == 0, running.log.read_text()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill, or start again on another day."""
    running = Server(tmp_path, **calendar(tmp_path))
    running.start()
    aside(running.up())
    yield running
    running.stop()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """Makes pages, each in a browser of its own; whatever one of them complains of fails the test."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def make(size: tuple[int, int] = (1280, 800), quiet: bool = True, **more: Any) -> Page:
        width, height = size
        options: dict[str, Any] = {
            "base_url": server.url,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "has_touch": width < 700,
        } | more
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        if not quiet:  # its server is killed, of which a browser complains
            return page
        page.on("pageerror", lambda error: trouble.append(f"error on the page: {error}"))
        page.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: trouble.append(f"asks {asked.url}") if foreign(asked.url, server) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert trouble == []


def foreign(address: str, server: Server) -> bool:
    """Whether an address is somebody else's."""
    return not address.startswith((server.url, server.url.replace("http", "ws"), "data:", "blob:"))
