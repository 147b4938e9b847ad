"""Make the pictures of boxes that links to tables are shown with, in web/public/boxes, from the built client's lids.

    tools/box_pictures.py       all of them, after tools/web_client.py

Chromium draws them, so they are made here and not where Parlour is built.
"""

import io
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests know where Chromium is

from PIL import Image  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from rich.progress import track  # noqa: E402
from tests.web.conftest import chromium  # noqa: E402

from parlour.games import names  # noqa: E402

LIDS = ROOT / "src" / "parlour" / "web" / "assets"
FOLDER = ROOT / "web" / "public" / "boxes"
WIDTH, HEIGHT = 1200, 630  # what chats and mails make room for
COLOURS = 64
PAGE = """<body style="margin: 0; height: 100vh; display: grid; place-items: center; background: #e6d9ba">
<div style="box-shadow: 0 10px 0 -4px #bda77c">{}</div>
<style>svg {{ display: block; width: auto; height: 540px; max-width: 1080px }}</style>"""


def main() -> None:
    """Draw all boxes."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for game in track(names(), description="Boxes"):
            draw(page, game)
        browser.close()


def draw(page: Page, game: str) -> None:
    """A box on a table."""
    (lid,) = LIDS.glob(f"lid-{game}-*.svg")
    page.set_content(PAGE.format(lid.read_text(encoding="utf-8")))
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{game}.png", optimize=True)


if __name__ == "__main__":
    main()
