"""The contract: what a game's `rules.py` must define, with these names and in this order.

Every function is compiled (`@rule`), allocates nothing, trusts its input and works on `s`, a record of the
game's own `State` dtype. Seats are 0 to n-1; `TABLE` is the seat of the world (dealing, closing a window) and
`SPECTATOR` the place of somebody who only watches.

A `table.py` declares the state (`STATE`, `core.records`), the actions (`ACTIONS`, `core.verbs`) and the events
(`EVENTS`, `core.kinds`), and says `MOST_LEGAL` (the longest list that `legal` fills), `MOST_EVENTS` (the most rows that
one `apply` logs) and `FEATURES` (how many numbers `observe` writes). `rules.py` also has `sound(s)`, plain Python: what
must be true of a state from outside beyond the bounds of its fields, so that it can be played on.

The functions below are the empty forms. Compiled loops that know no game (`core.kernels`) are written against
them; `core.kernel.bind` puts a game's own functions in their place.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

MOST_SEATS: Final = 15
TABLE: Final = 15
SPECTATOR: Final = 16

Record: TypeAlias = Any  # one record of a game's State; numba and numpy both see its fields as attributes
Log: TypeAlias = npt.NDArray[np.int64]
Actions: TypeAlias = npt.NDArray[np.int16]
Words: TypeAlias = npt.NDArray[np.uint32]
Numbers: TypeAlias = npt.NDArray[np.float64]
Features: TypeAlias = npt.NDArray[np.float32]
Rng: TypeAlias = npt.NDArray[np.uint64]


def setup(s: Record, seats: int, key: Words) -> None:
    """Make `s`, zeroed but for the options, a fresh match; `key` feeds the deals."""
    raise NotImplementedError


def actors(s: Record) -> int:
    """Mask of the seats that may act now, the bit `TABLE` when the world moves, 0 when the match is over."""
    raise NotImplementedError


def legal(s: Record, seat: int, out: Actions) -> int:
    """Fill `out` with the actions open to `seat`, the idle move first, and return how many there are."""
    raise NotImplementedError


def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out a legal action and append what happened to `log`."""
    raise NotImplementedError


def scores(s: Record, out: Numbers) -> None:
    """Write the score sheet as it stands, a number a seat."""
    raise NotImplementedError


def payoffs(s: Record, out: Numbers) -> None:
    """Write the settled result, a number a seat; zeros before the match is over."""
    raise NotImplementedError


def winners(s: Record) -> int:
    """Mask of the seats that won; 0 before the match is over, and in a drawn match."""
    raise NotImplementedError


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Replace all that `seat` does not know with a fair sample of what it could be."""
    raise NotImplementedError


def observe(s: Record, seat: int, out: Features) -> None:
    """Write what `seat` knows as numbers from 0 to 1."""
    raise NotImplementedError


def take_options(s: Record, options: Record) -> None:
    """Copy the options into `s`; no game writes this (`core.records`)."""
    raise NotImplementedError


CONTRACT: Final = (setup, actors, legal, apply, scores, payoffs, winners, redeal, observe)
NAMES: Final = tuple(function.__name__ for function in CONTRACT)


def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Choose an action as the rulebook's strategy section would: the one function of a game's `advice.py`.

    It looks only at what `seat` knows. `scratch` is an array of `SCRATCH` states (a constant of `advice.py`) to
    look ahead in; `rng` breaks ties.
    """
    raise NotImplementedError


def forget(s: Record, seat: int, rate: float, rng: Rng) -> None:
    """Lose what a forgetful player in `seat` would (C-07): the one function of the `memory.py` of a game of memory.

    `s` is a sample made by `redeal` for `seat`. Whatever the seat once saw and the table no longer shows is lost with
    the chance `rate` for each thing of its kind that it has seen since, and is then replaced like what it never knew.
    """
    raise NotImplementedError
