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
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing, suppress

from parlour.core.engines import compiled
from parlour.core.game import Game
from parlour.core.kinship import serve
from parlour.core.loading import loading_steps
from parlour.games import game, names
from parlour.table import wire

log = logging.getLogger("parlour.server")

AGAIN = 10.0  # seconds after which a game is tried again that could not be prepared


class Readiness:
    """How far the rules of each game are prepared."""

    def __init__(self) -> None:
        self._prepared = dict.fromkeys(names(), 0.0)
        self._done = dict.fromkeys(names(), 0)  # steps
        self._moved = asyncio.Event()  # replaced by another whenever something has been got ready
        self._wanted: list[str] = []  # games that somebody waits for come first

    def prepared(self, name: str) -> float:
        """How much of a game is ready, from nothing to 1."""
        return self._prepared[name]

    def ready(self, name: str) -> bool:
        """Whether a game can be played."""
        return self._prepared[name] == 1

    @property
    def done(self) -> int:
        """How many games can be played."""
        return sum(map(self.ready, self._prepared))

    async def progress(self, name: str) -> AsyncIterator[float]:
        """How much of a game is ready, now and whenever it is more, until all of it is."""
        if name not in self._wanted:
            self._wanted.append(name)
        told = -1.0
        while not self.ready(name):
            moved = self._moved
            if told != self._prepared[name]:
                yield (told := self._prepared[name])
            await moved.wait()

    async def wait(self, name: str) -> None:
        """Wait until a game can be played."""
        async for _ in self.progress(name):
            pass

    def notice(self, game: Game) -> wire.Notice:
        """What to tell people who wait for a game, and then that it is ready."""
        waits = f"The rules of {game.title} are being prepared; the match begins by itself. This happens once only."
        text = f"The rules of {game.title} are ready." if self.ready(game.name) else waits
        return wire.Notice("compiling", text, self.prepared(game.name))

    async def prepare(self) -> None:
        """Get all games ready, step by step, so that one that is wanted need not wait for the whole of another."""
        spent = dict.fromkeys(names(), 0.0)
        async with aclosing(Compiler()) as compiler:
            while (name := self.next()) is not None:
                begun = time.perf_counter()
                try:
                    await self.advance(compiler, name)
                except Exception as error:  # it may pass: a disk that is full, no memory
                    log.error("%s could not be prepared; the others come first", name, exc_info=error)
                    self.put_off(name)
                    await asyncio.sleep(AGAIN)
                spent[name] += time.perf_counter() - begun
                if self.ready(name):
                    log.info("%s is ready after %.1f s", name, spent[name])

    async def advance(self, compiler: "Compiler", name: str) -> None:
        """Have the next step of a game done; after the last, load all of them here."""
        steps = await compiler.step(name, self._done[name]) if compiled() else 0
        if compiled() and not steps:
            log.error("compiling %s failed; it is compiled in this process instead", name)
        if self._done[name] + 1 < steps:
            self._done[name] += 1
            self.move(name, self._done[name] / steps)
        else:
            await asyncio.to_thread(load, name)
            self.move(name, 1.0)

    def next(self) -> str | None:
        """The game to be got ready next."""
        return next((name for name in (*self._wanted, *self._prepared) if not self.ready(name)), None)

    def put_off(self, name: str) -> None:
        """Let all other games come before one."""
        self._wanted = [other for other in self._wanted if other != name]
        self._prepared[name] = self._prepared.pop(name)

    def move(self, name: str, prepared: float) -> None:
        """So much of a game is ready now; whoever waits for it hears of it."""
        self._prepared[name] = prepared
        self._moved.set()
        self._moved = asyncio.Event()


class Compiler:
    """A process that fills the cache with one game after the other: with a warm one, its own start is most of it."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def step(self, name: str, number: int) -> int:
        """Fill the cache with a part of what a game needs; how many parts there are, or 0 if that failed.

        The first to fail may have been told to end, as this process has been and will hear in a moment.
        """
        return await self._try(name, number) or await self._try(name, number)

    async def _try(self, name: str, number: int) -> int:
        answer = b""
        with suppress(OSError, RuntimeError):  # it cannot be started, or has ended
            answer = await self._ask(f"{name} {number}\n")
        if answer:
            return int(answer)
        await self.aclose()
        return 0

    async def _ask(self, line: str) -> bytes:
        """Ask the process, started if there is none; nothing is answered if it dies of it."""
        if self._process is None:
            command = (sys.executable, "-m", "parlour.server.readiness", str(os.getpid()))
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line.encode())
        return await self._process.stdout.readline()

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


def compile_all(asked: Iterable[str]) -> None:
    """Do the steps that are asked for (`kamra 3`), and say after each how many its game has."""
    for name, number in map(str.split, asked):
        steps = loading_steps(game(name))
        steps[int(number)]()
        print(len(steps), flush=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
    compile_all(sys.stdin)
