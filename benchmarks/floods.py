"""What people at their tables notice of a flood: how long they wait for an answer while others do their worst.

    python -m benchmarks.floods
    python -m benchmarks.floods --seconds 20 --server 0 --others 1

One server with the limits it comes with has one core to itself; people and attackers share another, on which people go
first. Two people sit at each of sixteen tables of all eight games and act after about a second and a half, each time
measuring from the frame that goes out to the acknowledgement that comes in; newcomers open the page, look at a table
and connect to it. First it is quiet. Then one address, and then a hundred at once, do everything that strangers can do:
first each thing as often as its limit allows, then as fast as they can. Addresses are those that a trusted proxy tells.
An attempt is answered, refused (status 429, code `too_fast`, or the connection is closed) or still open in the end.
Bars: people wait at most 50 ms in the middle, and 99 of 100 times at most 250 ms.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor

import uvloop
from websockets.asyncio.client import connect

from benchmarks.attacks import KINDS, PATIENCE, Line, Targets, flood
from benchmarks.load import (
    COUNTDOWN,
    LONG,
    PORT,
    Desk,
    Player,
    Tally,
    cpu_seconds,
    memory,
    percentile,
    raise_limit,
    running,
    start_tables,
    wait_for,
)

TABLES, PAUSE = 16, 1.5
HONEST = "10.{}.0.{}"
MEDIAN, SLOWEST = 50.0, 250.0  # milliseconds
FIRST = -10  # the priority of people, who share a core with attackers, if it may be had
CROWD = 100
SETTLING = 2.0  # seconds from the first attempt until people's waits count
NEWCOMER = 0.5  # seconds from one newcomer to the next


# --- People -----------------------------------------------------------------------------------------------------------


class People:
    """Those at their tables, and those who come."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.newcomers: list[float] = []
        self.players: list[Player] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def sit_down(self) -> Targets:
        """Open the tables, and play from now on; what attackers may know."""
        tables = []
        for number in range(TABLES):
            places = await Desk(HONEST.format(number, 1)).open_table([*LONG][number % len(LONG)], 2)
            tables.append(places[0][0])
            for seat, (table, token) in enumerate(places):
                self.players.append(Player(table, token, self.tally, PAUSE, HONEST.format(number, seat)))
        doors = asyncio.Semaphore(4)
        self.tasks = [asyncio.create_task(player.play(doors)) for player in self.players]
        self.tasks.append(asyncio.create_task(self.come(tables)))
        who = HONEST.format(200, 1)
        (over, *_) = await Desk(who).open_table("cam", 2)
        await asyncio.sleep(COUNTDOWN)
        said = {"key": "over", "command": {"do": "resign"}}
        await Desk(who).ask("POST", f"/api/tables/{over[0]}/commands", said, over[1])
        return Targets(tables, over)

    async def come(self, tables: Sequence[str]) -> None:
        """Come now and then, from somewhere else each time."""
        for number in itertools.count():
            self.tasks.append(asyncio.create_task(self.newcomer(tables[number % len(tables)], number)))
            await asyncio.sleep(NEWCOMER)

    async def newcomer(self, table: str, number: int) -> None:
        """Open the page, look at a table, and connect to it: how long that takes."""
        who, began = f"10.201.{number // 200 % 200}.{number % 200}", time.perf_counter()
        line = Line(who)
        try:
            answers = [(await line.ask("GET", path))[0] for path in (f"/t/{table}", f"/api/tables/{table}")]
            assert answers == [200, 200], answers
            headers = {"x-forwarded-for": who}
            async with connect(f"ws://127.0.0.1:{PORT}/ws", additional_headers=headers, max_size=None) as socket:
                await socket.send(json.dumps({"is": "hello", "protocol": 1, "table": table}))
                await socket.recv()
            self.newcomers.append(time.perf_counter() - began)
        except Exception:
            self.newcomers.append(PATIENCE)
        finally:
            line.close()

    async def waits(self, seconds: float) -> tuple[list[float], list[float]]:
        """The waits of so many seconds, of players and of newcomers; what is still waited for counts as well."""
        self.tally.waits.clear()
        self.newcomers.clear()
        await asyncio.sleep(seconds)
        now = time.perf_counter()
        unanswered = [now - since for player in self.players for since in player.sent.values()]
        return sorted([*self.tally.waits, *unanswered]), sorted(self.newcomers)


# --- Measuring --------------------------------------------------------------------------------------------------------


PHASES = {
    "quiet": (0, False),
    "one address, within": (1, False),
    "one address, beyond": (1, True),
    "a hundred, within": (CROWD, False),
    "a hundred, beyond": (CROWD, True),
}


async def measure(
    seconds: float, phases: Sequence[str], kinds: Sequence[str], server_core: int, other_core: int
) -> bool:
    """Measure all phases; whether all bars are met."""
    met = True
    with tempfile.TemporaryDirectory() as folder:
        async with running(start_tables(folder)) as server:
            os.sched_setaffinity(server.pid, {server_core})
            os.sched_setaffinity(0, {other_core})
            with contextlib.suppress(PermissionError):
                os.setpriority(os.PRIO_PROCESS, 0, FIRST)
            await wait_for(PORT, "/ready")
            people = People()
            targets = await people.sit_down()
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere:
                for number, name in enumerate(phases):
                    count, beyond = PHASES[name]
                    addresses = [f"172.{16 + number}.{each}.1" for each in range(count)]
                    given = addresses, kinds, targets, beyond, seconds + SETTLING
                    attack = asyncio.get_running_loop().run_in_executor(elsewhere, flood, *given)
                    await asyncio.sleep(SETTLING)
                    cpu = cpu_seconds(server)
                    waits, newcomers = await people.waits(seconds)
                    cpu = (cpu_seconds(server) - cpu) / seconds
                    met &= tell(name, waits, newcomers, cpu, memory(server))
                    tell_kinds(await attack)
            errors = people.tally.errors
            for task in people.tasks:
                task.cancel()
            await asyncio.gather(*people.tasks, return_exceptions=True)
    print(f"{errors} of {2 * TABLES} people were disconnected; load {os.getloadavg()[0]:.1f}")
    return met and not errors


def tell(name: str, waits: list[float], newcomers: list[float], cpu: float, megabytes: float) -> bool:
    """Say how long people waited; whether that is within the bars."""
    middle, slowest = percentile(waits, 0.5) or 0.0, percentile(waits, 0.99) or 0.0
    met = middle <= MEDIAN and slowest <= SLOWEST
    came = statistics.median(newcomers) if newcomers else 0.0
    print(f"\n{name}: median {middle:.1f} ms, p99 {slowest:.1f} ms of {len(waits)} acts: {'met' if met else 'MISSED'}")
    print(f"  newcomers {1000 * came:.0f} ms, at most {1000 * max(newcomers, default=0.0):.0f} ms ({len(newcomers)});")
    print(f"  the server used {cpu:.2f} of its core and {megabytes:.0f} MB; load {os.getloadavg()[0]:.1f}", flush=True)
    return met


def tell_kinds(tally: dict[str, Counter[str]]) -> None:
    """Say what became of all attempts."""
    for name, counts in tally.items():
        if counts:
            told = ", ".join(f"{counts[each]:,} {each}" for each in ("tried", "answered", "refused", "open"))
            print(f"    {name:34} {told}", flush=True)


def main() -> None:
    """Read the command line and measure."""
    cores = sorted(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each of the five phases")
    parser.add_argument("--server", type=int, default=cores[0], help="the core of the server")
    parser.add_argument("--others", type=int, default=cores[-1], help="the core of all others")
    parser.add_argument("--phases", default="", help="only those whose name has one of these words, by commas")
    parser.add_argument("--kinds", default="", help="the same of kinds of attack")
    given = parser.parse_args()
    kinds, phases = chosen(KINDS, given.kinds), chosen(PHASES, given.phases)
    raise_limit()
    sys.exit(0 if uvloop.run(measure(given.seconds, phases, kinds, given.server, given.others)) else 1)


def chosen(names: Iterable[str], words: str) -> list[str]:
    """The names that have one of these words in them."""
    return [name for name in names if any(word in name for word in words.split(","))]


if __name__ == "__main__":
    main()
