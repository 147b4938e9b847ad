"""What a piece may do: plain moves, canters, jumps, and when a capture is compulsory.

Directions are kept in sets of eight bits, so that a piece is looked at once and from all sides.
"""

import numpy as np

from parlour.core.cards import NONE, holds, lowest, only, without_lowest
from parlour.core.contract import Actions, Record
from parlour.core.kernel import rule
from parlour.games.cam.state import *


@rule
def leg_kind(s: Record, square: int, direction: int) -> int:
    """What the side to move does by going from a square in a direction, all in one straight line (CM-18)."""
    board, squares = s.board, s.squares
    over = squares[NEXT[board, square, direction]]
    if over == VACANT:
        return PLAIN  # CM-08
    if squares[BEYOND[board, square, direction]] != VACANT:
        return BLOCKED
    return CANTER if side_of(over) == s.turn else JUMP  # CM-15, CM-09


@rule
def ways(s: Record, square: int) -> tuple[int, int, int]:
    """The directions in which the piece on a square finds a plain move, a canter and a jump; see LOOKS."""
    board, squares, side = s.board, s.squares, s.turn
    near, far = 0, 0
    for direction in range(8):
        near |= LOOKS[side, squares[NEXT[board, square, direction]]] << direction
        far |= LOOKS[side, squares[BEYOND[board, square, direction]]] << direction
    return near & 255, (near >> 8) & far & 255, (near >> 16) & far & 255


@rule
def ways_to_begin(s: Record, square: int) -> tuple[int, int]:
    """The directions in which a turn may begin as long as no capture is owed, and the jumps among them."""
    plain, canters, jumps = ways(s, square)
    plain &= ~STEP_HOME[s.board, s.turn, square]  # CM-04
    canters &= ~LEAP_HOME[s.board, s.turn, square]  # CM-G10
    return plain | canters | jumps, jumps  # CM-05, CM-G14, CM-G21: a jump may land in the own castle


@rule
def ways_to_go_on(s: Record) -> int:
    """The directions in which an unfinished turn may go on as long as no capture is owed."""
    square = moving(s)
    _, canters, jumps = ways(s, square)  # CM-G05
    if s.mode == JUMPING:
        return jumps  # CM-19, CM-G03
    canters &= ~(LEAP_HOME[s.board, s.turn, square] | ways_back(s, square))  # CM-G10
    if castle_canter_one_leap(s):
        canters &= ~LEAP_HOME[s.board, 1 - s.turn, square]  # CM-23
    return canters | jumps if is_knight(s.squares[square]) else canters  # CM-20


@rule
def ways_back(s: Record, square: int) -> int:
    """The directions in which the unfinished canter would leap to where it has been (CM-G09, CM-G23)."""
    beyond, path = BEYOND[s.board, square], s.path
    back = 0
    for i in range(s.steps):
        for direction in range(8):
            back |= int(path[i] == beyond[direction]) << direction
    return back


@rule
def captures(s: Record, square: int, direction: int) -> bool:
    """Whether an open leg captures, or begins or goes on with a charge that can (CM-12, CM-22)."""
    kind = leg_kind(s, square, direction)
    if kind != CANTER or not is_knight(s.squares[square]):
        return kind == JUMP
    landing = BEYOND[s.board, square, direction]
    return not is_castle(s, landing) and charge_captures(s, square, landing)  # CM-G04


@rule
def charge_captures(s: Record, square: int, landing: int) -> bool:
    """Whether a knight that canters to `landing` can jump there, or canter on to where it can (CM-G06, CM-G07).

    Canters change nothing else on the board, so this is a flood over the squares that the knight can reach.
    """
    seen = only(NUMBER[s.board, square]) | only(NUMBER[s.board, landing])
    for i in range(s.steps):
        seen |= only(NUMBER[s.board, s.path[i]])
    knight = s.squares[square]
    s.squares[square] = VACANT  # it is in the player's hand
    found = False
    reached = only(NUMBER[s.board, landing])
    while reached != NONE and not found:
        at = SISTERS[s.board, landing, lowest(reached)]
        reached = without_lowest(reached)
        for direction in range(8):
            kind, to = leg_kind(s, at, direction), BEYOND[s.board, at, direction]
            if kind == JUMP:
                found = True
            elif kind == CANTER and not is_castle(s, to) and not holds(seen, NUMBER[s.board, to]):
                seen |= only(NUMBER[s.board, to])
                reached |= only(NUMBER[s.board, to])
    s.squares[square] = knight
    return found


@rule
def is_castle(s: Record, square: int) -> bool:
    """Whether a square is a castle."""
    return square == own_castle(s) or square == enemy_castle(s)


# --- Duties ---------------------------------------------------------------------------------------------------


@rule
def must_leave(s: Record) -> int:
    """The castle of the side to move, if a piece of its own must leave it (CM-06) and can (CM-G15); else NOWHERE."""
    castle = own_castle(s)
    if side_of(s.squares[castle]) == s.turn and ways_to_begin(s, castle)[0] != 0:
        return castle
    return NOWHERE


@rule
def must_capture(s: Record, leaver: int, any_jump: bool) -> bool:
    """Whether the turn must bring a capture: if a jump is open (CM-11), not if only a charge is (CM-G01).

    Leaving the castle comes first, and any way will do (CM-07, CM-G12, CM-G13).
    """
    return any_jump and (leaver == NOWHERE or castle_exit_must_capture(s))


@rule
def can_jump(s: Record, square: int) -> bool:
    """Whether the piece on a square can jump."""
    return ways(s, square)[2] != 0


@rule
def any_can_jump(s: Record, leaver: int) -> bool:
    """Whether the piece that must leave the castle can jump; if none must, whether any piece can."""
    for half in range(2):
        pieces = s.held[s.turn, half]
        while pieces != NONE:
            square = 64 * half + lowest(pieces)
            if (leaver < 0 or square == leaver) and can_jump(s, square):
                return True
            pieces = without_lowest(pieces)
    return False


@rule
def can_move(s: Record) -> bool:
    """Whether the side to move, at the beginning of its turn, has any move at all (CM-G18)."""
    for half in range(2):
        pieces = s.held[s.turn, half]
        while pieces != NONE:
            if ways_to_begin(s, 64 * half + lowest(pieces))[0] != 0:
                return True
            pieces = without_lowest(pieces)
    return False


# --- The list -------------------------------------------------------------------------------------------------


@rule
def legal_legs(s: Record, out: Actions) -> int:
    """How the side to move may begin its turn, or go on with it."""
    if s.mode == FRESH:
        leaver = must_leave(s)
        n, any_jump = legal_beginnings(s, leaver, out)
        owed = must_capture(s, leaver, any_jump)
    else:
        n = legal_continuations(s, out)
        owed = s.owed != 0
    return keep_captures(s, out, n) if owed else n


@rule
def legal_beginnings(s: Record, leaver: int, out: Actions) -> tuple[int, bool]:
    """The legs that can begin a turn, and whether there is a jump among them."""
    n = 0
    any_jump = 0
    for half in range(2):
        pieces = s.held[s.turn, half]
        while pieces != NONE:
            square = 64 * half + lowest(pieces)
            pieces = without_lowest(pieces)
            if leaver < 0 or square == leaver:
                directions, jumps = ways_to_begin(s, square)
                any_jump |= jumps
                n = put_legs(square, directions, out, n)
    return n, any_jump != 0


@rule
def legal_continuations(s: Record, out: Actions) -> int:
    """The legs that can follow; a canter may stop (CM-17) unless it owes a capture."""
    n = 0
    if s.mode == CANTERING and s.owed == 0:
        out[0] = DONE
        n = 1
    return put_legs(int(moving(s)), ways_to_go_on(s), out, n)


@rule
def put_legs(square: int, directions: int, out: Actions, n: int) -> int:
    """Append the legs from a square in these directions."""
    left = np.uint64(directions)
    while left != NONE:
        out[n] = 8 * square + lowest(left)
        left = without_lowest(left)
        n += 1
    return n


@rule
def keep_captures(s: Record, out: Actions, n: int) -> int:
    """Drop the legs that do not lead to a capture; any capture will do (CM-13, CM-G02)."""
    kept = 0
    for i in range(n):
        leg = int(out[i])
        if captures(s, leg >> 3, leg & 7):
            out[kept] = leg
            kept += 1
    return kept
