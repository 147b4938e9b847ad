"""Cam's table: the boards, the record of a match, the numbering of actions and events, and the small words.

State, one record a match:

    | field       | meaning                                                                       |
    |-------------|-------------------------------------------------------------------------------|
    | key, drawn  | the generator (core.chance), which at most says who begins                    |
    | squares     | the piece on each square, WALL on all that is no square of this board         |
    | held        | where each side has pieces, as two sets: squares 0-63, and 64 on              |
    | path, steps | the unfinished turn: a canter's squares from its start on, a chain's last one |
    | mode        | FRESH between turns; CANTERING or JUMPING in an unfinished one                |
    | owed        | 1 if the canter must still end in a capture (CM-11, CM-22)                    |
    | turn        | the side to move                                                              |
    | verdict     | how the game has ended, the loser being to move; UNDECIDED while it lasts     |
    | began       | who began this game                                                           |
    | points      | half points won in the match (CM-G24), this game's included once it has ended |
    | quiet       | turns since the last capture, or since the game began                         |
    | hash        | a number that stands for the position: pieces and side to move                |
    | past        | hashes of the positions since the last capture; turn q led to past[q % 128]   |
    | the options | as `Option` numbers, each under its own name                                  |

Actions:

    | id      | text      | who                                                                                |
    |---------|-----------|------------------------------------------------------------------------------------|
    | 0-535   | C4-D5     | the side to move: one leg from square id // 8 in direction id % 8                  |
    | 536     | done      | the side to move, to stop cantering                                                |
    | 537     | next game | TABLE, between two games of a match                                                |

Sides are seats: 0 is Red, at the foot of the board, 1 is Yellow. A leg in a direction is a plain move if the next
square is vacant, a canter if a friend stands there, a jump if an enemy does.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule

CAM_BOARD: Final = (
    "   .   ",  # 13: Yellow's castle
    "  ...  ",
    " ..... ",
    "..k.k..",
    ".mmmmm.",
    ".......",
    ".......",
    ".......",
    ".MMMMM.",
    "..K.K..",
    " ..... ",
    "  ...  ",
    "   .   ",  # 1: Red's castle
)
CAMETTE_BOARD: Final = (
    "  .  ",  # 7
    " .k. ",
    ".mmm.",
    ".....",
    ".MMM.",
    " .K. ",
    "  .  ",  # 1
)
BOARDS: Final = (CAM_BOARD, CAMETTE_BOARD)
FILES: Final = "ABCDEFG"
PIECES: Final = ".MKmk"

RED, YELLOW = range(2)
VACANT, RED_MAN, RED_KNIGHT, YELLOW_MAN, YELLOW_KNIGHT, WALL = range(6)
PIECES_A_SIDE: Final = (7, 4)  # by board (CM-02)

SQUARES: Final = 67
OFF_BOARD: Final = 67  # the square that every way off the board leads to
NOWHERE: Final = -1
LONGEST_PATH: Final = 20  # leaps keep to every other file and rank, and no such set of squares is larger
STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # clockwise from straight up
REMEMBERED: Final = 128

State = layout(
    [
        *FIELDS,
        ("squares", np.int8, SQUARES + 1),
        ("held", np.uint64, (2, 2)),
        ("path", np.int8, LONGEST_PATH),
        ("steps", np.int8),
        ("mode", np.int8),
        ("owed", np.int8),
        ("turn", np.int8),
        ("verdict", np.int8),
        ("began", np.int8),
        ("points", np.int16, 2),
        ("quiet", np.int32),
        ("hash", np.uint64),
        ("past", np.uint64, REMEMBERED),
        ("seats", np.int8),
        ("edition", np.int8),
        ("board", np.int8),
        ("first", np.int8),
        ("games", np.int8),
        ("repetition", np.int8),
        ("quiet_plies", np.int8),
        ("castle_jump_ends_turn", np.int8),
        ("castle_exit_must_capture", np.int8),
        ("castle_canter_one_leap", np.int8),
    ]
)

DONE: Final = 8 * SQUARES
NEXT_GAME: Final = DONE + 1
ACTIONS: Final = NEXT_GAME + 1
MOST_LEGAL: Final = 8 * PIECES_A_SIDE[0]
MOST_EVENTS: Final = 8
FEATURES: Final = 6 * SQUARES + 14

FRESH, CANTERING, JUMPING = range(3)
BLOCKED, PLAIN, CANTER, JUMP = range(4)  # what a leg is
UNDECIDED, CASTLE, CAPTURED, NO_MOVE, REPETITION, QUIET = range(6)  # verdicts; the last two are draws

# Options, as numbered in the game's facts.
PRINTED, FEDERATION = range(2)
CAM, CAMETTE = range(2)
RED_FIRST, YELLOW_FIRST, RANDOM_FIRST = range(3)
BY_EDITION, ON, OFF = range(3)

# Events. A leg is 256 * place of departure + place of arrival; a place is 16 * file + rank.
MOVED = FIRST_KIND  # a = leg
CANTERED = FIRST_KIND + 1  # a = leg
JUMPED = FIRST_KIND + 2  # a = leg
TAKEN = FIRST_KIND + 3  # the seat loses a piece: a = place, b = 1 if it is a knight
CASTLE_TAKEN = FIRST_KIND + 4  # the seat wins the game by CM-03
ALL_CAPTURED = FIRST_KIND + 5  # the seat wins the game by CM-24
CANNOT_MOVE = FIRST_KIND + 6  # the seat loses the game by CM-G18
DRAWN = FIRST_KIND + 7  # the game is drawn
BEGAN = FIRST_KIND + 8  # the seat begins: a = number of the game


# --- The boards as tables of numbers --------------------------------------------------------------------------


def places(board: int) -> list[tuple[int, int]]:
    """File and rank of every square of a board, in the order of their numbers: from rank 1 up, from file A on."""
    rows = BOARDS[board][::-1]
    return [(file, rank) for rank, row in enumerate(rows, start=1) for file, sign in enumerate(row) if sign != " "]


def place_name(place: int) -> str:
    """The name of a place, 16 * file + rank."""
    return f"{FILES[place >> 4]}{place & 15}"


def by_board(cell: Any, columns: int) -> npt.NDArray[np.uint8]:
    """A table with a row a square and a page a board; `cell(board, square, column)` fills it."""
    table = np.full((len(BOARDS), SQUARES + 1, columns), OFF_BOARD, dtype=np.uint8)
    for board in range(len(BOARDS)):
        for square in range(len(places(board))):
            table[board, square] = [cell(board, square, column) for column in range(columns)]
    return table


def away(board: int, square: int, direction: int, distance: int) -> int:
    """The square so far away in a direction."""
    (file, rank), (right, up) = places(board)[square], STEPS[direction]
    place = (file + distance * right, rank + distance * up)
    return places(board).index(place) if place in places(board) else OFF_BOARD


def sisters(board: int, square: int) -> list[int]:
    """The squares that leaps from this one can ever reach: every other file and rank."""
    (file, rank), all_places = places(board)[square], places(board)
    return [n for n, (f, r) in enumerate(all_places) if (f - file) % 2 == 0 and (r - rank) % 2 == 0]


def sister(board: int, square: int, n: int) -> int:
    """Sister number n, if there are so many."""
    return (sisters(board, square) + [OFF_BOARD] * LONGEST_PATH)[n]


def towards_castles(table: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """By board, side and square: the directions, as a mask, in which the table leads to the side's castle."""
    leads = table[:, None, :, :] == CASTLES[:, :, None, None]
    return (leads << np.arange(8)).sum(axis=3)


def start_squares(board: int) -> list[int]:
    """The pieces at the start (CM-02), and the wall around them."""
    rows = BOARDS[board][::-1]
    pieces = [PIECES.index(rows[rank - 1][file]) for file, rank in places(board)]
    return pieces + [WALL] * (SQUARES + 1 - len(pieces))


def keys() -> npt.NDArray[np.uint64]:
    """Random numbers whose sum without carry is a position's hash: one a piece and square, 0 for a vacant one."""
    table = np.random.SeedSequence(1949).generate_state(WALL * SQUARES, np.uint64).reshape(WALL, SQUARES)
    table[VACANT] = 0
    return table.astype(np.uint64)


SIZE: Final = np.array([len(places(board)) for board in range(2)], dtype=np.int64)
NEXT: Final = by_board(lambda board, square, direction: away(board, square, direction, 1), 8)
BEYOND: Final = by_board(lambda board, square, direction: away(board, square, direction, 2), 8)
SISTERS: Final = by_board(sister, LONGEST_PATH)
NUMBER: Final = by_board(lambda board, square, _: sisters(board, square).index(square), 1)[:, :, 0]  # among its sisters
CASTLES: Final = np.array([[0, int(size) - 1] for size in SIZE], dtype=np.int64)  # CM-01
STEP_HOME: Final = towards_castles(NEXT)
LEAP_HOME: Final = towards_castles(BEYOND)
START: Final = np.array([start_squares(board) for board in range(2)], dtype=np.int8)
PLACES: Final = np.array(
    [[16 * file + rank for file, rank in places(board)] + [0] * (SQUARES - int(SIZE[board])) for board in range(2)],
    dtype=np.int64,
)
NAMES: Final = tuple(  # of the squares, by board
    tuple(place_name(int(place)) if place else "?" for place in (*PLACES[board], 0)) for board in range(2)
)
KEYS: Final = keys()
YELLOW_TO_MOVE: Final = np.uint64(np.random.SeedSequence(1950).generate_state(1, np.uint64)[0])


# --- Small words ----------------------------------------------------------------------------------------------


@rule
def side_of(piece: int) -> int:
    """Whose a piece is; -1 for no piece, 2 for the wall."""
    return ((piece + 1) >> 1) - 1


@rule
def is_knight(piece: int) -> bool:
    """Whether a piece, which is one, is a knight."""
    return piece & 1 == 0


@rule
def own_castle(s: Record) -> int:
    """The castle of the side to move."""
    return CASTLES[s.board, s.turn]


@rule
def enemy_castle(s: Record) -> int:
    """The castle that the side to move attacks."""
    return CASTLES[s.board, 1 - s.turn]


@rule
def moving(s: Record) -> int:
    """The square of the piece whose turn is unfinished."""
    return s.path[s.steps - 1]


@rule
def occurrences(s: Record) -> int:
    """How often the position has stood with this side to move since the last capture (CM-G19)."""
    past, quiet, now = s.past, s.quiet, s.hash
    times = 1
    for turn in range(max(quiet % 2, quiet - REMEMBERED + 2), quiet - 3, 2):  # both sides need two turns to come back
        if past[remembered_at(turn)] == now:
            times += 1
    return times


@rule
def remembered_at(turn: int) -> int:
    """Where the position that a quiet turn led to is kept: turn % REMEMBERED, which is a power of two."""
    return turn & (REMEMBERED - 1)


@rule
def games_played(s: Record) -> int:
    """How many games of the match have ended."""
    return (int(s.points[RED]) + int(s.points[YELLOW])) // 2


@rule
def switched_on(switch: int, by_edition: bool) -> bool:
    """Whether a switch is on, the edition deciding where nobody else has."""
    return by_edition if switch == BY_EDITION else switch == ON


@rule
def castle_jump_ends_turn(s: Record) -> bool:
    """CM-G11: as the sheet has it, a piece that jumps into its castle comes out on its next turn, not on this one."""
    return switched_on(s.castle_jump_ends_turn, s.edition == PRINTED)


@rule
def castle_exit_must_capture(s: Record) -> bool:
    """CM-G13: as the sheet has it, any move out of the castle will do."""
    return switched_on(s.castle_exit_must_capture, s.edition == FEDERATION)


@rule
def castle_canter_one_leap(s: Record) -> bool:
    """CM-G16: as the sheet has it, a canter reaches the enemy castle in a single leap or not at all."""
    return switched_on(s.castle_canter_one_leap, s.edition == PRINTED)
