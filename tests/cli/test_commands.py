"""The commands that look things up, and what all commands have in common."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.games import all_games, game, names
from tests.cli.helpers import outcome, run


def test_games_are_listed_for_people_and_programs() -> None:
    shown = run("games")
    assert shown.exit_code == 0
    for one in all_games().values():
        assert one.title in shown.output
    assert [each["name"] for each in json.loads(run("games", "--json").output)] == names()


@pytest.mark.parametrize("name", names())
def test_a_game_is_shown_with_its_options(name: str) -> None:
    shown = run("games", name)
    data = json.loads(run("games", name, "--json").output)
    assert shown.exit_code == 0
    assert data["goal"] in shown.output
    assert data["goal"].endswith(".")
    for option in game(name).options:
        assert f"{option.name} = " in shown.output
        assert option.rule in shown.output
    assert [option["name"] for option in data["options"]] == [option.name for option in game(name).options]
    assert data["seats"]["usual"] == game(name).usual


@pytest.mark.parametrize("command", ["games", "rules", "play", "simulate", "perft"])
def test_a_game_that_is_not_there_is_a_usage_error_that_lists_those_that_are(command: str) -> None:
    more = {"simulate": ["--matches", "1"], "perft": ["--depth", "1"]}.get(command, [])
    result = run(command, "whist", *more)
    assert result.exit_code == 2
    assert "there is no game 'whist'; there are" in result.stderr


@pytest.mark.parametrize("name", names())
def test_rules_are_printed_whole_or_one_by_one(name: str) -> None:
    whole = run("rules", name)
    listed = json.loads(run("rules", name, "--json").output)
    assert whole.exit_code == 0
    for rule in listed[:3]:
        assert rule["id"] in whole.output
        one = run("rules", name, rule["id"].lower())
        assert one.exit_code == 0
        assert one.output.strip() == f"{rule['id']} ({rule['status']}): {rule['text']}"
        assert json.loads(run("rules", name, rule["id"], "--json").output) == rule


def test_rules_are_printed_in_another_language() -> None:
    english, spanish = (
        json.loads(run("rules", "honors1", "--json", "--language", each).output) for each in ("en", "es")
    )
    assert [rule["id"] for rule in spanish] == [rule["id"] for rule in english]
    rule = next(each for each in spanish if each["status"] == "ruling")
    one = run("rules", "honors1", rule["id"], "--language", "es")
    assert one.output.strip() == f"{rule['id']} (criterio): {rule['text']}"
    wrong = run("rules", "honors1", "--language", "eo")
    assert wrong.exit_code == 2
    assert "not written in 'eo'; there are en, es" in wrong.stderr


@pytest.mark.parametrize("name", names())
def test_an_unknown_rule_suggests_near_ones(name: str) -> None:
    known = json.loads(run("rules", name, "--json").output)[0]["id"]
    result = run("rules", name, known[:-1] + "x")
    assert result.exit_code == 1
    assert f"did you mean {known[:3]}" in result.stderr
    far = run("rules", name, "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@")
    assert far.exit_code == 1
    assert "prints them all" in far.stderr


def test_version_help_and_nothing_at_all(home: Path) -> None:
    assert run("--version").output == f"parlour {parlour.__version__}\n"
    code, out, err = outcome(home=home)
    assert (code, err) == (0, "")
    assert "Usage: parlour" in out
    assert "Exit codes: 0 done" in out
    for command in ("games", "rules", "play", "replay", "verify", "simulate", "perft", "bench", "coverage", "menu"):
        assert f"  {command} " in out
        shown = run(command, "--help")
        assert shown.exit_code == 0
        assert "Example: parlour" in shown.output


@pytest.mark.parametrize("arguments", [["dance"], ["play", "--seats"], ["games", "--jsonn"], ["simulate"]])
def test_a_command_wrongly_asked_exits_with_two(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_looking_things_up_loads_no_numba() -> None:
    """Numba takes most of a start, so only commands that need the rules may load it."""
    look = """
import sys
from typer.testing import CliRunner
from parlour.cli.app import app
for command in (["games"], ["games", "{0}"], ["rules", "{0}"], ["--help"], ["play", "whist"]):
    CliRunner().invoke(app, command)
    assert "numba" not in sys.modules, command
""".format(names()[0])
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_reader_that_has_seen_enough_is_no_error(home: Path) -> None:
    command = f"{sys.executable} -m parlour rules {names()[0]} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_a_terminal_without_the_signs_gets_question_marks(home: Path) -> None:
    code, out, _ = outcome("rules", names()[-1], home=home, PYTHONIOENCODING="ascii")
    assert code == 0
    assert out.isascii()
