"""What a server does beside its tables for as long as it runs: it looks round them, and says that it is there."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine

from parlour.errors import StoreError, Unreachable
from parlour.server.hub import Hub

AT_ONCE = 50  # tables that are looked at without a pause
SCAN = 5.0  # seconds between two looks for tables whose time has come and that nobody has open
LOOK = 1.0  # seconds after which a process knows again that it runs
AGAIN = 1.5  # seconds between two attempts to save something while nothing can be
MOST = 100  # of them that are opened in one round
IDLE = 300.0  # seconds after which a table that nobody listens to is closed; it stays in the store
HOUR, DAY = 3600.0, 86_400.0

log = logging.getLogger("parlour.server")


def rounds(hub: Hub, days: float) -> list[Coroutine[None, None, None]]:
    """All of it; tables that nobody uses for so many days are archived."""
    return [watch(hub), scan(hub), look(hub), beat(hub), archive(hub, days)]


async def watch(hub: Hub) -> None:
    """Follow what other processes write, for ever."""
    async for id, number in hub.store.watch():
        if id:
            await hub.follow(id, number)
        else:  # some news may have been lost
            for each, table in list(hub.tables.items()):
                await hub.follow(each, table.room.steps)


async def look(hub: Hub) -> None:
    """Notice, for ever, when this process has stood still."""
    while True:
        hub.unsaved.look()
        await asyncio.sleep(LOOK)


async def beat(hub: Hub) -> None:
    """Say that this server runs, for ever, and if somebody has set its clock."""
    while True:
        if moved := hub.clock.was_set():
            log.warning("the clock of this machine was set by %+.0f s; tables go on as if it had not been", moved)
        able = await hub.store.ready(hub.now())
        hub.unsaved.readiness.look()
        await asyncio.sleep(SCAN if able else AGAIN)


async def scan(hub: Hub) -> None:
    """Look for tables whose time has come and that no process attends to, and close those nobody uses, for ever."""
    spoilt: dict[str, float] = {}
    while True:
        await asyncio.sleep(SCAN)
        with contextlib.suppress(StoreError):
            await rescue(hub, spoilt)
        for number, (id, table) in enumerate(list(hub.tables.items())):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # nobody waits long because there are many tables
            resting = not table.thinking and table.timer is None and not table.busy
            if resting and not table.audience.listeners and hub.now() - table.used > IDLE:
                hub.tables.pop(id, None)
            elif resting:
                table.attend()


async def rescue(hub: Hub, spoilt: dict[str, float]) -> None:
    """Open the tables whose time has come. Those that cannot be, whose rules have changed, say, are noted as `spoilt`
    and left alone for an hour: they are always the first, and nobody shall wait behind them."""
    for id in await hub.store.waiting(hub.now(), MOST + len(spoilt)):
        if hub.now() - spoilt.get(id, 0.0) > HOUR:
            try:
                await hub.table(id)
                spoilt.pop(id, None)
            except Unreachable:
                raise
            except Exception as error:
                log.error("table %s cannot be opened: %r", id, error)
                spoilt[id] = hub.now()


async def archive(hub: Hub, days: float) -> None:
    """Archive the tables that nobody uses, now and every hour."""
    while True:
        try:
            if archived := await hub.store.archive(hub.now() - days * DAY):
                log.info("%d tables that nobody has used for %g days are archived", archived, days)
        except StoreError as error:
            log.warning("tables could not be archived: %s", error)
        await asyncio.sleep(HOUR)
