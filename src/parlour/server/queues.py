"""A queue in which addresses take turns: who asks for much waits for their own, and for nobody else's."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Queue:
    """So many are served at a time, in rounds: in each an address has one turn. Who comes later begins with the round
    that is under way."""

    def __init__(self, places: int = 1) -> None:
        self._places = self._free = places
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._rounds: dict[str, int] = {}  # in which an address has its next turn
        self._round = 0

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """For `async with`: a place, when one is free and it is the turn of an address."""
        await self._take(who)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, who: str) -> None:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rounds[who] = max(self._rounds.get(who, 0), self._round)
        self._waiting.setdefault(who, deque()).append(granted)
        self._next()
        try:
            await granted
        except asyncio.CancelledError:
            if not granted.cancelled():  # it had just come
                self._give_back()
            raise

    def _give_back(self) -> None:
        self._free += 1
        self._next()

    def _next(self) -> None:
        while self._free and self._waiting:
            who = min(self._waiting, key=lambda each: self._rounds[each])
            granted = self._waiting[who].popleft()
            if not self._waiting[who]:
                del self._waiting[who]
            if not granted.cancelled():
                self._free -= 1
                self._round = self._rounds[who]
                self._rounds[who] += 1
                granted.set_result(None)
        if self._free == self._places:  # nobody wants anything
            self._rounds.clear()
            self._round = 0
