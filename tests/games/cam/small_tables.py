"""Tables of Camette's endgames with two pieces, made once a process, in two goes."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from parlour.games.cam.endgames import build as building
from parlour.games.cam.endgames.build import build, plan

SMALL = plan("camette", pieces=2)


class Stopped(Exception):
    """Somebody broke off."""


@cache
def small_tables() -> Path:
    """The folder of the tables. The second pair of slices was broken off in the middle, and taken up again."""
    folder = Path(tempfile.mkdtemp(prefix="endgames"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)

    def stop(done: float, total: int, words: str) -> None:
        if words == "M-K, 5 turns":
            raise Stopped

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(building, "CHECKPOINT_SECONDS", 0.0)
        with pytest.raises(Stopped):
            build(SMALL, folder, tell=stop)
        assert (folder / SMALL.name / "pass.npz").exists()
        told: list[str] = []
        build(SMALL, folder, tell=lambda done, total, words: told.append(words))
    assert told[0] == "M-K, 5 turns"
    return folder
