"""Pictures of a tournament as SVG files: ratings, wins by seat, thinking times. They need the extra `plot`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from parlour.arena import report
from parlour.arena.charts.plot import INK, colour, require_pyplot, style
from parlour.arena.referee import class_seconds
from parlour.arena.standings import Standings, interval
from parlour.core.files import whole_file

WINS = report.WINS


def draw_all(standings: Standings, folder: Path) -> None:
    """Draw what there is to see; each file appears only when it is whole."""
    require_pyplot()
    if standings.deals and len(standings.tournament.bots) > 1:
        save(standings, folder / "ratings.svg", draw_ratings, 1.2 + 0.35 * len(standings.tournament.bots))
    if standings.deals:
        save(standings, folder / "wins.svg", draw_wins, 3.6)
    save(standings, folder / "thinking.svg", draw_thinking, 3.6)


def save(standings: Standings, path: Path, draw: Callable[[Any, Standings], None], height: float) -> None:
    """Draw a picture into a file, without anything that would differ the next time."""
    pyplot = require_pyplot()
    with pyplot.rc_context(style()):
        figure, axes = pyplot.subplots(figsize=(8, height), layout="constrained")
        draw(axes, standings)
        figure.suptitle(report.headline(standings.tournament), x=0.012, ha="left", fontsize=10)
        with whole_file(path) as part:
            figure.savefig(part, metadata={"Date": None})
        pyplot.close(figure)


def draw_ratings(axes: Any, standings: Standings) -> None:
    """A line a bot: the rating and its interval."""
    points, intervals = standings.ratings()
    order = np.argsort(points)
    places = np.arange(len(order))
    axes.hlines(places, *intervals[order].T, color=INK, linewidth=1.6)
    axes.plot(points[order], places, "o", color=colour(0), markersize=7)
    for place, bot in enumerate(order.tolist()):
        text = f"{points[bot]:+.0f}" if points[bot] else "0"
        axes.annotate(text, (points[bot], place), (0, 7), textcoords="offset points", ha="center")
    axes.set_yticks(places, [short_name(standings.tournament.bots[bot]) for bot in order])
    axes.set_ylim(-0.6, len(order) - 0.3)
    axes.grid(axis="x")
    axes.set_title(f"Elo against {short_name(standings.tournament.bots[-1])}, with 95 % intervals")


def draw_wins(axes: Any, standings: Standings) -> None:
    """Bars for every seat, a bar a bot, and what would be fair."""
    one = standings.tournament
    width = 0.8 / len(one.bots)
    for number, bot in enumerate(one.bots):
        shift = (number - (len(one.bots) - 1) / 2) * width
        for seat in range(one.seats):
            wins = standings.of_bot_in_seat(number, seat, WINS)
            if wins is not None:
                draw_bar(axes, seat + shift, wins, width, colour(number), short_name(bot) if seat == 0 else None)
    axes.axhline(100 * standings.fair, color=INK, linewidth=0.9, linestyle=":", label="all alike")
    axes.set_xticks(np.arange(one.seats), [one.game.seat_name(seat) for seat in range(one.seats)])
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
    axes.set_title("Wins, % of matches in this seat, with 95 % intervals")


def draw_bar(axes: Any, place: float, wins: Any, width: float, tint: str, label: str | None) -> None:
    """A share with its interval, where there is one."""
    share, (low, high) = 100 * wins.mean(), interval(wins)
    errors = None if low is None or high is None else [[max(0, share - low)], [max(0, high - share)]]
    axes.bar(place, share, 0.92 * width, color=tint, yerr=errors, ecolor=INK, capsize=3, label=label)


def draw_thinking(axes: Any, standings: Standings) -> None:
    """What share of the decisions of each bot took longer than so long."""
    for number, (bot, times) in enumerate(standings.thinking.items()):
        if times.decisions:
            classes = sorted(times.classes)
            longer = 100 * (1 - np.cumsum([times.classes[each] for each in classes]) / times.decisions)
            seconds = [class_seconds(each) * 1000 for each in classes]
            axes.step(seconds, longer, where="post", color=colour(number), linewidth=1.6, label=short_name(bot))
    axes.axhline(5, color=INK, linewidth=0.9, linestyle=":", label="p95")
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds")
    axes.legend(loc="upper right", fontsize=8)
    axes.set_title("Decisions that took longer, %")


def short_name(bot: str, most: int = 24) -> str:
    """The name of a bot, not too long for a picture."""
    return bot if len(bot) <= most else f"{bot[: most - 3]}..."
