"""What a seat knows: fair samples of what it does not, and what it does as numbers.

A world is a way the cards may have been dealt and stacked, and a choice of every card given unseen for a fine. All
worlds that agree with what the seat has seen are alike. A sample is made by going back to before the first line of the
diary, dealing what the seat could not see then, and living through the diary again: what was drawn or given unseen is
drawn and given anew, what was shown must be there to be shown. Cards that the seat has never seen are as good as one
another, so where one is shown that the sample has elsewhere, it changes places with one that is there.
"""

from typing import Final

import numpy as np

from parlour.core.books import CARDS, corner_sum
from parlour.core.cards import NONE, count, holds, lowest, only, pick, without_lowest
from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.core.seating import left_of
from parlour.games.honors2.diary import *
from parlour.games.honors2.state import *

MOST_TRIES: Final = 1_000  # at a sample that agrees with every line of the diary


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal the cards that `seat` cannot see afresh, in any way that what was seen allows, all alike."""
    forget_key(s, rng)
    if s.phase == DEALING or s.phase == OVER:
        return  # everything lies open
    hands = (s.hands[0], s.hands[1], s.hands[2], s.hands[3], s.hands[4], s.hands[5])
    stock = stock_cards(s)
    done = int(s.noted)
    for _ in range(MOST_TRIES):
        stock = rewind(s, done, stock)
        stock = deal_unseen(s, seat, stock, classed_before(s), rng)
        done, stock = live_again(s, seat, stock, rng)
        if done == s.noted and s.forced_lay:
            stock = rewind(s, done, stock)
            done, stock = had_nothing_to_lay(s, seat, stock)
        if done == s.noted and pledge_holds(s, seat):
            stack(s, stock, rng)
            return
    for other in range(s.seats):
        s.hands[other] = hands[other]
    begin_again(s)  # too much has happened to follow: what is sure must do
    stack(s, deal_unseen(s, seat, stock_cards(s), NONE, rng), rng)


@rule
def deal_unseen(s: Record, seat: int, stock: np.uint64, classed: np.uint64, rng: Rng) -> np.uint64:
    """Give the other seats other cards for those that are not known; the set of cards that is left for the stock.

    Cards of the class `classed` (a second stock, whose cards are known) change places among themselves only.
    """
    unseen = stock
    for other in range(s.seats):
        if other != seat:
            unseen |= s.hands[other] & ~s.known[other]
    for other in range(s.seats):
        if other != seat:
            hidden = s.hands[other] & ~s.known[other]
            s.hands[other] &= s.known[other]
            unseen = fill_hand(s, other, count(hidden & classed), unseen, classed, rng)
            unseen = fill_hand(s, other, count(hidden & ~classed), unseen, ~classed, rng)
    return unseen


@rule
def fill_hand(s: Record, seat: int, cards: int, unseen: np.uint64, among: np.uint64, rng: Rng) -> np.uint64:
    """Put so many unseen cards of a class in a hand; those that are left."""
    for _ in range(cards):
        card = only(pick(unseen & among, rng))
        s.hands[seat] |= card
        unseen &= ~card
    return unseen


@rule
def classed_before(s: Record) -> np.uint64:
    """The cards of a second stock that was made before the first line of the diary."""
    for i in range(s.noted):
        if what_of(s.diary[i]) == BY_SHUFFLE:
            return NONE
    return s.again


@rule
def stack(s: Record, cards: np.uint64, rng: Rng) -> None:
    """Stack the stock in any order."""
    for i in range(s.left):
        card = pick(cards, rng)
        s.stock[i] = card
        cards &= ~only(card)


@rule
def pledge_holds(s: Record, seat: int) -> bool:
    """Whether a player who took deep can lay the card she took it for (`must_use_deep`, H2-G17)."""
    if s.pledged == NO_CARD or s.turn == seat:
        return True
    return holds(layable(s.hands[s.turn], down(s)), s.pledged)


# --- Living through the diary ---------------------------------------------------------------------------------


@rule
def live_again(s: Record, seat: int, stock: np.uint64, rng: Rng) -> tuple[int, np.uint64]:
    """Go through the diary from the hands before it; how far that went, and the stock then.

    `followed` are the cards in hands that the seat has seen, wherever they are by now; `fixed` those of them that
    no unseen gift can have moved. Once there was such a gift, worlds in which a hand had fewer unseen cards to show
    one from must be as much rarer: they are thrown away in that measure.
    """
    followed = NONE if seat == SPECTATOR else s.hands[seat]
    for other in range(s.seats):
        followed |= s.known[other]
    fixed = followed
    classed = classed_before(s)
    first = 0  # line from which cards of the class may have been drawn unseen
    claimed = NONE
    unseen_gift = False
    for i in range(s.noted):
        line = s.diary[i]
        what, actor, card = what_of(line), seat_of(line), card_of(line)
        one = only(card)
        if what == BY_SHUFFLE:
            classed = s.again
            first = i + 1
        elif what == BY_TAKE:
            claimed = one
            followed |= one
            fixed |= one
        elif what == BY_DRAW and actor != seat:
            card = pick(stock, rng)
            rename(s, i, card)
        elif what == BY_GIFT and actor != seat and other_of(line) != seat:
            fixed &= ~s.hands[actor] | claimed
            card = pick(s.hands[actor] & ~claimed, rng)
            rename(s, i, card)
            unseen_gift = True
        elif actor != seat or what == BY_DRAW:
            place = stock if what == BY_DRAW else s.hands[actor]
            seen, again = followed & one != NONE, classed & one != NONE
            there = place & (one if seen else ~followed & (classed if again else ~classed))
            if there == NONE or (unseen_gift and not seen and not kept(place & ~fixed, there, rng)):
                return i, stock
            stock = swap(s, card, pick(there, rng), stock, first if again else 0, i)
            followed |= one
            fixed |= one
        stock = redo(s, s.diary[i], stock)
        if what in (BY_LAY, BY_DISCARD):
            followed &= ~one
            fixed &= ~one
    return int(s.noted), stock


@rule
def kept(most: np.uint64, there: np.uint64, rng: Rng) -> bool:
    """Whether a world stays that has so many unseen cards in a place, of the most that any world has there."""
    return below(rng, count(most)) < count(there)


@rule
def rename(s: Record, i: int, card: int) -> None:
    """Put another card in a line."""
    s.diary[i] = (int(s.diary[i]) & ~63) | card


@rule
def swap(s: Record, one: int, other: int, stock: np.uint64, first: int, last: int) -> np.uint64:
    """Let two unseen cards change places, in the hands, in the stock and in what was drawn and given unseen."""
    if one == other:
        return stock
    for i in range(first, last):
        card = card_of(s.diary[i])
        if card in (one, other) and what_of(s.diary[i]) != BY_SHUFFLE:
            rename(s, i, one + other - card)
    both = only(one) | only(other)
    for seat in range(s.seats):
        s.hands[seat] = exchanged(s.hands[seat], both)
    return exchanged(stock, both)


@rule
def exchanged(cards: np.uint64, both: np.uint64) -> np.uint64:
    """The set with the one of two cards that it lacks for the one that it has."""
    some = cards & both
    return cards if some in (NONE, both) else cards ^ both


@rule
def had_nothing_to_lay(s: Record, seat: int, stock: np.uint64) -> tuple[int, np.uint64]:
    """Go through the diary as it stands, up to a discard by somebody who could have laid (`forced_lay`, H2-G01)."""
    table = laid_before(s)
    for i in range(s.noted):
        line = s.diary[i]
        actor = seat_of(line)
        if what_of(line) == BY_DISCARD and actor != seat and layable(s.hands[actor], table) != NONE:
            return i, stock
        if what_of(line) == BY_LAY:
            table |= only(card_of(line))
        stock = redo(s, line, stock)
    return int(s.noted), stock


# --- In numbers -----------------------------------------------------------------------------------------------


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat knows, seats counted clockwise from itself.

    | from | what                                                    | numbers |
    |------|---------------------------------------------------------|---------|
    | 0    | own cards                                               | 48      |
    | 48   | discards, by how near the top they are                  | 48      |
    | 96   | cards on the table                                      | 48      |
    | 144  | cards that everybody knows each seat to hold            | 6 x 48  |
    | 432  | of each seat, see `observe_seat`                        | 6 x 7   |
    | 474  | phase: draw, play, claim, give                          | 4       |
    | 478  | seats: two to six                                       | 5       |
    | 483  | cards in the stock / 48, in the row / 48                | 2       |
    | 485  | quiet turns / limit, hands played / cap, second stock   | 3       |
    | 488  | the card that may not be thrown back, or was claimed    | 48      |
    | 536  | the switches: forced_lay, must_use_deep, fine           | 4       |
    """
    out[:] = 0.0
    put_set(NONE if seat == SPECTATOR else s.hands[seat], 0, out)
    for i in range(s.lying):
        out[48 + int(s.row[i])] = (i + 1) / s.lying
    put_set(down(s), 96, out)
    other = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        put_set(s.sure[other], 144 + 48 * place, out)
        observe_seat(s, other, 432 + 7 * place, out)
        other = left_of(s, other)
    if DRAWING <= s.phase <= GIVING:
        out[474 + int(s.phase) - DRAWING] = 1.0
    out[478 + int(s.seats) - 2] = 1.0
    out[483] = s.left / CARDS
    out[484] = s.lying / CARDS
    out[485] = max(0, s.quiet) / (int(s.h2_stagnation) * int(s.seats))
    out[486] = min(1.0, s.hand / s.hand_cap)
    out[487] = 1.0 if s.again != NONE else 0.0
    special = s.claimed if s.phase == GIVING else s.barred
    if special != NO_CARD:
        out[488 + int(special)] = 1.0
    out[536] = float(s.forced_lay)
    out[537] = float(s.must_use_deep)
    out[538] = 1.0 if s.fine == FINE_CLAIMED else 0.0
    out[539] = 1.0 if s.fine == FINE_PREVENTED else 0.0


@rule
def put_set(cards: np.uint64, at: int, out: Features) -> None:
    """A set of cards, a number a card."""
    while cards != NONE:
        out[at + lowest(cards)] = 1.0
        cards = without_lowest(cards)


@rule
def observe_seat(s: Record, seat: int, at: int, out: Features) -> None:
    """Seven numbers: cards held, points on the table, total, dealer, turn, has been silent, has claimed."""
    out[at] = count(s.hands[seat]) / CARDS
    out[at + 1] = corner_sum(s.laid[seat]) / 120
    out[at + 2] = min(1.0, max(0.0, 0.5 + s.totals[seat] / (2 * int(s.target))))
    out[at + 3] = 1.0 if seat == s.dealer else 0.0
    out[at + 4] = 1.0 if seat == s.turn else 0.0
    out[at + 5] = float((s.silent >> seat) & 1)
    out[at + 6] = 1.0 if seat == s.claimant else 0.0
