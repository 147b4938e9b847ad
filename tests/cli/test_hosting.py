"""`parlour doctor --host` finds what would fail a host, says what would be right, and changes nothing."""

import asyncio
import json
import os
import socket
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import hosting
from parlour.cli.findings import MISSING, OK, WRONG, Finding
from parlour.errors import StoreError
from parlour.server.settings import ServerSettings
from tests.cli.helpers import run
from tests.server.postgres import Postgres, postgres  # noqa: F401
from tests.server.serving import Server, free_port


@pytest.fixture
def settings(tmp_path: Path) -> ServerSettings:
    return ServerSettings(data=tmp_path, port=free_port())


def tables(folder: Path, at: float = 0.0) -> Path:
    """A file of tables, in which a server was last known to run at a time."""
    file = folder / "tables.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE pulse (at DOUBLE PRECISION NOT NULL)")
        connection.execute("INSERT INTO pulse VALUES (?)", (at,))
    connection.close()
    file.chmod(0o600)
    return file


def found(check: Any, settings: ServerSettings, **changes: Any) -> Finding:
    (finding,) = check(replace(settings, **changes))
    assert finding.state == OK or finding.remedy, "whatever is not right has a remedy"
    return finding  # type: ignore[no-any-return]


def test_a_machine_that_can_host_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_PORT", str(free_port()))
    monkeypatch.setenv("PARLOUR_NAMES", "games.example.org")
    result = run("doctor", "--host", "--json", "--data", str(tmp_path / "none"))
    told = {each["name"]: each for each in json.loads(result.output)["checks"]}
    wanted = {
        "writing",
        "clock",
        "disk",
        "permissions",
        "open files",
        "port",
        "names",
        "origins",
        "proxies",
        "thinkers",
    }
    assert wanted | {"workers", "web client", "database", "games"} <= set(told)
    assert told["thinkers"]["state"] == told["writing"]["state"] == told["names"]["state"] == OK
    broken = [each for each in told.values() if each["essential"] and each["state"] != OK]
    assert result.exit_code == bool(broken), broken
    assert not (tmp_path / "none").exists()


def test_one_thing_that_is_wrong_is_the_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_PORT", str(free_port()))
    monkeypatch.setenv("PARLOUR_PROXIES", "proxy.example.org")
    result = run("doctor", "--host", "--quiet", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "PARLOUR_PROXIES: proxy.example.org is no address" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("check", "changes", "state", "words"),
    [
        (hosting.names, {}, MISSING, "none of the internet"),
        (hosting.names, {"names": ("games.example.org", "Cards.Example")}, OK, "games.example.org"),
        (hosting.names, {"names": ("https://games.example.org",)}, WRONG, "is no name"),
        (hosting.names, {"names": ("games.example.org:443",)}, WRONG, "is no name"),
        (hosting.names, {"names": ("*",)}, MISSING, "hostile page"),
        (hosting.origins, {"origins": ("https://one.example:8080",)}, OK, "one.example"),
        (hosting.origins, {"origins": ("one.example",)}, WRONG, "no page is called one.example"),
        (hosting.origins, {"origins": ("https://one.example/page",)}, WRONG, "no page is called"),
        (hosting.proxies, {}, OK, "127.0.0.1"),
        (hosting.proxies, {"proxies": "10.0.0.0/8, fd00::/8"}, OK, "10.0.0.0/8"),
        (hosting.proxies, {"proxies": "*"}, OK, "*"),
        (hosting.proxies, {"proxies": "*", "host": "0.0.0.0"}, WRONG, "no limit holds"),
        (hosting.proxies, {"proxies": "proxy"}, WRONG, "proxy is no address"),
        (hosting.workers, {"workers": 2}, WRONG, "one SQLite file is for one process"),
        (hosting.workers, {"workers": 2, "database": "postgresql://here/parlour"}, OK, "2, on"),
        (hosting.pages, {"web": Path("/nowhere")}, WRONG, "none in /nowhere"),
        (hosting.open_files, {"sockets": 10**8}, WRONG, "PARLOUR_SOCKETS=100000000"),
        (hosting.listening, {}, OK, "is free"),
        (hosting.listening, {"host": "192.0.2.1"}, WRONG, "no server can listen on http://192.0.2.1"),
    ],
)
def test_settings_that_are_right_and_wrong(
    settings: ServerSettings, check: Any, changes: dict[str, Any], state: str, words: str
) -> None:
    finding = found(check, settings, **changes)
    assert (finding.state, finding.essential and state == OK) == (state, False)
    assert words in finding.text


def test_a_port_that_another_program_has_is_wrong(settings: ServerSettings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", settings.port))
        taken.listen()
        taken.settimeout(0)
        assert "address already in use" in found(hosting.listening, settings).text


@pytest.mark.live
def test_a_server_that_runs_is_no_trouble(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    asyncio.run(server.up())
    settings = ServerSettings(data=tmp_path, port=server.port)
    assert found(hosting.listening, settings).text.startswith("a server of Parlour's answers")
    for check in (hosting.writing, hosting.clocks, hosting.secrets):
        assert found(check, settings).state == OK
    assert server.stop() == 0


def test_a_database_that_cannot_be_written_is_wrong(settings: ServerSettings, tmp_path: Path) -> None:
    assert "can be made" in found(hosting.writing, settings).text
    file = tables(tmp_path)
    before = file.read_bytes()
    assert "can be written" in found(hosting.writing, settings).text
    assert file.read_bytes() == before
    file.write_bytes(b"no database at all" * 100)
    assert found(hosting.writing, settings).state == WRONG
    assert found(hosting.writing, settings, data=tmp_path / "tables.sqlite").state == WRONG


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_is_wrong(settings: ServerSettings, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="not a folder that this user may write to"):
        hosting.try_sqlite(tmp_path / "tables.sqlite")
    tmp_path.chmod(0o700)


def test_files_that_others_can_read_are_wrong(settings: ServerSettings, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    tables(tmp_path)
    assert "the 1 files" in found(hosting.secrets, settings).text
    backup = tmp_path / "evening.backup"
    backup.touch()
    backup.chmod(0o640)
    finding = found(hosting.secrets, settings)
    assert (finding.state, finding.remedy) == (WRONG, f"chmod 600 {backup}")
    backup.chmod(0o600)
    assert found(hosting.secrets, settings).state == OK
    tmp_path.chmod(0o777)
    assert found(hosting.secrets, settings).remedy == f"chmod go-w {tmp_path}"


def test_a_clock_behind_what_is_stored_is_wrong(settings: ServerSettings, tmp_path: Path) -> None:
    file = tables(tmp_path, time.time() - 1000)
    assert found(hosting.clocks, settings).state == OK
    file.unlink()
    tables(tmp_path, time.time() + 1000)
    finding = found(hosting.clocks, settings)
    assert finding.state == WRONG
    assert "s behind what is stored" in finding.text


@pytest.mark.parametrize(("megabytes", "state"), [(50, WRONG), (500, MISSING), (5000, OK)])
def test_a_disk_without_room_is_wrong(
    settings: ServerSettings, megabytes: int, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "free_space", lambda folder: megabytes * hosting.MEGABYTE)
    finding = found(hosting.space, settings)
    assert (finding.state, finding.essential) == (state, state == WRONG)


@pytest.mark.live
def test_postgresql_is_written_and_agrees_on_the_time(settings: ServerSettings, postgres: Postgres) -> None:  # noqa: F811
    url = postgres.fresh()
    assert found(hosting.writing, settings, database=url).text == "PostgreSQL can be written"
    assert found(hosting.clocks, settings, database=url).text == "this machine's clock and PostgreSQL agree"
    name = url.partition("@/")[2].partition("?")[0]
    postgres.tell("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    finding = found(hosting.writing, settings, database=url)
    assert (finding.state, "read-only" in finding.text) == (WRONG, True)
    postgres.tell("postgres", f"ALTER DATABASE {name} RESET default_transaction_read_only")
    postgres.give_back(url)
    assert found(hosting.writing, settings, database="postgresql://nobody@127.0.0.1:1/none").state == WRONG
