"""The journal of a tournament: a file that only grows, a line of JSON a match, so that a killed run can go on.

The first line says what is played. A last line that was not finished is what a killed run leaves, and is cut off.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from parlour.arena.referee import Result
from parlour.arena.tournament import Tournament
from parlour.errors import CorruptRecord, OptionError, RecordError

NAME = "matches.jsonl"
FORMAT = "parlour arena 1"
MAY_CHANGE = ("matches", "sprt")  # how much is played, not what


class Journal:
    """The journal in a folder, open for the results to come. What it has already is in `results`."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / NAME
        self._file = self.path.open("ab+")
        try:
            lock(self._file, folder)
            whole = cut_torn_line(self._file)
            if whole:
                check_same(read_header(self.path), tournament.data(), folder)
            else:
                self._write({"format": FORMAT, **tournament.data()})
        except BaseException:
            self._file.close()
            raise

    def results(self) -> Iterator[Result]:
        """The matches played so far."""
        return results_in(self.path)

    def add(self, result: Result) -> None:
        """Write a match down at once."""
        self._write(result)

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def lock(file: BinaryIO, folder: Path) -> None:
    """Keep others from writing to the same journal, where the system can."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"the tournament in {folder} is being played by another process") from None


def cut_torn_line(file: BinaryIO) -> int:
    """Forget what stands after the last end of a line; how many bytes are left."""
    file.seek(0)
    whole = sum(len(line) for line in file if line.endswith(b"\n"))
    file.truncate(whole)
    return whole


def read_header(path: Path) -> dict[str, Any]:
    """What is played, as the first line of a journal says."""
    with path.open("rb") as file:
        header = parse(file.readline(), path, 1)
    if header.get("format") != FORMAT:
        raise CorruptRecord(f"{path} is not the journal of a tournament")
    return header


def results_in(path: Path) -> Iterator[Result]:
    """The matches of a journal, in the order in which they ended; a last line that is torn is left out."""
    with path.open("rb") as file:
        file.readline()
        for number, line in enumerate(file, 2):
            if line.endswith(b"\n"):
                yield parse(line, path, number)


def parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    """A line of a journal."""
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise CorruptRecord(f"line {number} of {path} is damaged")
    return data


def stored(folder: Path) -> Tournament:
    """The tournament that a folder holds."""
    if not begun(folder):
        raise RecordError(f"there is no tournament in {folder}: it has no {NAME}")
    return Tournament.from_data(read_header(folder / NAME))


def begun(folder: Path) -> bool:
    """Whether a folder holds a tournament."""
    path = folder / NAME
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.readline().endswith(b"\n")


def check_same(before: Mapping[str, Any], now: Mapping[str, Any], folder: Path) -> None:
    """`OptionError` if a folder holds another tournament than the one that is to be played."""
    for name, value in now.items():
        if name not in MAY_CHANGE and before.get(name) != value:
            raise OptionError(
                f"{folder} holds another tournament: its {name} is {show(before.get(name))}, not {show(value)}; "
                "choose another folder, or go on with that one by --resume"
            )


def show(value: object) -> str:
    """A parameter for an error message."""
    return json.dumps(value)[:80]
