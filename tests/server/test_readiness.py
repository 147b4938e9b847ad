"""Rules that are got ready in another process."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing

import pytest
import uvloop
from tests.waiting import until_so

from parlour.core.loading import loading_steps
from parlour.games import game, names
from parlour.server import readiness as readiness_module
from parlour.server.readiness import Compiler, Readiness, compile_all

STEPS = len(loading_steps(game("cam")))


def test_a_game_that_cannot_be_compiled_elsewhere_does_not_keep_the_next_from_it() -> None:
    async def try_all() -> list[int]:
        async with aclosing(Compiler()) as compiler:
            return [await compiler.step(name, number) for name, number in (("chess", 0), ("cam", 0), ("cam", 1))]

    assert asyncio.run(try_all()) == [0, STEPS, STEPS]


def test_the_steps_of_a_game_are_counted_after_each(capsys: pytest.CaptureFixture[str]) -> None:
    compile_all(["cam 0\n", "cam 1\n"])
    assert capsys.readouterr().out == f"{STEPS}\n{STEPS}\n"


@pytest.mark.parametrize("runner", [asyncio.run, uvloop.run])
def test_a_process_that_dies_between_two_steps_is_replaced(runner: Callable[..., list[int]]) -> None:
    async def kill() -> list[int]:
        async with aclosing(Compiler()) as compiler:
            done = [await compiler.step("cam", 0)]
            assert compiler._process is not None
            process = compiler._process
            process.kill()
            await process.wait()
            await until_so(lambda: process.stdin is not None and process.stdin.is_closing())
            return [*done, await compiler.step("cam", 1)]

    assert runner(kill()) == [STEPS, STEPS]


def test_a_game_that_cannot_be_loaded_is_tried_again_after_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    loaded: list[str] = []

    def load(name: str) -> None:
        loaded.append(name)
        if loaded == ["honors4"]:
            raise OSError("No space left on device")

    async def steps(self: Compiler, name: str, number: int) -> int:
        return 1

    monkeypatch.setattr(readiness_module, "load", load)
    monkeypatch.setattr(readiness_module, "AGAIN", 0.0)
    monkeypatch.setattr(Compiler, "step", steps)

    async def prepare() -> None:
        readiness = Readiness()
        waiting = asyncio.create_task(readiness.wait("honors4"))
        await asyncio.sleep(0)
        await readiness.prepare()
        await waiting
        assert readiness.done == len(names())

    asyncio.run(prepare())
    assert (loaded[0], loaded[-1]) == ("honors4", "honors4")
    assert sorted(loaded[1:]) == sorted(names())
    assert "No space left" in caplog.text


def test_waiting_for_what_is_ready_leaves_nothing_behind() -> None:
    async def wait() -> None:
        readiness = Readiness()
        readiness.move("cam", 1.0)
        for _ in range(3):
            await readiness.wait("cam")
        assert readiness._wanted in ([], ["cam"])

    asyncio.run(wait())


def test_a_game_that_somebody_comes_to_want_need_not_wait_for_the_whole_of_another() -> None:
    async def prepare() -> None:
        readiness = Readiness()
        preparing = asyncio.create_task(readiness.prepare())
        first = readiness.next()
        assert first not in (None, "honors4")
        while not readiness.prepared(str(first)):
            await readiness._moved.wait()
        await readiness.wait("honors4")
        assert 0 < readiness.prepared(str(first)) < 1
        preparing.cancel()
        await asyncio.wait([preparing])

    asyncio.run(prepare())


def test_whoever_waits_hears_how_far_his_game_is_and_then_that_it_is_ready() -> None:
    heard: list[float] = []

    async def listen(readiness: Readiness) -> None:
        heard.extend([prepared async for prepared in readiness.progress("cam")])

    async def prepare() -> None:
        readiness = Readiness()
        listening = asyncio.create_task(listen(readiness))
        for name, prepared in (("cam", 0.25), ("kamra", 0.5), ("cam", 0.5), ("cam", 1.0)):
            await asyncio.sleep(0)
            readiness.move(name, prepared)
        await listening
        assert (readiness.ready("cam"), readiness.ready("kamra"), readiness.done) == (True, False, 1)

    asyncio.run(prepare())
    assert heard == [0, 0.25, 0.5]


def test_games_that_somebody_waits_for_come_first(caplog: pytest.LogCaptureFixture) -> None:
    async def prepare() -> None:
        readiness = Readiness()
        waiting = asyncio.create_task(readiness.wait("honors4"))
        await asyncio.sleep(0)
        preparing = asyncio.create_task(readiness.prepare())
        await waiting
        preparing.cancel()
        await asyncio.wait([preparing])

    with caplog.at_level(logging.INFO):
        asyncio.run(prepare())
    assert caplog.messages[0].startswith("honors4 is ready")
