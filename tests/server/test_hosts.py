"""Whom a request is meant for: the names of a server, and those that lead to it without being its own."""

import asyncio
import socket

import httpx
import pytest
from tests.server.serving import Server
from tests.waiting import STEP
from websockets.exceptions import InvalidStatus

from parlour.server.hosts import Hosts

HOSTS = Hosts(["Games.Example.org", "cards.example."])


@pytest.mark.parametrize(
    "host",
    [
        "games.example.org",
        "GAMES.example.org:8731",
        "cards.example",
        "localhost:8731",
        "localhost.",
        "127.0.0.1:8731",
        "192.168.1.20",
        "[::1]:8731",
        "[fe80::1%25eth0]",
        "annspc.local:8731",
        "annspc.lan",
        "server.home.arpa",
        "parlour.games.svc.cluster.local",
        "parlour:8731",
        socket.gethostname(),
        "",
        None,
    ],
)
def test_a_server_knows_its_own_names_and_those_that_nobody_can_have(host: str | None) -> None:
    assert HOSTS.known(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8731",
        "games.example.org.evil.example",
        "127.0.0.1.evil.example",
        "local.evil.example",
        "evil.notlocal",
        "[",
        ":8731",
    ],
)
def test_it_does_not_know_others(host: str) -> None:
    assert not HOSTS.known(host)


def test_any_name_is_its_own_if_so_wished() -> None:
    assert Hosts(["*"]).known("evil.example")


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/api/tables"])
def test_who_asks_for_somebody_else_is_told_which_setting_to_change(server: Server, path: str) -> None:
    told = httpx.get(server.url + path, headers={"host": f"evil.example:{server.port}"}, timeout=STEP)
    assert (told.status_code, told.json()["code"]) == (421, "wrong_host")
    assert told.json()["text"].endswith("start it with PARLOUR_NAMES=evil.example")
    assert httpx.get(server.url + path, headers={"host": "annspc.local"}, timeout=STEP).status_code == 200


def test_a_page_whose_name_was_made_to_lead_here_does_nothing(server: Server) -> None:
    evil = {"host": "evil.example", "origin": "http://evil.example", "content-type": "text/plain"}
    new = b'{"game": "cam", "name": "Eve"}'
    answer = httpx.post(f"{server.url}/api/tables", content=new, headers=evil, timeout=STEP)
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong_host")

    async def connect() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with server.socket(additional_headers={"Origin": "http://evil.example", "Host": "evil.example"}):
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(connect())
