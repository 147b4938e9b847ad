"""Why a seat might draw, take or throw so: how many cards to come go out, and what the next player may need."""

from parlour.core.contract import Record
from parlour.core.pack.seating import left_of
from parlour.core.texts import Reason
from parlour.core.values import Seat
from parlour.games.honors4.advice import danger, to_come
from parlour.games.honors4.table import *


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal action."""
    held = int(s.held[seat])
    if action == PACK:
        return why_pack(s, seat, held)
    if action == TAKE:
        return why_take(s, seat, held, int(s.exposed[s.lying - 1]))
    kept, thrown = (held, int(s.fresh)) if action == THROW_DRAWN else (int(s.fresh), held)
    return why_throw(s, seat, kept, thrown)


def why_pack(s: Record, seat: int, held: int) -> Reason:
    """How many of the cards to come go out."""
    good = partners(s, seat, held)
    words = {"held": CARD.text(held), "good": good, "cards": int(to_come(s, seat)).bit_count()}
    return Reason("pack" if good else "pack_hopeless", words)


def why_take(s: Record, seat: int, held: int, top: int) -> Reason:
    """The card in sight goes out, or has more partners left, or fewer."""
    words = {"held": CARD.text(held), "top": CARD.text(top)}
    if is_out(s, held, top):
        return Reason("take_out", words)
    more = partners(s, seat, top) - partners(s, seat, held)
    return Reason("take_better" if more > 0 else "take_alike" if more == 0 else "take_worse", words)


def why_throw(s: Record, seat: int, kept: int, thrown: int) -> Reason:
    """What is kept has more partners left, or fewer; and whether the next player may want what is thrown."""
    good, less = partners(s, seat, kept), partners(s, seat, thrown)
    words = {"kept": CARD.text(kept), "good": good, "less": less, "next": Seat(left_of(s, seat))}
    better = "better" if good > less else "alike" if good == less else "worse"
    return Reason(f"throw_{better}{'_risky' if danger(s, seat, thrown) > 0 else ''}", words)


def partners(s: Record, seat: int, card: int) -> int:
    """How many of the cards to come go out with a card."""
    return (int(winning_draws(s, card)) & int(to_come(s, seat))).bit_count()
