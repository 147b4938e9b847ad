"""Noughts and crosses: the facts."""

from parlour.core.game import Game

GAME = Game(
    name="noughts",
    title="Noughts and Crosses",
    year=1864,
    maker="maker unknown; Britain",
    summary="Three in a row before the other has them.",
    fewest=2,
    most=2,
    usual=2,
    version=1,
    package=__name__,
)
