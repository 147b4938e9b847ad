"""The policy: a small network from what a seat knows to how good each bid looks, and its checkpoint.

It is written with plain array operations, so numpy runs it at the table and JAX trains it.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

BIDS = 16  # actions 0 to 15 of Kam-ra! are the bids
CHECKPOINT = Path(__file__).with_name("bidder.npz")
Layers = list[tuple[Any, Any]]


def begin(features: int, hidden: int, seed: int) -> Layers:
    """A network that knows nothing: one hidden layer pair, then a number for each bid and one for the hand's worth."""
    rng = np.random.default_rng(seed)
    sizes = [features, hidden, hidden, BIDS + 1]
    shapes = list(pairwise(sizes))
    return [(rng.normal(0, (2 / i) ** 0.5, (i, o)).astype(np.float32), np.zeros(o, np.float32)) for i, o in shapes]


def forward(layers: Layers, observation: Any) -> tuple[Any, Any]:
    """How good each bid looks, as logits, and what the hand seems worth; numpy's arrays or JAX's alike."""
    *inner, (last, bias) = layers
    for weights, offset in inner:
        observation = observation @ weights + offset
        observation = observation * (observation > 0)
    out = observation @ last + bias
    return out[..., :BIDS], out[..., BIDS]


def best_bid(layers: Layers, observation: Any, mask: Any) -> Any:
    """The bid that looks best of those allowed."""
    logits, _ = forward(layers, observation)
    return np.where(np.asarray(mask)[..., :BIDS] > 0, logits, -np.inf).argmax(-1)


def save(layers: Layers, file: Path = CHECKPOINT) -> None:
    """Write a checkpoint."""
    arrays = {
        f"{name}{i}": np.asarray(part) for i, layer in enumerate(layers) for name, part in zip("wb", layer, strict=True)
    }
    np.savez_compressed(file, **arrays)


def load(file: Path = CHECKPOINT) -> Layers:
    """Read a checkpoint."""
    with np.load(file, allow_pickle=False) as arrays:
        return [(arrays[f"w{i}"], arrays[f"b{i}"]) for i in range(len(arrays.files) // 2)]
