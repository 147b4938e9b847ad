"""What a game without secrets may add to the contract, so that its turns can be searched.

Its `evaluation.py` defines `evaluate`, `urgent` and `position_key`, and its `endgames.py`, if it has one, `probe`.
They are compiled as rules are; like the contract's functions they allocate nothing and trust their input. A position is
what stands between two turns; a turn is all that a seat does before the other acts.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Actions, Record

WIN: Final = 1 << 20  # what `evaluate` says of a position that is not decided lies between -WIN / 2 and WIN / 2
NO_ANSWER: Final = 1 << 30  # `probe`'s, where its tables do not reach


def evaluate(s: Record, seat: int) -> int:
    """How well the position stands for `seat`, 100 being worth about a piece: the opposite of what the other seat has.

    Once the game is over only the sign counts: more than 0 for a win, less for a loss, 0 for a draw.
    """
    raise NotImplementedError


def urgent(s: Record, seat: int, out: Actions) -> int:
    """Fill `out` with what may upset the balance (a capture, a win), the most urgent action first; how many there are.

    The number is negative if the seat must choose among them. A search ends only where nothing is urgent, or where the
    seat does better, and is free, to leave it alone.
    """
    raise NotImplementedError


def position_key(s: Record) -> np.uint64:
    """A number that stands for the position: the same for two only if the game goes on from both alike."""
    raise NotImplementedError


def probe(s: Record, table: npt.NDArray[np.uint8], index: npt.NDArray[np.int64]) -> int:
    """What is known for certain: n if the seat to move wins in n turns, -n if it loses, 0 for a draw; else NO_ANSWER.

    Turns of both seats count, so a seat that wins with the turn it is to make wins in 1. `table` and `index` are the
    game's own affair; both are empty where no tables have been made, and then there is no answer.
    """
    raise NotImplementedError
