"""A short self-benchmark of this installation: what it can do here, measured several times, with the spread."""

import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.events import new_log
from parlour.core.game import Game
from parlour.core.options import encode

BATCH_SECONDS = 0.3


@dataclass(frozen=True)
class Measure:
    """Something measured several times."""

    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def spread(self) -> tuple[float, float, float]:
        """Median, least and most."""
        return median(self.values), min(self.values), max(self.values)

    def data(self) -> dict[str, Any]:
        """The measure as plain data."""
        middle, least, most = self.spread
        return {
            "name": self.name,
            "unit": self.unit,
            "median": middle,
            "least": least,
            "most": most,
            "runs": self.values,
        }


def measure_all(games: list[Game], times: int) -> Iterator[Measure]:
    """Everything there is to measure, one thing after the other."""
    for game in games:
        yield rates(f"{game.title}: random playouts{' in compiled code' * compiled()}", playouts(game), times)
        yield rates(f"{game.title}: checked moves through Match", checked(game), times)
    for game in games:
        yield Measure(
            f"{game.title}: `parlour play` to its first prompt", "s", tuple(start(game) for _ in range(times))
        )


def rates(name: str, batch: Callable[[], int], times: int) -> Measure:
    """Moves a second of CPU time; a first go, which may compile something, does not count."""
    batch()
    return Measure(name, "moves/s", tuple(rate(batch) for _ in range(times)))


def rate(batch: Callable[[], int]) -> float:
    """Moves a second of CPU time over enough batches to be worth timing."""
    moves, begun = 0, time.process_time()
    while time.process_time() - begun < BATCH_SECONDS:
        moves += batch()
    return moves / (time.process_time() - begun)


def playouts(game: Game) -> Callable[[], int]:
    """A hundred matches at random in compiled code, deals included; one if the rules are not compiled."""
    kernels, options = game.fast_kernels, encode(game.options, game.complete_options(None))
    states, blank = np.zeros((2, 1), dtype=game.layout)
    legal = np.zeros(game.table.MOST_LEGAL, dtype=np.int16)
    rng, log, keys = rng_from(1), new_log(0), np.random.default_rng(1)

    def batch() -> int:
        moves = 0
        for key in keys.integers(1 << 32, size=(100 if compiled() else 1, 8), dtype=np.uint32):
            states[:] = blank
            kernels.begin(states, game.usual, options, key)
            moves += kernels.playout(states, rng, log, legal)
        return moves

    return batch


def checked(game: Game) -> Callable[[], int]:
    """A match at random from Python: who acts, what is legal, play."""
    seeds = count()
    choose = random.Random(1).choice

    def batch() -> int:
        match = game.match(seed=next(seeds))
        while not match.over:
            seat = match.actors[0]
            match.play(seat, choose(match.legal(seat)))
        return len(match.moves)

    return batch


def start(game: Game) -> float:
    """Seconds on the clock from the command to the prompt; at the end of its input the command goes away by itself."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "parlour", "play", game.name, "--seed", "1"]
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def machine() -> dict[str, Any]:
    """The processor, the system and the versions of all that matters."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": versions("parlour", "wasmtime", "numba", "llvmlite", "numpy"),
        "compiled": compiled(),
    }


def versions(*packages: str) -> dict[str, str]:
    """The versions of these packages, but for those that are not installed."""
    found = {}
    for package in packages:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def processor() -> str:
    """The name of the processor, if the system tells it."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
