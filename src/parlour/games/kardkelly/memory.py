"""How a forgetful player forgets (C-07): cards turned long ago slip his mind, and he fills the gaps with guesses.

The guesses agree with what still lies before his eyes. The top card is there to see. A disk before a seat he takes for
good, as its owner does, unless he remembers its card. And some card killed every dead seat: so at least as many of the
disks out of play as there are dead seats have been turned, though the row does not say which (KK-G23).
"""

from typing import Final

import numpy as np

from parlour.core.chance import below
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, count, only, pick
from parlour.games.kardkelly.knowledge import lying, mix, put_unseen
from parlour.games.kardkelly.table import *

ALL_NUMBERS: Final = np.uint64((1 << DISKS + 1) - 2)
LOST: Final = 0  # in place of a card that has been forgotten
CERTAIN: Final = 1 << 30


@rule
def forget(s: Record, seat: int, rate: float, rng: Rng) -> None:
    """Put guesses in the places of the cards that are lost, and what is then left face down."""
    if s.phase == DEALING or s.phase == OVER:
        return  # the hand is over, and its cards may be looked at
    lost = lose_cards(s, rate, rng)
    unknown = unknown_numbers(s)
    held = unknown & disks_before_seats(s)
    killers = some_of(disks_out(s) & unknown, min(kills_to_explain(s, unknown), lost), rng)
    for i in range(s.turned):
        if s.pack[i] == LOST:
            by_kill = below(rng, lost) < count(killers)
            card = pick(killers, rng) if by_kill else any_card(s, unknown & ~held & ~killers, held, rng)
            s.pack[i] = card
            lost -= 1
            if card <= DISKS:
                unknown &= ~only(card)
                killers &= ~only(card)
                held &= ~only(card)
    put_unseen(s, int(s.turned))
    mix(s.pack, int(s.turned), CARDS, rng)


@rule
def lose_cards(s: Record, rate: float, rng: Rng) -> int:
    """Lose each turned card with the chance `rate` for every card turned since; how many are lost."""
    lost = 0
    kept = 1.0
    for i in range(int(s.turned) - 2, -1, -1):
        kept *= 1.0 - rate
        if below(rng, CERTAIN) >= kept * CERTAIN:
            s.pack[i] = LOST
            lost += 1
    return lost


@rule
def unknown_numbers(s: Record) -> np.uint64:
    """The numbers that are not among the remembered cards."""
    numbers = ALL_NUMBERS
    for i in range(s.turned):
        if LOST < s.pack[i] <= DISKS:
            numbers &= ~only(int(s.pack[i]))
    return numbers


@rule
def disks_before_seats(s: Record) -> np.uint64:
    """The disks that lie before seats."""
    disks = NONE
    for disk in range(1, DISKS + 1):
        if s.holders[disk] != NOBODY:
            disks |= only(disk)
    return disks


@rule
def disks_out(s: Record) -> np.uint64:
    """The disks out of play."""
    return ALL_NUMBERS & ~np.uint64(in_play(s)) & ~np.uint64(in_pool(s))


@rule
def kills_to_explain(s: Record, unknown: np.uint64) -> int:
    """How many dead seats there are beyond the disks out of play whose cards are remembered."""
    dead = count(np.uint64(int(s.playing) & ~int(s.alive)))
    return max(0, dead - count(disks_out(s) & ~unknown))


@rule
def some_of(disks: np.uint64, how_many: int, rng: Rng) -> np.uint64:
    """Any so many of the disks, or all if they are fewer."""
    while count(disks) > how_many:
        disks &= ~only(pick(disks, rng))
    return disks


@rule
def any_card(s: Record, numbers: np.uint64, held: np.uint64, rng: Rng) -> int:
    """Any of these numbers and of the BLANKs and SCRATCHes not accounted for; a held disk's only for want of others."""
    blanks = BLANKS - lying(s, BLANK, int(s.turned))
    scratches = SCRATCHES - lying(s, SCRATCH, int(s.turned))
    place = below(rng, max(1, blanks + scratches + count(numbers)))
    if place < blanks:
        return BLANK
    if place < blanks + scratches:
        return SCRATCH
    return pick(numbers if numbers != NONE else held, rng)
