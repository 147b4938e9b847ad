"""The figures of the games' pages, from matches between rulebook players: `docs/games/figures.json`.

    python -m tools.game_figures [--matches 2000] [--seed 11] [GAME ...]

A game is played with its usual seats and options. Four things are counted.

**Length and scores.** As `parlour simulate` counts them, in a few bins.

**Order.** Wins by place: the seat that was the first to act in the match, the seat on its left, and so on. Joint
winners share a win.

**The game's own figures.** The tables of its `statistics.py` that are worth a picture.

**Luck and skill.** Half of the seats play by the book, half at random, and every deal is played again with the seats
moved on until each seat has been everybody. The variance of the payoffs then has three parts: what follows from who
plays (skill), what follows from the deal and the seat whoever plays (cards), and all else (course: the chances on the
way, the others' doings). The shares are those of this company, of players that far apart; among equals there is no
skill to see.
"""

import argparse
import json
import math
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import parlour
from parlour.arena.series import Plan, Series, chunks
from parlour.arena.summary import Summary
from parlour.core.contract import TABLE
from parlour.core.files import whole_file
from parlour.core.game import Game
from parlour.core.kernels import WON, match_key, next_actor
from parlour.core.statistics import Statistic, share_interval

FILE = Path(__file__).resolve().parents[1] / "docs" / "games" / "figures.json"
BINS = 24
SPLIT = 4  # of so many matches one is played for luck and skill, in each seating

Numbers = npt.NDArray[np.float64]


def main() -> None:
    """Play, and write the file; games that are not named keep their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in asked.games or parlour.games():
        print(f"{name} ...", end=" ", flush=True, file=sys.stderr)
        found[name] = figures(parlour.game(name), asked.matches, asked.seed)
        print(f"{found[name]['moves']:,} moves", file=sys.stderr)
        with whole_file(FILE) as part:
            part.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")


def figures(game: Game, matches: int, seed: int) -> dict[str, Any]:
    """All figures of a game."""
    plan = Plan.make(game, policies=["rulebook"], seed=seed, matches=matches)
    summary, won = Summary(plan), []
    for chunk in chunks(plan):
        summary.add(chunk)
        won.append(chunk.facts[:, WON])
    pooled: Counter[float] = sum(summary.final_points, Counter())
    return {
        "rules": game.version,
        "seats": plan.seats,
        "matches": summary.matches,
        "moves": summary.moves,
        "seed": seed,
        "drawn": summary.drawn,
        "lengths": {"moves": bins(summary.moves_a_match), "hands": bins(summary.hands_a_match)},
        "spread": summary.length_table().data(),
        "scores": bins(pooled),
        "order": by_order(plan, np.concatenate(won)),
        "split": split(game, max(1, matches // SPLIT), seed),
        "tables": [table_data(table) for table in summary.tables() if table.chart],
    }


def table_data(table: Statistic) -> dict[str, Any]:
    """A table's first column and those that are worth a picture."""
    kept = (table.columns[0], *table.chart)
    return {"title": table.title, "columns": kept, "rows": list(zip(*map(table.column, kept), strict=True))}


def bins(counted: Counter[Any]) -> dict[str, list[float]]:
    """What was counted in at most BINS equal bins: their lower edges, and the share of each in per cent."""
    values = np.array(sorted(counted))
    weights = np.array([counted[value] for value in values.tolist()], dtype=float)
    step = np.gcd.reduce(np.diff(2 * values).astype(np.int64)) / 2 if len(values) > 1 else 1.0  # Cam counts halves
    width = step * max(1, math.ceil((values[-1] - values[0] + step) / step / BINS))
    edges = np.arange(values[0], values[-1] + width, width)
    shares = np.histogram(values, bins=np.append(edges, edges[-1] + width), weights=100 * weights / weights.sum())[0]
    return {"from": edges.tolist(), "width": [width], "share": shares.round(3).tolist()}


def by_order(plan: Plan, won: npt.NDArray[np.int64]) -> list[dict[str, Any]]:
    """Wins of the seats in the order in which they first act, with their intervals."""
    first = openers(plan, len(won))
    masks = (won[:, None] >> ((first[:, None] + np.arange(plan.seats)) % plan.seats)) & 1
    wins = (masks / np.maximum(1, masks.sum(axis=1))[:, None]).sum(axis=0)
    return [
        {"wins": round(100 * share / len(won), 2), "interval": share_interval(share, len(won))}
        for share in wins.tolist()
    ]


def openers(plan: Plan, matches: int) -> npt.NDArray[np.int64]:
    """Who is the first to act in each match of a series."""
    series, kernels = Series(plan), plan.game.kernels
    key, rng = np.zeros(8, dtype=np.uint32), np.zeros(1, dtype=np.uint64)
    first = np.zeros(matches, dtype=np.int64)
    for match in range(matches):
        match_key(series.key, match, key, rng)
        series.states[0] = series.blank[0]
        kernels.begin(series.states, plan.seats, series.options, key)
        while (seat := next_actor(kernels.who(series.states), 0)) == TABLE:
            kernels.list_legal(series.states, TABLE, series.legal)
            series.log[0, 0] = 0
            kernels.try_action(series.states, TABLE, int(series.legal[0]), series.log, series.legal)
        first[match] = seat
    return first


def split(game: Game, matches: int, seed: int) -> dict[str, float]:
    """How much of the variance of payoffs is skill, cards and course, and how far apart the players are."""
    seats = game.check_seats(None)
    half = ["rulebook"] * (seats // 2) + ["random"] * (seats - seats // 2)
    sound, payoffs = [], []
    for turn in range(seats):
        policies = half[turn:] + half[:turn]
        plan = replace(Plan.make(game, policies=policies, seed=seed, matches=matches), figures=False)
        payoffs.append(np.concatenate([chunk.counters for chunk in chunks(plan)]))
        sound.append(np.tile([policy == "rulebook" for policy in policies], (matches, 1)))
    return parts(np.stack(payoffs), np.stack(sound))


def parts(payoffs: Numbers, sound: npt.NDArray[np.bool_]) -> dict[str, float]:
    """The parts of the variance of payoffs by seating, match and seat; `sound` says where the book played."""
    gap = float(payoffs[sound].mean() - payoffs[~sound].mean())
    rest = payoffs - np.where(sound, payoffs[sound].mean(), payoffs[~sound].mean())
    course = float(rest.var(axis=0, ddof=1).mean())
    cards = max(0.0, float(rest.mean(axis=0).var()) - course / len(payoffs))
    skill = gap**2 * float(sound.mean() * (1 - sound.mean()))
    whole = skill + cards + course
    shares = {"skill": skill / whole, "cards": cards / whole, "course": course / whole}
    return {name: round(100 * share, 1) for name, share in shares.items()} | {"gap": round(gap, 2)}


if __name__ == "__main__":
    main()
