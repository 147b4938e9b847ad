"""What there is to count in a series of Cam matches: how games end, for whom, and what they cost."""

from typing import Final

import numpy as np

from parlour.core.events import KIND, SAFETY_LIMIT, SEAT, A, B
from parlour.core.tables import EVENT, Rows, Table, Tally, percent, ratio
from parlour.games.cam.state import ALL_CAPTURED, CANNOT_MOVE, CASTLE_TAKEN, TAKEN

KINDS: Final = (SAFETY_LIMIT, TAKEN, CASTLE_TAKEN, ALL_CAPTURED, CANNOT_MOVE)
ENDINGS: Final = ("castle", "captured", "no move", "repetition", "quiet")


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches: games by ending and winner (a drawn one is nobody's), pieces lost by side and kind."""
    endings = np.zeros((len(ENDINGS), seats + 1), dtype=np.int64)
    for ending, kind in enumerate((CASTLE_TAKEN, ALL_CAPTURED, CANNOT_MOVE)):
        winners = of_kind(rows, kind)[:, EVENT + SEAT]
        winners = 1 - winners if kind == CANNOT_MOVE else winners  # CM-G18 tells of the loser
        endings[ending] = np.bincount(winners, minlength=seats + 1)
    limits = of_kind(rows, SAFETY_LIMIT)[:, EVENT + A]
    endings[3, seats], endings[4, seats] = (limits == 19).sum(), (limits == 20).sum()  # CM-G19, CM-G20
    lost = np.zeros((seats, 2), dtype=np.int64)
    taken = of_kind(rows, TAKEN)
    np.add.at(lost, (taken[:, EVENT + SEAT], taken[:, EVENT + B]), 1)
    return {"endings": endings, "lost": lost}


def of_kind(rows: Rows, kind: int) -> Rows:
    """The events of a kind."""
    return rows[rows[:, EVENT + KIND] == kind]


def tables(tally: Tally, seats: int) -> list[Table]:
    """The figures for people."""
    endings, lost = tally["endings"], tally["lost"]
    games = int(endings.sum())
    return [
        Table(
            "How games end",
            ("ending", "games", "share %", "Red wins", "Yellow wins"),
            tuple(
                (name, int(row.sum()), percent(row.sum(), games), int(row[0]), int(row[1]))
                for name, row in zip(ENDINGS, endings, strict=True)
            ),
            chart=("share %",),
        ),
        Table(
            "Pieces lost in a game",
            ("side", "men", "knights"),
            tuple((name, *(ratio(n, games) for n in row)) for name, row in zip(("Red", "Yellow"), lost, strict=True)),
            chart=("men", "knights"),
        ),
    ]
