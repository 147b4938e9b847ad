"""A sound player of Honors No. IV. The book gives no strategy; this is common sense (RULINGS section 7e).

Keep the card that more of the cards still to come would pair with, which favours 2s and 3s and drops cards whose
partners have gone by; do not throw the left neighbour a card that may be just what she needs. It looks at the seat's
own cards and at what everybody saw, never at another hand.
"""

from typing import Any, Final

import numpy as np

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.cards import count
from parlour.core.pack.seating import left_of
from parlour.games.honors4.knowledge import surely_held, unseen
from parlour.games.honors4.rules import may_draw, may_take
from parlour.games.honors4.table import *

SCRATCH: Final = 1


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Draw or throw."""
    return choose_throw(s, seat) if s.phase == THROW else choose_draw(s, seat)


@rule
def choose_draw(s: Record, seat: int) -> int:
    """Take a card that goes out; take another only for want of the pack, or for a card that has no partner left."""
    if not may_take(s):
        return PACK
    top = s.exposed[s.lying - 1]
    if not may_draw(s) or is_out(s, s.held[seat], top):
        return TAKE
    cards = to_come(s, seat)
    hopeless = count(winning_draws(s, s.held[seat]) & cards) == 0
    return TAKE if hopeless and count(winning_draws(s, top) & cards) == 2 else PACK


@rule
def choose_throw(s: Record, seat: int) -> int:
    """Throw the card whose loss, and whose danger, leaves the better prospects; if alike, the card just drawn."""
    if s.takes > 0:
        return THROW_HELD  # H4-G04
    held, fresh = int(s.held[seat]), int(s.fresh)
    cards = to_come(s, seat)
    if prospects(s, seat, fresh, held, cards) > prospects(s, seat, held, fresh, cards):
        return THROW_HELD
    return THROW_DRAWN


@rule
def prospects(s: Record, seat: int, kept: int, thrown: int, cards: np.uint64) -> float:
    """The chance to win the hand: not to lose it at once, then to pair one of `cards`, or to win later like anybody."""
    pairing = count(winning_draws(s, kept) & cards) / max(1, count(cards))
    return (1.0 - danger(s, seat, thrown)) * (pairing + 1.0 / s.seats)


@rule
def danger(s: Record, seat: int, thrown: int) -> float:
    """The chance that the left neighbour holds a card to which this one is the pair."""
    hers = unseen(s, seat) & ~s.ruled_out[left_of(s, seat)]
    return count(hers & winning_holds(s, thrown)) / count(hers)


@rule
def to_come(s: Record, seat: int) -> np.uint64:
    """The cards that may still be drawn: unseen, and not known to be in a hand."""
    cards = unseen(s, seat)
    return cards & ~surely_held(s, seat, cards)
