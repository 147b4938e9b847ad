"""`parlour export`, `backup` and `restore`, on a database as a server leaves it."""

import asyncio
import json
from pathlib import Path

import pytest

from parlour.core.record import read_record
from parlour.server.store import Store
from parlour.server.summaries import summary
from parlour.table import facts
from parlour.table.room import Room
from tests.cli.helpers import run
from tests.short import short
from tests.table.house import House


def keep(folder: Path, house: House, table: str) -> None:
    """Write a table's log as a server would."""

    async def write() -> None:
        store = await Store.open(f"sqlite:///{folder / 'tables.sqlite'}")
        room = Room(table)
        for number, step in enumerate(house.log):
            room.take(step)
            assert await store.append(table, number, facts.pack(step), summary(room))
        await store.close()

    asyncio.run(write())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a finished match and one that goes on."""
    finished = House("kardkelly", options=short("kardkelly"))
    finished.begin(0)
    while finished.room.phase != "over":
        if not finished.bots_act(lambda match, seat: match.legal_ids(seat)[0]):
            finished.pass_time(6)
    keep(tmp_path, finished, "finished")
    begun = House("cam")
    begun.begin(2)
    keep(tmp_path, begun, "begun")
    return tmp_path


def test_a_finished_match_is_exported_and_verifies(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.json"
    assert run("export", "finished", "--data", str(folder), "--out", str(out)).exit_code == 0
    assert read_record(out.read_text()).result.over
    assert run("export", "finished", "--data", str(folder)).stdout == out.read_text()
    assert run("verify", str(out)).exit_code == 0


def test_a_place_where_nothing_can_be_written_is_named_as_it_was_given(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "missing" / "match.json"
    refused = run("export", "finished", "--data", str(folder), "--out", str(out))
    assert refused.exit_code == 1
    assert str(out) in refused.stderr.replace("\n", "")


def test_a_match_that_goes_on_keeps_its_secrets(folder: Path) -> None:
    refused = run("export", "begun", "--data", str(folder))
    assert refused.exit_code == 1
    assert "--unfinished" in refused.stderr
    shown = run("export", "begun", "--data", str(folder), "--unfinished")
    assert not read_record(shown.stdout).result.over


def test_there_is_nothing_to_export(folder: Path) -> None:
    assert "no table" in run("export", "nowhere", "--data", str(folder)).stderr


def test_looking_for_a_database_does_not_make_one(tmp_path: Path) -> None:
    refused = run("export", "nowhere", "--data", str(tmp_path))
    assert refused.exit_code == 1
    assert "there is no database" in refused.stderr
    assert not list(tmp_path.iterdir())


def test_a_backup_restores_into_an_empty_database(folder: Path, tmp_path: Path) -> None:
    file, fresh = tmp_path / "tables.backup", tmp_path / "fresh"
    fresh.mkdir()
    written = json.loads(run("backup", str(file), "--data", str(folder), "--json").stdout)
    read = json.loads(run("restore", str(file), "--data", str(fresh), "--json").stdout)
    assert written["steps"] == read["steps"] > 0
    first = run("export", "finished", "--data", str(folder)).stdout
    assert run("export", "finished", "--data", str(fresh)).stdout == first
    assert run("restore", str(file), "--data", str(fresh)).exit_code == 1
    assert "steps written to" in run("backup", str(tmp_path / "again"), "--data", str(fresh)).stdout


def test_a_server_without_a_database_does_not_start() -> None:
    refused = run("serve", "--database", "nonsense")
    assert refused.exit_code == 1
    assert "a database is named" in refused.stderr
