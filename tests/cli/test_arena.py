"""`parlour arena`."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from parlour.arena.journal import NAME
from tests.arena.tables import GAME, install_bad_bots, written
from tests.cli.helpers import press_ctrl_c, run, start
from tests.cli.test_terminal import Terminal
from tests.short import flags
from tests.waiting import STEP, TEST, until

MANY = "40"
TWO = (GAME, "rulebook", "random", "--seats", "2", "--seed", "3", *flags(GAME))


def test_a_tournament_is_shown_in_tables_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = run("arena", *TWO, "--matches", MANY, "--workers", "0", "--out", str(folder))
    assert result.exit_code == 0
    for text in ("2 seats: rulebook, random; seed 3", "Ratings (random = 0)", "fair %", "p95", "Options: "):
        assert text in result.output
    assert {"results.json", "report.md", "matches.parquet", "ratings.svg"} <= {file.name for file in folder.iterdir()}


def test_a_tournament_is_told_to_programs_and_is_the_same_again() -> None:
    first, again = (json.loads(run("arena", *TWO, "--matches", "4", "--workers", "0", "--json").stdout) for _ in "ab")
    assert first["tables"][:-1] == again["tables"][:-1]
    assert (first["deals"], first["matches_played"], first["bots"]) == (2, 4, ["rulebook", "random"])


def test_one_plays_against_three() -> None:
    given = ("--matches", "4", "--workers", "0", "--json", *flags(GAME))
    bots = run("arena", GAME, "rulebook", "random", "random", "random", "--seats", "4", *given)
    lineup = run("arena", GAME, "rulebook", "random", "--seats", "4", "--lineup", "1,2,2,2", *given)
    for result in (bots, lineup):
        assert json.loads(result.stdout)["seatings"] == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]


def test_the_same_command_goes_on_and_so_does_resume(tmp_path: Path) -> None:
    """Without a seed, a folder keeps the one that it began with."""
    command = ("arena", GAME, "rulebook", "random", "--seats", "2", *flags(GAME), "--workers", "0", "--json")
    first, longer, resumed, again = (
        json.loads(run(*given).stdout)
        for given in (
            (*command, "--out", str(tmp_path), "--matches", "4"),
            (*command, "--out", str(tmp_path), "--matches", "6"),
            ("arena", "--resume", str(tmp_path), "--matches", "8", "--workers", "0", "--json"),
            ("arena", "--resume", str(tmp_path), "--workers", "0", "--json"),
        )
    )
    assert first["seed"] == longer["seed"] == resumed["seed"]
    assert [data["deals"] for data in (first, longer, resumed, again)] == [2, 3, 4, 4]
    assert len((tmp_path / NAME).read_text().splitlines()) == 1 + 8 + 2


def test_a_test_is_decided(tmp_path: Path) -> None:
    result = run("arena", GAME, "random", "rulebook", "--seats", "2", "--sprt", "-400", "400", "--workers", "0")
    assert result.exit_code == 0
    assert "H0 accepted, random is -400 Elo against rulebook" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ([], 2, "say what to play"),
        (["--resume", "x", "--out", "y"], 2, "leave out the game"),
        (["--resume", "x", "--seats", "3"], 2, "leave out the game"),
        (["--resume", "x", "--seed", "3"], 2, "leave out the game"),
        (["--resume", "x", "-o", "hand_cap=3"], 2, "leave out the game"),
        ([GAME, "random", "--matches", str(10**20)], 2, "from one to 10,000,000 matches"),
        ([GAME, "random", "rulebook", "--sprt", "-1000000", "0"], 2, "from -4000 to 4000"),
        (["--resume", "/no/such/folder"], 1, "there is no tournament in"),
        ([GAME], 2, "at least one bot"),
        ([GAME, "random", "genius"], 2, "'genius'"),
        ([GAME, "random", "--matches", "0"], 2, "not in the range x>=1"),
        ([GAME, "random", "--engine", "steam"], 2, "there are local, ray"),
        ([GAME, "random", "rulebook", "--sprt", "5", "0"], 2, "the lower first"),
        ([GAME, "random", "-o", "colour=red"], 2, "colour"),
        ([GAME, "random", "--engine", "ray", "--address", "127.0.0.1:1"], 1, "no Ray cluster at 127.0.0.1:1"),
        ([GAME, "random", "--out", os.devnull], 1, os.devnull),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused_at_once(arguments: list[str], code: int, complaint: str) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == code
    assert complaint in result.stderr


def test_another_tournament_in_the_folder_is_refused(tmp_path: Path) -> None:
    run("arena", *TWO, "--matches", "2", "--workers", "0", "--out", str(tmp_path))
    result = run("arena", *TWO[:5], "--seed", "4", *flags(GAME), "--workers", "0", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert 'its seed is "3", not "4"' in result.stderr


def test_ctrl_c_shows_what_was_played_and_says_how_to_go_on(home: Path, tmp_path: Path) -> None:
    command = ("arena", *TWO, "--matches", "1000000", "--workers", "2", "--json", "--out", str(tmp_path))
    with start(*command, home=home) as process:
        until(lambda: written(tmp_path, 6) or process.poll() is not None, "matches are played", TEST)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=STEP)
    data = json.loads(out)
    assert process.returncode == 130
    assert data["interrupted"] is True
    assert f"interrupted after {data['matches_played']:,} of 1,000,000 matches" in err.decode()
    assert f"parlour arena --resume {tmp_path} goes on" in err.decode()


def test_failures_are_told_and_the_rest_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_bad_bots(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    result = run("arena", GAME, "thrower", "random", *TWO[3:], "--matches", "12", "--workers", "0")
    assert result.exit_code == 1
    assert "thrower in Seat" in result.stderr
    assert "ZeroDivisionError: thrown on purpose" in result.stderr
    assert "Ratings" in result.stdout


def test_a_missing_extra_is_named_and_the_rest_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("arena", *TWO, "--matches", "2", "--workers", "0", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert "install parlour[plot]" in result.stderr


def test_a_bar_tells_the_result_so_far(home: Path) -> None:
    command = ("arena", *TWO[:5], "--seed", "3", "--matches", "1000000", "--workers", "1")
    with Terminal(*command, home=home) as terminal:
        assert "rulebook" in terminal.expect("(fair ")
        press_ctrl_c(terminal.process, lambda: terminal.type("\x03"))
        code, rest = terminal.leave()
    assert code == 130
    assert "with --out you could continue it" in " ".join(rest.split())
