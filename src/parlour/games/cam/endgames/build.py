"""Making tables of endgames: slice by slice, on the processor or a GPU, and what was found.

Work that was broken off goes on where it was: a slice is solved when `slices.json` names it, and of those at hand a
checkpoint is kept now and then. The table is mapped from its file; marks take a byte a place of the slices at hand.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from parlour.core.contract import Record
from parlour.core.engines import at_speed
from parlour.core.files import lock, whole_file
from parlour.errors import OptionError, ParlourError
from parlour.games.cam import GAME
from parlour.games.cam.endgames import BOARD_NAMES, EDITIONS, index_of, probe
from parlour.games.cam.endgames.engine import CpuEngine, PassEngine, new_desk
from parlour.games.cam.endgames.passes import EVERY, LOST_NOW, MOST_CODE, NOTHING, OPEN, Codes, lay, prepare, tally
from parlour.games.cam.endgames.places import NO_PLACE, Index, place_of
from parlour.games.cam.endgames.slices import Slice, SlicePair, new_index, pairs_of
from parlour.games.cam.positions import board_text
from parlour.games.cam.rules import place_pieces
from parlour.games.cam.table import STATE

MOST_PIECES: Final = {"cam": 4, "camette": 8}
CHECKPOINT_SECONDS: Final = 60.0
STEP: Final = 1 << 22  # places between two words about the progress


class Job(NamedTuple):
    """What is to be solved."""

    board: str
    edition: str
    pieces: int

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"{self.board}-{self.edition}-{self.pieces}"


def plan(board: str, edition: str = "1949", pieces: int | None = None) -> Job:
    """A plan that can be carried out; `OptionError` if it cannot."""
    if board not in BOARD_NAMES:
        raise OptionError(f"there are endgames of {' and '.join(BOARD_NAMES)}, not of {board[:40]!r}")
    if edition not in EDITIONS:
        raise OptionError(f"the edition is {' or '.join(EDITIONS)}, not {edition[:40]!r}")
    most = MOST_PIECES[board]
    if pieces is not None and not 2 <= pieces <= most:
        raise OptionError(f"endgames of {board} have from 2 to {most} pieces, not {pieces}")
    return Job(board, edition, pieces or most)


Tell = Callable[[float, int, str], None]  # how many places of how many are done with, and what comes next
MakeEngine = Callable[[Codes, Index], PassEngine]


def build(plan: Job, folder: Path, make_engine: MakeEngine = CpuEngine, tell: Tell = lambda *_: None) -> dict[str, Any]:
    """Solve all slices that are not yet solved, and say what was found."""
    home = folder / plan.name
    verdict = verdict_of(home)
    if verdict is not None:
        return verdict
    home.mkdir(parents=True, exist_ok=True)
    with alone_in(home):
        return build_in(home, plan, make_engine, tell)


def build_in(home: Path, plan: Job, make_engine: MakeEngine, tell: Tell) -> dict[str, Any]:
    """Solve what is not yet solved in the folder of a table."""
    if (home / "table.bin").exists():  # something of it is damaged
        (home / "table.bin").replace(home / "table.part")
    index = new_index(GAME.version, BOARD_NAMES.index(plan.board), EDITIONS[plan.edition], plan.pieces)
    pairs = pairs_of(index)
    begun = time.perf_counter()
    file, solved = open_part(home, index, pairs[-1].span[1])
    table = np.asarray(file)
    engine = make_engine(table, index)
    try:
        for pair in pairs:
            if all(part.name in solved for part in pair.parts):
                continue
            solve(engine, pair, home, partial(tell_of, tell, len(table)))
            table[slice(*pair.span)] = engine.codes(pair.span)
            file.flush()
            solved |= {part.name: figures(part, table, index) for part in pair.parts}
            write_json(home / "slices.json", solved)
            (home / "pass.npz").unlink(missing_ok=True)
    finally:
        engine.close()
    verdict = summary(plan, solved, table, index) | {"seconds": round(time.perf_counter() - begun, 1)}
    write_json(home / "verdict.json", verdict)
    (home / "table.part").replace(home / "table.bin")
    return verdict


def verdict_of(home: Path) -> dict[str, Any] | None:
    """What was found, if the table is finished and nothing of it is damaged."""
    return None if index_of(home) is None else read_json(home / "verdict.json")


@contextmanager
def alone_in(home: Path) -> Iterator[None]:
    """Keep others from building the same table; `ParlourError` if somebody does."""
    handle = os.open(home, os.O_RDONLY)
    try:
        if not lock(handle):
            raise ParlourError(f"the table in {home} is being built by another process")
        yield
    finally:
        os.close(handle)


def open_part(home: Path, index: Index, size: int) -> tuple[Any, dict[str, Any]]:
    """The unfinished table, and the figures of the slices in it that are solved."""
    part = home / "table.part"
    if not is_index(home / "index.npy", index) or not part.exists() or part.stat().st_size != size:
        for name in ("slices.json", "pass.npz"):
            (home / name).unlink(missing_ok=True)
        with whole_file(home / "index.npy") as file:
            np.save(file, index)
        make_room(part, size)
    return np.memmap(part, dtype=np.uint8, mode="r+"), read_json(home / "slices.json") or {}


def is_index(path: Path, index: Index) -> bool:
    """Whether a file has this index."""
    try:
        return np.array_equal(np.load(path), index)
    except (OSError, ValueError, EOFError):
        return False


def make_room(path: Path, size: int) -> None:
    """A file of zeros. A disk that is too full says so now: later, writing where it is mapped would end the process."""
    with path.open("wb") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, size)
        else:  # pragma: no cover
            file.truncate(size)


def tell_of(tell: Tell, places: int, pair: SlicePair, part: float, words: str) -> None:
    """Tell how far all is, from how far a pair of slices is, which is a rough guess."""
    begin, end = pair.span
    tell(begin + part * (end - begin), places, f"{pair.name}, {words}")


def solve(engine: PassEngine, pair: SlicePair, home: Path, tell: Callable[[SlicePair, float, str], None]) -> None:
    """Solve a slice and its exchange, from the last checkpoint on if there is one."""
    engine.begin(pair.span)
    now, highest = resume(engine, pair, home)
    if now < 0:
        now = 0
        for done, step in steps(pair):
            tell(pair, 0.3 * done, "all positions")
            highest = max(highest, engine.look(step, now))
    saved = time.monotonic()
    while now < highest:
        now += 1
        tell(pair, 0.3 + 0.4 * now / (highest + 1), f"{now - LOST_NOW} turns")
        highest = max(highest, one_pass(engine, pair, now))
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            save(engine, pair, home, now)
            saved = time.monotonic()
    for done, step in steps(pair):
        tell(pair, 0.7 + 0.3 * done, "check")
        if engine.look(step, EVERY) != OPEN:
            raise ParlourError(f"{pair.name}: what is said of a position does not follow from its turns; start afresh")


def steps(pair: SlicePair) -> Iterator[tuple[float, Slice]]:
    """The slices in pieces that do not take long, and how far one has come before each."""
    begin, end = pair.span
    for part in pair.parts:
        for start in range(part.begin, part.end, STEP):
            yield (start - begin) / (end - begin), part._replace(begin=start, end=min(start + STEP, part.end))


def one_pass(engine: PassEngine, pair: SlicePair, now: int) -> int:
    """Mark, and look at what is marked; the highest new code."""
    for part in pair.parts:
        engine.mark(part, now)
    highest = max(engine.look(part, now) for part in pair.parts)
    if highest > MOST_CODE:
        raise ParlourError(f"{pair.name} has a win of more than {MOST_CODE - 1} turns, for which there is no room")
    return highest


def save(engine: PassEngine, pair: SlicePair, home: Path, now: int) -> None:
    """Keep the slices as they are after a pass."""
    with whole_file(home / "pass.npz") as file:
        np.savez(file, now=now, span=pair.span, codes=engine.codes(pair.span))


def resume(engine: PassEngine, pair: SlicePair, home: Path) -> tuple[int, int]:
    """Go on from a checkpoint: its pass and the highest code; -1 if the slices have none."""
    kept = read_pass(home / "pass.npz")
    if kept is not None and tuple(kept["span"].tolist()) == pair.span:
        engine.load(pair.span, kept["codes"])
        return int(kept["now"]), highest_code(kept["codes"])
    engine.load(pair.span, np.zeros(pair.span[1] - pair.span[0], dtype=np.uint8))
    return -1, OPEN


def read_pass(path: Path) -> dict[str, Any] | None:
    """A checkpoint; None if there is none, or if it is damaged."""
    try:
        with np.load(path) as kept:
            return {name: kept[name] for name in ("now", "span", "codes")}
    except (OSError, ValueError, EOFError, KeyError, AttributeError, BadZipFile):
        return None


def highest_code(codes: Codes) -> int:
    """The highest code of a position."""
    return int(np.flatnonzero(np.bincount(codes, minlength=NOTHING + 1)[:NOTHING])[-1])


# --- Figures --------------------------------------------------------------------------------------------------


def figures(part: Slice, codes: Codes, index: Index) -> dict[str, Any]:
    """How many positions of a slice are won, lost and drawn for the side to move, and the longest win."""
    counts = np.zeros(NOTHING + 1, dtype=np.int64)
    at_speed(tally)(part.begin, part.end, part.own, part.foe, codes, index, new_desk(), counts)
    wins = counts[2:NOTHING:2]
    longest = 2 * int(np.flatnonzero(wins)[-1]) + 1 if wins.any() else 0
    here = codes[part.begin : part.end]
    return {
        "positions": int(counts[:NOTHING].sum()),
        "won": int(wins.sum()),
        "lost": int(counts[1:NOTHING:2].sum()),
        "drawn": int(counts[OPEN]),
        "longest": longest,
        "example": position_at(part.begin + int(np.argmax(here == longest + LOST_NOW)), part, index),
        "sha256": hashlib.sha256(here.data).hexdigest(),
    }


def position_at(place: int, part: Slice, index: Index) -> str:
    """The position text of a place."""
    desk = new_desk()
    prepare(desk, index)
    lay(desk[0][0], place, part.own, part.foe, index)
    return board_text(desk[0][0]) + " r"


def summary(plan: Job, solved: dict[str, Any], codes: Codes, index: Index) -> dict[str, Any]:
    """All figures: the whole, the start, and every slice."""
    longest = max(solved.values(), key=lambda found: found["longest"])
    counts = {name: sum(found[name] for found in solved.values()) for name in ("positions", "won", "lost", "drawn")}
    start = np.zeros(1, dtype=STATE.layout)[0]
    prepare_start(start, plan)
    return {
        **plan._asdict(),
        "version": GAME.version,
        "start": probe(start, codes, index) if place_of(start, index) != NO_PLACE else None,
        **counts,
        "longest": longest["longest"],
        "example": longest["example"],
        "slices": solved,
    }


def prepare_start(s: Record, plan: Job) -> None:
    """The start of a game."""
    s.board = BOARD_NAMES.index(plan.board)
    s.edition = list(EDITIONS).index(plan.edition)
    place_pieces(s)


def read_json(path: Path) -> dict[str, Any] | None:
    """Figures from a file; None if there are none, or if they are damaged."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return data if isinstance(data, dict) else None


def write_json(path: Path, data: dict[str, Any]) -> None:
    """Figures into a file."""
    with whole_file(path) as part:
        part.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
