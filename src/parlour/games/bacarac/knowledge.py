"""What a seat knows: fair samples of what it does not, and what it does as numbers."""

from typing import Final

import numpy as np

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, count, highest, holds, lowest, only, some_of, without_lowest
from parlour.core.pack.ordinary import CARDS, SUITS, suit_cards
from parlour.core.pack.poker import best_five
from parlour.games.bacarac.table import *

# Where `redeal` keeps its notes in `pack`: how many cards each seat draws, in which order, and out of how many.
DRAWS: Final = 0
ORDER: Final = MOST_SEATS
BOUNDS: Final = 2 * MOST_SEATS


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal the cards that `seat` cannot see afresh, in any way that what was seen allows, all alike."""
    forget_key(s, rng)
    if all_open(s):
        return
    unseen = unseen_cards(s, seat)
    prepare(s, seat, unseen)
    while not deal_unseen(s, seat, unseen, rng):
        pass
    if not is_dead_known(s, seat):
        s.dead = s.exposed | unseen
        for other in range(s.seats):
            s.dead &= ~s.held[other]
    s.pack[:] = 0
    s.could[:] = NONE
    if s.phase == CHOOSING or s.phase == BETTING:
        choose_fives(s, seat, rng)


@rule
def is_dead_known(s: Record, seat: int) -> bool:
    """Whether the seat is the dealer who gave the dead hand for his own (BC-G27)."""
    return bool(s.swapped and seat == s.dealer)


@rule
def known_held(s: Record, seat: int) -> np.uint64:
    """What everybody knows the seat to hold: the rest of the five it has shown."""
    return s.fives[seat] & s.held[seat] if is_shown(s, seat) else NONE


@rule
def unseen_cards(s: Record, seat: int) -> np.uint64:
    """All cards whose place `seat` does not know."""
    unseen = NONE if is_dead_known(s, seat) else s.dead & ~s.exposed
    for other in range(s.seats):
        if other != seat:
            unseen |= s.held[other] & ~known_held(s, other)
    return unseen


# --- Sampling hands -------------------------------------------------------------------------------------------


@rule
def prepare(s: Record, seat: int, unseen: np.uint64) -> None:
    """Note what each other seat could hold of the unseen cards, how many it draws, in which order, out of how many."""
    left = 0
    for other in range(s.seats):
        if other != seat:
            s.pack[DRAWS + other] = count(s.held[other] & ~known_held(s, other))
            s.could[other] = could_hold(s, other, unseen)
            left |= 1 << other
    at = 0
    while left != 0:
        other = narrowest(s, left)
        left ^= 1 << other
        s.pack[ORDER + at] = other
        s.pack[BOUNDS + at] = count(s.could[other]) - least_taken(s, other, at)
        at += 1


@rule
def could_hold(s: Record, seat: int, unseen: np.uint64) -> np.uint64:
    """Unseen cards that neither a lead, a pass nor the five that it has shown denies the seat."""
    cards = unseen & ~s.lacks[seat]
    if not is_shown(s, seat) or s.poker_choose or s.pack[DRAWS + seat] == 0:
        return cards
    known = s.fives[seat] | s.laid[seat]
    left = cards
    while left != NONE:
        card = only(lowest(left))
        left ^= card
        if best_five(known | card, PAY_CARDS) != s.fives[seat]:  # it would have shown another five
            cards ^= card
    return cards


@rule
def narrowest(s: Record, seats: int) -> int:
    """Of the seats of a mask, the one that could hold the fewest cards."""
    best = NOBODY
    for seat in range(s.seats):
        if (seats >> seat) & 1 and (best == NOBODY or count(s.could[seat]) < count(s.could[best])):
            best = seat
    return best


@rule
def least_taken(s: Record, seat: int, at: int) -> int:
    """How many of the cards that the seat could hold the first `at` seats take at least, however they draw."""
    singly = 0
    drawn = 0
    elsewhere = NONE
    for i in range(at):
        other = int(s.pack[ORDER + i])
        beside = s.could[other] & ~s.could[seat]
        draws = int(s.pack[DRAWS + other])
        singly += max(0, draws - count(beside))
        drawn += draws
        elsewhere |= beside
    return max(singly, drawn - count(elsewhere))


@rule
def deal_unseen(s: Record, seat: int, unseen: np.uint64, rng: Rng) -> bool:
    """One try at dealing the unseen cards; False if it must be thrown away.

    Seat after seat draws out of what it could hold. The number drawn is below a bound that no earlier draw can change;
    where fewer cards are left, a number beyond them ends the try. So every way to deal is as likely as any other.
    """
    left = unseen
    others = s.seats if seat == SPECTATOR else s.seats - 1
    for at in range(others):
        other = int(s.pack[ORDER + at])
        s.held[other] = known_held(s, other)
        bound = int(s.pack[BOUNDS + at])
        cards = left & s.could[other]
        for i in range(s.pack[DRAWS + other]):
            number = below(rng, bound - i)
            if number >= count(cards):
                return False
            card = only(nth(cards, number))
            cards ^= card
            left ^= card
            s.held[other] |= card
        if not shows_as_it_did(s, other):
            return False
    return can_lead(s)


@rule
def can_lead(s: Record) -> bool:
    """Whether the seat to lead could do so: it would have passed if not (BC-25)."""
    return bool(s.phase != LEADING or s.held[s.turn] & allowed(s) != NONE)


@rule
def nth(cards: np.uint64, number: int) -> int:
    """The card of a set with so many below it."""
    for _ in range(number):
        cards = without_lowest(cards)
    return lowest(cards)


@rule
def shows_as_it_did(s: Record, seat: int) -> bool:
    """Whether a seat that has shown its best five would show them with the cards it now has (BC-G24)."""
    if not is_shown(s, seat) or s.poker_choose or s.pack[DRAWS + seat] == 0:
        return True
    return bool(best_five(s.held[seat] | s.laid[seat], PAY_CARDS) == s.fives[seat])


@rule
def choose_fives(s: Record, seat: int, rng: Rng) -> None:
    """With `poker_choose`, the fives of others are any that they could have chosen, or begun to choose."""
    for other in range(s.seats):
        picks = count(s.fives[other])
        if other == seat or picks == 0:
            continue
        while True:
            s.fives[other] = some_of(s.held[other], picks, rng)
            above = s.held[other] >> np.uint64(highest(s.fives[other]))
            if picks == count(s.held[other]) or count(above) > FIVE - picks:
                break


# --- Observing ------------------------------------------------------------------------------------------------


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat knows, seats counted clockwise from itself.

    | from | what                                              | numbers  |
    |------|---------------------------------------------------|----------|
    | 0    | own cards                                         | 52       |
    | 52   | cards laid by anybody                             | 52       |
    | 104  | cards that others have shown and still hold       | 52       |
    | 156  | cards known to be dead                            | 52       |
    | 208  | own poker five, as chosen or shown                | 52       |
    | 260  | phase                                             | 8        |
    | 268  | seats: two to ten                                 | 9        |
    | 277  | chips in each division / 200                      | 10       |
    | 287  | suits that may be led                             | 4        |
    | 291  | bet, raises, hands played, the dealer has swapped | 4        |
    | 295  | of each seat, see `observe_seat`                  | 10 x 12  |
    | 415  | divisions that the seat has yet to claim          | 10       |
    """
    out[:] = 0.0
    watching = seat == SPECTATOR
    laid = shown = NONE
    for other in range(s.seats):
        laid |= s.laid[other]
        shown |= NONE if other == seat else known_held(s, other)
    observe_cards(NONE if watching else s.held[seat], 0, out)
    observe_cards(laid, 52, out)
    observe_cards(shown, 104, out)
    observe_cards(s.dead if is_dead_known(s, seat) else s.exposed, 156, out)
    observe_cards(NONE if watching else s.fives[seat], 208, out)
    out[260 + int(s.phase)] = 1.0
    out[268 + int(s.seats) - 2] = 1.0
    for division in range(DIVISIONS):
        out[277 + division] = min(1.0, s.board[division] / 200)
        earned = s.earners[division] == seat and s.manners == STRICT
        out[415 + division] = 1.0 if earned and s.board[division] > 0 else 0.0
    for suit in range(SUITS):
        out[287 + suit] = 1.0 if s.phase == LEADING and allowed(s) & suit_cards(suit) != NONE else 0.0
    out[291] = s.bet / 110
    out[292] = s.raised / 10
    out[293] = min(1.0, s.hand / agreed_hands(s))
    out[294] = s.swapped
    first = 0 if watching else seat
    for place in range(s.seats):
        observe_seat(s, (first + place) % int(s.seats), 295 + 12 * place, out)


@rule
def observe_cards(cards: np.uint64, at: int, out: Features) -> None:
    """A one for every card of a set."""
    for card in range(CARDS):
        out[at + card] = 1.0 if holds(cards, card) else 0.0


@rule
def observe_seat(s: Record, seat: int, at: int, out: Features) -> None:
    """Twelve numbers: playing, in the Pot, to speak, bet, cards, balance, dealer, turn, the suits it is out of."""
    out[at] = 1.0 if in_match(s, seat) else 0.0
    out[at + 1] = float((int(s.in_pot) >> seat) & 1)
    out[at + 2] = float((int(s.waiting) >> seat) & 1)
    out[at + 3] = s.bets[seat] / 110
    out[at + 4] = count(s.held[seat]) / 18
    out[at + 5] = min(1.0, max(0.0, 0.5 + s.balances[seat] / 2000))
    out[at + 6] = 1.0 if seat == s.dealer else 0.0
    out[at + 7] = 1.0 if seat == s.turn else 0.0
    for suit in range(SUITS):
        out[at + 8 + suit] = 1.0 if suit_cards(suit) & ~s.lacks[seat] == NONE else 0.0
