"""Completion in the shells: the scripts load there, and what they ask for is answered."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from parlour import bots
from parlour.cli.common import complete_record
from parlour.core.saves import folder
from parlour.games import names
from tests.cli.helpers import outcome, run


def completed(home: Path, shell: str, words: str) -> str:
    """What a shell is offered for the last of these words."""
    asked: dict[str, Any] = {
        "bash": {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": words},
        "fish": {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    code, out, err = outcome(home=home, _PARLOUR_COMPLETE=f"complete_{shell}", **asked)
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_games_are_completed_in_every_shell(shell: str, home: Path) -> None:
    out = completed(home, shell, "parlour play k")
    assert [name for name in names() if name in out] == ["kamra", "kardkelly"]


def test_players_are_completed_one_by_one_and_in_lists(home: Path) -> None:
    assert completed(home, "bash", "parlour arena kamra r").split() == ["random", "rulebook"]
    assert completed(home, "bash", "parlour play kamra --opponents strong,ru").split() == ["strong,rulebook"]
    assert completed(home, "bash", "parlour arena kamra ").split() == bots.names()


def test_saved_matches_are_completed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert complete_record("") == []
    saved, other = folder() / "kamra-1.json", tmp_path / "mine" / "kept.json"
    for file in (saved, other):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.chdir(other.parent)
    assert complete_record("") == [str(saved), "kept.json"]
    assert complete_record(f"{other.parent}/") == [str(other)]
    assert completed(home, "bash", f"parlour replay {folder()}/k").split() == [str(saved)]


def test_commands_and_shells_are_completed(home: Path) -> None:
    assert completed(home, "bash", "parlour comp").split() == ["compile", "completion"]
    assert completed(home, "bash", "parlour completion f").split() == ["fish"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_a_script_that_it_can_read(shell: str, tmp_path: Path) -> None:
    shown = run("completion", shell)
    assert shown.exit_code == 0
    assert f"_PARLOUR_COMPLETE=complete_{shell}" in shown.output
    if shutil.which(shell):
        (tmp_path / "script").write_text(shown.output)
        subprocess.run([shell, "-n", tmp_path / "script"], check=True)


def test_another_shell_has_none() -> None:
    result = run("completion", "csh")
    assert result.exit_code == 2
    assert "there are completions for bash, zsh, fish, not for 'csh'" in result.stderr
