"""Honors No. II (c. 1915): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="honors2",
    title="Honors No. II",
    options=(
        Switch("forced_lay", "Nobody may discard while they can lay a card.", "H2-G01"),
        Switch("must_use_deep", "Two or more discards may be taken only if the deepest is laid at once.", "H2-G03"),
        Choice(
            "stock_out",
            "When the stock is used up: play on from the discards, let a player close the hand instead, shuffle "
            "the discards once, or close the hand.",
            "H2-G05",
            ("discard_only", "decline", "recycle", "end"),
        ),
        Choice(
            "fine",
            "A discard that could have been played: others may claim it, it is refused, or nothing happens.",
            "H2-G08",
            ("claim", "prevent", "off"),
        ),
        Choice(
            "h2_win",
            "When several players reach the target: the one who went out wins, if among them, or always the highest.",
            "H2-G11",
            ("out_first", "highest"),
        ),
        Number(
            "h2_stagnation",
            "After this many rounds with nothing drawn from the stock and nothing laid, the hand ends.",
            "H2-G06",
            usual=2,
            least=1,
            most=20,
        ),
        Number("target", "Points needed to win the match.", "H2-21", usual=150, least=1, most=10_000),
        Number("hand_cap", "After this many hands the best total wins.", "C-16", usual=100, least=1, most=1_000),
    ),
    seats=Seats(2, 6, usual=4),
    # 501 actions, 4 seconds each
    box=Box(1915, "maker unknown; a Camp Fire card game", minutes=35, depth=2, short={"target": 50}, place=6),
    summary="Rummy by the camp fire: reach deep into the row, and be careful what you discard.",
    package=__name__,
)
