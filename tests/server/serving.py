"""Real servers for tests: processes that can be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

STARTING = 120.0
FREELY = {
    "PARLOUR_SOCKETS": "100000",
    "PARLOUR_TABLES": "1e9/1e9",
    "PARLOUR_REQUESTS": "1e9/1e9",
    "PARLOUR_COMMANDS": "1e9/1e9",
    "PARLOUR_CHAT": "1e9/1e9",
    "PARLOUR_ADVICE": "1e9/1e9",
}


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Server:
    """`parlour serve` in a process of its own."""

    def __init__(self, data: Path, database: str = "", **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.database = database
        self.environment = os.environ | FREELY | environment
        self.log = data / f"log-{self.port}.txt"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, or start it again on the same port."""
        command = [sys.executable, "-m", "parlour", "serve", "--port", str(self.port), "--data", str(self.data)]
        if self.database:
            command += ["--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)

    async def up(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + STARTING
        async with httpx.AsyncClient() as client:
            while time.monotonic() < until:
                try:
                    if (await client.get(f"{self.url}/ready")).status_code == 200:
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)
                assert self.process is None or self.process.poll() is None, self.log.read_text()
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """Kill it at once, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(20)

    async def open(self, game: str, people: int = 1, bots: str = "random", **more: Any) -> tuple[str, list[str]]:
        """A table that has begun: its id, and the tokens of the people in its first seats."""
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as client:
            settings = {"bot_delay": 0, "pause": 0, "window": 1} | more.pop("settings", {})
            new = {"game": game, "name": "Ann", "settings": settings} | more
            place = await post(client, "/api/tables", new)
            table = place["table"]
            names = [{"name": f"Guest {number}"} for number in range(1, people)]
            guests = [await post(client, f"/api/tables/{table}/members", name) for name in names]
            places = [each["token"] for each in (place, *guests)]
            for seat, token in enumerate(places):
                await command(client, table, token, {"do": "sit", "seat": seat})
            view = (await client.get(f"/api/tables/{table}")).json()
            for seat in range(people, len(view["table"]["seats"])):
                await command(client, table, places[0], {"do": "add_bot", "seat": seat, "level": bots})
            await command(client, table, places[0], {"do": "start"})
        return table, places


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
