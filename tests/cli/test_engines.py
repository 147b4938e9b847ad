"""What commands that play by the thousand say about their speed."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.cli import engines


@pytest.fixture(autouse=True)
def _free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has chosen an engine."""
    monkeypatch.delenv("PARLOUR_ENGINE")


def test_without_the_lab_a_line_says_what_would_be_faster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engines, "has_numba", lambda: False)
    engines.suggest_lab()
    assert "parlour[lab]" in capsys.readouterr().err
    monkeypatch.setenv("PARLOUR_ENGINE", "wasm")
    engines.suggest_lab()
    assert capsys.readouterr().err == ""


def test_compiling_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game: Any = SimpleNamespace(title="Cam", fast_kernels=SimpleNamespace(series=None))
    monkeypatch.setattr(engines, "has_numba", lambda: True)
    monkeypatch.setattr(engines, "for_throughput", lambda game: "numba")
    monkeypatch.setattr(engines, "mark_of", lambda game, loop: tmp_path / f"{loop}.ready")
    engines.load_fast(game, "series")
    told = "Compiling the rules of Cam for this processor (once; about half a minute) ...\n"
    assert capsys.readouterr().err == told
    engines.load_fast(game, "series")
    assert capsys.readouterr().err == ""
