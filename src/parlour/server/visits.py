"""Connections over HTTP, for a house with strangers at its door: this is where a flood is turned away.

An address that asks too often is told so in bytes that lie ready, before anything is made of the request, and the
connection is closed. Whatever else comes is begun when it is the turn of its address. uvicorn waits for ever for a
request to come, and keeps whatever comes of its head: here connections are bounded in time, in size and, but for a
proxy's, in number.
"""

import asyncio
from collections import Counter
from functools import cached_property, lru_cache, partial
from math import ceil
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from parlour.errors import Refused
from parlour.server.http import trouble
from parlour.server.limits import Buckets, Limit, household
from parlour.server.metrics import Metrics
from parlour.server.shares import Shares
from parlour.server.shield import HEADERS

MOST_HEAD = 32 * 1024  # bytes of a request before its body
TO_COME = 20.0  # seconds in which a request has to come
TO_GO = 300.0  # seconds in which its answer has to be read
PART = 4096  # bytes that are looked at before it is known whether more are wanted


class TurnedAway(Exception):
    """Nothing more of this connection is looked at."""


class Visitors:
    """How much each address asks for, and how many connections it has. Those of a proxy are everybody's, and not
    counted."""

    def __init__(self, most: int, proxies: str, visits: Limit) -> None:
        self.most = most
        self.proxies = proxies
        self.open: Counter[str] = Counter()
        self.visits = Buckets(visits)
        self.metrics = Metrics()
        self.shares = Shares()

    def visit(self, **given: Any) -> "VisitorConnection":
        """Somebody comes: what uvicorn calls for each connection."""
        return VisitorConnection(self, **given)

    @cached_property
    def trusted(self) -> Any:
        """The proxies; made in the process that needs it, for it cannot be sent to another."""
        return ProxyHeadersMiddleware(nobody, self.proxies).trusted_hosts

    def who(self, host: str) -> str | None:
        """Under which name a connection is counted, if it is."""
        return None if host in self.trusted else household(host)

    def asks(self, host: str, headers: list[tuple[bytes, bytes]]) -> str:
        """Who asks through a proxy: whom it names, as uvicorn will find as well, or else itself."""
        told = b", ".join([value for name, value in headers if name == b"x-forwarded-for"]).decode("latin1")
        named = self.trusted.get_trusted_client_address(told)[0] if told else ""
        return household(named or host)


class VisitorConnection(HttpToolsProtocol):
    """A connection: it may become a socket, and is none of our business then."""

    def __init__(self, visitors: Visitors, **given: Any) -> None:
        super().__init__(**given)
        self.visitors = visitors
        self.counted: str | None = None
        self.asks = ""  # whose request this is
        self.limit: asyncio.TimerHandle | None = None
        self.head: int | None = 0  # bytes of a head that is not whole
        self.leaving = False  # to become a socket

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes, and should say what for."""
        super().connection_made(transport)
        self.counted = self.visitors.who(self.client[0]) if self.client else None
        if self.counted is not None:
            self.visitors.open[self.counted] += 1
            if self.visitors.open[self.counted] > self.visitors.most:
                return transport.abort()
        return self.within(TO_COME)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody goes."""
        self.forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket when its turn comes; sockets have limits of their own."""
        self.forget()
        self.leaving = True
        self.transport.pause_reading()
        self.visitors.shares.ask(self.asks, self.become_socket)

    def become_socket(self) -> None:
        """It is its turn."""
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().handle_websocket_upgrade()
        del self.parser  # it knows this, and both would lie about until somebody looks for garbage

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Answer a request when its turn comes."""
        self.visitors.shares.ask(self.asks, partial(self.answer, cycle, app))

    def answer(self, cycle: RequestResponseCycle, app: Any) -> None:
        """It is its turn."""
        if not cycle.disconnected:
            super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        """Something comes; what has no end is not listened to, and no more of it than is wanted."""
        for start in range(0, len(data), PART):
            part = data[start : start + PART]
            super().data_received(part)
            if self.head is not None:
                self.head += len(part)
                if self.head > MOST_HEAD:
                    self.send_400_response("The head of the request is too large.")
            if self.transport.is_closing() or self.leaving:
                return

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request, but for that of somebody who has been turned away."""
        if not self.transport.is_closing():
            super().send_400_response(msg)

    def turn_away(self, waits: float) -> None:
        """Refuse a request before anything is made of it."""
        self.visitors.metrics.limited += 1
        if self.cycle is None or self.cycle.response_complete:  # otherwise there is an answer under way
            self.transport.write(too_many(ceil(waits)))
        self.transport.close()
        raise TurnedAway

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.head = 0
        self.within(TO_COME)

    def on_headers_complete(self) -> None:
        """Its head is whole: it is known who asks."""
        self.head = None
        self.asks = self.counted or self.visitors.asks(self.client[0] if self.client else "?", self.headers)
        if waits := self.visitors.visits.take(self.asks):
            self.turn_away(waits)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """It is whole, and will be answered."""
        super().on_message_complete()
        self.within(TO_GO)

    def on_response_complete(self) -> None:
        """It has been answered; uvicorn waits for another, but not long."""
        if self.cycle is not None and not self.cycle.more_body:
            self.within(None)
        super().on_response_complete()

    def within(self, seconds: float | None) -> None:
        """End the connection unless something happens in so many seconds."""
        if self.limit is not None:
            self.limit.cancel()
        self.limit = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def forget(self) -> None:
        """Count the connection no more."""
        self.within(None)
        if self.counted is not None:
            self.visitors.open -= Counter([self.counted])
            self.counted = None


async def nobody(*_: Any) -> None:
    """An application that is never called."""


@lru_cache(maxsize=100)
def too_many(seconds: int) -> bytes:
    """A whole answer to who has asked too often."""
    answer = trouble(Refused("too_fast", f"too many requests; wait {seconds} seconds"), seconds)
    answer.headers.update({**HEADERS, "cache-control": "no-store", "connection": "close"})
    head = b"".join(b"%s: %s\r\n" % each for each in answer.raw_headers)
    return b"HTTP/1.1 429 Too Many Requests\r\n" + head + b"\r\n" + bytes(answer.body)
