"""Connections that strangers make: with a request that never comes, or has no end, or with as many as they can."""

import asyncio
import contextlib
import pickle
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from tests.server.serving import patiently_connected
from tests.waiting import STEP, in_time, until_so
from websockets.exceptions import InvalidStatus

from parlour.server import visits
from parlour.server.channel import Channel
from parlour.server.limits import Limit, household

AMPLE = Limit(1e9, 1e9)
FEW = Limit(5, 0.001)
STALLS = b"!"  # makes an answer never end
GET = b"GET / HTTP/1.1\r\nhost: parlour\r\n"


async def answer(request: Request) -> Response:
    body = await request.body()
    if body == STALLS:
        await request.receive()  # until the connection is lost
    return PlainTextResponse(f"{len(body)}")


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())


@contextlib.asynccontextmanager
async def house(most: int = 100, proxies: str = "", limit: Limit = AMPLE) -> AsyncIterator[int]:
    """A server on a port, with a door like ours."""
    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"]), WebSocketRoute("/ws", echo)])
    made = visits.Visitors(most, proxies, limit).visit
    config = uvicorn.Config(app, http=made, ws=Channel, loop="uvloop", log_config=None)  # type: ignore[arg-type]
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve([listening]))
        await until_so(lambda: server.started)
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            await serving


def at_home(work: Callable[[int], Awaitable[None]], most: int = 100, proxies: str = "", limit: Limit = AMPLE) -> None:
    async def main() -> None:
        async with in_time(), house(most, proxies, limit) as port:
            await work(port)

    asyncio.run(main())


def client_of(port: int) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=STEP)


async def heard(port: int, *sent: bytes) -> bytes:
    """All that is answered until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        for part in sent:
            writer.write(part)
            await writer.drain()
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize("begun", [b"", GET, b"POST / HTTP/1.1\r\nhost: parlour\r\ncontent-length: 9\r\n\r\nhalf"])
def test_a_request_that_does_not_come_is_not_waited_for(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(port: int) -> None:
        assert await heard(port, begun) == b""

    monkeypatch.setattr(visits, "TO_COME", 0.1)
    at_home(wait)


@pytest.mark.parametrize("begun", [b"GET /", GET + b"name: "])
def test_a_head_without_end_is_cut_off(begun: bytes) -> None:
    async def flood(port: int) -> None:
        said = await heard(port, begun, *[1000 * b"x"] * 2000)
        assert said == b"" or said.startswith(b"HTTP/1.1 400")

    at_home(flood)


def test_an_answer_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stall(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nhost: parlour\r\ncontent-length: 1\r\n\r\n")
        writer.write(STALLS)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()

    monkeypatch.setattr(visits, "TO_GO", 0.1)
    at_home(stall)


def test_an_address_has_so_many_connections_and_no_more() -> None:
    async def crowd(port: int) -> None:
        first = await asyncio.open_connection("127.0.0.1", port)
        second = await asyncio.open_connection("127.0.0.1", port)
        assert await heard(port, GET + b"\r\n") == b""
        first[1].close()
        second[1].close()
        async with client_of(port) as client:

            async def let_in() -> bool:
                with contextlib.suppress(httpx.HTTPError):
                    return (await client.get("/")).text == "0"
                return False

            await until_so(let_in, "it is noticed that they have gone")

    at_home(crowd, most=2)


def test_a_proxy_has_as_many_as_it_needs() -> None:
    async def crowd(port: int) -> None:
        there = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        async with client_of(port) as client:
            assert (await client.post("/", content=b"four")).text == "4"
        for _, writer in there:
            writer.close()

    at_home(crowd, most=2, proxies="10.0.0.0/8,127.0.0.1")


def test_who_asks_too_often_is_told_so_once_and_not_listened_to() -> None:
    async def flood(port: int) -> None:
        said = [await heard(port, GET + b"connection: close\r\n\r\n") for _ in range(int(FEW.burst))]
        assert all(each.startswith(b"HTTP/1.1 200 ") for each in said)
        told = await heard(port, GET + b"\r\n")
        assert told.startswith(b"HTTP/1.1 429 ")
        assert b"connection: close" in told
        assert b'"too_fast"' in told
        assert (await heard(port, (GET + b"\r\n") * 500)).count(b"HTTP/1.1") <= 1

    at_home(flood, limit=FEW)


def test_a_body_that_is_refused_is_not_waited_for() -> None:
    async def flood(port: int) -> None:
        for _ in range(int(FEW.burst)):
            await heard(port, GET + b"connection: close\r\n\r\n")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nhost: parlour\r\ncontent-length: 1000000\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
        writer.close()

    at_home(flood, limit=FEW)


def test_a_socket_beyond_the_limit_is_refused_before_any_handshake() -> None:
    async def flood(port: int) -> None:
        for _ in range(int(FEW.burst)):
            await heard(port, GET + b"connection: close\r\n\r\n")
        with pytest.raises(InvalidStatus, match="429"):
            async with patiently_connected(f"http://127.0.0.1:{port}"):
                pass

    at_home(flood, limit=FEW)


def test_one_connection_may_ask_twice_and_become_a_socket_that_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[visits.VisitorConnection] = []

    def noted(visitors: visits.Visitors, **given: Any) -> visits.VisitorConnection:
        came.append(visits.VisitorConnection(visitors, **given))
        return came[-1]

    async def use(port: int) -> None:
        async with patiently_connected(f"http://127.0.0.1:{port}") as channel:
            async with client_of(port) as client:
                for _ in range(2):
                    assert (await client.get("/")).text == "0"
                    assert [each.limit for each in came] == [None, None]  # nothing will end either of the two
            await channel.send("still here")
            assert await channel.recv() == "still here"

    monkeypatch.setattr(visits.Visitors, "visit", noted)
    at_home(use, most=1)


def test_what_makes_connections_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(visits.Visitors(3, "127.0.0.1", AMPLE).visit)).__self__.who("127.0.0.1") is None


@pytest.mark.parametrize(
    ("host", "limited"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_one_limit_however_many_addresses(host: str, limited: str) -> None:
    assert household(host) == limited
