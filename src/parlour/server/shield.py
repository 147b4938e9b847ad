"""What guards every answer: headers that keep browsers from being fooled, and a look at who asks whom."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.errors import Refused
from parlour.server.hosts import Hosts, stranger
from parlour.server.http import trouble
from parlour.server.settings import ServerSettings

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # links to tables are secrets
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
WRONG_ORIGIN = 4003
READING = ("GET", "HEAD", "OPTIONS")


class Shield:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.origins = settings.origins
        self.base = settings.base
        self.hosts = Hosts((*settings.names, settings.host))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        scope["path"] = self.below_base(scope["path"])
        refused = self.refused(scope, Headers(scope=scope))
        if scope["type"] == "websocket":
            if refused is None:
                return await self.app(scope, receive, send)
            await receive()
            return await send({"type": "websocket.close", "code": WRONG_ORIGIN})

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        return await (refused or self.app)(scope, receive, guarded)

    def refused(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """The answer to who asks for somebody else, or may not ask; None to all others."""
        socket = scope["type"] == "websocket"
        host = headers.get("host")
        if not self.hosts.known(host):
            return trouble(Refused("wrong_host", stranger(host or "")))
        if (socket or scope["method"] not in READING) and not self.welcome(headers):
            return trouble(Refused("wrong_origin", "that page may not ask this server for anything"))
        return None

    def below_base(self, path: str) -> str:
        """A path without the base path, which some proxies take away and others leave."""
        if path == self.base or path.startswith(f"{self.base}/"):
            path = path[len(self.base) :]
        return path or "/"

    def welcome(self, headers: Headers) -> bool:
        """Whether it is our own page that asks, one that may, or a program, which has no page."""
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        try:
            return urlsplit(origin).netloc == headers.get("host")
        except ValueError:  # it is no address at all
            return False
