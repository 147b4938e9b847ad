"""A client at the other end of a WebSocket: hello, then commands, until one of us goes.

| closed with | because                                                       |
|-------------|---------------------------------------------------------------|
| 1009        | the frame was too large                                       |
| 4000        | the frame was no frame                                        |
| 4001        | hello came too late, or something else came first             |
| 4003        | that page may not connect (`shield`)                          |
| 4004        | there is no such table                                        |
| 4008        | the client does not read what it is sent                      |
| 4009        | the client speaks another version of the protocol             |
| 4029        | too many frames, sockets or wrong tokens                      |
"""

import asyncio
import contextlib
import logging
from collections import Counter, deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected, WebSocketState

from parlour.errors import ParlourError, Refused, StoreError
from parlour.server.hub import Hub, Table
from parlour.server.limits import Buckets
from parlour.table import wire

log = logging.getLogger("parlour.server")

LATER, LOCKED = 1013, 4010
NO_FRAME, NO_HELLO, NO_TABLE, TOO_SLOW, OTHER_PROTOCOL, TOO_MANY = 4000, 4001, 4004, 4008, 4009, 4029
HELLO_SECONDS = 10.0
MOST_WAITING = 1000  # messages that a client may be behind
_decode = msgspec.json.Decoder(wire.AnyFrame).decode
_encode = msgspec.json.Encoder().encode


class Client:
    """One connection. What it is sent goes through a queue, so a slow reader keeps nobody waiting."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.member: int | None = None
        self.queue: deque[bytes] = deque()
        self.closing: int | None = None
        self.news = asyncio.Event()

    def send(self, data: bytes) -> None:
        """Take a message."""
        if len(self.queue) == MOST_WAITING:
            self.close(TOO_SLOW)
        if self.closing is None:
            self.queue.append(data)
            self.news.set()

    def close(self, code: int) -> None:
        """Close the connection after what has been sent."""
        if self.closing is None:
            self.closing = code
            self.news.set()

    async def write(self) -> None:
        """Send what is in the queue, until there is a closing code."""
        while True:
            while self.queue:
                await self.socket.send_text(self.queue.popleft().decode())
            if self.closing is not None:
                return await self.socket.close(self.closing)
            self.news.clear()
            await self.news.wait()


class Door:
    """Where sockets come in."""

    def __init__(self, hub: Hub, most: int, commands: Buckets, guesses: Buckets) -> None:
        self.hub = hub
        self.most = most  # sockets of one address
        self.open: Counter[str] = Counter()
        self.commands = commands
        self.guesses = guesses

    async def serve(self, socket: WebSocket) -> None:
        """Speak with a client until it goes."""
        await socket.accept()
        self.hub.metrics.connections += 1
        client, who = Client(socket), address(socket)
        writer = asyncio.create_task(client.write())
        self.open[who] += 1
        try:
            if self.open[who] > self.most:
                self.hub.metrics.limited += 1
                client.close(TOO_MANY)
            else:
                await self.converse(client, who)
        except (WebSocketDisconnect, WebSocketDisconnected):  # they went, or we have closed
            pass
        finally:
            self.open -= Counter([who])
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self.finish(client, writer), HELLO_SECONDS)
            writer.cancel()

    async def finish(self, client: Client, writer: "asyncio.Task[None]") -> None:
        """Let the last words out."""
        if client.socket.client_state == WebSocketState.CONNECTED:
            await writer

    async def converse(self, client: Client, who: str) -> None:
        """Hello, then commands."""
        try:
            hello = _decode(await asyncio.wait_for(client.socket.receive_text(), HELLO_SECONDS))
            assert isinstance(hello, wire.Hello)
        except (TimeoutError, msgspec.MsgspecError, AssertionError, KeyError, RecursionError):
            return client.close(NO_HELLO)
        if hello.protocol != wire.PROTOCOL:
            return client.close(OTHER_PROTOCOL)
        try:
            table = await self.hub.table(hello.table)
        except StoreError:
            return client.close(LATER)
        except ParlourError:
            return client.close(TOO_MANY if self.guesses.take(who) else NO_TABLE)
        try:
            client.member = self.hub.admit(table, hello.token)
        except Refused:
            return client.close(TOO_MANY if self.guesses.take(who) else LOCKED)
        if hello.token and client.member is None and self.guesses.take(who):
            return client.close(TOO_MANY)
        await self.hub.listen(table, client, hello.since)
        try:
            await self.obey(client, table, f"{who} {id(client)}")
        finally:
            self.hub.leave(table, client)

    async def obey(self, client: Client, table: Table, who: str) -> None:
        """Carry out commands."""
        while True:
            try:
                frame = _decode(await client.socket.receive_text())
            except (msgspec.MsgspecError, KeyError, RecursionError):
                return client.close(NO_FRAME)
            if self.commands.take(who):
                self.hub.metrics.limited += 1
                return client.close(TOO_MANY)
            if isinstance(frame, wire.Ask):
                client.send(_encode(await self.answer(client, table, frame)))
            elif isinstance(frame, wire.Look):
                await self.hub.look(table, client)
            elif isinstance(frame, wire.Ping):
                client.send(_encode(wire.Pong(table.room.number)))
            else:
                return client.close(NO_FRAME)

    async def answer(self, client: Client, table: Table, ask: wire.Ask) -> wire.Ack | wire.Refusal:
        """The answer to a command."""
        if client.member is None:
            refused = Refused("not_member", "you only watch here; join the table first")
            return await self.hub.refusal(table, None, ask.key, refused)
        return await self.hub.command(table, client.member, ask.key, ask.command)


def address(socket: WebSocket) -> str:
    """Where a client comes from."""
    return socket.client.host if socket.client else "?"
