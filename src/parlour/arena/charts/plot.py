"""A page of pictures of a series: scores, lengths, and the game's own figures. It needs the extra `plot`."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.arena.summary import Summary
from parlour.core.files import whole_file
from parlour.core.statistics import Cell, Statistic, share_interval
from parlour.errors import MissingExtra, ParlourError

INK, PAPER, RULE = "#2b2a28", "#fbf8f1", "#d9d2c3"
COLOURS = ("#1f5a7a", "#c4552d", "#5d7f3c", "#8a5a9a", "#c99a2e", "#4c4c4c")
FORMATS = (".svg", ".png", ".pdf")
MOST_BARS = 40
FEW = 8


def check_format(path: Path) -> None:
    """`ParlourError` if a plot cannot be written in that format, `MissingExtra` if none can be drawn."""
    if path.suffix.lower() not in FORMATS:
        raise ParlourError(
            f"a plot is written as {', '.join(FORMATS)}, not as {path.suffix[:20] or 'a file without ending'}"
        )
    require_pyplot()


def require_pyplot() -> Any:
    """The drawing library; `MissingExtra` if it is not installed."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtra("plots need the extra `plot`: install parlour[plot]") from None
    mpl.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save_plot(summary: Summary, path: Path) -> None:
    """Draw a series; the file appears only when it is whole."""
    pyplot = require_pyplot()
    panels = panels_of(summary)
    height = -(-len(panels) // 2)
    with pyplot.rc_context(style()):
        figure, axes = pyplot.subplots(height, 2, figsize=(11, 3.1 * height + 1), layout="constrained", squeeze=False)
        for place in axes.flat[len(panels) :]:
            place.set_axis_off()
        for draw, place in zip(panels, axes.flat, strict=False):
            draw(place)
        figure.suptitle(headline(summary), x=0.012, ha="left", fontsize=12, linespacing=1.5)
        with whole_file(path) as part:
            figure.savefig(part, dpi=110)
        pyplot.close(figure)


def panels_of(summary: Summary) -> list[partial[None]]:
    """What there is to draw: each panel draws itself into the axes that it is given."""
    hand_word = summary.plan.game.hand_word.capitalize()
    panels = [partial(draw_scores, summary=summary), partial(draw_wins, summary=summary)]
    lengths = (("Moves a match", summary.moves_a_match), (f"{hand_word}s a match", summary.hands_a_match))
    panels += [partial(draw_lengths, title=title, lengths=counts) for title, counts in lengths if len(counts) > 1]
    return panels + [partial(draw_table, table=table) for table in summary.tables() if table.chart]


def style() -> dict[str, Any]:
    """Plain ink on paper."""
    return {
        "figure.facecolor": PAPER, "axes.facecolor": PAPER, "savefig.facecolor": PAPER,
        "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": RULE, "xtick.color": INK, "ytick.color": INK,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.grid.axis": "y",
        "grid.color": RULE, "grid.linewidth": 0.6, "axes.axisbelow": True, "font.size": 9, "axes.titlesize": 10.5,
        "axes.titlelocation": "left", "axes.titleweight": "bold", "legend.frameon": False, "svg.hashsalt": "parlour",
    }  # fmt: skip


def headline(summary: Summary) -> str:
    """What was played, in two lines."""
    plan, game = summary.plan, summary.plan.game
    players = f"all {plan.policies[0]}" if len(set(plan.policies)) == 1 else ", ".join(plan.policies)
    return (
        f"{game.title} ({game.year}), {plan.seats} seats: {players}\n"
        f"{summary.matches:,} matches, {summary.hands:,} {game.hand_word}s, {summary.moves:,} moves, seed {plan.seed}"
    )


def draw_scores(axes: Any, summary: Summary) -> None:
    """Final scores in per cent of all matches, a line a seat; bars where there are only a few scores."""
    axes.set_title("Final score, % of matches")
    values = sorted(set().union(*summary.final_points))
    if len(values) <= FEW:
        labels = [f"{value:g}" for value in values]
        parts = [[100 * scores[value] / summary.matches for value in values] for scores in summary.final_points]
        draw_bars(axes, labels, seat_labels(summary), parts)
        return
    edges = bin_edges(np.array(values))
    for seat, scores in enumerate(summary.final_points):
        counts, _ = np.histogram(list(scores), bins=edges, weights=list(scores.values()))
        label = seat_labels(summary)[seat]
        axes.stairs(100 * counts / summary.matches, edges, color=colour(seat), linewidth=1.6, label=label)
    axes.legend(loc="upper left", fontsize=8)


def draw_wins(axes: Any, summary: Summary) -> None:
    """Wins by seat with their intervals, and what an equal share would be."""
    axes.set_title("Wins, % of matches (joint wins shared), with 95 % intervals")
    shares = 100 * summary.wins / summary.matches
    intervals = np.array([share_interval(wins, summary.matches) for wins in summary.wins])
    errors = np.abs(intervals.T - shares)
    places = np.arange(summary.plan.seats)
    colours = [colour(seat) for seat in range(summary.plan.seats)]
    axes.bar(places, shares, width=0.7, color=colours, yerr=errors, ecolor=INK, capsize=4)
    axes.axhline(100 / summary.plan.seats, color=INK, linewidth=0.9, linestyle=":")
    axes.set_xticks(places, seat_labels(summary))


def seat_labels(summary: Summary) -> list[str]:
    """Seats and who played them."""
    plan = summary.plan
    return [f"{plan.game.seat_name(seat)}, {plan.policies[seat]}" for seat in range(plan.seats)]


def draw_lengths(axes: Any, title: str, lengths: Counter[int], of: str = "matches") -> None:
    """How many matches were how long."""
    values, counts = np.array(sorted(lengths)), np.array([lengths[value] for value in sorted(lengths)])
    edges = bin_edges(values)
    heights, _ = np.histogram(values, bins=edges, weights=100 * counts / counts.sum())
    axes.bar((edges[:-1] + edges[1:]) / 2, heights, width=0.85 * np.diff(edges), color=colour(0))
    mean = float((values * counts).sum() / counts.sum())
    axes.axvline(mean, color=colour(1), linewidth=1.4)
    axes.set_title(f"{title}, % of {of} (mean {mean:.1f})")


def bin_edges(values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """At most MOST_BARS equal bins for sorted values, each as wide as a whole number of their common step."""
    step = float(np.gcd.reduce(np.diff(values).astype(np.int64))) or 1.0
    width = step * max(1, np.ceil((values[-1] - values[0] + step) / step / MOST_BARS))
    return np.arange(values[0] - step / 2, values[-1] + width, width)


def draw_table(axes: Any, table: Statistic) -> None:
    """The columns of a table that are worth a picture, as bars over its first column."""
    axes.set_title(f"{table.title}: {', '.join(table.chart)}")
    labels = [str(cell) for cell in table.column(table.columns[0])]
    parts = [[number(cell) for cell in table.column(name)] for name in table.chart]
    draw_bars(axes, labels, list(table.chart), parts)
    axes.set_xlabel(table.columns[0])


def draw_bars(axes: Any, labels: list[str], names: list[str], parts: list[list[float]]) -> None:
    """Groups of bars, a label a group."""
    places = np.arange(len(labels))
    width = 0.8 / len(parts)
    for i, (name, heights) in enumerate(zip(names, parts, strict=True)):
        shift = (i - (len(parts) - 1) / 2) * width
        axes.bar(places + shift, heights, width=0.92 * width, color=colour(i), label=name)
    axes.set_xticks(places, labels)
    if len(parts) > 1:
        axes.legend(loc="best", fontsize=8)


def number(cell: Cell) -> float:
    """A cell as the height of a bar; nothing is drawn for what is not a number."""
    return float(cell) if isinstance(cell, int | float) else 0.0


def colour(place: int) -> str:
    """A colour for a seat or a column."""
    return COLOURS[place % len(COLOURS)]
