"""What there is to count in a series of Cam games: how they end, how long they last, what the first move is worth."""

from typing import Final

import numpy as np

from parlour.core.events import HAND_OVER, KIND, SAFETY_LIMIT, SEAT, A, B
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, margin, percent, ratio, share_interval
from parlour.games.cam.table import (
    ALL_CAPTURED,
    CANNOT_MOVE,
    CANTERED,
    CASTLE_TAKEN,
    JUMPED,
    MOVED,
    RED,
    TAKEN,
    YELLOW,
)

KINDS: Final = (HAND_OVER, SAFETY_LIMIT, MOVED, CANTERED, JUMPED, TAKEN, CASTLE_TAKEN, ALL_CAPTURED, CANNOT_MOVE)
ENDS: Final = ("castle entered", "all captured", "no move left", "repetition", "no capture for long")
TURNS: Final = ("plain move", "canter", "jump", "charge")
REPETITION_LIMIT: Final = 19  # of CM-G19; the other limit is that of CM-G20
SPAN, SPANS = 20, 50  # turns of a game are counted in twenties, the last of which has no end

# What is added up for every way to end, every first mover, and every outcome: he won, the other won, drawn.
FIGURES: Final = ("games", "turns", "turns_squared", "captures")


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches."""
    kind = rows[:, EVENT + KIND]
    over = kind == HAND_OVER
    game = np.cumsum(over) - over  # the number of the game that an event belongs to
    games = int(over.sum())
    legs = np.isin(kind, (MOVED, CANTERED, JUMPED))
    begins = turn_starts(game[legs], rows[legs, EVENT + SEAT])
    turns = np.bincount(game[legs][begins], minlength=games)[:games]
    first = rows[legs, EVENT + SEAT][np.searchsorted(game[legs], np.arange(games))]
    taken = kind == TAKEN
    captures = np.bincount(game[taken], minlength=games)[:games]
    figures = np.zeros((len(ENDS), seats, 3, len(FIGURES)), dtype=np.int64)
    ends, outcomes = endings(rows, game, first)
    np.add.at(figures, (ends, first, outcomes), np.stack([np.ones_like(turns), turns, turns**2, captures], axis=-1))
    lost = np.zeros((seats, 2), dtype=np.int64)
    np.add.at(lost, (rows[taken, EVENT + SEAT], rows[taken, EVENT + B]), 1)
    return {
        "figures": figures,
        "lengths": np.bincount(np.minimum(turns // SPAN, SPANS - 1), minlength=SPANS),
        "turns": kinds_of_turn(kind[legs], begins),
        "lost": lost,
    }


def turn_starts(game: Rows, seat: Rows) -> Rows:
    """Which legs begin a turn: another side's, or another game's, came before."""
    changed = np.ones(len(game), dtype=bool)
    changed[1:] = (game[1:] != game[:-1]) | (seat[1:] != seat[:-1])
    return np.flatnonzero(changed)


def kinds_of_turn(kind: Rows, begins: Rows) -> Rows:
    """How many turns were plain moves, canters, jumps and charges (CM-19), and how many pieces they took."""
    counts = np.zeros((len(TURNS), 2), dtype=np.int64)
    if len(begins):
        canters, jumps = (np.add.reduceat(kind == leg, begins, dtype=np.int64) for leg in (CANTERED, JUMPED))
        which = np.where(canters > 0, 1, 0) + np.where(jumps > 0, 2, 0)
        np.add.at(counts, which, np.stack([np.ones_like(jumps), jumps], axis=-1))
    return counts


def endings(rows: Rows, game: Rows, first: Rows) -> tuple[Rows, Rows]:
    """By game: the way it ended, and whether the first mover (0), the other (1) or nobody (2) won."""
    ends, outcomes = np.zeros((2, len(first)), dtype=np.int64)
    kind = rows[:, EVENT + KIND]
    for end, (event, wins) in enumerate(((CASTLE_TAKEN, True), (ALL_CAPTURED, True), (CANNOT_MOVE, False))):
        found = kind == event
        ends[game[found]] = end
        mover = rows[found, EVENT + SEAT] == first[game[found]]
        outcomes[game[found]] = np.where(mover == wins, 0, 1)
    drawn = kind == SAFETY_LIMIT
    ends[game[drawn]] = np.where(rows[drawn, EVENT + A] == REPETITION_LIMIT, 3, 4)
    outcomes[game[drawn]] = 2
    return ends, outcomes


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    figures = tally["figures"]
    games = int(figures[..., 0].sum())
    return [
        by_end(figures, games),
        of_first_move(figures, games),
        of_lengths(tally["lengths"]),
        of_turns(tally["turns"], games),
        of_losses(tally["lost"], games),
    ]


def by_end(figures: Rows, games: int) -> Statistic:
    """The ways games end."""
    rows = []
    for name, part in zip(ENDS, figures, strict=True):
        times, turns, squares, captures = (int(n) for n in part.sum(axis=(0, 1)))
        won = part[..., 0]  # by first mover and outcome
        red, yellow = int(won[RED, 0] + won[YELLOW, 1]), int(won[YELLOW, 0] + won[RED, 1])
        means = (ratio(turns, times), margin(turns, squares, times), ratio(captures, times))
        rows.append((name, times, percent(times, games), red, yellow, *means))
    columns = ("ending", "games", "share %", "Red wins", "Yellow wins", "turns", "±", "captures")
    return Statistic("How games end", columns, tuple(rows), chart=("share %",))


def of_first_move(figures: Rows, games: int) -> Statistic:
    """What the first move is worth (CM-G22)."""
    won, lost, drawn = (int(n) for n in figures[..., 0].sum(axis=(0, 1)))
    rows = (("first mover wins", won), ("the other wins", lost), ("drawn", drawn))
    return Statistic(
        "The first move",
        ("outcome", "games", "share %", "from %", "to %"),
        tuple((name, n, percent(n, games), *(share_interval(n, games) or (None, None))) for name, n in rows),
        chart=("share %",),
    )


def of_lengths(lengths: Rows) -> Statistic:
    """How many turns games have."""
    games = int(lengths.sum())
    last = int(np.flatnonzero(lengths)[-1]) if games else -1
    rows = [(span_name(i), int(lengths[i]), percent(lengths[i], games)) for i in range(last + 1)]
    return Statistic("Turns of a game", ("turns", "games", "share %"), tuple(rows), chart=("share %",))


def span_name(i: int) -> str:
    """A span of lengths: 20-39."""
    return f"{SPAN * i}-{SPAN * i + SPAN - 1}" if i < SPANS - 1 else f"{SPAN * i} and more"


def of_turns(turns: Rows, games: int) -> Statistic:
    """What kinds of turn are played."""
    everything = int(turns[:, 0].sum())
    return Statistic(
        "Kinds of turn",
        ("turn", "share %", "a game", "captures a turn"),
        tuple(
            (name, percent(times, everything), ratio(times, games), ratio(captures, times))
            for name, (times, captures) in zip(TURNS, turns.tolist(), strict=True)
        ),
        chart=("a game",),
    )


def of_losses(lost: Rows, games: int) -> Statistic:
    """What a game costs either side."""
    return Statistic(
        "Pieces lost in a game",
        ("side", "men", "knights"),
        tuple((name, *(ratio(n, games) for n in row)) for name, row in zip(("Red", "Yellow"), lost, strict=True)),
        chart=("men", "knights"),
    )
