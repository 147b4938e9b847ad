"""How a forgetful player forgets (C-07): which small cards lay in reels long turned down slips his mind.

Which suits were led he remembers, and every Star and Hero, for they score.

In his sample, a card that is forgotten changes places with one of its suit that somebody still holds.
"""

from typing import Final

from parlour.core.chance import below
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, only, pick
from parlour.games.kamra.table import *

CERTAIN: Final = 1 << 30


@rule
def forget(s: Record, seat: int, rate: float, rng: Rng) -> None:
    """Lose each card of the reels before the last with the chance `rate` for every card played since."""
    if s.phase != PLAYING or s.manners == STRICT:  # who watches for revokes remembers
        return
    kept = 1.0
    for i in range(int(s.played) - 1, -1, -1):
        kept *= 1.0 - rate
        if i < s.played - s.lying - s.seats and below(rng, CERTAIN) >= kept * CERTAIN:
            confuse(s, seat, i, rng)


@rule
def confuse(s: Record, seat: int, place: int, rng: Rng) -> None:
    """Take the card played at `place` for another of its suit that is still out, if there is one."""
    card = int(s.pack[place])
    plain = suit_cards(suit_of(card)) & ~STARS & ~HEROES
    out = NONE
    for other in range(s.seats):
        if other != seat:
            out |= s.hands[other] & plain
    if only(card) & plain == NONE or out == NONE:
        return
    taken_for = pick(out, rng)
    s.pack[place] = taken_for
    for other in range(s.seats):
        if s.hands[other] & only(taken_for) != NONE:
            s.hands[other] ^= only(taken_for) | only(card)
