"""Whose turn it is at a table, and messages as they go over the wire."""

import asyncio

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from parlour.server.channel import framed
from parlour.server.tables import Turn


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    async def main() -> None:
        turn, order = Turn(), list[str]()

        async def wait(name: str) -> None:
            async with turn:
                order.append(name)
                await asyncio.sleep(0)

        turn.ask(lambda: order.append("first"))
        waiting = asyncio.create_task(wait("second"))
        await asyncio.sleep(0)
        turn.ask(lambda: order.append("third"))
        assert order == ["first"]
        turn.done()
        await waiting
        assert order == ["first", "second", "third"]
        assert turn.held

    asyncio.run(main())


def test_any_number_of_turns_may_be_over_at_once() -> None:
    turn, count = Turn(), 0

    def go() -> None:
        nonlocal count
        count += 1
        turn.done()

    turn.ask(lambda: None)
    for _ in range(10_000):
        turn.ask(go)
    assert count == 0
    turn.done()
    assert (count, turn.held) == (10_000, False)


@pytest.mark.parametrize("granted", [False, True])
def test_who_gives_up_waiting_leaves_his_turn_to_the_next(granted: bool) -> None:
    async def main() -> None:
        turn, came = Turn(), list[str]()

        async def wait() -> None:
            async with turn:
                came.append("gave up")

        turn.ask(lambda: None)
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        turn.ask(lambda: came.append("next"))
        if granted:
            turn.done()
        waiting.cancel()
        await asyncio.wait([waiting])
        if not granted:
            turn.done()
        assert came == ["next"]

    asyncio.run(main())


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536, 200_000])
def test_a_message_is_framed_as_clients_read_it(length: int) -> None:
    data = b"x" * length
    client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    client.receive_data(b"".join(framed(data)))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, data)
