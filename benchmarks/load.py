"""How much a table server bears: many live tables in one process, beside a bare echo server of the same make.

    python -m benchmarks.load --tables 1000 --seconds 30
    python -m benchmarks.load --tables 1000 --seconds 30 --pause 3
    python -m benchmarks.load --scale 10,100,1000,10000

Every table has two people (one where numbers of tables are compared), each on a socket of his own, who act at random as
soon as they may, or after a pause; other seats have instant computer players. Tables play all games in turn. An action
is acknowledged when it is on disk. The peer is Starlette on the same uvicorn that sends back what it is sent, in
messages as long as ours were, on as many sockets. What is compared is messages sent a second of the server's CPU time.
Many sockets cost that peer more than a few that are always busy, so it is shown with a few, too.
"""

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

PORT, ECHO_PORT = 8941, 8942
FREELY = {
    f"PARLOUR_{name}": "1e9/1e9" for name in ("TABLES", "REQUESTS", "VISITS", "COMMANDS", "ARRANGING", "CHAT")
} | {"PARLOUR_SOCKETS": "100000"}
SAID = {"bot_delay": 0, "pause": 0, "window": 1}
LONG: dict[str, dict[str, object]] = {  # matches that do not end while we look
    "cam": {"games": 99},
    "kamra": {"target": 10_000, "hand_cap": 1000},
    "kardkelly": {"hands": 1000},
    "honors1": {"target": 10_000, "hand_cap": 1000},
    "honors2": {"target": 10_000, "hand_cap": 1000},
    "honors3": {"target": 10_000, "hand_cap": 1000},
    "honors4": {"h4_match": 100, "hand_cap": 10_000},
    "bacarac": {"hands": 1000, "hand_cap": 1000},
}
STARTING = 60.0
AT_ONCE = 16  # requests, and sockets that are being opened
COUNTDOWN = 4.0  # seconds from the start of a match to its first deal, and a little more
FILES = 100_000
ACTS = 300.0  # a second, in all, when the numbers of tables are compared
BAR = 0.4
FEW = 64  # sockets


@dataclass
class Tally:
    """What the clients counted."""

    lengths: list[int] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    acts: int = 0
    refused: int = 0
    errors: int = 0


@dataclass(frozen=True)
class Found:
    """What was measured of a server."""

    rate: float  # messages sent a second of CPU time
    lengths: list[int]  # of those messages
    facts: dict[str, object]

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.facts.items())


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


def start_tables(folder: str, **environment: str) -> subprocess.Popen[bytes]:
    """Ours."""
    return start([sys.executable, "-m", "parlour", "serve", "--port", str(PORT), "--data", folder], **environment)


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """How long a process has used the processor, all its threads together."""
    parts = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[bytes]) -> float:
    """Megabytes in use."""
    return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


@contextlib.asynccontextmanager
async def running(process: subprocess.Popen[bytes]) -> AsyncIterator[subprocess.Popen[bytes]]:
    """A server that is stopped at the end."""
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


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


# --- The clients ------------------------------------------------------------------------------------------------------


class Desk:
    """One connection for requests, kept open: opening thousands of tables is not what is measured."""

    def __init__(self, who: str = "127.0.0.1") -> None:
        self.who = who  # the address that the server takes it for
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """What the server answers."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", PORT)
        reader, writer = self.streams
        data = b"" if body is None else msgspec.json.encode(body)
        head = [
            f"{method} {path} HTTP/1.1",
            "host: 127.0.0.1",
            f"x-forwarded-for: {self.who}",
            f"content-length: {len(data)}",
        ]
        head += [f"authorization: Bearer {token}"] if token else []
        writer.write("\r\n".join([*head, "", ""]).encode() + data)
        told = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        answer = await reader.readexactly(int(told.split("content-length:")[1].split()[0]))
        if not told.startswith("http/1.1 20"):
            raise RuntimeError(f"{method} {path}: {told.splitlines()[0]} {answer.decode()}")
        return msgspec.json.decode(answer)

    async def open_table(self, game: str, people: int) -> list[tuple[str, str]]:
        """A table with so many people that has begun: its id and the token of each."""
        new = {"game": game, "name": "Ann", "settings": SAID, "options": LONG.get(game, {})}
        place = await self.ask("POST", "/api/tables", new)
        table = f"/api/tables/{place['table']}"
        others = [await self.ask("POST", f"{table}/members", {"name": "Bob", "watch": True}) for _ in range(people - 1)]
        tokens = [each["token"] for each in (place, *others)]
        seats = len((await self.ask("GET", table))["table"]["seats"])
        said = [(tokens[seat], {"do": "sit", "seat": seat}) for seat in range(people)]
        said += [(tokens[0], {"do": "add_bot", "seat": seat, "level": "random"}) for seat in range(people, seats)]
        for token, command in [*said, (tokens[0], {"do": "start"})]:
            await self.ask("POST", f"{table}/commands", {"key": os.urandom(6).hex(), "command": command}, token)
        return [(place["table"], token) for token in tokens]


async def open_tables(count: int, games: Sequence[str], people: int) -> list[tuple[str, str]]:
    """Many tables, a few at a time; the games take turns."""
    numbers = iter(range(count))
    places: list[tuple[str, str]] = []

    async def some() -> None:
        desk = Desk()
        for number in numbers:
            places.extend(await desk.open_table(games[number % len(games)], people))

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return places


class Player:
    """One socket: acts whenever it may, at once or after a pause."""

    def __init__(self, table: str, token: str, tally: Tally, pause: float, who: str = "127.0.0.1") -> None:
        self.table, self.token, self.tally, self.pause = table, token, tally, pause
        self.headers = {"x-forwarded-for": who}
        self.random = random.Random(token)
        self.sent: dict[str, float] = {}
        self.legal: list[str] = []
        self.due = False  # whether it is about to act
        self.here = False  # whether it has been welcomed

    async def play(self, doors: asyncio.Semaphore) -> None:
        """Play until cancelled."""
        hello = {"is": "hello", "protocol": 1, "table": self.table, "token": self.token}
        address = f"ws://127.0.0.1:{PORT}/ws"
        try:
            async with doors:
                plainly: dict[str, Any] = {"compression": None, "max_size": None, "ping_interval": None}
                socket = await connect(address, additional_headers=self.headers, open_timeout=STARTING, **plainly)
            await socket.send(json.dumps(hello))
            async for text in socket:
                await self.take(text, socket)
        except Exception:
            self.tally.errors += 1

    async def take(self, text: str | bytes, socket: ClientConnection) -> None:
        """Take a message in, and act on it."""
        message = msgspec.json.decode(text)
        self.here = True
        self.tally.lengths.append(len(text))
        if message["is"] == "ack":
            self.tally.waits.append(time.perf_counter() - self.sent.pop(message["key"]))
        elif message["is"] == "refusal":
            self.tally.refused += 1
            self.sent.pop(message["key"], None)
        elif message.get("match"):
            self.legal = message["match"]["legal"]
        if self.legal and not self.sent and not self.due:
            await self.act(socket)

    async def act(self, socket: ClientConnection) -> None:
        """Do anything that is legal, now or in a while."""
        if not self.pause:
            return await self.send(socket)
        self.due = True
        wait = self.random.uniform(0, 2 * self.pause)
        asyncio.get_running_loop().call_later(wait, lambda: asyncio.ensure_future(self.send(socket)))
        return None

    async def send(self, socket: ClientConnection) -> None:
        """Do anything that is still legal."""
        self.due = False
        if not self.legal:
            return
        key = f"{self.tally.acts:x}-{id(self):x}"
        self.tally.acts += 1
        self.sent[key] = time.perf_counter()
        act = {"do": "act", "action": self.random.choice(self.legal)}
        with contextlib.suppress(Exception):  # a socket that breaks is counted by its reader
            await socket.send(json.dumps({"is": "ask", "key": key, "command": act}))


# --- Measuring --------------------------------------------------------------------------------------------------------


async def tables_rate(count: int, seconds: float, games: Sequence[str], pause: float, people: int = 2) -> Found:
    """What our server does with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(start_tables(folder, **FREELY)) as server:
            await wait_for(PORT, "/ready")
            empty = memory(server)
            places = await open_tables(count, games, people)
            await asyncio.sleep(COUNTDOWN)
            idle = memory(server)
            tally, doors = Tally(), asyncio.Semaphore(AT_ONCE)
            players = [Player(table, token, tally, pause) for table, token in places]
            tasks = [asyncio.create_task(player.play(doors)) for player in players]
            while sum(player.here for player in players) + tally.errors < len(players):
                await asyncio.sleep(0.1)
            await asyncio.sleep(max(3.0, 2 * pause))
            before, cpu, begun = Tally(tally.lengths[:], [], tally.acts), cpu_seconds(server), time.perf_counter()
            tally.waits.clear()
            answered = await waits_of_server()
            print(f"{count} tables are open: measuring for {seconds:g} seconds", file=sys.stderr, flush=True)
            await asyncio.sleep(seconds)
            used, wall = cpu_seconds(server) - cpu, time.perf_counter() - begun
            answered = await waits_of_server() - answered
            lengths, acts, waits = tally.lengths[len(before.lengths) :], tally.acts - before.acts, sorted(tally.waits)
            full, errors = memory(server), tally.errors
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return Found(
        len(lengths) / used,
        lengths,
        {
            "tables": count, "sockets": len(players), "pause": pause, "seconds": seconds, "errors": errors,
            "refused": tally.refused, "messages a CPU second": round(len(lengths) / used),
            "mean length": round(statistics.mean(lengths)), "acts a second": round(acts / wall),
            "messages an act": round(len(lengths) / max(1, acts), 2),
            "CPU ms an act": round(1000 * used / max(1, acts), 3), "CPU used": round(used / wall, 2),
            "p50 act to ack, ms": percentile(waits, 0.5), "p99 act to ack, ms": percentile(waits, 0.99),
            "p99 in the server, s at most": limit_of(answered, 0.99),
            "kB an idle table": round(1024 * (idle - empty) / count, 1), "MB in the end": round(full),
        },
    )  # fmt: skip


def percentile(waits: Sequence[float], part: float) -> float | None:
    """So many of the waits were no longer than this, in milliseconds."""
    return round(1000 * waits[int(part * len(waits))], 1) if waits else None


async def waits_of_server() -> Counter[float]:
    """How many commands the server has answered within so many seconds, without what a busy client adds."""
    async with httpx.AsyncClient() as client:
        page = (await client.get(f"http://127.0.0.1:{PORT}/metrics")).text
    found = re.findall(r'parlour_answer_seconds_bucket{le="(.+)"} (\d+)', page)
    return Counter({float(limit): int(count) for limit, count in found})


def limit_of(answered: Counter[float], part: float) -> float | None:
    """The least limit within which so many were answered."""
    return next((limit for limit in sorted(answered) if answered[limit] >= part * answered[math.inf]), None)


async def echo_rate(lengths: Sequence[int], sockets: int, seconds: float) -> float:
    """Messages of those lengths sent back a second of CPU time."""
    async with running(start_echo()) as server:
        await wait_for(ECHO_PORT, "/")
        heard, doors, here = 0, asyncio.Semaphore(AT_ONCE), 0

        async def ask(number: int) -> None:
            nonlocal heard, here
            mine = random.Random(number)
            async with doors:
                socket = await connect(f"ws://127.0.0.1:{ECHO_PORT}/ws", compression=None, ping_interval=None)
                here += 1
            async with socket:
                while True:
                    await socket.send("x" * mine.choice(lengths))
                    await socket.recv()
                    heard += 1

        tasks = [asyncio.create_task(ask(number)) for number in range(sockets)]
        while here < sockets:
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        before, cpu = heard, cpu_seconds(server)
        await asyncio.sleep(seconds)
        rate = (heard - before) / (cpu_seconds(server) - cpu)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return rate


async def compare(tables: int, seconds: float, games: Sequence[str], times: int, pause: float) -> bool:
    """Measure both sides in turn, and say how they compare."""
    print(f"games: {', '.join(games)}; {times} times", flush=True)
    ratios = []
    for number in range(times):
        ours = await tables_rate(tables, seconds, games, pause)
        print(f"{number + 1}: {ours}")
        for sockets in (FEW, 2 * tables):
            theirs = await echo_rate(ours.lengths, sockets, min(seconds, 10))
            ratio = ours.rate / theirs
            print(f"   echo, {sockets} sockets: {theirs:,.0f} messages a CPU second; ratio {ratio:.2f}", flush=True)
        ratios.append(ratio)
    middle = statistics.median(ratios)
    verdict = "met" if middle >= BAR else "MISSED"
    print(f"ratio {middle:.2f} ({min(ratios):.2f} to {max(ratios):.2f}); at least {BAR}: {verdict}")
    return middle >= BAR


async def scale(counts: Sequence[int], seconds: float, games: Sequence[str]) -> None:
    """The cost of an act as tables grow; each acts as seldom as keeps the number of acts the same."""
    for count in counts:
        found = await tables_rate(count, seconds, games, pause=count / ACTS, people=1)
        print(found, flush=True)


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--games", default=",".join(LONG), help="the games that tables play in turn")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.0, help="mean seconds that a player waits before acting")
    parser.add_argument("--scale", default="", help="numbers of tables to compare, such as 10,100,1000")
    given = parser.parse_args()
    games = given.games.split(",")
    raise_limit()
    if given.scale:
        uvloop.run(scale([int(part) for part in given.scale.split(",")], given.seconds, games))
    else:
        sys.exit(0 if uvloop.run(compare(given.tables, given.seconds, games, given.times, given.pause)) else 1)


def raise_limit() -> None:
    """Let this process and the servers have many sockets."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    except (OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    main()
