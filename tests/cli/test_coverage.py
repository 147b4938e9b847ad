"""`parlour coverage`, on a small game of our own."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from parlour.cli.app import app
from tests.installing import packages

FACTS = """\
from parlour.core.game import Box, Game, Seats

GAME = Game(name="snap", title="Snap", box=Box(1866, "J. Jaques"), summary="Two alike: snap.",
            seats=Seats(2, 2), options=(), package=__name__)  # SN-01
"""
RULES = "| SN-01 | Two play. | rule |\n| SN-02 | Say snap. | rule |\n| SN-03 | Good fun. | note |\n"
TEST = 'import pytest\n\n\n@pytest.mark.rule("SN-01", "C-01")\ndef test_two_play(): ...\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the package `snapgame`, installed, and its tests, to stand in."""
    for name in ("snapgame", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "snapgame" / "rules.py").touch()
    (tmp_path / "snapgame" / "__init__.py").write_text(FACTS)
    (tmp_path / "snapgame" / "RULES.md").write_text(RULES)
    (tmp_path / "tests" / "test_snap.py").write_text(TEST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "snapgame", raising=False)
    for made in packages(tmp_path):
        made.install("snapgame-facts", "", "[parlour.games]\nsnap = snapgame:GAME\n")
        yield tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["coverage", *arguments], env={"NO_COLOR": "1"})


def show_snap(folder: Path) -> None:
    (folder / "tests" / "test_snap.py").write_text(TEST.replace('"SN-01"', '"SN-01", "SN-02"'))


def test_a_rule_that_no_test_shows_is_told_and_fails(folder: Path) -> None:
    result = run("snap")
    assert result.exit_code == 1
    assert "SN-02 (rule) is shown by no test: Say snap." in result.output
    assert "3 ids, 1 shown by tests, 1 problems" in result.output


def test_when_all_is_shown_it_passes_and_lists_everything(folder: Path) -> None:
    show_snap(folder)
    result = run("snap")
    assert result.exit_code == 0
    for word in ("SN-03", "Good fun.", "note", "snapgame/__init__.py:4", "test_two_play"):
        assert word in result.output


def test_check_lists_only_what_is_wrong(folder: Path) -> None:
    show_snap(folder)
    result = run("snap", "--check")
    assert result.output == "3 ids, 2 shown by tests, 0 problems\n"


def test_json_is_for_programs(folder: Path) -> None:
    result = run("snap", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert told["problems"] == ["SN-02 (rule) is shown by no test: Say snap."]
    assert told["books"][0]["rules"][0] == {
        "id": "SN-01",
        "text": "Two play.",
        "status": "rule",
        "code": ["snapgame/__init__.py:4"],
        "tests": ["tests/test_snap.py:4 test_two_play"],
    }


def test_the_page_is_written_and_then_checked(folder: Path) -> None:
    show_snap(folder)
    page = ("snap", "--write", "page.md")
    assert "page.md is out of date: run `parlour coverage --write page.md`" in run(*page, "--check").output
    assert run(*page).exit_code == 0
    assert "| SN-02 | Say snap. | rule |" in (folder / "page.md").read_text()
    assert run(*page, "--check").exit_code == 0


def test_tests_that_are_not_there_are_asked_for(folder: Path) -> None:
    result = run("snap", "--tests", "nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.output


def test_one_game_of_ours(folder: Path) -> None:
    told = json.loads(run("kamra", "--json").stdout)
    assert [book["name"] for book in told["books"]] == ["kamra"]
