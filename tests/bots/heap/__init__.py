"""The Heap, a game by an outside author: take one to three stones, one by one; whoever takes the last one wins.

It shows that the search fits a game that Parlour does not know, and whose every value is known.
"""

from parlour.core.game import Box, Game, Seats

GAME = Game(
    name="heap",
    title="The Heap",
    seats=Seats(2, 2),
    box=Box(2026, "the test suite"),
    summary="Take one, two or three stones; the last one wins.",
    package=__name__,
)
