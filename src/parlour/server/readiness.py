"""Getting the rules ready: the server answers at once, and compiles in the background what it has never compiled.

A second process compiles, so that nobody is kept waiting; what it makes lies in the cache, from which this process then
loads it in a moment.
"""

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Iterable
from contextlib import aclosing, suppress

from parlour.core.game import Game
from parlour.core.kernel import compiled
from parlour.core.loading import loading_steps
from parlour.games import game, names
from parlour.server.kinship import serve
from parlour.table import wire

log = logging.getLogger("parlour.server")


class Readiness:
    """Which games can be played already."""

    def __init__(self) -> None:
        self._ready: dict[str, asyncio.Event] = {name: asyncio.Event() for name in names()}
        self._wanted: list[str] = []  # games that somebody waits for come first

    def ready(self, name: str) -> bool:
        """Whether a game can be played."""
        return self._ready[name].is_set()

    async def wait(self, name: str) -> None:
        """Wait until it can."""
        self._wanted.append(name)
        await self._ready[name].wait()

    @property
    def done(self) -> int:
        """How many games can be played."""
        return sum(event.is_set() for event in self._ready.values())

    def notice(self, game: Game) -> wire.Notice:
        """What to tell people who wait for a game."""
        text = f"The rules of {game.title} are being prepared; the match begins by itself. This happens once only."
        return wire.Notice("compiling", text, self.done / len(self._ready))

    async def prepare(self) -> None:
        """Get one game after the other ready."""
        async with aclosing(Compiler()) as compiler:
            while (name := self.next()) is not None:
                begun = time.perf_counter()
                if compiled() and not await compiler.compile(name):
                    log.error("compiling %s failed; it is compiled in this process instead", name)
                await asyncio.to_thread(load, name)
                self._ready[name].set()
                log.info("%s is ready after %.1f s", name, time.perf_counter() - begun)

    def next(self) -> str | None:
        """The game to be got ready next."""
        return next((name for name in (*self._wanted, *self._ready) if not self.ready(name)), None)


class Compiler:
    """A process that fills the cache for one game after the other: with a warm one, its own start is most of it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def compile(self, name: str) -> bool:
        """Fill the cache with what a game needs; whether that went well.

        The first to fail may have been told to end, as this process has been and will hear in a moment.
        """
        return await self._try(name) or await self._try(name)

    async def _try(self, name: str) -> bool:
        if self._process is None:
            command = (sys.executable, "-m", "parlour.server.readiness", str(os.getpid()))
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{name}\n".encode())
        if await self._process.stdout.readline() != f"{name}\n".encode():
            await self.aclose()
        return self._process is not None

    async def aclose(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def load(name: str) -> None:
    """Compile, or load from the cache, what a table of a game needs."""
    for step in loading_steps(game(name)):
        step()


def compile_all(names: Iterable[str]) -> None:
    """Compile the games named, and say each when it is done."""
    for name in names:
        load(name.strip())
        print(name.strip(), flush=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
    compile_all(sys.stdin)
