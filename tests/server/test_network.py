"""Whatever the network does to messages, every client ends on the server's state, and nothing happens twice."""

import asyncio
from functools import partial

import httpx
import pytest
from tests.server.guest import Guest
from tests.server.network import Network
from tests.server.serving import Server
from tests.server.test_serving import SHORT, run

from parlour.games import names

LONG = pytest.mark.long
QUICK = ("bacarac", "cam", "kamra")


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=LONG) for name in names()])
@pytest.mark.once
def test_a_bad_network_loses_nobody(server: Server, name: str, pytestconfig: pytest.Config) -> None:
    async def play(luck: int) -> None:
        table, tokens = await server.open(name, people=2, **SHORT.get(name, {}))
        network = Network(seed=luck)
        async with network.before(server.url) as url:
            guests = [Guest(url, table, token, seed) for seed, token in enumerate((*tokens, ""), luck)]
            for guest in guests:
                guest.patience = 0.1
            await asyncio.gather(*(guest.play() for guest in guests))
        async with httpx.AsyncClient(base_url=server.url) as client:
            for guest, token in zip(guests, (*tokens, ""), strict=True):
                headers = {"authorization": f"Bearer {token}"} if token else {}
                now = (await client.get(f"/api/tables/{table}", headers=headers)).json()
                assert (guest.n, guest.match, guest.table) == (now["n"], now["match"], now["table"])
        print(network.dropped, "dropped,", network.doubled, "doubled,", network.delayed, "late,", network.cuts, "cuts")
        assert min(network.dropped, network.doubled, network.delayed) > 0

    for round in range(10 if pytestconfig.getoption("--long") else 1):
        run(partial(play, len(name) + 100 * round))
