"""A guest: a client for tests that plays at random, sends again what was not acknowledged, and comes back."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from tests.server.serving import patiently_connected
from tests.waiting import STEP, in_time
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage


class Guest:
    """Somebody at a table, seen from the other end of the wire."""

    patience = 0.5  # seconds after which a command is sent again
    rest = 0.2  # seconds after which somebody comes back whose connection was lost
    way: Mapping[str, Any] = MappingProxyType({})  # how the address is reached, if not by its name

    def __init__(self, url: str, table: str, token: str = "", seed: int = 0) -> None:
        self.url = url
        self.table_id = table
        self.token = token
        self.random = random.Random(seed)
        self.n = -1
        self.seat: int | None = None
        self.table: dict[str, Any] = {}
        self.match: dict[str, Any] | None = None
        self.heard: list[bytes] = []
        self.came = 0  # how much had been heard before this connection
        self.acked: list[tuple[str, int]] = []  # what was carried out, and as which event
        self.refused: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.asked = 0
        self.sent = 0  # how often something was asked, the same again included
        self.pending: tuple[str, dict[str, Any]] | None = None  # what was asked and not answered
        self.closed_with = 0
        self.missed = False  # something was said that did not arrive
        self.saving = True  # as far as the server has said
        self.catching_up = False  # what was missed is being told again
        self.news = asyncio.Condition()

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator[ClientConnection]:
        """A connection that has said hello, and is listened to."""
        async with patiently_connected(self.url, max_size=None, compression=None, **self.way) as socket:
            self.catching_up, self.came, self.saving = True, len(self.heard), True
            hello = {"is": "hello", "protocol": 1, "table": self.table_id, "token": self.token}
            if self.n >= 0:
                hello["since"] = self.n
            await socket.send(msgspec.json.encode(hello).decode())
            listening = asyncio.create_task(self.listen(socket))
            try:
                yield socket
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)

    async def listen(self, socket: ClientConnection) -> None:
        """Keep what is sent."""
        try:
            async for text in socket:
                data = text.encode() if isinstance(text, str) else text
                self.heard.append(data)
                self.keep(msgspec.json.decode(data))
                async with self.news:
                    self.news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.closed_with = socket.close_code or 0
            async with self.news:
                self.news.notify_all()

    def keep(self, message: dict[str, Any]) -> None:
        """Take a message in: whatever the order, the newest state counts."""
        kind = message["is"]
        if kind == "welcome" and message["n"] >= self.n:
            self.n, self.seat = message["n"], message["seat"]
            self.table, self.match = message["table"], message["match"]
            self.missed = self.catching_up = False
        elif kind == "update" and message["n"] >= self.n:
            whole = message["match"] is not None or message["table"] is not None or message["n"] == self.n + 1
            self.missed |= message["n"] > self.n + 1 and not self.catching_up
            self.n = message["n"] if whole else self.n
            self.table = message["table"] or self.table
            self.match = message["match"] or self.match
        elif kind == "pong":
            self.missed |= message["n"] > self.n
        elif kind == "saving":
            self.saving = message["on"]
        elif kind in ("ack", "refusal"):
            self.answers[message["key"]] = message
            if message.get("now"):
                self.keep(message["now"] | {"is": "welcome"})

    async def until(self, condition: Any, seconds: float = STEP) -> None:
        """Wait until something is so."""
        async with self.news, in_time(seconds):
            await self.news.wait_for(condition)

    async def ask(self, socket: ClientConnection, command: dict[str, Any], key: str = "") -> dict[str, Any]:
        """Have a command carried out; the answer."""
        self.asked += 1
        key = key or f"{self.random.getrandbits(64):016x}-{self.asked}"
        self.pending = key, command
        frame = msgspec.json.encode({"is": "ask", "key": key, "command": command}).decode()
        while key not in self.answers:
            await socket.send(frame)
            self.sent += 1
            with contextlib.suppress(TimeoutError):
                await self.until(lambda: key in self.answers or self.closed_with, self.patience)
            if self.closed_with and key not in self.answers:
                raise ConnectionClosed(None, None)
        self.pending = None
        answer = self.answers[key]
        if answer["is"] == "ack":
            self.acked.append((key, answer["n"]))
        else:
            self.refused.append(answer)
        return answer

    async def offer(self, socket: ClientConnection, command: dict[str, Any], key: str = "") -> None:
        """Have a command carried out, however long nothing can be saved: it keeps its key and is offered again."""
        answer = await self.ask(socket, command, key)
        while answer.get("code") == "unavailable":
            self.pending = answer["key"], command
            del self.answers[answer["key"]]
            with contextlib.suppress(TimeoutError):
                await self.until(lambda: self.saving or self.closed_with)
            answer = await self.ask(socket, command, answer["key"])

    @property
    def over(self) -> bool:
        """Whether the match is over, as far as the guest knows."""
        return self.table.get("phase") == "over"

    async def play(self) -> None:
        """Play at random until the match is over, whatever happens to the connection."""
        while not self.over:
            try:
                self.closed_with = 0
                async with self.connected() as socket:
                    await self.play_here(socket)
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError):
                await asyncio.sleep(self.rest)

    async def play_here(self, socket: ClientConnection) -> None:
        """Play over one connection as long as it lasts, beginning with what was not answered over the last one."""
        if self.pending is not None:
            await self.offer(socket, self.pending[1], self.pending[0])
        await self.until(lambda: len(self.heard) > self.came or self.closed_with)
        while not self.over and not self.closed_with:
            at = len(self.heard)
            if self.missed:
                self.missed = False
                await socket.send('{"is": "look"}')
            if self.match and self.match["legal"]:
                await self.offer(socket, {"do": "act", "action": self.random.choice(self.match["legal"])})
            else:
                with contextlib.suppress(TimeoutError):
                    await self.until(lambda at=at: len(self.heard) != at or self.closed_with, 2 * self.patience)
                if len(self.heard) == at:
                    await socket.send('{"is": "ping"}')
