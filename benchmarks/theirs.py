"""What OpenSpiel does in the benchmarks."""

import random
from typing import Any

import pyspiel

from benchmarks.measure import Side

DEALS = 12  # that rollouts start from; Oh Hell deals hands of every size
LENGTHS = 200  # matches played from each to find the mean length of its rollouts


def rollouts(spec: str, each: int) -> Side:
    """Random rollouts in C++, `each` from every one of a few dealt states.

    A search of one simulation whose evaluator plays `each` rollouts spends its time in them. How many moves that was
    follows from the mean length of such rollouts, found once by playing some out in Python.
    """
    spiel = pyspiel.load_game(spec)
    rng = random.Random(1)
    starts = [dealt(spiel, rng) for _ in range(DEALS)]
    moves = round(each * sum(mean_length(start, rng) for start in starts))
    bot = pyspiel.MCTSBot(spiel, pyspiel.RandomRolloutEvaluator(each, 1), 2.0, 1, 1000, False, 1, False)

    def side() -> int:
        for start in starts:
            bot.step(start)
        return moves

    return side


def simulated(spec: str, deals: int, rounds: int) -> Side:
    """Simulations of information-set search in C++ with one random rollout each, from dealt hands with a choice."""
    spiel = pyspiel.load_game(spec)
    rng = random.Random(1)
    starts = [dealt(spiel, rng) for _ in range(8 * deals)]
    starts = [start for start in starts if len(start.legal_actions()) > 1][:deals]
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, rounds)

    def side() -> int:
        for start in starts:
            bot.step(start)
        return len(starts) * rounds

    return side


def loop(spec: str, matches: int) -> Side:
    """Whole matches at random from Python."""
    spiel = pyspiel.load_game(spec)

    def side() -> int:
        rng = random.Random(1)
        return sum(play_out(dealt(spiel, rng), rng) for _ in range(matches))

    return side


def loop_from_deals(spec: str, matches: int) -> Side:
    """Matches at random from Python, dealt beforehand."""
    spiel = pyspiel.load_game(spec)
    starts = [dealt(spiel, random.Random(number)) for number in range(matches)]

    def side() -> int:
        rng = random.Random(1)
        return sum(play_out(start.clone(), rng) for start in starts)

    return side


def dealt(spiel: Any, rng: random.Random) -> Any:
    """A new state after its opening chance moves."""
    state = spiel.new_initial_state()
    while state.is_chance_node():
        play_chance(state, rng)
    return state


def play_chance(state: Any, rng: random.Random) -> None:
    """Let chance move."""
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, chances)[0])


def play_out(state: Any, rng: random.Random) -> int:
    """Play at random to the end; how many moves of players that took."""
    moves = 0
    choose = rng.choice
    while not state.is_terminal():
        if state.is_chance_node():
            play_chance(state, rng)
        else:
            state.apply_action(choose(state.legal_actions()))
            moves += 1
    return moves


def mean_length(start: Any, rng: random.Random) -> float:
    """The mean number of moves of a random rollout from a state."""
    return sum(play_out(start.clone(), rng) for _ in range(LENGTHS)) / LENGTHS
