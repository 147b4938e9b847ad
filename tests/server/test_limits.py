"""Limits by the number: what a bucket gives, and that a socket's place and a locked table are kept."""

import asyncio
import contextlib
import secrets
from collections.abc import Iterator
from ipaddress import IPv6Address
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from tests.server.serving import Server, listening, patiently_connected
from tests.server.test_hub import with_hubs
from tests.table.house import House
from tests.waiting import STEP, in_time, until_so
from websockets.asyncio.client import ClientConnection

from parlour.errors import Refused
from parlour.server import limits
from parlour.server.admission import admit, admit_all
from parlour.server.channel import Channel
from parlour.server.hub import Hub
from parlour.server.limits import Buckets, Limit
from parlour.server.shares import Shares
from parlour.server.sockets import NO_HELLO, TOO_MANY, Door
from parlour.table import tokens

AMPLE = Buckets(Limit(1e9, 1e9))


def test_a_bucket_gives_what_it_has_and_then_says_how_long_to_wait() -> None:
    buckets = Buckets(Limit(burst=3, rate=0.5))
    assert [buckets.take("Ann", 10.0) for _ in range(4)] == [0, 0, 0, 2.0]
    assert buckets.take("Ann", 11.0) == 1.0
    assert buckets.take("Ann", 12.0) == 0
    assert buckets.take("Bob", 12.0) == 0


def test_who_stays_away_for_long_saves_up_no_more_than_a_bucket() -> None:
    buckets = Buckets(Limit(burst=3, rate=0.5))
    buckets.take("Ann", 0.0)
    assert [buckets.take("Ann", 1e6) for _ in range(4)] == [0, 0, 0, 2.0]


def test_of_too_many_buckets_the_longest_unused_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 2)
    buckets = Buckets(Limit(burst=1, rate=0.001))
    assert [buckets.take(who, 0.0) for who in ("Ann", "Bob", "Ann")] == [0, 0, 1000]
    assert buckets.take("Cid", 0.0) == 0
    assert buckets.take("Ann", 0.0) > 0
    assert buckets.take("Bob", 0.0) == 0


def test_a_table_with_a_password_is_open_to_the_tokens_of_its_members_only() -> None:
    room = House("cam", password="sesame").room
    room.tokens[tokens.digest("right")] = 0
    assert admit(room, "right") == 0
    for token in ("", "wrong", "right "):
        with pytest.raises(Refused, match="password"):
            admit(room, token)


def test_a_table_without_one_has_spectators() -> None:
    room = House("cam").room
    assert admit(room, "") is None
    with pytest.raises(Refused, match="nobody at this table has that token"):
        admit(room, "wrong")
    assert admit_all(room, "wrong") is None  # who asks how several tables stand


def serving(door: Door) -> contextlib.AbstractAsyncContextManager[str]:
    """A server that has nothing but a door for sockets; its address."""
    app = Starlette(routes=[WebSocketRoute("/ws", door.serve)])
    return listening(uvicorn.Config(app, ws=Channel, log_config=None))


async def code_of(client: ClientConnection) -> int | None:
    """With what a socket is closed."""
    async with in_time():
        await client.wait_closed()
    return client.close_code


def test_a_socket_that_closes_gives_its_place_back(tmp_path: Path) -> None:
    async def come_and_go(hub: Hub) -> None:
        door = Door(hub, Shares(), 1, AMPLE, AMPLE, AMPLE)
        async with serving(door) as url:
            async with patiently_connected(url), patiently_connected(url) as second:
                assert await code_of(second) == TOO_MANY
            await until_so(lambda: door.open.total() == 0, lambda: door.open)
            async with patiently_connected(url) as third:
                await third.send("no hello")
                assert await code_of(third) == NO_HELLO

    with_hubs(tmp_path, 1, come_and_go)


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that counts every visit."""
    running = Server(Path(tmp_path_factory.mktemp("counting")), PARLOUR_VISITS="100/0.001")
    running.start()
    asyncio.run(running.up())
    yield running
    running.kill()


ADDRESSES = ["/health", "/ready", "/metrics", "/api/openapi.json", "/api/games", "/", "/icon.svg", "/assets/0", "/ws"]


def from_somewhere(server: Server) -> httpx.Client:
    """Somebody whom the server has not seen before."""
    address = IPv6Address(secrets.randbits(128))
    return httpx.Client(base_url=server.url, timeout=STEP, headers={"x-forwarded-for": str(address)})


def limited(server: Server) -> int:
    """What the server has counted as too much."""
    with from_somewhere(server) as monitor:
        lines = monitor.get("/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("parlour_limited_total"))


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_address_is_limited_and_nobody_pays_for_others(counting: Server, path: str) -> None:
    before = limited(counting)
    with from_somewhere(counting) as greedy, from_somewhere(counting) as honest:
        answers = [greedy.get(path) for _ in range(101)]
        codes = [each.status_code for each in answers]
        assert (codes.count(429), codes[-1]) == (1, 429)
        assert (answers[-1].json()["code"], answers[-1].headers["x-frame-options"]) == ("too_fast", "DENY")
        assert int(answers[-1].headers["retry-after"]) > 0
        assert greedy.post("/health").status_code == 429
        assert honest.get(path).status_code == codes[0]
    assert limited(counting) == before + 2
