"""`parlour endgames`: build, info and probe."""

import json
import shutil
from pathlib import Path

import pytest
from numba import cuda

from parlour.cli.endgames import show
from tests.cli.helpers import run
from tests.games.cam.small_tables import SMALL, small_tables

LONGEST = "1/3/2m2/5/5/M2/1 r"


@pytest.fixture(scope="module")
def folder() -> str:
    """Where the tables are that the tests ask."""
    return str(small_tables())


def test_tables_are_made_and_told_in_figures(tmp_path: Path) -> None:
    command = ("endgames", "build", "camette", "--pieces", "2", "--threads", "2", "--folder", str(tmp_path))
    result = run(*command)
    assert result.exit_code == 0
    assert "camette, edition 1949, at most 2 pieces" in result.output
    assert "all                     1,852   1,212    524     116             9" in result.output
    assert f"The longest win takes 9 turns, both sides' counted: {LONGEST}" in result.output
    again = json.loads(run(*command, "--json").stdout)
    assert again["slices"].keys() == {"M-M", "M-K", "K-M", "K-K"}
    assert again["start"] is None


def test_tables_are_listed_finished_or_not(folder: str, tmp_path: Path) -> None:
    shown = run("endgames", "info", "--folder", folder)
    assert shown.exit_code == 0
    assert f"Tables in {folder}: 1" in shown.output
    assert "1,852" in shown.output
    shutil.copytree(folder, tmp_path / "tables")
    home = tmp_path / "tables" / SMALL.name
    (home / "table.bin").rename(home / "table.part")
    listed = run("endgames", "info", "--folder", f"{tmp_path}/tables")
    assert "Tables in" in listed.output
    assert "camette-1949-2 is not finished; build it again to continue" in listed.output
    data = json.loads(run("endgames", "info", "--folder", f"{tmp_path}/tables", "--json").stdout)
    assert data == {"folder": f"{tmp_path}/tables", "tables": [], "unfinished": ["camette-1949-2"], "damaged": []}
    (home / "table.part").rename(home / "table.bin")
    (home / "index.npy").write_text("torn")
    listed = run("endgames", "info", "--folder", f"{tmp_path}/tables")
    assert "camette-1949-2 is damaged; build it again to repair it" in listed.output


def test_a_position_is_asked_and_every_turn_is_judged(folder: str) -> None:
    shown = run("endgames", "probe", LONGEST, "--folder", folder)
    assert shown.exit_code == 0
    first, best, *others = shown.output.splitlines()
    assert first == "Red wins in 9 turns."
    assert best.split() == ["B2-C3", "wins", "in", "9", "turns"]
    assert {tuple(line.split()[1:]) for line in others} == {("loses", "in", "8", "turns")}
    data = json.loads(run("endgames", "probe", LONGEST, "--folder", folder, "--json").stdout)
    assert data["turns"] == 9
    assert data["after"]["B2-C3"] == 9


def test_a_turn_that_wins_is_named_first_and_the_other_side_is_called_by_its_name(folder: str) -> None:
    shown = run("endgames", "probe", "1/3/4M/5/5/1m1/1 y", "--folder", folder).output.splitlines()
    assert shown[:2] == ["Yellow wins in 1 turn.", "  C2-C1        wins in 1 turn"]


def test_draws_come_before_losses(folder: str) -> None:
    data = json.loads(run("endgames", "probe", "1/1m1/5/5/5/1M1/1 r", "--folder", folder, "--json").stdout)
    assert data["turns"] == 0
    worth = list(data["after"].values())
    assert worth[0] == 0
    assert worth == sorted(worth, key=lambda turns: (turns < 0, turns))


def test_the_value_of_the_start_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    recorded = Path(__file__).parents[2] / "docs" / "endgames" / "camette-1949-8.json"
    show(json.loads(recorded.read_text(encoding="utf-8")))
    assert "From the start the side that moves first draws." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("build", "chess"), 2, "endgames of cam and camette, not of 'chess'"),
        (("build", "cam", "--pieces", "9"), 2, "from 2 to 4 pieces, not 9"),
        (("build", "cam", "--engine", "abacus"), 2, "the engine is cpu or cuda, not 'abacus'"),
        (("build", "cam", "--edition", "1066"), 2, "the edition is 1949 or federation"),
        (("probe", "1/1k1/1mmm1/5/1MMM1/1K1/1 r"), 1, "the tables do not have this position"),
        (("probe", "nonsense"), 1, "is not a position of Cam"),
        ((), 2, "build"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], code: int, complaint: str) -> None:
    result = run("endgames", *arguments)
    assert result.exit_code == code
    assert complaint in result.output


@pytest.mark.skipif(cuda.is_available(), reason="there is a GPU")
def test_a_missing_gpu_is_said() -> None:
    result = run("endgames", "build", "cam", "--engine", "cuda")
    assert result.exit_code == 1
    assert "the engine cuda needs an NVIDIA GPU" in result.stderr
