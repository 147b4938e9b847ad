"""What there is to count in a series of Kard Kelly matches: how deals end, who wins, disks bought, and challenges."""

from typing import Final

import numpy as np

from parlour.core.events import KIND, SEAT, A, B
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, margin, percent, ratio, share_interval
from parlour.games.kardkelly.table import (
    BOUGHT,
    DECLINED,
    DISKS,
    DOUBTED,
    HEADER,
    PUT_OUT,
    REFUSED,
    STARTS,
    STAYS,
    TURNED,
    WON,
)

KINDS: Final = (STARTS, TURNED, PUT_OUT, BOUGHT, DECLINED, STAYS, REFUSED, DOUBTED, WON, HEADER)
LONGEST: Final = 6  # chains of headers; longer ones are counted with these
ROUND: Final = 32  # more than there are faces, to number a card of a round


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    kinds = rows[:, EVENT + KIND]
    chains = np.minimum(rows[kinds == HEADER, EVENT + A], LONGEST)
    turned_before = among_turned(rows)
    return {
        "kinds": np.array([(kinds == kind).sum() for kind in KINDS]),
        "alone": np.array([rows[kinds == WON, EVENT + B].sum()]),
        "chains": np.bincount(chains, minlength=LONGEST + 1),
        "places": pots_by_place(rows, seats),
        "phantoms": np.array([turned_before[kinds == STAYS].sum()]),
        "honest": np.array([turned_before[kinds == REFUSED].sum()]),
        "caught": np.array([rows[kinds == DOUBTED, EVENT + B].sum()]),
    }


def pots_by_place(rows: Rows, seats: int) -> Rows:
    """By place in the order of turning, the starter's first: pots won, the counters in them, and their squares."""
    kinds, who = rows[:, EVENT + KIND], rows[:, EVENT + SEAT]
    starts, wins = np.flatnonzero(kinds == STARTS), np.flatnonzero(kinds == WON)
    starters = who[starts[np.searchsorted(starts, wins) - 1]] if len(wins) else wins
    pots = rows[wins, EVENT + A]
    sums = np.zeros((seats, 3), dtype=np.int64)
    np.add.at(sums, (who[wins] - starters) % seats, np.stack([np.ones_like(pots), pots, pots**2], axis=-1))
    return sums


def among_turned(rows: Rows) -> Rows:
    """For events that name a number: 1 if its card had been turned before in the same round."""
    kinds, number = rows[:, EVENT + KIND], rows[:, EVENT + A]
    keys = np.cumsum(kinds == STARTS) * ROUND + np.where((kinds == WON) | (kinds == HEADER), 0, number)
    cards = np.flatnonzero((kinds == TURNED) & (number <= DISKS))
    order = cards[np.argsort(keys[cards])]
    if not len(order):
        return np.zeros(len(rows), dtype=np.int64)
    found = order[np.minimum(np.searchsorted(keys[order], keys), len(order) - 1)]
    return ((keys[found] == keys) & (found < np.arange(len(rows)))).astype(np.int64)


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    return [of_deals(tally, seats), of_chains(tally), of_places(tally), of_disks(tally), of_challenges(tally)]


def times(tally: Tally, kind: int) -> int:
    """How often a kind of event was seen."""
    return int(tally["kinds"][KINDS.index(kind)])


def of_deals(tally: Tally, seats: int) -> Statistic:
    """How a deal ends: with somebody's own number, the last alive, or a header (KK-G18)."""
    headers, alone = times(tally, HEADER), int(tally["alone"][0])
    deals = times(tally, WON) + headers
    low, high = share_interval(headers, deals) or (None, None)
    cards, kills = (ratio(times(tally, kind), deals) for kind in (TURNED, PUT_OUT))
    own = percent(times(tally, WON) - alone, deals)
    return Statistic(
        "How deals end",
        ("seats", "deals", "own number %", "last alive %", "header %", "from %", "to %", "cards", "put out"),
        ((seats, deals, own, percent(alone, deals), percent(headers, deals), low, high, cards, kills),),
        chart=("own number %", "header %"),
    )


def of_chains(tally: Tally) -> Statistic:
    """How long chains of headers get (KK-26), and how likely each is to grow."""
    chains = tally["chains"]
    growths = [percent(chains[n + 1], chains[n]) for n in range(1, LONGEST - 1)]
    rows = tuple(
        (f"{n} or more" if n == LONGEST else n, int(chains[n]), growth)
        for n, growth in enumerate((*growths, None, None), start=1)
    )
    return Statistic("Headers in a row", ("headers", "times", "another follows %"), rows, chart=("times",))


def of_places(tally: Tally) -> Statistic:
    """Who takes the pots, the starter or who comes after, and how large they are."""
    places = tally["places"]
    lines = [("starter" if place == 0 else f"{place + 1}", *line.tolist()) for place, line in enumerate(places)]
    lines.append(("all", *places.sum(axis=0).tolist()))
    won = int(places[:, 0].sum())
    return Statistic(
        "Pots won, by place in the order of turning",
        ("place", "pots", "share %", "counters", "±"),
        tuple(
            (name, n, percent(n, won), ratio(total, n), margin(total, squares, n)) for name, n, total, squares in lines
        ),
        chart=("share %",),
    )


def of_disks(tally: Tally) -> Statistic:
    """What the dead do about new disks (KK-17, KK-18), and how often they keep a phantom (KK-G09)."""
    bought, declined, kept, rejected = (times(tally, kind) for kind in (BOUGHT, DECLINED, STAYS, REFUSED))
    asked = bought + declined
    phantoms, false = int(tally["phantoms"][0]), rejected - int(tally["honest"][0])
    return Statistic(
        "Disks for the dead",
        ("asked", "bought", "bought %", "kept", "phantoms %", "rejected", "falsely %"),
        ((asked, bought, percent(bought, asked), kept, percent(phantoms, kept), rejected, percent(false, rejected)),),
    )


def of_challenges(tally: Tally) -> Statistic:
    """How often a challenge is made, and is right (KK-21, KK-22)."""
    made, caught = times(tally, DOUBTED), int(tally["caught"][0])
    windows = times(tally, REFUSED)
    return Statistic(
        "Challenges",
        ("rejections", "challenges", "upheld", "upheld %"),
        ((windows, made, caught, percent(caught, made)),),
    )
