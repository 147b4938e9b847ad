"""TLS by Caddy and nginx, as docs/hosting.md says: people play through them, and are who they are."""

import asyncio
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.guest import Guest
from tests.server.postgres import Postgres
from tests.server.proxies import NAME, Proxy
from tests.server.serving import SHORT, Server
from tests.waiting import until_so
from websockets.exceptions import InvalidStatus

pytestmark = pytest.mark.live

BURST = 12  # tables that an address may open at each of two servers
IDLE = 65.0  # seconds: nginx ends after 60 what is silent, unless it is told otherwise
SETTINGS = {"PARLOUR_NAMES": NAME, "PARLOUR_TABLES": f"{BURST}/0.0001"}
NUMBERS = count(1)
NEW = {"game": "cam", "name": "Ann"}


@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on one database."""
    url = postgres.fresh()
    both = [Server(tmp_path_factory.mktemp("server"), url, **SETTINGS) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        asyncio.run(each.up())
    yield both
    assert [each.stop() for each in both] == [0, 0]
    postgres.give_back(url)


@pytest.fixture(scope="module", params=["caddy", "nginx"])
def proxy(
    request: pytest.FixtureRequest, servers: list[Server], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """A proxy before them."""
    yield from running(Proxy(request.param, tmp_path_factory.mktemp("proxy"), servers))


def running(proxy: Proxy) -> Iterator[Proxy]:
    proxy.start()
    asyncio.run(proxy.up())
    yield proxy
    proxy.stop()


def fresh_address() -> str:
    """An address of this machine that nobody has come from."""
    return f"127.0.1.{next(NUMBERS)}"


async def played(proxy: Proxy) -> None:
    """A match of two people who watch each other over sockets."""
    table, tokens = await proxy.open("cam", people=2, **SHORT["cam"])
    guests = [Guest(proxy.url, table, token, seed) for seed, token in enumerate((*tokens, ""))]
    for guest in guests:
        guest.way = proxy.way()
    await asyncio.gather(*(guest.play() for guest in guests))
    assert all(guest.over and guest.acked for guest in guests[:2])
    assert {guest.n for guest in guests} == {guests[0].n}


async def counted(server: Server, what: str) -> float:
    """What a server has counted."""
    async with server.client() as client:
        found = re.search(rf"^parlour_{what} (\S+)$", (await client.get("/metrics")).text, re.MULTILINE)
    assert found
    return float(found[1])


def test_people_play_through_it(proxy: Proxy) -> None:
    asyncio.run(played(proxy))


def test_pages_say_where_they_are(proxy: Proxy) -> None:
    async def look() -> None:
        table, _ = await proxy.open("cam")
        async with proxy.client() as client:
            page = await client.get(f"/table/{table}")
            assert page.headers["content-security-policy"]
            assert f'property="og:image" content="{proxy.url}/' in page.text
            assert (await client.get("/health")).json() == {"alive": True}

    asyncio.run(look())


@pytest.mark.all
def test_both_servers_are_used_and_one_does_without_the_other(proxy: Proxy) -> None:
    async def use() -> None:
        before = [await counted(each, "connections_total") for each in proxy.servers]

        async def used() -> bool:
            async with proxy.socket():
                return all([await counted(*each) > was for each, was in zip(counters, before, strict=True)])

        counters = [(each, "connections_total") for each in proxy.servers]
        await until_so(used)
        proxy.servers[0].kill()
        async with proxy.client() as client:
            answers = [await client.get("/api/games") for _ in range(10)]
            assert {each.status_code for each in answers} == {200}
        await played(proxy)
        proxy.servers[0].start()
        await proxy.servers[0].up()

    asyncio.run(use())


def test_limits_count_for_the_real_address_whatever_is_sent(proxy: Proxy) -> None:
    """People come from two addresses. One of them says each time to be somebody else."""

    async def ask(client: httpx.AsyncClient, **headers: str) -> int:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return (await client.post("/api/tables", json=NEW, headers=sent)).status_code

    async def flood() -> None:
        async with proxy.client(comes_from=fresh_address()) as client:
            answers = [
                await ask(
                    client, x_forwarded_for=f"203.0.113.{number}", x_real_ip="203.0.113.1", forwarded="for=8.8.8.8"
                )
                for number in range(4 * BURST)
            ]
        assert set(answers) == {201, 429}
        assert BURST <= answers.count(201) <= 2 * BURST  # each of the servers counts for itself
        async with proxy.client(comes_from=fresh_address()) as client:
            assert await ask(client) == 201

    asyncio.run(flood())


def test_only_its_own_pages_and_names_are_served(proxy: Proxy) -> None:
    async def try_all() -> None:
        port = proxy.port
        async with proxy.client() as client:
            own, evil = f"https://{NAME}:{port}", f"https://evil.example:{port}"
            assert (await client.post("/api/tables/summaries", json={"tables": []}, headers={"origin": own})).is_success
            told = await client.post("/api/tables/summaries", json={"tables": []}, headers={"origin": evil})
            assert told.json()["code"] == "wrong_origin"
            stranger = await client.get("/api/games", headers={"host": "evil.example"})
            assert "cam" not in stranger.text
        async with proxy.socket(origin=own):
            pass
        with pytest.raises(InvalidStatus):
            async with proxy.socket(origin=evil):
                pass

    asyncio.run(try_all())


@pytest.mark.all
@pytest.mark.parametrize("kind", ["caddy", "nginx"])
def test_people_play_below_a_path(kind: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", PARLOUR_BASE_PATH="/games", **SETTINGS)
    server.start()
    asyncio.run(server.up())

    async def play(proxy: Proxy) -> None:
        async with proxy.client() as client:
            page = (await client.get("/table/nothing")).text
            assert '<base href="/games/">' in page or "api/openapi.json" in page
            script = re.search(r'src="\.?/?(assets/[^"]+)"', page)
            assert script is None or (await client.get(f"/{script[1]}")).is_success
        await played(proxy)

    for proxy in running(Proxy(kind, tmp_path, [server, server], "/games")):
        asyncio.run(play(proxy))
    assert server.stop() == 0


@pytest.mark.all
def test_a_socket_on_which_nothing_is_said_stays(proxy: Proxy) -> None:
    async def wait() -> None:
        table, (token, *_) = await proxy.open("cam")
        guest = Guest(proxy.url, table, token)
        guest.way = proxy.way()
        async with guest.connected() as socket:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(IDLE):
                    await socket.wait_closed()
            told: dict[str, Any] = await guest.ask(socket, {"do": "chat", "text": "Still there?"})
        assert told["is"] == "ack"

    asyncio.run(wait())
