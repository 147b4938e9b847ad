"""The journal of a tournament: a file that only grows, a line of JSON a match, so that a killed run can go on.

The first line says what is played; a later one may say that it is to be longer or shorter, or to stop by another test.
A last line that was not finished is what a killed run leaves, and is cut off.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeAlias, TypedDict

import msgspec
from msgspec import Meta

from parlour.arena.referee import Result, failed
from parlour.arena.tournament import Tournament
from parlour.core.files import lock
from parlour.errors import CorruptRecord, OptionError, RecordError

NAME = "matches.jsonl"
FORMAT = "parlour arena 1"
BEGINNING = f'{{"format":"{FORMAT}"'.encode()
MAY_CHANGE = ("matches", "sprt")  # how much is played, not what
CHANGE = "from now on"
CHANGE_BEGINNING = f'{{"{CHANGE}":'.encode()

Number: TypeAlias = Annotated[int, Meta(ge=0)]


class Header(TypedDict):
    """The first line."""

    game: str
    rules: int
    seats: Number
    options: dict[str, Any]
    bots: list[str]
    lineups: list[list[Number]]
    seed: str
    matches: Annotated[int, Meta(ge=1)]
    sprt: tuple[float, float] | None


class Change(TypedDict):
    """A line that says how much is played from now on."""

    matches: Annotated[int, Meta(ge=1)]
    sprt: tuple[float, float] | None


class MatchLine(TypedDict):
    """The line of a match, whatever came of it."""

    match: Number
    deal: Number
    bots: list[Number]
    moves: Number
    seconds: float


class Played(MatchLine):
    """The line of a match that was played to its end."""

    scores: list[float]
    payoffs: list[float]
    winners: list[Number]
    thinking: list[tuple[int, float, float, list[tuple[int, int]]]]
    faults: list[tuple[Number, int, str]]


class Failed(MatchLine):
    """The line of a match in which a bot failed."""

    seat: int | None
    bot: str | None
    error: str
    record: str | None


class Journal:
    """The journal in a folder, open for the results to come. What it has already is in `results`."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / NAME
        self.tournament = tournament
        self._file = self.path.open("ab+")
        try:
            if not lock(self._file.fileno()):
                raise RecordError(f"the tournament in {folder} is being played by another process")
            check_ours(self.path)
            now = tournament.data()
            if cut_torn_line(self._file):
                before = read_header(self.path)
                check_same(before, now, folder)
                if any(before[name] != now[name] for name in MAY_CHANGE):
                    self._write({CHANGE: {name: now[name] for name in MAY_CHANGE}})
            else:
                self._write({"format": FORMAT, **now})
        except BaseException:
            self._file.close()
            raise

    def results(self) -> Iterator[Result]:
        """The matches played so far."""
        return results_in(self.path, self.tournament)

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


def cut_torn_line(file: BinaryIO) -> int:
    """Forget what stands after the last end of a line; how many bytes are left."""
    file.seek(0)
    whole = sum(len(line) for line in file if line.endswith(b"\n"))
    file.truncate(whole)
    return whole


def check_ours(path: Path) -> None:
    """`CorruptRecord` if a file was not written by a tournament, before anything in it is changed."""
    with path.open("rb") as file:
        first = file.readline()
    if first.endswith(b"\n"):
        read_header(path)
    elif not first.startswith(BEGINNING) and not BEGINNING.startswith(first):
        raise not_ours(path)


def not_ours(path: Path) -> CorruptRecord:
    """The error for somebody else's file."""
    return CorruptRecord(f"{path} is not the journal of a tournament")


def read_header(path: Path) -> dict[str, Any]:
    """What is played, as the first line of a journal says, and how much of it, as the last word on that says."""
    with path.open("rb") as file:
        first = parse(file.readline(), path, 1)
        if first.get("format") != FORMAT:
            raise not_ours(path)
        header = checked(first, Header, path, 1)
        for number, line in enumerate(file, 2):
            if line.startswith(CHANGE_BEGINNING) and line.endswith(b"\n"):
                header |= checked(parse(line, path, number)[CHANGE], Change, path, number)
    return header


def results_in(path: Path, one: Tournament | None = None) -> Iterator[Result]:
    """The matches of a journal, in the order in which they ended; a last line that is torn is left out.

    `CorruptRecord` if a line is damaged, or is not one of this tournament, if one is given.
    """
    with path.open("rb") as file:
        file.readline()
        for number, line in enumerate(file, 2):
            if not line.endswith(b"\n") or line.startswith(CHANGE_BEGINNING):
                continue
            result = parse(line, path, number)
            checked(result, Failed if failed(result) else Played, path, number)
            if one is not None and not fits(result, one):
                raise damaged(path, number)
            yield result


def fits(result: Result, one: Tournament) -> bool:
    """Whether a result can be one of a tournament: the deal and the bots of its number, and something for each seat."""
    deal, seating = one.place(result["match"])
    for_seats = [result[name] for name in ("bots", "scores", "payoffs", "thinking") if name in result]
    return (
        result["deal"] == deal
        and result["bots"] == list(one.seatings[seating])
        and all(len(values) == one.seats for values in for_seats)
        and all(seat < one.seats for seat in result.get("winners", ()))
    )


def parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    """A line of a journal."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise damaged(path, number)
    return data


def checked(data: dict[str, Any], kind: Any, path: Path, number: int) -> dict[str, Any]:
    """The data of a line, if it has all that such a line should have."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        raise damaged(path, number) from None
    return data


def damaged(path: Path, number: int) -> CorruptRecord:
    """The error for a line that cannot be used."""
    hint = "" if number == 1 else "; if it is taken out, its match is played again"
    return CorruptRecord(f"line {number} of {path} is damaged{hint}")


def stored(folder: Path) -> Tournament:
    """The tournament that a folder holds."""
    if not begun(folder):
        raise RecordError(f"there is no tournament in {folder}: it has no {NAME}")
    header = read_header(folder / NAME)
    places = [bot for lineup in header["lineups"] for bot in lineup]
    if (
        not places
        or max(places) >= len(header["bots"])
        or {len(each) for each in header["lineups"]} != {header["seats"]}
    ):
        raise damaged(folder / NAME, 1)
    return Tournament.from_data(header)


def seed_in(folder: Path | None) -> str | None:
    """The seed of the tournament that a folder holds, if it does."""
    return stored(folder).seed if folder is not None and begun(folder) else None


def check_alone(besides: Iterable[object]) -> None:
    """`OptionError` if more is said of a tournament that goes on than how long it is to be."""
    if any(given not in (None, []) for given in besides):
        raise OptionError(
            "--resume FOLDER goes on with what is there; leave out the game, the bots, --seats, --lineup, --option, "
            "--seed and --out"
        )


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
