"""Measuring: two sides in turn, in CPU time, often enough to see the spread; and the machine that it was done on."""

import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

Side: TypeAlias = Callable[[], int]  # does a batch of work and says how many moves that was


@dataclass(frozen=True)
class Duel:
    """Something that we and a rival both do; ours should be at least `bar` times as fast."""

    name: str
    ours: str
    theirs: str
    play_ours: Side
    play_theirs: Side
    bar: float
    rival: str = "OpenSpiel"


@dataclass(frozen=True)
class Rate:
    """Something that only we do, at least `bar` times a second; 0 is for information."""

    name: str
    what: str
    play: Side
    bar: float = 0


@dataclass(frozen=True)
class Bound:
    """Something measured on our side alone, which should be at most `bar`."""

    name: str
    what: str
    unit: str
    bar: float
    measure: Callable[[], float]


def run_case(case: Duel | Rate | Bound, times: int) -> dict[str, Any]:
    """Run a case of any sort."""
    if isinstance(case, Duel):
        return run_duel(case, times)
    return run_rate(case, times) if isinstance(case, Rate) else run_bound(case, times)


def run_duel(duel: Duel, times: int) -> dict[str, Any]:
    """Let both sides play in turn, `times` times each after a first go that does not count."""
    duel.play_ours(), duel.play_theirs()
    rounds = [(rate(duel.play_ours), rate(duel.play_theirs)) for _ in range(times)]
    ratios = [ours / theirs for ours, theirs in rounds]
    return {
        "name": duel.name,
        "rival": duel.rival,
        "what": {"ours": duel.ours, "theirs": duel.theirs},
        "times": times,
        "moves_per_cpu_second": {
            "ours": spread([ours for ours, _ in rounds]),
            "theirs": spread([theirs for _, theirs in rounds]),
        },
        "ratio": spread(ratios),
        "bar": duel.bar,
        "passed": median(ratios) >= duel.bar,
    }


def run_rate(rated: Rate, times: int) -> dict[str, Any]:
    """Play `times` times after a first go that does not count."""
    rated.play()
    rates = [rate(rated.play) for _ in range(times)]
    return {
        "name": rated.name,
        "what": {"ours": rated.what},
        "times": times,
        "moves_per_cpu_second": {"ours": spread(rates)},
        "least": rated.bar,
        "passed": median(rates) >= rated.bar,
    }


def run_bound(bound: Bound, times: int) -> dict[str, Any]:
    """Measure `times` times after a first go that does not count."""
    bound.measure()
    values = [bound.measure() for _ in range(times)]
    return {
        "name": bound.name,
        "what": {"ours": bound.what},
        "times": times,
        "unit": bound.unit,
        "value": spread(values),
        "bar": bound.bar,
        "passed": median(values) <= bound.bar,
    }


def rate(side: Side) -> float:
    """Moves a second of CPU time."""
    begun = time.process_time()
    moves = side()
    return moves / (time.process_time() - begun)


def spread(values: list[float]) -> dict[str, float]:
    """The middle and both ends."""
    return {"median": median(values), "least": min(values), "most": max(values)}


def stay_on_one_core() -> None:
    """Keep this process and its children on one core, where the system can do that."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> dict[str, Any]:
    """The processor, the system and the versions of all that matters."""
    packages = ("parlour", "numba", "llvmlite", "numpy", "open-spiel", "pettingzoo", "rlcard")
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": {package: version(package) for package in packages},
    }


def processor() -> str:
    """The name of the processor, if the system tells it."""
    facts = Path("/proc/cpuinfo")
    if facts.is_file():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def resident() -> int:
    """Bytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
