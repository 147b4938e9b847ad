"""What a piece may do: plain moves, canters, jumps, and when a capture is compulsory.

Directions are kept in sets of eight bits, so that a piece is looked at once and from all sides.
"""

import numpy as np

from parlour.core.contract import Actions, Record
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, lowest, only, without_lowest
from parlour.games.cam.table import *


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
    """The directions in which the piece on a square finds a plain move, a canter and a jump; see `leg_kind`.

    The wall looks yellow here, which does not matter: there is no room beyond it.
    """
    board, squares = s.board, s.squares
    vacant, yellow, room = 0, 0, 0
    for direction in range(8):
        over, beyond = squares[NEXT[board, square, direction]], squares[BEYOND[board, square, direction]]
        vacant |= 1 << direction if over == VACANT else 0
        yellow |= 1 << direction if over >= YELLOW_MAN else 0
        room |= 1 << direction if beyond == VACANT else 0
    leaps = room & ~vacant
    friends = yellow if s.turn == YELLOW else ~yellow
    return vacant, leaps & friends, leaps & ~friends


@rule
def open_ways(s: Record, square: int) -> tuple[int, int, int]:
    """The plain moves, canters and jumps that begin a turn, or go on with it, as long as no capture is owed."""
    plain, canters, jumps = ways(s, square)
    canters &= ~LEAP_HOME[s.board, s.turn, square]  # CM-G10
    if s.mode == FRESH:
        plain &= ~STEP_HOME[s.board, s.turn, square]  # CM-04
        return plain, canters, jumps  # CM-05, CM-G14, CM-G21: a jump may land in the own castle
    if s.mode == JUMPING:
        return 0, 0, jumps  # CM-19, CM-G03
    canters &= ~ways_back(s, square)
    if castle_canter_one_leap(s):
        canters &= ~LEAP_HOME[s.board, 1 - s.turn, square]  # CM-23
    return 0, canters, jumps if is_knight(s.squares[square]) else 0  # CM-G05, CM-20


@rule
def ways_back(s: Record, square: int) -> int:
    """The directions in which the unfinished canter would leap to where it has been (CM-G09, CM-G23)."""
    beyond, path = BEYOND[s.board, square], s.path
    back = 0
    for i in range(s.steps):
        for direction in range(8):
            back |= 1 << direction if path[i] == beyond[direction] else 0
    return back


@rule
def captures(s: Record, square: int, direction: int) -> bool:
    """Whether an open leg captures, or begins or goes on with a charge that can (CM-12, CM-22)."""
    kind = leg_kind(s, square, direction)
    if kind != CANTER or not is_knight(s.squares[square]):
        return kind == JUMP
    return charge_captures(s, square, direction)


@rule
def capturing(s: Record, square: int, canters: int, jumps: int) -> int:
    """Those of the open canters and jumps that capture, or begin or go on with a charge that can."""
    directions = jumps
    if is_knight(s.squares[square]):
        left = np.uint64(canters)
        while left != NONE:
            if charge_captures(s, square, lowest(left)):
                directions |= 1 << lowest(left)
            left = without_lowest(left)
    return directions


@rule
def charge_captures(s: Record, square: int, direction: int) -> bool:
    """Whether a knight that canters can jump where it lands, or canter on to where it can (CM-G06, CM-G07).

    Canters change nothing else on the board, so this is a flood over the squares that the knight can reach.
    """
    landing = BEYOND[s.board, square, direction]
    seen = only(NUMBER[s.board, square]) | only(NUMBER[s.board, landing])
    for i in range(s.steps):
        seen |= only(NUMBER[s.board, s.path[i]])
    knight = s.squares[square]
    s.squares[square] = VACANT  # it is in the player's hand
    found = False
    reached = NONE if is_castle(s, landing) else only(NUMBER[s.board, landing])  # CM-G04
    while reached != NONE:
        at = SISTERS[s.board, landing, lowest(reached)]
        reached = without_lowest(reached)
        _, canters, jumps = ways(s, at)
        if jumps != 0:
            found = True
            break
        on = leaps_to(s, at, canters) & ~seen
        seen |= on
        reached |= on
    s.squares[square] = knight
    return found


@rule
def leaps_to(s: Record, square: int, canters: int) -> np.uint64:
    """Where the canters from a square lead but for the castles (CM-G04), as a set of the square's sisters."""
    canters &= ~(LEAP_HOME[s.board, RED, square] | LEAP_HOME[s.board, YELLOW, square])
    landings, left = NONE, np.uint64(canters)
    while left != NONE:
        landings |= only(NUMBER[s.board, BEYOND[s.board, square, lowest(left)]])
        left = without_lowest(left)
    return landings


@rule
def is_castle(s: Record, square: int) -> bool:
    """Whether a square is a castle."""
    return square == own_castle(s) or square == enemy_castle(s)


# --- Pieces ---------------------------------------------------------------------------------------------------


@rule
def movers(s: Record, mover: int) -> tuple[np.uint64, np.uint64]:
    """The pieces of the side to move, or only the one on `mover` unless that is NOWHERE."""
    if mover < 0:
        return s.held[s.turn, 0], s.held[s.turn, 1]
    return (only(mover), NONE) if mover < 64 else (NONE, only(mover - 64))


@rule
def first_square(low: np.uint64, high: np.uint64) -> int:
    """The first square of a set, like `held`, that is not empty."""
    return lowest(low) if low != NONE else 64 + lowest(high)


@rule
def without_first(low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64]:
    """The set less its first square."""
    return (without_lowest(low), high) if low != NONE else (NONE, without_lowest(high))


# --- Duties ---------------------------------------------------------------------------------------------------


@rule
def must_leave(s: Record) -> int:
    """The castle of the side to move, if a piece of its own must leave it (CM-06) and can (CM-G15); else NOWHERE."""
    castle = own_castle(s)
    if side_of(s.squares[castle]) == s.turn and has_way(s, castle):
        return castle
    return NOWHERE


@rule
def has_way(s: Record, square: int) -> bool:
    """Whether the piece on a square has any way to go."""
    plain, canters, jumps = open_ways(s, square)
    return (plain | canters | jumps) != 0


@rule
def must_capture(s: Record, leaver: int, any_jump: bool) -> bool:
    """Whether the turn must bring a capture: if a jump is open (CM-11), not if only a charge is (CM-G01).

    Leaving the castle comes first, and any way will do (CM-07, CM-G12, CM-G13).
    """
    return any_jump and (leaver == NOWHERE or castle_exit_must_capture(s))


@rule
def owes_capture(s: Record) -> bool:
    """Whether a turn that is about to begin must bring a capture."""
    leaver = must_leave(s)
    return must_capture(s, leaver, any_can_jump(s, leaver))


@rule
def can_jump(s: Record, square: int) -> bool:
    """Whether the piece on a square can jump."""
    return ways(s, square)[2] != 0


@rule
def any_can_jump(s: Record, leaver: int) -> bool:
    """Whether the piece that must leave the castle can jump; if none must, whether any piece can."""
    low, high = movers(s, leaver)
    while (low | high) != NONE:
        if can_jump(s, first_square(low, high)):
            return True
        low, high = without_first(low, high)
    return False


@rule
def can_move(s: Record) -> bool:
    """Whether the side to move, at the beginning of its turn, has any move at all (CM-G18)."""
    low, high = movers(s, NOWHERE)
    while (low | high) != NONE:
        if has_way(s, first_square(low, high)):
            return True
        low, high = without_first(low, high)
    return False


# --- The list -------------------------------------------------------------------------------------------------


@rule
def legal_legs(s: Record, out: Actions) -> int:
    """How the side to move may begin its turn, or go on with it."""
    mover = must_leave(s) if s.mode == FRESH else int(moving(s))
    owed = s.mode != FRESH and s.owed != 0
    while True:
        n, any_jump = list_legs(s, mover, owed, out)
        if owed or s.mode != FRESH or not must_capture(s, mover, any_jump):
            return n
        owed = True  # the list is made once more, of captures


@rule
def list_legs(s: Record, mover: int, owed: bool, out: Actions) -> tuple[int, bool]:
    """List the open legs, only captures if one is owed (any will do: CM-13, CM-G02); and whether one is a jump."""
    n, any_jump = 0, 0
    if s.mode == CANTERING and not owed:
        out[0] = DONE  # CM-17
        n = 1
    low, high = movers(s, mover)
    while (low | high) != NONE:
        square = first_square(low, high)
        low, high = without_first(low, high)
        plain, canters, jumps = open_ways(s, square)
        directions = capturing(s, square, canters, jumps) if owed else plain | canters | jumps
        n = put_legs(square, directions, out, n)
        any_jump |= jumps
    return n, any_jump != 0


@rule
def put_legs(square: int, directions: int, out: Actions, n: int) -> int:
    """Append the legs from a square in these directions. Others are written too, for the next to be written over."""
    for direction in range(8):
        out[n] = 8 * square + direction
        n += (directions >> direction) & 1
    return n
