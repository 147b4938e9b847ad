"""Noughts and crosses, after the rules NC-01 to NC-03. What is not here follows from it (`core.defaults`)."""

from typing import Final

import numpy as np

from parlour.core.contract import TABLE, Actions, Log, Record
from parlour.core.defaults import features
from parlour.core.events import HAND_OVER, MATCH_OVER, announce
from parlour.core.kernel import rule
from parlour.core.kinds import event, events
from parlour.core.records import field, record, require
from parlour.core.texts import Refusal
from parlour.core.values import choice, number
from parlour.core.verbs import actions

SQUARE: Final = number(1, 9)
STATE: Final = record(
    board=field(choice(".", "X", "O"), "what is on each square", places=(3, 3)),
    marked=field(number(0, 9), "how many squares have a mark"),
)
ACTIONS: Final = actions(mark=SQUARE)
EVENTS: Final = events(marked=event("NC-01", square=SQUARE))
(MARKED,) = EVENTS
MOST_LEGAL: Final = 9
MOST_EVENTS: Final = 3
FEATURES: Final = features(STATE)
ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@rule
def actors(s: Record) -> int:
    """NC-01: one after the other, until somebody has won (NC-02) or the board is full (NC-03)."""
    return 0 if winners(s) != 0 or s.marked == 9 else 1 << s.marked % 2


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """NC-01: any empty square."""
    n = 0
    for square in range(9):
        if mark_on(s, square) == 0:
            out[n] = square
            n += 1
    return n


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Mark a square."""
    s.board[action // 3, action % 3] = seat + 1
    s.marked += 1
    announce(log, MARKED, seat, action + 1, 0)
    if actors(s) == 0:
        announce(log, HAND_OVER, TABLE, 1, 1)
        announce(log, MATCH_OVER, TABLE, winners(s), 0)


@rule
def winners(s: Record) -> int:
    """NC-02: the player with three marks in a row."""
    for a, b, c in ROWS:
        if mark_on(s, a) != 0 and mark_on(s, a) == mark_on(s, b) == mark_on(s, c):
            return 1 << (mark_on(s, a) - 1)
    return 0


@rule
def mark_on(s: Record, square: int) -> int:
    """What is on a square: 0 for nothing, 1 for X, 2 for O."""
    return int(s.board[square // 3, square % 3])


def sound(s: Record) -> None:
    """What must be true of a position that somebody made up."""
    require(s.marked == np.count_nonzero(s.board), "`marked` is how many squares have a mark")


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """NC-01: the one thing that can be wrong."""
    return Refusal("NC-01", "taken", {"square": action + 1})
