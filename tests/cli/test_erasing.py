"""`parlour erase`: what is erased is gone from the file, and nothing else is."""

import asyncio
import json
from pathlib import Path

import pytest

from parlour.server.store import Store
from parlour.table import wire
from tests.cli.helpers import run
from tests.cli.test_keeping import keep
from tests.table.house import House


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with two tables, at one of which somebody has said something."""
    house = House("cam").begin(people=2)
    house.do(0, wire.Chat("a word that nobody should read"))
    keep(tmp_path, house, "first")
    keep(tmp_path, House("cam").begin(people=2), "second")
    return tmp_path


def kept(folder: Path) -> list[str]:
    async def read() -> list[str]:
        store = await Store.open(f"sqlite:///{folder / 'tables.sqlite'}")
        try:
            return [table for table in ("first", "second") if await store.read(table)]
        finally:
            await store.close()

    return asyncio.run(read())


def test_a_table_is_erased_and_its_words_are_not_left_in_the_file(folder: Path) -> None:
    assert any(b"nobody should read" in file.read_bytes() for file in folder.glob("tables.sqlite*"))
    done = run("erase", "first", "--yes", "--data", str(folder))
    assert done.stdout == "1 table erased.\n"
    assert kept(folder) == ["second"]
    assert not any(b"nobody should read" in file.read_bytes() for file in folder.glob("tables.sqlite*"))


def test_tables_that_nobody_uses_are_erased_together(folder: Path) -> None:
    told = json.loads(run("erase", "--unused", "1", "--yes", "--json", "--data", str(folder)).stdout)
    assert sorted(told["erased"]) == ["first", "second"]
    assert kept(folder) == []
    assert run("erase", "--unused", "1", "--data", str(folder)).stdout == "0 tables erased.\n"


def test_it_is_asked_first(folder: Path) -> None:
    refused = run("erase", "first", "--data", str(folder), text="n\n")
    assert refused.exit_code == 1
    assert "Erase 1 table for good?" in refused.stderr
    assert kept(folder) == ["first", "second"]
    assert run("erase", "first", "--data", str(folder), text="y\n").exit_code == 0
    assert kept(folder) == ["second"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "there is no table 'nothing'"),
        ([], "name the tables to erase, or say --unused DAYS"),
        (["first", "--unused", "3"], "name the tables to erase, or say --unused DAYS"),
        (["--unused", "0"], "0 is not in the range"),
    ],
)
def test_what_cannot_be_erased_is_refused(folder: Path, words: list[str], said: str) -> None:
    refused = run("erase", *words, "--yes", "--data", str(folder))
    assert refused.exit_code != 0
    assert said in refused.stderr.replace("\n", " ")
    assert kept(folder) == ["first", "second"]
