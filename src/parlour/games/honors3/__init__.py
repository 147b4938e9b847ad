"""Honors No. III (about 1915): the facts."""

from parlour.core.game import Game
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="honors3",
    title="Honors No. III",
    year=1915,
    maker="maker unknown; a Camp Fire card game",
    summary="Swap cards unseen, all at once, until somebody has her books and calls Honors.",
    fewest=4,
    most=7,
    usual=4,
    version=1,
    package=__name__,
    options=(
        Number("target", "Points that complete the game.", "H3-11", usual=200, least=5, most=10_000),
        Number("hand_cap", "Hands after which the best total wins.", "C-16", usual=100, least=1, most=1_000),
        Choice(
            "pace",
            "ticks: all hand in what they do, unseen, and it is done in an order drawn by lot. live: first come, first "
            "served.",
            "H3-G06",
            ("ticks", "live"),
        ),
        Switch("same_book", "The cards of one swap must be of one book, on either side.", "H3-G03"),
        Choice(
            "h3_out",
            "Five or seven players: out with fewer than four cards, or trim the pack until hands come out even.",
            "H3-G04",
            ("lt4", "trim"),
        ),
        Choice("h3_directed", "Offers are made to all only, or may be made to one seat too.", "H3-G05", ("all", "one")),
        Choice(
            "h3_both_out",
            "One swap puts both traders out: both have called, or only the first from the dealer's left.",
            "H3-G08",
            ("both", "seat_order"),
        ),
        Number("h3_quiet", "Ticks without a swap that end a hand.", "H3-G09", usual=60, least=1, most=500),
        Number("h3_ticks", "Ticks that end a hand in any case.", "H3-G09", usual=1_000, least=1, most=2_000),
    ),
)
