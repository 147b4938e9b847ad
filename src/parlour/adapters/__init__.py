"""Adapters: the games with the conventions of learners.

| name                     | what it is                                                             | extra        |
|--------------------------|------------------------------------------------------------------------|--------------|
| `vector(name, n)`        | thousands of matches stepped by one compiled call                      | none         |
| `pettingzoo.env(name)`   | a match as an environment of PettingZoo, a seat after the other        | `pettingzoo` |
| `pettingzoo.parallel_env`| the same with all seats at once, for the game in which all act at once | `pettingzoo` |
| `openspiel`              | the games among OpenSpiel's, and ends of hands for solvers             | `openspiel`  |
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.adapters.vectorised import VectorEnv


def vector(
    name: str,
    n: int,
    *,
    seats: int | None = None,
    seed: int | str | None = None,
    players: str | Sequence[str] = "learner",
    rotate: bool = False,
    copy: bool = True,
    **options: object,
) -> "VectorEnv":
    """So many matches of a game as one environment: see `parlour.adapters.vectorised.VectorEnv`."""
    from parlour.adapters.vectorised import VectorEnv
    from parlour.errors import OptionError
    from parlour.games import game

    if isinstance(n, bool):
        raise OptionError(f"n is a number of matches, one or more, not {n}")
    return VectorEnv(game(name), n, seats, seed, players, rotate, copy, options)
