"""`parlour simulate`, `parlour perft` and `parlour bench`."""

import json
import signal
import sys
from pathlib import Path

import pytest

from parlour.cli.bench import write
from parlour.games import game, names
from tests.cli.helpers import run, start
from tests.short import flags
from tests.waiting import STEP, TEST, until

MANY = "40"


@pytest.mark.parametrize("name", names())
def test_a_series_is_shown_in_tables(name: str) -> None:
    result = run("simulate", name, "--matches", MANY, *flags(name), "--policy", "random", "--seed", "3")
    assert result.exit_code == 0
    one = game(name)
    for text in ("Seats", "Lengths", "moves a match", f"{one.hand_word}s a match", "random; seed 3"):
        assert text in result.output
    assert one.statistics is None or len(result.output.splitlines()) > 25


def test_a_series_is_told_to_programs_and_is_the_same_again() -> None:
    name = names()[-1]
    arguments = ["simulate", name, "--matches", MANY, "--policy", "rulebook", "--seed", "5", *flags(name), "--json"]
    first, again = (json.loads(run(*arguments).stdout) for _ in range(2))
    for data in (first, again):
        del data["seconds"], data["moves_a_second"]
    assert first == again
    assert first["matches"] == int(MANY)
    assert first["policies"] == ["rulebook"] * game(name).usual
    assert {table["title"] for table in first["tables"]} >= {"Seats", "Lengths"}


def test_a_series_has_policies_by_seat_options_and_files(tmp_path: Path) -> None:
    one = game(names()[-1])
    policies = ",".join(["rulebook", *["random"] * (one.usual - 1)])
    result = run(
        *("simulate", one.name, "--matches", MANY, "--policy", policies, *flags(one.name)),
        *("--csv", f"{tmp_path}/s.csv", "--parquet", f"{tmp_path}/s.parquet", "--plot", f"{tmp_path}/s.svg"),
    )
    assert result.exit_code == 0
    assert len((tmp_path / "s.csv").read_text().splitlines()) == 1 + int(MANY)
    assert sorted(file.name for file in tmp_path.glob("s.*")) == ["s.csv", "s.parquet", "s.svg"]


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ([], 2, "--hands N or --matches N"),
        (["--hands", "5", "--matches", "5"], 2, "--hands N or --matches N"),
        (["--matches", "0"], 2, "not in the range x>=1"),
        (["--matches", "1", "--policy", "genius"], 2, "there is no policy 'genius'; there are random, rulebook"),
        (["--matches", "1", "--policy", "random," * 20], 2, "there is no policy ''"),
        (["--matches", "1", "--seats", "77"], 2, "not 77"),
        (["--matches", "1", "--csv", "/no/such/folder/s.csv"], 1, "cannot be written"),
        (["--matches", "1", "--csv", "/"], 1, "it is a folder"),
        (["--matches", "1", "--plot", "page.docx"], 1, "a plot is written as"),
    ],
)
def test_a_series_that_cannot_be_played_is_refused_at_once(arguments: list[str], code: int, complaint: str) -> None:
    result = run("simulate", names()[0], *arguments)
    assert result.exit_code == code
    assert complaint in result.stderr


def test_an_extra_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("simulate", names()[0], "--matches", "1", "--parquet", f"{tmp_path}/s.parquet")
    assert result.exit_code == 1
    assert "install parlour[data]" in result.stderr


def some_written(folder: Path) -> bool:
    """Whether a part of the file is on the disk."""
    return any(part.read_text().count("\n") > 1 for part in folder.glob(".s.csv.*"))


def test_ctrl_c_shows_and_writes_what_was_played(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    command = ("simulate", names()[-1], "--matches", "1000000000", *flags(names()[-1]), "--json", "--csv", str(file))
    with start(*command, home=home) as process:
        until(lambda: some_written(tmp_path) or process.poll() is not None, "matches are played", TEST)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=STEP)
    data = json.loads(out)
    assert process.returncode == 130
    assert data["interrupted"] is True
    assert f"interrupted after {data['matches']:,} matches" in err.decode()
    assert len(file.read_text().splitlines()) == 1 + data["matches"]


# --- perft ----------------------------------------------------------------------------------------------------

CASTLE = "1/1k1/5/7/1m5/1M5/7/5M1/7/7/1m3/mm1/K r"


@pytest.mark.rule("T-CM-08")
def test_perft_counts_paths_and_outcomes_by_depth() -> None:
    paths = json.loads(run("perft", "cam", "--depth", "3", "--position", CASTLE, "--json").stdout)
    assert paths["leaves"] == [3, 3, 17]
    outcomes = run("perft", "cam", "--depth", "3", "--position", CASTLE, "--distinct")
    assert [line.split()[1] for line in outcomes.stdout.splitlines()] == ["2", "2", "14"]


def test_perft_is_divided_by_first_turns() -> None:
    arguments = [
        "perft",
        "cam",
        "--depth",
        "2",
        "--divide",
        "--position",
        "1/3/2k2/6m/4m2/7/7/1m3m1/1M5/5M1/2M1K/3/1 r",
    ]
    shown = run(*arguments)
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[-1] == "2 turns, 29 in all"
    assert json.loads(run(*arguments, "--json").stdout)["turns"].keys() == {"F3-F5xF7", "B5xB7"}


def test_perft_counts_actions_and_settles_for_one_deal() -> None:
    first, again = (run("perft", "kamra", "--depth", "2", "--by", "actions", "--json").stdout for _ in range(2))
    assert json.loads(first)["leaves"] == [16, 256]
    assert first == again


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--depth", "99"], "from 0 to 20"),
        (["--depth", "1", "--by", "legs"], "by turns or by actions"),
        (["--depth", "1", "--divide", "--distinct"], "leave out --distinct"),
        (["--depth", "many"], "not a valid int"),
        ([], "--depth"),
    ],
)
def test_perft_wrongly_asked_is_a_usage_error(arguments: list[str], complaint: str) -> None:
    result = run("perft", names()[0], *arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_ctrl_c_ends_a_count_that_would_take_for_ever(home: Path) -> None:
    with start("perft", "cam", "--depth", "20", home=home) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=STEP)
    assert process.returncode == 130
    assert b"interrupted" in err


# --- bench ----------------------------------------------------------------------------------------------------


@pytest.mark.all
def test_bench_measures_and_says_with_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.arena import bench

    monkeypatch.setattr(bench, "BATCH_SECONDS", 0.01)
    result = run("bench", names()[0], "--times", "3", "--json", f"{tmp_path}/bench.json")
    assert result.exit_code == 0
    assert "compares with peers" in result.output
    data = json.loads((tmp_path / "bench.json").read_text())
    assert [measure["unit"] for measure in data["measures"]] == ["moves/s", "moves/s", "s"]
    for measure in data["measures"]:
        assert len(measure["runs"]) == 3
        assert 0 < measure["least"] <= measure["median"] <= measure["most"]
    assert data["machine"]["packages"]["parlour"]
    assert data["machine"]["compiled"] is True


def test_figures_are_printed_as_json_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("-"), {"median": 1.5})
    assert json.loads(capsys.readouterr().out) == {"median": 1.5}
