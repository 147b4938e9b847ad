"""Where a position stands in a table of endgames, and which position stands at a place.

The board is turned so that the side to move always looks up from square 0, its own castle, and mirrored left to right
where that gives the smaller number, so that every position has one place, whoever is to move. Material is what a side
has: 6 * knights + men. The positions of one material against another are a slice of the table. A slice has a row for
every way in which the side to move can stand (a way and its mirror image have one row between them), and a column for
every way in which the enemy can stand on the squares that are left. The knights, then the men, are a set of squares:

    set c1 < c2 < ... of the squares left over by what was placed before: choose(c1, 1) + choose(c2, 2) + ...

An index, an array of whole numbers, says what is where:

    | from        | what                                                                                      |
    |-------------|-------------------------------------------------------------------------------------------|
    | VERSION     | of the rules                                                                              |
    | BOARD       | the board                                                                                 |
    | RULING      | the switches of CM-G11, CM-G13 and CM-G16, as bits                                        |
    | PIECES_LEFT | the most pieces in a position                                                             |
    | STARTS      | by own and enemy material: where the slice begins in the table, -1 if it has none         |
    | WAYS        | by own material: where the list begins, in the index, that gives the row of every own way |
    | ROWS        | by own material: where the list begins, in the index, that gives the way of every row     |
    | LENGTHS     | by own material: how many rows there are                                                  |

A way's entry is 4 * row + PLAIN_ROW, MIRRORED_ROW or SYMMETRIC_ROW. A symmetric row holds every position twice;
the one with the higher column is not used.
"""

from math import comb
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Record
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, count, lowest, only, without_lowest
from parlour.games.cam.rules import note
from parlour.games.cam.table import *

Index: TypeAlias = npt.NDArray[np.int64]
Set: TypeAlias = np.uint64

MOST_KNIGHTS, MOST_MEN = 2, 5
MATERIALS: Final = (MOST_KNIGHTS + 1) * (MOST_MEN + 1)
VERSION, BOARD, RULING, PIECES_LEFT, STARTS = range(5)
WAYS: Final = STARTS + MATERIALS * MATERIALS
ROWS: Final = WAYS + MATERIALS
LENGTHS: Final = ROWS + MATERIALS
LISTS: Final = LENGTHS + MATERIALS

PLAIN_ROW, MIRRORED_ROW, SYMMETRIC_ROW = range(3)
NO_PLACE: Final = -1
HALF: Final = 64


def frames() -> npt.NDArray[np.uint8]:
    """By board, side to move and mirroring: the number that a square gets when the board is turned and mirrored."""
    table = np.full((2, 2, 2, SQUARES), OFF_BOARD, dtype=np.uint8)
    for board in range(2):
        all_places = places(board)
        for square, (file, rank) in enumerate(all_places):
            mirror = all_places.index((len(BOARDS[board][0]) - 1 - file, rank))
            table[board, RED, :, square] = square, mirror
            table[board, YELLOW, :, square] = len(all_places) - 1 - square, len(all_places) - 1 - mirror
    return table


FRAMES: Final = frames()
CHOOSE: Final = np.array([[comb(n, k) for k in range(MOST_MEN + 1)] for n in range(SQUARES + 1)], dtype=np.int32)


@rule
def place_of(s: Record, index: Index) -> int:
    """The place of a position in the table, NO_PLACE if it is not there."""
    knights, high_knights, men, high_men = seen(s, s.turn, 0)
    own = material(knights, high_knights, men, high_men)
    foe = material_of(s, 1 - s.turn)
    start = index[STARTS + MATERIALS * own + foe] if own >= 0 and foe >= 0 else NO_PLACE
    if start < 0:
        return NO_PLACE
    way = number_of_way(knights, high_knights, men, high_men, NONE, NONE, SIZE[s.board] - 1)
    entry = index[index[WAYS + own] + way]
    column = column_of(s, 1 if entry & 3 == MIRRORED_ROW else 0)
    if entry & 3 == SYMMETRIC_ROW:
        column = min(column, column_of(s, 1))
    return start + (entry >> 2) * columns(s.board, own, foe) + column


@rule
def column_of(s: Record, mirrored: int) -> int:
    """How the enemy stands on the squares that are left."""
    knights, high_knights, men, high_men = seen(s, s.turn, mirrored)
    own, high_own = knights | men, high_knights | high_men
    knights, high_knights, men, high_men = seen(s, 1 - s.turn, mirrored)
    left = SIZE[s.board] - count(own) - count(high_own)
    return number_of_way(knights, high_knights, men, high_men, own, high_own, left)


@rule
def set_up(s: Record, place: int, own: int, foe: int, index: Index) -> None:
    """Put the position at a place of a slice on a vacant board, Red to move."""
    width = columns(s.board, own, foe)
    within = place - index[STARTS + MATERIALS * own + foe]
    row, column = within // width, within % width
    way = index[index[ROWS + own] + row]
    size = SIZE[s.board] - 1
    taken, high_taken = put_way(s, way, own, RED_KNIGHT, NONE, NONE, size)
    put_way(s, column, foe, YELLOW_KNIGHT, taken, high_taken, size + 1 - pieces_in(own))


@rule
def is_symmetric_row(place: int, own: int, foe: int, index: Index) -> bool:
    """Whether the side to move stands the same way when the board is mirrored."""
    row = (place - index[STARTS + MATERIALS * own + foe]) // columns(index[BOARD], own, foe)
    return index[index[WAYS + own] + index[index[ROWS + own] + row]] & 3 == SYMMETRIC_ROW


@rule
def columns(board: int, own: int, foe: int) -> int:
    """How many columns a slice has."""
    left = SIZE[board] - pieces_in(own)
    return choose(left, knights_in(foe)) * choose(left - knights_in(foe), men_in(foe))


@rule
def ways_to_stand(board: int, own: int) -> int:
    """In how many ways the side to move can stand: anywhere but on the enemy castle, where it would have won."""
    left = SIZE[board] - 1
    return choose(left, knights_in(own)) * choose(left - knights_in(own), men_in(own))


@rule
def list_rows(index: Index, own: int) -> int:
    """Fill the lists of one material, mirrored ways on one row; how many rows there are."""
    board, rows = index[BOARD], 0
    ways, own_rows = index[WAYS + own], index[ROWS + own]
    for way in range(ways_to_stand(board, own)):
        mirrored = mirrored_way(board, own, way)
        if mirrored < way:
            index[ways + way] = index[ways + mirrored] + MIRRORED_ROW - PLAIN_ROW
        else:
            index[ways + way] = 4 * rows + (SYMMETRIC_ROW if mirrored == way else PLAIN_ROW)
            index[own_rows + rows] = way
            rows += 1
    return rows


@rule
def frame(board: int, turn: int, mirrored: int, square: int) -> int:
    """The number of a square, the board turned to the side to move, and mirrored if asked.

    (A GPU keeps such tables once for every function that has them, in little room; so this is the one that has it.)
    """
    return whole(FRAMES[whole(board), whole(turn), whole(mirrored), whole(square)])


@rule
def choose(n: int, k: int) -> int:
    """How many sets of k there are among n."""
    return whole(CHOOSE[whole(n), whole(k)])


# --- Material -------------------------------------------------------------------------------------------------


@rule
def knights_in(pieces: int) -> int:
    """The knights of a material."""
    return pieces // (MOST_MEN + 1)


@rule
def men_in(pieces: int) -> int:
    """The men of a material."""
    return pieces % (MOST_MEN + 1)


@rule
def pieces_in(pieces: int) -> int:
    """The pieces of a material."""
    return knights_in(pieces) + men_in(pieces)


@rule
def material(knights: Set, high_knights: Set, men: Set, high_men: Set) -> int:
    """The number of a material, -1 if no side begins with so many knights or men."""
    all_knights, all_men = count(knights) + count(high_knights), count(men) + count(high_men)
    return (MOST_MEN + 1) * all_knights + all_men if all_knights <= MOST_KNIGHTS and all_men <= MOST_MEN else -1


@rule
def material_of(s: Record, side: int) -> int:
    """What a side has."""
    knights, high_knights, men, high_men = seen(s, side, 0)
    return material(knights, high_knights, men, high_men)


# --- Sets of squares, in two halves: squares 0-63, and 64 on ---------------------------------------------------


@rule
def seen(s: Record, side: int, mirrored: int) -> tuple[Set, Set, Set, Set]:
    """Where a side has knights and men, the board turned to the side to move, and mirrored if asked."""
    knights = high_knights = men = high_men = NONE
    for half in range(2):
        pieces = s.held[side, half]
        while pieces != NONE:
            square = HALF * half + lowest(pieces)
            pieces = without_lowest(pieces)
            to = frame(s.board, s.turn, mirrored, square)
            bit = only(to & (HALF - 1))
            if is_knight(s.squares[square]):
                knights |= bit if to < HALF else NONE
                high_knights |= bit if to >= HALF else NONE
            else:
                men |= bit if to < HALF else NONE
                high_men |= bit if to >= HALF else NONE
    return knights, high_knights, men, high_men


@rule
def number_of_way(
    knights: Set, high_knights: Set, men: Set, high_men: Set, taken: Set, high_taken: Set, left: int
) -> int:
    """The number of a way to stand on `left` squares, those that are not taken."""
    first = rank(knights, high_knights, taken, high_taken)
    then = rank(men, high_men, taken | knights, high_taken | high_knights)
    return first + then * choose(left, count(knights) + count(high_knights))


@rule
def put_way(s: Record, way: int, pieces: int, knight: int, taken: Set, high_taken: Set, left: int) -> tuple[Set, Set]:
    """Put pieces on the board in the way of that number; the squares that are taken then."""
    kinds = choose(left, knights_in(pieces))
    knights, high_knights = unrank(way % kinds, knights_in(pieces), taken, high_taken)
    taken, high_taken = taken | knights, high_taken | high_knights
    men, high_men = unrank(way // kinds, men_in(pieces), taken, high_taken)
    put_pieces(s, knight, knights, high_knights)
    put_pieces(s, knight - 1, men, high_men)
    return taken | men, high_taken | high_men


@rule
def put_pieces(s: Record, piece: int, low: Set, high: Set) -> None:
    """Put pieces of one kind on the squares of a set."""
    for half in range(2):
        squares = low if half == 0 else high
        while squares != NONE:
            square = HALF * half + lowest(squares)
            squares = without_lowest(squares)
            s.squares[square] = piece
            note(s, piece, square)


@rule
def rank(low: Set, high: Set, taken: Set, high_taken: Set) -> int:
    """The number of a set among the sets of as many squares that are not taken."""
    number, nth = 0, 0
    for half in range(2):
        squares = low if half == 0 else high
        while squares != NONE:
            square = HALF * half + lowest(squares)
            squares = without_lowest(squares)
            nth += 1
            number += choose(square - count_below(taken, high_taken, square), nth)
    return number


@rule
def unrank(number: int, size: int, taken: Set, high_taken: Set) -> tuple[Set, Set]:
    """The set of so many squares that has that number."""
    low = high = NONE
    nth = SQUARES
    for left in range(size, 0, -1):
        while choose(nth, left) > number:
            nth -= 1
        number -= choose(nth, left)
        square = nth
        while square != nth + count_below(taken, high_taken, square + 1):
            square = nth + count_below(taken, high_taken, square + 1)
        low |= only(square) if square < HALF else NONE
        high |= only(square - HALF) if square >= HALF else NONE
    return low, high


@rule
def count_below(low: Set, high: Set, square: int) -> int:
    """How many squares of a set come before a square."""
    if square < HALF:
        return count(low & (only(square) - only(0)))
    return count(low) + count(high & (only(square - HALF) - only(0)))


@rule
def mirrored_way(board: int, own: int, way: int) -> int:
    """The number of a way to stand when the board is mirrored."""
    left = SIZE[board] - 1
    kinds = choose(left, knights_in(own))
    knights, high_knights = unrank(way % kinds, knights_in(own), NONE, NONE)
    men, high_men = unrank(way // kinds, men_in(own), knights, high_knights)
    knights, high_knights = mirrored_set(board, knights, high_knights)
    men, high_men = mirrored_set(board, men, high_men)
    return number_of_way(knights, high_knights, men, high_men, NONE, NONE, left)


@rule
def mirrored_set(board: int, low: Set, high: Set) -> tuple[Set, Set]:
    """A set of squares when the board is mirrored."""
    to_low = to_high = NONE
    for half in range(2):
        squares = low if half == 0 else high
        while squares != NONE:
            to = frame(board, RED, 1, HALF * half + lowest(squares))
            squares = without_lowest(squares)
            to_low |= only(to) if to < HALF else NONE
            to_high |= only(to - HALF) if to >= HALF else NONE
    return to_low, to_high
