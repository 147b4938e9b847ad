"""Steps of environments for learners: ours by the thousand, PettingZoo's classic card games one by one."""

import random
import warnings
from importlib import import_module

import numpy as np

from benchmarks.measure import Side
from parlour.adapters import vector


def vector_steps(name: str, matches: int, steps: int) -> Side:
    """Steps of the vectorised environment, every seat a learner that picks at random; deals and copies included."""
    env = vector(name, matches, seed=1)
    env.reset()

    def side() -> int:
        for _ in range(steps):
            env.step(env.sample())
        return matches * steps

    return side


def classic_steps(name: str, matches: int) -> Side:
    """Steps of a classic game of PettingZoo without its wrappers, which is its fastest form; agents pick at random."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = import_module(f"pettingzoo.classic.{name}").raw_env()
    rng = random.Random(1)

    def side() -> int:
        steps = 0
        for seed in range(matches):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
                steps += 1
        return steps

    return side
