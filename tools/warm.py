"""Compile the rules of every game once, so that tests running side by side find them in the cache."""

from concurrent.futures import ProcessPoolExecutor
from functools import cached_property

from parlour.bots import compile_thinkers
from parlour.core.kernels import Kernels
from parlour.games import game, names


def warm(name: str) -> None:
    """Compile, or find in the cache, every loop of a game."""
    kernels = game(name).kernels
    compile_thinkers(game(name))
    for loop in (key for key, value in vars(Kernels).items() if isinstance(value, cached_property)):
        getattr(kernels, loop)


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        list(pool.map(warm, names()))
