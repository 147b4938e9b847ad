"""What the tests of the arena share."""

from pathlib import Path

import pytest
from tests.arena.tables import install_bad_bots


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots `thrower`, `quitter` and `leaver`, which fail in every third match or so, and others that are odd."""
    folder = tmp_path / "installed"
    folder.mkdir()
    install_bad_bots(folder)
    monkeypatch.syspath_prepend(folder)
