"""The Heap: a turn is up to three stones, each an action; `stop` ends it early."""

from typing import Final

from parlour.core.chance import begin, forget_key
from parlour.core.contract import Actions, Features, Log, Numbers, Record, Rng, Words
from parlour.core.kernel import rule
from parlour.core.kinds import events
from parlour.core.records import field, record
from parlour.core.values import number
from parlour.core.values import seat as a_seat
from parlour.core.verbs import actions

STONES: Final = 15
MOST: Final = 3
STATE: Final = record(
    heap=field(number(0, 1_000), "stones left"),
    taken=field(number(0, MOST), "stones taken in this turn"),
    turn=field(a_seat(2), "whose turn it is"),
)
ACTIONS: Final = actions(take=(), stop=())
EVENTS: Final = events()
TAKE, STOP = ACTIONS.firsts
MOST_LEGAL: Final = 2
MOST_EVENTS: Final = 0
FEATURES: Final = 1


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    begin(s, seats, key)
    s.heap = STONES


@rule
def actors(s: Record) -> int:
    return 1 << s.turn if s.heap > 0 else 0


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    out[0] = TAKE
    out[1] = STOP
    return 2 if s.taken > 0 else 1


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    if action == TAKE:
        s.heap -= 1
        s.taken += 1
    if action == STOP or s.taken == MOST or s.heap == 0:
        s.taken = 0
        s.turn = 1 - s.turn


@rule
def scores(s: Record, out: Numbers) -> None:
    for seat in range(2):
        out[seat] = 1.0 if s.heap == 0 and s.turn != seat else 0.0


@rule
def payoffs(s: Record, out: Numbers) -> None:
    scores(s, out)


@rule
def winners(s: Record) -> int:
    return 1 << (1 - s.turn) if s.heap == 0 else 0


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    forget_key(s, rng)


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    out[0] = s.heap / STONES
