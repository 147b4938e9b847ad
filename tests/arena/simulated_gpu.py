"""Plays series on Numba's simulated GPU and saves what came out; run by test_cuda.py in a process of its own."""

import sys
from dataclasses import replace
from typing import Any

import numpy as np
from tests.arena.test_cuda import CASES, FIRST, plan

from parlour.arena import series
from parlour.arena.gpu import cuda


def main(file: str) -> None:
    """Every case on two threads, so that one plays several matches; one game with little room for its events."""
    cuda.THREADS, cuda.BLOCKS = 2, 1
    results: dict[str, Any] = {}
    for name, mixed, matches, figures in CASES:
        series.FIRST_ROOM = 2 if name == "honors4" else 256
        chunk = cuda.CudaSeries(plan(name, mixed, matches, figures)).play(FIRST, matches)
        parts = (chunk.facts, chunk.points, chunk.counters, chunk.rows)
        results |= {f"{name} {mixed} {figures} {part}": array for part, array in enumerate(parts)}
    cuda.CudaSeries.fewest = 2
    pieces = list(series.chunks(replace(plan("honors4", False, 5), engine="cuda")))
    results |= {"sizes": [len(piece) for piece in pieces], "facts": np.concatenate([piece.facts for piece in pieces])}
    np.savez(file, **results)


if __name__ == "__main__":
    main(sys.argv[1])
