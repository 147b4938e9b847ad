"""Make the pictures in docs/gallery, on a desk and on a telephone, by day and by lamp.

    tools/gallery.py                 all of them
    tools/gallery.py shelf kamra     the shelf, and some games in play
    tools/gallery.py moments         six moments of every game: see docs/gallery.md
    tools/gallery.py moments kamra   those of some games

It starts a server of its own; what the hints recommend is played until there is something to see in Chromium.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # its parts are found there

from playwright.sync_api import Browser
from rich.progress import track
from tests.server.serving import Server
from tools.gallery_house import keep, pages_of, photograph, running, visit
from tools.gallery_play import in_play

from parlour.games import names
from tools import gallery_moments as moments

SHELF = "shelf"


def main() -> None:
    """Take the pictures that are wanted."""
    wanted = sys.argv[1:]
    with running() as (server, browser):
        if not wanted or wanted[0] != "moments":
            for name in track(wanted or [SHELF, *names()], description="In play"):
                show(browser, server, name)
        if not wanted or wanted[0] == "moments":
            for name in track(wanted[1:] or names(), description="Moments"):
                moments.take(browser, server, name)


def show(browser: Browser, server: Server, name: str) -> None:
    """The shelf, or a game after some moves; all pages show the same moment."""
    if name != SHELF:
        with in_play(browser, server, name) as pages:
            keep(name, photograph(pages))
        return
    with pages_of(browser, server) as pages:
        visit(pages, "/", "[data-box]")
        keep(name, photograph(pages))


if __name__ == "__main__":
    main()
