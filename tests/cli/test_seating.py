"""Computer players from outside at the table of `parlour play`: how they are named, reported, and not trusted."""

import shlex
import sys
from pathlib import Path

import pytest

from parlour.cli.common import listed
from parlour.core.record import PlayerRecord, read_record
from parlour.games import game
from parlour.terminal.plain.seating import TOLD
from tests.cli.helpers import run
from tests.waiting import STEP

ROGUE = shlex.join([sys.executable, str(Path(__file__).parents[1] / "bots" / "rogue.py")])
PATIENTLY = f"exec:start={STEP} seconds={STEP}"  # a busy machine may need some
TABLE = ("play", "honors4", "--seats", "2", "--seed", "2", "-o", "h4_match=1")
TURNS = "1\n" * 200


def test_players_are_listed_with_commas_and_quoted_where_they_have_commas_themselves() -> None:
    assert listed("rulebook") == ["rulebook"]
    assert listed('random, exec:mine "a b" , \'x') == ["random", 'exec:mine "a b"', "'x"]
    assert listed('random,"exec:mine --depths 3,4"') == ["random", "exec:mine --depths 3,4"]
    assert listed("") == [""]
    assert listed("random,") == ["random", ""]


def test_a_match_is_played_against_a_program() -> None:
    result = run(*TABLE, "--opponents", f"{PATIENTLY} {ROGUE} well", text=TURNS)
    assert result.exit_code == 0
    assert "Mabel (seat 1, exec:" in result.output
    assert result.stderr == ""


def test_what_a_program_did_wrong_is_told_at_the_end() -> None:
    result = run(*TABLE, "--watch", "--opponents", f"random,{PATIENTLY} {ROGUE} cheats")
    assert result.exit_code == 0
    told = result.stderr.splitlines()
    assert told[0].startswith("parlour: Clarence (exec:")
    assert "turns to the idle move" in told[0]
    assert r" it chose 'win\x1b[2J the match', which is not legal" in told[1]
    assert told[-1] == "parlour:   and so on"
    assert len(told) == TOLD + 2


def test_the_last_words_of_a_program_that_died_are_told() -> None:
    result = run(*TABLE, "--opponents", f"{PATIENTLY} restarts=0 {ROGUE} dies", text=TURNS)
    assert result.exit_code == 0
    assert "ended (exit status 3); it is not started again\nparlour:     out of cheese\n" in result.stderr


@pytest.mark.parametrize(
    ("opponents", "complaint"),
    [
        ("exec:no-such-program", "there is no program 'no-such-program'"),
        ("exec:", "names no program"),
        ("exec:sh 'x", "is no command"),
    ],
)
def test_a_program_that_cannot_be_started_is_a_usage_error(opponents: str, complaint: str) -> None:
    result = run(*TABLE, "--opponents", opponents)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_does_not_start_programs_unless_they_are_named_again(tmp_path: Path) -> None:
    file, notes = tmp_path / "match.json", tmp_path / "notes"
    program = f"{PATIENTLY} {ROGUE} well {notes}"
    players = [PlayerRecord("You"), PlayerRecord("Mabel", program)]
    file.write_text(game("honors4").match(2, seed=2, options={"h4_match": 1}).record(players).to_json())
    refused = run("play", "--resume", str(file), text=TURNS)
    assert refused.exit_code == 2
    assert "to run that program again, name it with --opponents as well" in refused.stderr
    assert not notes.exists()
    assert run("play", "--resume", str(file), "--opponents", program, text=TURNS).exit_code == 0
    assert notes.exists()
    assert read_record(file.read_text()).result.over
