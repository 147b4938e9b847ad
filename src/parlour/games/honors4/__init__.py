"""Honors No. IV (about 1915): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="honors4",
    title="Honors No. IV",
    options=(
        Number("h4_match", "Hands needed to win the match.", "H4-G08", usual=3, least=1, most=100),
        Switch("h4_ascending", "Only the next higher card makes a pair.", "H4-G02"),
        Choice(
            "h4_recycle",
            "When the pack is used up, shuffle the exposed cards into a new one: once a hand, never, or every time.",
            "H4-G06",
            ("once", "none", "unlimited"),
        ),
        Number(
            "h4_takes",
            "After this many cards in a row taken from the pile the next player must draw; 0 means two for each seat.",
            "H4-G07",
            usual=0,
            least=0,
            most=100,
        ),
        Number(
            "hand_cap",
            "After this many hands the best total wins; 0 means fifty for each hand needed to win.",
            "C-16",
            usual=0,
            least=0,
            most=10_000,
        ),
    ),
    seats=Seats(2, 12, usual=4),  # H4-01, H4-G01
    # 152 actions, 3 seconds each
    box=Box(1915, "maker unknown; a Camp Fire card game", minutes=10, depth=1, short={"h4_match": 1}, place=8),
    summary="One card in hand, one drawn: the first pair goes out.",
    package=__name__,
)
