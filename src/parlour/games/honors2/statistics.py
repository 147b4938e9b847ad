"""What there is to count in a series of Honors No. II: who goes out, how long hands last, what is taken and claimed."""

from typing import Final

import numpy as np

from parlour.core.events import HAND_OVER, KIND, SEAT, A, B
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, margin, percent, ratio, share_interval
from parlour.games.honors2.table import *

KINDS: Final = (
    *(DEALT, DREW, TOOK, LAID, FOURTH_LAID, DISCARDED, CLAIMED, DECLINED, WENT_OUT, COUNTED, SCORED, HAND_OVER),
)
DEPTHS: Final = 8  # takes of one card to seven, and deeper ones


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    kinds, acting, first, second = (rows[:, EVENT + column] for column in (KIND, SEAT, A, B))
    ends = np.flatnonzero(kinds == HAND_OVER)
    hand_of = np.searchsorted(ends, np.arange(len(rows)))  # the number of the hand that an event is part of
    turns = np.bincount(hand_of[(kinds == DREW) | (kinds == TOOK)], minlength=len(ends)).astype(np.int64)
    openers = openers_of(rows, ends, seats)
    places = (acting - openers[np.minimum(hand_of, max(0, len(ends) - 1))]) % seats if len(ends) else acting
    points = first[kinds == SCORED]
    by_place = np.zeros((seats, 6), dtype=np.int64)
    out, scored, counted = kinds == WENT_OUT, kinds == SCORED, kinds == COUNTED
    np.add.at(by_place[:, 0], places[scored], 1)
    np.add.at(by_place[:, 1], places[out], 1)
    np.add.at(by_place[:, 2], places[scored], points)
    np.add.at(by_place[:, 3], places[scored], points**2)
    np.add.at(by_place[:, 4], places[counted], first[counted])
    np.add.at(by_place[:, 5], places[counted], second[counted])
    takes = np.bincount(np.minimum(second[kinds == TOOK], DEPTHS), minlength=DEPTHS + 1)[1:]
    events = [int((kinds == kind).sum()) for kind in (DREW, TOOK, LAID, FOURTH_LAID, DISCARDED, CLAIMED, DECLINED)]
    playable = int(((kinds == DISCARDED) & (second == 1)).sum())
    ended = [len(ends), int(out.sum()), int(turns.sum()), int((turns**2).sum())]
    return {
        "hands": np.array(ended),
        "events": np.array([*events, playable]),
        "takes": takes.astype(np.int64),
        "places": by_place,
    }


def openers_of(rows: Rows, ends: Rows, seats: int) -> Rows:
    """Who opened each hand: the first to draw or take."""
    begun = np.flatnonzero(np.isin(rows[:, EVENT + KIND], (DREW, TOOK)))
    starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
    opening = begun[np.searchsorted(begun, starts)] if len(begun) else starts
    return rows[opening, EVENT + SEAT]


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    return [of_hands(tally), of_moves(tally), of_takes(tally), by_place(tally, seats)]


def of_hands(tally: Tally) -> Statistic:
    """How often somebody goes out, and how long that takes."""
    hands, out, turns, squares = (int(n) for n in tally["hands"])
    low, high = share_interval(out, hands) or (None, None)
    return Statistic(
        "Hands",
        ("hands", "somebody out %", "from", "to", "turns a hand", "±"),
        ((hands, percent(out, hands), low, high, ratio(turns, hands), margin(turns, squares, hands)),),
    )


def of_moves(tally: Tally) -> Statistic:
    """What is done in a hand."""
    hands = int(tally["hands"][0])
    names = ["drawn from the stock", "taken from the row", "three or four laid", "fourth cards", "discards"]
    names += ["fines claimed", "hands declined", "playable discards"]
    rows = tuple((name, int(n), ratio(int(n), hands)) for name, n in zip(names, tally["events"], strict=True))
    return Statistic("What happens", ("what", "times", "a hand"), rows)


def of_takes(tally: Tally) -> Statistic:
    """How deep players reach into the row."""
    takes = tally["takes"]
    names = [str(cards) for cards in range(1, DEPTHS)] + [f"{DEPTHS} or more"]
    rows = tuple((name, int(n), percent(int(n), int(takes.sum()))) for name, n in zip(names, takes, strict=True))
    return Statistic("Cards taken from the row at once", ("cards", "times", "share %"), rows, chart=("share %",))


def by_place(tally: Tally, seats: int) -> Statistic:
    """How each place fares, from the player who opens to the dealer."""
    rows = []
    for place, line in enumerate(tally["places"]):
        times, out, points, squares, table, hand = (int(n) for n in line)
        name = "dealer" if place == seats - 1 else f"{place + 1}"
        means = (ratio(table, times), ratio(hand, times), ratio(points, times))
        rows.append((name, percent(out, times), *means, margin(points, squares, times)))
    return Statistic(
        "By place, from the dealer's left",
        ("place", "out %", "on the table", "in hand", "points", "±"),
        tuple(rows),
        chart=("points",),
    )
