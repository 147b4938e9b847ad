"""The sheet's own strategy: win if you can, stop a loss, capture the most, leave nothing exposed, advance protected.

Every turn open to the seat is played out on scratch states, and every reply to it. The attack on the castle and its
defence decide the game, so a turn that lets the enemy win is the worst of all; then what is taken counts against what
the best reply takes; then the pieces come forward, and together.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from parlour.core.chance import below
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, lowest, without_lowest
from parlour.games.cam.legs import captures, must_leave, open_ways, owes_capture
from parlour.games.cam.rules import act
from parlour.games.cam.table import *

LEGS: Final = 32  # of a turn, and one more
SCRATCH: Final = 2 * LEGS

MAN, KNIGHT = 2, 3  # what a piece is worth: the knight can charge
TAKING: Final = 64  # what a unit of worth weighs against all good squares together
WON: Final = 1_000_000


def distances() -> npt.NDArray[np.int64]:
    """By board, side and square: the steps to the side's castle."""
    table = np.zeros((2, 2, SQUARES), dtype=np.int64)
    for board in range(2):
        for square, (file, rank) in enumerate(places(board)):
            for side in range(2):
                castle_file, castle_rank = places(board)[CASTLES[board, side]]
                table[board, side, square] = max(abs(file - castle_file), abs(rank - castle_rank))
    return table


DISTANCE: Final = distances()


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """The first leg of the best turn; among equally good ones it is chosen by lot."""
    scratch[0] = s
    begin_walk(scratch[0])
    best, ties, choice = -2 * WON, 0, 0
    level = 0
    while True:
        level = next_turn(scratch, 0, level)
        if level < 0:
            return choice
        value = value_of(scratch, level + 1, seat)
        if value > best:
            best, ties = value, 0
        if value == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = last_tried(scratch[0])


@rule
def value_of(scratch: Any, level: int, seat: int) -> int:
    """What the turn that has led to scratch[level] is worth to the seat, the best reply considered."""
    end = scratch[level]
    if end.verdict >= REPETITION:
        return 0
    if end.verdict != UNDECIDED:
        return WON
    scratch[LEGS] = end
    lost = worst_reply(scratch, seat)
    if lost == WON:
        return -WON
    return TAKING * (worth(end, seat) - worth(end, 1 - seat) - lost) + standing(end, seat)


@rule
def worst_reply(scratch: Any, seat: int) -> int:
    """The most that a reply in scratch[LEGS] can take from the seat, WON if it can win."""
    before = worth(scratch[LEGS], seat)
    begin_walk(scratch[LEGS])
    most = level = 0
    while True:
        level = next_turn(scratch, LEGS, level)
        if level < 0:
            return most
        end = scratch[LEGS + level + 1]
        if CASTLE <= end.verdict <= NO_MOVE:
            return WON
        most = max(most, before - worth(end, seat))


@rule
def worth(s: Record, side: int) -> int:
    """What the pieces of a side are worth."""
    total, squares = 0, s.squares
    for square in range(SIZE[s.board]):
        if side_of(squares[square]) == side:
            total += KNIGHT if is_knight(squares[square]) else MAN
    return total


@rule
def standing(s: Record, side: int) -> int:
    """How well the pieces of a side stand: forward, each with a friend beside it, and one at home."""
    total = 0
    nearest_home = SQUARES
    for square in range(SIZE[s.board]):
        if side_of(s.squares[square]) == side:
            total -= DISTANCE[s.board, 1 - side, square]
            total += 1 if has_friend(s, square, side) else 0
            nearest_home = min(nearest_home, DISTANCE[s.board, side, square])
    return total - (nearest_home if nearest_home > 2 else 0)


@rule
def has_friend(s: Record, square: int, side: int) -> bool:
    """Whether a piece of the same side stands beside a square."""
    squares, beside = s.squares, NEXT[s.board, square]
    for direction in range(8):
        if side_of(squares[beside[direction]]) == side:
            return True
    return False


# --- Walking through turns ------------------------------------------------------------------------------------


@rule
def begin_walk(s: Record) -> None:
    """Make a scratch state the root of a walk: `drawn` counts the actions tried, `owed` says if one must capture."""
    s.drawn = np.uint64(0)
    if s.mode == FRESH:
        s.owed = 1 if owes_capture(s) else 0


@rule
def last_tried(s: Record) -> int:
    """The action that the walk last took from a state."""
    return whole(s.drawn) - 1


@rule
def next_turn(scratch: Any, root: int, level: int) -> int:
    """Walk on, depth first, from scratch[root + level] to the next end of a turn, and leave it in the state after that.

    The level walked on from last, to be handed in again; -1 when there is no turn left.
    """
    while level >= 0:
        here, after = root + level, root + level + 1
        action = next_action(scratch[here], last_tried(scratch[here]) + 1)
        if action < 0:
            level -= 1
            continue
        scratch[here].drawn = np.uint64(action + 1)
        scratch[after] = scratch[here]
        scratch[after].drawn = np.uint64(0)
        act(scratch[after], action)
        if scratch[after].mode == FRESH:
            return level
        level += 1
    return level


@rule
def next_action(s: Record, first: int) -> int:
    """The first legal action from number `first` on, -1 if there is none."""
    squares, side = s.squares, s.turn
    piece = must_leave(s) if s.mode == FRESH else whole(moving(s))
    for square in range(first >> 3, SIZE[s.board]):
        if side_of(squares[square]) == side and (piece < 0 or piece == square):
            plain, canters, jumps = open_ways(s, square)
            left = np.uint64((plain | canters | jumps) & (255 << max(0, first - 8 * square)))
            while left != NONE:
                if s.owed == 0 or captures(s, square, lowest(left)):
                    return 8 * square + lowest(left)
                left = without_lowest(left)
    return DONE if s.mode == CANTERING and s.owed == 0 and first <= DONE else -1
