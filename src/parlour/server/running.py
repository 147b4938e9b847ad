"""Running the server: uvicorn, log lines, and a graceful end."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import re
import resource
import signal
import socket
import sys
import time
import webbrowser
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from parlour.core.clock import SET, SteadyClock
from parlour.core.kinship import follow
from parlour.errors import StoreError
from parlour.server.app import application
from parlour.server.channel import Channel
from parlour.server.places import address, listen
from parlour.server.settings import ServerSettings
from parlour.server.storage.databases import database_of
from parlour.server.storage.sqlite import Sqlite, only_server
from parlour.server.store import Store
from parlour.server.visits import Visitors

log = logging.getLogger("parlour.server")

MOST_FRAME = 16 * 1024
HEALTH = 5  # seconds in which a worker must answer its supervisor
BEGIN = 30  # the same while one begins: it may have much to load
ACCEPTED = 16  # connections taken in a turn of the event loop: it takes one from each socket that listens
# Tables live long and messages have no cycles: looking for garbage as often as Python does took a third of the time.
# Connections have cycles: looking too seldom makes everybody wait while those of thousands are taken apart at once.
COLLECTIONS = (5_000, 10, 1000)
LISTENS = "Parlour listens on %s"
TABLE = re.compile(r"\b([a-z2-7]{4})[a-z2-7]{12}\b")


class Lines(logging.Formatter):
    """Log lines for people. The id of a table is its link, and so a secret: only its beginning is shown."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return TABLE.sub(r"\1...", super().format(record))


class JsonLines(logging.Formatter):
    """A log line as a JSON object, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "source": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return TABLE.sub(r"\1...", json.dumps(line))


def set_up_log(as_json: bool) -> None:
    """Log to the error stream. Requests are not logged, for their addresses are secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else Lines("%(asctime)s %(levelname)-7s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # its warnings are of what strangers send


class Heard(uvicorn.Server):
    """A server that says where it listens, when it does, and shows itself in the browser if so wished."""

    def __init__(self, config: uvicorn.Config, show: bool) -> None:
        super().__init__(config)
        self.show = show

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so; a browser may take its time, or not be there."""
        await super().startup(sockets)
        if not self.started:
            return
        await self.accept_many()
        port = self.config.port
        log.info(LISTENS, address(self.config.host, port))
        if self.show:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, f"http://localhost:{port}/")

    async def accept_many(self) -> None:
        """Listen on copies of each socket as well, so that newcomers do not wait behind a crowd."""
        given = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        come = partial(self.config.http_protocol_class, **given)
        for bound in [each for server in self.servers for each in server.sockets]:
            for copy in copies(bound):
                self.servers.append(await asyncio.get_running_loop().create_server(come, sock=copy))


class Workers(Multiprocess):
    """The processes that serve; one that dies or hangs is replaced."""

    def keep_subprocess_alive(self) -> None:
        """Replace who does not answer. While any begins, there is more patience with all."""
        before = list(self.processes)
        super().keep_subprocess_alive()
        for old, new in zip(before, self.processes, strict=True):
            if old is not new:
                log.warning("a process that serves has died or hangs, and is replaced")
        ready = before == self.processes and all(each.is_ready(HEALTH) for each in self.processes)
        self.config.timeout_worker_healthcheck = HEALTH if ready else BEGIN


def copies(bound: socket.socket) -> list[socket.socket]:
    """More sockets that listen where one does."""
    return [socket.socket(fileno=os.dup(bound.fileno())) for _ in range(ACCEPTED - 1)]


def check(settings: ServerSettings) -> None:
    """`StoreError` if what names the database is no such name, or it is not one that several processes can share."""
    database = database_of(settings.url)
    if settings.workers > 1 and isinstance(database, Sqlite):
        raise StoreError("one SQLite file is for one process: several workers need --database postgresql://...")


async def reach(settings: ServerSettings) -> SteadyClock:
    """Open the tables and close them again: if that cannot be done, whoever starts a server hears it in one line.

    The time of this server goes on from the latest that stands there, whatever the clock on the wall says.
    """
    store, clock = await Store.open(settings.url), SteadyClock()
    try:
        ahead = clock.begin_after(await store.newest())
    finally:
        await store.close()
    if ahead > SET:
        log.warning("the clock of this machine is %.0f s behind what is stored: tables go on from there", ahead)
    return clock


def many_files() -> None:
    """Open as many sockets as the system lets us: a shell lets programs have about a thousand unless they ask."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def worker(settings: ServerSettings, parent: int, clock: SteadyClock, visitors: Visitors) -> ASGIApp:
    """The application of one process, of several or the only one."""
    if settings.workers > 1:
        set_up_log(settings.log_json)
        follow(parent)
    gc.set_threshold(*COLLECTIONS)
    many_files()
    return application(settings, clock, visitors.metrics, visitors.shares)


def run(settings: ServerSettings, show: bool = False) -> None:
    """Serve until told to stop, in a browser if so wished; `StoreError` if the tables cannot be opened."""
    check(settings)
    set_up_log(settings.log_json)
    database = database_of(settings.url)
    with only_server(database.path) if isinstance(database, Sqlite) else contextlib.nullcontext():
        serve(settings, show, asyncio.run(reach(settings)))


def serve(settings: ServerSettings, show: bool, clock: SteadyClock) -> None:
    """Listen, in as many processes as are wished, until told to stop."""
    bound = listen(settings.host, settings.port, any_port=show)
    settings = replace(settings, port=bound[0].getsockname()[1])
    visitors = Visitors(4 * settings.sockets, settings.proxies, settings.visits)
    config = uvicorn.Config(
        partial(worker, settings, os.getpid(), clock, visitors),
        factory=True,
        workers=settings.workers,
        timeout_worker_healthcheck=BEGIN,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=visitors.visit,  # type: ignore[arg-type]
        ws=Channel,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=5,
    )
    if settings.workers > 1:
        log.info(LISTENS, address(settings.host, settings.port))
        Workers(config, [*bound, *(copy for each in bound for copy in copies(each))]).run()
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what is left to do when all has been put away
    Heard(config, show).run(bound)
