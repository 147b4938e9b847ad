"""How a sound player plays (RULINGS section 2e): remember what was turned, and buy a disk when it is worth its counter.

The sheet gives one piece of advice only, to remember. With a good memory, keeping, rejecting and challenging are plain
matters of fact. What is left to judge is when a new disk pays: that depends on the pot, on how many others are alive,
and on how often one will still be turning cards.
"""

from typing import Any, Final

import numpy as np

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.numbers import power
from parlour.core.pack.cards import count
from parlour.core.pack.chips import afford
from parlour.games.kardkelly.table import (
    BLANKS,
    BUY,
    BUYING,
    CHALLENGE,
    CHOOSING,
    DECLINE,
    DISKS,
    DRAW,
    DRAWING,
    KEEP,
    KEPT,
    NOBODY,
    PER_DISK,
    RECLAIM,
    REJECT,
    SCRATCHES,
    SILENT,
    STOP,
    TURN,
    TURNING,
    in_pool,
    was_turned,
)

SCRATCH: Final = 1  # states to look ahead in; it does not


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Do what the phase asks for."""
    if s.phase == TURNING:
        return TURN
    if s.phase == BUYING:
        return BUY if worth_a_disk(s, seat, disk_price(s, seat)) else DECLINE
    if s.phase == CHOOSING:
        return REJECT if was_turned(s, int(s.offered)) else KEEP
    if s.phase == DRAWING:
        return draw_or_stop(s, seat)
    return CHALLENGE if was_turned(s, int(s.offered)) == (s.phase == KEPT) else SILENT


@rule
def draw_or_stop(s: Record, seat: int) -> int:
    """Take a good disk back; else draw on while it pays."""
    if s.offered > 0:
        return RECLAIM
    price = disk_price(s, seat) if s.revive_cost == PER_DISK else 0.0
    return DRAW if s.left > 0 and worth_a_disk(s, seat, price) else STOP


@rule
def disk_price(s: Record, seat: int) -> float:
    """What it takes to get a good disk: a counter, or a counter for every disk drawn until one is good."""
    price = float(afford(s, seat, 1))
    if s.revive_cost == PER_DISK:
        price *= (int(s.left) + 1) / (count(np.uint64(in_pool(s) & ~numbers_turned(s))) + 1)
    return price


@rule
def worth_a_disk(s: Record, seat: int, price: float) -> bool:
    """Whether there is a good disk in the pool, and it can be expected to bring more than it costs.

    The number of every live disk comes up sooner or later, and the seat that turns it is as likely this one as that. So
    a live seat wins with its own share of the turns, unless another has won before. Being killed costs a counter, and
    whoever stays dead keeps his share of the pot if a header comes.
    """
    if in_pool(s) & ~numbers_turned(s) == 0:
        return False
    n = count(np.uint64(s.playing))
    others = live_disks(s)
    no_win = power(1 - 1 / n, others)
    unbeaten = n * (1 - no_win * (1 - 1 / n)) / (others + 1)
    wins = share_of_turns(s, seat, n) * unbeaten
    killed = max(0.0, unbeaten - wins)
    pot = float(s.pot)
    return wins * (pot + 1) - killed - no_win * pot / (n * n) > price


@rule
def share_of_turns(s: Record, seat: int, n: int) -> float:
    """The chance that the seat turns the card of its disk, wherever that lies among the misses still face down."""
    misses = BLANKS + SCRATCHES
    for i in range(s.turned):
        misses -= 1 if s.pack[i] > DISKS else 0
    wait = (seat - int(s.turn)) % int(s.seats)  # misses until the seat is to turn
    turns = (misses - wait) // n + 1 if misses >= wait else 0
    return turns / (misses + 1)


@rule
def live_disks(s: Record) -> int:
    """How many of the disks before seats can still win."""
    turned = numbers_turned(s)
    n = 0
    for disk in range(1, DISKS + 1):
        n += 1 if s.holders[disk] != NOBODY and not (turned >> disk) & 1 else 0
    return n


@rule
def numbers_turned(s: Record) -> int:
    """Mask of the numbers that have been turned: what there is to remember."""
    numbers = 0
    for i in range(s.turned):
        numbers |= 1 << int(s.pack[i]) if s.pack[i] <= DISKS else 0
    return numbers
