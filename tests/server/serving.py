"""Real servers for tests: processes that can be killed."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.waiting import STEP, TEST, until_so
from websockets.asyncio.client import connect

FREELY = {
    "PARLOUR_SOCKETS": "100000",
    "PARLOUR_TABLES": "1e9/1e9",
    "PARLOUR_REQUESTS": "1e9/1e9",
    "PARLOUR_VISITS": "1e9/1e9",
    "PARLOUR_COMMANDS": "1e9/1e9",
    "PARLOUR_CHAT": "1e9/1e9",
    "PARLOUR_ARRANGING": "1e9/1e9",
    "PARLOUR_ADVICE": "1e9/1e9",
}
Seated = tuple[str, list[str]]  # a table, and the tokens of those who sit there
ForTwo = Callable[[str], Awaitable[Seated]]  # gives a table at which two people play a game
SHORT: dict[str, dict[str, Any]] = {
    "kamra": {"options": {"hand_cap": 1}},
    "honors1": {"seats": 2, "options": {"hand_cap": 1}},
    "honors2": {"seats": 2, "options": {"hand_cap": 1, "stock_out": "end"}},
    "honors3": {"bots": "rulebook", "options": {"hand_cap": 1, "pace": "ticks"}},
    "honors4": {"seats": 2},
    "bacarac": {"options": {"hands": 1}},
    "cam": {"options": {"board": "camette", "quiet_plies": 20}},
}
QUICK = ("bacarac", "cam", "kamra")  # games that are soon over, each of its own kind


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def serving(pid: int) -> list[int]:
    """The processes that a server has started to serve, to think or to advise."""
    return [child for child in children(pid) if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def alive(pid: int) -> bool:
    """Whether a process lives."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:  # it may end while it is looked at
        return False


async def gone(pids: list[int]) -> None:
    """Wait until processes have ended."""
    await until_so(lambda: not any(alive(pid) for pid in pids), "they end")


class Server:
    """`parlour serve` in a process of its own."""

    program = "parlour"

    def __init__(self, data: Path, database: str = "", **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.database = database
        self.environment = os.environ | FREELY | environment
        self.log = data / f"log-{self.port}.txt"
        self.process: subprocess.Popen[bytes] | None = None
        self.python = sys.executable

    def start(self) -> None:
        """Start it, or start it again on the same port."""
        command = [self.python, "-m", self.program, "serve", "--port", str(self.port), "--data", str(self.data)]
        if self.database:
            command += ["--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)

    async def up(self) -> None:
        """Wait until it answers."""
        async with self.client() as client:

            async def ready() -> bool:
                assert self.process is None or self.process.poll() is None, self.log.read_text()
                try:
                    return (await client.get("/ready")).status_code == 200
                except httpx.HTTPError:
                    return False

            await until_so(ready, self.log.read_text, TEST)

    def client(self, token: str = "") -> httpx.AsyncClient:
        """Somebody who sends requests, with a token or without one."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=STEP)

    def socket(self, **more: Any) -> connect:
        """For `async with`: a socket that has said nothing yet."""
        return patiently_connected(self.url, **more)

    def resident(self) -> int:
        """The memory that it has, in bytes."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def kill(self) -> None:
        """Kill it at once, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(STEP)

    async def open(self, game: str, people: int = 1, bots: str = "random", **more: Any) -> Seated:
        """A table that has begun: its id, and the tokens of the people in its first seats."""
        async with self.client() as client:
            settings = {"bot_delay": 0, "pause": 0, "window": 1} | more.pop("settings", {})
            new = {"game": game, "name": "Ann", "settings": settings} | more
            place = await post(client, "/api/tables", new)
            table = place["table"]
            await command(client, table, place["token"], {"do": "sit", "seat": 0})
            names = [{"name": f"Guest {number}"} for number in range(1, people)]
            guests = [await post(client, f"/api/tables/{table}/members", name) for name in names]
            assert [guest["seat"] for guest in guests] == [*range(1, people)]
            places = [each["token"] for each in (place, *guests)]
            view = (await client.get(f"/api/tables/{table}")).json()
            for seat in range(people, len(view["table"]["seats"])):
                await command(client, table, places[0], {"do": "add_bot", "seat": seat, "level": bots})
            await command(client, table, places[0], {"do": "start"})
        return table, places


@contextlib.asynccontextmanager
async def listening(config: uvicorn.Config) -> AsyncIterator[str]:
    """A server in this process; its address."""
    server = uvicorn.Server(config)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        running = asyncio.create_task(server.serve([bound]))
        try:
            await until_so(lambda: server.started)
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            server.should_exit = True
            await running


def patiently_connected(url: str, **more: Any) -> connect:
    """For `async with`: a socket to a server, which may be slow to answer."""
    return connect(url.replace("http", "ws", 1) + "/ws", open_timeout=STEP, ping_timeout=STEP, **more)


async def post(client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send something that must be accepted."""
    answer = await client.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def command(client: httpx.AsyncClient, table: str, token: str, what: dict[str, Any], key: str = "") -> None:
    """Send a command that must be carried out."""
    body = {"key": key or os.urandom(8).hex(), "command": what}
    headers = {"authorization": f"Bearer {token}"}
    answer = await client.post(f"/api/tables/{table}/commands", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
