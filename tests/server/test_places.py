"""Where a server listens, by IPv4 and by IPv6: the same in both."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.guest import Guest
from tests.server.postgres import Postgres
from tests.server.serving import SHORT, Server
from tests.waiting import STEP, until_so
from websockets.exceptions import InvalidStatus

from parlour.errors import OptionError
from parlour.server.places import listen

BURST = 4
NEW = {"game": "cam", "name": "Ann"}


def ends(port: int) -> list[str]:
    """The addresses at which a server of this machine is reached."""
    return [f"http://127.0.0.1:{port}", f"http://[::1]:{port}"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens everywhere, spoken to by IPv6."""
    running = Server(tmp_path_factory.mktemp("server"), PARLOUR_HOST="::", PARLOUR_TABLES=f"{BURST}/0.0001")
    running.url = ends(running.port)[1]
    running.start()
    asyncio.run(running.up())
    yield running
    assert running.stop() == 0


def test_everywhere_is_one_port_of_both_kinds_of_address() -> None:
    sockets = listen("::", 0)
    assert {each.family for each in sockets} == {socket.AF_INET, socket.AF_INET6}
    assert len({each.getsockname()[1] for each in sockets}) == 1
    for each in sockets:
        each.close()


def test_an_address_that_is_taken_is_said_as_one_would_type_it() -> None:
    with socket.socket(socket.AF_INET6) as taken:
        taken.bind(("::1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OptionError, match=rf"http://\[::1\]:{port}: address already in use.*--port"):
            listen("::1", port)
        (other,) = listen("::1", port, any_port=True)
        assert other.getsockname()[1] != port
        other.close()


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "nowhere.invalid"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    with pytest.raises(OptionError, match=r"no server can listen on .*--host takes an address of this machine"):
        listen(host, 0, any_port=True)


def test_people_play_by_ipv6_at_a_server_of_its_own(tmp_path: Path) -> None:
    server = Server(tmp_path, PARLOUR_HOST="::1")
    server.url = ends(server.port)[1]

    async def play() -> None:
        await server.up()
        assert f"Parlour listens on {server.url}" in server.log.read_text()
        table, tokens = await server.open("cam", people=2, **SHORT["cam"])
        guests = [Guest(server.url, table, token, seed) for seed, token in enumerate(tokens)]
        await asyncio.gather(*(guest.play() for guest in guests))
        assert all(guest.over for guest in guests)
        async with server.client() as client:
            page = (await client.get(f"/table/{table}")).text
        assert f'"og:image" content="{server.url}/' in page or "api/openapi.json" in page

    server.start()
    asyncio.run(play())
    assert server.stop() == 0


def test_a_server_everywhere_is_reached_by_both(server: Server) -> None:
    for url in ends(server.port):
        assert httpx.get(f"{url}/health", timeout=STEP).json() == {"alive": True}


def test_pages_and_names_of_ipv6_are_told_apart(server: Server) -> None:
    """A page is one of ours if it comes from the very address that it asks, and no address is anybody's name."""
    ours, theirs = server.url, server.url.replace("[::1]", "[::2]")

    def asked(origin: str, **headers: str) -> int:
        sent = {"origin": origin} | headers
        return httpx.post(f"{ours}/api/tables/summaries", json={"tables": []}, headers=sent, timeout=STEP).status_code

    assert (asked(ours), asked(theirs)) == (200, 403)
    assert asked("http://[2001:db8::5]:81", host="[2001:db8::5]:81") == 200
    assert asked("http://evil.example", host="evil.example") == 421

    async def connect() -> None:
        async with server.socket(origin=ours):
            pass
        with pytest.raises(InvalidStatus):
            async with server.socket(origin=theirs):
                pass

    asyncio.run(connect())


def test_a_network_of_ipv6_is_limited_as_one_address(server: Server) -> None:
    """The proxy of this machine says whom it speaks for: by IPv6 too, it is the one that is believed."""

    def opened(comes_from: str) -> bool:
        headers = {"x-forwarded-for": comes_from}
        return httpx.post(f"{server.url}/api/tables", json=NEW, headers=headers, timeout=STEP).status_code == 201

    one_house = [opened(f"2001:db8:1:2:{number:x}::{number}") for number in range(2 * BURST)]
    assert one_house == [True] * BURST + [False] * BURST
    assert opened("2001:db8:1:3::1")
    by_ipv4 = [opened(f"::ffff:192.0.2.{1 + number % 2}") for number in range(2 * BURST)]
    assert all(by_ipv4), "two addresses of IPv4 are two, however they are written"


@pytest.mark.all
def test_workers_listen_everywhere_too(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh()
    server = Server(tmp_path, url, PARLOUR_HOST="::", PARLOUR_WORKERS="2")
    server.start()

    async def answers() -> bool:
        async with httpx.AsyncClient(timeout=STEP) as client:
            try:
                return all([(await client.get(f"{each}/ready")).status_code == 200 for each in ends(server.port)])
            except httpx.HTTPError:
                return False

    asyncio.run(until_so(answers, server.log.read_text))
    assert f"Parlour listens on http://[::]:{server.port}" in server.log.read_text()
    assert server.stop() == 0
    postgres.give_back(url)
