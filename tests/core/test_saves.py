"""Saved matches: a save follows an earlier one of the same match, and replaces nothing else."""

from pathlib import Path

import pytest

import parlour
from parlour.core import saves
from parlour.core.match import Match
from parlour.core.record import read_record
from parlour.errors import RecordError

GAME = parlour.game("cam")


def played(seed: int, turns: int) -> Match:
    match = GAME.match(seed=seed)
    for _ in range(turns):
        match.play(match.actors[0], match.legal_ids(match.actors[0])[0])
    return match


def test_a_match_is_saved_again_over_its_earlier_save(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "match.json"
    for turns in (1, 3):
        saves.save(played(1, turns).record(), path)
    assert len(read_record(path.read_bytes()).actions) == 3
    assert [each.name for each in path.parent.iterdir()] == ["match.json"]


@pytest.mark.parametrize("other", ["another match", "no record"])
def test_nothing_else_is_replaced(tmp_path: Path, other: str) -> None:
    path = tmp_path / "match.json"
    path.write_text(played(2, 1).record().to_json() if other == "another match" else "my diary")
    before = path.read_text()
    with pytest.raises(RecordError, match="not an earlier save of this match"):
        saves.save(played(1, 1).record(), path)
    assert path.read_text() == before
