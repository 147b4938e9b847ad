"""Thousands of matches of one game, stepped by one compiled call: the environment for learners.

Each row of a `Batch` is a match of its own. `step` takes an action for every row and plays on, in compiled code, until
that row's next learner is to act: the world's own actions (deals, ticks) happen at once, seats that `random` or
`rulebook` players sit in are played, and a finished match is told of and followed by a fresh one.

Row `i` plays the matches number i, i + n, i + 2n and so on of a series. The deals of a match, and the choices of the
players of the house in it, come from the seed and its number alone, as in `parlour simulate`.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.core import texts
from parlour.core.chance import rng_from
from parlour.core.engines import at_speed
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernels import ADVICE, RANDOM
from parlour.core.options import encode
from parlour.core.stepping import LEARNER, Bits, Counts, Doubles, Floats, loop_of, pick
from parlour.errors import IllegalAction, OptionError, SeatError, UnknownBot

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
    from the seat that acted last (C-15); what they do in a tick of Honors No. III is carried out by lot (H3-G06).

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
        self._match_key = np.zeros(8, dtype=np.uint32)
        self._step = self.game.fast_kernels.engine.loop(loop_of(self.game))

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
        at_speed(pick)(self._batch.mask, self._choosing, chosen)
        return chosen

    def advice(self) -> Counts:
        """What the rulebook would do in every row: an opponent to beat, or somebody to imitate."""
        chosen, advise = np.zeros(self.n, dtype=np.int64), self.game.fast_kernels.advice
        for i, seat in enumerate(self._batch.seat.tolist()):
            chosen[i] = advise(self._states[i : i + 1], seat, self._choosing, self._scratch)
        return chosen

    def _advance(self, begin: bool, actions: Counts) -> int:
        return int(
            self._step(
                *(begin, actions, self._states, self._blank, self.seats, self._options, self._key),
                *(self._policies, self.rotate, self._matches, self._rngs, self._points, self._scratch),
                *(self._log, self._out, *self._batch, self._match_key),
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
