"""Honors No. I (about 1915): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="honors1",
    title="Honors No. I",
    options=(
        Switch("must_hold", "You can ask only for cards of a book you have begun.", "H1-G01", usual=True),
        Switch("draw_on_miss", "A player who asks and misses draws a card from the centre.", "H1-G04", usual=True),
        Switch("fish_again", "If the card drawn is the one asked for, it is shown and the turn goes on.", "H1-G05"),
        Choice(
            "h1_end",
            "The hand ends when all books are made, or when the first player is out.",
            "H1-G09",
            ("all_books", "first_out"),
        ),
        Switch("premium_on_strip", "Losing the last card to another player earns the premium too.", "H1-G10"),
        Number("target", "Points needed to win the match.", "H1-G13", usual=100, least=5, most=10_000),
        Number(
            "h1_stagnation",
            "After this many rounds without a completed book the hand ends.",
            "H1-G12",
            usual=40,
            least=1,
            most=200,
        ),
        Choice("ask_log", "Show the asks of the last round, or of the whole hand.", "H1-G14", ("last", "full")),
        Number("hand_cap", "After this many hands the best total wins.", "C-16", usual=100, least=1, most=1_000),
    ),
    seats=Seats(2, 8, usual=4),
    # 351 actions, 5 seconds each
    box=Box(1915, "maker unknown; a Camp Fire card game", minutes=30, depth=1, short={"target": 30}, place=5),
    summary="Ask the right player for the right card, and fill your books of four.",
    package=__name__,
)
