"""What nobody should send: requests of every shape over the description, frames that are none, floods, guesses."""

import asyncio
import contextlib
import json
import secrets
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.server.guest import Guest
from tests.server.serving import Server, command, post
from tests.server.test_serving import run
from tests.waiting import STEP
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from parlour.server import openapi
from parlour.server.bodies import Trouble
from parlour.server.http import Desk

NOBODY: Any = None
DESCRIPTION = openapi.describe(Desk(*[NOBODY] * 7).endpoints(), Trouble)
ADDRESSES = [(path, method) for path, ways in DESCRIPTION["paths"].items() for method in ways]


@pytest.fixture(scope="module")
def places(server: Server) -> list[tuple[str, str]]:
    """Tables to trouble, with the tokens of their hosts: one that gathers, one that is played at, one that is over."""

    async def open_all() -> list[tuple[str, str]]:
        over, (loser,) = await server.open("cam")
        gathering, (host,) = "", ("",)
        async with server.client() as client:
            place = await post(client, "/api/tables", {"game": "kamra", "name": "Ann"})
            gathering, host = place["table"], place["token"]
            until_begun = Guest(server.url, over, loser)
            async with until_begun.connected():
                await until_begun.until(lambda: until_begun.match)
            await command(client, over, loser, {"do": "resign"})
        playing, (player,) = await server.open("bacarac")
        return [(gathering, host), (playing, player), (over, loser)]

    return asyncio.run(open_all())


@pytest.mark.parametrize(("path", "method"), ADDRESSES, ids=str)
def test_whatever_is_sent_the_answer_is_as_described(
    server: Server, places: list[tuple[str, str]], path: str, method: str, pytestconfig: pytest.Config
) -> None:
    schema = schemathesis.openapi.from_dict(DESCRIPTION)
    operation = schema[path][method]
    examples = 500 if pytestconfig.getoption("--long") else 15

    @given(case=operation.as_strategy(), place=st.sampled_from([None, None, *places]), known=st.booleans())
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    def ask(case: schemathesis.Case[Any], place: tuple[str, str] | None, known: bool) -> None:
        if place is not None and "table" in case.path_parameters:
            case.path_parameters["table"] = place[0]
        if place is not None and known:
            case.headers["Authorization"] = f"Bearer {place[1]}"
        answer = case.call(base_url=server.url, timeout=STEP)
        # What has the right shape may still name a game that there is not.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    ask()


def frame(**fields: Any) -> str:
    return json.dumps(fields)


ASK = {"is": "ask", "key": "k"}
BAD_FRAMES = [
    "",
    "null",
    "[]",
    "{",
    "\0",
    '"\\ud800"',
    14_000 * "[",
    2_000 * '{"a":' + "1" + 2_000 * "}",
    frame(**{"is": "nonsense"}),
    frame(**{"is": "hello", "protocol": 1, "table": "again"}),
    frame(**{"is": "ping", "more": 1}),
    frame(**ASK),
    frame(**ASK, command=None),
    frame(**ASK, command={"do": "sit", "seat": -1}),
    frame(**ASK, command={"do": "sit", "seat": 10**400}),
    frame(**ASK, command={"do": "stretch", "times": 1e309}),
    frame(**ASK, command={"do": "act", "action": 500 * "x"}),
    frame(**ASK, command={"do": "stir", "entropy": "zz"}),
    frame(**ASK, command={"do": "acted", "seat": 0}),
    frame(**{"is": "ask", "key": "", "command": {"do": "start"}}),
    frame(**{"is": "ask", "key": 65 * "k", "command": {"do": "start"}}),
    b"\xff\xfe",
    b'{"is": "ping"}',
]


async def hello(server: Server, socket: ClientConnection, table: str, token: str = "") -> dict[str, Any]:
    """Say hello; the welcome."""
    await socket.send(frame(**{"is": "hello", "protocol": 1, "table": table, "token": token}))
    return dict(json.loads(await socket.recv()))


def socket_of(server: Server) -> Any:
    return server.socket(max_size=None, compression=None)


async def closing_code(socket: ClientConnection) -> int | None:
    """The code with which the server closes, all that it says before left aside."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code


async def still_works(server: Server, table: str, token: str) -> None:
    """The table answers, and can be changed."""
    async with server.client() as client:
        await command(client, table, token, {"do": "chat", "text": "still here"})
        assert (await client.get(f"/api/tables/{table}")).status_code == 200


def test_frames_that_are_none_close_their_socket_and_nothing_else(server: Server) -> None:
    async def send_all() -> None:
        table, (token,) = await server.open("cam")
        for bad in BAD_FRAMES:
            async with socket_of(server) as socket:
                await hello(server, socket, table, token)
                await socket.send(bad)
                assert await closing_code(socket) in (4000, 1003, 1007), bad[:80]
        async with socket_of(server) as socket:
            await hello(server, socket, table, token)
            await socket.send(20_000 * "x")
            assert await closing_code(socket) == 1009
        await still_works(server, table, token)

    run(send_all)


def test_commands_that_make_no_sense_are_refused_and_change_nothing(server: Server) -> None:
    senseless: list[dict[str, Any]] = [
        {"do": "act", "action": "\u202e../../etc/passwd\0"},
        {"do": "act", "action": "é\N{PARTY POPPER}" * 50},
        {"do": "act", "action": "1-1", "expect": -(2**62)},
        {"do": "act", "action": "1-1", "expect": 2**62},
        {"do": "mute", "member": 2**62},
        {"do": "report", "member": 7, "why": "x"},
        {"do": "take_over", "seat": 15},
        {"do": "add_bot", "seat": 1, "level": "exec-rm"},
        {"do": "sit", "seat": 15},
        {"do": "start"},
        {"do": "resume"},
        {"do": "return"},
        {"do": "vote", "what": "rematch"},
        {"do": "chat", "text": "\u202e\u200b\u0000"},
    ]

    async def ask_all() -> None:
        table, (token,) = await server.open("cam")
        guest = Guest(server.url, table, token)
        async with guest.connected() as socket:
            await guest.until(lambda: guest.match and guest.match["legal"])
            before = guest.n
            answers = [await guest.ask(socket, each) for each in senseless]
            assert [answer["is"] for answer in answers] == ["refusal"] * len(senseless)
            assert all(answer["n"] == before for answer in answers)
        await still_works(server, table, token)

    run(ask_all)


def test_a_place_at_one_table_is_none_at_another(server: Server) -> None:
    async def cross() -> None:
        (one, (ann,)), (two, (bob,)) = await server.open("cam"), await server.open("cam")
        async with socket_of(server) as socket:
            await socket.send(frame(**{"is": "hello", "protocol": 1, "table": two, "token": ann}))
            assert await closing_code(socket) == 4012
        async with socket_of(server) as socket:
            welcome = await hello(server, socket, two)
            assert (welcome["you"], welcome["seat"]) == (None, None)
            await socket.send(frame(**ASK, command={"do": "resign"}))
            while (answer := json.loads(await socket.recv()))["is"] != "refusal":
                pass
            assert answer["code"] == "not_member"
        async with server.client() as client:
            body = {"key": "k", "command": {"do": "resign"}}
            headers = {"authorization": f"Bearer {bob}"}
            wrong = await client.post(f"/api/tables/{one}/commands", json=body, headers=headers)
            assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_token")
            look = await client.get(f"/api/tables/{one}", headers=headers)
            assert (look.status_code, look.json()["code"]) == (403, "wrong_token")
        await still_works(server, one, ann)
        await still_works(server, two, bob)

    run(cross)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "<script>alert(1)</script>", "a\0b", "\u202egnirts", "\u200b", "\N{GRINNING FACE}"]
)
def test_a_name_is_only_a_name(server: Server, name: str) -> None:
    async def come() -> None:
        async with server.client() as client:
            new = {"game": "cam", "name": name, "settings": {"title": name, "public": True}}
            place = await post(client, "/api/tables", new)
            view = (await client.get(f"/api/tables/{place['table']}")).json()["table"]
            for shown in (view["members"][0]["name"], view["title"]):
                assert not set(shown) & set("\0\u202e\u200b")
            assert view["members"][0]["name"]
            assert (await client.get(f"/api/tables/{quote(name, safe='')}")).status_code == 404

    run(come)


def test_what_lies_too_deep_in_a_request_is_malformed(server: Server, places: list[tuple[str, str]]) -> None:
    table, token = places[0]
    deep = b'{"key": "k", "command": {"x": ' + b"[" * 30_000 + b"]" * 30_000 + b', "do": "stand"}}'
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.post(f"{server.url}/api/tables/{table}/commands", content=deep, headers=headers, timeout=STEP)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("seat", ["2", "-1", "1.0", "01", "00009", "0" * 5000, "x"])
def test_a_replay_is_that_of_a_seat_of_the_table(server: Server, places: list[tuple[str, str]], seat: str) -> None:
    answer = httpx.get(f"{server.url}/api/tables/{places[2][0]}/replay?seat={seat}", timeout=STEP)
    assert (answer.status_code, answer.json()["code"]) == (409, "no_such_seat")


def test_a_request_that_is_broken_off_is_forgotten(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as half:
        half.sendall(b"POST /api/tables HTTP/1.1\r\nhost: parlour\r\ncontent-length: 100\r\n\r\n{")
    assert httpx.get(f"{server.url}/health", timeout=STEP).status_code == 200  # and there is no word of it in the log


def test_pings_without_end_are_not_answered(server: Server) -> None:
    async def flood() -> None:
        table, (token,) = await server.open("cam")
        async with socket_of(server) as pinging:
            await hello(server, pinging, table)
            with contextlib.suppress(ConnectionClosed):
                for _ in range(20_000):
                    await pinging.ping()
            assert await closing_code(pinging) == 1006
        await still_works(server, table, token)

    run(flood)


def framed(text: str) -> bytes:
    """A short frame of a client, masked with zeros."""
    data = text.encode()
    head = bytes((0x81, 0x80 | len(data))) if len(data) < 126 else struct.pack("!BBH", 0x81, 0xFE, len(data))
    return head + bytes(4) + data


def test_much_that_comes_at_once_is_answered_in_order(server: Server) -> None:
    """More frames than are read at a time, the hello with them: the rest is read when these have been answered."""

    async def ask() -> None:
        table, (token,) = await server.open("cam")
        says = frame(**{"is": "hello", "protocol": 1, "table": table, "token": token})
        asks = [frame(is_="ask", key=f"{number}", command={"do": "chat", "text": 100 * "x"}) for number in range(60)]
        async with socket_of(server) as socket:
            socket.transport.write(b"".join(framed(each.replace("is_", "is")) for each in (says, *asks)))
            keys: list[str] = []
            while len(keys) < len(asks):
                message = json.loads(await socket.recv())
                keys += [message["key"]] if message["is"] in ("ack", "refusal") else []
            assert keys == [f"{number}" for number in range(len(asks))]

    run(ask)


def test_who_goes_on_after_the_end_is_cut_off(strict: Server) -> None:
    async def flood() -> None:
        table, (token,) = await strict.open("cam")
        async with socket_of(strict) as socket:
            await hello(strict, socket, table)
            socket.transport.write(framed('{"is": "ping"}') * 100_000)
            assert await closing_code(socket) in (4029, 1006)
        await still_works(strict, table, token)

    run(flood)


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience."""
    running = Server(Path(tmp_path_factory.mktemp("strict")), PARLOUR_GUESSES="5/0.0001", PARLOUR_COMMANDS="20/0.0001")
    running.start()
    asyncio.run(running.up())
    yield running
    running.kill()


def test_two_devices_of_one_member_send_no_more_than_one(strict: Server) -> None:
    async def flood() -> None:
        table, (token,) = await strict.open("cam")
        async with strict.client(token) as client:
            body = {"key": "invite", "command": {"do": "invite"}}
            code = (await client.post(f"/api/tables/{table}/commands", json=body)).json()["answer"]
            second = (await post(client, f"/api/tables/{table}/devices", {"code": code}))["token"]
            async with socket_of(strict) as one, socket_of(strict) as two:
                await hello(strict, one, table, token)
                await hello(strict, two, table, second)
                with contextlib.suppress(ConnectionClosed):
                    for number in range(200):
                        device = (one, two)[number % 2]
                        await device.send('{"is": "ping"}')
                        await device.recv()
                assert number < 40  # presence and pongs, for twenty frames
                assert await closing_code(device) == 4029
            answer = await client.post(f"/api/tables/{table}/commands", json=body | {"key": "again"})
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")

    run(flood)


async def limited(client: httpx.AsyncClient) -> int:
    """What the server has counted as too much."""
    lines = (await client.get("/metrics")).text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("parlour_limited_total"))


def test_who_guesses_has_to_wait(strict: Server) -> None:
    async def guess() -> None:
        table, (token,) = await strict.open("cam")
        async with strict.client() as client:
            for attempt in range(6):
                headers = {"authorization": f"Bearer {secrets.token_urlsafe(32)}"}
                way = ("/record", "", "/hint")[attempt % 3]
                answer = await client.get(f"/api/tables/{table}{way}", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
            assert int(answer.headers["retry-after"]) > 0
            before = await limited(client)
            for way in ("/record", "", "/hint"):  # which are refused in three places
                assert (await client.get(f"/api/tables/{table}{way}", headers=headers)).status_code == 429
            assert (await client.get("/api/tables/nowhere")).status_code == 429
            assert (await client.get("/api/invitations/acorn-actor-agree-zoo")).status_code == 429
        async with socket_of(strict) as socket:
            await socket.send(frame(**{"is": "hello", "protocol": 1, "table": table, "token": "guess"}))
            assert await closing_code(socket) == 4029
        async with strict.client() as client:
            assert await limited(client) == before + 6
        await still_works(strict, table, token)

    run(guess)


def test_a_flood_costs_no_memory_and_no_table(server: Server, pytestconfig: pytest.Config) -> None:
    """Sockets that ask and never read what they are told, while others go on talking."""
    floods = 20 if pytestconfig.getoption("--long") else 2

    async def flood(table: str) -> None:
        async with socket_of(server) as socket:
            socket.transport.pause_reading()
            await socket.send(frame(**{"is": "hello", "protocol": 1, "table": table}))
            with contextlib.suppress(ConnectionClosed):
                for _ in range(5000):
                    await socket.send('{"is": "look"}')
            socket.transport.abort()

    async def all_together() -> None:
        table, (token,) = await server.open("kamra")
        await flood(table)
        before = server.resident()
        for _ in range(floods):
            await asyncio.gather(*(flood(table) for _ in range(3)))
        grown = server.resident() - before
        assert grown < 64 * 2**20, f"{grown / 2**20:.0f} MB more after {3 * floods} floods"
        await still_works(server, table, token)

    run(all_together)
