"""Le Her: the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Number

GAME = Game(
    name="leher",
    title="Le Her",
    options=(Number("hands", "Hands in the match.", "LH-G01", usual=10, least=1, most=1_000),),
    seats=Seats(2, 2),
    box=Box(1695, "maker unknown; France", minutes=5, depth=1, short={"hands": 3}),
    summary="One card each: keep it, or change it and hope.",
    package=__name__,
)
