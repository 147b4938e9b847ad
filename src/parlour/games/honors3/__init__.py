"""Honors No. III (about 1915): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="honors3",
    title="Honors No. III",
    options=(
        Number("target", "Points at which the game is complete.", "H3-11", usual=200, least=5, most=10_000),
        Number("hand_cap", "After this many hands the best total wins.", "C-16", usual=100, least=1, most=1_000),
        Choice(
            "pace",
            "ticks: everybody chooses in secret, and a random order decides. live: first come, first served; tables "
            "open with this one.",
            "H3-G06",
            ("ticks", "live"),
        ),
        Switch("same_book", "All cards in one swap must be of one book, on each side.", "H3-G03"),
        Choice(
            "h3_out",
            "With five or seven players: go out with fewer than four cards, or trim the pack until the hands are even.",
            "H3-G04",
            ("lt4", "trim"),
        ),
        Choice("h3_directed", "Offers go to everybody, or may go to one player too.", "H3-G05", ("all", "one")),
        Choice(
            "h3_both_out",
            "When one swap puts both traders out: both have called, or only the first to the dealer's left.",
            "H3-G08",
            ("both", "seat_order"),
        ),
        Number(
            "h3_quiet", "After this many ticks without a swap the hand ends.", "H3-G09", usual=60, least=1, most=500
        ),
        Number(
            "h3_ticks", "After this many ticks the hand ends in any case.", "H3-G09", usual=1_000, least=1, most=2_000
        ),
    ),
    seats=Seats(4, 7),
    # four act at once, every 2 seconds: 2,214 actions
    box=Box(1915, "maker unknown; a Camp Fire card game", minutes=20, depth=2, short={"target": 60}, place=7),
    summary='Everybody trades at once, unseen, until somebody calls "Honors!"',
    package=__name__,
)
