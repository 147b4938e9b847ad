"""Matches during which something is killed again and again, and what must be so after each kill and at the end."""

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.server.disk import Disk
from tests.server.guest import Guest
from tests.server.postgres import Postgres
from tests.server.serving import SHORT, Server, serving
from tests.server.stores import opened
from tests.waiting import TEST, in_time, until_so

from parlour.core import record as records
from parlour.games import game
from parlour.server.thinking import INSTANT
from parlour.table import facts

CHANCE = 0.1  # seconds in which a kill may come after that, whatever is being done just then
PLAYED = 0.9  # of all kills come when something was done since the last one, the others while a process begins
SERVER, THINKER, DATABASE, POWER = "servers", "thinkers", "databases", "losses of power"  # what may be killed, or lost


class Victims(NamedTuple):
    """Who is killed, by lot, and started again."""

    servers: list[Server]
    postgres: Postgres | None
    choose: random.Random
    disk: Disk | None = None  # of PostgreSQL, or of the only server, if it can lose its power

    async def kill_one(self, thought: Callable[[], bool]) -> str:
        """Kill one of them; which kind it was. A thinker can be as long as there is need of any."""
        powered = [POWER] * bool(self.disk)
        kind = self.choose.choice([SERVER] + [THINKER] * thought() + [DATABASE] * bool(self.postgres) + powered)
        if kind == THINKER:
            await until_so(lambda: self.thinkers() or not thought(), "nobody thinks", TEST)
        if kind == THINKER and (thinkers := self.thinkers()):
            os.kill(self.choose.choice(thinkers), signal.SIGKILL)
        elif kind == DATABASE and self.postgres:
            await asyncio.to_thread(self.choose.choice((self.postgres.crash, self.postgres.kill_a_part)))
        elif kind == POWER and self.disk:
            await asyncio.to_thread(self.lose_power, self.disk)
        else:
            kind, victim = SERVER, self.choose.choice(self.servers)
            victim.kill()
            victim.start()
        for server in self.servers:
            await server.up()
        return kind

    def lose_power(self, disk: Disk) -> None:
        """Let a machine lose its power: PostgreSQL's, or that of the only server."""
        if self.postgres:
            self.postgres.kill()
        else:
            self.servers[0].kill()
        disk.lose_power(self.choose)
        if self.postgres:
            self.postgres.start()
        else:
            self.servers[0].start()

    def thinkers(self) -> list[int]:
        """The processes in which computer players think. A server starts them when it has need of them."""
        return [each for server in self.servers if server.process for each in serving(server.process.pid)]


def thought(tables: dict[str, list[Guest]]) -> bool:
    """Whether a computer player still thinks anywhere."""
    some = [guests[0].table for guests in tables.values() if guests[0].table and not guests[0].over]
    return any(seat["bot"] not in ("", INSTANT) for table in some for seat in table["seats"])


def acknowledged(tables: dict[str, list[Guest]]) -> int:
    """How much the guests have done."""
    return sum(len(guest.acked) for guests in tables.values() for guest in guests)


async def done_up_to(goal: int, tables: dict[str, list[Guest]], playing: "asyncio.Future[Any]") -> None:
    """Wait until the guests have done so much, or all there was to do."""
    await until_so(lambda: acknowledged(tables) >= goal or playing.done(), "somebody is stuck", TEST)


async def lose_nothing(url: str, tables: dict[str, list[Guest]]) -> None:
    """What was acknowledged up to now is in the logs once, and no key is there twice."""
    acked = {table: {key for guest in guests for key, _ in guest.acked} for table, guests in tables.items()}
    async with opened(url) as store:
        for table, keys in acked.items():
            steps = [facts.unpack(step) for step in await store.read(table)]
            written = Counter((step.member, step.key) for step in steps if step.key)
            assert not [key for key, count in written.items() if count > 1]
            assert keys <= {key for _, key in written}


async def check(servers: list[Server], tables: dict[str, list[Guest]], started: dict[str, str]) -> None:
    """Every match is over, its record verifies, and all see the same."""
    for table, guests in tables.items():
        async with servers[0].client() as client:
            now = (await client.get(f"/api/tables/{table}")).json()
            record = records.read_record((await client.get(f"/api/tables/{table}/record")).text)
        match = records.verify(record, game(record.game), started[table])
        assert match.over
        assert {guest.n for guest in guests} == {now["n"]}


async def begin(
    servers: list[Server], games: list[str], seed: int, **more: Any
) -> tuple[dict[str, list[Guest]], dict[str, str]]:
    """A table for each game, with two people and a spectator at each, and the commitments to their deals."""
    tables: dict[str, list[Guest]] = {}
    started: dict[str, str] = {}
    for number, name in enumerate(games):
        server = servers[number % len(servers)]
        table, tokens = await server.open(name, people=2, **SHORT.get(name, {}) | more)
        tables[table] = [
            Guest(servers[(number + n) % len(servers)].url, table, token, seed + n)
            for n, token in enumerate((*tokens, ""))
        ]
        async with server.client() as client:
            started[table] = (await client.get(f"/api/tables/{table}")).json()["table"]["commitment"]
    return tables, started


async def play_through(victims: Victims, url: str, games: list[str], kills: int, seed: int) -> Counter[str]:
    """Let guests play at all tables while processes are killed and started again; how often they were, and the rest."""
    choose = victims.choose
    tables, started = await begin(victims.servers, games, seed, bots="casual")
    playing = asyncio.gather(*(guest.play() for guests in tables.values() for guest in guests))
    count: Counter[str] = Counter(matches=len(tables))
    while not playing.done() and count["kills"] < kills:
        if choose.random() < PLAYED:
            goal = acknowledged(tables) + choose.randint(1, 20)
            await done_up_to(goal, tables, playing)
        await asyncio.sleep(choose.uniform(0.0, CHANCE))
        count[await victims.kill_one(lambda: thought(tables))] += 1
        count["kills"] += 1
        await lose_nothing(url, tables)
    async with in_time(TEST):
        await playing
    await lose_nothing(url, tables)
    await check(victims.servers, tables, started)
    count["actions acknowledged"] = acknowledged(tables)
    count["sent again"] = sum(each.sent - len(each.answers) for guests in tables.values() for each in guests)
    return count


async def play_and_kill(
    servers: list[Server],
    url: str,
    games: list[str],
    kills: int,
    postgres: Postgres | None = None,
    disk: Disk | None = None,
) -> None:
    """Let matches of some games be played, one after the other, until so many processes have been killed."""
    for server in servers:
        await server.up()
    count: Counter[str] = Counter()
    began, seed = time.monotonic(), 0
    while count["kills"] < kills:
        seed += 1
        victims = Victims(servers, postgres, random.Random(seed), disk)
        count += await play_through(victims, url, games, kills - count["kills"], seed)
        print(dict(count), f"in {time.monotonic() - began:.0f} s", flush=True)
    assert count["actions acknowledged"] > kills
