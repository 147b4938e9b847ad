"""Several processes behind one port."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.guest import Guest
from tests.server.postgres import Postgres
from tests.server.serving import SHORT, Server, gone, serving
from tests.waiting import TEST, until_so

from parlour.core import record as records
from parlour.errors import OptionError, StoreError, Unreachable
from parlour.games import game
from parlour.server.running import check, reach
from parlour.server.settings import data_folder, from_environment
from parlour.server.storage.sqlite import only_server


def serve(data: Path, port: str) -> subprocess.CompletedProcess[str]:
    """Start a server that will not go on for long."""
    command = [sys.executable, "-m", "parlour", "serve", "--data", str(data), "--port", port]
    return subprocess.run(command, capture_output=True, text=True, timeout=TEST, check=False)


def test_several_workers_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="postgresql"):
        check(from_environment(data=tmp_path, workers=2))
    check(from_environment(data=tmp_path, workers=1))
    check(from_environment(data=tmp_path, workers=2, database="postgresql://somewhere/parlour"))


def test_whoever_starts_a_server_without_its_tables_hears_why_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").mkdir()
    done = serve(tmp_path, "0")
    assert done.returncode != 0
    (line,) = done.stderr.splitlines()
    assert "tables.sqlite" in line


def test_a_second_server_on_the_same_file_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    with only_server(tmp_path / "tables.sqlite"):
        done = serve(tmp_path, "0")
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "another server keeps its tables in" in line
        assert "--data" in line
    first = Server(tmp_path)
    first.start()
    asyncio.run(first.up())
    assert "another server" in serve(tmp_path, "0").stderr
    first.kill()
    first.start()
    asyncio.run(first.up())
    first.stop()


def test_a_server_that_cannot_write_beside_its_tables_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="write beside it"), only_server(tmp_path / "file" / "tables.sqlite"):
        pass


def test_a_server_says_where_it_listens_only_if_it_does(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve(tmp_path, str(port))
    assert done.returncode != 0
    assert "address already in use" in done.stderr  # games may have been got ready before
    assert "listens" not in done.stderr


@pytest.mark.parametrize("sign", "/#?[")
def test_an_address_that_cannot_be_read_is_not_repeated(sign: str) -> None:
    with pytest.raises(StoreError, match="address cannot be read") as caught:
        asyncio.run(reach(from_environment(database=f"postgresql://ann:se{sign}cret@nowhere.example/parlour")))
    assert "'se" not in str(caught.value)


def test_an_address_that_makes_no_sense_is_not_tried_for_long() -> None:
    with pytest.raises(StoreError, match="sslmode") as caught:
        asyncio.run(reach(from_environment(database="postgresql://ann@nowhere.example/parlour?sslmode=perhaps")))
    assert not isinstance(caught.value, Unreachable)


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("THINKERS", "0", "a number, at least 1"),
        ("WORKERS", "two", "a number, at least 1"),
        ("PORT", "65536", "a number from 0 to 65535"),
        ("PORT", "-1", "a number from 0 to 65535"),
        ("SOCKETS", "0", "a number, at least 1"),
        ("ARCHIVE_DAYS", "nan", "a number, at least 1"),
        ("THOUGHT", "0", "a number, at least 1"),
        ("ARCHIVE_DAYS", "-3", "a number, at least 1"),
        ("TABLES", "0/0", "two numbers"),
        ("TABLES", "20", "two numbers"),
        ("CHAT", "5/nan", "two numbers"),
        ("LOG_JSON", "perhaps", "yes or no"),
    ],
)
def test_a_setting_under_which_nothing_would_work_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, wanted: str
) -> None:
    monkeypatch.setenv(f"PARLOUR_{name}", text)
    with pytest.raises(OptionError, match=f"PARLOUR_{name} must be {wanted}.*{text!r}"):
        from_environment()


def test_settings_are_read_as_they_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_ORIGINS", "https://one.example/, http://two.example:8080")
    monkeypatch.setenv("PARLOUR_DATA", "")  # as a file of variables may have it
    read = from_environment()
    assert read.origins == ("https://one.example", "http://two.example:8080")
    assert read.data == data_folder()


def test_a_worker_that_dies_is_replaced_and_all_end_together(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh()
    server = Server(tmp_path, url, PARLOUR_WORKERS="2")
    server.start()
    assert server.process is not None
    parent = server.process.pid

    async def play() -> None:
        await server.up()
        await until_so(lambda: len(serving(parent)) == 2, server.log.read_text)
        table, tokens = await server.open("cam", people=2, **SHORT["cam"])
        guests = [Guest(server.url, table, token, seed) for seed, token in enumerate((*tokens, ""))]
        playing = asyncio.gather(*(guest.play() for guest in guests))
        first = serving(parent)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        await playing
        async with server.client() as client:
            now = (await client.get(f"/api/tables/{table}")).json()
            record = records.read_record((await client.get(f"/api/tables/{table}/record")).text)
        assert records.verify(record, game("cam"), now["table"]["commitment"]).over
        assert {guest.n for guest in guests} == {now["n"]}
        await until_so(lambda: len({*serving(parent)} - {first[0]}) == 2, "there is another in its place")
        last = serving(parent)
        assert server.stop() == 0
        await gone(last)

    try:
        asyncio.run(play())
    finally:
        server.kill()
        postgres.give_back(url)


def test_workers_do_not_outlive_what_started_them(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh()
    server = Server(tmp_path, url, PARLOUR_WORKERS="2")
    server.start()
    assert server.process is not None
    parent = server.process.pid

    async def orphan() -> None:
        await server.up()
        await until_so(lambda: len(serving(parent)) == 2)
        workers = serving(parent)
        server.kill()
        await gone(workers)

    try:
        asyncio.run(orphan())
    finally:
        postgres.give_back(url)
