"""Engines: what runs the rules. All of them give the same results, byte for byte.

| engine | what it is                                                             | needs                    |
|--------|------------------------------------------------------------------------|--------------------------|
| wasm   | `<game>.wasm`, made from the rules when Parlour is made, in a sandbox   | nothing more             |
| numba  | the rules compiled for this processor when first used: the fastest      | the extra `lab`          |
| plain  | the rules as they are written, a thousand times slower: for debugging   | nothing                  |

People play with wasm. Where throughput is the point (arena, series, data sets, vectorised environments) numba is taken
if it is installed. `PARLOUR_ENGINE` names one for everything. Rules that have no file, or have changed since it was
made, run with numba, or else as plain Python, and a warning says so.
"""

import os
import threading
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from parlour.core.engines.loops import Loop
from parlour.errors import MissingExtra, OptionError

if TYPE_CHECKING:
    from parlour.core.game import Game

NAMES: Final = ("wasm", "numba", "plain")
VARIABLE: Final = "PARLOUR_ENGINE"
LAB: Final = "install parlour[lab]"
F = TypeVar("F", bound=Callable[..., Any])

_by_the_thousand = False


class Workspace:
    """A place to work: arrays that lie and stay where the loops of one engine find them, and these loops."""

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
        """An array that loops of this workspace work on without copying it."""
        return np.zeros(shape, dtype=kind)

    def keep(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array with the same contents that loops read often."""
        return array

    def loop(self, loop: Loop) -> Callable[..., Any]:
        """A loop, ready to be called."""
        return loop.bound


class Engine(ABC):
    """What runs the rules of one game."""

    name: str

    def __init__(self, game: "Game") -> None:
        self.game = game

    @abstractmethod
    def loop(self, loop: Loop) -> Callable[..., Any]:
        """A loop of the game, ready to be called with any arrays, in any thread."""

    @abstractmethod
    def workspace(self) -> Workspace:
        """A new workspace, for one thread at a time."""


def told() -> str | None:
    """The engine that somebody has told us to use, if anybody has."""
    name = os.environ.get(VARIABLE) or None
    if name is not None and name not in NAMES:
        raise OptionError(f"{VARIABLE} is {name[:40]!r}; there are the engines {', '.join(NAMES)}")
    return name


def compiled() -> bool:
    """Whether rules are compiled at all in this process."""
    return told() != "plain"


def has_numba() -> bool:
    """Whether the extra `lab` is installed."""
    return find_spec("numba") is not None


def play_by_the_thousand() -> None:
    """From now on this process plays for figures, not for people: every game runs with the fastest engine."""
    global _by_the_thousand  # noqa: PLW0603
    _by_the_thousand = True


def for_play(game: "Game") -> str:
    """The engine for people: what we are told, else wasm if the game's file is what its rules say."""
    from parlour.core.engines.wasm import why_not

    if name := told():
        return name
    if _by_the_thousand and has_numba():
        return "numba"
    trouble = why_not(game)
    if not trouble:
        return "wasm"
    other = "numba" if has_numba() else "plain"
    warnings.warn(
        f"{trouble}; its rules run with the engine {other}: `parlour compile {game.name}` mends that", stacklevel=2
    )
    return other


def for_throughput(game: "Game") -> str:
    """The fastest engine there is."""
    return told() or ("numba" if has_numba() else for_play(game))


_making = threading.Lock()  # two threads may want the first engine at once, and wasmtime must be started only once


@cache
def at_speed(function: F) -> F:
    """A rule to be called from Python by the thousand: compiled by numba if that is installed, else as it stands."""
    if compiled() and has_numba():
        from parlour.core.engines.numba import for_python

        return for_python(function)
    return function


@cache
def make(game: "Game", name: str) -> Engine:
    """An engine by its name."""
    with _making:
        return _make(game, name)


def _make(game: "Game", name: str) -> Engine:
    if name == "wasm":
        from parlour.core.engines.wasm import Wasm

        return Wasm(game)
    if name == "numba":
        if not has_numba():
            raise MissingExtra(f"the engine numba needs the extra `lab`: {LAB}")
        from parlour.core.engines.numba import Numba

        return Numba(game)
    from parlour.core.engines.plain import PlainPython

    return PlainPython(game)
