"""`python -m benchmarks.engines`: how fast the search of every game is in wasmtime and in Node beside numba, by turns.

And how long each level thinks with the engine that people play with, beside what it may take.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median, quantiles
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from tests.core.engines.node import Node

import parlour
from parlour.arena.bench import machine
from parlour.bots.alphabeta import AlphaBeta
from parlour.bots.ismcts import Tree
from parlour.bots.levels import NAMES, level_of
from parlour.bots.rivals import Rivals
from parlour.core.chance import rng_from
from parlour.core.engines import VARIABLE, Engine, make
from parlour.core.game import Game
from parlour.core.kernels import Kernels
from parlour.core.match import Match
from parlour.games import names

ROUNDS = 20_000  # of a search; positions, in Cam
OPENING = 12  # actions by the book before it
DECISIONS = 40
BARS = {"wasm": 0.5, "node": 0.6}  # of numba's speed
SECONDS = dict(zip(NAMES, (0.05, 0.15, 1.0, 3.0), strict=True))  # a level may think, 95 times of 100


def main() -> int:
    """Measure what is asked for; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--times", type=int, default=7, help="repetitions, by turns")
    parser.add_argument("--no-levels", action="store_true", help="leave out how long the levels think")
    asked = parser.parse_args()
    os.environ.pop(VARIABLE, None)
    console = Console(highlight=False, width=120)
    facts = machine()
    console.print(f"{facts['processor']}, {facts['cores']} cores; {facts['system']}; Python {facts['python']}")
    good = True
    table = Table("game", "search", "numba, rounds/s", "wasmtime / numba", "Node / numba", title=f"{asked.times} times")
    for game in map(parlour.game, asked.games or names()):
        rates = speeds(game, asked.times)
        for kind, found in rates.items():
            table.add_row(game.title, kind, spread(found["numba"], ",.0f"), *(ratio(found, name) for name in BARS))
            good &= all(median(shares(found, name)) >= bar for name, bar in BARS.items())
    console.print(table)
    if not asked.no_levels:
        good &= levels(asked.games or names(), console)
    return 0 if good else 1


def speeds(game: Game, times: int) -> dict[str, dict[str, list[float]]]:
    """Rounds a second of each kind of search with each engine, by turns, after a go that does not count."""
    match = opened(game)
    found: dict[str, dict[str, list[float]]] = {}
    with ExitStack() as stack:
        engines = {name: make(game, name) for name in ("numba", "wasm")} | {"node": stack.enter_context(Node(game))}
        for kind in ("alpha-beta",) if game.evaluation else ("tree", "rivals"):
            sides = {name: side(game, engine, match, kind) for name, engine in engines.items()}
            found[kind] = {name: [] for name in sides}
            for turn in range(times + 1):
                for name, run in sides.items():
                    rate = run()
                    if turn:
                        found[kind][name].append(rate)
    return found


def opened(game: Game) -> Match:
    """A match some way on."""
    match, rng = game.match(seed=1), rng_from(1)
    while len(match.moves) < OPENING or len(match.legal_ids(match.actors[0])) < 2:
        match.play(match.actors[0], match.advise(match.actors[0], rng))
    return match


@contextmanager
def playing_with(game: Game, engine: Engine) -> Iterator[None]:
    """Let a game be played with an engine."""
    usual = game.kernels
    game.__dict__["kernels"] = Kernels(engine)
    try:
        yield
    finally:
        game.__dict__["kernels"] = usual


def side(game: Game, engine: Engine, match: Match, kind: str) -> Callable[[], float]:
    """What searches once with an engine and says how many rounds a second that were."""
    seat, hidden = match.actors[0], np.zeros(len(game.table.ACTIONS), dtype=np.uint8)
    with playing_with(game, engine):
        search: Any = (
            AlphaBeta(game, 1 << 14) if kind == "alpha-beta" else (Tree if kind == "tree" else Rivals)(game, ROUNDS)
        )

    def run() -> float:
        begun = now(engine)
        if kind == "alpha-beta":
            search.search(match.state, seat, nodes=ROUNDS * 5)
            return float(search.nodes / (now(engine) - begun))
        search.begin(seat, match.seats, level_of(game, "master"))
        search.grow(match.states, hidden, ROUNDS, rng_from(1))
        return ROUNDS / (now(engine) - begun)

    return run


def now(engine: Engine) -> float:
    """The time in seconds, without what went into talking to another process: a browser has none to talk to."""
    return time.perf_counter() - (engine.travelled if isinstance(engine, Node) else 0.0)


def shares(found: dict[str, list[float]], name: str) -> list[float]:
    """An engine's speed as parts of numba's, turn by turn."""
    return [one / other for one, other in zip(found[name], found["numba"], strict=True)]


def ratio(found: dict[str, list[float]], name: str) -> str:
    """The same, to be read."""
    return f"{spread(shares(found, name), '.2f')}, bar {BARS[name]}"


def spread(values: list[float], form: str) -> str:
    """The median, the least and the most."""
    return f"{median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def levels(games: list[str], console: Console) -> bool:
    """How long each level thinks with the engine for people."""
    table = Table("game", *(f"{name}, at most {SECONDS[name]} s" for name in NAMES), title="p95 of a decision, seconds")
    good = True
    for game in map(parlour.game, games):
        found = {name: p95(game, name) for name in NAMES}
        table.add_row(game.title, *(f"{seconds:.3f}" for seconds in found.values()))
        good &= all(found[name] <= SECONDS[name] for name in NAMES)
    console.print(table)
    return good


def p95(game: Game, level: str) -> float:
    """What 95 of 100 decisions of a level take at most, those without a choice left out."""
    taken: list[float] = []
    match, bot = game.match(seed=2), parlour.bot(game.name, level, seed=2)
    rulebook = parlour.bot(game.name, "rulebook", seed=2)
    while len(taken) < DECISIONS and not match.over:
        seat = match.actors[0]
        if len(match.legal_ids(seat)) > 1:
            begun = time.perf_counter()
            bot.choose(match, seat)
            taken.append(time.perf_counter() - begun)
        match.play(seat, rulebook.choose(match, seat))
    return quantiles(taken, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main())
