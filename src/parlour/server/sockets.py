"""A client at the other end of a WebSocket: hello, then commands, until one of us goes.

| closed with | because                                                       |
|-------------|---------------------------------------------------------------|
| 1009        | the frame was too large                                       |
| 4000        | the frame was no frame                                        |
| 4001        | hello came too late, or something else came first             |
| 4004        | there is no such table                                        |
| 4008        | the client does not read what it is sent                      |
| 4009        | the client speaks another version of the protocol             |
| 4010        | the table has a password                                      |
| 4011        | the match began under other rules than this server's          |
| 4012        | nobody at the table has that token                             |
| 4029        | too many frames, sockets or wrong tokens                      |
"""

import asyncio
import logging
from collections import Counter
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from parlour.errors import ParlourError, Refused, StoreError, WrongVersion
from parlour.server.admission import admit
from parlour.server.channel import channel_of
from parlour.server.hub import Hub
from parlour.server.letters import LookLetter
from parlour.server.limits import Buckets, household
from parlour.server.live import LiveTable
from parlour.server.shares import Shares
from parlour.table import wire

log = logging.getLogger("parlour.server")

LATER, LOCKED = 1013, 4010
OTHER_RULES, WRONG_TOKEN = 4011, 4012
NO_FRAME, NO_HELLO, NO_TABLE, TOO_SLOW, OTHER_PROTOCOL, TOO_MANY = 4000, 4001, 4004, 4008, 4009, 4029
HELLO_SECONDS = 10.0
MOST_ASKED = 8  # frames of a client that wait for their turn, or for the disk
_decode = msgspec.json.Decoder(wire.AnyFrame).decode
_encode = msgspec.json.Encoder().encode


class Client:
    """One connection. What it is sent is written at once, and never waited for."""

    __slots__ = ("_last_words", "asked", "channel", "closing", "member", "socket")

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.channel = channel_of(socket)
        self.member: int | None = None
        self.asked = 0  # what it has not been answered yet
        self.closing: int | None = None
        self._last_words: asyncio.Task[None] | None = None

    def send(self, data: bytes) -> None:
        """Take a message."""
        if self.closing is None and not self.channel.post(data):
            self.close(TOO_SLOW)

    def answer(self, said: wire.Ack | wire.Nack | wire.Pong) -> None:
        """Take an answer: it may ask more."""
        self.send(_encode(said))
        self.count(-1)

    def close(self, code: int) -> None:
        """Close the connection after what has been sent."""
        if self.closing is None:
            self.closing = code
            self.channel.hold()
            self._last_words = asyncio.get_running_loop().create_task(self._close(code))

    def sent_away(self) -> None:
        """Its table has been erased."""
        self.close(NO_TABLE)

    async def _close(self, code: int) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                self.channel.flush()
                await self.socket.close(code)
        except Exception:  # it does not listen, or is gone
            self.channel.transport.abort()

    def count(self, asked: int) -> None:
        """It has asked one thing more, or has been answered one: who asks much at a time is not read for a while."""
        self.asked += asked
        if self.asked >= MOST_ASKED:
            self.channel.hold()
        elif self.closing is None:
            self.channel.go_on()

    async def gone(self) -> None:
        """Wait until the connection is closed, by either side; what came before the welcome is still to be taken."""
        while (message := await self.socket.receive())["type"] != "websocket.disconnect":
            if message.get("text") is None or self.channel.taker is None:
                self.close(NO_FRAME)
            else:
                self.channel.taker(message["text"].encode())


class Door:
    """Where sockets come in."""

    def __init__(
        self, hub: Hub, shares: Shares, most: int, requests: Buckets, commands: Buckets, guesses: Buckets
    ) -> None:
        self.hub = hub
        self.shares = shares
        self.most = most  # sockets of one address
        self.open: Counter[str] = Counter()
        self.requests = requests
        self.commands = commands
        self.guesses = guesses

    async def serve(self, socket: WebSocket) -> None:
        """Speak with a client until it goes."""
        await socket.accept()
        self.hub.metrics.connections += 1
        client, who = Client(socket), address(socket)
        self.open[who] += 1
        try:
            if self.open[who] > self.most or self.requests.take(who):
                self.hub.metrics.limited += 1
                client.close(TOO_MANY)
            else:
                await self.converse(client, who)
            await client.gone()
        except (WebSocketDisconnect, WebSocketDisconnected):  # they went, or we have closed
            pass
        finally:
            self.open -= Counter([who])

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
        except WrongVersion:
            return client.close(OTHER_RULES)
        except ParlourError:
            return client.close(TOO_MANY if self.guessed(who) else NO_TABLE)
        try:
            client.member = admit(table.room, hello.token)
        except Refused as refused:
            code = WRONG_TOKEN if refused.code == "wrong_token" else LOCKED
            return client.close(TOO_MANY if self.guessed(who) else code)
        await table.listen(client, hello.since)
        try:
            payer = f"{who} {id(client)}" if client.member is None else f"{table.room.id} {client.member}"
            client.channel.taker = partial(self.hear, client, table, payer, who)
            await client.gone()
        finally:
            client.channel.taker = None
            table.leave(client)

    def guessed(self, who: str) -> bool:
        """Whether an address that has guessed wrong has done so too often."""
        often = self.guesses.take(who) > 0
        self.hub.metrics.limited += often
        return often

    def hear(self, client: Client, table: LiveTable, payer: str, who: str, data: bytes) -> None:
        """A frame has come: it is taken when it is the turn of its address, unless there are too many."""
        if client.closing is not None:
            return None
        if self.commands.take(payer):
            self.hub.metrics.limited += 1
            return client.close(TOO_MANY)
        client.count(1)
        return self.shares.ask(who, partial(self.take, client, table, data))

    def take(self, client: Client, table: LiveTable, data: bytes) -> None:
        """Take a frame, and carry out what it asks for."""
        if client.closing is not None:
            return None
        try:
            frame = _decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, RecursionError):
            return client.close(NO_FRAME)
        if isinstance(frame, wire.Ask):
            return table.ask(client.member, frame.key, frame.command, client.answer)
        if isinstance(frame, wire.Look):
            return table.post(LookLetter(client, partial(client.count, -1)))
        if isinstance(frame, wire.Ping):
            return client.answer(wire.Pong(table.kept))
        return client.close(NO_FRAME)


def address(socket: WebSocket) -> str:
    """Where a client comes from."""
    return household(socket.client.host) if socket.client else "?"
