"""What a search needs to know of Cam (`core.evaluation`): how a position stands, what is urgent, and its key.

A position is judged by what the pieces are worth, how far forward each has come and how near the middle file it is, by
how near the enemy castle the foremost pieces are, and by whether a defender can still be there in time. The weights
were fitted to the results of some hundred games that the search played against itself.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Actions, Record
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, lowest, without_lowest
from parlour.games.cam.legs import any_can_jump, captures, leg_kind, legal_legs, must_capture, must_leave, open_ways
from parlour.games.cam.table import *

WON: Final = 1  # only the sign of a decided game counts
MAN, KNIGHT = 100, 120
FORWARD: Final = 3  # for a step nearer to the enemy castle
MIDDLE: Final = 7  # for a file nearer to the middle
NEAR: Final = (0, 260, 150, 60, 20, 0)  # for the foremost piece, by its steps to the enemy castle
PAIR: Final = 95  # for two pieces that are CLOSE to it
CLOSE: Final = 3
AHEAD: Final = 105  # for a piece that two steps or more divide from the nearest defender in the race to it
TO_MOVE: Final = 14
FAR: Final = 99

CALM, CAPTURE, INTO_CASTLE = range(3)  # urgency

ALMOST_QUIET: Final = 16  # turns before the limit of CM-G20 from which on it is part of the position


def distances() -> npt.NDArray[np.int64]:
    """By board, side and square: the steps to the castle that the side attacks."""
    table = np.zeros((2, 2, SQUARES), dtype=np.int64)
    for board in range(2):
        for side in range(2):
            castle_file, castle_rank = places(board)[CASTLES[board, 1 - side]]
            for square, (file, rank) in enumerate(places(board)):
                table[board, side, square] = max(abs(file - castle_file), abs(rank - castle_rank))
    return table


def worths() -> npt.NDArray[np.int64]:
    """By board, piece and square: what the piece is worth there to its side."""
    table = np.zeros((2, WALL, SQUARES), dtype=np.int64)
    for board in range(2):
        middle = places(board)[0][0]
        for piece in range(RED_MAN, WALL):
            for square, (file, _) in enumerate(places(board)):
                steps = TO_GO[board, (piece - 1) // 2, square]
                kind = KNIGHT if piece % 2 == 0 else MAN
                table[board, piece, square] = kind - FORWARD * steps - MIDDLE * abs(file - middle)
    return table


TO_GO: Final = distances()
WORTH: Final = worths()
TIMES: Final = np.random.SeedSequence(1951).generate_state(10, np.uint64)
TIMES[1] = 0  # a position that stands for the first time
LEFT: Final = np.random.SeedSequence(1952).generate_state(ALMOST_QUIET, np.uint64)


@rule
def evaluate(s: Record, seat: int) -> int:
    """How the position stands for a seat."""
    if s.verdict != UNDECIDED:
        if s.verdict >= REPETITION:
            return 0
        return WON if s.turn != seat else -WON
    worth, nearest, home = strength(s, seat)
    enemy_worth, enemy_nearest, enemy_home = strength(s, 1 - seat)
    threats = threat(nearest, enemy_home) - threat(enemy_nearest, home)
    return worth - enemy_worth + threats + (TO_MOVE if s.turn == seat else -TO_MOVE)


@rule
def strength(s: Record, side: int) -> tuple[int, int, int]:
    """What a side's pieces are worth, the least steps of any to the enemy castle, and of any to its own."""
    total, close, nearest, home = 0, 0, FAR, FAR
    for half in range(2):
        pieces = s.held[side, half]
        while pieces != NONE:
            square = 64 * half + lowest(pieces)
            pieces = without_lowest(pieces)
            total += WORTH[s.board, s.squares[square], square]
            to_go = TO_GO[s.board, side, square]
            close += 1 if to_go <= CLOSE else 0
            nearest = min(nearest, to_go)
            home = min(home, TO_GO[s.board, 1 - side, square])
    return total + (PAIR if close > 1 else 0), nearest, home


@rule
def threat(nearest: int, defender: int) -> int:
    """What it is worth that the foremost piece and the nearest defender stand so far from the castle."""
    return (NEAR[nearest] if nearest < len(NEAR) else 0) + (AHEAD if nearest + 1 < defender else 0)


@rule
def urgent(s: Record, seat: int, out: Actions) -> int:
    """Captures, charges and the castle: all that is open where a capture is due (CM-11)."""
    leaver = must_leave(s)
    if must_capture(s, leaver, any_can_jump(s, leaver)):
        return -legal_legs(s, out)
    n = 0
    for half in range(2):
        pieces = s.held[seat, half]
        while pieces != NONE:
            square = 64 * half + lowest(pieces)
            pieces = without_lowest(pieces)
            if square == leaver or (leaver < 0 and may_upset(s, seat, square)):
                n = put_urgent(s, square, out, n)
    return n


@rule
def may_upset(s: Record, seat: int, square: int) -> bool:
    """Whether a piece that cannot jump may begin something urgent: a charge, or the last leap to the castle."""
    return is_knight(s.squares[square]) or TO_GO[s.board, seat, square] <= 2


@rule
def put_urgent(s: Record, square: int, out: Actions, n: int) -> int:
    """Append the urgent legs from a square; one into the castle comes first."""
    plain, canters, jumps = open_ways(s, square)
    left = np.uint64(plain | canters | jumps)
    while left != NONE:
        leg = 8 * square + lowest(left)
        left = without_lowest(left)
        kind = urgency(s, leg)
        if kind != CALM:
            out[n] = leg
            if kind == INTO_CASTLE:
                out[n] = out[0]
                out[0] = leg
            n += 1
    return n


@rule
def urgency(s: Record, leg: int) -> int:
    """Whether a leg that begins a turn takes the castle, captures, or begins a charge that can (CM-12)."""
    square, direction = leg >> 3, leg & 7
    kind = leg_kind(s, square, direction)
    landing = NEXT[s.board, square, direction] if kind == PLAIN else BEYOND[s.board, square, direction]
    if landing == enemy_castle(s):
        return INTO_CASTLE
    return CAPTURE if kind != PLAIN and captures(s, square, direction) else CALM


@rule
def position_key(s: Record) -> Any:
    """Pieces and side to move; how often they have stood so, and the turns left where the limit of CM-G20 is near."""
    key = s.hash
    if s.quiet >= 4:
        key ^= TIMES[min(occurrences(s), 9)]
    if s.quiet_plies > 0 and s.quiet + ALMOST_QUIET > s.quiet_plies:
        key ^= LEFT[max(0, s.quiet_plies - s.quiet)]
    return key
