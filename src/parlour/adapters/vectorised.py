"""Thousands of matches of one game, stepped by one compiled call: the environment for learners.

Each row of a `Batch` is a match of its own. `step` takes an action for every row and plays on, in compiled code, until
that row's next learner is to act: the world's own actions (deals, ticks) happen at once, seats that `random` or
`rulebook` players sit in are played, and a finished match is told of and followed by a fresh one.

Row `i` plays the matches number i, i + n, i + 2n and so on of a series. The deals of a match, and the choices of the
players of the house in it, come from the seed and its number alone, as in `parlour simulate`.
"""

import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numba
import numpy as np
import numpy.typing as npt
from numba import types

from parlour.core import texts
from parlour.core.chance import below, rng_from
from parlour.core.contract import (
    TABLE,
    Actions,
    Log,
    Rng,
    Words,
    actors,
    apply,
    legal,
    observe,
    payoffs,
    scores,
    setup,
    winners,
)
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernel import bind, rule, whole
from parlour.core.kernels import ACTIONS, ADVICE, LOG, RANDOM, RNG, WORDS, States, advice, match_key, next_actor
from parlour.core.options import encode
from parlour.errors import IllegalAction, OptionError, SeatError, UnknownBot

Floats: TypeAlias = npt.NDArray[np.float32]
Doubles: TypeAlias = npt.NDArray[np.float64]
Bits: TypeAlias = npt.NDArray[np.int8]
Counts: TypeAlias = npt.NDArray[np.int64]

LEARNER: Final = 2
POLICIES: Final = {"random": RANDOM, "rulebook": ADVICE, "learner": LEARNER}


class Batch(NamedTuple):
    """Where every row stands, and what the last step brought it; all arrays have n rows.

    | field         | type, shape            | meaning                                                                |
    |---------------|------------------------|------------------------------------------------------------------------|
    | `observation` | float32, n x features  | what the seat to act knows, as numbers from 0 to 1                     |
    | `mask`        | int8, n x actions      | 1 for what it may do                                                   |
    | `seat`        | int64, n               | the seat to act, always a learner's                                    |
    | `rewards`     | float32, n x seats     | what the step added to the score of each seat                          |
    | `terminated`  | bool, n                | whether the step ended a match; the row then goes on with the next one |
    | `scores`      | float64, n x seats     | the score sheet; where a match ended, its last one                     |
    | `payoffs`     | float64, n x seats     | the settled result where a match ended, else 0                         |
    | `won`         | int8, n x seats        | 1 for the winners where a match ended, else 0                          |

    Where a match ended, `observation`, `mask` and `seat` are already those of the next match of that row; the last four
    are of the match that ended.
    """

    observation: Floats
    mask: Bits
    seat: Counts
    rewards: Floats
    terminated: npt.NDArray[np.bool_]
    scores: Doubles
    payoffs: Doubles
    won: Bits


class VectorEnv:
    """Many matches of one game as one environment; `parlour.adapters.vector` makes it.

    `reset` begins, `step` takes an action for every row, and both give a `Batch`. An action is one of the game's own
    numbers, 0 to `actions` - 1, the same as `Action.id` of a match; what is not in the mask is refused with
    `IllegalAction`, and nothing has changed.

    `players` says who sits where: one name for all seats, or one a seat. A `learner` is asked for its actions; `random`
    and `rulebook` are played inside the step, so with ("learner", "rulebook", "rulebook", "rulebook") one sees only
    decisions of the learner. With `rotate` they all move a seat on from match to match, so the learner sits everywhere:
    in match number m in seat m modulo seats, if it comes first. Where several may act at once they are asked clockwise
    from whoever acted last (C-15); what they do in a tick of Honors No. III is carried out by lot (H3-G06).

    What a step adds to the scores, all that was played in it included, are its `rewards`: over a match they sum up to
    the last scores less the first. Matches always end by themselves, so nothing is ever truncated. A match in which no
    learner comes to act is passed over.

    The arrays of a `Batch` are copies, to keep; with `copy=False` they are the environment's own, which is faster, and
    the next step writes into them. The same seed gives the same matches to the same actions.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seats: int | None,
        seed: int | str | None,
        players: str | Sequence[str],
        rotate: bool,
        copy: bool,
        options: Mapping[str, object],
    ) -> None:
        if not isinstance(n, int) or n < 1:
            raise OptionError(f"a vectorised environment has one match or more, not {str(n)[:20]}")
        self.game, self.n, self.seats = game, n, game.check_seats(seats)
        self.options = game.complete_options(options)
        game.check_options(self.options)
        self.players = players_of(players, self.seats)
        self.rotate, self.seed = rotate, seed
        self.features, self.actions = int(game.rules.FEATURES), int(game.rules.ACTIONS)
        self._copy, self._begun = copy, False
        self._make_room()

    def _make_room(self) -> None:
        """All the memory that steps work in."""
        rules, n = self.game.rules, self.n
        self._batch = Batch(
            np.zeros((n, self.features), dtype=np.float32),
            np.zeros((n, self.actions), dtype=np.int8),
            np.zeros(n, dtype=np.int64),
            np.zeros((n, self.seats), dtype=np.float32),
            np.zeros(n, dtype=np.bool_),
            np.zeros((n, self.seats)),
            np.zeros((n, self.seats)),
            np.zeros((n, self.seats), dtype=np.int8),
        )
        self._states, self._blank = np.zeros(n, dtype=rules.State), np.zeros(1, dtype=rules.State)
        self._matches, self._key = np.zeros(n, dtype=np.int64), np.zeros(8, dtype=np.uint32)
        self._rngs, self._choosing = np.zeros((n, 1), dtype=np.uint64), np.zeros(1, dtype=np.uint64)
        self._options = encode(self.game.options, self.options)
        self._policies = np.array([POLICIES[player] for player in self.players], dtype=np.int64)
        self._points = np.zeros((n, self.seats))
        self._scratch = np.zeros(self.game.advice.SCRATCH, dtype=rules.State)
        self._log, self._out = new_log(0), np.zeros(rules.MOST_LEGAL, dtype=np.int16)

    def reset(self, seed: int | str | None = None) -> Batch:
        """Begin a match in every row: the next ones, or the first of the seed if one is given or none was begun."""
        if seed is not None or not self._begun:
            self.seed = seed if seed is not None else secrets.randbits(32) if self.seed is None else self.seed
            self._key[:] = Deal.from_seed(self.seed).key
            self._matches[:] = np.arange(self.n) - self.n
            self._choosing[:] = rng_from(int(self._key[0]))
        self._begun = True
        self._advance(True, np.zeros(self.n, dtype=np.int64))
        return self._answer()

    def step(self, actions: npt.ArrayLike) -> Batch:
        """Take an action in every row and play on to where each next needs a learner."""
        if not self._begun:
            raise OptionError("nothing has begun: call reset() before step()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"a step takes {self.n} whole numbers, not {chosen.dtype} of shape {chosen.shape}", "")
        chosen = np.ascontiguousarray(chosen, dtype=np.int64)
        refused = self._advance(False, chosen)
        if refused >= 0:
            raise self._refusal(refused, int(chosen[refused]))
        return self._answer()

    def sample(self) -> Counts:
        """A random legal action for every row, repeatable by the seed."""
        chosen = np.zeros(self.n, dtype=np.int64)
        pick(self._batch.mask, self._choosing, chosen)
        return chosen

    def advice(self) -> Counts:
        """What the rulebook would do in every row: an opponent to beat, or somebody to imitate."""
        chosen, advise = np.zeros(self.n, dtype=np.int64), self.game.kernels.advice
        for i, seat in enumerate(self._batch.seat.tolist()):
            chosen[i] = advise(self._states[i : i + 1], seat, self._choosing, self._scratch)
        return chosen

    def _advance(self, begin: bool, actions: Counts) -> int:
        compiled, advice = compiled_step(self.game)
        return int(
            compiled(
                *(advice, begin, actions, self._states, self._blank, self.seats, self._options, self._key),
                *(self._policies, self.rotate, self._matches, self._rngs, self._points, self._scratch),
                *(self._log, self._out, *self._batch),
            )
        )

    def _answer(self) -> Batch:
        return Batch._make(part.copy() for part in self._batch) if self._copy else self._batch

    def _refusal(self, row: int, action: int) -> IllegalAction:
        seat = int(self._batch.seat[row])
        if not 0 <= action < self.actions:
            return IllegalAction(f"row {row}: {self.game.title} has actions 0 to {self.actions - 1}, not {action}", "")
        error = texts.forbidden(self.game, self.game.view.refusal(self._states[row], seat, action))
        return IllegalAction(f"row {row}, seat {seat}, action {action}: {error}", "")

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.n} matches of {self.game.name}, {self.seats} seats: {', '.join(self.players)}>"


def players_of(given: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """A player a seat, a learner among them."""
    players = (given,) * seats if isinstance(given, str) else tuple(given)
    for player in players:
        if player not in POLICIES:
            raise UnknownBot(f"there is no player {str(player)[:40]!r} of a step; there are {', '.join(POLICIES)}")
    if len(players) != seats:
        raise SeatError(f"{len(players)} players are given for {seats} seats; give one for all, or one a seat")
    if "learner" not in players:
        raise SeatError("nobody would ever be asked: at least one player is to be 'learner'")
    return players


def advance(
    advice: Any,
    begin: bool,
    actions: Counts,
    states: States,
    blank: States,
    seats: int,
    options: States,
    base: Words,
    policies: Counts,
    rotate: bool,
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
) -> int:
    """Take a row's action, or begin its match, and play on to its next learner; the first row refused, else -1.

    If a row's action is refused, nothing has changed.
    """
    n = len(states)
    refused = -1 if begin else first_refused(mask, actions)
    if refused >= 0:
        return refused
    key = np.zeros(8, dtype=np.uint32)
    settled[:] = 0.0
    won[:] = 0
    rewards[:] = 0.0
    terminated[:] = False
    for i in range(n):
        s, rng = states[i], rngs[i]
        action, seat = whole(actions[i]), whole(turns[i])
        fresh, acted = begin, not begin
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
                action = advice(states[i : i + 1], seat, rng, scratch)
        if not terminated[i]:
            scores(s, final[i])
            if acted:
                reward(final[i], points[i], rewards[i])
                points[i] = final[i]
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


@cache
def compiled_step(game: Game) -> tuple[Any, Any]:
    """`advance` for one game, and the advice that it asks for."""
    states = numba.from_dtype(game.rules.State)[::1]
    options = numba.from_dtype(game.options_layout)[::1]
    many, flag = types.int64[::1], types.boolean
    floats, doubles, bits = types.float32[:, ::1], types.float64[:, ::1], types.int8[:, ::1]
    advising = types.int64(states, types.int64, RNG, states)
    signature = types.int64(
        *(types.FunctionType(advising), flag, many, states, states, types.int64, options, WORDS),
        *(many, flag, many, types.uint64[:, ::1], doubles, states, LOG, ACTIONS),
        *(floats, bits, many, floats, types.boolean[::1], doubles, doubles, bits),
    )
    bound = bind(advance, game.rules, signature)
    return bound, bind(advice, game.rules, advising, advise=game.advice.advise)
