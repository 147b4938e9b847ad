"""Compiled loops that know no game, written against the contract and bound to each game's rules.

They take states as arrays of records (numba passes an array from Python four times faster than a record), so
`states[0]` is the match at hand.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from parlour.core.chance import ROUNDS, below, chacha
from parlour.core.contract import (
    TABLE,
    Actions,
    Features,
    Log,
    Numbers,
    Rng,
    Words,
    actors,
    advise,
    apply,
    forget,
    legal,
    observe,
    payoffs,
    redeal,
    scores,
    setup,
    winners,
)
from parlour.core.events import HAND_OVER, KIND, A
from parlour.core.kernel import bind, entry_point, rule, whole
from parlour.core.seating import next_of

if TYPE_CHECKING:
    from parlour.core.game import Game

States: TypeAlias = npt.NDArray[Any]
Table: TypeAlias = npt.NDArray[np.int64]

MOST_LEGAL = 0  # each game's own when bound

LOG = types.int64[:, ::1]
ACTIONS = types.int16[::1]
NUMBERS = types.float64[::1]
WORDS = types.uint32[::1]
RNG = types.uint64[::1]

REFUSED = -1  # `try_action`'s answer to an illegal action
FILLING = 1 << 20  # `try_action`'s answer has this bit when more than half of the log is written
NO_ROOM = -1  # `count_leaves`' answer where the arrays it was given are too small

# Policies of a seat in a simulation.
RANDOM, ADVICE = range(2)

# Columns of what a simulation says of each match.
MOVES, HANDS, WON, FACTS = range(4)


def begin(states: States, seats: int, options: States, key: Words) -> None:
    """Make the zeroed state a fresh match."""
    setup(states[0], seats, options[0], key)


def who(states: States) -> int:
    """Who may act."""
    return actors(states[0])


def list_legal(states: States, seat: int, out: Actions) -> int:
    """What `seat` may do."""
    return legal(states[0], seat, out)


def try_action(states: States, seat: int, action: int, log: Log, out: Actions) -> int:
    """Carry out the action if it is legal and say who acts next, else change nothing and say REFUSED."""
    s = states[0]
    if seat < 0 or seat > TABLE or not (actors(s) >> seat) & 1:
        return REFUSED
    n = legal(s, seat, out)
    for i in range(n):
        if out[i] == action:
            apply(s, seat, action, log)
            return whole(actors(s)) | (FILLING if 2 * log[0, 0] > len(log) else 0)
    return REFUSED


def result(states: States, points: Numbers, counters: Numbers) -> int:
    """Write scores and payoffs, and say who won."""
    scores(states[0], points)
    payoffs(states[0], counters)
    return winners(states[0])


def sample(states: States, seat: int, rng: Rng) -> None:
    """Replace all that `seat` does not know."""
    redeal(states[0], seat, rng)


def lose(states: States, seat: int, rate: float, rng: Rng) -> None:
    """Lose what a forgetful seat would."""
    forget(states[0], seat, rate, rng)


def features(states: States, seat: int, out: Features) -> None:
    """What `seat` knows as numbers."""
    observe(states[0], seat, out)


def advice(states: States, seat: int, rng: Rng, scratch: States) -> int:
    """What the rulebook would do."""
    return advise(states[0], seat, rng, scratch)


@rule
def match_key(base: Words, number: int, key: Words, rng: Rng) -> None:
    """The deal key and the generator of match `number` of a series; every match of every series has its own."""
    words = chacha(base, np.uint64(number), ROUNDS)
    for i in range(8):
        key[i] = words[i]
    rng[0] = (words[8] << np.uint64(32)) | words[9] | np.uint64(1)


def playout(states: States, rng: Rng, log: Log, out: Actions) -> int:
    """Play at random until the match is over; how many moves that took, the world's not counted."""
    s = states[0]
    moves = 0
    seat = 0
    while True:
        seat = next_actor(actors(s), seat)
        if seat < 0:
            return moves
        n = legal(s, seat, out)
        if seat == TABLE:
            apply(s, seat, out[0], log)
        else:
            apply(s, seat, out[below(rng, n)], log)
            moves += 1


@rule
def next_actor(mask: int, after: int) -> int:
    """The first seat of the mask clockwise from `after` (C-15), TABLE if it is the world's move, -1 if nobody's."""
    if mask == 0:
        return -1
    if (mask >> TABLE) & 1:
        return TABLE
    return next_of(mask, after)


def series(
    states: States,
    blank: States,
    seats: int,
    options: States,
    base: Words,
    first: int,
    policies: Table,
    scratch: States,
    points: npt.NDArray[np.float64],
    counters: npt.NDArray[np.float64],
    facts: Table,
    log: Log,
    out: Actions,
    kinds: int,
    kept: Table,
) -> int:
    """Play one match a row of `facts`, numbered from `first`, each seat by its policy; how many rows `kept` got.

    Events whose kind has its bit in `kinds` are copied to `kept`, with the number of the match in front.
    """
    key = np.zeros(8, dtype=np.uint32)
    rng = np.zeros(1, dtype=np.uint64)
    rows = 0
    s = states[0]
    for match in range(len(facts)):
        match_key(base, first + match, key, rng)
        states[0] = blank[0]
        setup(s, seats, options[0], key)
        seat = 0
        while True:
            seat = next_actor(actors(s), seat)
            if seat < 0:
                break
            if seat == TABLE:
                legal(s, seat, out)
                action = whole(out[0])
            elif policies[seat] == RANDOM:
                action = whole(out[below(rng, legal(s, seat, out))])
            else:
                action = advise(s, seat, rng, scratch)
            log[0, 0] = 0
            apply(s, seat, action, log)
            facts[match, MOVES] += 1 if seat != TABLE else 0
            for i in range(1, log[0, 0] + 1):
                if log[i, KIND] == HAND_OVER:
                    facts[match, HANDS] = log[i, A]
                if (kinds >> log[i, KIND]) & 1 and rows < len(kept):
                    kept[rows, 0] = first + match
                    kept[rows, 1:] = log[i]
                    rows += 1
        facts[match, WON] = winners(s)
        scores(s, points[match])
        payoffs(s, counters[match])
    return rows


def count_leaves(nodes: States, words: Any, legs: States, depth: int, by_turns: bool, distinct: bool) -> int:
    """Leaves of the tree of all continuations of `nodes[0, 0]`; `words` is the same memory as whole numbers.

    A leaf is `depth` actions away, or `depth` turns, a turn being all that a seat does before somebody else acts.
    With `distinct`, turns of one node that end in the same state count once. A finished match has no successors.
    NO_ROOM if a node has more turns than `nodes` has columns, or a turn more actions than `legs` has states.
    """
    size = np.zeros(depth + 1, dtype=np.int64)
    at = np.zeros(depth + 1, dtype=np.int64)
    size[0] = 1
    leaves = 0
    level = 0
    while level >= 0:
        if at[level] == size[level]:
            level -= 1
            continue
        legs[0] = nodes[level, at[level]]
        at[level] += 1
        n = expand(legs, nodes[level + 1], words[level + 1], by_turns, distinct)
        if n == NO_ROOM:
            return NO_ROOM
        if level + 1 == depth:
            leaves += n
        else:
            level += 1
            size[level] = n
            at[level] = 0
    return leaves


def expand(legs: States, ends: States, words: Any, by_turns: bool, distinct: bool) -> int:
    """Put the states after each turn (or action) from `legs[0]` into `ends`; how many there are, or NO_ROOM."""
    log = np.zeros((1, 5), dtype=np.int64)
    actions = np.zeros((len(legs), MOST_LEGAL), dtype=np.int16)
    left = np.zeros(len(legs), dtype=np.int64)
    seat = next_actor(actors(legs[0]), TABLE - 1)
    if seat < 0:
        return 0
    left[0] = legal(legs[0], seat, actions[0])
    n = 0
    leg = 0
    while leg >= 0:
        if left[leg] == 0:
            leg -= 1
            continue
        if leg + 1 == len(legs) or n == len(ends):
            return NO_ROOM
        left[leg] -= 1
        legs[leg + 1] = legs[leg]
        apply(legs[leg + 1], seat, whole(actions[leg, left[leg]]), log)
        if by_turns and actors(legs[leg + 1]) == 1 << seat:
            leg += 1
            left[leg] = legal(legs[leg], seat, actions[leg])
        else:
            ends[n] = legs[leg + 1]
            n += 0 if distinct and seen_before(words, n) else 1
    return n


@rule
def seen_before(words: Any, n: int) -> bool:
    """Whether row n is the same as an earlier row."""
    for i in range(n):
        same = True
        for j in range(words.shape[1]):
            if words[i, j] != words[n, j]:
                same = False
                break
        if same:
            return True
    return False


class Kernels:
    """The loops above, compiled for one game, each when it is first needed."""

    def __init__(self, game: "Game") -> None:
        self._rules = game.rules
        self._game = game
        state = numba.from_dtype(self._rules.State)
        options = numba.from_dtype(game.options_layout)
        self._states = state[::1]
        self._options = options[::1]
        self._bound: list[Any] = []

    def _bind(self, kernel: Any, signature: Any, **extra: Any) -> Any:
        bound = bind(kernel, self._rules, signature, **extra)
        self._bound.append(bound)  # who drops it drops its machine code
        return entry_point(bound)

    @cached_property
    def begin(self) -> Any:
        """See `begin`."""
        return self._bind(begin, types.void(self._states, types.int64, self._options, WORDS))

    @cached_property
    def who(self) -> Any:
        """See `who`."""
        return self._bind(who, types.int64(self._states))

    @cached_property
    def list_legal(self) -> Any:
        """See `list_legal`."""
        return self._bind(list_legal, types.int64(self._states, types.int64, ACTIONS))

    @cached_property
    def try_action(self) -> Any:
        """See `try_action`."""
        return self._bind(try_action, types.int64(self._states, types.int64, types.int64, LOG, ACTIONS))

    @cached_property
    def result(self) -> Any:
        """See `result`."""
        return self._bind(result, types.int64(self._states, NUMBERS, NUMBERS))

    @cached_property
    def sample(self) -> Any:
        """See `sample`."""
        return self._bind(sample, types.void(self._states, types.int64, RNG))

    @cached_property
    def lose(self) -> Any:
        """See `lose`; None in a game that asks nothing of the memory."""
        if self._game.memory is None:
            return None
        signature = types.void(self._states, types.int64, types.float64, RNG)
        return self._bind(lose, signature, forget=self._game.memory.forget)

    @cached_property
    def features(self) -> Any:
        """See `features`."""
        return self._bind(features, types.void(self._states, types.int64, types.float32[::1]))

    @cached_property
    def advice(self) -> Any:
        """See `advice`."""
        signature = types.int64(self._states, types.int64, RNG, self._states)
        return self._bind(advice, signature, advise=self._game.advice.advise)

    @cached_property
    def playout(self) -> Any:
        """See `playout`."""
        return self._bind(playout, types.int64(self._states, RNG, LOG, ACTIONS))

    @cached_property
    def series(self) -> Any:
        """See `series`."""
        many = types.float64[:, ::1]
        signature = types.int64(
            *(
                self._states,
                self._states,
                types.int64,
                self._options,
                WORDS,
                types.int64,
                types.int64[::1],
                self._states,
            ),
            *(many, many, LOG, LOG, ACTIONS, types.int64, LOG),
        )
        return self._bind(series, signature, advise=self._game.advice.advise)

    @cached_property
    def count_leaves(self) -> Any:
        """See `count_leaves`."""
        states = numba.from_dtype(self._rules.State)
        rows, flag = types.uint64[:, ::1], types.boolean
        expand_turns = bind(
            expand,
            self._rules,
            types.int64(states[::1], states[::1], rows, flag, flag),
            MOST_LEGAL=self._rules.MOST_LEGAL,
        )
        signature = types.int64(states[:, ::1], types.uint64[:, :, ::1], states[::1], types.int64, flag, flag)
        return self._bind(count_leaves, signature, expand=expand_turns)
