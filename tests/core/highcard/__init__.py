"""High Card, a game by an outside author: one hidden card each, keep it or swap it, the highest wins.

It shows that the contract fits a game that Parlour does not know, and gives the conformance checks something to break.
"""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Switch

GAME = Game(
    name="highcard",
    title="High Card",
    options=(Switch("low_wins", "The lowest card wins instead.", "HC-2"),),
    seats=Seats(2, 4, usual=3),
    box=Box(2026, "the test suite"),
    summary="Keep your card or swap it; the highest wins.",
    package=__name__,
)
