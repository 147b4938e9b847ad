"""Each game in play: after some moves, when there is something to see and it is the reader's turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser
from tests.server.serving import Server
from tools.gallery_house import Pages, Place, View, seated, wait, waits

STEPS = {"cam": 5, "kamra": 8, "kardkelly": 5, "honors1": 4, "honors2": 4, "honors3": 1, "honors4": 2, "bacarac": 3}
OFFERS = 1  # of the others, before the picture of Honors No. III is taken
HAND, ROW = 4, 3  # cards at least in one's hand, and in the row of Honors No. II


@contextmanager
def in_play(browser: Browser, server: Server, game: str) -> Iterator[Pages]:
    """Pages that show a game when there is something to see and to do."""
    place = Place.opened(server, game, settings={"bot_delay": 0.2})
    with seated(browser, server, place) as pages:
        play_some(place)
        wait(pages, "[data-turn='yours']")
        yield pages


def play_some(place: Place) -> None:
    """Play well for so many turns, and until there is something to see and to do."""
    left = STEPS[place.game]

    def enough(view: View) -> bool:
        nonlocal left
        if not waits(view):
            return False
        if left <= 0 and worth_seeing(view["match"]["table"]):
            return True
        left -= 1
        return False

    place.play(enough)


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
