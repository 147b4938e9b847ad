"""What the tests of Kam-ra! share: laying out a deal, bidding and playing it, and reading what came of it.

A *film* is a hand written down reel by reel in which everybody always follows suit, so that any plan of takers and
captures can be played. A suit of a film reads `"0S 0 1H"`: its three reels (two with six seats), each with the seat
that takes it and with S or H if the Star or the Hero of the suit falls there.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import parlour
from parlour import Match
from parlour.core.contract import TABLE

KAMRA = parlour.game("kamra")
SUITS = "$TCQ*"
RANKS = "PADSH7654321"
CARDS = [suit + rank for suit in SUITS for rank in RANKS]

Film = list[dict[int, str]]

# Seats 0 to 3 hold all Stars, Triangles, Circles and Squares, and three Dollars each, the higher the later.
BLOCKS = ("*PADSH7654321$321", "TPADSH7654321$654", "CPADSH7654321$SH7", "QPADSH7654321$PAD")


def layout(hands: tuple[str, ...], dealer: int = 3, totals: str = "", count: str = "0,0", **options: Any) -> Match:
    """A match about to bid, these hands dealt; the world waits to be asked."""
    return KAMRA.match(position=laid_out(hands, dealer, totals, count), seed=1, options=options, hold_table=True)


def laid_out(hands: tuple[str, ...], dealer: int = 3, totals: str = "", count: str = "0,0") -> str:
    """The position of it. `count` is how many hands were scored, and how many deals thrown in since."""
    hand, thrown_in = count.split(",")
    totals = totals or ",".join("0" for _ in hands)
    held = "/".join(",".join(cards_of(each)) for each in hands)
    turn = (dealer + 1) % len(hands)
    told = f"seats={len(hands)} phase=bid dealer={dealer} turn={turn} hands={held} totals={totals}"
    return f"{told} hand={hand} thrown_in={thrown_in}"


def cards_of(hand: str) -> list[str]:
    """The cards of a hand in which each suit is named once: `$P43T2`."""
    suit, cards = "", []
    for sign in hand:
        suit = sign if sign in SUITS else suit
        cards += [] if sign in SUITS else [suit + sign]
    return cards


def bid(match: Match, *bids: int) -> None:
    """Bid round the table, `bids` by seat from seat 0."""
    for _ in bids:
        turn = table(match)["turn"]
        match.play(turn, f"bid {bids[turn]}")


def fall(match: Match, cards: str) -> None:
    """Let cards fall, each from the seat whose turn it is."""
    for card in cards.split():
        match.play(table(match)["turn"], f"play {card}")


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def points(match: Match) -> list[int]:
    """What the last hand brought each seat."""
    return [event["points"] for event in told(match, "scored")][-match.seats :]


def texts(match: Match, seat: int) -> list[str]:
    """What a seat may do, in notation."""
    return [str(action) for action in match.legal(seat)]


def taker_of(cards: list[str]) -> int:
    """Which card of a reel takes it, by the book: the highest Dollar, else the highest of the suit led."""
    suit = "$" if any(card[0] == "$" for card in cards) else cards[0][0]
    return min((RANKS.index(card[1]), place) for place, card in enumerate(cards) if card[0] == suit)[1]


# --- Films ----------------------------------------------------------------------------------------------------


def film(*suits: str) -> Film:
    """The reels of a film; `suits` in the order Dollar, Triangle, Circle, Square, Star."""
    reels: Film = []
    for suit, plan in zip(SUITS, suits, strict=True):
        seats = 12 // len(plan.split())
        tops = iter(RANKS)
        low = [rank for rank in reversed(RANKS) if rank not in "SH"]
        for reel in plan.split():
            taker, bonus = int(reel[0]), reel[1:]
            others = [seat for seat in range(seats) if seat != taker]
            cards = {taker: suit + next(tops)}
            for seat, rank in zip(others, bonus + "".join(low), strict=False):
                cards[seat] = suit + rank
                low = [left for left in low if left != rank]
            reels.append(cards)
    return reels


def swapped(reels: Film, seat: int, one: int, other: int) -> Film:
    """The film with the seat's cards in two of its reels changed round."""
    changed = [dict(reel) for reel in reels]
    changed[one][seat], changed[other][seat] = reels[other][seat], reels[one][seat]
    return changed


def hands_of(reels: Film) -> tuple[str, ...]:
    """The hands that a film is played from."""
    return tuple("".join(reel[seat] for reel in reels) for seat in range(len(reels[0])))


def shoot(match: Match, reels: Film, upto: int = 60) -> None:
    """Play a film, or its first reels, card by card, whoever leads."""
    for reel in reels[:upto]:
        for _ in reel:
            turn = table(match)["turn"]
            match.play(turn, f"play {reel[turn]}")


def screened(reels: Film, bids: tuple[int, ...], **options: Any) -> Match:
    """A match in which a film has just been bid on, played and scored."""
    match = layout(hands_of(reels), **options)
    bid(match, *bids)
    shoot(match, reels)
    return match


# Everybody takes what he bid (3, 4, 4, 4 reels) and scores these points, whoever is highest bidder.
EVEN_FILM = film("0SH 1 2", "1SH 2 3", "2SH 3 0", "3SH 0 1", "3SH 1 2")
EVEN_BIDS = (3, 4, 4, 4)
EVEN_POINTS = (60, 70, 70, 100)


def ended(*totals: int, dealer: int = 3, count: str = "5,0", **options: Any) -> Match:
    """A match of four that has just ended, or has just had another hand, with these totals."""
    before = ",".join(str(total - scored) for total, scored in zip(totals, EVEN_POINTS, strict=True))
    return screened(EVEN_FILM, EVEN_BIDS, dealer=dealer, totals=before, count=count, **options)


# --- Random play ----------------------------------------------------------------------------------------------


def random_hands(bids: tuple[int, ...], first: int = 0, **options: Any) -> Iterator[Match]:
    """Matches in which one hand has been played at random after these bids, without end, from the seed `first` on."""
    for seed in range(first, 10_000):
        match = KAMRA.match(seats=len(bids), seed=seed, options=options, hold_table=True)
        match.play(TABLE, "find dealer")
        match.play(TABLE, "deal")
        bid(match, *bids)
        rng = random.Random(seed)
        while TABLE not in match.actors and not match.over:
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.legal(seat)))
        yield match


def play_on(match: Match, rng: random.Random, until: Callable[[Match], bool] = lambda match: False) -> None:
    """Play at random, the world's moves too, until the match is over or `until` says so."""
    while not match.over and not until(match):
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))
