"""Databases of every version that there has been, with matches under way: today's server opens them and plays on.

`old/version-N.sql` makes the tables of a version, `old/matches.sql` fills them as a server of that time did, and
`old/matches.json` says how it saw them.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.guest import Guest
from tests.server.killing import check
from tests.server.serving import Server, command, post
from tests.server.stores import literally, opened, summary
from tests.waiting import TEST, in_time

from parlour.server.storage import schema
from parlour.table import facts

OLD = Path(__file__).with_name("old")
MATCHES: dict[str, dict[str, Any]] = json.loads((OLD / "matches.json").read_text())
PLAYING = [name for name, match in MATCHES.items() if match["phase"] == "playing"]
VERSIONS = sorted(file.stem for file in OLD.glob("version-*.sql"))
TOKENS = ("token 0", "token 1")


@pytest.fixture
def old(url: str, tmp_path: Path, version: str) -> Server:
    """A server on an old database that it has not opened yet."""
    server = Server(tmp_path, "" if url.startswith("sqlite") else url)
    statements = [*(OLD / f"{version}.sql").read_text().split(";\n"), *(OLD / "matches.sql").read_text().split(";\n")]
    literally(database_of(server), *[each for each in statements if each.strip()])
    return server


def database_of(server: Server) -> str:
    return server.database or f"sqlite:///{server.data}/tables.sqlite"


def test_there_is_a_database_of_every_version() -> None:
    assert {version.split("-")[1] for version in VERSIONS} == {str(1 + each) for each in range(schema.VERSION)}


@pytest.mark.parametrize(
    "version", [pytest.param(each, marks=[] if each == VERSIONS[0] else pytest.mark.all) for each in VERSIONS]
)
def test_matches_in_an_old_database_are_played_on(old: Server) -> None:
    async def as_it_was(name: str) -> None:
        """A table looks as its server saw it."""
        then = MATCHES[name]
        for seat, token in enumerate(TOKENS):
            async with old.client(token) as client:
                now = (await client.get(f"/api/tables/{name}")).json()
            assert (now["table"]["phase"], now["table"]["commitment"]) == (then["phase"], then["commitment"])
            if then["actors"]:
                assert (now["match"]["actors"], now["match"]["scores"]) == (then["actors"], then["scores"])
                assert now["match"]["legal"] == then["legal"].get(str(seat), [])

    async def play_on(name: str) -> list[Guest]:
        """Its people play it to the end."""
        guests = [Guest(old.url, name, token, seed) for seed, token in enumerate(TOKENS)]
        async with guests[0].connected() as socket:
            await guests[0].until(lambda: guests[0].table)
            if guests[0].table["phase"] == "paused":  # nobody was there for years
                await guests[0].ask(socket, {"do": "resume"})
        await asyncio.gather(*(guest.play() for guest in guests))
        return guests

    async def main() -> None:
        await old.up()
        for name in MATCHES:
            await as_it_was(name)
        async with old.client() as client:
            place = await post(client, "/api/tables/gathering/members", {"name": "Cora"})
            assert place["seat"] == 0
            await command(client, "gathering", place["token"], {"do": "chat", "text": "Hello"})
        played = {name: await play_on(name) for name in PLAYING}
        await check([old], played, {name: MATCHES[name]["commitment"] for name in played})

    async def limited() -> None:
        async with in_time(TEST):
            await main()

    old.start()
    asyncio.run(limited())
    assert old.stop() == 0
    assert "Traceback" not in old.log.read_text()


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_database_has_all_that_a_new_one_has(old: Server) -> None:
    """A table that gathers is found, of all that is due nothing is forgotten, and rules of their time say so."""

    async def test() -> None:
        async with opened(database_of(old)) as store:
            assert await store._database.fetch(schema.GET_VERSION) == [(schema.VERSION,)]
            found = await store.gathering("gath")
            assert found is not None
            assert found[0] == "gathering"
            assert await store.outages() == []
            log = await store.read("cam")
            assert not await store.append("cam", len(log) - 1, b"", summary())
            for number, step in enumerate(map(facts.unpack, log)):
                older = tuple([facts.Begun(7) if isinstance(fact, facts.Begun) else fact for fact in step.facts])
                step.facts = older
                assert await store.append("older", number, facts.pack(step), summary())
            assert await store.archive(1e12) == len(MATCHES) + 1

    asyncio.run(test())
    old.start()

    async def ask() -> None:
        await old.up()
        async with old.client() as client:
            answer = (await client.get("/api/tables/older")).json()
        assert answer["code"] == "old_rules"
        assert "version 7 of the rules of Cam" in answer["text"]

    asyncio.run(ask())
    assert old.stop() == 0
