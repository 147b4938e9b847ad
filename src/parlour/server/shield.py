"""What guards every answer: headers that keep browsers from being fooled, and a check of which page asks."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
REFUSED = JSONResponse({"code": "wrong_origin", "text": "that page may not ask this server for anything"}, 403)


class Shield:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...] = (), base: str = "") -> None:
        self.app = app
        self.origins = origins
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        scope["path"] = self.below_base(scope["path"])
        asks = scope["type"] == "websocket" or scope["method"] not in READING
        strange = asks and not self.welcome(Headers(scope=scope))
        if scope["type"] == "websocket":
            if not strange:
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

        return await (REFUSED if strange else self.app)(scope, receive, guarded)

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
