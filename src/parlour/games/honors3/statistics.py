"""What there is to count in a series of matches of Honors No. III: swaps, ticks, calls and limits."""

from typing import Final

import numpy as np

from parlour.core.events import KIND, A, B
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, margin, percent, ratio
from parlour.games.honors3.table import HONORS, MOST_IN_SWAP, NO_CALLER, SCORED, SWAPPED

KINDS: Final = (SWAPPED, HONORS, NO_CALLER, SCORED)
BANDS: Final = (10, 20, 30, 40, 50, 60, 80, 100, 150, 200)  # swaps a hand, up to but not including


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    kinds, first, second = (rows[:, EVENT + column] for column in (KIND, A, B))
    scored = (kinds == SCORED).cumsum()
    hand = np.where(kinds == SCORED, scored - 1, scored) // seats  # which hand an event belongs to
    hands = int((kinds == SCORED).sum()) // seats
    swaps = np.bincount(hand[kinds == SWAPPED], minlength=hands)
    sizes = np.bincount(first[kinds == SWAPPED], minlength=MOST_IN_SWAP + 1)
    calls = np.bincount(hand[kinds == HONORS], minlength=hands)
    ticks = np.zeros(hands, dtype=np.int64)
    ended = (kinds == HONORS) | (kinds == NO_CALLER)
    ticks[hand[ended]] = second[ended]
    quiet = first[kinds == NO_CALLER]
    points = first[kinds == SCORED]
    return {
        "hands": np.array([hands]),
        "swaps": sums(swaps),
        "bands": np.bincount(np.searchsorted(BANDS, swaps, side="right"), minlength=len(BANDS) + 1),
        "sizes": sizes,
        "ticks": sums(ticks),
        "calls": np.bincount(calls, minlength=seats + 1),
        "limits": np.array([(quiet == 1).sum(), (quiet == 0).sum()]),
        "points": sums(points),
        "best": np.array([points.reshape(-1, seats).max(axis=1).sum() if hands else 0]),
    }


def sums(values: Rows) -> Rows:
    """The sum of some numbers, and that of their squares."""
    return np.array([values.sum(), (values**2).sum()], dtype=np.int64)


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    hands = int(tally["hands"][0])
    return [of_hands(tally, hands, seats), of_swaps(tally, hands), of_sizes(tally), of_calls(tally, hands)]


def of_hands(tally: Tally, hands: int, seats: int) -> Statistic:
    """How long hands are, and what they bring (H3-G09)."""
    swaps, swaps_squared = (int(n) for n in tally["swaps"])
    ticks, ticks_squared = (int(n) for n in tally["ticks"])
    points, points_squared = (int(n) for n in tally["points"])
    return Statistic(
        "Hands",
        ("what", "a hand", "±"),
        (
            ("swaps", ratio(swaps, hands), margin(swaps, swaps_squared, hands)),
            ("ticks", ratio(ticks, hands), margin(ticks, ticks_squared, hands)),
            ("points of a player", ratio(points, hands * seats), margin(points, points_squared, hands * seats)),
            ("points of the best", ratio(int(tally["best"][0]), hands), None),
        ),
    )


def of_swaps(tally: Tally, hands: int) -> Statistic:
    """How many swaps a hand takes."""
    edges = (0, *BANDS)
    names = [f"{low}-{high - 1}" for low, high in zip(edges, BANDS, strict=False)] + [f"{BANDS[-1]} or more"]
    return Statistic(
        "Swaps in a hand",
        ("swaps", "hands", "share %"),
        tuple((name, int(n), percent(n, hands)) for name, n in zip(names, tally["bands"], strict=True)),
        chart=("share %",),
    )


def of_sizes(tally: Tally) -> Statistic:
    """How many cards change hands in a swap."""
    sizes = tally["sizes"]
    rows = tuple((n, int(sizes[n]), percent(sizes[n], sizes.sum())) for n in range(1, MOST_IN_SWAP + 1))
    return Statistic("Cards in a swap", ("cards", "swaps", "share %"), rows, chart=("share %",))


def of_calls(tally: Tally, hands: int) -> Statistic:
    """How hands end: by a call, by a call of two at once (H3-G08), or by a limit (H3-G09)."""
    calls, limits = tally["calls"], tally["limits"]
    ends = [("one caller", calls[1]), ("two or more callers", calls[2:].sum())]
    ends += [("no swap for too long", limits[0]), ("time up", limits[1])]
    return Statistic(
        "How hands end",
        ("end", "hands", "share %"),
        tuple((name, int(n), percent(n, hands)) for name, n in ends),
        chart=("share %",),
    )
