"""The Heap, a game by an outside author: take one to three stones, one by one; whoever takes the last one wins.

It shows that the search fits a game that Parlour does not know, and whose every value is known.
"""

from parlour.core.game import Game

GAME = Game(
    name="heap",
    title="The Heap",
    year=2026,
    maker="the test suite",
    summary="Take one, two or three stones; the last one wins.",
    fewest=2,
    most=2,
    usual=2,
    version=1,
    package=__name__,
    options=(),
)
