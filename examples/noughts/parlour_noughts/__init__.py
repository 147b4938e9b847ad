"""Noughts and crosses: the facts."""

from parlour.core.game import Box, Game, Seats

GAME = Game(
    name="noughts",
    title="Noughts and Crosses",
    seats=Seats(2, 2),
    box=Box(1864, "maker unknown; Britain"),
    summary="Three in a row before the other has them.",
    package=__name__,
)
