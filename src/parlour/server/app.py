"""The server put together."""

import contextlib
import multiprocessing
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from parlour.errors import StoreError
from parlour.server.advising import Adviser
from parlour.server.http import Desk
from parlour.server.hub import Hub
from parlour.server.limits import Buckets
from parlour.server.metrics import Metrics
from parlour.server.pages import Pages
from parlour.server.readiness import Readiness
from parlour.server.rounds import rounds
from parlour.server.settings import Settings
from parlour.server.shield import Shield
from parlour.server.sockets import Door
from parlour.server.store import Store
from parlour.server.thinking import Thinking


def application(settings: Settings) -> ASGIApp:
    """The whole server as an application for uvicorn."""
    app = Starlette(lifespan=lambda app: lifespan(app, settings))
    return Shield(app, settings.origins, settings.base)


@contextlib.asynccontextmanager
async def lifespan(app: Starlette, settings: Settings) -> AsyncIterator[None]:
    """Open the store, prepare the rules in the background, and put everything away at the end."""
    settings.data.mkdir(parents=True, exist_ok=True)
    store = await Store.open(settings.url)
    thinking, readiness = Thinking(settings.thinkers), Readiness()
    hub = Hub(store, thinking, readiness, Metrics(), Buckets(settings.chat))
    hub.outages = await store.wake(hub.now())
    guesses = Buckets(settings.guesses)
    adviser = Adviser()
    requests, commands = Buckets(settings.requests), Buckets(settings.commands)
    limits = (requests, Buckets(settings.tables), guesses, Buckets(settings.advice), commands)
    desk = Desk(hub, adviser, *limits)
    door = Door(hub, settings.sockets, requests, commands, guesses)
    app.state.hub = hub
    pages = Route("/{path:path}", Pages(settings.web, desk.known_games, settings.base).answer)
    app.router.routes[:] = [*desk.routes(), WebSocketRoute("/ws", door.serve), pages]
    beside = [readiness.prepare(), *rounds(hub, settings.archive_days)]
    for each in beside:
        hub.start(each)
    try:
        yield
    finally:
        await hub.close()
        adviser.close()
        thinking.close()
        for child in multiprocessing.active_children():  # whatever they think about, nobody waits for it any more
            child.kill()
        with contextlib.suppress(StoreError):
            await store.pulse(hub.now())
        await store.close()
