"""Connections over HTTP, for a house with strangers at its door: bounded in time, in size and in number.

uvicorn waits for ever for a request to come, and keeps whatever comes of its head. Behind a proxy, which does not,
these limits are never met.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from parlour.server.limits import household

MOST_HEAD = 32 * 1024  # bytes of a request before its body
TO_COME = 20.0  # seconds in which a request has to come
TO_GO = 300.0  # seconds in which its answer has to be read


class Visitors:
    """How many connections each address has. Those of a proxy are not counted: they are everybody's."""

    def __init__(self, most: int, proxies: str) -> None:
        self.most = most
        self.proxies = proxies
        self.open: Counter[str] = Counter()

    def visit(self, **given: Any) -> "Visit":
        """Somebody comes: what uvicorn calls for each connection."""
        return Visit(self, **given)

    @cached_property
    def trusted(self) -> Any:
        """The proxies; made in the process that needs it, for it cannot be sent to another."""
        return ProxyHeadersMiddleware(nobody, self.proxies).trusted_hosts

    def who(self, host: str) -> str | None:
        """Under which name a connection is counted, if it is."""
        return None if host in self.trusted else household(host)


class Visit(HttpToolsProtocol):
    """A connection: it may become a socket, and is none of our business then."""

    def __init__(self, visitors: Visitors, **given: Any) -> None:
        super().__init__(**given)
        self.visitors = visitors
        self.counted: str | None = None
        self.limit: asyncio.TimerHandle | None = None
        self.head: int | None = 0  # bytes of a head that is not whole

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
        """It becomes a socket, which has limits of its own."""
        self.forget()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Something comes; what has no end is not listened to."""
        super().data_received(data)
        if self.head is not None:
            self.head += len(data)
            if self.head > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too large.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.head = 0
        self.within(TO_COME)

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self.head = None
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


def visits(most: int, proxies: str) -> Callable[..., Visit]:
    """What makes a connection of each that comes, at most so many of an address."""
    return Visitors(most, proxies).visit
