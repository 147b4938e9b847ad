"""What there is to count in a series of Bacarac matches: how hands end, what each division brings, and the poker."""

from typing import Final

import numpy as np

from parlour.core.events import HAND_OVER, KIND, SEAT, A, B
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, percent, ratio, share_interval
from parlour.games.bacarac.table import (
    ANTED,
    BLOCKED,
    DIVISION_NAMES,
    DIVISIONS,
    LAST_HAND,
    POKER_NAMES,
    POT,
    SHOWED,
    TOOK,
    WENT_OUT,
    WON,
)

KINDS: Final = (HAND_OVER, ANTED, SHOWED, WON, TOOK, WENT_OUT, BLOCKED, LAST_HAND)
KINDS_OF_POKER: Final = len(POKER_NAMES)


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    kind, seat, a, b = (rows[:, EVENT + column] for column in (KIND, SEAT, A, B))
    opens = np.where(np.isin(kind, (ANTED, LAST_HAND)))[0]  # a hand, or the final one, begins
    of_hand = np.searchsorted(opens, np.arange(len(rows)), side="right") - 1
    final = (kind[opens] == LAST_HAND)[of_hand]
    place = (seat - seat[opens][of_hand] - 1) % seats  # the dealer comes last
    out, took, won = kind == WENT_OUT, kind == TOOK, (kind == WON) & ~final
    shown = (kind == SHOWED) & ~final
    divisions = np.zeros((DIVISIONS, 2), dtype=np.int64)
    np.add.at(divisions, a[took], np.stack([np.ones_like(b[took]), b[took]], axis=-1))
    pots = np.unique(of_hand[won & (a > 0)])
    divisions[POT] += (len(pots), a[won].sum())
    return {
        "hands": np.array([(kind == HAND_OVER).sum(), out.sum(), (kind == BLOCKED).sum()]),
        "divisions": divisions,
        "shown": np.bincount(b[shown], minlength=KINDS_OF_POKER),
        "pots": np.array([len(np.unique(of_hand[won])), (won & (b == 1)).sum(), tied(of_hand[won])]),
        "places": np.stack([np.bincount(place[which], minlength=seats) for which in (out, won)]),
        "finals": np.array([(kind == LAST_HAND).sum(), a[kind == LAST_HAND].sum()]),
    }


def tied(hands: Rows) -> int:
    """How many hands have more than one winner."""
    return int((np.unique(hands, return_counts=True)[1] > 1).sum())


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    return [of_hands(tally), of_divisions(tally), of_poker(tally), by_place(tally, seats), of_pots(tally)]


def of_hands(tally: Tally) -> Statistic:
    """How often somebody goes out and wins the Kitty, and how often the hand is blocked."""
    hands, out, blocked = (int(n) for n in tally["hands"])
    return Statistic(
        "How hands end",
        ("hands", "Kitty won %", "from %", "to %", "blocked %"),
        ((hands, percent(out, hands), *(share_interval(out, hands) or (None, None)), percent(blocked, hands)),),
    )


def of_divisions(tally: Tally) -> Statistic:
    """How often each division is taken in a hand, and what lies in it then."""
    hands = int(tally["hands"][0])
    return Statistic(
        "Divisions",
        ("division", "taken %", "from %", "to %", "chips"),
        tuple(
            (name, percent(times, hands), *(share_interval(times, hands) or (None, None)), ratio(chips, times))
            for name, (times, chips) in zip(DIVISION_NAMES, tally["divisions"].tolist(), strict=True)
        ),
        chart=("taken %",),
    )


def of_poker(tally: Tally) -> Statistic:
    """What is shown at showdowns."""
    shown = tally["shown"]
    return Statistic(
        "Poker hands shown",
        ("hand", "times", "share %"),
        tuple((name, int(n), percent(n, shown.sum())) for name, n in zip(POKER_NAMES, shown, strict=True)),
        chart=("share %",),
    )


def by_place(tally: Tally, seats: int) -> Statistic:
    """Who goes out and who wins at poker, by the place from the dealer's left."""
    hands = int(tally["hands"][0])
    return Statistic(
        "By place from the dealer's left",
        ("place", "goes out %", "wins at poker %"),
        tuple(
            ("dealer" if place == seats - 1 else f"{place + 1}", percent(out, hands), percent(won, hands))
            for place, (out, won) in enumerate(tally["places"].T.tolist())
        ),
        chart=("goes out %", "wins at poker %"),
    )


def of_pots(tally: Tally) -> Statistic:
    """How Pots are won, and what is left for the final hand."""
    pots, unseen, split = (int(n) for n in tally["pots"])
    finals, chips = (int(n) for n in tally["finals"])
    return Statistic(
        "Pots and final hands",
        ("Pots", "won unseen %", "split %", "final hands", "chips on the board"),
        ((pots, percent(unseen, pots), percent(split, pots), finals, ratio(chips, finals)),),
    )
