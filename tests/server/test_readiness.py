"""Rules that are got ready in another process."""

import asyncio
import logging
from contextlib import aclosing

import pytest

from parlour.server.readiness import Compiler, Readiness, compile_all


def test_a_game_that_cannot_be_compiled_elsewhere_does_not_keep_the_next_from_it() -> None:
    async def try_both() -> list[bool]:
        async with aclosing(Compiler()) as compiler:
            return [await compiler.compile(name) for name in ("chess", "cam", "cam")]

    assert asyncio.run(try_both()) == [False, True, True]


def test_every_game_is_named_when_it_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    compile_all(["cam\n", "cam\n"])
    assert capsys.readouterr().out == "cam\ncam\n"


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
