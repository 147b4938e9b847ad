"""Spies who ask everything: every address and every command, over real connections, in two worlds at once.

Two servers have the same table. In one of them all that the spy does not know has been dealt afresh. Whatever a spy
asks, he must be told the same by both, byte for byte; and what there is to ask is found, so that nothing new is
forgotten.
"""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from tests.server import prying
from tests.server.guest import Guest
from tests.server.serving import listening
from tests.server.stores import put
from tests.table.house import House, at_random
from tests.table.test_secrecy import another_world
from tests.waiting import STEP

from parlour.core.clock import SteadyClock
from parlour.games import names
from parlour.server.app import application
from parlour.server.channel import Channel
from parlour.server.http import Desk, Endpoint, reply
from parlour.server.hub import Hub
from parlour.server.limits import Limit
from parlour.server.metrics import Metrics
from parlour.server.settings import ServerSettings
from parlour.server.shares import Shares
from parlour.server.shield import Shield
from parlour.table import facts, tokens, wire
from parlour.table.room import OVER, Room, Viewer

AMPLE = Limit(1e9, 1e9)
FREELY = dict.fromkeys(("tables", "requests", "visits", "commands", "chat", "arranging", "advice", "guesses"), AMPLE)
TOKEN = "spy"
MOVES = 12
RANDOM = ("token", "table", "answer", "member", "seat")  # of an answer with a token or a code in it


class World:
    """A server with a table that is the same in all worlds, as far as a viewer knows."""

    def __init__(self, url: str, hub: Hub, routes: list[Any]) -> None:
        self.url = url
        self.hub = hub
        self.routes = routes
        self.other: Callable[[Room], Room] = lambda room: room

    async def keep(self, id: str, house: House) -> None:
        """Have a table, the spy at its first seat, with everything dealt as it is in this world."""
        assert await put(self.hub.store, id, 0, [facts.pack(step) for step in house.log])
        self.hub.now = lambda: house.now  # nothing comes due while spies look at it
        table = await self.hub.table(id)
        table.room.tokens[tokens.digest(TOKEN)] = 0
        table.room = self.other(table.room)


@contextlib.asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    """A whole server."""
    settings = ServerSettings(data=folder, sockets=1000, **FREELY)  # type: ignore[arg-type]
    shield = application(settings, SteadyClock(), Metrics(), Shares())
    assert isinstance(shield, Shield)
    async with listening(uvicorn.Config(shield, ws=Channel, ws_per_message_deflate=False, log_config=None)) as url:
        app: Any = shield.app
        yield World(url, app.state.hub, app.router.routes)


@contextlib.asynccontextmanager
async def two_worlds(folder: Path, seat: Viewer, seed: int) -> AsyncIterator[list[World]]:
    """Two servers, and two worlds that a viewer cannot tell from each other."""
    async with world(folder / "one") as one, world(folder / "other") as two:
        two.other = lambda room: another_world(room, seat, random.Random(seed))
        yield [one, two]


def match_under_way(name: str) -> House:
    """A table with people at all seats who have done something, and at which the spy may act."""
    house = House(name, friendly=True, seed=3)
    house.dealt(people=len(house.room.seats))
    house.play_until(lambda: house.room.number > MOVES and 0 in house.room.actors, at_random(4), people=1.0)
    return house


def same(answers: list[httpx.Response]) -> bool:
    """Whether two answers are the same, but for what is new and made by chance."""
    told = [without_chance(each) for each in answers]
    return bool(told[0] == told[1]) and answers[0].status_code == answers[1].status_code


def without_chance(answer: httpx.Response) -> Any:
    """What an answer says, without new tokens and tables and the port of this server."""
    text = answer.text.replace(answer.request.url.netloc.decode(), "")
    if "json" not in answer.headers.get("content-type", ""):
        return text
    told = json.loads(text)
    if isinstance(told, dict) and {"token", "answer"} & told.keys():
        return {name: value for name, value in told.items() if name not in RANDOM}
    return told


def differ(worlds: list[World]) -> bool:
    """Whether there is anything that a spy could find out."""
    return len({bytes(each.hub.tables["table"].room.running) for each in worlds}) > 1


async def read_everything(worlds: list[World], name: str, token: str) -> set[tuple[str, str]]:
    """Ask everything of both worlds, and compare; the methods and addresses that were asked."""
    asked = set()
    things_here = prying.things(name, "table", TOKEN)
    async with contextlib.AsyncExitStack() as stack:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        clients = [
            await stack.enter_async_context(httpx.AsyncClient(base_url=each.url, headers=headers, timeout=STEP))
            for each in worlds
        ]
        for ask in sorted(prying.everything(things_here, worlds[0].routes)):
            answers = [await ask.of(client) for client in clients]
            assert same(answers), f"{ask.method} {ask.url}: {[each.text[:2000] for each in answers]}"
            asked.add((ask.method, ask.path))
    return asked


async def converse(world: World, id: str, commands: list[dict[str, Any]], known: dict[str, Any]) -> list[Guest]:
    """Say something at a table as the spy and as somebody who only looks on; both, and what they heard."""
    guests = [Guest(world.url, id, TOKEN), Guest(world.url, id)]
    async with guests[0].connected() as one, guests[1].connected() as other:
        sockets = list(zip(guests, (one, other), strict=True))
        for guest, socket in sockets:
            await guest.until(lambda guest=guest: guest.table)
            for number, command in enumerate(commands):
                await guest.ask(socket, command, f"{number}")
        for guest, socket in sockets:
            for frame in prying.frames(known):
                await socket.send(msgspec.json.encode(frame).decode())
            await guest.until(lambda guest=guest: any(b'"is":"pong"' in each for each in guest.heard))
    return guests


def heard(guest: Guest) -> set[str]:
    """What somebody heard, but for who is there, and codes, which are made by chance."""
    told = [json.loads(data) for data in guest.heard]
    return {json.dumps(each | {"answer": ""}, sort_keys=True) for each in told if each["is"] != "presence"}


def is_over(guest: Guest) -> bool:
    """Whether all has been shown to everybody."""
    return bool(guest.table["phase"] == OVER)


async def hear_everything(worlds: list[World], house: House, name: str) -> tuple[set[str], set[str]]:
    """Have every command carried out, each at a table of its own; which there were, and the kinds of messages heard."""
    kinds = prying.tagged(wire.AnyCommand)
    return set(kinds), set().union(*await asyncio.gather(*[hear(worlds, house, name, kinds[each]) for each in kinds]))


async def hear(worlds: list[World], house: House, name: str, kind: type) -> set[str]:
    """Have a command carried out in both worlds, and compare what is heard; the kinds of messages."""
    known = prying.things(name, f"at{kind.__name__}", TOKEN)
    for each in worlds:
        await each.keep(known["table"], house)
    asks = [converse(each, known["table"], [prying.sample(kind, known)], known) for each in worlds]
    found = await asyncio.gather(*asks)
    for one, other in zip(*found, strict=True):
        if not (is_over(one) and is_over(other)):
            assert heard(one) == heard(other), kind
    return {json.loads(data)["is"] for guest in found[0] for data in guest.heard}


async def hear_of_trouble(worlds: list[World], house: House) -> set[str]:
    """Be there while nothing can be saved, and afterwards; the kinds of messages heard."""
    found = []
    for each in worlds:
        await each.keep("full", house)
        guest = Guest(each.url, "full", TOKEN)
        async with guest.connected():
            await guest.until(lambda guest=guest: guest.table)
            for trouble in ("the disk is full", ""):
                each.hub.store.trouble = trouble
                each.hub.unsaved.changed()
            await guest.until(lambda guest=guest: sum(b'"is":"saving"' in message for message in guest.heard) == 2)
        found.append(guest)
    assert heard(found[0]) == heard(found[1])
    return {json.loads(data)["is"] for data in found[0].heard}


@pytest.mark.live
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "kamra" else pytest.mark.all) for name in names()]
)
def test_every_address_and_every_message_is_the_same_in_another_world(tmp_path: Path, name: str) -> None:
    house = match_under_way(name)
    asked: set[tuple[str, str]] = set()

    async def pry() -> None:
        async with two_worlds(tmp_path / "seat", 0, 1) as worlds:
            for each in worlds:
                await each.keep("table", house)
            assert name == "cam" or differ(worlds)  # which has no secrets
            asked.update(await read_everything(worlds, name, TOKEN))
            commands, said = await hear_everything(worlds, house, name)
            said |= await hear_of_trouble(worlds, house)
            assert commands == set(prying.tagged(wire.AnyCommand))
            assert said == set(prying.tagged(wire.AnyMessage))
        async with two_worlds(tmp_path / "nobody", None, 2) as worlds:
            for each in worlds:
                await each.keep("table", house)
            asked.update(await read_everything(worlds, name, ""))
            there_are = {getattr(route, "path", "") for route in worlds[0].routes}
        assert {path for _, path in asked} == there_are - set(prying.NOT_COMPARED)
        assert asked >= prying.described()
        assert there_are >= {*prying.NOT_COMPARED, *prying.UNDESCRIBED}

    asyncio.run(pry())


def test_an_address_that_tells_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house, usual = match_under_way("kamra"), Desk.endpoints

    async def leak(desk: Desk, request: Request) -> Response:
        """What seat 1 holds."""
        table, _ = await desk.visited(request)
        return reply(table.room.running.view(1))

    def endpoints(desk: Desk) -> list[Endpoint]:
        return [*usual(desk), Endpoint("GET", "/api/tables/{table}/leak", partial(leak, desk), gives=wire.Welcome)]

    leak.__name__ = "leak"
    monkeypatch.setattr(Desk, "endpoints", endpoints)

    async def pry() -> None:
        async with two_worlds(tmp_path, 0, 1) as worlds:
            for each in worlds:
                await each.keep("table", house)
            with pytest.raises(AssertionError, match="GET /api/tables/table/leak: "):
                await read_everything(worlds, "kamra", TOKEN)

    asyncio.run(pry())


def test_a_route_that_nobody_describes_is_noticed() -> None:
    with pytest.raises(KeyError):
        list(
            prying.everything(
                prying.things("kamra", "table", TOKEN), [Route("/api/secrets", Response, methods=["GET"])]
            )
        )
    with pytest.raises(KeyError):
        prying.filled("/api/tables/{table}/hands/{hand}", prying.things("kamra", "table", TOKEN))
