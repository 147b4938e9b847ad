"""The server put together."""

import asyncio
import contextlib
import multiprocessing
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from parlour.core.clock import SteadyClock
from parlour.core.game import Game
from parlour.core.plain import Figures
from parlour.errors import StoreError
from parlour.games import all_games
from parlour.server.advising import Adviser
from parlour.server.http import Desk
from parlour.server.hub import Hub
from parlour.server.limits import Buckets
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderation
from parlour.server.pages import Pages
from parlour.server.previews import Previews
from parlour.server.rounds import rounds
from parlour.server.settings import ServerSettings
from parlour.server.shares import Shares
from parlour.server.shield import Shield
from parlour.server.sockets import Door
from parlour.server.store import Store
from parlour.server.thinking import Thinking


def application(settings: ServerSettings, clock: SteadyClock, metrics: Metrics, shares: Shares) -> ASGIApp:
    """The whole server as an application for uvicorn."""
    return Shield(Starlette(lifespan=lambda app: lifespan(app, settings, clock, metrics, shares)), settings)


@contextlib.asynccontextmanager
async def lifespan(
    app: Starlette, settings: ServerSettings, clock: SteadyClock, metrics: Metrics, shares: Shares
) -> AsyncIterator[None]:
    """Open the store, load the rules in the background, and put everything away at the end."""
    settings.data.mkdir(parents=True, exist_ok=True)
    store = await Store.open(settings.url)
    thinking = Thinking(settings.thinkers, metrics, settings.thought)
    hub = Hub(store, thinking, metrics, Moderation(settings.chat, settings.arranging), clock)
    await store.wake(hub.now())
    guesses = Buckets(settings.guesses)
    adviser = Adviser(metrics, settings.advice_time)
    requests, commands = Buckets(settings.requests), Buckets(settings.commands)
    limits = (requests, Buckets(settings.tables), guesses, Buckets(settings.advice), commands)
    desk = Desk(hub, adviser, *limits)
    door = Door(hub, shares, settings.sockets, requests, commands, guesses)
    app.state.hub = hub
    previews = Previews(hub, guesses, settings.base, settings.web)
    pages = Route("/{path:path}", Pages(settings.web, desk.known_games, settings.base, previews.tags).answer)
    app.router.routes[:] = [*desk.routes(), WebSocketRoute("/ws", door.serve), pages]
    for each in (
        load_games(),
        thinking.crew.look_after(),
        adviser.crew.look_after(),
        *rounds(hub, settings.archive_days),
    ):
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


async def load_games() -> None:
    """Load the rules of all games in a thread, so that no table waits for it; whoever needs some sooner loads them."""
    for game in all_games().values():
        await asyncio.to_thread(load, game)


def load(game: Game) -> None:
    """Load what a table of a game needs: the loops of its rules, and its texts and views."""
    _ = game.kernels, Figures.loops_of(game)
