"""A bad network: between clients and a server it drops, doubles, delays and swaps messages, and cuts connections."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

from tests.server.serving import patiently_connected
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

LATEST = 0.03  # seconds by which a message may be late


class Network:
    """So bad, each message on its own."""

    def __init__(
        self, seed: int, drop: float = 0.05, double: float = 0.05, delay: float = 0.3, cut: float = 0.005
    ) -> None:
        self.random = random.Random(seed)
        self.drop, self.double, self.delay, self.cut = drop, double, delay, cut
        self.dropped = self.doubled = self.delayed = self.cuts = 0

    @contextlib.asynccontextmanager
    async def before(self, url: str) -> AsyncIterator[str]:
        """The address of the bad way to a server."""

        async def carry(client: ServerConnection) -> None:
            async with patiently_connected(url, compression=None, max_size=None) as server:
                there = asyncio.create_task(self.pass_on(client, server))
                back = asyncio.create_task(self.pass_on(server, client))
                await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
                there.cancel()
                back.cancel()
                await asyncio.gather(there, back, return_exceptions=True)

        async with serve(carry, "127.0.0.1", 0, compression=None, max_size=None) as proxy:
            port = next(iter(proxy.sockets)).getsockname()[1]
            yield f"http://127.0.0.1:{port}"

    async def pass_on(self, source: Connection, target: Connection) -> None:
        """Pass messages on, badly; the first one, the hello or its answer, arrives."""
        late: set[asyncio.Task[None]] = set()
        await target.send(await source.recv())
        async for message in source:
            if self.happens(self.cut):
                self.cuts += 1
                return
            if self.happens(self.drop):
                self.dropped += 1
                continue
            times = 2 if self.happens(self.double) else 1
            self.doubled += times - 1
            for _ in range(times):
                if self.happens(self.delay):
                    self.delayed += 1
                    task = asyncio.create_task(self.later(target, message))
                    late.add(task)
                    task.add_done_callback(late.discard)
                else:
                    await target.send(message)

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    async def later(self, target: Connection, message: str | bytes) -> None:
        """Send a message after a while, when others may have passed it."""
        await asyncio.sleep(self.random.uniform(0, LATEST))
        with contextlib.suppress(ConnectionClosed):
            await target.send(message)
