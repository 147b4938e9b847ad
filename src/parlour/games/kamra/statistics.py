"""What there is to count in a series of Kam-ra! matches: contracts, who made them, and what they captured."""

from typing import Final

import numpy as np

from parlour.core.events import KIND, SEAT, A, B
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, margin, percent, ratio
from parlour.games.kamra.table import CAPTURED, CONTRACT, MADE, PROGRAM, SCORED

KINDS: Final = (CONTRACT, MADE, CAPTURED, SCORED)
BIDS: Final = 16
HANDFUL: Final = 6  # captures of one rank: none to five

# What is added up for every place in the bidding, ordinary and highest bidders, and every bid.
FIGURES: Final = ("times", "made", "reels", "points", "points_squared", "stars", "heroes", "features")


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    bidders, bids, _ = columns(rows, CONTRACT, seats)
    deals, hands = len(bids), int((rows[:, EVENT + KIND] == MADE).sum()) // seats
    played = bids.any(axis=1) | (hands == deals)  # KR-G02: the others were thrown in
    bidders, bids = bidders[played], bids[played]
    reels = np.take_along_axis(columns(rows, MADE, seats)[2], bidders, axis=1)
    stars, heroes = (np.take_along_axis(part, bidders, axis=1) for part in columns(rows, CAPTURED, seats)[1:])
    points = np.take_along_axis(columns(rows, SCORED, seats)[1], bidders, axis=1)
    highest = (np.arange(seats) == bids.argmax(axis=1)[:, None]) & (bids > 0)  # KR-20: the first of the largest
    values = np.stack(
        [np.ones_like(bids), reels >= bids, reels, points, points**2, stars, heroes, reels > PROGRAM], axis=-1
    )
    figures = np.zeros((seats, 2, BIDS, len(FIGURES)), dtype=np.int64)
    places = np.broadcast_to(np.arange(seats), bids.shape)
    np.add.at(figures, (places, highest.astype(np.int64), bids), values)
    captures = np.stack([np.bincount(part.ravel(), minlength=HANDFUL) for part in (stars, heroes)])
    return {"deals": np.array([deals, hands]), "figures": figures, "captures": captures}


def columns(rows: Rows, kind: int, seats: int) -> tuple[Rows, Rows, Rows]:
    """Seat and arguments of the events of a kind, a row a deal: everybody has one of each kind in every deal."""
    some = rows[rows[:, EVENT + KIND] == kind]
    seat, a, b = (some[:, EVENT + column].reshape(-1, seats) for column in (SEAT, A, B))
    return seat, a, b


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    figures = tally["figures"]
    return [by_bid(figures), by_highest_bid(figures), by_place(figures, seats), of_captures(tally), of_deals(tally)]


def by_bid(figures: Rows) -> Statistic:
    """How often each contract is bid and made, and what it brings."""
    sums = [Sums(figures[:, :, bid].sum(axis=(0, 1))) for bid in range(BIDS)]
    everybody = sum(each.times for each in sums)
    return Statistic(
        "Contracts by size",
        ("bid", "times", "share %", "made %", "reels", "Stars", "Heroes", "points", "±"),
        tuple(
            (bid, each.times, percent(each.times, everybody), each.made_percent(bid), *each.means(), each.margin)
            for bid, each in enumerate(sums)
            if each.times
        ),
        chart=("share %", "made %"),
    )


def by_highest_bid(figures: Rows) -> Statistic:
    """How the highest bidder fares, by what it took to be highest."""
    sums = [Sums(figures[:, 1, bid].sum(axis=0)) for bid in range(BIDS)]
    everybody = sum(each.times for each in sums)
    return Statistic(
        "The highest bidder, by his bid",
        ("bid", "times", "share %", "made %", "Feature %", "reels", "Stars", "Heroes", "points", "±"),
        tuple(
            (bid, each.times, percent(each.times, everybody), each.made_percent(bid), each.feature_percent)
            + (*each.means(), each.margin)
            for bid, each in enumerate(sums)
            if each.times
        ),
        chart=("points",),
    )


def by_place(figures: Rows, seats: int) -> Statistic:
    """How each place in the bidding fares, from the dealer's left to the dealer."""
    rows = []
    for place in range(seats):
        contracts, each = Sums(figures[place, :, 1:].sum(axis=(0, 1))), Sums(figures[place].sum(axis=(0, 1)))
        bids = int((figures[place, :, :, 0].sum(axis=0) * np.arange(BIDS)).sum())
        passed = percent(each.times - contracts.times, each.times)
        highest = percent(figures[place, 1, :, 0].sum(), each.times)
        name = "dealer" if place == seats - 1 else f"{place + 1}"
        rows.append(
            (name, ratio(bids, each.times), passed, highest, contracts.made_percent(1), *each.means(), each.margin)
        )
    return Statistic(
        "By place in the bidding",
        ("place", "mean bid", "passed %", "highest %", "made %", "reels", "Stars", "Heroes", "points", "±"),
        tuple(rows),
        chart=("points",),
    )


def of_captures(tally: Tally) -> Statistic:
    """How many Stars and Heroes a player takes in a hand."""
    stars, heroes = tally["captures"]
    return Statistic(
        "Captures of a player in a hand",
        ("captured", "Stars %", "Heroes %"),
        tuple((n, percent(stars[n], stars.sum()), percent(heroes[n], heroes.sum())) for n in range(HANDFUL)),
        chart=("Stars %", "Heroes %"),
    )


def of_deals(tally: Tally) -> Statistic:
    """How many deals were thrown in because all passed (KR-G02)."""
    deals, hands = (int(n) for n in tally["deals"])
    return Statistic(
        "Deals",
        ("deals", "played", "thrown in", "thrown in %"),
        ((deals, hands, deals - hands, percent(deals - hands, deals)),),
    )


class Sums:
    """One line of `FIGURES`, and what follows from it."""

    def __init__(self, line: Rows) -> None:
        (self.times, self.made, self.reels, self.points) = (int(n) for n in line[:4])
        (self.squares, self.stars, self.heroes, self.features) = (int(n) for n in line[4:])

    def made_percent(self, bid: int) -> float | None:
        """How often the contract was made; a pass is no contract (KR-25)."""
        return percent(self.made, self.times) if bid else None

    @property
    def feature_percent(self) -> float | None:
        """How often more than seven reels were taken (KR-26)."""
        return percent(self.features, self.times)

    def means(self) -> tuple[float | None, ...]:
        """Reels, Stars, Heroes and points a hand."""
        return tuple(ratio(total, self.times) for total in (self.reels, self.stars, self.heroes, self.points))

    @property
    def margin(self) -> float | None:
        """Half the 95 % interval of the points."""
        return margin(self.points, self.squares, self.times)
