"""Cam's table: the boards, the record of a match, its actions and events, and the small words.

Sides are seats: 0 is Red, at the foot of the board, 1 is Yellow. A leg goes from a square in a direction: it is a plain
move if the next square is vacant, a canter if a friend stands there, a jump if an enemy does.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, event, events
from parlour.core.records import field, record
from parlour.core.values import COUNT, FLAG, Value, choice, number, seat
from parlour.core.verbs import actions
from parlour.games.cam import GAME

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

FRESH, CANTERING, JUMPING = range(3)
BLOCKED, PLAIN, CANTER, JUMP = range(4)  # what a leg is
UNDECIDED, CASTLE, CAPTURED, NO_MOVE, REPETITION, QUIET = range(6)  # verdicts; the last two are draws

# Options, as numbered in the game's facts.
PRINTED, FEDERATION = range(2)
CAM, CAMETTE = range(2)
RED_FIRST, YELLOW_FIRST, RANDOM_FIRST = range(3)
BY_EDITION, ON, OFF = range(3)

SIDE: Final = seat(2)
SQUARE: Final = number(0, OFF_BOARD)
HASH: Final = number(0, (1 << 64) - 1)

STATE: Final = record(
    GAME.options,
    squares=field(number(VACANT, WALL), "the pieces; WALL on what is no square of this board", places=SQUARES + 1),
    held=field(HASH, "where each side has pieces, as two sets: squares 0-63, and 64 on", places=(2, 2)),
    path=field(SQUARE, "the unfinished turn: a canter's squares, a chain's last one", places=LONGEST_PATH),
    steps=field(number(0, LONGEST_PATH), "how many of them there are"),
    mode=field(choice("fresh", "cantering", "jumping"), "fresh between turns"),
    owed=field(FLAG, "whether the canter must still end in a capture (CM-11, CM-22)"),
    turn=field(SIDE, "the side to move"),
    verdict=field(number(0, 5), "how the game has ended, the loser being to move; UNDECIDED while it lasts"),
    began=field(SIDE, "who began this game"),
    points=field(number(0, 254), "half points won in the match (CM-G24), with this game's at its end", places=2),
    quiet=field(number(0, 1 << 30), "turns since the last capture, or since the game began"),
    hash=field(HASH, "a number that stands for the position: pieces and side to move"),
    past=field(HASH, "hashes since the last capture; turn q led to the one at q % 128", places=REMEMBERED),
)


def leg_by_number(action: int) -> str:
    """A leg as any board has it: its square and its direction by number. `notation.py` writes it as it stands."""
    return f"{action // 8}/{action % 8}"


LEG: Final = replace(number(0, 8 * SQUARES - 1), text=leg_by_number, kind="leg")
ACTIONS: Final = actions(
    leg=LEG,  # the side to move: from square n // 8 in direction n % 8
    done=(),  # the side to move, to stop cantering
    next_game=(),  # the table, between two games of a match
)
_LEG, DONE, NEXT_GAME = ACTIONS.firsts
MOST_LEGAL: Final = 8 * PIECES_A_SIDE[0]
MOST_EVENTS: Final = 8
FEATURES: Final = 6 * SQUARES + 14


def place_name(place: int) -> str:
    """The name of a place, 16 * file + rank."""
    return f"{FILES[place >> 4]}{place & 15}"


def leg_of_event(sign: str) -> Value:
    """A leg as events have it, 256 * place of departure + place of arrival: C4-D5."""
    return replace(COUNT, data=lambda leg: f"{place_name(leg >> 8)}{sign}{place_name(leg & 255)}", kind="leg")


EVENTS: Final = events(
    moved=event("CM-08", leg=leg_of_event("-")),
    cantered=event("CM-15", leg=leg_of_event("-")),
    jumped=event("CM-09", leg=leg_of_event("x")),
    taken=event("CM-10", square=replace(COUNT, data=place_name, kind="square"), knight=FLAG, weight=HEAVY),
    castle_taken=event("CM-03", weight=HEAVY),
    all_captured=event("CM-24", weight=HEAVY),
    cannot_move=event("CM-G18", weight=HEAVY),
    drawn=event("CM-G24", weight=HEAVY),
    began=event("CM-G22", game=COUNT),
)
MOVED, CANTERED, JUMPED, TAKEN, CASTLE_TAKEN, ALL_CAPTURED, CANNOT_MOVE, DRAWN, BEGAN = EVENTS


# --- The boards as tables of numbers --------------------------------------------------------------------------


def places(board: int) -> list[tuple[int, int]]:
    """File and rank of every square of a board, in the order of their numbers: from rank 1 up, from file A on."""
    rows = BOARDS[board][::-1]
    return [(file, rank) for rank, row in enumerate(rows, start=1) for file, sign in enumerate(row) if sign != " "]


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
