"""Kam-ra! (1928): the facts."""

from parlour.core.game import Game
from parlour.core.options import Choice, Number

GAME = Game(
    name="kamra",
    title="Kam-ra!",
    year=1928,
    maker="Kam-ra Card Company, Hollywood",
    summary="Contract for reels, capture Stars and Heroes, first to 300.",
    fewest=4,
    most=6,
    usual=4,
    version=1,
    package=__name__,
    options=(
        Number("target", "Points that win the match.", "KR-02", usual=300, least=10, most=10_000),
        Number("hand_cap", "Hands after which the best total wins.", "KR-G19", usual=40, least=1, most=1_000),
        Choice("min_bid", "The smallest bid: 0 lets a player pass.", "KR-G01", ("0", "1")),
        Choice(
            "all_pass",
            "When all pass: throw the deal in for the next dealer or the same one, play it out for nothing, or make "
            "the dealer bid.",
            "KR-G02",
            ("next_dealer", "same_dealer", "play_out", "dealer_bids_one"),
        ),
        Number(
            "throw_ins",
            "Deals thrown in in a row after which everybody must bid; 0 for as many as there are seats.",
            "KR-G02",
            usual=0,
            least=0,
            most=100,
        ),
        Choice(
            "first_dealer", "Find the first dealer by turning cards up, or at random.", "KR-G05", ("ritual", "random")
        ),
        Choice("feature_basis", "A Feature is more than seven reels taken, or bid.", "KR-G10", ("taken", "bid")),
        Choice(
            "settlement",
            "What a loser pays: his shortfall, never below 0; signed; his gap to the winner; or absolute.",
            "KR-G17",
            ("floor0", "signed", "vs_winner", "absolute"),
        ),
        Choice(
            "tie_settlement", "Each loser pays each tied winner in full, or they share.", "KR-G18", ("full", "share")
        ),
        Choice("history", "Show the last completed reel only, or all of them.", "KR-G21", ("last", "open")),
        Choice(
            "manners",
            "auto: a card that breaks the rules is refused. strict: revokes stand and can be called.",
            "C-05",
            ("auto", "strict"),
        ),
    ),
)
