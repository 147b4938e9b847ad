"""What searches ask of a game besides the contract: who plays on in a playout, and how well a world fits.

A game's `advice.py` may define some of the functions below; where it does not, they are as they stand here.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.chance import below
from parlour.core.contract import (
    TABLE,
    Actions,
    Log,
    Record,
    Rng,
    actors,
    advise,
    apply,
    legal,
)
from parlour.core.events import OVER
from parlour.core.game import Game
from parlour.core.kernel import called, rule, whole
from parlour.core.kernels import States, next_actor

Bytes: TypeAlias = npt.NDArray[np.uint8]

LONGEST: Final = 400  # actions of a playout
HUNDRED: Final = 100
ENDED: Final = 1 << 20  # `act`'s answer has this bit when the action ended a hand


@rule
def plausible(s: Record, seat: int) -> float:
    """How plausible the world is to `seat`, from 0 to 1: every world is as good as another."""
    return 1.0


@rule
def any_action(s: Record, seat: int, rng: Rng) -> int:
    """A random legal action found without listing them; -1: they must be listed."""
    return -1


@rule
def expert(s: Record, seat: int, rng: Rng, scratch: States) -> int:
    """Who is asked first what to do: the rulebook."""
    return whole(advise(s, seat, rng, scratch))


@rule
def rollout(s: Record, seat: int, rng: Rng) -> int:
    """What the rulebook might do, found in a moment, for playouts."""
    return -1


@called
def suggest(s: Record, seat: int, rng: Rng, scratch: States) -> int:
    """What is tried first."""
    return whole(expert(s, seat, rng, scratch))


@called
def hurry(s: Record, seat: int, rng: Rng, scratch: States) -> int:
    """What is tried first where there is little time: what the expert says, if the game knows nothing quicker."""
    return suggest(s, seat, rng, scratch)


@called
def hurry_by_rollout(s: Record, seat: int, rng: Rng, scratch: States) -> int:
    """The same in a game that knows something quicker."""
    return whole(rollout(s, seat, rng))


@called
def act(s: Record, seat: int, action: int, log: Log) -> int:
    """Carry out a legal action; who acts next, with the bit ENDED if a hand ended."""
    log[0, OVER] = 0
    apply(s, seat, action, log)
    return whole(actors(s)) | (ENDED if log[0, OVER] else 0)


@called
def finish(s: Record, seat: int, mixing: int, log: Log, out: Actions, scratch: States, rng: Rng) -> None:
    """Play on from the turn of `seat` to the end of the hand, or as long as a playout may be.

    So many per cent of the actions (`mixing`) are what `hurry` says, the others are random.
    """
    mover = seat
    log[0, OVER] = 0
    for _ in range(LONGEST):
        if mover < 0 or (mover == TABLE and log[0, OVER]):
            return
        if mixing > 0 and mover != TABLE and below(rng, HUNDRED) < mixing:
            action = whole(hurry(s, mover, rng, scratch))
        else:
            action = whole(any_action(s, mover, rng))
            if action < 0:
                n = legal(s, mover, out)
                action = whole(out[0 if mover == TABLE else below(rng, n)])
        log[0, OVER] = 0
        apply(s, mover, action, log)
        mover = next_actor(actors(s), mover)


def own_play(game: Game) -> dict[Any, Any]:
    """What a game has of its own of all this."""
    own = {form: getattr(game.advice, form.__name__, form) for form in (plausible, any_action, expert, rollout)}
    return own | {hurry: hurry_by_rollout if own[rollout] is not rollout else hurry}
