"""The hub when something is amiss: rules that have changed, rooms that are doubtful, late thoughts."""

import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request
from tests.server.test_hub import Ear, finished, keep, no_space, with_hubs
from tests.table.house import House
from tests.waiting import STEP, until_so

from parlour.core.kernels import loops_of
from parlour.core.match import Match
from parlour.errors import StoreError, WrongVersion
from parlour.server.advising import Adviser
from parlour.server.audience import encode
from parlour.server.http import Desk
from parlour.server.hub import Hub
from parlour.server.letters import LookLetter
from parlour.server.limits import Buckets, Limit
from parlour.server.live import LiveTable
from parlour.server.metrics import Metrics
from parlour.server.moderation import Moderation
from parlour.server.rounds import rescue
from parlour.server.storage.lines import Line
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.table import facts, wire
from parlour.table.room import Room
from parlour.table.schedule import Thinker


def under_old_rules(house: House) -> House:
    """The same table, but its match has begun under rules that nobody knows any more."""
    for number, step in enumerate(house.log):
        made = [facts.Begun(99) if isinstance(fact, facts.Begun) else fact for fact in step.facts]
        house.log[number] = msgspec.structs.replace(step, facts=tuple(made))
    return house


async def keep_old(store: Store, name: str) -> None:
    """Keep a table under old rules at which a computer player should have acted long ago."""
    house = House("cam").begin(people=1)
    await keep(store, house, name)
    # What stands in the log is changed behind the server's back, as a new version of the rules would change it.
    begun = next(n for n, step in enumerate(house.log) if any(isinstance(fact, facts.Begun) for fact in step.facts))
    data = facts.pack(under_old_rules(house).log[begun])
    await store._database.change("UPDATE steps SET step = $1 WHERE room = $2 AND number = $3", data, name, begun)
    await store._database.change("UPDATE rooms SET due = 1.0 WHERE room = $1", name)


def test_tables_under_old_rules_keep_nobody_else_from_being_attended_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("parlour.server.rounds.MOST", 1)

    async def look_round(hub: Hub) -> None:
        await keep_old(hub.store, "old")
        await keep(hub.store, House("cam", clock=wire.Clock(move=60.0)).begin(people=2), "new")
        spoilt: dict[str, float] = {}
        for _ in range(2):
            await rescue(hub, spoilt)
        assert (list(spoilt), list(hub.tables)) == (["old"], ["new"])

    with_hubs(tmp_path, 1, look_round)
    assert len([each for each in caplog.messages if "cannot be opened" in each]) == 1


def test_a_table_under_old_rules_does_not_hide_the_others(tmp_path: Path) -> None:
    async def ask(hub: Hub) -> None:
        await keep_old(hub.store, "old")
        await keep(hub.store, House("cam"), "new")
        with pytest.raises(WrongVersion):
            await hub.table("old")
        desk = Desk(hub, Adviser(Metrics(), STEP), *[Buckets(Limit(9, 9)) for _ in range(5)])
        tables = [{"table": "old"}, {"table": "new"}]

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": encode({"tables": tables}), "more_body": False}

        answer = await desk.summaries(Request({"type": "http", "method": "POST", "headers": []}, receive))
        assert [each["table"] for each in json.loads(bytes(answer.body))] == ["new"]

    with_hubs(tmp_path, 1, ask)


def test_nobody_is_shown_what_may_never_have_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House("cam").begin(people=2)

    async def lose(hub: Hub) -> None:
        await keep(hub.store, house, "table")
        table = await hub.table("table")
        number = table.room.number

        async def lost(line: Line) -> bool:
            raise StoreError("the disk is gone")

        async def away(id: str) -> Room:
            raise StoreError("the disk is gone")

        ear = Ear(None)
        with monkeypatch.context() as broken:
            broken.setattr(hub.store, "keep", lost)
            broken.setattr(hub, "load", away)
            broken.setattr("parlour.server.letters.RETRY", 0.01)
            answer = await table.command(0, "k", wire.Act(house.turn(0)))
            assert isinstance(answer, wire.Nack)
            assert (answer.code, answer.now) == ("unavailable", None)
            assert table.room.number > number
            await table.listen(ear)
            table.post(LookLetter(ear, lambda: None))
            with pytest.raises(StoreError):
                await table.see(lambda room: None)
            with pytest.raises(StoreError):
                table.certain()
            assert {message["is"] for message in ear.heard} == {"presence"}
        await until_so(lambda: not table.doubtful)
        assert [message["n"] for message in ear.heard if message["is"] == "welcome"] == [number]

    with_hubs(tmp_path, 1, lose)


def test_a_rematch_that_another_process_did_not_finish_is_set_up_when_the_log_is_read_again(tmp_path: Path) -> None:
    house = finished()
    before = len(house.log)

    async def read_again(hub: Hub) -> None:
        await keep(hub.store, house, "old")
        table = await hub.table("old")
        house.do(1, wire.Vote("rematch"))
        await hub.store.append("old", before, facts.pack(house.log[before]), summary(house.room))
        table.doubt()
        await until_so(lambda: not table.doubtful)
        assert (await hub.table(house.room.next)).room.seats[0].member == 1

    with_hubs(tmp_path, 1, read_again)


def test_a_computer_player_does_not_act_on_what_it_thought_before_a_move_was_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House("cam", bot_delay=0.0).begin(people=1, bot="strong")
    while house.room.actors != (0,):
        house.bots_act(lambda match, seat: match.legal_ids(seat)[0])
    one, other = list(house.room.running.turns(0))[:2]

    async def change_his_mind(hub: Hub) -> None:
        thoughts: list[tuple[bytes, asyncio.Future[int]]] = []

        async def choose(room: Room, thinker: Thinker) -> int:
            answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            thoughts.append((bytes(room.running), answer))
            return await answer

        monkeypatch.setattr(hub.thinking, "choose", choose)
        await keep(hub.store, house, "table")
        table = await hub.table("table")
        commands: list[wire.AnyCommand] = [wire.Act(one), wire.TakeBack(), wire.Act(other)]
        for number, command in enumerate(commands):
            assert isinstance(await table.command(0, f"{number}", command), wire.Ack)
            await until_so(lambda: thoughts, "the computer player thinks")
        assert table.room.actors == (1,)
        moves, asked = len(table.room.running.moves), bytes(table.room.running)
        thoughts[0][1].set_result(table.room.running.legal_ids(1)[0])
        await until_so(lambda: len(thoughts) == 2)
        assert len(table.room.running.moves) == moves
        assert thoughts[1][0] == asked != thoughts[0][0]
        thoughts[1][1].set_result(table.room.running.legal_ids(1)[-1])
        await until_so(lambda: len(table.room.running.moves) > moves)

    with_hubs(tmp_path, 1, change_his_mind)


def test_whoever_runs_the_server_hears_of_a_report_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def complain(hub: Hub) -> None:
        house = House("cam")
        house.come("Bob")
        await keep(hub.store, house, "table")
        table = await hub.table("table")
        for _ in range(2):
            assert isinstance(await table.command(1, "k", wire.Report(0, "swears\n like a sailor")), wire.Ack)

    with caplog.at_level(logging.WARNING):
        with_hubs(tmp_path, 1, complain)
    (line,) = caplog.messages
    assert "'Bob' reports 'Ann': 'swears like a sailor'" in line


def test_a_table_outlives_rules_that_stop_before_anything_has_happened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(hub: Hub) -> None:
        table, member, action = await about_to_act(hub)
        stop_next(table.room.running, "list_legal")
        refused = await table.command(member, "first", action)
        assert isinstance(refused, wire.Nack)
        assert (refused.code, refused.text) == ("unavailable", "what runs the rules has stopped; try again")
        assert isinstance(await table.command(member, "first", action), wire.Ack)

    with_hubs(tmp_path, 1, act)
    assert "list_legal of Kam-ra! has stopped" in caplog.text


def test_a_table_whose_rules_stop_in_the_middle_is_read_again_from_its_log(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        table, member, action = await about_to_act(hub)
        before, moves = table.room.running, len(table.room.running.moves)
        stop_next(before, "try_action")
        assert isinstance(await table.command(member, "first", action), wire.Ack)
        assert table.room.running is not before
        assert len(table.room.running.moves) > moves

    with_hubs(tmp_path, 1, act)


async def about_to_act(hub: Hub) -> tuple[LiveTable, int, wire.Act]:
    """A table, the member whose turn it is, and what that member may do."""
    house = House("kamra").dealt(people=4)
    await keep(hub.store, house, "table")
    table = await hub.table("table")
    seat = table.room.actors[0]
    member = table.room.seats[seat].member
    assert member is not None
    return table, member, wire.Act(house.idle(seat))


def stop_next(match: Match, name: str) -> None:
    """Let the next call of a loop with the state of a match end in a trap of the sandbox."""
    engine: Any = match.game.kernels.engine
    engine._prepare(loops_of(match.game)[name])._placed[id(match._states)] = 1 << 30  # beyond the memory that there is
    match._changed()


def test_what_cannot_be_saved_is_not_kept_as_refused_and_counts_for_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.store.FRESH", 0.0)
    bad = wire.Sit(99)

    async def talk(hub: Hub) -> None:
        hub.moderation = Moderation(Limit(1, 0.001), Limit(1, 0.001))
        await keep(hub.store, House("cam"), "table")
        table = await hub.table("table")
        with monkeypatch.context() as full:
            full.setattr(hub.store._database, "change", no_space)
            assert not await hub.store.ready(hub.now())
            asked: list[tuple[str, wire.AnyCommand]] = [
                ("k", wire.Chat("hello")),
                ("bad", bad),
                ("k", wire.Chat("hello")),
            ]
            answers = [await table.command(0, *each) for each in asked]
            assert [getattr(answer, "code", "") for answer in answers] == ["unavailable"] * 3
        steps = await hub.store.read("table")
        assert await hub.store.ready(hub.now())
        assert isinstance(await table.command(0, "k", wire.Chat("hello")), wire.Ack)
        assert len(await hub.store.read("table")) == len(steps) + 1
        hub.moderation = Moderation(Limit(1, 0.001), Limit(1, 0.001))
        refused = await table.command(0, "bad", bad)
        assert getattr(refused, "code", "") not in ("", "unavailable", "too_fast")
        assert len(await hub.store.read("table")) == len(steps) + 2

    with_hubs(tmp_path, 1, talk)


def test_who_asks_again_is_not_answered_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody else sees has no number of its own, but that of what is on disk already."""

    async def press_on(hub: Hub) -> None:
        await keep(hub.store, House("cam").begin(people=2), "table")
        table = await hub.table("table")
        go_on, write = asyncio.Event(), hub.store._database.write

        async def held(given: Sequence[Line], mark: int, again: bool) -> set[str]:
            await go_on.wait()
            return await write(given, mark, again)

        monkeypatch.setattr(hub.store._database, "write", held)
        first = asyncio.create_task(table.command(0, "key", wire.Ready()))
        await until_so(lambda: table.room.answer_to(0, "key") is not None)
        assert table.room.answer_to(0, "key") == table.kept
        second = asyncio.create_task(table.command(0, "key", wire.Ready()))
        for _ in range(9):
            await asyncio.sleep(0)
        early = second.done()
        go_on.set()
        assert await first == await second
        assert not early

    with_hubs(tmp_path, 1, press_on)
