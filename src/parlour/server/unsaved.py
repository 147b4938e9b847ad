"""What a server does while nothing can be saved: it says so, at once, and carries nothing out."""

import logging
import math
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from parlour.errors import StoreError
from parlour.server.audience import Listener, encode
from parlour.server.live import UNSAVED, LiveTable
from parlour.server.readiness import Readiness
from parlour.server.store import LONGEST_PULSE
from parlour.table import wire

if TYPE_CHECKING:
    from parlour.server.hub import Hub

log = logging.getLogger("parlour.server")


class Unsaved:
    """The times in which nothing can be saved."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.readiness = Readiness(hub)
        self.began: float | None = None
        self.outages: list[tuple[float, float]] = []  # from when to when, since this server began
        self.seen = math.inf  # when this process was last known to run, if it looks at all
        hub.store.tell = self.changed

    def changed(self) -> None:
        """Tell everybody that nothing can be saved any more, or that all is well again."""
        able = not self.hub.store.trouble
        for table in self.hub.tables.values():
            table.audience.send_all(wire.Saving(able))
        if able:
            self.make_up()
            return
        self.began = self.hub.now()
        self.hub.metrics.unsaved += 1
        for table in self.hub.tables.values():
            table.wait_no_more()

    def still(self) -> bool:
        """Whether nobody's time runs: nothing can be saved, or this process has stood still until a moment ago."""
        return bool(self.hub.store.trouble) or time.monotonic() - self.seen > LONGEST_PULSE

    def look(self) -> None:
        """This process runs. If it was stopped for long, with its machine perhaps, nobody could play meanwhile."""
        before, self.seen = self.seen, time.monotonic()
        if (stood := self.seen - before) > LONGEST_PULSE:
            log.warning("this process stood still for %.0f s; the clocks of tables stand still for as long", stood)
            self.began = self.hub.now() - stood if self.began is None else self.began
            if not self.hub.store.trouble:
                self.make_up()

    def make_up(self) -> None:
        """Let the clocks of all tables have stood still meanwhile."""
        began, self.began = self.began, None
        if began is not None:
            self.outages.append((began, self.hub.now()))
            for table in self.hub.tables.values():
                self.hub.start(self.go_on(table))

    async def go_on(self, table: LiveTable) -> None:
        """Let a table have what it lost, and go on."""
        try:
            await self.hub.make_up(table)
            with suppress(StoreError):  # everybody is welcomed when the table can be read again
                await table.see(table.audience.welcome_all)  # with the clocks as they are now
        finally:
            table.attend()

    def tell(self, listener: Listener, before: bool) -> bool:
        """Tell somebody whether anything can be saved, unless that is as before."""
        able = not self.hub.store.trouble
        if able != before:
            listener.send(encode(wire.Saving(able)))
        return able

    def must_save(self) -> None:
        """`StoreError` while nothing can be saved."""
        if self.hub.store.trouble:
            raise StoreError(UNSAVED)
