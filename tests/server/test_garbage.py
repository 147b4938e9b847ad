"""Connections that are over leave nothing behind that has to be looked for."""

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from tests.server.serving import listening, patiently_connected
from tests.server.test_hub import keep, with_hubs
from tests.table.house import House
from tests.waiting import until_so

from parlour.server.channel import Channel
from parlour.server.hub import Hub
from parlour.server.limits import Buckets, Limit
from parlour.server.shares import Shares
from parlour.server.sockets import Client, Door
from parlour.server.visits import VisitorConnection, Visitors

AMPLE = Limit(1e9, 1e9)
KINDS = (VisitorConnection, Channel, Client)


@pytest.fixture
def without_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def living() -> Counter[str]:
    """The connections that there are, those included that only a look for garbage would find."""
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, KINDS))


@pytest.mark.parametrize("bad", ["", "nonsense"])
@pytest.mark.usefixtures("without_collections")
def test_a_socket_that_is_over_is_gone(tmp_path: Path, bad: str) -> None:
    async def come_and_go(hub: Hub) -> None:
        await keep(hub.store, House("cam"), "table")
        door = Door(hub, Shares(), 10, *[Buckets(AMPLE)] * 3)
        app = Starlette(routes=[WebSocketRoute("/ws", door.serve)])
        config = uvicorn.Config(app, http=Visitors(10, "", AMPLE).visit, ws=Channel, log_config=None)  # type: ignore[arg-type]
        async with listening(config) as url:
            async with patiently_connected(url) as socket:
                await socket.send('{"is": "hello", "protocol": 1, "table": "table"}')
                await socket.recv()
                if bad:
                    await socket.send(bad)
                    await socket.wait_closed()
                assert bad or living() == {kind.__name__: 1 for kind in (Channel, Client)}
            await until_so(lambda: not living(), living)

    with_hubs(tmp_path, 1, come_and_go)
