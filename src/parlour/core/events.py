"""Events: what happened, as numbers. They are all that a client animates or puts in a log.

A log is an array of rows. Row 0 holds the number of rows used, and in column OVER a 1 since a hand ended; each other
row is one event:

    | column | meaning                                                         |
    |--------|-----------------------------------------------------------------|
    | KIND   | what happened; each game numbers its own kinds from FIRST_KIND  |
    | SEAT   | whom it concerns (TABLE for the world)                          |
    | A, B   | two arguments, whose meaning the kind fixes                     |
    | SEEN   | mask of the seats (and SPECTATOR) that may see the arguments    |

A log of one row takes no events, which is how simulators say that they do not care; but it tells if a hand ended.
"""

from typing import Final

import numpy as np

from parlour.core.contract import SPECTATOR, Log
from parlour.core.kernel import rule

KIND, SEAT, A, B, SEEN, COLUMNS = range(6)
OVER: Final = 1  # of row 0

EVERYONE: Final = (1 << (SPECTATOR + 1)) - 1

# Kinds that every game shares.
HAND_OVER: Final = 1  # a = hands (or games) finished so far, b = 1 if it was scored
MATCH_OVER: Final = 2  # a = mask of the winners
SAFETY_LIMIT: Final = 3  # a = number of the ruling that sets the limit, b = how many there were (C-11)
FIRST_KIND: Final = 8


def new_log(rows: int) -> Log:
    """An empty log with room for so many events."""
    return np.zeros((rows + 1, COLUMNS), dtype=np.int64)


@rule
def emit(log: Log, kind: int, seat: int, a: int, b: int, seen: int) -> None:
    """Append an event."""
    if kind == HAND_OVER:
        log[0, OVER] = 1
    n = log[0, 0] + 1
    if n < len(log):
        log[0, 0] = n
        log[n, KIND] = kind
        log[n, SEAT] = seat
        log[n, A] = a
        log[n, B] = b
        log[n, SEEN] = seen


@rule
def announce(log: Log, kind: int, seat: int, a: int, b: int) -> None:
    """Append an event that everyone may see."""
    emit(log, kind, seat, a, b, EVERYONE)


@rule
def is_heard(log: Log) -> bool:
    """Whether anybody takes down what happens. Who only simulates need not be told what changes nothing."""
    return len(log) > 1
