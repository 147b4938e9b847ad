"""What a table is drawn with comes late, or does not come: a slow line, or a page older than the server."""

from collections.abc import Callable
from fnmatch import fnmatch

import pytest
from playwright.sync_api import Page, Request, Route, WebSocket, expect
from tests.server.serving import Server
from tests.waiting import until
from tests.web import phases, sizes
from tests.web.conftest import NewPage
from tests.web.house import aside

WORDS = "**/api/games/*/words*"  # the sentences of a game


def at_a_table(server: Server) -> str:
    """A table at which a match goes on."""
    table, _ = aside(server.open("cam", bots="random"))
    return f"/table/{table}"


def in_a_replay(server: Server) -> str:
    """The end of a match of two games, when there are several things to say beside the board."""
    over = phases.moments(server, "cam")["over"]
    return f"/replay/{over.table}?step={over.step}&seat=0"


def in_a_lesson(server: Server) -> str:
    """The first lesson."""
    return "/learn/cam"


PLACES = pytest.mark.parametrize("place", [at_a_table, in_a_replay, in_a_lesson])


def open_without(page: Page, address: str, do: Callable[[Route], None]) -> None:
    """Go to an address; something is done to its game's sentences on the way."""
    page.route(WORDS, do)
    with page.expect_request(WORDS):
        page.goto(address, wait_until="commit")


class Rest:
    """All that a page asks for but the sentences, and what of it has come."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: set[Request | WebSocket] = set()
        self.came: set[Request | WebSocket] = set()
        page.on("request", lambda request: self.note(self.asked, request))
        page.on("requestfinished", lambda request: self.note(self.came, request))
        page.on("websocket", self.listen)

    def note(self, where: set[Request | WebSocket], request: Request) -> None:
        """Something was asked for, or has come."""
        if not fnmatch(request.url, WORDS):
            where.add(request)

    def listen(self, socket: WebSocket) -> None:
        """A socket has come when it has told something."""
        self.asked.add(socket)
        socket.on("framereceived", lambda _: self.came.add(socket))

    def is_there(self) -> bool:
        """Whether everything has come, and the page has asked for nothing more after that."""
        before = len(self.asked)
        there = before > 0 and self.asked == self.came
        sizes.still(self.page)
        return there and len(self.asked) == before


@PLACES
def test_a_table_waits_for_its_sentences(place: Callable[[Server], str], open_page: NewPage, server: Server) -> None:
    page = open_page(service_workers="block")  # which would have kept them
    rest = Rest(page)
    open_without(page, place(server), lambda route: None)
    until(rest.is_there, lambda: f"all the rest is there: {rest.asked - rest.came}")
    expect(page.locator("[data-square]")).to_have_count(0)
    page.unroute(WORDS)  # lets go what was held
    expect(page.locator("[data-square='D1'][aria-label*='castle']")).to_be_visible()


@PLACES
def test_what_did_not_come_is_asked_for_again(
    place: Callable[[Server], str], open_page: NewPage, server: Server
) -> None:
    page = open_page(quiet=False, service_workers="block")
    open_without(page, place(server), lambda route: route.abort())
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    page.unroute(WORDS)
    page.get_by_role("button", name="Reload").click()
    expect(page.locator("[data-square='D1'][aria-label*='castle']")).to_be_visible()
