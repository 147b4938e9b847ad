"""Which slices a table of endgames has, in what order they are solved, and where each of them lies."""

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from parlour.games.cam.endgames.places import (
    BOARD,
    LENGTHS,
    LISTS,
    MATERIALS,
    MOST_MEN,
    PIECES_LEFT,
    ROWS,
    STARTS,
    WAYS,
    Index,
    columns,
    list_rows,
    pieces_in,
    ways_to_stand,
)
from parlour.games.cam.table import CAM, CAMETTE

Span: TypeAlias = tuple[int, int]

BEGIN_WITH: Final = {CAM: (2, 5), CAMETTE: (1, 3)}  # knights and men (CM-02)


class Slice(NamedTuple):
    """A slice: the side to move has the material `own`, the other `foe`."""

    own: int
    foe: int
    begin: int
    end: int

    @property
    def name(self) -> str:
        """What both sides have: KMM-KM."""
        return f"{material_name(self.own)}-{material_name(self.foe)}"


class SlicePair(NamedTuple):
    """A slice and the one with the sides exchanged, between which turns without captures go to and fro."""

    parts: tuple[Slice, ...]

    @property
    def span(self) -> Span:
        """Where the two lie, one after the other."""
        return self.parts[0].begin, self.parts[-1].end

    @property
    def name(self) -> str:
        """What both sides have."""
        return self.parts[0].name


def material_name(pieces: int) -> str:
    """A material in letters: KMM."""
    return "K" * (pieces // (MOST_MEN + 1)) + "M" * (pieces % (MOST_MEN + 1))


def materials(board: int, pieces: int) -> list[tuple[int, int]]:
    """What the sides can have if at most so many pieces are left, ordered so that captures lead to earlier ones."""
    knights, men = BEGIN_WITH[board]
    sides = [(MOST_MEN + 1) * k + m for k in range(knights + 1) for m in range(men + 1) if k + m > 0]
    pairs = [(a, b) for a in sides for b in sides if a <= b and pieces_in(a) + pieces_in(b) <= pieces]
    return sorted(pairs, key=lambda pair: (pieces_in(pair[0]) + pieces_in(pair[1]), pair))


def new_index(version: int, board: int, ruling: int, pieces: int) -> Index:
    """The index of a table with all positions of so many pieces at most."""
    pairs = materials(board, pieces)
    sides = sorted({side for pair in pairs for side in pair})
    lengths = [ways_to_stand(board, own) for own in sides]
    index = np.zeros(LISTS + 2 * sum(lengths), dtype=np.int64)
    index[:LISTS] = -1
    index[:STARTS] = version, board, ruling, pieces
    at = LISTS
    for own, length in zip(sides, lengths, strict=True):
        index[WAYS + own], index[ROWS + own] = at, at + length
        index[LENGTHS + own] = list_rows(index, own)
        at += 2 * length
    start = 0
    for pair in pairs:
        for own, foe in dict.fromkeys((pair, pair[::-1])):
            index[STARTS + MATERIALS * own + foe] = start
            start += slice_size(index, own, foe)
    return index


def slice_size(index: Index, own: int, foe: int) -> int:
    """How many places a slice has."""
    return int(index[LENGTHS + own]) * int(columns(int(index[BOARD]), own, foe))


def pairs_of(index: Index) -> list[SlicePair]:
    """The slices of a table in the order in which they are solved."""
    return [
        SlicePair(tuple(part_of(index, own, foe) for own, foe in dict.fromkeys((pair, pair[::-1]))))
        for pair in materials(int(index[BOARD]), int(index[PIECES_LEFT]))
    ]


def part_of(index: Index, own: int, foe: int) -> Slice:
    """Where a slice lies."""
    begin = int(index[STARTS + MATERIALS * own + foe])
    return Slice(own, foe, begin, begin + slice_size(index, own, foe))
