"""A real server, spoken to over the wire as any client would."""

import asyncio
import contextlib
import json
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from tests.server.guest import Guest
from tests.server.serving import ForTwo, Server, command, post
from tests.server.test_hub import keep
from tests.server.test_hub_trouble import keep_old
from tests.table.house import House
from tests.waiting import STEP, TEST, in_time, until, until_so
from websockets.exceptions import ConnectionClosed

import parlour
from parlour.core import record as records
from parlour.games import game, names, shelved
from parlour.server.http import STATUS
from parlour.server.running import JsonLines, Lines
from parlour.server.store import Store
from parlour.table import facts, telling, wire
from parlour.table.tokens import TABLE_BYTES, table_id


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with in_time(TEST):
            await work()

    asyncio.run(limited())


@pytest.mark.parametrize("name", names())
def test_two_people_play_a_match_and_its_record_verifies(server: Server, for_two: ForTwo, name: str) -> None:
    async def play() -> None:
        table, tokens = await for_two(name)
        async with server.client() as client:
            before = (await client.get(f"/api/tables/{table}")).json()["table"]["commitment"]
        guests = [Guest(server.url, table, token, seed) for seed, token in enumerate(tokens)]
        watcher = Guest(server.url, table)
        await asyncio.gather(*(guest.play() for guest in (*guests, watcher)))
        async with server.client() as client:
            now = (await client.get(f"/api/tables/{table}")).json()
            record = records.read_record((await client.get(f"/api/tables/{table}/record")).text)
        match = records.verify(record, game(name), before)
        assert match.over
        assert [guest.n for guest in (*guests, watcher)] == [now["n"]] * 3
        assert watcher.match == now["match"]
        assert len({key for guest in guests for key, _ in guest.acked}) == sum(len(guest.acked) for guest in guests)

    run(play)


def test_a_command_sent_twice_is_carried_out_once(server: Server, for_two: ForTwo) -> None:
    async def play() -> None:
        table, (token, _) = await for_two("cam")
        guest = Guest(server.url, table, token)
        async with guest.connected() as socket:
            await guest.until(lambda: guest.match is not None and guest.match["legal"])
            assert guest.match is not None
            action = {"do": "act", "action": guest.match["legal"][0]}
            first = await guest.ask(socket, action, "the same")
            del guest.answers["the same"]
            again = await guest.ask(socket, action, "the same")
            assert first == again
            late = await guest.ask(socket, {"do": "act", "action": "A4-A5", "expect": first["n"] - 1})
            assert (late["is"], late["code"]) == ("refusal", "stale")

    run(play)


def test_who_speaks_before_he_is_welcomed_is_heard(server: Server) -> None:
    async def play() -> None:
        table, (token, _) = await server.open("cam", people=2)
        said = [{"is": "hello", "protocol": 1, "table": table, "token": token}]
        said += [{"is": "ask", "key": key, "command": {"do": "chat", "text": key}} for key in ("one", "two", "three")]
        async with server.socket() as socket:
            for frame in said:
                socket.protocol.send_text(json.dumps(frame).encode())
            socket.send_data()  # all at once
            answers: list[str] = []
            while len(answers) < 3:
                message = json.loads(await socket.recv())
                answers += [message["key"]] if message["is"] == "ack" else []
        assert answers == ["one", "two", "three"]

    run(play)


def test_who_was_away_is_told_what_he_missed(server: Server, for_two: ForTwo) -> None:
    async def play() -> None:
        table, (token, _) = await for_two("cam")
        guest = Guest(server.url, table, token)
        async with guest.connected():
            await guest.until(lambda: guest.match is not None)
        then = guest.n
        async with server.client() as client:
            for line in ("one", "two"):
                await command(client, table, token, {"do": "chat", "text": line})
        guest.heard.clear()
        async with guest.connected():
            await guest.until(lambda: any(b'"welcome"' in data for data in guest.heard))
        assert guest.n == then + 2
        told = [json.loads(data) for data in guest.heard]
        assert [message["is"] for message in told[:3]] == ["update", "update", "welcome"]
        assert [message["news"][0]["text"] for message in told[:2]] == ["one", "two"]

    run(play)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("nonsense", 4001),
        ('{"is": "ping"}', 4001),
        ('{"is": "hello", "protocol": 2, "table": "x"}', 4009),
        ('{"is": "hello", "protocol": 1, "table": "nowhere"}', 4004),
        ('{"is": "hello", "protocol": 1, "table": "../../etc"}', 4004),
        ('{"is": "hello", "protocol": 1, "table": "' + 20_000 * "x" + '"}', 1009),
    ],
)
def test_a_wrong_hello_closes_the_socket(server: Server, frame: str, code: int) -> None:

    async def say() -> None:
        async with server.socket() as socket:
            await socket.send(frame)
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == code

    run(say)


def test_a_page_from_elsewhere_may_not_connect(server: Server) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.typing import Origin

    async def come() -> None:
        for elsewhere in ("https://elsewhere.example", "http://["):
            with pytest.raises(InvalidStatus) as refused:
                async with server.socket(origin=Origin(elsewhere)):
                    pass
            assert refused.value.response.status_code == 403
        origins = [("https://elsewhere.example", 403), ("null", 403), ("http://[", 403), (server.url, 201)]
        for origin, status in origins:
            headers = {"origin": origin, "content-type": "text/plain"}  # which a page may send without asking first
            new = b'{"game": "cam", "name": "Ann"}'
            answer = httpx.post(f"{server.url}/api/tables", content=new, headers=headers, timeout=STEP)
            assert answer.status_code == status
            assert (answer.headers["cache-control"], answer.headers["x-frame-options"]) == ("no-store", "DENY")

    run(come)


def test_a_password_keeps_people_out_and_a_code_lets_a_device_in(server: Server) -> None:
    async def come() -> None:
        async with server.client() as client:
            place = await post(client, "/api/tables", {"game": "cam", "name": "Ann", "password": "open sesame"})
            path = f"/api/tables/{place['table']}"
            wrong = await client.post(f"{path}/members", json={"name": "Eve", "password": "guess"})
            assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
            await post(client, f"{path}/members", {"name": "Bob", "password": "open sesame"})
            assert (await client.get(path)).status_code == 403
            assert (await client.get(path, headers={"authorization": f"Bearer {place['token']}"})).status_code == 200
            stranger = Guest(server.url, place["table"])
            async with stranger.connected():
                await stranger.until(lambda: stranger.closed_with)
            assert stranger.closed_with == 4010
            assert stranger.heard == []
            headers = {"authorization": f"Bearer {place['token']}"}
            asked = {"key": "k", "command": {"do": "invite"}}
            code = (await client.post(f"{path}/commands", json=asked, headers=headers)).json()["answer"]
            second = await post(client, f"{path}/devices", {"code": code})
            assert second["member"] == 0
            assert second["token"] != place["token"]
            assert (await client.post(f"{path}/devices", json={"code": code})).status_code == 403

    run(come)


def test_a_match_under_old_rules_says_so(server: Server) -> None:
    async def come() -> None:
        store = await Store.open(f"sqlite:///{server.data}/tables.sqlite")
        await keep_old(store, "oldrules")
        await store.close()
        guest = Guest(server.url, "oldrules")
        async with guest.connected():
            await guest.until(lambda: guest.closed_with)
        assert guest.closed_with == 4011
        async with server.client() as client:
            answer = await client.get("/api/tables/oldrules")
        assert (answer.status_code, answer.json()["code"]) == (400, "old_rules")

    run(come)


def test_the_record_is_secret_until_the_end(server: Server) -> None:
    async def ask() -> None:
        table, _ = await server.open("kamra", people=1)
        async with server.client() as client:
            answer = await client.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_over")

    run(ask)


def test_every_message_is_in_the_protocol_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    for union in (wire.AnyCommand, wire.AnyFrame, wire.AnyMessage):
        for kind in union.__args__:
            assert f"`{kind.__struct_config__.tag}`" in page or f'"is": "{kind.__struct_config__.tag}"' in page
    told = [*telling.TOLD, facts.Begun, facts.Joined, facts.Acted, facts.Stirred, facts.Restored]
    for news in (*[kind.__struct_config__.tag for kind in told], "taken_back"):
        assert f"`{news}`" in page


def test_every_code_is_in_the_protocol_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    source = Path(parlour.__file__).parent
    code = "".join(file.read_text() for part in ("table", "server") for file in (source / part).rglob("*.py"))
    codes = set(re.findall(r"Refused(?:\.by_rules)?\(\s*\"(\w+)\"", code)) | set(STATUS) | {"old_rules", "wrong_option"}
    assert len(codes) > 40
    assert not [each for each in codes - {"unknown"} if f"`{each}`" not in page]


def test_the_example_player_plays_a_match(server: Server) -> None:
    """The fifty lines in docs/examples, in a process of their own, against a guest of ours."""
    example = Path(__file__).parents[2] / "docs" / "examples" / "table_bot.py"

    async def play() -> None:
        async with server.client() as client:
            place = await post(client, "/api/tables", {"game": "cam", "name": "Ann", "settings": {"pause": 0}})
            table, token = place["table"], place["token"]
            await command(client, table, token, {"do": "sit", "seat": 0})
            robot = await asyncio.create_subprocess_exec(sys.executable, str(example), server.url, table, "Robot")

            async def sits() -> bool:
                assert robot.returncode is None
                view = (await client.get(f"/api/tables/{table}")).json()["table"]
                return view["seats"][1]["member"] is not None

            await until_so(sits, "the example player sits down")
            await command(client, table, token, {"do": "start"})
        await Guest(server.url, table, token).play()
        assert await robot.wait() == 0

    run(play)


def test_one_address_has_so_many_sockets_and_commands_and_no_more(tmp_path: Path) -> None:
    limits = {"SOCKETS": "2", "COMMANDS": "5/0.0001", "TABLES": "3/0.0001", "CHAT": "2/0.0001"}
    server = Server(tmp_path, **{f"PARLOUR_{name}": limit for name, limit in limits.items()})
    server.start()

    async def crowd() -> None:
        await server.up()
        async with server.client() as client:
            place = await post(client, "/api/tables", {"game": "cam", "name": "Ann"})
            answers = [await client.post("/api/tables", json={"game": "cam", "name": "Ann"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert int(answers[-1].headers["retry-after"]) > 0
        guests = [Guest(server.url, place["table"], place["token"]) for _ in range(2)]
        guests[0].patience = STEP  # what is sent again counts
        async with guests[0].connected() as socket, guests[1].connected(), server.socket() as third:
            with pytest.raises(ConnectionClosed):
                await third.recv()
            assert third.close_code == 4029
            codes = [(await guests[0].ask(socket, {"do": "chat", "text": "hello"})).get("code") for _ in range(3)]
            assert codes == [None, None, "too_fast"]
            with contextlib.suppress(ConnectionClosed):
                for _ in range(4):
                    await socket.send('{"is": "ping"}')
            await guests[0].until(lambda: guests[0].closed_with)
            assert guests[0].closed_with == 4029

    try:
        run(crowd)
        assert server.stop() == 0
        log = server.log.read_text()
        assert "hello" not in log
    finally:
        server.kill()


def test_who_runs_the_server_and_strangers_find_what_they_need(server: Server) -> None:
    async def look() -> None:
        async with server.client() as client:
            new = {"game": "cam", "name": "Ann"}
            public = await post(client, "/api/tables", new | {"settings": {"public": True, "title": "Club"}})
            private = await post(client, "/api/tables", new)
            listed = (await client.get("/api/tables")).json()
            described = (await client.get("/api/openapi.json")).json()
            games = await client.get("/api/games")
            coaching = (await client.get("/api/games/kamra/coaching?language=es")).json()
            metrics = (await client.get("/metrics")).text
            wrong = await client.post("/api/tables", json={"game": "chess", "name": "Ann"})
        assert (listed[0]["id"], listed[0]["title"]) == (public["table"], "Club")  # the latest comes first
        assert private["table"] not in [table["id"] for table in listed]
        assert described["paths"]["/api/tables"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert [each["name"] for each in games.json()] == [one.name for one in shelved()]
        assert games.headers["content-encoding"] == "gzip"
        weights = {each["name"]: each["weights"] for each in games.json()}
        assert (weights["kamra"]["took"], weights["kamra"]["hand_over"]) == ("heavy", "stands")
        assert "300" in coaching["goal"]
        assert "Producer" not in coaching["coach"]["bid"]
        assert {"forms", "text"} == coaching["words"][0].keys()
        assert "parlour_tables_opened_total" in metrics
        assert 'parlour_answer_seconds_bucket{le="+Inf"}' in metrics
        assert (wrong.status_code, wrong.json()["code"]) == (400, "no_such_game")

    run(look)


def test_a_server_that_has_just_started_shows_a_match_that_had_begun(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def look() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/tables.sqlite")
        await keep(store, House("honors4").begin(people=2), "begun")
        await store.close()
        server.start()
        await server.up()
        async with server.client() as client:
            assert (await client.get("/ready")).json() == {"ready": True, "games": len(names()), "why": []}
        guest = Guest(server.url, "begun")
        async with guest.connected():
            await guest.until(lambda: guest.match)

    try:
        run(look)
        assert server.stop() == 0, server.log.read_text()
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/", 404, "no_such_address"),
        ("GET", "/api/..%2f..%2fetc/passwd", 404, "no_such_address"),
        ("PUT", "/api/tables/aaaa/nonsense%00", 404, "no_such_address"),
        ("GET", "/api/tables/%2e%2e%00", 404, "no_such_table"),
        ("DELETE", "/api/tables/aaaa/commands", 405, "wrong_method"),
    ],
)
def test_addresses_that_lead_nowhere_say_so(server: Server, method: str, path: str, status: int, code: str) -> None:
    answer = httpx.request(method, server.url + path, timeout=STEP)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_it_shows_itself_in_the_browser_on_a_port_that_is_free(tmp_path: Path) -> None:
    browser, shown = tmp_path / "browser", tmp_path / "shown"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}.new && mv {shown}.new {shown}\n')
    browser.chmod(0o755)
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        command = [sys.executable, "-m", "parlour", "serve", "--open", "--port", str(port), "--data", str(tmp_path)]
        server = subprocess.Popen(command, env=os.environ | {"BROWSER": f"{browser} %s"}, stderr=subprocess.DEVNULL)
        until(lambda: shown.exists() or server.poll() is not None, "the browser is opened")
        address = shown.read_text().strip()
        assert str(port) not in address
        assert httpx.get(f"{address}health", timeout=STEP).json() == {"alive": True}
        server.terminate()
        assert server.wait(STEP) == 0


@pytest.mark.parametrize("formatter", [Lines("%(message)s"), JsonLines()])
def test_no_log_line_has_the_link_of_a_table(formatter: logging.Formatter) -> None:
    table = table_id(bytes(range(TABLE_BYTES)))
    record = logging.LogRecord("parlour.server", logging.WARNING, "", 0, "table %s: %s", (table, "gone"), None)
    assert table not in formatter.format(record)
    assert table[:4] in formatter.format(record)
