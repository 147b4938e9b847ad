"""Endgames of Cam and Camette, solved: who wins, and in how many turns, whatever both sides do.

A table says of every position with few pieces, the side to move being at the beginning of its turn, in how many turns
(those of both sides) the game is decided, or that neither side can force it, which is a draw. It knows no history, so
it holds as long as no limit on the length of a game steps in (CM-G19, CM-G20); `probe` gives no answer where the limit
of CM-G20 might. A side without a piece has lost (CM-24), and so has one that cannot move (CM-G18).

A table has a folder of its own, `camette-1949-8` for the positions of Camette with at most eight pieces by the sheet:

    | file         | what                                                                                     |
    |--------------|------------------------------------------------------------------------------------------|
    | table.bin    | a code a place (`passes`), to be mapped into memory; table.part while it is made |
    | index.npy    | what is where (`places`)                                                         |
    | slices.json  | the figures of the slices that are solved                                                |
    | pass.npz     | the slices that are being solved, as they were after some pass                           |
    | verdict.json | all figures, when everything is solved                                                   |
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.evaluation import NO_ANSWER
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import count
from parlour.games.cam import GAME
from parlour.games.cam.endgames.passes import LOST_NOW, OPEN, Codes, is_win, ruling_of
from parlour.games.cam.endgames.places import BOARD, LISTS, NO_PLACE, PIECES_LEFT, RULING, VERSION, Index, place_of
from parlour.games.cam.endgames.slices import pairs_of
from parlour.games.cam.table import *

if TYPE_CHECKING:
    from parlour.core.match import Match

BOARD_NAMES: Final = ("cam", "camette")
EDITIONS: Final = {"1949": 0b101, "federation": 0b010}  # the switches of CM-G11, CM-G13 and CM-G16, as bits


@rule
def probe(s: Record, codes: Codes, index: Index) -> int:
    """What a table says of a position: n if the side to move wins in n turns, -n if it loses in n, 0 for a draw.

    NO_ANSWER if the table has no such position, or the game ends otherwise than the table supposes: in the middle
    of a turn, by other switches, or if the limit of CM-G20 might come first.
    """
    if len(index) == 0 or s.mode != FRESH or s.verdict != UNDECIDED:
        return NO_ANSWER
    pieces = count(s.held[RED, 0]) + count(s.held[RED, 1]) + count(s.held[YELLOW, 0]) + count(s.held[YELLOW, 1])
    if pieces > index[PIECES_LEFT] or s.board != index[BOARD] or ruling_of(s) != index[RULING]:
        return NO_ANSWER
    place = place_of(s, index)
    if place == NO_PLACE:
        return NO_ANSWER
    code = whole(codes[place])
    if code == OPEN:
        return 0
    turns = code - LOST_NOW
    if s.quiet_plies > 0 and int(s.quiet) + turns > s.quiet_plies:
        return NO_ANSWER
    return turns if is_win(code) else -turns


@dataclass(frozen=True, eq=False)
class Tables:
    """A table and its index, as `probe` takes them."""

    codes: Codes
    index: Index


NO_TABLES: Final = Tables(np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.int64))


def default_folder() -> Path:
    """Where tables lie unless somebody says otherwise: PARLOUR_ENDGAMES, or a folder for the user's data."""
    if os.environ.get("PARLOUR_ENDGAMES"):
        return Path(os.environ["PARLOUR_ENDGAMES"])
    import platformdirs

    return platformdirs.user_data_path("parlour") / "endgames"


def tables_for(s: Record, folder: Path | None = None) -> Tables:
    """The largest table for the board and the switches of a match, mapped into memory; NO_TABLES if there is none."""
    edition = next((name for name, ruling in EDITIONS.items() if ruling == ruling_of(s)), None)
    homes = (folder or default_folder()).glob(f"{BOARD_NAMES[s.board]}-{edition}-?")
    for home in sorted(homes, reverse=True):
        index = index_of(home)
        if index is not None and index[VERSION] == GAME.version:
            return Tables(np.asarray(np.memmap(home / "table.bin", dtype=np.uint8, mode="c")), index)
    return NO_TABLES


def index_of(home: Path) -> Index | None:
    """The index of a finished table; None if there is none, or if its files are not whole."""
    try:
        size = (home / "table.bin").stat().st_size
        index: Index = np.load(home / "index.npy")
    except (OSError, ValueError, EOFError):
        return None
    if index.dtype != np.int64 or index.ndim != 1 or len(index) <= LISTS:
        return None
    return index if size == pairs_of(index)[-1].span[1] else None


def in_words(turns: int) -> str:
    """What `probe` says of the side to move: wins in 7 turns."""
    if turns in (NO_ANSWER, 0):
        return "draws" if turns == 0 else "is not in the tables"
    return f"{'wins' if turns > 0 else 'loses'} in {abs(turns)} turn{'s' if abs(turns) != 1 else ''}"


def probe_match(match: "Match", tables: Tables | None = None) -> int:
    """What `probe` says of a match as it stands, with the tables that fit it unless some are given."""
    tables = tables or tables_for(match.state)
    return int(probe(match.state, tables.codes, tables.index))
