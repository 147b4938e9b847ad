"""Kam-ra! (1928): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number

GAME = Game(
    name="kamra",
    title="Kam-ra!",
    options=(
        Number("target", "Points needed to win the match.", "KR-02", usual=300, least=10, most=10_000),
        Number("hand_cap", "After this many hands the best total wins.", "KR-G19", usual=40, least=1, most=1_000),
        Choice("min_bid", "The smallest bid: 0 lets a player pass.", "KR-G01", ("0", "1")),
        Choice(
            "all_pass",
            "When everybody passes: throw the hand in, and the next player or the same one deals; play it out for "
            "nothing; or make the dealer bid.",
            "KR-G02",
            ("next_dealer", "same_dealer", "play_out", "dealer_bids_one"),
        ),
        Number(
            "throw_ins",
            "After this many hands thrown in one after another, everybody must bid; 0 means one for each seat.",
            "KR-G02",
            usual=0,
            least=0,
            most=100,
        ),
        Choice(
            "first_dealer", "Choose the first dealer by turning up cards, or at random.", "KR-G05", ("ritual", "random")
        ),
        Choice("feature_basis", "A Feature is more than seven reels: taken, or bid.", "KR-G10", ("taken", "bid")),
        Choice(
            "settlement",
            "What a loser pays: the points still missing, but never less than 0; the same, even if it is negative; the "
            "distance to the winner; or the distance to the target.",
            "KR-G17",
            ("floor0", "signed", "vs_winner", "absolute"),
        ),
        Choice(
            "tie_settlement",
            "When winners tie, each loser pays every one of them in full, or they share one payment.",
            "KR-G18",
            ("full", "share"),
        ),
        Choice("history", "Show only the last completed reel, or all of them.", "KR-G21", ("last", "open")),
        Choice(
            "manners",
            "auto: a card that breaks the rules is refused. strict: it stands, and can be called as a revoke.",
            "C-05",
            ("auto", "strict"),
        ),
    ),
    seats=Seats(4, 6),
    # 247 actions, 6 seconds each
    box=Box(1928, "Kam-ra Card Company, Hollywood", minutes=25, depth=3, short={"target": 100}, place=1),
    summary="Contract for reels like a producer, and catch the Stars and Heroes on the way.",
    package=__name__,
)
