"""A game's rules as functions over bare bytes.

A search calls the rules through these, so it need not know how a game's state is laid out, and is compiled once for all
games; a game adds only what is below.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from parlour.core.chance import below
from parlour.core.contract import (
    TABLE,
    Actions,
    Log,
    Numbers,
    Rng,
    actors,
    advise,
    apply,
    legal,
    redeal,
    scores,
    winners,
)
from parlour.core.events import OVER
from parlour.core.game import Game
from parlour.core.kernel import bind, compiled, rule, whole
from parlour.core.kernels import ACTIONS, LOG, NUMBERS, RNG, next_actor

Bytes: TypeAlias = npt.NDArray[np.uint8]

STATE: Any = None  # each game's own when bound
rollout: Any = None  # likewise
BYTES = types.uint8[::1]
LONGEST: Final = 400  # actions of a playout
HUNDRED: Final = 100
ENDED: Final = 1 << 20  # `act`'s answer has this bit when the action ended a hand


def state_in(raw: Bytes, kind: Any) -> Any:
    """The state that the bytes are, to be read and changed in place."""
    return raw.view(kind)[0]


if compiled():

    @intrinsic  # type: ignore[untyped-decorator]
    def state_in(typing: Any, raw: Any, kind: Any) -> Any:
        """The same as a bare pointer: numba's own `view` counts references, which takes longer than many a rule."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(signature.return_type))

        return kind.dtype(raw, kind), code


def act(raw: Bytes, seat: int, action: int, log: Log) -> int:
    """Carry out a legal action; who acts next, with the bit ENDED if a hand ended."""
    s = state_in(raw, STATE)
    log[0, OVER] = 0
    apply(s, seat, action, log)
    return whole(actors(s)) | (ENDED if log[0, OVER] else 0)


def choices(raw: Bytes, seat: int, out: Actions) -> int:
    """What `seat` may do."""
    return legal(state_in(raw, STATE), seat, out)


def deal(raw: Bytes, seat: int, rng: Rng) -> int:
    """Replace all that `seat` does not know; who acts."""
    s = state_in(raw, STATE)
    redeal(s, seat, rng)
    return actors(s)


def suggest(raw: Bytes, seat: int, rng: Rng, scratch: Bytes) -> int:
    """What the rulebook would do, or an expert where a game has one (`expert` in its `advice.py`)."""
    return advise(state_in(raw, STATE), seat, rng, scratch.view(STATE))


def hurry(raw: Bytes, seat: int, rng: Rng, scratch: Bytes) -> int:
    """What the rulebook might do, found in a moment, for playouts (`rollout` in a game's `advice.py`)."""
    return whole(rollout(state_in(raw, STATE), seat, rng))


def finish(hurry: Any, raw: Bytes, seat: int, mixing: int, log: Log, out: Actions, scratch: Bytes, rng: Rng) -> None:
    """Play on from the turn of `seat` to the end of the hand, or as long as a playout may be.

    So many per cent of the actions (`mixing`) are what `hurry` says, the others are random.
    """
    s = state_in(raw, STATE)
    mover = seat
    log[0, OVER] = 0
    for _ in range(LONGEST):
        if mover < 0 or (mover == TABLE and log[0, OVER]):
            return
        if mixing > 0 and mover != TABLE and below(rng, HUNDRED) < mixing:
            action = whole(hurry(raw, mover, rng, scratch))
        else:
            action = whole(any_action(s, mover, rng))
            if action < 0:
                n = legal(s, mover, out)
                action = whole(out[0 if mover == TABLE else below(rng, n)])
        log[0, OVER] = 0
        apply(s, mover, action, log)
        mover = next_actor(actors(s), mover)


def judge(raw: Bytes, points: Numbers) -> int:
    """Write the scores and say who has won."""
    s = state_in(raw, STATE)
    scores(s, points)
    return winners(s)


def weigh(raw: Bytes, seat: int) -> float:
    """How plausible the world is to `seat`, from 0 to 1."""
    return plausible(state_in(raw, STATE), seat)


@rule
def plausible(s: Any, seat: int) -> float:
    """Every world is as good as another, where a game does not say otherwise (`plausible` in its `advice.py`)."""
    return 1.0


@rule
def any_action(s: Any, seat: int, rng: Rng) -> int:
    """A random legal action found without listing them (`any_action` in a game's `advice.py`); -1: they must be."""
    return -1


ACT = types.int64(BYTES, types.int64, types.int64, LOG)
CHOICES = types.int64(BYTES, types.int64, ACTIONS)
DEAL = types.int64(BYTES, types.int64, RNG)
SUGGEST = types.int64(BYTES, types.int64, RNG, BYTES)
JUDGE = types.int64(BYTES, NUMBERS)
WEIGH = types.float64(BYTES, types.int64)
FINISH = types.void(types.FunctionType(SUGGEST), BYTES, types.int64, types.int64, LOG, ACTIONS, BYTES, RNG)
SIGNATURES = (ACT, CHOICES, DEAL, SUGGEST, JUDGE, WEIGH, FINISH, SUGGEST)


@dataclass(frozen=True)
class Play:
    """The functions above for one game, in the order in which a search takes them."""

    game: Game
    functions: tuple[Any, ...]

    @property
    def suggest(self) -> Any:
        """What is tried first."""
        return self.functions[3]

    def states(self, count: int) -> Bytes:
        """Room for so many states."""
        return np.zeros(count, dtype=self.game.rules.State).view(np.uint8)


@cache
def play_of(game: Game) -> Play:
    """The functions of a game, compiled."""
    rules, advice = game.rules, game.advice
    own = {"STATE": rules.State, "plausible": getattr(advice, "plausible", plausible)}
    own["any_action"] = getattr(advice, "any_action", any_action)
    own["advise"] = getattr(advice, "expert", advice.advise)
    loops: tuple[Any, ...] = (act, choices, deal, suggest, judge, weigh, finish)
    functions = [bind(loop, rules, form, **own) for loop, form in zip(loops, SIGNATURES, strict=False)]
    quick = getattr(advice, "rollout", None)
    functions.append(bind(hurry, rules, SUGGEST, STATE=rules.State, rollout=quick) if quick else functions[3])
    return Play(game, tuple(functions))
