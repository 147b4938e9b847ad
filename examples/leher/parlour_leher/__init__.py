"""Le Her: the facts."""

from parlour.core.game import Game
from parlour.core.options import Number

GAME = Game(
    name="leher",
    title="Le Her",
    year=1695,
    maker="maker unknown; France",
    summary="One card each: keep it, or change it and hope.",
    fewest=2,
    most=2,
    usual=2,
    version=1,
    package=__name__,
    minutes=5,
    depth=1,
    short={"hands": 3},
    options=(Number("hands", "Hands in the match.", "LH-G01", usual=10, least=1, most=1_000),),
)
