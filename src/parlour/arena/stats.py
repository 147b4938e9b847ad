"""What a file of decisions (`arena.dataset`) comes to: counts, choices, actions, seats, scores, lengths.

The file is read piece by piece and observations are not read at all, so however long it is, it needs no more memory.
"""

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from parlour.arena.charts import plot
from parlour.arena.dataset import COLUMNS, KEY
from parlour.arena.files import require_arrow
from parlour.arena.summary import spread
from parlour.core.files import whole_file
from parlour.core.game import Game
from parlour.core.statistics import Statistic, margin, percent, ratio, share_interval
from parlour.errors import CorruptRecord, RecordError
from parlour.games import game as find_game

READ = ("move", "seat", "legal", "choice", "action", "scores", "won")
PIECE = 8192  # rows that are read at once


class FileFigures:
    """Figures of a file, added up piece by piece."""

    def __init__(self, facts: dict[str, Any], game: Game) -> None:
        self.facts, self.game, self.seats = facts, game, int(facts["seats"])
        self.decisions = self.matches = self.drawn = 0
        self.choices: list[Counter[int]] = [Counter() for _ in range(self.seats)]
        self.chosen, self.offered = np.zeros((2, int(facts["actions"])), dtype=np.int64)
        self.texts: dict[int, str] = {}
        self.points, self.squares, self.wins = np.zeros((3, self.seats))
        self.final: list[Counter[float]] = [Counter() for _ in range(self.seats)]
        self.lengths: Counter[int] = Counter()
        self.first_wins = 0.0
        self.first_seats: Counter[int] = Counter()
        self._length = 0

    def add(self, batch: Any) -> None:
        """Count a piece of the file."""
        moves, seats, choice = (column(batch, name) for name in ("move", "seat", "choice"))
        sizes = np.diff(batch.column("legal").offsets.to_numpy())
        self.decisions += len(moves)
        for seat in range(self.seats):
            self.choices[seat].update(sizes[seats == seat].tolist())
        self.chosen += np.bincount(choice, minlength=len(self.chosen))
        self.offered += np.bincount(batch.column("legal").flatten().to_numpy(), minlength=len(self.offered))
        for number in np.unique(choice).tolist():
            if number not in self.texts:
                self.texts[number] = str(batch.column("action")[int(np.argmax(choice == number))])
        self._add_matches(moves, seats, *(table(batch, name, self.seats) for name in ("scores", "won")))

    def _add_matches(self, moves: Any, seats: Any, scores: Any, won: Any) -> None:
        """Count the matches that begin in a piece, and how long those were that ended before they did."""
        begins = np.flatnonzero(moves == 0)
        edges = [0, *begins.tolist(), len(moves)]
        for here, following in pairwise(edges[:-1]):
            self._end_of_match(following - here)
        self._length += edges[-1] - edges[-2]
        self.matches += len(begins)
        scores, won, first = scores[begins], won[begins].astype(np.float64), seats[begins]
        self.points += scores.sum(axis=0)
        self.squares += (scores**2).sum(axis=0)
        shares = won / np.maximum(won.sum(axis=1), 1)[:, None]  # joint winners share a win
        self.wins += shares.sum(axis=0)
        self.drawn += int((won.sum(axis=1) == 0).sum())
        self.first_wins += float(shares[np.arange(len(first)), first].sum())
        self.first_seats.update(first.tolist())
        for seat, counted in enumerate(self.final):
            counted.update(scores[:, seat].tolist())

    def _end_of_match(self, more: int) -> None:
        if self._length + more:
            self.lengths[self._length + more] += 1
        self._length = 0

    def finish(self) -> None:
        """There is no more."""
        self._end_of_match(0)

    # --- What it comes to -------------------------------------------------------------------------------------

    def tables(self, most_actions: int) -> list[Statistic]:
        """Everything as tables."""
        return [self.seat_table(), self.first_table(), self.score_table(), self.length_table(), self.choice_table(),
                self.action_table(most_actions)]  # fmt: skip

    def seat_table(self) -> Statistic:
        """Scores and wins by seat."""
        n = self.matches
        rows = tuple(
            (
                *(self.game.seat_name(seat), self.facts["players"][seat], ratio(self.points[seat], n)),
                *(margin(self.points[seat], self.squares[seat], n), percent(self.wins[seat], n)),
                *(share_interval(self.wins[seat], n) or (None, None)),
            )
            for seat in range(self.seats)
        )
        return Statistic("Seats", ("seat", "player", "score", "score ±", "wins %", "from %", "to %"), rows, ("wins %",))

    def first_table(self) -> Statistic:
        """Who acts first, and what it is worth beside an equal share."""
        n = self.matches
        share = percent(self.first_wins, n)
        fair = percent(n - self.drawn, n * self.seats)
        row = (share, *(share_interval(self.first_wins, n) or (None, None)), fair, difference(share, fair))
        return Statistic("Who acts first", ("wins %", "from %", "to %", "equal share %", "advantage %"), (row,))

    def score_table(self) -> Statistic:
        """How the final scores are spread."""
        rows = tuple(
            (self.game.seat_name(seat), *spread(Counter({int(value): n for value, n in counted.items()})))
            for seat, counted in enumerate(self.final)
        )
        return Statistic("Final scores", ("seat", "mean", "least", "5 %", "median", "95 %", "most"), rows)

    def length_table(self) -> Statistic:
        """How long matches are."""
        row = ("decisions a match", *spread(self.lengths))
        return Statistic("Lengths", ("length", "mean", "least", "5 %", "median", "95 %", "most"), (row,))

    def choice_table(self) -> Statistic:
        """How many actions there were to choose from."""
        everybody = sum(self.choices, Counter())
        rows = tuple(
            (name, counted.total(), *spread(counted), percent(counted[1], counted.total()))
            for name, counted in (
                *((self.game.seat_name(seat), counted) for seat, counted in enumerate(self.choices)),
                ("all", everybody),
            )
        )
        columns = ("seat", "decisions", "mean", "least", "5 %", "median", "95 %", "most", "without a choice %")
        return Statistic("Choices a decision", columns, rows)

    def action_table(self, most: int) -> Statistic:
        """The actions taken most often, and how often they were taken where they could be."""
        order = [number for number in np.argsort(-self.chosen, kind="stable").tolist() if self.chosen[number]][:most]
        rows = tuple(
            (
                *(self.texts[number], number, int(self.chosen[number]), percent(self.chosen[number], self.decisions)),
                percent(self.chosen[number], self.offered[number]),
            )
            for number in order
        )
        return Statistic("Actions", ("action", "number", "times", "of all %", "when legal %"), rows, ("of all %",))

    def data(self, most_actions: int) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            **self.facts,
            "matches": self.matches,
            "decisions": self.decisions,
            "drawn": self.drawn,
            "first_seats": {str(seat): self.first_seats[seat] for seat in range(self.seats)},
            "decisions_a_match": {str(length): self.lengths[length] for length in sorted(self.lengths)},
            "final_scores": [{f"{value:g}": counted[value] for value in sorted(counted)} for counted in self.final],
            "tables": [table.data() for table in self.tables(most_actions)],
        }


def difference(share: float | None, fair: float | None) -> float | None:
    """One less the other, if there are both."""
    return None if share is None or fair is None else share - fair


def column(batch: Any, name: str) -> Any:
    """A plain column as numbers."""
    return batch.column(name).to_numpy()


def table(batch: Any, name: str, width: int) -> Any:
    """A column of lists of one length as rows of numbers."""
    return batch.column(name).flatten().to_numpy(zero_copy_only=False).reshape(-1, width)


def figures_of(path: Path, progress: Callable[[int, int], None] = lambda done, rows: None) -> FileFigures:
    """Read a file of decisions; `CorruptRecord` if it is none, `RecordError` if there is no such file."""
    arrow, parquet = require_arrow()
    if not path.is_file():
        raise RecordError(f"there is no file {path}; `parlour dataset GAME --out FILE` writes one")
    try:
        file = parquet.ParquetFile(path)
        facts = json.loads((file.schema_arrow.metadata or {})[KEY])
        if file.schema_arrow.names != list(COLUMNS):
            raise KeyError(KEY)
        figures = FileFigures(facts, find_game(facts["game"]))
        for batch in file.iter_batches(PIECE, columns=list(READ)):
            figures.add(batch)
            progress(figures.decisions, file.metadata.num_rows)
    except (arrow.ArrowInvalid, KeyError, ValueError, IndexError) as error:
        raise CorruptRecord(f"{path} is no file of decisions that `parlour dataset` wrote: {error}"[:300]) from None
    figures.finish()
    return figures


# --- Pictures -------------------------------------------------------------------------------------------------


def save_plot(figures: FileFigures, path: Path) -> None:
    """Draw a page; the file appears only when it is whole."""
    pyplot = plot.require_pyplot()
    with pyplot.rc_context(plot.style()):
        page, axes = pyplot.subplots(3, 2, figsize=(11, 10.4), layout="constrained")
        panels = (draw_wins, draw_first, draw_scores, draw_lengths, draw_choices, draw_actions)
        for draw, place in zip(panels, axes.flat, strict=True):
            draw(figures, place)
        page.suptitle(headline(figures), x=0.012, ha="left", fontsize=12, linespacing=1.5)
        with whole_file(path) as part:
            page.savefig(part, dpi=110)
        pyplot.close(page)


def headline(figures: FileFigures) -> str:
    """What was played, in two lines."""
    players = dict.fromkeys(figures.facts["players"])
    return (
        f"{figures.game.title} ({figures.game.year}), {figures.seats} seats: {', '.join(players)}\n"
        f"{figures.matches:,} matches, {figures.decisions:,} decisions, seed {figures.facts['seed']}"
    )


def draw_wins(figures: FileFigures, axes: Any) -> None:
    """Wins by seat with their intervals, beside an equal share."""
    axes.set_title("Wins by seat, % of matches, with 95 % intervals")
    shares = 100 * figures.wins / max(1, figures.matches)
    intervals = np.array([share_interval(wins, figures.matches) for wins in figures.wins])
    places = np.arange(figures.seats)
    colours = [plot.colour(seat) for seat in range(figures.seats)]
    axes.bar(places, shares, width=0.7, color=colours, yerr=np.abs(intervals.T - shares), ecolor=plot.INK, capsize=4)
    axes.axhline(100 / figures.seats, color=plot.INK, linewidth=0.9, linestyle=":")
    axes.set_xticks(places, [figures.game.seat_name(seat) for seat in range(figures.seats)])


def draw_first(figures: FileFigures, axes: Any) -> None:
    """What acting first is worth."""
    share, low, high, fair, _ = figures.first_table().rows[0]
    axes.set_title("Wins of who acts first, and an equal share, % of matches")
    values = [plot.number(share), plot.number(fair)]
    errors = [[values[0] - plot.number(low), 0], [plot.number(high) - values[0], 0]]
    axes.barh(
        [1, 0], values, height=0.5, color=[plot.colour(0), plot.colour(5)], xerr=errors, ecolor=plot.INK, capsize=4
    )
    axes.set_yticks([1, 0], ["acts first", "equal share"])


def draw_scores(figures: FileFigures, axes: Any) -> None:
    """Final scores, all seats together."""
    together: Counter[int] = Counter()
    for counted in figures.final:
        together.update({round(value): n for value, n in counted.items()})
    plot.draw_lengths(axes, "Final score of a seat", together, of="seats")


def draw_lengths(figures: FileFigures, axes: Any) -> None:
    """How long matches are."""
    plot.draw_lengths(axes, "Decisions a match", figures.lengths)


def draw_choices(figures: FileFigures, axes: Any) -> None:
    """How many choices a decision has."""
    plot.draw_lengths(axes, "Choices a decision", sum(figures.choices, Counter()), of="decisions")


def draw_actions(figures: FileFigures, axes: Any) -> None:
    """The commonest actions."""
    common = figures.action_table(10)
    axes.set_title("Commonest actions, % of decisions")
    plot.draw_bars(axes, [str(cell) for cell in common.column("action")], ["of all %"],
                   [[plot.number(cell) for cell in common.column("of all %")]])  # fmt: skip
    axes.tick_params(axis="x", rotation=30)
