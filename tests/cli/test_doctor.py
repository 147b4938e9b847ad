"""`parlour doctor` finds what is there and what is not, and changes nothing."""

import json
import os
import pty
import sqlite3
import sys
import webbrowser
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import doctor
from parlour.cli.findings import MISSING, OK, WRONG, Finding
from parlour.core import engines
from parlour.core.engines import has_numba, wasm
from parlour.server.storage.schema import VERSION
from tests.cli.helpers import run
from tests.server.postgres import Postgres, postgres  # noqa: F401


def examined(*arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and the findings by name."""
    result = run("doctor", "--json", *arguments)
    return result.exit_code, {each["name"]: each for each in json.loads(result.output)["checks"]}


def test_everything_essential_is_there(tmp_path: Path) -> None:
    code, found = examined("--data", str(tmp_path / "none" / "yet"))
    assert code == 0
    assert all(each["state"] == OK for each in found.values() if each["essential"])
    assert found["data folder"]["state"] == OK
    assert not (tmp_path / "none").exists()
    assert found["engine"]["state"] == found["games"]["state"] == OK
    assert all(name in found["games"]["text"] for name in parlour.games())
    assert found["extra data"]["state"] == OK
    assert all(each["remedy"] for each in found.values() if each["state"] != OK)


def test_it_says_what_the_lab_is_for() -> None:
    lab = examined()[1]["extra lab"]
    assert "by the thousand" in lab["text"]
    assert lab["state"] == (OK if has_numba() else MISSING)


def test_every_extra_has_a_purpose() -> None:
    assert {*doctor.PURPOSES} == {*(metadata.metadata("parlour").get_all("Provides-Extra") or [])}


@pytest.mark.parametrize(
    ("told", "state", "words", "code"),
    [
        ("wasm", OK, "wasm for everything", 0),
        ("plain", WRONG, "a thousand times slower", 0),
        ("steam", WRONG, "there are the engines wasm, numba, plain", 1),
    ],
)
def test_an_engine_that_somebody_named(
    told: str, state: str, words: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(engines.VARIABLE, told)
    exit_code, found = examined()
    assert (exit_code, found["engine"]["state"]) == (code, state)
    assert words in found["engine"]["text"]
    assert ("games" in found) == (code == 0)


def test_an_engine_that_is_not_installed_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "has_numba", lambda: False)
    monkeypatch.delenv(engines.VARIABLE, raising=False)
    assert "wasm too" in next(doctor.engine()).text
    monkeypatch.setenv(engines.VARIABLE, "numba")
    (found,) = doctor.engine()
    assert (found.state, found.essential) == (WRONG, True)
    assert "parlour[lab]" in found.remedy


def test_a_missing_or_broken_file_of_a_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(engines.VARIABLE, raising=False)
    place = wasm.file_of
    monkeypatch.setattr(wasm, "file_of", lambda game: tmp_path / "none" if game.name == "cam" else place(game))
    found = {each.name: each for each in doctor.game_files()}
    assert found["game cam"].state == WRONG
    assert "Cam has no file cam.wasm; it is played with the engine" in found["game cam"].text
    assert found["game cam"].remedy == "parlour compile cam"
    assert "cam" not in found["games"].text.split()


def test_a_file_that_does_not_load_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(engines.VARIABLE, raising=False)
    cam, broken = parlour.game("cam"), tmp_path / "cam.wasm"
    digest = wasm.digest(cam)
    broken.write_bytes(b"no module" + digest.encode())
    monkeypatch.setattr(wasm, "digest", lambda game: digest)
    monkeypatch.setattr(wasm, "file_of", lambda game: broken)
    monkeypatch.setattr(doctor, "all_games", lambda: {"cam": cam})
    engines.make.cache_clear()
    (found,) = doctor.game_files()
    assert (found.name, found.state, found.essential) == ("game cam", WRONG, True)
    assert "cam.wasm does not load" in found.text


def test_people_are_shown_the_same_with_what_to_do() -> None:
    shown = run("doctor")
    assert shown.exit_code == 0
    assert "ok       python" in shown.output
    if "missing" in shown.output:
        assert "-> " in shown.output
    assert "Everything that Parlour needs is there." in shown.output
    assert "ok       python" not in run("doctor", "--quiet").output


def test_what_is_essential_and_broken_is_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = metadata.requires("parlour") or []
    monkeypatch.setattr(metadata, "requires", lambda _: [*asked, "parcheesi>=3", "typer>=1000"])
    code, found = examined()
    assert code == 1
    assert found["packages"]["state"] == WRONG
    assert "parcheesi is not installed" in found["packages"]["text"]
    assert "is older than 1000" in found["packages"]["text"]
    assert "Parlour does not work here: packages." in run("doctor").output


def test_a_file_of_tables_is_looked_at_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    _, found = examined("--data", str(tmp_path))
    assert "made when a server first starts" in found["database"]["text"]
    for version, state, words in ((1, OK, "brought to"), (VERSION, OK, "tables of version"), (99, WRONG, "99")):
        file.unlink(missing_ok=True)
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE schema (version INTEGER)")
            connection.execute("INSERT INTO schema VALUES (?)", (version,))
        connection.close()
        _, found = examined("--data", str(tmp_path))
        assert found["database"]["state"] == state
        assert words in found["database"]["text"]
    file.write_bytes(b"no database at all" * 100)
    assert examined("--data", str(tmp_path))[1]["database"]["state"] == WRONG
    assert examined("--database", "mysql://here")[1]["database"]["state"] == WRONG


def test_postgresql_is_asked(postgres: Postgres) -> None:  # noqa: F811
    url = postgres.fresh()
    _, found = examined("--database", url)
    assert found["database"]["state"] == OK
    assert "answers, no tables yet" in found["database"]["text"]
    postgres.give_back(url)
    code, found = examined("--database", "postgresql://nobody@127.0.0.1:1/none")
    assert code == 1
    assert found["database"]["state"] == WRONG


def test_a_folder_that_is_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (found,) = doctor.folder("data folder", tmp_path / "file" / "below")
    assert found.state == WRONG


def test_a_browser_is_found_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "_tryorder", [])
    assert next(doctor.browser()).state == MISSING
    monkeypatch.setattr(webbrowser, "_tryorder", ["lynx"])
    monkeypatch.setitem(webbrowser._browsers, "lynx", [None, webbrowser.GenericBrowser("lynx")])  # type: ignore[attr-defined]
    assert next(doctor.browser()) == Finding("browser", OK, "lynx")


@pytest.mark.parametrize(("columns", "state"), [("80", OK), ("40", WRONG)])
def test_a_terminal_wants_room(columns: str, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", "24")
    keeper, screen = pty.openpty()
    with os.fdopen(keeper), os.fdopen(screen, "w", encoding="utf-8") as shown, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", shown)
        assert next(doctor.terminal()).state == state
