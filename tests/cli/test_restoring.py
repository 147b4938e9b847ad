"""`parlour restore --table`: what is told, what is set back, and what is refused and why."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.table import facts, wire
from parlour.table.room import PAUSED, Room
from tests.cli.helpers import run
from tests.cli.test_keeping import keep
from tests.table.house import House, at_random


def restore(folder: Path, *words: object, code: int = 0) -> str:
    """What the command says of the tables in a folder."""
    done = run("restore", *map(str, words), "--data", str(folder))
    assert done.exit_code == code, done.output
    return done.stdout if code == 0 else done.stderr.replace("\n", " ")


def log_of(folder: Path, table: str) -> list[facts.Step]:
    async def read() -> list[bytes]:
        store = await Store.open(f"sqlite:///{folder / 'tables.sqlite'}")
        try:
            return await store.read(table)
        finally:
            await store.close()

    return [facts.unpack(step) for step in asyncio.run(read())]


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def room_of(folder: Path, table: str) -> Room:
    return Room.of(table, log_of(folder, table))


@pytest.fixture
def cam(tmp_path: Path) -> House:
    """A match in a data folder, with two moves, a minute apart."""
    house = House("cam").begin(people=2)
    for seat in (0, 1):
        house.pass_time(60.0)
        house.act(seat, house.turn(seat))
    keep(tmp_path, house, "cam")
    return house


def test_the_steps_of_a_table_are_listed_as_a_spectator_was_told(cam: House, tmp_path: Path) -> None:
    listed = restore(tmp_path, "--table", "cam")
    assert "The match begins." in listed
    assert f"{datetime.fromtimestamp(cam.now):%Y-%m-%d %H:%M:%S}" in listed
    assert "--step N" in listed
    told = json.loads(restore(tmp_path, "--table", "cam", "--json"))
    assert [each["step"] for each in told] == [*range(len(cam.log))]
    assert len(log_of(tmp_path, "cam")) == len(cam.log)
    restore(tmp_path, "--table", "cam", "--step", len(cam.log) - 2)
    assert f"set back to step {len(cam.log) - 2}" in restore(tmp_path, "--table", "cam")


def test_a_table_is_set_back_to_a_step_or_a_time(cam: House, tmp_path: Path) -> None:
    last = len(cam.log) - 1
    done: Any = json.loads(restore(tmp_path, "--table", "cam", "--step", last - 1, "--json"))
    assert done == {"table": "cam", "step": last - 1, "undone": 1, "added": 0}
    assert [facts.pack(step) for step in log_of(tmp_path, "cam")[:-1]] == [facts.pack(step) for step in cam.log]
    at = max(n for n, step in enumerate(cam.log) if step.at < cam.now - 30.0)
    for words, step in (
        (("--at", datetime.fromtimestamp(cam.now - 30.0).isoformat()), at),
        (("--at", datetime.fromtimestamp(cam.now - 30.0, UTC).isoformat()), at),
        (("--step", last), last),
    ):
        assert f"after step {step};" in restore(tmp_path, "--table", "cam", *words)
        room = room_of(tmp_path, "cam")
        assert (room.running.moves, room.phase) == (Room.of("cam", cam.log[: step + 1]).running.moves, PAUSED)


def test_a_table_comes_from_a_backup(cam: House, tmp_path: Path) -> None:
    """Set back to how it stood then; brought forward; or into a database that does not have it."""
    file, fresh = tmp_path / "tables.backup", made(tmp_path / "fresh")
    assert run("backup", str(file), "--data", str(tmp_path)).exit_code == 0
    assert "stands at step" in restore(tmp_path, file, "--table", "cam", code=1)
    done = json.loads(restore(fresh, file, "--table", "cam", "--step", len(cam.log) - 2, "--json"))
    assert (done["undone"], done["added"]) == (1, len(cam.log))
    assert room_of(fresh, "cam").running.moves == cam.room.running.moves[:-1]
    assert run("backup", str(file), "--data", str(fresh)).exit_code == 0
    done = json.loads(restore(tmp_path, file, "--table", "cam", "--json"))
    assert (done["undone"], done["added"]) == (0, 1)
    assert room_of(tmp_path, "cam").running.moves == cam.room.running.moves[:-1]


def test_a_backup_in_which_the_table_is_another_one_is_refused(cam: House, tmp_path: Path) -> None:
    file, fresh = tmp_path / "tables.backup", made(tmp_path / "fresh")
    keep(fresh, House("cam", seed=2).begin(people=2), "cam")
    assert run("backup", str(file), "--data", str(fresh)).exit_code == 0
    assert "does not go on from" in restore(tmp_path, file, "--table", "cam", code=1)
    assert "in the backup" in restore(tmp_path, file, "--table", "nowhere", code=1)
    file.write_bytes(file.read_bytes()[:-20])
    assert "damaged" in restore(tmp_path, file, "--table", "cam", code=1)
    assert len(log_of(tmp_path, "cam")) == len(cam.log)


def test_people_do_not_play_on_with_cards_that_they_know(tmp_path: Path) -> None:
    house, choose = House("kamra").dealt(people=2), at_random(1)
    first = len(house.log) - 1
    house.play_until(lambda: len(house.room.course) > 0 and not house.room.dealing, choose)
    house.play_until(lambda: house.room.standing is None and not house.room.dealing, choose)
    keep(tmp_path, house, "playing")
    dealt = max(n for n, step in enumerate(house.log) for fact in step.facts if getattr(fact, "by", "") == "table")
    refused = restore(tmp_path, "--table", "playing", "--step", first, code=1)
    assert f"go back to step {dealt}, or a later one" in refused
    house.do(0, wire.Chat("Hello"))
    keep(made(tmp_path / "more"), house, "playing")
    restore(tmp_path / "more", "--table", "playing", "--step", dealt)
    for member in sorted(house.room.voters):
        house.do(member, wire.Vote("end", True))
    keep(made(tmp_path / "over"), house, "over")
    for step in (dealt, len(house.log) - 1):
        refused = restore(tmp_path / "over", "--table", "over", "--step", step, code=1)
    assert "nothing to undo" in refused
    assert "secret" in restore(tmp_path / "over", "--table", "over", "--step", dealt, code=1)
    assert len(log_of(tmp_path / "over", "over")) == len(house.log)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("--table", "nowhere"), 1, "no table"),
        (("--table", "cam", "--step", "0"), 1, "had not begun"),
        (("--table", "cam", "--step", "999"), 1, "has steps 0 to"),
        (("--table", "cam", "--at", "1950-01-01 12:00"), 1, "was opened later"),
        (("--table", "cam", "--at", "noon"), 2, "give a time as"),
        (("--table", "cam", "--at", "12:00", "--step", "1"), 2, "not both"),
        (("--step", "1"), 2, "name it with --table"),
        ((), 2, "name a backup"),
    ],
)
def test_what_is_asked_wrongly_is_refused(
    cam: House, tmp_path: Path, words: tuple[str, ...], code: int, why: str
) -> None:
    assert why in restore(tmp_path, *words, code=code)
    assert len(log_of(tmp_path, "cam")) == len(cam.log)


def test_a_table_that_no_server_can_open_any_more_is_set_back(cam: House, tmp_path: Path) -> None:
    steps = len(cam.log)
    cam.log.append(facts.Step(cam.now, (facts.Acted(1, (0,), "person"),)))
    folder = made(tmp_path / "spoilt")

    async def spoil() -> None:
        store = await Store.open(f"sqlite:///{folder / 'tables.sqlite'}")
        for number, step in enumerate(cam.log):
            assert await store.append("cam", number, facts.pack(step), summary(cam.room))
        await store.close()

    asyncio.run(spoil())
    assert "cannot be played again" in restore(folder, "--table", "cam")
    restore(folder, "--table", "cam", "--step", steps - 1)
    assert room_of(folder, "cam").running.moves == cam.room.running.moves
