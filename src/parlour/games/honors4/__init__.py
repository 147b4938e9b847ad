"""Honors No. IV (about 1915): the facts."""

from parlour.core.game import Game
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="honors4",
    title="Honors No. IV",
    year=1915,
    maker="maker unknown; a Camp Fire card game",
    summary="Hold one card, draw another, go out with two neighbours of a book; first to 3.",
    fewest=2,  # H4-01, H4-G01
    most=12,
    usual=4,
    version=1,
    package=__name__,
    options=(
        Number("h4_match", "Hands to win for the match.", "H4-G08", usual=3, least=1, most=100),
        Switch("h4_ascending", "Only a card one above the card held goes out.", "H4-G02"),
        Choice(
            "h4_recycle",
            "When the pack is used up, shuffle the exposed cards into a new one: once a hand, never, or every time.",
            "H4-G06",
            ("once", "none", "unlimited"),
        ),
        Number(
            "h4_takes",
            "Cards taken from the pile in a row after which the next player must draw; 0 for two a seat.",
            "H4-G07",
            usual=0,
            least=0,
            most=100,
        ),
        Number(
            "hand_cap",
            "Hands after which the best total wins; 0 for fifty for each hand to win.",
            "C-16",
            usual=0,
            least=0,
            most=10_000,
        ),
    ),
)
