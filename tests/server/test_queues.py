"""Turns at what takes long: nobody waits for all that one address has asked for."""

import asyncio
from functools import partial

import pytest
from tests.server.test_hub import finished
from tests.waiting import STEP, in_time, until_so

from parlour.bots.review import Review
from parlour.errors import Refused
from parlour.server import advising
from parlour.server.advising import SHARE, Adviser
from parlour.server.metrics import Metrics
from parlour.server.queues import Queue
from parlour.table.room import Room


def room_of(name: str) -> Room:
    """A table whose match is over."""
    return Room.of(name, finished().log)


@pytest.mark.parametrize(("places", "order"), [(1, "abcabaa"), (2, "aabcaba")])
def test_addresses_take_turns(places: int, order: str) -> None:
    served: list[str] = []

    async def main() -> None:
        queue, done = Queue(places), asyncio.Event()

        async def serve(who: str) -> None:
            async with queue.turn(who):
                served.append(who)
                await done.wait()

        tasks = [asyncio.create_task(serve(who)) for who in "aaaabbc"]
        await until_so(lambda: len(served) == places)
        done.set()
        async with in_time():
            await asyncio.gather(*tasks)

    asyncio.run(main())
    assert "".join(served) == order


def test_who_gives_up_keeps_no_place() -> None:
    async def main() -> None:
        queue, entered = Queue(), asyncio.Event()

        async def stay() -> None:
            async with queue.turn("a"):
                entered.set()
                await asyncio.Event().wait()

        first, second = asyncio.create_task(stay()), asyncio.create_task(stay())
        await entered.wait()
        second.cancel()
        first.cancel()
        async with in_time(), queue.turn("b"):
            pass
        assert all(isinstance(each, asyncio.CancelledError) for each in await gathered(first, second))

    async def gathered(*tasks: "asyncio.Task[None]") -> list[BaseException | None]:
        return await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main())


def test_one_address_does_not_fill_the_queue_of_reviews() -> None:
    order: list[str] = []

    def noted(id: str, task: "asyncio.Task[Review]") -> None:
        order.append(id)

    async def main() -> None:
        adviser = Adviser(Metrics(), STEP)
        try:
            for number in range(SHARE):
                adviser.review(room_of(f"greedy {number}"), "greedy")
            with pytest.raises(Refused, match=f"{SHARE} reviews that this address asked for are not done yet") as told:
                adviser.review(room_of("one more"), "greedy")
            assert told.value.code == "too_fast"
            adviser.review(room_of("greedy 0"), "greedy")  # asks again for what it waits for
            adviser.review(room_of("honest"), "honest")
            for id, each in adviser._reviews.items():
                each.task.add_done_callback(partial(noted, id))
            honest = room_of("honest")
            await until_so(lambda: adviser.review(honest, "honest").review, "the honest one has a review", 2 * STEP)
            adviser.review(room_of("one more"), "greedy")
        finally:
            adviser.close()

    asyncio.run(main())
    assert order[:2] == ["greedy 0", "honest"]


def test_one_address_does_not_fill_the_queue_of_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "SHARE", 2)

    async def main() -> None:
        adviser, room = Adviser(Metrics(), STEP), room_of("table")
        try:
            asked = [asyncio.create_task(adviser.replay(room, None, who)) for who in ("greedy",) * 3 + ("honest",)]
            async with in_time(2 * STEP):
                told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(each) for each in told] == [bytes, bytes, Refused, bytes]
            assert isinstance(await adviser.replay(room, None, "greedy"), bytes)
        finally:
            adviser.close()

    asyncio.run(main())
