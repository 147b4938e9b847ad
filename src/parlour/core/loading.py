"""Getting the rules of a game ready: what was never compiled is compiled, step by step, and kept in the cache."""

from collections.abc import Callable
from functools import partial
from typing import Any

from parlour.core.game import Game

# The loops that a replay needs, and a match. They load in a few hundredths of a second once they are compiled.
REPLAY = ("begin", "who", "list_legal", "try_action", "result")
PLAY = (*REPLAY, "sample", "advice")


def loading_steps(game: Game, loops: tuple[str, ...] = PLAY) -> list[Callable[[], Any]]:
    """What is to be done, one after the other, before these loops, texts and views of a game can be used."""
    from parlour.core.plain import Figures

    return [*(partial(getattr, game.kernels, loop) for loop in loops), partial(Figures.load, game)]
