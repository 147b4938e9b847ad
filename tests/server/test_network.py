"""Whatever the network does to messages, every client ends on the server's state, and nothing happens twice."""

import asyncio
from functools import partial

import pytest
from tests.server.guest import Guest
from tests.server.network import Network
from tests.server.serving import QUICK, ForTwo, Server
from tests.server.test_serving import run

from parlour.games import names

LONG = pytest.mark.long


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=LONG) for name in names()])
def test_a_bad_network_loses_nobody(server: Server, for_two: ForTwo, name: str, pytestconfig: pytest.Config) -> None:
    async def play(luck: int) -> None:
        table, tokens = await for_two(name)
        network = Network(seed=luck)
        async with network.before(server.url) as url:
            guests = [Guest(url, table, token, seed) for seed, token in enumerate((*tokens, ""), luck)]
            for guest in guests:
                guest.patience = 0.1
            await asyncio.gather(*(guest.play() for guest in guests))
        for guest, token in zip(guests, (*tokens, ""), strict=True):
            async with server.client(token) as client:
                now = (await client.get(f"/api/tables/{table}")).json()
            assert (guest.n, guest.match, guest.table) == (now["n"], now["match"], now["table"])
        print(network.dropped, "dropped,", network.doubled, "doubled,", network.delayed, "late,", network.cuts, "cuts")
        assert min(network.dropped, network.doubled, network.delayed) > 0

    for round in range(10 if pytestconfig.getoption("--long") else 1):
        run(partial(play, len(name) + 100 * round))
