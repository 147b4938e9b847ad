"""At a real server's table, by its link."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from parlour.errors import Refused
from parlour.terminal.app import ParlourApp
from parlour.terminal.choices import ChoiceList
from parlour.terminal.film import FilmScreen
from parlour.terminal.reading import Question
from parlour.terminal.remote import Link, Remote, keep_token, kept_places
from parlour.terminal.shelf import Shelf
from parlour.terminal.table import TableScreen
from tests.server.serving import Server
from tests.terminal.screens import SIZE, in_a_loop, table_of, text_of, until, your_turn
from tests.waiting import STEP, until_so


def test_a_link_is_read_and_nonsense_refused() -> None:
    link = Link.parse(" https://example.org:8731/games/table/abc123?x=1 ")
    assert (link.server, link.table) == ("https://example.org:8731/games", "abc123")
    assert link.socket == "wss://example.org:8731/games/ws"
    with pytest.raises(Refused, match="looks like"):
        Link.parse("example.org/abc")


@in_a_loop
async def test_a_server_that_is_not_there_is_said_to_be_lost() -> None:
    told: list[str] = []
    remote = Remote(Link("http://127.0.0.1:9", "abc"), lambda message: told.append(getattr(message, "text", "")))
    with pytest.raises(Refused, match="does not answer"):
        await remote.join("Ann")
    trying = asyncio.create_task(remote.run())
    await until_so(lambda: told)
    trying.cancel()
    assert "is lost; trying again" in told[0]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own."""
    running = Server(tmp_path / "data")
    running.data.mkdir()
    running.start()
    asyncio.run(running.up())
    yield running
    assert running.stop() == 0, running.log.read_text()


def test_who_has_no_place_any_more_is_told_so_and_may_come_again(server: Server) -> None:
    async def come_back() -> None:
        link = Link(server.url, (await open_table(server))[0])
        keep_token(link, "an old token")
        remote = Remote(link, lambda message: None, kept_places()[str(link)])
        with pytest.raises(Refused, match="no place at this table any more; join it again"):
            await remote.run()
        assert str(link) not in kept_places()

    asyncio.run(come_back())


def test_a_match_at_a_servers_table(server: Server) -> None:
    table, _ = asyncio.run(open_table(server))

    async def play() -> None:
        app = ParlourApp(Link(server.url, table))
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, Question))
            app.screen.query_one(Input).value = "Bea"
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.query_one(ChoiceList).items)
            screen = table_of(app)
            assert "stand up" in text_of(app)  # who comes before the match has a seat
            assert screen.visit.seat == 0
            await asyncio.to_thread(begin, server, table)
            await your_turn(pilot)
            remote = screen.table
            assert isinstance(remote, Remote)
            await remote._socket.close()
            await until(pilot, lambda: "is lost" in screen.visit.notice)
            await until(pilot, lambda: not screen.visit.notice)
            while not (screen := await your_turn(pilot)).visit.over:
                before = screen.visit.n
                app.simulate_key("enter")
                await until(pilot, lambda before=before: screen.visit.n != before)  # type: ignore[misc]
            assert screen.visit.result() in text_of(app)
            await pilot.press("2", "enter")
            await until(pilot, lambda: isinstance(app.screen, FilmScreen) and app.screen.moments)
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, Shelf))
        assert kept_places()[f"{server.url}/table/{table}"]

    asyncio.run(play())


HOSTS: dict[str, str] = {}


async def open_table(server: Server) -> tuple[str, str]:
    """A table that gathers, whose host does not play."""
    import httpx

    from tests.server.serving import post

    async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
        settings = {"bot_delay": 0, "pause": 0, "window": 1, "friendly": True}
        new = {"game": "honors4", "name": "Ann", "seats": 2, "options": {"h4_match": 1}, "settings": settings}
        place = await post(client, "/api/tables", new)
    HOSTS[place["table"]] = place["token"]
    return place["table"], place["token"]


def begin(server: Server, table: str) -> None:
    """The host fills the free seat and begins."""
    import httpx

    from tests.server.serving import command

    async def ask() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
            await command(client, table, HOSTS[table], {"do": "add_bot", "seat": 1, "level": "random"})
            await command(client, table, HOSTS[table], {"do": "start"})

    asyncio.run(ask())
