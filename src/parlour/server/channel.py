"""A socket that is written and read without waiting.

ASGI hands every message over by a coroutine, a queue and a task, and a table server does little else than send ready
messages to many sockets. A channel writes them to the connection at once, and gives frames to whoever takes them as
they come. All the rest (the handshake, pings, closing, the size of frames) is uvicorn's.
"""

import asyncio
from collections.abc import Callable
from struct import pack
from typing import cast

from starlette.websockets import WebSocket
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

NAME = "parlour.channel"  # among the extensions of a socket
MOST_UNREAD = 1 << 20  # bytes that a client may be behind
MOST_PINGS = 50  # a second
MOST_LATE = 4096  # bytes that may come after the connection has been closed: more is no farewell
PART = 1024  # bytes that are looked at before it is known whether more are wanted
TEXT = 0x81  # a whole message
SHORT, LONG = 126, 1 << 16


class Channel(WebSocketsSansIOProtocol):
    """uvicorn's end of a connection, and a way round its queues."""

    taker: Callable[[bytes], None] | None = None  # who takes text frames as they come
    unsent: list[bytes] | None = None  # what is sent at the end of this turn of the event loop
    pings, counted = 0, 0.0  # pings that have come since a time
    rest = b""  # what has come and has not been looked at
    late = 0  # bytes that have come after the end

    def handle_connect(self, event: Request) -> None:
        """Somebody connects: what serves them will find this channel."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Something comes: it is looked at as long as more is wanted."""
        if self.close_sent:
            self.late += len(data)
        if self.late > MOST_LATE:
            return self.transport.abort()
        data, self.rest = self.rest + data, b""
        for start in range(0, len(data), PART):
            if self.read_paused:
                self.rest = data[start:]
                return None
            if not self.transport.is_closing():
                super().data_received(data[start : start + PART])
        return None

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Who served this is done; a circle is cut, so that nothing lies about until somebody looks for garbage."""
        super().on_task_complete(task)
        self.scope["extensions"].pop(NAME, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over; another circle."""
        super().connection_lost(exc)
        self.conn.parser.close()

    async def receive(self) -> ASGIReceiveEvent:
        """What comes next for who reads as ASGI does; then reading goes on."""
        message = await super().receive()
        self.loop.call_soon(self.look_on)
        return message

    def look_on(self) -> None:
        """Look at the rest of what has come, if more is wanted."""
        if self.rest and not self.read_paused:
            self.data_received(b"")

    def post(self, data: bytes) -> bool:
        """Send a text; False if so much has not been read yet that it is useless."""
        if self.close_sent or self.transport.is_closing():
            return True
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        if self.unsent is None:
            self.unsent = []
            self.loop.call_soon(self.flush)
        self.unsent += framed(data)
        return True

    def flush(self) -> None:
        """Send what has been posted: several messages of one turn are one write."""
        unsent, self.unsent = self.unsent, None
        if unsent and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(unsent))

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.taker is None or self.curr_msg_data_type != "text" or self.close_sent:
            return super().send_receive_event_to_app()
        data, self.frames = b"".join(self.frames), []
        return self.taker(data)

    def handle_ping(self) -> None:
        """Answer a ping; not to who sends nothing else, or does not read the answers."""
        self.pings += 1
        if self.loop.time() - self.counted > 1.0:
            self.pings, self.counted = 1, self.loop.time()
        if self.pings > MOST_PINGS or self.transport.get_write_buffer_size() > MOST_UNREAD:
            return self.transport.abort()
        return super().handle_ping()

    def hold(self) -> None:
        """Read nothing more for the time being."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Read again, what has been read before first."""
        if self.read_paused and self.queue.empty() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()
            if self.rest:
                self.loop.call_soon(self.look_on)


def framed(data: bytes) -> tuple[bytes, bytes]:
    """A text message as it goes over the wire from a server (RFC 6455, 5.2)."""
    length = len(data)
    if length < SHORT:
        return pack("!BB", TEXT, length), data
    if length < LONG:
        return pack("!BBH", TEXT, SHORT, length), data
    return pack("!BBQ", TEXT, SHORT + 1, length), data


def channel_of(socket: WebSocket) -> Channel:
    """The channel of a socket."""
    return cast(Channel, socket.scope["extensions"][NAME])
