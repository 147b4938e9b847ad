"""Saved matches: where they lie, how they are written and found again."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from parlour.core.files import whole_file
from parlour.errors import CorruptRecord, RecordError

if TYPE_CHECKING:
    from parlour.core.record import MatchRecord


def folder() -> Path:
    """Where matches are saved unless a file is named."""
    return platformdirs.user_data_path("parlour") / "saves"


def new_file(game: str) -> Path:
    """A file for a match that has none yet."""
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    files = (folder() / (f"{stem}.json" if n == 1 else f"{stem}-{n}.json") for n in range(1, 1000))
    return next(file for file in files if not file.exists())


def save(record: "MatchRecord", path: Path) -> None:
    """Write a record; a file that is not an earlier save of the same match is left alone."""
    if path.exists() and not is_earlier(record, path):
        raise RecordError(f"{path} exists and is not an earlier save of this match; choose another name")
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as part:
        part.write_text(record.to_json(), encoding="utf-8")


def is_earlier(record: "MatchRecord", path: Path) -> bool:
    """Whether a file is a save of the same match."""
    from parlour.core.record import read_record

    try:
        before = read_record(path.read_bytes())
    except RecordError:
        return False
    return (before.game, before.deal) == (record.game, record.deal)


def latest(most: int = 9) -> list[tuple[Path, "MatchRecord"]]:
    """The newest unfinished saves, newest first."""
    from parlour.core.record import read_record

    found = []
    for path in sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True):
        try:
            record = read_record(path.read_bytes())
        except CorruptRecord:
            continue
        if not record.result.over:
            found.append((path, record))
    return found[:most]
