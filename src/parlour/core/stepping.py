"""Stepping many matches at once: the loop of vectorised environments (`adapters.vectorised`)."""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.chance import below
from parlour.core.contract import (
    TABLE,
    Actions,
    Log,
    Record,
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
    take_options,
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
    """Take a row's action, or begin its match, and play on to its next learner; the first row refused, else -1."""
    refused = -1 if begin else first_refused(mask, actions)
    if refused >= 0:
        return refused  # and nothing has changed
    clear(rewards, terminated, settled, won)
    for i in range(len(states)):
        s, rng = states[i], rngs[i]
        action, seat = whole(actions[i]), whole(turns[i])
        fresh = bool(begin)
        while True:
            if fresh:
                matches[i] += len(states)
                start_match(states[i : i + 1], blank, seats, options, base, matches[i], key, rng)
                scores(s, points[i])
                seat = 0
            else:
                apply(s, seat, action, log)
            seat = next_actor(actors(s), seat)
            fresh = seat < 0
            if fresh:
                if not begin and not terminated[i]:
                    settle(s, points[i], final[i], settled[i], won[i], rewards[i])
                    terminated[i] = True
                continue
            policy = RANDOM if seat == TABLE else policies[(seat - matches[i]) % seats if rotate else seat]
            if policy == LEARNER:
                break
            action = choose(s, seat, policy, rng, scratch, out)
        if not terminated[i]:
            note_scores(s, not begin, points[i], final[i], rewards[i])
        turns[i] = seat
        observe(s, seat, observation[i])
        list_choices(out, legal(s, seat, out), mask[i])
    return -1


@rule
def clear(rewards: Floats, terminated: npt.NDArray[np.bool_], settled: Doubles, won: Bits) -> None:
    """Forget what the last step brought."""
    settled[:] = 0.0
    won[:] = 0
    rewards[:] = 0.0
    terminated[:] = False


@rule
def start_match(
    states: States,
    blank: States,
    seats: int,
    options: States,
    base: Words,
    match: int,
    key: Words,
    rng: Rng,
) -> None:
    """Make `states[0]` match number `match`."""
    match_key(base, match, key, rng)
    states[0] = blank[0]
    take_options(states[0], options[0])
    setup(states[0], seats, key)


@rule
def settle(s: Record, before: Doubles, final: Doubles, settled: Doubles, won: Bits, rewards: Floats) -> None:
    """What has come of a match that is over."""
    scores(s, final)
    payoffs(s, settled)
    note_winners(winners(s), won)
    reward(final, before, rewards)


@rule
def choose(s: Record, seat: int, policy: int, rng: Rng, scratch: States, out: Actions) -> int:
    """What a seat that does not learn does by its policy; the world has no choice."""
    if policy != RANDOM:
        return advise(s, seat, rng, scratch)
    choices = legal(s, seat, out)
    return whole(out[0 if seat == TABLE else below(rng, choices)])


@rule
def note_scores(s: Record, acted: bool, points: Doubles, final: Doubles, rewards: Floats) -> None:
    """The scores of a match that goes on, and what every seat has gained, if this match had begun before."""
    scores(s, final)
    if acted:
        reward(final, points, rewards)
        for place in range(len(points)):
            points[place] = final[place]


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
