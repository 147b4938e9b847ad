"""What there is to count in a series of Honors No. IV: how long hands are, how they end, and who wins them."""

from typing import Final

import numpy as np

from parlour.core.events import KIND, SEAT
from parlour.core.statistics import EVENT, Cell, Rows, Statistic, Tally, margin, percent, ratio, share_interval
from parlour.games.honors4.table import OPENER, OUT, SPENT, THREW, TOOK, VOID

KINDS: Final = (OPENER, TOOK, THREW, OUT, SPENT, VOID)

# What is added up over all hands.
FIGURES: Final = ("hands", "turns", "turns_squared", "takes", "void", "spent", "spent_twice", "by_take")
LENGTHS: Final = (5, 10, 15, 20, 30, 40)  # turns of a hand, up to so many; one more class for longer ones


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    kinds, who = rows[:, EVENT + KIND], rows[:, EVENT + SEAT]
    hand = np.cumsum(kinds == OPENER) - 1
    hands = int(hand[-1]) + 1 if len(hand) else 0

    def per_hand(kind: int) -> Rows:
        return np.bincount(hand[kinds == kind], minlength=hands)

    won, spent = kinds == OUT, per_hand(SPENT)
    turns = per_hand(THREW) + per_hand(OUT)  # a turn ends with a throw or with going out
    by_take = won[1:] & (kinds[:-1] == TOOK)
    figures = [hands, turns.sum(), (turns**2).sum(), (kinds == TOOK).sum(), (kinds == VOID).sum()]
    figures += [(spent >= 1).sum(), (spent >= 2).sum(), by_take.sum()]
    places = (who[won] - who[kinds == OPENER][hand[won]]) % seats
    return {
        "figures": np.array(figures, dtype=np.int64),
        "wins": np.bincount(places, minlength=seats),
        "lengths": np.bincount(np.searchsorted(LENGTHS, turns), minlength=len(LENGTHS) + 1),
    }


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    figures = dict(zip(FIGURES, tally["figures"].tolist(), strict=True))
    return [of_hands(figures), of_the_pack(figures), of_wins(tally["wins"], figures), of_lengths(tally["lengths"])]


def of_hands(figures: dict[str, int]) -> Statistic:
    """How long a hand is, and how it ends."""
    hands, won = figures["hands"], figures["hands"] - figures["void"]
    turns = figures["turns"]
    return Statistic(
        "Hands",
        ("hands", "turns", "±", "takes", "won %", "by a take %", "void %"),
        (
            (
                *(hands, ratio(turns, hands), margin(turns, figures["turns_squared"], hands)),
                *(ratio(figures["takes"], hands), percent(won, hands), percent(figures["by_take"], won)),
                percent(figures["void"], hands),
            ),
        ),
    )


def of_the_pack(figures: dict[str, int]) -> Statistic:
    """How often the pack is used up (H4-G06)."""
    hands = figures["hands"]
    times = {"once or more": figures["spent"], "twice or more": figures["spent_twice"]}
    return Statistic(
        "The pack is used up",
        ("in a hand", "hands", "%", "from %", "to %"),
        tuple((name, n, *share(n, hands)) for name, n in times.items()),
    )


def of_wins(wins: Rows, figures: dict[str, int]) -> Statistic:
    """How often each place wins, counted from whoever opens the hand (H4-10)."""
    return Statistic(
        "Hands won, by place from the opener",
        ("place", "wins", "%", "from %", "to %"),
        tuple(
            ("opener" if place == 0 else f"{place + 1}", int(n), *share(int(n), figures["hands"]))
            for place, n in enumerate(wins)
        ),
        chart=("%",),
    )


def of_lengths(lengths: Rows) -> Statistic:
    """How many turns a hand takes."""
    names = [f"{low + 1} to {high}" for low, high in zip((0, *LENGTHS), LENGTHS, strict=False)]
    names.append(f"more than {LENGTHS[-1]}")
    return Statistic(
        "Turns of a hand",
        ("turns", "hands", "%"),
        tuple((name, int(n), percent(n, lengths.sum())) for name, n in zip(names, lengths, strict=True)),
        chart=("%",),
    )


def share(n: int, hands: int) -> tuple[Cell, ...]:
    """A share of the hands in per cent, and its interval."""
    return (percent(n, hands), *(share_interval(n, hands) or (None, None)))
