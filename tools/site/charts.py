"""Charts of the games' figures as SVG that follows the page's own colours, from `docs/games/figures.json`."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tools.site.pages import ROOT

import parlour

WIDE, HIGH, FOOT, EDGE = 360, 170, 30, 34
PLACES = ("first to act", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@cache
def known() -> dict[str, Any]:
    """The figures of all games."""
    found: dict[str, Any] = json.loads((ROOT / "docs" / "games" / "figures.json").read_text(encoding="utf-8"))
    return found


def show(name: str) -> str:
    """What the figures of a game say: a line of facts, and the charts."""
    one, game = known()[name], parlour.game(name)
    spread = {row["length"]: list(row.values())[1:] for row in one["spread"]["rows"]}
    mean, _, low, median, high, _ = spread["moves a match"]
    told = (
        f"{one['matches']:,} matches of rulebook players, {one['seats']} seats, usual options, seed {one['seed']}. "
        f"A match takes **{mean:,.0f} actions** on average; of twenty matches one has at most {low:,}, the middle one "
        f"{median:,}, and one more than {high:,}. All charts are made of [these figures](/games/figures.json), which "
        "`python -m tools.game_figures` counts."
    )
    charts = [histogram("Actions a match", one["lengths"]["moves"])]
    if len(one["lengths"]["hands"]["from"]) > 1:
        charts.append(histogram(f"{game.hand_word.capitalize()}s a match", one["lengths"]["hands"]))
    if len(one["scores"]["from"]) > 3:
        charts.append(histogram("Final scores, all seats", one["scores"]))
    charts += [order(one["order"]), *(own(table) for table in one["tables"])]
    return "\n\n".join([told, f'<div class="charts">{"".join(charts)}</div>'])


def luck(name: str) -> str:
    """The parts of the variance in this game, beside the others."""
    one = known()[name]["split"]
    fair = 100 / known()[name]["seats"]
    first = known()[name]["order"][0]
    low, high = first["interval"]
    verdict = "more than" if low > fair else "less than" if high < fair else "which cannot be told from"
    return (
        f"Whoever acts first wins {first['wins']:.1f} % of matches (95 % interval {low:.1f} to {high:.1f}), {verdict} "
        f"the {fair:.0f} % of a fair share.\n\n"
        f"When half of the seats play by the book and half at random, **{one['skill']:.0f} %** of what the payoffs "
        f"differ by is skill, {one['cards']:.0f} % the cards and the seat, {one['course']:.0f} % the course of play. "
        f"[What these shares mean](/games/index.md#luck-and-skill).\n\n{stack([name])}"
    )


def stack(names: Sequence[str]) -> str:
    """A bar a game: skill, cards, course."""
    rows = []
    for i, name in enumerate(names):
        one, y, x = known()[name]["split"], 30 + 26 * i, 110.0
        rows.append(f'<text class="label" x="102" y="{y + 13}" text-anchor="end">{parlour.game(name).title}</text>')
        for kind in ("skill", "cards", "course"):
            width = one[kind] * 5.6
            rows.append(f'<rect class="{kind}" x="{x:.1f}" y="{y}" width="{width:.1f}" height="18"/>')
            if width > 34:
                rows.append(f'<text class="in {kind}" x="{x + width / 2:.1f}" y="{y + 13}">{one[kind]:.0f} %</text>')
            x += width
    words = (("skill", "skill"), ("cards", "cards and seat"), ("course", "course of play"))
    key = "".join(
        f'<rect class="{kind}" x="{110 + 150 * i}" y="6" width="12" height="12"/>'
        f'<text class="label" x="{127 + 150 * i}" y="16">{text}</text>'
        for i, (kind, text) in enumerate(words)
    )
    return (
        f'<figure class="chart wide"><svg viewBox="0 0 680 {34 + 26 * len(names)}" role="img">'
        f"<title>Luck and skill</title>{key}{''.join(rows)}</svg></figure>"
    )


def split() -> str:
    """All games, the most skilful first."""
    return stack(sorted(known(), key=lambda name: -known()[name]["split"]["skill"]))


def histogram(title: str, counted: dict[str, list[float]]) -> str:
    """Shares of matches in per cent, by bins."""
    width = counted["width"][0]
    labels = [label(low) if width == 1 else f"{label(low)} to {label(low + width - 1)}" for low in counted["from"]]
    step = max(1, len(labels) // 6)
    ticks = [label(low) if i % step == 0 else "" for i, low in enumerate(counted["from"])]
    return frame(f"{title}, % of matches" if "Final" not in title else f"{title}, %", labels, [counted["share"]], ticks)


def order(places: list[dict[str, Any]]) -> str:
    """Wins by place, with their intervals and the fair share."""
    shares = [place["wins"] for place in places]
    names = list(PLACES[: len(places)])
    return frame(
        "Wins by who acts first, %", names, [shares], names, [p["interval"] for p in places], 100 / len(places)
    )


def own(table: dict[str, Any]) -> str:
    """A table of the game's own."""
    names = [str(row[0]) for row in table["rows"]]
    series = [[row[i] or 0 for row in table["rows"]] for i in range(1, len(table["columns"]))]
    step = max(1, len(names) // 8)
    title = f"{table['title']}: {', '.join(swatch(k, name) for k, name in enumerate(table['columns'][1:]))}"
    return frame(title, names, series, [name if i % step == 0 else "" for i, name in enumerate(names)])


def swatch(place: int, name: str) -> str:
    """The name of a series with its colour."""
    return f'<i class="swatch s{place}"></i>{name}'


def frame(
    title: str,
    names: Sequence[str],
    series: Sequence[Sequence[float]],
    ticks: Sequence[str],
    intervals: Sequence[Sequence[float]] = (),
    line: float | None = None,
) -> str:
    """Bars over names, a colour a series; each bar tells its figure to whoever points at it."""
    values = [value for one in series for value in one]
    top, foot = max([*values, *(high for _, high in intervals), 1e-9]), min([*values, 0.0])
    scale = HIGH / (top - foot)

    def at(value: float) -> float:
        return HIGH - (value - foot) * scale + 8

    slot = (WIDE - EDGE) / len(names)
    width = slot * 0.84 / len(series)
    drawn = [axis(at, top, foot)]
    for k, one in enumerate(series):
        for i, value in enumerate(one):
            x, y, height = EDGE + slot * (i + 0.08) + k * width, min(at(value), at(0)), abs(at(value) - at(0))
            tip = f"<title>{names[i]}: {value:,.4g}</title>"
            drawn.append(
                f'<rect class="s{k}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}">{tip}</rect>'
            )
    for i, (low, high) in enumerate(intervals):
        x = EDGE + slot * (i + 0.5)
        drawn.append(f'<path class="interval" d="M{x:.1f} {at(low):.1f}V{at(high):.1f}"/>')
    if line is not None:
        drawn.append(
            f'<path class="fair" d="M{EDGE} {at(line):.1f}H{WIDE}"><title>a fair share: {line:.3g}</title></path>'
        )
    words = (
        f'<text class="tick" x="{EDGE + slot * (i + 0.5):.1f}" y="{HIGH + 24}">{text}</text>'
        for i, text in enumerate(ticks)
    )
    return (
        f'<figure class="chart"><figcaption>{title}</figcaption><svg viewBox="0 0 {WIDE} {HIGH + FOOT}" role="img">'
        f"{''.join(drawn)}{''.join(words)}</svg></figure>"
    )


def axis(at: Callable[[float], float], top: float, foot: float) -> str:
    """Lines at round figures."""
    power = 10 ** len(str(int(top - foot))) / 100 if top - foot >= 1 else 0.1
    step = next(step for step in (power * k for k in (1, 2, 5, 10, 20, 50, 100)) if (top - foot) / step <= 5)
    low = int(foot / step) - (1 if foot < 0 else 0)
    lines = [step * i for i in range(low, int(top / step) + 1) if step * i >= foot]
    return "".join(
        f'<path class="grid" d="M{EDGE} {at(value):.1f}H{WIDE}"/>'
        f'<text class="scale" x="{EDGE - 4}" y="{at(value) + 3:.1f}">{label(value)}</text>'
        for value in lines
    )


def label(value: float) -> str:
    """A figure as short as it can be."""
    return f"{value:,.6g}"
