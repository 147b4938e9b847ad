"""What Parlour does in the benchmarks."""

import math
import os
import random
import subprocess
import time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import Side, resident
from parlour.bots.alphabeta import AlphaBeta
from parlour.bots.ismcts import Tree
from parlour.bots.levels import Level
from parlour.core.chance import below, rng_from
from parlour.core.contract import TABLE, actors, apply, legal
from parlour.core.engines.loops import ACTIONS, INT, LOG, RNG, STATES, Loop
from parlour.core.events import new_log
from parlour.core.game import Game
from parlour.core.kernel import rule
from parlour.core.kernels import next_actor
from parlour.core.options import encode
from parlour.core.pack.poker import poker_rank
from parlour.games import game

MEGABYTE = 1024 * 1024
PROMPT = b">"
ROOT = Path(__file__).resolve().parent.parent


def play_turns(states: Any, rng: Any, log: Any, out: Any) -> int:
    """Play at random until the match is over; how many turns that took.

    A turn is all that a seat does before another acts: a Cam turn of three legs counts once. The world's own actions
    are played and not counted.
    """
    s = states[0]
    turns = 0
    seat = before = -1
    while True:
        seat = next_actor(actors(s), max(seat, 0))
        if seat < 0:
            return turns
        n = legal(s, seat, out)
        apply(s, seat, out[below(rng, n)], log)
        if seat != TABLE:
            turns += 1 if seat != before else 0
            before = seat


@cache
def turn_loop(player: Game) -> Any:
    """`play_turns`, compiled for a game."""
    loop = Loop(player, "play_turns", play_turns, INT, (STATES, RNG, LOG, ACTIONS))
    return player.fast_kernels.engine.loop(loop)


def playouts(name: str, matches: int, by_turns: bool = False) -> Side:
    """Whole matches at random in compiled code, each from deals of its own to its end."""
    player = game(name)
    begin = player.fast_kernels.begin
    loop = turn_loop(player) if by_turns else player.fast_kernels.playout
    options = encode(player.options, player.complete_options(None))
    out = np.zeros(player.table.MOST_LEGAL, dtype=np.int16)
    rng, log = rng_from(1), new_log(0)
    keys = np.random.default_rng(1)

    def side() -> int:
        moves = 0
        for key in keys.integers(1 << 32, size=(matches, 8), dtype=np.uint32):
            states = np.zeros(1, dtype=player.layout)
            begin(states, player.usual, options, key)
            moves += loop(states, rng, log, out)
        return moves

    return side


def play_dealt(states: Any, dealt: Any, rng: Any, log: Any, out: Any) -> int:
    """Play every dealt hand to its end at random, all in compiled code; how many moves that took."""
    s = states[0]
    moves = 0
    for i in range(len(dealt)):
        states[0] = dealt[i]
        seat = 0
        while True:
            seat = next_actor(actors(s), seat)
            if seat < 0 or seat == TABLE:  # the world would deal the next hand
                break
            n = legal(s, seat, out)
            apply(s, seat, out[below(rng, n)], log)
            moves += 1
    return moves


def rollouts(name: str, deals: int, each: int, seats: int | None = None, **options: object) -> Side:
    """Random rollouts in compiled code, `each` from every one of many dealt states; dealing them is not timed."""
    player = game(name)
    starts = [player.match(seats, seed=seed, options=options).state for seed in range(deals)]
    dealt = np.array(starts, dtype=player.layout)
    states = np.zeros(1, dtype=player.layout)
    form = Loop(player, "play_dealt", play_dealt, INT, (STATES, STATES.given, RNG, LOG, ACTIONS))
    loop = player.fast_kernels.engine.loop(form)
    out = np.zeros(player.table.MOST_LEGAL, dtype=np.int16)
    rng, log = rng_from(1), new_log(0)

    def side() -> int:
        return sum(loop(states, dealt, rng, log, out) for _ in range(each))

    return side


def searched(name: str, nodes: int, positions: int) -> Side:
    """Search every so-many-th position of a game that the rulebook player plays against himself."""
    player = game(name)
    engine = AlphaBeta(player)
    match, rng = player.match(seed=1), rng_from(1)
    states: list[tuple[Any, int]] = []
    while not match.over and len(states) < positions:
        if len(match.moves) % 5 == 0:
            states.append((match.state, match.actors[0]))
        match.play(match.actors[0], match.advise(match.actors[0], rng))

    def side() -> int:
        looked_at = 0
        for state, seat in states:
            engine.search(state, seat, nodes=nodes)
            looked_at += engine.nodes
        return looked_at

    return side


def simulated(name: str, deals: int, rounds: int) -> Side:
    """Simulations of information-set search with random playouts, from dealt hands; every action is open to it."""
    player = game(name)
    level = Level(rounds=rounds, seconds=math.inf, mixing=0, widening=math.inf)
    tree, rng = Tree(player, rounds), rng_from(1)
    seen = np.zeros(len(player.table.ACTIONS), dtype=np.uint8)
    matches = [player.match(seed=seed, options={"hand_cap": 1}) for seed in range(deals)]

    def side() -> int:
        for match in matches:
            tree.begin(match.actors[0], match.seats, level)
            tree.grow(match.states, seen, rounds, rng)
        return deals * rounds

    return side


@rule
def rank_all(hands: Any) -> int:
    """Rank every hand; the sum keeps the compiler from leaving anything out."""
    total = 0
    for hand in hands:
        total += poker_rank(hand)
    return total


def poker_rankings(hands: int, cards: int) -> Side:
    """Poker ranks of random hands of so many cards."""
    choose = random.Random(1)
    dealt = np.array(
        [sum(1 << card for card in choose.sample(range(52), cards)) for _ in range(hands)], dtype=np.uint64
    )

    def side() -> int:
        for _ in range(10):
            rank_all(dealt)
        return 10 * hands

    return side


def checked(name: str, matches: int) -> Side:
    """Whole matches at random through `Match`, move by checked move."""
    player = game(name)
    seeds = count()

    def side() -> int:
        choose = random.Random(1).choice
        moves = 0
        for _ in range(matches):
            match = player.match(seed=next(seeds))
            while able := match.actors:
                match.play(able[0], choose(match.legal_ids(able[0])))
                moves += 1
        return moves

    return side


def state_bytes(name: str) -> float:
    """The size of the record of a match."""
    return float(game(name).layout.itemsize)


def growth(name: str, moves: int) -> float:
    """Megabytes of memory gained while so many moves are played in compiled code."""
    side = playouts(name, 500)
    side()
    before = resident()
    left = moves
    while left > 0:
        left -= side()
    return (resident() - before) / MEGABYTE


def seconds_to_prompt(name: str) -> float:
    """Seconds on the clock from starting `parlour play` to its first prompt."""
    program = installed_program()
    begun = time.perf_counter()
    with subprocess.Popen([program, "play", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdout is not None
        seen = b""
        while not seen.rstrip().endswith(PROMPT):
            piece = process.stdout.read(4096)
            if not piece:
                raise RuntimeError(f"`parlour play {name}` ended before it asked for anything: {seen.decode()}")
            seen += piece
        elapsed = time.perf_counter() - begun
        process.kill()
    return elapsed


@cache
def installed_program() -> Path:
    """`parlour` in an environment such as ./run makes; OpenSpiel's brings SciPy, which Numba loads if it is there."""
    place = ROOT / "build" / "start"
    command: list[str | Path] = [
        ROOT / ".tools" / "bin" / "uv",
        "sync",
        "--quiet",
        "--all-extras",
        "--no-dev",
        "--compile-bytecode",
    ]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"UV_PROJECT_ENVIRONMENT": str(place)}, check=True)
    return place / "bin" / "parlour"
