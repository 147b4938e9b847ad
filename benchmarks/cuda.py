"""`python -m benchmarks.cuda`: matches on an NVIDIA GPU beside those on the processor, the same and counted.

Every game has a process of its own, so that all of them compile at the same time; they play one after the other. It
needs nothing but Parlour, numba and numba-cuda.
"""

import argparse
import fcntl
import json
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda

from benchmarks.measure import processor, spread
from parlour.arena.gpu.cuda import CudaSeries
from parlour.arena.series import POLICIES, Plan, Series
from parlour.core.kernels import MOVES
from parlour.games import game, names

BARS = {"kamra": 1e10}  # random moves a second on an H200
BAR = 1e9
SECONDS = 1.0  # that a measured launch lasts, more or less
FULL = 1 << 18  # matches that give every thread something to do; fewer are measured only if they last for LONG
MOST = 1 << 22  # matches in it
CHECKED = {"random": 512, "rulebook": 32}  # matches that are compared
LONG = 2.0  # seconds of a launch with which there are no more of its kind than FEWEST
FEWEST = 5
TOO_LONG = 10.0  # seconds of a launch that is not made again
CPU_SECONDS = 0.5
LIMIT = 300  # seconds for everything


def main() -> int:
    """Measure all games, or one of them for the process that does so."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda", description="Parlour's speed on a GPU.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(names())}; all if none is named")
    parser.add_argument("--times", type=int, default=7, help=f"repetitions, at least {FEWEST}")
    parser.add_argument("--json", type=Path, default=Path("build/cuda.json"), help="where to write the results")
    parser.add_argument("--turn", type=Path, help=argparse.SUPPRESS)  # the file that says whose turn it is
    asked = parser.parse_args()
    if not set(asked.games) <= set(names()) or asked.times < FEWEST:
        parser.error(f"the games are {', '.join(names())}, and they are measured at least {FEWEST} times")
    if asked.turn is not None:
        results: list[dict[str, Any]] = []
        for policy in POLICIES:
            results.append(measure(asked.games[0], policy, asked.times, asked.turn))
            asked.json.write_text(json.dumps(results), encoding="utf-8")
        return 0
    return measure_all(asked.games or names(), asked.times, asked.json)


def measure_all(wanted: list[str], times: int, file: Path) -> int:
    """A process a game; what comes out as a table and as JSON. 1 if something is wrong or too slow."""
    facts = {"gpu": gpu_name(), "processor": processor()}
    print(f"{facts['gpu']}, beside one core of {facts['processor']}; {times} launches, median (least to most)")
    print(f"{'game':10}{'policy':10}{'same':6}{'compiled':>9}{'GPU moves/s':>32}{'CPU moves/s':>12}{'ratio':>8}  bar")
    with tempfile.TemporaryDirectory() as folder:
        parts = {name: Path(folder) / f"{name}.json" for name in wanted}
        command = [sys.executable, "-m", "benchmarks.cuda", "--times", str(times), "--turn", f"{folder}/turn"]
        processes = [subprocess.Popen([*command, "--json", str(parts[name]), name]) for name in wanted]
        end = time.monotonic() + LIMIT
        for process in processes:
            try:
                process.wait(max(0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        results = [row for part in parts.values() if part.exists() for row in json.loads(part.read_text())]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"machine": facts, "results": results}, indent=1) + "\n", encoding="utf-8")
    return 0 if len(results) == 2 * len(wanted) and all(row["passed"] for row in results) else 1


def measure(name: str, policy: str, times: int, turn: Path) -> dict[str, Any]:
    """A game played by a policy, measured and told; what went wrong, if anything did."""
    result: dict[str, Any] = {"game": name, "policy": policy, "passed": False}
    try:
        begun = time.perf_counter()
        told = Plan.make(game(name), policies=[policy], seed=1, matches=1)
        gpu = CudaSeries(replace(told, figures=False))
        result["compile_seconds"] = time.perf_counter() - begun
        checked = [gpu, CudaSeries(told)] if policy == "random" else [gpu]  # events are told by the same code
        cpu = Series(told)
        cpu.play(0, 1)
        with the_turn(turn):
            result["same"] = all(same(cpu, each, CHECKED[policy]) for each in checked)
            result["gpu"] = spread(gpu_rates(gpu, times))
            result["cpu"] = cpu_rate(cpu)
        result["bar"] = BARS.get(name, BAR) if policy == "random" else 0
        result["passed"] = result["same"] and result["gpu"]["median"] >= result["bar"]
        print(telling(result), flush=True)
    except Exception:
        result["error"] = traceback.format_exc()
        print(f"{name:10}{policy:10}failed: {result['error']}", flush=True)
    return result


def telling(result: dict[str, Any]) -> str:
    """A result in a line."""
    gpu, cpu = result["gpu"], result["cpu"]
    rates = f"{gpu['median']:.3g} ({gpu['least']:.3g} to {gpu['most']:.3g})"
    verdict = f"{result['bar']:.0e}: {'passed' if result['passed'] else 'MISSED'}" if result["bar"] else "none"
    what = f"{result['game']:10}{result['policy']:10}{'yes' if result['same'] else 'NO':6}"
    return f"{what}{result['compile_seconds']:7.1f} s{rates:>32}{cpu:12.3g}{gpu['median'] / cpu:8.0f}  {verdict}"


def gpu_name() -> str:
    """What the GPU is called."""
    name = getattr(cuda.current_context().device, "name", "a simulated GPU")
    return name.decode() if isinstance(name, bytes) else str(name)


@contextmanager
def the_turn(file: Path) -> Iterator[None]:
    """Alone among the processes that use this file."""
    with file.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def same(cpu: Series, gpu: Series, matches: int) -> bool:
    """Whether both play the same matches, bit for bit, and tell the same of them if asked; early ones and late."""
    for first in (0, 1_000_000_007):
        ours, theirs = cpu.play(first, matches), gpu.play(first, matches)
        parts = ("facts", "points", "counters", "rows") if gpu.kinds else ("facts", "points", "counters")
        if any(getattr(ours, part).tobytes() != getattr(theirs, part).tobytes() for part in parts):
            return False
    return True


def gpu_rates(gpu: CudaSeries, times: int) -> list[float]:
    """Moves a second of several launches, each with matches of its own; the copying of results is not in it."""
    matches = 1 << 10
    moves, seconds = launch(gpu, 0, matches)
    while matches < MOST and (seconds < SECONDS / 2 or (matches < FULL and seconds < LONG)):
        more = 8.0 if matches < FULL else min(8.0, max(1.5, SECONDS / seconds))
        matches = min(MOST, int(matches * more))
        moves, seconds = launch(gpu, 0, matches)
    if seconds > TOO_LONG:
        return [moves / seconds]
    rates = []
    for number in range(times if seconds < LONG else FEWEST):
        moves, seconds = launch(gpu, (number + 1) * matches, matches)
        rates.append(moves / seconds)
    return rates


def launch(gpu: CudaSeries, first: int, matches: int) -> tuple[int, float]:
    """How many moves one launch played, and how long it took the GPU."""
    seats = gpu.plan.seats
    points, counters = cuda.device_array((matches, seats)), cuda.device_array((matches, seats))
    facts, kept = cuda.device_array((matches, 3), dtype=np.int64), cuda.device_array((1, 6), dtype=np.int64)
    begun, ended = cuda.event(), cuda.event()
    begun.record()
    gpu.launch(first, points, counters, facts, kept)
    ended.record()
    ended.synchronize()
    return int(facts.copy_to_host()[:, MOVES].sum()), cuda.event_elapsed_time(begun, ended) / 1000


def cpu_rate(cpu: Series) -> float:
    """Moves a second on one core."""
    moves = first = 0
    begun = time.process_time()
    while time.process_time() - begun < CPU_SECONDS:
        moves += int(cpu.play(first, 16).facts[:, MOVES].sum())
        first += 16
    return moves / (time.process_time() - begun)


if __name__ == "__main__":
    sys.exit(main())
