"""Tables of figures: what a game's `statistics.py` has to say about a series of matches.

A game may have a `statistics.py`, which defines

- `KINDS`: the kinds of event that it counts;
- `tally(rows, seats) -> Tally`: what it counted in some matches, as arrays that can be added up. `rows` is an array of
  events of those kinds, in order, with the number of the match in front of the columns of `core.events`;
- `tables(tally, seats) -> list[Statistic]`: the figures for people.

A series is counted piece by piece and the pieces are added, so however long it is, it needs no more memory.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Tally: TypeAlias = Mapping[str, npt.NDArray[np.int64]]
Rows: TypeAlias = npt.NDArray[np.int64]
Cell: TypeAlias = str | int | float | None

MATCH: Final = 0  # column of the number of the match
EVENT: Final = 1  # first column of the event
NORMAL_95: Final = 1.96


@dataclass(frozen=True)
class Statistic:
    """Rows of figures under a title. `chart` names the columns that a picture of it would draw as bars."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    chart: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The table as plain data."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows}

    def column(self, name: str) -> list[Cell]:
        """One column from top to bottom."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]


def add(first: Tally, second: Tally) -> Tally:
    """Two tallies together."""
    return {name: first[name] + second[name] for name in first}


def ratio(part: float, whole: float) -> float | None:
    """A part of a whole, None if there is no whole."""
    return float(part) / float(whole) if whole else None


def percent(part: float, whole: float) -> float | None:
    """A part of a whole in per cent, None if there is no whole."""
    return 100.0 * float(part) / float(whole) if whole else None


def margin(total: float, squares: float, n: int) -> float | None:
    """Half the width of the 95 % interval of a mean, from the sum and the sum of squares of n numbers."""
    if n < 2:
        return None
    variance = max(0.0, (squares - total * total / n) / (n - 1))
    return float(NORMAL_95 * (variance / n) ** 0.5)


def share_interval(part: float, n: int) -> tuple[float, float] | None:
    """Wilson's 95 % interval of a share, in per cent; it is honest for few trials and for shares near 0 and 100."""
    if n == 0:
        return None
    z2 = NORMAL_95**2
    middle = (part + z2 / 2) / (n + z2)
    half = NORMAL_95 / (n + z2) * (part * (n - part) / n + z2 / 4) ** 0.5
    return 100 * max(0.0, float(middle - half)), 100 * min(1.0, float(middle + half))
