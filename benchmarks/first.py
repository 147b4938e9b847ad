"""`python -m benchmarks.first`: a newcomer's first seconds, every cache of Parlour's empty.

From `./run` to its listening, with everything installed; from there to the first legal choice at a table of each game,
every other seat a `strong` player; from `import parlour` to the end of a random match; from the command to its prompt.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.server.serving import Server

from parlour.games import names

TIMES = 5
CHOICE, START = 2.0, 1.0  # seconds, at most
STEP = 0.01
MATCH = """
import random, parlour
match = parlour.game("kamra").match(seed=1)
while not match.over:
    match.play(match.actors[0], random.choice(match.legal(match.actors[0])))
"""


def main() -> int:
    """Measure all of it; 1 if a bar is missed."""
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), HOME=folder, XDG_CACHE_HOME=folder)
        begun = time.perf_counter()
        server.start()
        try:
            asyncio.run(server.up())
            print(f"the server listens after {time.perf_counter() - begun:.2f} s", flush=True)
            for name in names():
                seconds = asyncio.run(first_choice(server, name))
                print(f"{name}: the first legal choice {seconds:.2f} s after the table was asked for", flush=True)
                slowest = max(slowest, seconds)
        finally:
            server.kill()
    starts = [told("import parlour to the end of a random match of Kam-ra!", [sys.executable, "-c", MATCH], b"")]
    starts.append(told("parlour play kamra to its prompt", [sys.executable, "-m", "parlour", "play", "kamra"], b"> "))
    return 0 if slowest <= CHOICE and max(starts) <= START else 1


async def first_choice(server: Server, name: str) -> float:
    """Seconds from asking for a table to a legal choice there."""
    begun = time.perf_counter()
    table, (token,) = await server.open(name, bots="strong")
    async with server.client(token) as client:
        while not (await client.get(f"/api/tables/{table}")).json()["match"]["legal"]:
            await asyncio.sleep(STEP)
    return time.perf_counter() - begun


def told(what: str, command: list[str], prompt: bytes) -> float:
    """The median of how long a command takes to its end, or to its prompt, each time with an empty home."""
    taken = []
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory() as home:
            taken.append(seconds_of(command, prompt, os.environ | {"HOME": home, "XDG_CACHE_HOME": home}))
    print(f"{what}: {median(taken):.2f} s ({min(taken):.2f} to {max(taken):.2f}, {TIMES} times)", flush=True)
    return median(taken)


def seconds_of(command: list[str], prompt: bytes, environment: dict[str, str]) -> float:
    """How long a command takes to say something, or to end."""
    begun = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = b""
        while (not prompt or prompt not in said) and (more := os.read(process.stdout.fileno(), 4096)):
            said += more
        seconds = time.perf_counter() - begun
        process.kill()
    return seconds


if __name__ == "__main__":
    sys.exit(main())
