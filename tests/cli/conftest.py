"""Every test of the command line has a home of its own for saved matches, and rules that need no compiling."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where matches are saved during a test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def _wasm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have series and counts played by the engine that is there at once: all engines give the same results."""
    monkeypatch.setenv("PARLOUR_ENGINE", "wasm")
