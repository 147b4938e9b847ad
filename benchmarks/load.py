"""How much a table server bears: many live tables in one process, beside a bare echo server of the same make.

    python -m benchmarks.load --tables 1000 --seconds 30
    python -m benchmarks.load --scale 10,100,1000,10000

Every table has two people, each on a socket of his own, who act at random as soon as they may; other seats have
instant computer players. An action is acknowledged when it is on disk. The peer is Starlette on the same uvicorn that
sends back what it is sent, in messages as long as ours are on the whole. What is compared is messages sent a second of
the server's CPU time.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

PORT, ECHO_PORT = 8941, 8942
FREELY = {f"PARLOUR_{name}": "1e9/1e9" for name in ("TABLES", "REQUESTS", "COMMANDS", "CHAT")} | {
    "PARLOUR_SOCKETS": "100000"
}
SAID = {"bot_delay": 0, "pause": 0, "window": 1}
STARTING = 60.0
BAR = 0.4


@dataclass
class Tally:
    """What the clients counted."""

    heard: int = 0
    length: int = 0
    acts: int = 0
    refused: int = 0
    errors: int = 0
    waits: list[float] = field(default_factory=list)


# --- The servers ------------------------------------------------------------------------------------------------------


async def echo(socket: WebSocket) -> None:
    """Send back whatever comes."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await socket.send_text(await socket.receive_text())


app = Starlette(routes=[WebSocketRoute("/ws", echo)])


def start(command: list[str], **environment: str) -> subprocess.Popen[bytes]:
    """A server in a process of its own."""
    return subprocess.Popen(command, env=os.environ | environment, stderr=subprocess.DEVNULL)


def start_echo() -> subprocess.Popen[bytes]:
    """The bare peer."""
    how = ["--loop", "uvloop", "--http", "httptools", "--ws", "websockets-sansio", "--log-level", "warning"]
    plain = ["--ws-per-message-deflate", "false"]
    return start([sys.executable, "-m", "uvicorn", "benchmarks.load:app", "--port", str(ECHO_PORT), *how, *plain])


def start_tables(folder: str) -> subprocess.Popen[bytes]:
    """Ours."""
    return start([sys.executable, "-m", "parlour", "serve", "--port", str(PORT), "--data", folder], **FREELY)


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """How long a process has used the processor."""
    parts = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes in use."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def wait_for(port: int, path: str) -> None:
    """Wait until a server answers."""
    async with httpx.AsyncClient() as client:
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                await client.get(f"http://127.0.0.1:{port}{path}")
                return
            await asyncio.sleep(0.1)
    raise TimeoutError(f"nothing answers on port {port}")


async def rules_ready(game: str) -> None:
    """Wait until a game can be played; compiling its rules is not what is measured."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{PORT}") as client:
        while not any(each["name"] == game and each["ready"] for each in (await client.get("/api/games")).json()):
            await asyncio.sleep(0.5)


# --- The clients ------------------------------------------------------------------------------------------------------


async def open_table(client: httpx.AsyncClient, game: str) -> tuple[str, list[str]]:
    """A table with two people that has begun."""

    async def command(token: str, **what: object) -> None:
        body = {"key": os.urandom(6).hex(), "command": what}
        answer = await client.post(
            f"/api/tables/{table}/commands", json=body, headers={"authorization": f"Bearer {token}"}
        )
        answer.raise_for_status()

    place = (await client.post("/api/tables", json={"game": game, "name": "Ann", "settings": SAID})).json()
    table = place["table"]
    second = (await client.post(f"/api/tables/{table}/members", json={"name": "Bob"})).json()
    tokens = [place["token"], second["token"]]
    for seat, token in enumerate(tokens):
        await command(token, do="sit", seat=seat)
    seats = len((await client.get(f"/api/tables/{table}")).json()["table"]["seats"])
    for seat in range(2, seats):
        await command(tokens[0], do="add_bot", seat=seat, level="random")
    await command(tokens[0], do="start")
    return table, tokens


async def open_tables(count: int, game: str) -> list[tuple[str, list[str]]]:
    """Many tables, a few at a time."""
    limit = asyncio.Semaphore(16)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as client:

        async def one() -> tuple[str, list[str]]:
            async with limit:
                return await open_table(client, game)

        return list(await asyncio.gather(*(one() for _ in range(count))))


class Player:
    """One socket: acts whenever it may, at a bounded pace."""

    def __init__(self, table: str, token: str, tally: Tally, pause: float) -> None:
        self.table, self.token, self.tally, self.pause = table, token, tally, pause
        self.random = random.Random(token)
        self.sent: dict[str, float] = {}
        self.legal: list[str] = []

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop."""
        try:
            async with connect(
                f"ws://127.0.0.1:{PORT}/ws", compression=None, max_size=None, ping_interval=None
            ) as socket:
                await socket.send(json.dumps({"is": "hello", "protocol": 1, "table": self.table, "token": self.token}))
                while not stop.is_set():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            await self.take(await socket.recv(), socket)
        except Exception:
            self.tally.errors += 1

    async def take(self, text: str | bytes, socket: ClientConnection) -> None:
        """Take a message in, and act on it."""
        message = msgspec.json.decode(text)
        self.tally.heard += 1
        self.tally.length += len(text)
        if message["is"] == "ack":
            self.tally.waits.append(time.perf_counter() - self.sent.pop(message["key"]))
        elif message["is"] == "refusal":
            self.tally.refused += 1
            self.sent.pop(message["key"], None)
        elif message.get("match"):
            self.legal = message["match"]["legal"]
        if self.legal and not self.sent:
            await self.act(socket)

    async def act(self, socket: ClientConnection) -> None:
        """Do anything that is legal."""
        if self.pause:
            await asyncio.sleep(self.random.uniform(0, 2 * self.pause))
        key = f"{self.tally.acts:x}-{id(self):x}"
        self.tally.acts += 1
        self.sent[key] = time.perf_counter()
        act = {"do": "act", "action": self.random.choice(self.legal)}
        await socket.send(json.dumps({"is": "ask", "key": key, "command": act}))


@contextlib.asynccontextmanager
async def running(process: subprocess.Popen[bytes]) -> AsyncIterator[subprocess.Popen[bytes]]:
    """A server that is stopped at the end."""
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


async def tables_rate(count: int, seconds: float, game: str, pause: float) -> tuple[float, int, dict[str, object]]:
    """Messages sent a second of CPU time, their mean length, and everything else that was measured."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(start_tables(folder)) as server:
            await wait_for(PORT, "/ready")
            await rules_ready(game)
            empty = memory(server)
            places = await open_tables(count, game)
            idle = memory(server)
            tally, stop = Tally(), asyncio.Event()
            players = [Player(table, token, tally, pause) for table, tokens in places for token in tokens]
            tasks = [asyncio.create_task(player.play(stop)) for player in players]
            await asyncio.sleep(3)
            heard, acts, cpu, begun = tally.heard, tally.acts, cpu_seconds(server), time.perf_counter()
            tally.waits.clear()
            await asyncio.sleep(seconds)
            used, wall = cpu_seconds(server) - cpu, time.perf_counter() - begun
            heard, acts = tally.heard - heard, tally.acts - acts
            waits = sorted(tally.waits)
            stop.set()
            await asyncio.gather(*tasks)
    length = tally.length // max(1, tally.heard)
    found: dict[str, object] = {
        "tables": count, "sockets": len(players), "messages a CPU second": round(heard / used), "mean length": length,
        "acts a second": round(acts / wall), "CPU ms an act": round(1000 * used / max(1, acts), 3),
        "CPU used": round(used / wall, 2), "errors": tally.errors, "refused": tally.refused,
        "p50 act to ack, ms": round(1000 * statistics.median(waits), 1) if waits else None,
        "p99 act to ack, ms": round(1000 * waits[int(0.99 * len(waits))], 1) if waits else None,
        "kB an idle table": round(1024 * (idle - empty) / count, 1),
    }  # fmt: skip
    return heard / used, length, found


async def echo_rate(length: int, sockets: int, seconds: float) -> float:
    """Messages of that length sent back a second of CPU time."""
    async with running(start_echo()) as server:
        await wait_for(ECHO_PORT, "/")
        text, heard, stop = "x" * length, 0, asyncio.Event()

        async def ask() -> None:
            nonlocal heard
            async with connect(f"ws://127.0.0.1:{ECHO_PORT}/ws", compression=None, ping_interval=None) as socket:
                while not stop.is_set():
                    await socket.send(text)
                    await socket.recv()
                    heard += 1

        tasks = [asyncio.create_task(ask()) for _ in range(sockets)]
        await asyncio.sleep(2)
        before, cpu = heard, cpu_seconds(server)
        await asyncio.sleep(seconds)
        rate = (heard - before) / (cpu_seconds(server) - cpu)
        stop.set()
        await asyncio.gather(*tasks)
    return rate


async def compare(tables: int, seconds: float, game: str, times: int, pause: float) -> bool:
    """Measure both sides in turn, and say how they compare."""
    ratios = []
    for number in range(times):
        ours, length, found = await tables_rate(tables, seconds, game, pause)
        theirs = await echo_rate(length, min(64, tables), min(seconds, 10))
        ratios.append(ours / theirs)
        print(f"{number + 1}: " + ", ".join(f"{name} {value}" for name, value in found.items()))
        print(f"   echo of {length} bytes: {theirs:,.0f} messages a CPU second; ratio {ratios[-1]:.2f}", flush=True)
    middle = statistics.median(ratios)
    verdict = "met" if middle >= BAR else "MISSED"
    print(f"ratio {middle:.2f} ({min(ratios):.2f} to {max(ratios):.2f}); at least {BAR}: {verdict}")
    return middle >= BAR


async def scale(counts: list[int], seconds: float, game: str) -> None:
    """The cost of an act as tables grow; each acts as seldom as keeps the processor from being the limit."""
    for count in counts:
        _, _, found = await tables_rate(count, seconds, game, pause=max(0.0, count / 600))
        print(", ".join(f"{name} {value}" for name, value in found.items()), flush=True)


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="cam")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.0, help="mean seconds that a player waits before acting")
    parser.add_argument("--scale", default="", help="numbers of tables to compare, such as 10,100,1000")
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if given.scale:
        asyncio.run(scale([int(part) for part in given.scale.split(",")], given.seconds, given.game))
    else:
        sys.exit(0 if asyncio.run(compare(given.tables, given.seconds, given.game, given.times, given.pause)) else 1)


if __name__ == "__main__":
    main()
