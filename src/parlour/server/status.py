"""The page at `/status`: how this server is doing, for people. It names no table, and needs no web client."""

import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from parlour import __version__
from parlour.games import names
from parlour.games.rulebooks import LANGUAGES
from parlour.server.hub import Hub
from parlour.server.packing import ASK_FIRST
from parlour.server.readiness import State

HERE = Path(__file__).parent
AGAIN = 15  # seconds after which browsers load it again
KEPT = 1.0  # seconds for which it is made
MINUTE, HOUR, DAY = 60, 3600, 86_400
TICK, BAR = "M22 41 33 52 51 26", "M36 20 36 42 M36 52 36 52.1"  # shape before colour
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}: {headline}</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="{again}"><link rel="stylesheet" href="status.css"></head>
<body><main class="{kind}"><p class="house">Parlour</p>
<svg viewBox="0 0 72 72" aria-hidden="true"><circle cx="36" cy="36" r="32"/><circle cx="36" cy="36" r="27" \
stroke-width="1"/><path d="{sign}"/></svg>
<h1>{headline}</h1><p class="soft">{since}</p>{text}<dl>{rows}</dl><p><a href=".">{back}</a></p></main></body></html>
"""


@cache
def words(language: str) -> dict[str, str]:
    """What the page says in a language."""
    read = tomllib.loads((HERE / "status.toml").read_text(encoding="utf-8"))
    return {key: said[language] for key, said in read.items()}


def language_of(request: Request) -> str:
    """The first language that the reader knows and the page is written in."""
    asked = [request.query_params.get("language", ""), *request.headers.get("accept-language", "").split(",")]
    wanted = (each.strip()[:2].lower() for each in asked)
    return next((each for each in wanted if each in LANGUAGES), LANGUAGES[0])


class Status:
    """The page, made anew at most once a second however often it is asked for."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.made: dict[str, tuple[float, State, bytes]] = {}

    async def answer(self, request: Request) -> Response:
        """The page, with the status that `/ready` has."""
        await self.hub.store.ready(self.hub.now())
        language, now = language_of(request), self.hub.now()
        made, state, page = self.made.get(language, (now - KEPT, State(), b""))
        if now - made >= KEPT or state != self.hub.unsaved.readiness.look():
            state = self.hub.unsaved.readiness.look()
            page = self.page(state, language, now).encode()
            self.made[language] = now, state, page
        return Response(page, 503 if state.troubles else 200, {"cache-control": "no-store"}, "text/html")

    async def style(self, request: Request) -> Response:
        """How it looks."""
        return Response(style(), headers={"cache-control": ASK_FIRST}, media_type="text/css")

    def page(self, state: State, language: str, now: float) -> str:
        """The page."""
        said = words(language)
        kind = "unsaved" if state.unsaved else "hung" if state.hung else "well"
        rows = "".join(row(*each) for each in self.rows(state, said, now))
        token = {"kind": "trouble", "sign": BAR} if state.troubles else {"kind": "well", "sign": TICK}
        told = {"headline": said[kind], "since": self.since(said), "text": text(state, kind, said)}
        return PAGE.format(language=language, again=AGAIN, rows=rows, **said | told | token)

    def since(self, said: dict[str, str]) -> str:
        """From when on it has been so."""
        return said["since"].format(
            time=f"{datetime.fromtimestamp(self.hub.unsaved.readiness.since, UTC):%H:%M UTC, %Y-%m-%d}"
        )

    def rows(self, state: State, said: dict[str, str], now: float) -> Iterator[tuple[str, str, str]]:
        """The facts: a name, a value, and what marks it."""
        hub = self.hub
        for name, good in (("saves", not state.unsaved), ("thinks", not state.hung)):
            yield said[name], said["yes" if good else "no"], "" if good else ' class="no"'
        yield said["running"], span(now - hub.unsaved.readiness.began, said), ""
        yield said["games"], str(len(names())), ""
        yield said["tables"], f"{len(hub.tables)}", ""
        yield said["connected"], f"{hub.unsaved.readiness.listeners}", ""
        yield said["quick"], within(hub.metrics.waits.half(), said), ""
        yield said["version"], __version__, ""


@cache
def style() -> bytes:
    """The style sheet."""
    return (HERE / "status.css").read_bytes()


def row(name: str, value: str, mark: str) -> str:
    """A line of the facts."""
    return f"<div><dt>{escape(name)}</dt><dd{mark}>{escape(value)}</dd></div>"


def text(state: State, kind: str, said: dict[str, str]) -> str:
    """What the trouble means for people, and what to do about it; or what else it may be."""
    told = f"<p>{escape(said[f'{kind}_more'])}</p>"
    if state.unsaved:
        told += f'<p class="soft">{escape(said["reason"])}: <code>{escape(state.unsaved)}</code></p>'
    return told + (f'<p class="soft">{escape(said["host"])}</p>' if state.troubles else "")


def span(seconds: float, said: dict[str, str]) -> str:
    """How long something has gone on, in words."""
    for name, each in (("day", DAY), ("hour", HOUR)):
        if seconds >= 2 * each:
            return said[f"{name}_other"].format(count=int(seconds // each))
    minutes = max(1, int(seconds // MINUTE))
    return said["minute_one" if minutes == 1 else "minute_other"].format(count=minutes)


def within(seconds: float | None, said: dict[str, str]) -> str:
    """A short time, as far as it was counted."""
    return said["none"] if seconds is None else f"{1000 * seconds:g} ms"
