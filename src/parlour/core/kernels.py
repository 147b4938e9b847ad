"""Compiled loops that know no game, written against the contract and bound to each game's rules.

They take states as arrays of records, so `states[0]` is the match at hand. They allocate nothing: whatever they work in
is given to them.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

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
    take_options,
    winners,
)
from parlour.core.engines import Engine, for_play, for_throughput, make
from parlour.core.engines.loops import (
    ACTIONS,
    FLOAT,
    INT,
    LOG,
    NUMBERS,
    OPTIONS,
    RNG,
    STATE,
    STATES,
    WORDS,
    Array,
    Loop,
)
from parlour.core.events import COLUMNS, HAND_OVER, KIND, A
from parlour.core.kernel import called, rule, whole
from parlour.core.pack.seating import next_of

if TYPE_CHECKING:
    from parlour.core.game import Game

States: TypeAlias = npt.NDArray[Any]
Table: TypeAlias = npt.NDArray[np.int64]

REFUSED = -1  # `try_action`'s answer to an illegal action
FILLING = 1 << 20  # `try_action`'s answer has this bit when more than half of the log is written
NO_ROOM = -1  # `count_leaves`' answer where the arrays it was given are too small

# Policies of a seat in a simulation.
RANDOM, ADVICE = range(2)

# Columns of what a simulation says of each match.
MOVES, HANDS, WON, FACTS = range(4)


def begin(states: States, seats: int, options: States, key: Words) -> None:
    """Make the zeroed state a fresh match."""
    take_options(states[0], options[0])
    setup(states[0], seats, key)


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
    key: Words,
    rng: Rng,
) -> int:
    """Play one match a row of `facts`, numbered from `first`, each seat by its policy; how many rows `kept` got.

    Events whose kind has its bit in `kinds` are copied to `kept`, with the number of the match in front.
    """
    rows = 0
    s = states[0]
    for match in range(len(facts)):
        match_key(base, first + match, key, rng)
        states[0] = blank[0]
        take_options(s, options[0])
        setup(s, seats, key)
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
                    for column in range(COLUMNS):
                        kept[rows, 1 + column] = log[i, column]
                    rows += 1
        facts[match, WON] = winners(s)
        scores(s, points[match])
        payoffs(s, counters[match])
    return rows


def count_leaves(
    nodes: States,
    words: Any,
    legs: States,
    actions: Any,
    left: Table,
    size: Table,
    at: Table,
    log: Log,
    depth: int,
    by_turns: int,
    distinct: int,
) -> int:
    """Leaves of the tree of all continuations of `nodes[0, 0]`; `words` is the same memory as whole numbers.

    A leaf is `depth` actions away, or `depth` turns, a turn being all that a seat does before somebody else acts.
    With `distinct`, turns of one node that end in the same state count once. A finished match has no successors.
    NO_ROOM if a node has more turns than `nodes` has columns, or a turn more actions than `legs` has states.
    """
    size[0] = 1
    at[0] = 0
    leaves = 0
    level = 0
    while level >= 0:
        if at[level] == size[level]:
            level -= 1
            continue
        legs[0] = nodes[level, at[level]]
        at[level] += 1
        n = expand(legs, nodes[level + 1], words[level + 1], actions, left, log, by_turns, distinct)
        if n == NO_ROOM:
            return NO_ROOM
        if level + 1 == depth:
            leaves += n
        else:
            level += 1
            size[level] = n
            at[level] = 0
    return leaves


@called
def expand(
    legs: States, ends: States, words: Any, actions: Any, left: Table, log: Log, by_turns: int, distinct: int
) -> int:
    """Put the states after each turn (or action) from `legs[0]` into `ends`; how many there are, or NO_ROOM."""
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


_READ: Final = STATES.given
_KEY: Final = WORDS.given
_MANY: Final = Array(np.float64, 2)
_COUNTS: Final = Array(np.int64)

# Every loop above: what it answers, and what it takes.
FORMS: Final[dict[Callable[..., Any], tuple[Any, tuple[Any, ...]]]] = {
    begin: (None, (STATES, INT, Array(OPTIONS).given, _KEY)),
    who: (INT, (_READ,)),
    list_legal: (INT, (_READ, INT, ACTIONS)),
    try_action: (INT, (STATES, INT, INT, LOG, ACTIONS)),
    result: (INT, (_READ, NUMBERS, NUMBERS)),
    sample: (None, (STATES, INT, RNG)),
    lose: (None, (STATES, INT, FLOAT, RNG)),
    features: (None, (_READ, INT, Array(np.float32))),
    advice: (INT, (_READ, INT, RNG, STATES)),
    playout: (INT, (STATES, RNG, LOG, ACTIONS)),
    series: (
        INT,
        (
            *(STATES, _READ, INT, Array(OPTIONS).given, _KEY, INT, _COUNTS.given, STATES),
            *(_MANY, _MANY, LOG, LOG, ACTIONS, INT, LOG, WORDS, RNG),
        ),
    ),
    count_leaves: (
        INT,
        (
            *(Array(STATE, 2), Array(np.uint64, 3, first=True), STATES, Array(np.int16, 2)),
            *(_COUNTS, _COUNTS, _COUNTS, LOG, INT, INT, INT),
        ),
    ),
}


def loops_of(game: "Game") -> dict[str, Loop]:
    """The loops above for a game, by name; `lose` only if the game asks something of the memory."""
    return {
        function.__name__: Loop(game, function.__name__, function, answer, takes)
        for function, (answer, takes) in FORMS.items()
        if function is not lose or game.memory is not None
    }


class Kernels:
    """The loops above, as one engine runs them for one game, each made ready when it is first needed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._loops = loops_of(engine.game)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in FORM_NAMES:
            raise AttributeError(name)
        loop = self._loops.get(name)
        ready = loop and self.engine.loop(loop)
        self.__dict__[name] = ready
        return ready


FORM_NAMES: Final = frozenset(function.__name__ for function in FORMS)


def kernels_for_play(game: "Game") -> Kernels:
    """The loops of a game for people at play."""
    return Kernels(make(game, for_play(game)))


def kernels_for_throughput(game: "Game") -> Kernels:
    """The loops of a game for whoever plays by the thousand."""
    return Kernels(make(game, for_throughput(game)))
