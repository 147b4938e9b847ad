"""High Card, a game by an outside author: one hidden card each, keep it or swap it, the highest wins.

It shows that the contract fits a game that Parlour does not know, and gives the conformance checks something to break.
"""

from parlour.core.game import Game
from parlour.core.options import Switch

GAME = Game(
    name="highcard",
    title="High Card",
    year=2026,
    maker="the test suite",
    summary="Keep your card or swap it; the highest wins.",
    fewest=2,
    most=4,
    usual=3,
    version=1,
    package=__name__,
    options=(Switch("low_wins", "The lowest card wins instead.", "HC-2"),),
)
