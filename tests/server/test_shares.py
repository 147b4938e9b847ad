"""The time of the event loop: whoever asks for much waits for itself, and for nobody else."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
import uvicorn
import uvloop
from starlette.applications import Starlette
from tests.waiting import in_time, until_so

from parlour.server.limits import Limit
from parlour.server.running import ACCEPTED, Heard
from parlour.server.shares import MOST, Shares
from parlour.server.visits import VisitorConnection, Visitors

MANY = 10 * MOST


def in_a_loop(work: Callable[[Shares, list[str]], Awaitable[None]]) -> list[str]:
    """The order in which what is asked is done."""
    done: list[str] = []

    async def main() -> None:
        async with in_time():
            await work(Shares(), done)

    asyncio.run(main())
    return done


def test_little_is_done_at_once_and_much_in_turns() -> None:
    async def ask(shares: Shares, done: list[str]) -> None:
        for _ in range(MANY):
            shares.ask("ann", partial(done.append, "ann"))
        assert len(done) == MOST
        turns = 1
        while len(done) < MANY:
            await asyncio.sleep(0)
            turns += 1
            assert len(done) <= turns * MOST
        await asyncio.sleep(0)
        shares.ask("ann", partial(done.append, "at once"))
        assert done[-1] == "at once"

    in_a_loop(ask)


def test_addresses_take_turns_and_each_keeps_its_order() -> None:
    async def ask(shares: Shares, done: list[str]) -> None:
        for number in range(MANY):
            shares.ask("greedy", partial(done.append, f"greedy {number}"))
        for who in ("ann", "bob"):
            for number in range(3):
                shares.ask(who, partial(done.append, f"{who} {number}"))
        await until_so(lambda: len(done) == MANY + 6)

    done = in_a_loop(ask)
    for who in ("greedy", "ann", "bob"):
        mine = [each for each in done if each.startswith(who)]
        assert mine == [f"{who} {number}" for number in range(len(mine))]
    assert max(done.index("ann 2"), done.index("bob 2")) < MOST + 12


def test_somebody_who_has_asked_for_nothing_comes_first() -> None:
    async def ask(shares: Shares, done: list[str]) -> None:
        crowd = [f"greedy {number}" for number in range(20)]
        for who in crowd * MOST:
            shares.ask(who, partial(done.append, who))
        await until_so(lambda: len(done) > 2 * len(crowd))
        before = len(done)
        shares.ask("ann", partial(done.append, "ann"))
        await until_so(lambda: len(done) == len(crowd) * MOST + 1)
        assert done.index("ann") - before <= MOST

    in_a_loop(ask)


def test_what_goes_wrong_stops_nobody_else() -> None:
    async def ask(shares: Shares, done: list[str]) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: done.append("wrong"))
        for _ in range(MOST):
            shares.ask("ann", partial(done.append, "ann"))
        shares.ask("eve", partial(done.remove, "nobody"))
        for _ in range(MOST):
            shares.ask("eve", partial(done.append, "eve"))
        await until_so(lambda: done.count("eve") == MOST)

    assert "wrong" in in_a_loop(ask)


@pytest.mark.parametrize("crowd", [4 * ACCEPTED])
def test_many_who_come_together_are_let_in_together(crowd: int) -> None:
    """An event loop takes one connection a turn from each socket that listens; newcomers wait for all before them."""
    turns, came = 0, list[int]()

    def visit(**given: object) -> VisitorConnection:
        came.append(turns)
        return visitors.visit(**given)

    visitors = Visitors(10 * crowd, "", Limit(1e9, 1e9))

    async def main() -> None:
        nonlocal turns
        config = uvicorn.Config(Starlette(), port=0, http=visit, loop="uvloop", log_config=None)  # type: ignore[arg-type]
        server = Heard(config, show=False)
        running = asyncio.create_task(server.serve())
        await until_so(lambda: server.started and len(server.servers) == ACCEPTED)
        address = server.servers[0].sockets[0].getsockname()
        with contextlib.ExitStack() as stack:
            for _ in range(crowd):
                stack.enter_context(socket.create_connection(address))
            async with in_time():
                while len(came) < crowd:
                    turns += 1
                    await asyncio.sleep(0)
        server.should_exit = True
        await running

    uvloop.run(main())
    assert max(came) - min(came) < crowd // 4
