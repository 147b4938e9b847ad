"""What a seat knows: what everybody may conclude, fair samples of the rest, and all of it as numbers.

Everybody sees every card thrown and taken, and knows that whoever throws has not gone out. So there is for each seat a
set of cards that she cannot hold, `ruled_out`, which the three functions `note_...` keep. It is all that there is to
know: every way to deal the unseen cards that gives nobody a card ruled out could be the truth.
"""

import numpy as np

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.books import ALL_CARDS, CARDS
from parlour.core.pack.cards import NONE, count, holds, lowest, only, put_ones, without_lowest
from parlour.core.pack.seating import everybody
from parlour.games.honors4.table import *

OF_A_SEAT = CARDS + 5


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal the cards that `seat` has not seen afresh, in any way that is not ruled out, all alike (C-18)."""
    forget_key(s, rng)
    if s.phase == TURN or s.phase == THROW:
        cards = unseen(s, seat)
        while not deal_unseen(s, seat, cards, rng):
            pass


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat that remembers everything knows, seats counted clockwise from itself (C-18).

    | from | what                                                        | numbers |
    |------|-------------------------------------------------------------|---------|
    | 0    | own card                                                    | 48      |
    | 48   | the card just drawn, if the seat may see it                 | 48      |
    | 96   | the exposed pile                                            | 48      |
    | 144  | its top card                                                | 48      |
    | 192  | phase: turn, throw; cards left / 48; takes in a row / limit | 4       |
    | 196  | recycled; hands played / cap                                | 2       |
    | 198  | of each seat, see `observe_seat`                            | 12 x 53 |
    """
    out[:] = 0.0
    own = own_cards(s, seat)
    fresh = own & only(s.fresh) if s.fresh != NO_CARD else NONE
    put_ones(own & ~fresh, 0, out)
    put_ones(fresh, CARDS, out)
    put_ones(exposed_set(s), 2 * CARDS, out)
    if s.lying > 0:
        out[3 * CARDS + int(s.exposed[s.lying - 1])] = 1.0
    out[192] = 1.0 if s.phase == TURN else 0.0
    out[193] = 1.0 if s.phase == THROW else 0.0
    out[194] = s.left / CARDS
    out[195] = s.takes / most_takes(s)
    out[196] = 1.0 if s.recycled > 0 else 0.0
    out[197] = s.hand / most_hands(s)
    first = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        observe_seat(s, (first + place) % int(s.seats), 198 + OF_A_SEAT * place, out)


# --- Conclusions ----------------------------------------------------------------------------------------------


@rule
def note_take(s: Record, seat: int) -> None:
    """She takes the top card: unless she goes out, she holds none that it pairs with."""
    s.ruled_out[seat] |= winning_holds(s, s.fresh)


@rule
def note_throw(s: Record, seat: int, thrown: int) -> None:
    """After a take she holds what she took (H4-G04). After a draw the card she kept and the card she threw are no pair.

    If she threw the card drawn, she keeps what she had, so what was ruled out still is. Or she threw what she had, and
    keeps the card drawn, unless the card thrown was one that she could not have had.
    """
    if s.takes > 0:
        s.ruled_out[seat] = ALL_CARDS ^ only(s.held[seat])
        return
    if_drawn = s.ruled_out[seat] | winning_holds(s, thrown)
    if_held = ALL_CARDS if holds(s.ruled_out[seat], thrown) else winning_draws(s, thrown)
    s.ruled_out[seat] = if_drawn & if_held


@rule
def note_recycling(s: Record) -> None:
    """Nobody holds a card of the exposed pile, which now becomes the pack (H4-G06)."""
    pile = exposed_set(s)
    for seat in range(s.seats):
        s.ruled_out[seat] |= pile


# --- Samples --------------------------------------------------------------------------------------------------


@rule
def own_cards(s: Record, seat: int) -> np.uint64:
    """The cards not exposed that the seat sees: its own, and a card that somebody has just taken."""
    cards = NONE if seat == SPECTATOR or s.held[seat] == NO_CARD else only(s.held[seat])
    if s.phase == THROW and (seat == s.turn or s.takes > 0):
        cards |= only(s.fresh)
    return cards


@rule
def unseen(s: Record, seat: int) -> np.uint64:
    """The cards that are in the pack or with the other seats."""
    return ALL_CARDS & ~exposed_set(s) & ~own_cards(s, seat)


@rule
def surely_held(s: Record, seat: int, cards: np.uint64) -> np.uint64:
    """The unseen cards that must be in hands: as many as the seats that have no others to choose from."""
    waiting = everybody(s) & ~(1 << seat)
    among = held = NONE
    seats = 0
    while waiting != 0:
        other = most_known(s, waiting, cards)
        among |= cards & ~s.ruled_out[other]
        seats += 1
        held = among if count(among) == seats else held
        waiting ^= 1 << other
    return held


@rule
def deal_unseen(s: Record, seat: int, cards: np.uint64, rng: Rng) -> bool:
    """One try at dealing the unseen cards; False if it must be thrown away.

    Seat after seat gets one of the cards not ruled out for it. The number drawn is below a bound that no choice made
    earlier can change; where the cards left are fewer, a draw beyond them ends the try. So every deal is as likely as
    any other. Seats with the fewest cards to choose from go first.
    """
    waiting = everybody(s) & ~(1 << seat)
    served = 0
    left = cards
    while waiting != 0:
        other = most_known(s, waiting, cards)
        choice = cards & ~s.ruled_out[other]
        bound = min(count(choice) - surely_within(s, served, cards, choice), count(left))
        card = card_at(choice & left, below(rng, bound))
        if card == NO_CARD:
            return False
        s.held[other] = card
        left ^= only(card)
        served |= 1 << other
        waiting ^= 1 << other
    if s.phase == THROW and seat != s.turn and s.takes == 0:
        s.fresh = card_at(left, below(rng, count(left)))
        left ^= only(s.fresh)
        if is_out(s, s.held[s.turn], s.fresh):
            return False
    fill_pack(s, left, rng)
    return True


@rule
def most_known(s: Record, seats: int, cards: np.uint64) -> int:
    """The seat of the mask with the fewest of the cards to choose from."""
    best = -1
    fewest = CARDS + 1
    for seat in range(s.seats):
        n = count(cards & ~s.ruled_out[seat])
        if (seats >> seat) & 1 and n < fewest:
            best, fewest = seat, n
    return best


@rule
def surely_within(s: Record, seats: int, cards: np.uint64, choice: np.uint64) -> int:
    """How many seats of the mask, whichever of the cards they were dealt, have one of `choice`."""
    n = 0
    for seat in range(s.seats):
        if (seats >> seat) & 1 and cards & ~s.ruled_out[seat] & ~choice == NONE:
            n += 1
    return n


@rule
def card_at(cards: np.uint64, place: int) -> int:
    """Card number `place` of a set, NO_CARD if there are not so many."""
    if place >= count(cards):
        return NO_CARD
    for _ in range(place):
        cards = without_lowest(cards)
    return lowest(cards)


@rule
def fill_pack(s: Record, cards: np.uint64, rng: Rng) -> None:
    """Make the cards the pack, in a fair random order."""
    for i in range(s.left):
        place = below(rng, i + 1)
        s.pack[i] = s.pack[place]
        s.pack[place] = lowest(cards)
        cards = without_lowest(cards)


# --- Numbers --------------------------------------------------------------------------------------------------


@rule
def observe_seat(s: Record, seat: int, at: int, out: Features) -> None:
    """Fifty-three numbers: cards ruled out (48), here, turn, opener, points / match, has just taken a card."""
    put_ones(s.ruled_out[seat], at, out)
    out[at + CARDS] = 1.0
    out[at + CARDS + 1] = 1.0 if seat == s.turn else 0.0
    out[at + CARDS + 2] = 1.0 if seat == s.opener else 0.0
    out[at + CARDS + 3] = s.totals[seat] / s.h4_match
    out[at + CARDS + 4] = 1.0 if seat == s.turn and s.phase == THROW and s.takes > 0 else 0.0
