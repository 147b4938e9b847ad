"""What the pictures of the gallery are made with: a server, browsers of each size and light, and somebody who plays."""

import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests' server and player are used here

import httpx  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402
from tests.server.serving import Server  # noqa: E402
from tests.web.conftest import chromium  # noqa: E402
from tests.web.house import aside, take_up  # noqa: E402

FOLDER = ROOT / "docs" / "gallery"
SIZES = {"desk": (1440, 900), "telephone": (360, 640)}
LIGHTS = ("light", "dark")
PATIENCE = 300.0
COACHED = "localStorage.setItem('parlour.preferences', '{\"coaching\": false}')"
QUALITY = 84
CALM: dict[str, dict[str, Any]] = {"honors3": {"pace": "ticks"}}  # so that four pages show one moment
TRIES = 4  # where others act while the pictures are taken

Pages: TypeAlias = dict[str, Page]
View: TypeAlias = dict[str, Any]


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
def pages_of(browser: Browser, server: Server) -> Iterator[Pages]:
    """A page of each size in each light, by the name of its pictures."""
    contexts = {f"{size}-{light}": context_of(browser, server, size, light) for size in SIZES for light in LIGHTS}
    yield {name: context.new_page() for name, context in contexts.items()}
    for context in contexts.values():
        context.close()


def context_of(browser: Browser, server: Server, size: str, light: str) -> BrowserContext:
    """A browser of this size in this light."""
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
    context.set_default_timeout(PATIENCE * 1000)
    return context


@contextmanager
def seated(browser: Browser, server: Server, place: "Place", newcomer: bool = False) -> Iterator[Pages]:
    """Pages that all show somebody's place at a table; only a newcomer is told the goal, and coached."""
    with pages_of(browser, server) as pages:
        for page in pages.values():
            take_up(page, place.table, place.game, place.token)
            if not newcomer:
                page.add_init_script(COACHED)
        visit(pages, f"/table/{place.table}", "[data-turn='yours'], [data-turn='others']")
        yield pages


def visit(pages: Pages, path: str, ready: str) -> None:
    """Go there with every page."""
    for page in pages.values():
        page.goto(path)
    wait(pages, ready)


def wait(pages: Pages, selector: str) -> None:
    """Wait until all pages show something."""
    for page in pages.values():
        page.wait_for_selector(selector)


def click(pages: Pages, selector: str) -> None:
    """Click on something on all pages."""
    for page in pages.values():
        page.click(selector)


def photograph(pages: Pages) -> dict[str, bytes]:
    """Pictures of all pages, by their names; they show the same moment of a match, unless others act all the time."""
    for _ in range(TRIES):
        before, pictures = moments(pages), {look: picture_of(page) for look, page in pages.items()}
        if len(before) < 2 and moments(pages) == before:
            break
    return pictures


def picture_of(page: Page) -> bytes:
    """A picture of a page on which the mouse points at nothing."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(100)
    return page.screenshot()


def moments(pages: Pages) -> set[str | None]:
    """Which moments of a match they show; none where there is no match."""
    tables = [page.query_selector("[data-turn]") for page in pages.values()]
    return {table.get_attribute("data-n") for table in tables if table}


def keep(name: str, pictures: dict[str, bytes]) -> None:
    """Write them."""
    for look, picture in pictures.items():
        Image.open(io.BytesIO(picture)).save(FOLDER / f"{name}-{look}.webp", quality=QUALITY)


def waits(view: View) -> bool:
    """Whether a match waits for whoever sees it, and for nobody else: then nothing happens by itself."""
    return bool(view["match"]["legal"]) and len(view["match"]["actors"]) == 1


class Place:
    """Somebody's place at a table, who does what the hints recommend."""

    def __init__(self, server: Server, game: str, table: str, token: str) -> None:
        self.game = game
        self.table = table
        self.token = token
        self.url = f"{server.url}/api/tables/{table}"
        self.client = httpx.Client(timeout=PATIENCE, headers={"Authorization": f"Bearer {token}"})

    @classmethod
    def opened(cls, server: Server, game: str, **more: Any) -> "Place":
        """The first seat of a match with casual computer players that has begun."""
        options = CALM.get(game, {}) | more.pop("options", {})
        table, (token,) = aside(server.open(game, bots="casual", options=options, **more))
        return cls(server, game, table, token)

    def view(self) -> View:
        """What is seen from there."""
        return dict(self.get(""))

    def get(self, what: str) -> Any:
        """What the table tells whoever sits there."""
        return self.client.get(f"{self.url}{what}").json()

    def play(self, enough: Callable[[View], bool]) -> View:
        """Play well until the view is of this kind."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            view = self.view()
            if enough(view):
                return view
            self.go_on(view)
            time.sleep(0.02)
        raise TimeoutError(f"{self.game}: nothing of that kind was to be seen")

    def go_on(self, view: View) -> None:
        """Press on from what stands, or act if it is one's turn."""
        if view["table"]["stands"]:
            self.command({"do": "ready"})
        elif waits(view):
            self.act()

    def act(self) -> None:
        """Do what the hint recommends, if there is one still."""
        choices = self.get("/hint").get("choices")
        if choices:
            self.do(max(choices, key=lambda each: bool(each["chosen"]))["text"])

    def do(self, action: str) -> None:
        """Act in the match."""
        self.command({"do": "act", "action": action})

    def command(self, command: View) -> None:
        """Ask for something; others may have been quicker."""
        key = f"picture-{time.monotonic_ns()}"
        self.client.post(f"{self.url}/commands", json={"key": key, "command": command})
