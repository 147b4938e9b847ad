"""Every test of the command line has a home of its own for saved matches, and finds the rules compiled."""

from pathlib import Path

import pytest

from parlour.cli.compiling import LOOPS, load_rules
from parlour.games import all_games


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where matches are saved during a test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    """Compile everything before any test looks at what a command says."""
    for one in all_games().values():
        for purpose in LOOPS:
            load_rules(one, purpose)
