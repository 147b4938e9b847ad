"""The page at /status tells people what /ready tells programs: in their language, and no table's name."""

import asyncio
import re
import tomllib
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Server, command
from tests.server.test_unsaved import fill_disk
from tests.waiting import STEP, until_so

from parlour.games.rulebooks import LANGUAGES
from parlour.server import status


def rows(page: str) -> dict[str, str]:
    """The facts on the page."""
    return dict(re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", page))


def headline(page: str) -> str:
    return str(re.findall(r"<h1>(.*?)</h1>", page)[0])


async def look(server: Server, **headers: str) -> httpx.Response:
    async with server.client() as client:
        return await client.get("/status", headers={name.replace("_", "-"): each for name, each in headers.items()})


def test_it_tells_people_how_busy_the_server_is_and_names_no_table(server: Server) -> None:
    async def visit() -> None:
        table, tokens = await server.open("cam")
        async with server.socket():
            answer = await look(server)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
        told = rows(answer.text)
        assert headline(answer.text) == "Everything works"
        assert (told["Tables can be saved"], told["Computer players can think"], told["Games"]) == ("yes", "yes", "8")
        assert int(told["Tables in use"]) >= 1
        assert told["Half of all moves saved within"].endswith(" ms")
        assert not [secret for secret in (table, *tokens, str(server.data)) if secret in answer.text]

    asyncio.run(visit())


@pytest.mark.parametrize(
    ("asks", "language"), [("es-MX,en;q=0.8", "es"), ("de,es", "es"), ("en-GB", "en"), ("de", "en"), ("", "en")]
)
def test_it_speaks_the_first_language_that_somebody_reads(server: Server, asks: str, language: str) -> None:
    page = asyncio.run(look(server, accept_language=asks)).text
    assert f'<html lang="{language}">' in page
    assert headline(page) == status.words(language)["well"]


def test_every_sentence_is_there_in_every_language() -> None:
    read = tomllib.loads((status.HERE / "status.toml").read_text(encoding="utf-8"))
    assert {tuple(each) for each in read.values()} == {LANGUAGES}
    assert all(re.findall(r"\{\w+\}", each["en"]) == re.findall(r"\{\w+\}", each["es"]) for each in read.values())


def test_its_style_sheet_is_allowed_and_kept(server: Server) -> None:
    page = asyncio.run(look(server)).text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="(.*?)">', page)
    answer = httpx.get(f"{server.url}/{sheet}", timeout=STEP)
    assert answer.headers["content-type"].startswith("text/css")
    assert "style" not in re.sub("<link.*?>", "", page), "what stands in a page is not allowed to give it a style"


def test_it_says_the_same_as_ready_and_since_when(tmp_path: Path) -> None:
    """A full disk is seen by both, without the web client, and both say when it is over."""
    server = Server(tmp_path, PARLOUR_WEB=str(tmp_path / "nothing"))
    server.start()

    async def both() -> tuple[int, int]:
        async with server.client() as client:
            return (await client.get("/status")).status_code, (await client.get("/ready")).status_code

    async def fill() -> None:
        await server.up()
        table, tokens = await server.open("cam")
        empty = fill_disk(server)

        async def are(status: int) -> bool:
            return await both() == (status, status)

        await until_so(lambda: are(503))
        answer = await look(server)
        assert headline(answer.text) == "Nothing can be saved just now"
        assert rows(answer.text)["Tables can be saved"] == "no"
        assert "doctor --host" in answer.text
        assert str(tmp_path) not in answer.text
        empty()
        await until_so(lambda: are(200))
        assert headline((await look(server)).text) == "Everything works"
        async with server.client() as client:
            await command(client, table, tokens[0], {"do": "chat", "text": "Back again."})

    try:
        asyncio.run(fill())
        assert server.stop() == 0
    finally:
        server.kill()


def test_time_is_told_as_people_would() -> None:
    said = status.words("en")
    spans = [status.span(seconds, said) for seconds in (0, 61, 150, 7199, 7200, 172_799, 172_800)]
    assert spans == ["1 minute", "1 minute", "2 minutes", "119 minutes", "2 hours", "47 hours", "2 days"]
    assert [status.within(each, said) for each in (None, 0.005, 0.25)] == ["no moves yet", "5 ms", "250 ms"]
