"""Spies at real tables: a player and a spectator write down every byte that the server sends them.

Afterwards the log of the table is played through again. At sampled moments all that a spy does not know is dealt afresh
(`tests.table.test_secrecy`), and what he was sent over the wire must be what he would have been sent then.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server import prying
from tests.server.guest import Guest
from tests.server.serving import SHORT, Server, command
from tests.table.test_secrecy import another_world, answer, copied, take, told
from tests.waiting import STEP
from websockets.asyncio.client import ClientConnection

from parlour.core.contract import TABLE
from parlour.games import names
from parlour.server.advising import Adviser
from parlour.server.metrics import Metrics
from parlour.server.store import Store
from parlour.table import facts, telling, wire
from parlour.table.room import OVER, PLAYING, Room
from parlour.table.telling import welcome

LOOKS = 0.1  # of all moments
AT_ONCE = 8  # matches
RULED = ("illegal", "notation", "not_your_turn")  # codes of what the rules refuse
NONSENSE = ("nonsense", "play $P", "ask 1 A-1", "bid 99", "turn", "lead H")


AFTERWARDS = ("/record", "/replay", "/review")  # what is told when a match is over
# Kinds of messages that are not sent while all goes well; in `test_prying` something is wrong.
IN_TROUBLE = {"saving"}


class Spy(Guest):
    """Somebody who also tries what he may not do, and asks for what is not for him."""

    async def play_here(self, socket: ClientConnection) -> None:
        """Try some things before playing as others do."""
        for text in NONSENSE:
            await self.ask(socket, {"do": "act", "action": text}, key=f"nonsense {len(self.answers)}")
        await self.ask(socket, {"do": "chat", "text": "What do you hold?"})
        for frame in prying.frames({}):
            await socket.send(json.dumps(frame))
        await super().play_here(socket)


class Report:
    """What one match was about, and what its spies found."""

    def __init__(self, table: str, tokens: list[str], spies: list[Spy], pages: dict[prying.Asked, str]) -> None:
        self.table = table
        self.tokens = tokens
        self.spies = spies
        self.pages = pages

    def sent(self, spy: Spy, kind: str) -> list[dict[str, Any]]:
        """What a spy was sent."""
        return [message for data in spy.heard if (message := json.loads(data))["is"] == kind]


async def one_match(server: Server, name: str, seed: int) -> Report:
    """Let a match be played with spies at the table."""
    table, tokens = await server.open(name, people=2, **SHORT.get(name, {}))
    spies = [Spy(server.url, table, tokens[0], seed), Spy(server.url, table, "", seed)]
    async with server.client(tokens[0]) as client:
        await command(client, table, tokens[0], {"do": "invite"})
        known = prying.things(name, table, tokens[0])
        pages = {ask: (await ask.of(client)).text for ask in prying.everything(known, prying.described_routes())}
        await asyncio.gather(*(guest.play() for guest in (*spies, Guest(server.url, table, tokens[1], seed + 1))))
    return Report(table, tokens, spies, pages)


async def steps_of(server: Server, table: str) -> list[facts.Step]:
    store = await Store.open(f"sqlite:///{server.data / 'tables.sqlite'}")
    try:
        return [facts.unpack(step) for step in await store.read(table)]
    finally:
        await store.close()


def check(report: Report, steps: list[facts.Step], chance: random.Random) -> int:
    """Compare what the spies were sent with what they would have been sent in other worlds; how often."""
    room, looks = Room(report.table), 0
    updates = [{freeze(each) for each in report.sent(spy, "update")} for spy in report.spies]
    answers: set[tuple[str, str]] = set()
    for step in steps:
        before = None if room.match is None else copied(room, room.match.clone())
        taken = telling.take(room, step)
        if room.phase == PLAYING:
            answers |= {answer(room, 0, text) for text in NONSENSE}
        if before is None:
            continue
        for spy, seat in enumerate((0, None)):
            if chance.random() < LOOKS:
                look(room, before, step, seat, chance)
                looks += 1
            if not taken.private and room.number > first_seen(report.spies[spy]):
                sent = {freeze(json.loads(told(each))) for each in ways_to_tell(room, taken, seat)}
                assert sent & updates[spy], f"event {room.number} was told otherwise"
    nonsense = [each for each in report.sent(report.spies[0], "refusal") if each["key"].startswith("nonsense")]
    assert {(each["code"], each["text"]) for each in nonsense if each["code"] in RULED} <= answers
    return looks


def ways_to_tell(room: Room, taken: telling.Told, seat: int | None) -> list[wire.Update]:
    """What may be told of a step: alone, before others that follow at once, or after others that changed the table."""
    (alone,) = telling.Teller(room, [taken]).updates(seat)
    after = msgspec.structs.replace(alone, table=telling.table_view(room))
    return [alone, telling.retell(room, taken, seat), after]


def first_seen(spy: Spy) -> int:
    """The last event before a spy was there."""
    return int(next(message["n"] for data in spy.heard if (message := json.loads(data))["is"] == "welcome"))


def look(room: Room, before: Room, step: facts.Step, seat: int | None, chance: random.Random) -> None:
    """Everything that a viewer can be sent of a moment is the same in a world that he cannot tell from this one."""
    member = None if seat is None else room.seats[seat].member
    twin = another_world(room, seat, chance)
    if seat is None or member is not None:
        assert told(welcome(room, member)) == told(welcome(twin, member))
    if seat is not None and room.phase == PLAYING and seat in room.actors:
        adviser = Adviser(Metrics(), STEP)
        assert adviser.sample(room, seat) == adviser.sample(twin, seat)
    if member is not None and room.phase != OVER:
        for text in NONSENSE:
            assert answer(room, member, text) == answer(twin, member, text)
    other = another_world(before, seat, chance)
    acted = [fact for fact in step.facts if isinstance(fact, facts.Acted)]
    if len(acted) != 1 or acted[0].seat == TABLE or len(acted[0].actions) != 1:
        return
    if acted[0].actions[0] in other.running.legal_ids(acted[0].seat):
        alike(take(copied(before, before.running.clone()), step, seat), take(other, step, seat))


def alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    """The same was heard; if what chance brought was shown in one world only, up to there."""
    if len(one) == len(other):
        assert one == other
        return
    assert one[:2] == other[:2]
    events = min(len(one[2]), len(other[2]))
    assert one[2][:events] == other[2][:events]


def freeze(message: dict[str, Any]) -> str:
    return json.dumps(message, sort_keys=True)


@pytest.mark.parametrize("as_json", [False, True], ids=["lines", "json"])
def test_no_spy_learns_what_he_may_not_know(tmp_path: Path, as_json: bool, pytestconfig: pytest.Config) -> None:
    rounds = 130 if pytestconfig.getoption("--long") else 1
    server = Server(tmp_path, PARLOUR_LOG_JSON="1" if as_json else "0", PARLOUR_GUESSES="1e9/1e9")
    server.start()
    chance = random.Random(as_json)
    reports: list[Report] = []
    looks = 0

    async def spy() -> None:
        nonlocal looks
        await server.up()
        games = names() if rounds > 1 or not as_json else ["kamra"]
        waiting = [(name, seed) for seed in range(rounds) for name in games]
        while waiting:
            batch, waiting[:AT_ONCE] = waiting[:AT_ONCE], []
            done = await asyncio.gather(*(one_match(server, name, seed) for name, seed in batch))
            reports.extend(done)
            for report in done:
                looks += check(report, await steps_of(server, report.table), chance)
        async with server.client() as client:
            page = (await client.get("/metrics")).text
        assert_silent(page, reports)

    try:
        asyncio.run(spy())
    finally:
        server.kill()
    assert looks >= len(reports)
    print(len(reports), "matches,", looks, "moments compared with another world")
    assert_silent(server.log.read_text(), reports)
    for report in reports:
        assert {(ask.method, ask.path) for ask in report.pages} == prying.described()
        too_early = [page for ask, page in report.pages.items() if ask.path.endswith(AFTERWARDS)]
        assert len(too_early) == 4
        assert all('"not_over"' in page for page in too_early)
    told = {json.loads(data)["is"] for report in reports for spy in report.spies for data in spy.heard}
    assert told == set(prying.tagged(wire.AnyMessage)) - IN_TROUBLE


def assert_silent(text: str, reports: list[Report]) -> None:
    """Nothing secret is in what whoever runs the server can read."""
    for report in reports:
        assert not [page for page in report.pages.values() if any(token in page for token in report.tokens)]
        assert report.table not in text
        assert not any(token in text for token in report.tokens)
        for spy in report.spies:
            assert spy.table["secret"] not in text
            assert not [page for page in report.pages.values() if spy.table["secret"] in page]
            assert "What do you hold?" not in text
            assert not [legal for legal in (spy.match or {}).get("legal", []) if len(legal) > 5 and legal in text]
