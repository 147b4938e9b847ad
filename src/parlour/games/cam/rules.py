"""Cam (1949): canter, jump, charge, and be first on the enemy castle.

Follows the printed sheet (CM-01..25) as ruled in CM-G01..25; RULES.md beside this file states them all.
`table.py` declares the boards, the state and the actions, `legs.py` says what a piece may do. Here a leg is carried
out, a turn ends, and a game and a match are judged; what a seat sees as numbers is in `knowledge.py`.
"""

import numpy as np

from parlour.core.chance import begin, draw
from parlour.core.contract import TABLE, Actions, Log, Numbers, Record, Words
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, only
from parlour.games.cam.legs import *
from parlour.games.cam.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: the pieces stand at the start."""
    begin(s, seats, key)
    s.began = draw(s, 2) if s.first == RANDOM_FIRST else int(s.first)  # CM-G22
    place_pieces(s)


@rule
def actors(s: Record) -> int:
    """The side to move; the table between two games."""
    if s.verdict == UNDECIDED:
        return 1 << s.turn
    return 1 << TABLE if games_played(s) < s.games else 0


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """DONE where a canter may stop, then legs by square and direction."""
    if seat == TABLE:
        out[0] = NEXT_GAME
        return 1
    return legal_legs(s, out)


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action and tell it; a turn with nothing left to choose ends of itself."""
    if action == NEXT_GAME:
        next_game(s)
        announce(log, BEGAN, s.began, games_played(s) + 1, 0)
        return
    if action != DONE:
        tell_leg(s, action, log)
    act(s, action)
    if s.verdict != UNDECIDED:
        tell_verdict(s, log)


@rule
def scores(s: Record, out: Numbers) -> None:
    """Games won, a draw counting one half (CM-G24)."""
    for seat in range(2):
        out[seat] = s.points[seat] / 2


@rule
def payoffs(s: Record, out: Numbers) -> None:
    """Own points less the opponent's, once the match is over."""
    for seat in range(2):
        out[seat] = (int(s.points[seat]) - int(s.points[1 - seat])) / 2 if actors(s) == 0 else 0.0


@rule
def winners(s: Record) -> int:
    """Whoever has more points; nobody in a drawn match."""
    if actors(s) != 0 or s.points[RED] == s.points[YELLOW]:
        return 0
    return 1 << (RED if s.points[RED] > s.points[YELLOW] else YELLOW)


# --- Games ----------------------------------------------------------------------------------------------------


@rule
def place_pieces(s: Record) -> None:
    """Set up a game for whoever begins it (CM-02)."""
    for square in range(SQUARES + 1):
        s.squares[square] = START[s.board, square]
    s.turn = s.began
    s.verdict = UNDECIDED
    begin_count(s)


@rule
def begin_count(s: Record) -> None:
    """Count and number the pieces that stand on the board, and begin the history of positions with them."""
    s.held[:] = NONE
    s.hash = YELLOW_TO_MOVE if s.turn == YELLOW else np.uint64(0)
    for square in range(SIZE[s.board]):
        if s.squares[square] != VACANT:
            note(s, s.squares[square], square)
    forget_past(s)
    s.past[0] = s.hash


@rule
def next_game(s: Record) -> None:
    """The players take turns at beginning (CM-G22)."""
    s.began = 1 - s.began
    place_pieces(s)


# --- Turns ----------------------------------------------------------------------------------------------------


@rule
def act(s: Record, action: int) -> None:
    """Carry out a leg, or stop; what it leads to follows."""
    if action == DONE or leg_ends_turn(s, action >> 3, action & 7):
        end_turn(s)


@rule
def leg_ends_turn(s: Record, square: int, direction: int) -> bool:
    """Carry out a leg; whether that ends the turn."""
    kind = leg_kind(s, square, direction)
    over, beyond = NEXT[s.board, square, direction], BEYOND[s.board, square, direction]
    if kind == PLAIN:
        shift(s, square, over)
        return True
    if kind == CANTER:
        canter(s, square, beyond)
    else:
        jump(s, over, square, beyond)
    return leap_ends_turn(s, beyond)


@rule
def canter(s: Record, square: int, landing: int) -> None:
    """Leap a friend."""
    if s.mode == FRESH:
        s.owed = 1 if is_knight(s.squares[square]) and owes_capture(s) else 0
        s.mode = CANTERING
        s.path[0] = square
        s.steps = 1
    shift(s, square, landing)
    s.path[s.steps] = landing
    s.steps += 1


@rule
def jump(s: Record, over: int, square: int, landing: int) -> None:
    """Leap an enemy, who is taken off at once (CM-10)."""
    lift(s, over)
    shift(s, square, landing)
    s.mode = JUMPING
    s.owed = 0
    forget_path(s)
    s.path[0] = landing
    s.steps = 1
    forget_past(s)


@rule
def leap_ends_turn(s: Record, landing: int) -> bool:
    """Whether a turn ends where a canter or a jump has landed; a canter may now owe a capture."""
    if landing == enemy_castle(s):
        return True  # CM-03
    if s.mode == JUMPING and landing == own_castle(s) and castle_jump_ends_turn(s):
        return True  # CM-G11
    _, canters, jumps = open_ways(s, landing)
    if s.mode == CANTERING and jumps != 0:
        s.owed = 1  # CM-22, CM-G06; a man owes it next turn only (CM-G08)
    return s.owed == 0 and (canters | jumps) == 0  # CM-21, CM-G03


@rule
def forget_past(s: Record) -> None:
    """Begin the history of positions afresh: after a capture none of them can stand again."""
    for turn in range(min(s.quiet + 1, REMEMBERED)):
        s.past[turn] = np.uint64(0)
    s.quiet = 0


@rule
def forget_path(s: Record) -> None:
    """Begin the path of a turn afresh."""
    for step in range(s.steps):
        s.path[step] = 0
    s.steps = 0


@rule
def shift(s: Record, square: int, landing: int) -> None:
    """Move a piece."""
    piece = lift(s, square)
    s.squares[landing] = piece
    note(s, piece, landing)


@rule
def lift(s: Record, square: int) -> int:
    """Take a piece off the board."""
    piece = s.squares[square]
    s.squares[square] = VACANT
    note(s, piece, square)
    return piece


@rule
def note(s: Record, piece: int, square: int) -> None:
    """Note that a piece has come to a square or gone from it."""
    s.held[side_of(piece), square >> 6] ^= only(square & 63)
    s.hash ^= KEYS[piece, square]


@rule
def end_turn(s: Record) -> None:
    """The other side is to move, unless the game has ended."""
    if s.mode != JUMPING:
        s.quiet += 1
    forget_path(s)
    s.mode = FRESH
    s.owed = 0
    s.turn = 1 - s.turn
    s.hash ^= YELLOW_TO_MOVE
    s.past[remembered_at(s.quiet)] = s.hash
    s.verdict = judge(s)
    if s.verdict != UNDECIDED:
        score_game(s)


# --- Results --------------------------------------------------------------------------------------------------


@rule
def judge(s: Record) -> int:
    """How the game has ended with the turn just made, if it has."""
    if side_of(s.squares[own_castle(s)]) == 1 - s.turn:
        return CASTLE  # CM-03, CM-G17
    if s.held[s.turn, 0] == NONE and s.held[s.turn, 1] == NONE:
        return CAPTURED  # CM-24
    if not can_move(s):
        return NO_MOVE  # CM-G18
    if s.repetition > 0 and occurrences(s) >= s.repetition:
        return REPETITION  # CM-G19
    if s.quiet_plies > 0 and s.quiet >= s.quiet_plies:
        return QUIET  # CM-G20
    return UNDECIDED


@rule
def score_game(s: Record) -> None:
    """A win is a point, a draw half a point (CM-G24)."""
    if s.verdict >= REPETITION:
        s.points[RED] += 1
        s.points[YELLOW] += 1
    else:
        s.points[1 - s.turn] += 2


@rule
def tell_leg(s: Record, action: int, log: Log) -> None:
    """Announce a leg that is about to be made, and the capture."""
    square, direction = action >> 3, action & 7
    kind = leg_kind(s, square, direction)
    over = NEXT[s.board, square, direction]
    landing = over if kind == PLAIN else BEYOND[s.board, square, direction]
    leg = 256 * PLACES[s.board, square] + PLACES[s.board, landing]
    announce(log, MOVED + kind - PLAIN, s.turn, leg, 0)
    if kind == JUMP:
        announce(log, TAKEN, 1 - s.turn, PLACES[s.board, over], 1 if is_knight(s.squares[over]) else 0)


@rule
def tell_verdict(s: Record, log: Log) -> None:
    """Announce the end of a game, and of the match if it was the last."""
    if s.verdict == CASTLE:
        announce(log, CASTLE_TAKEN, 1 - s.turn, 0, 0)
    elif s.verdict == CAPTURED:
        announce(log, ALL_CAPTURED, 1 - s.turn, 0, 0)
    elif s.verdict == NO_MOVE:
        announce(log, CANNOT_MOVE, s.turn, 0, 0)
    else:
        limit, count = (19, s.repetition) if s.verdict == REPETITION else (20, s.quiet_plies)
        announce(log, SAFETY_LIMIT, TABLE, limit, count)  # C-11: CM-G19, CM-G20
        announce(log, DRAWN, TABLE, 0, 0)
    announce(log, HAND_OVER, TABLE, games_played(s), 1)
    if games_played(s) == s.games:
        announce(log, MATCH_OVER, TABLE, winners(s), 0)
