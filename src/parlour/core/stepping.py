"""Stepping many matches at once: the loop of vectorised environments (`adapters.vectorised`)."""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.chance import below
from parlour.core.contract import (
    TABLE,
    Actions,
    Log,
    Rng,
    Words,
    actors,
    advise,
    apply,
    legal,
    observe,
    payoffs,
    scores,
    setup,
    winners,
)
from parlour.core.engines.loops import ACTIONS, INT, LOG, OPTIONS, STATES, WORDS, Array, Loop
from parlour.core.game import Game
from parlour.core.kernel import rule, whole
from parlour.core.kernels import RANDOM, States, match_key, next_actor

Floats: TypeAlias = npt.NDArray[np.float32]
Doubles: TypeAlias = npt.NDArray[np.float64]
Bits: TypeAlias = npt.NDArray[np.int8]
Counts: TypeAlias = npt.NDArray[np.int64]

LEARNER: Final = 2  # a policy, besides those of `core.kernels`


def advance(
    begin: int,
    actions: Counts,
    states: States,
    blank: States,
    seats: int,
    options: States,
    base: Words,
    policies: Counts,
    rotate: int,
    matches: Counts,
    rngs: npt.NDArray[np.uint64],
    points: Doubles,
    scratch: States,
    log: Log,
    out: Actions,
    observation: Floats,
    mask: Bits,
    turns: Counts,
    rewards: Floats,
    terminated: npt.NDArray[np.bool_],
    final: Doubles,
    settled: Doubles,
    won: Bits,
    key: Words,
) -> int:
    """Take a row's action, or begin its match, and play on to its next learner; the first row refused, else -1.

    If a row's action is refused, nothing has changed.
    """
    n = len(states)
    refused = -1 if begin else first_refused(mask, actions)
    if refused >= 0:
        return refused
    settled[:] = 0.0
    won[:] = 0
    rewards[:] = 0.0
    terminated[:] = False
    for i in range(n):
        s, rng = states[i], rngs[i]
        action, seat = whole(actions[i]), whole(turns[i])
        fresh, acted = bool(begin), not begin
        while True:
            if fresh:
                matches[i] += n
                match_key(base, matches[i], key, rng)
                states[i] = blank[0]
                setup(s, seats, options[0], key)
                scores(s, points[i])
                fresh = False
                seat = 0
            else:
                apply(s, seat, action, log)
            seat = next_actor(actors(s), seat)
            if seat < 0:
                if acted:
                    scores(s, final[i])
                    payoffs(s, settled[i])
                    note_winners(winners(s), won[i])
                    reward(final[i], points[i], rewards[i])
                    terminated[i] = True
                acted = False
                fresh = True
                continue
            policy = RANDOM if seat == TABLE else policies[(seat - matches[i]) % seats if rotate else seat]
            if policy == LEARNER:
                break
            if policy == RANDOM:
                choices = legal(s, seat, out)
                action = whole(out[0 if seat == TABLE else below(rng, choices)])
            else:
                action = whole(advise(s, seat, rng, scratch))
        if not terminated[i]:
            scores(s, final[i])
            if acted:
                reward(final[i], points[i], rewards[i])
                for place in range(seats):
                    points[i, place] = final[i, place]
        turns[i] = seat
        observe(s, seat, observation[i])
        list_choices(out, legal(s, seat, out), mask[i])
    return -1


@rule
def first_refused(mask: Bits, actions: Counts) -> int:
    """The first row whose action is not in its mask, -1 if there is none."""
    for i in range(len(mask)):
        if actions[i] < 0 or actions[i] >= mask.shape[1] or mask[i, actions[i]] == 0:
            return i
    return -1


@rule
def list_choices(out: Actions, n: int, mask: Bits) -> None:
    """Mark the first so many actions of a list."""
    mask[:] = 0
    for i in range(n):
        mask[whole(out[i])] = 1


@rule
def reward(now: Doubles, before: Doubles, out: Floats) -> None:
    """What every seat gained."""
    for seat in range(len(now)):
        out[seat] = now[seat] - before[seat]


@rule
def note_winners(mask: int, out: Bits) -> None:
    """The winners as a flag a seat."""
    for seat in range(len(out)):
        out[seat] = (mask >> seat) & 1


@rule
def pick(mask: Bits, rng: Rng, out: Counts) -> None:
    """Any of what is allowed in each row, all alike."""
    for i in range(len(mask)):
        left = 0
        for action in range(mask.shape[1]):
            left += mask[i, action]
        left = below(rng, left)
        action = 0
        while mask[i, action] == 0 or left > 0:
            left -= mask[i, action]
            action += 1
        out[i] = action


def loop_of(game: Game) -> Loop:
    """`advance`, for a game."""
    counts, floats, bits = Array(np.int64), Array(np.float32, 2), Array(np.int8, 2)
    doubles = Array(np.float64, 2)
    takes = (
        *(INT, counts.given, STATES, STATES.given, INT, Array(OPTIONS).given, WORDS.given, counts.given, INT, counts),
        *(Array(np.uint64, 2), doubles, STATES, LOG, ACTIONS),
        *(floats, bits, counts, floats, Array(np.bool_), doubles, doubles, bits, WORDS),
    )
    return Loop(game, "advance", advance, INT, takes)
