"""A picture of what each player gains, beside what could be gained (`tools.yardstick`). It needs the extra `plot`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parlour.arena.charts.plot import INK, colour, require_pyplot, style
from parlour.core.files import whole_file
from parlour.games import game


def draw(told: Mapping[str, Any], path: Path) -> None:
    """Draw the figures of a game into a file, without anything that would differ the next time."""
    pyplot = require_pyplot()
    one = game(told["game"])
    with pyplot.rc_context(style()):
        figure, axes = pyplot.subplots(figsize=(8, 3.2), layout="constrained")
        if told["unit"] == "positions":
            draw_found(axes, told["players"])
        else:
            draw_gains(axes, told["players"])
            axes.set_title(f"{one.score_word.capitalize()} a hand more than a rulebook in the same seat")
        figure.suptitle(f"{one.title} ({one.year}), {told['deals']:,} {deals(told)}", x=0.012, ha="left", fontsize=10)
        with whole_file(path) as part:
            figure.savefig(part, format="svg", metadata={"Date": None})
        pyplot.close(figure)


def deals(told: Mapping[str, Any]) -> str:
    """What was played."""
    return "positions" if told["unit"] == "positions" else f"deals, {told['seats']} seats, among rulebooks"


def draw_gains(axes: Any, players: Mapping[str, Any]) -> None:
    """A bar a player, with its interval, and its share of the longest."""
    names = [name for name in players if name != "rulebook"]
    for place, name in enumerate(names):
        figures = players[name]
        gain, (low, high) = figures["gain"], figures["interval"]
        errors = [[max(0, gain - low)], [max(0, high - gain)]]
        axes.barh(place, gain, 0.7, color=colour(int(name in ("seer", "oracle"))), xerr=errors, ecolor=INK, capsize=3)
        if "share" in figures:
            axes.annotate(
                f"{figures['share']:.0f} %", (max(high, 0), place), (6, 0), textcoords="offset points", va="center"
            )
    axes.axvline(0, color=INK, linewidth=0.9)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(axis="x")
    axes.grid(axis="y", visible=False)


def draw_found(axes: Any, players: Mapping[str, Any]) -> None:
    """Bars for every kind of position, a bar a player."""
    width = 0.8 / len(players)
    for number, (name, kinds) in enumerate(players.items()):
        places = np.arange(len(kinds)) + (number - (len(players) - 1) / 2) * width
        parts = [100 * counts["found"] / max(1, counts["of"]) for counts in kinds.values()]
        axes.bar(places, parts, 0.92 * width, color=colour(number), label=name)
        axes.set_xticks(np.arange(len(kinds)), list(kinds))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
    axes.set_title("Wins found and endings kept, % of the positions")
