"""Honors No. III (about 1915): blind swaps, everybody at once, until somebody calls "Honors".

Follows the printed sheet (H3-01..11, H0-01..02) as ruled in H3-G01..14; RULES.md beside this file states them all.
`table.py` declares the state, the actions and the events. Here are the deal, the gestures and the ticks; swaps are in
`market.py`, the score is in `scoring.py`, what a seat knows is in `knowledge.py`.

Time goes in ticks. At the pace `ticks` (H3-G06) every seat hands in one thing a tick, unseen, and the table carries
them out in an order drawn by lot. At the pace `live` (H3-G05) every gesture counts at once, in the order in which the
gestures come, and a tick is over when every seat has waited. All other rules are the same for both.
"""

from typing import Final

import numpy as np

from parlour.core.chance import begin, draw, shuffle_all
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import announce, emit
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import BOOKS, book_cards, book_of, in_book, whole_books
from parlour.core.pack.cards import NONE, ONE, count, highest, lowest, only, put_all
from parlour.core.pack.seating import everybody, left_of
from parlour.core.records import require
from parlour.games.honors3.market import carry_out, lay_books
from parlour.games.honors3.scoring import (
    call_honors,
    clear_market,
    end_without_caller,
    is_out,
)
from parlour.games.honors3.table import *

ORDERS: Final = (1, 1, 2, 6, 24, 120, 720, 5040)  # of so many seats


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: nobody has dealt yet."""
    begin(s, seats, key)
    s.phase = DEALING
    s.dealer = NOBODY
    clear_market(s)


@rule
def actors(s: Record) -> int:
    """Every seat that has not had its say in this tick (H3-05); then, and between hands, the world."""
    if s.phase == OVER:
        return 0
    if s.phase == DEALING:
        return 1 << TABLE
    waiting = to_speak(s) & ~int(s.done)
    return waiting if waiting != 0 else 1 << TABLE


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """To wait is idle (section 6c); then cards to pick from the lowest up, and what can be done with those picked."""
    if seat == TABLE:
        out[0] = DEAL if s.phase == DEALING else TICK
        return 1
    out[0] = WAIT
    n = put_all(pickable(s, seat), PICK, out, 1)
    if s.chosen[seat] != NONE:
        n = put_offers(s, seat, out, n)
        n = put_acceptances(s, seat, out, n)
    if s.offered[seat] != NONE:
        out[n] = WITHDRAW
        n += 1
    return n


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action; what follows of itself (books, the call, the score) follows here."""
    if action < OFFER:
        s.chosen[seat] |= only(action)
    elif action == DEAL:
        deal(s, log)
    elif action == TICK:
        tick(s, log)
    elif s.pace == TICKS or action == WAIT:
        hand_in(s, seat, action)
    else:
        gesture(s, seat, action, log)


# --- Dealing --------------------------------------------------------------------------------------------------


@rule
def deal(s: Record, log: Log) -> None:
    """Deal the whole pack (H3-02); books dealt complete are laid at once (H3-G07) and may end the hand (H3-G12)."""
    if s.dealer == NOBODY:
        s.dealer = draw(s, s.seats)  # H0-G02
    announce(log, DEALER, s.dealer, 0, 0)
    for seat in range(s.seats):
        s.laid[seat] = NONE
    s.callers = 0
    deal_pack(s)
    for seat in range(s.seats):
        emit(log, DEALT, seat, whole(s.hands[seat]), 0, 1 << seat)
    s.phase = OPENING
    callers = 0
    for seat in range(s.seats):
        lay_books(s, seat, log)
        callers |= 1 << seat if is_out(s, seat) else 0
    if callers != 0:
        call_honors(s, callers, log)


@rule
def deal_pack(s: Record) -> None:
    """A card at a time, first to the dealer's left (C-02); `trim` leaves the last letters out (H3-G14)."""
    shuffle_all(s, s.pack)
    in_play = cards_in_play(s)
    seat = s.dealer
    for card in s.pack:
        if card < in_play:
            seat = left_of(s, seat)
            s.hands[seat] |= only(card)
    s.pack[:] = 0


# --- Gestures -------------------------------------------------------------------------------------------------


@rule
def pickable(s: Record, seat: int) -> np.uint64:
    """Own cards above those picked, three in all (H3-03); with `same_book` of their book (H3-G03, H3-G14)."""
    hand, chosen = s.hands[seat], s.chosen[seat]
    if chosen == NONE:
        return hand
    if count(chosen) == MOST_IN_SWAP:
        return NONE
    last = highest(chosen)
    cards = hand & ~((only(last) << ONE) - ONE)
    return cards & book_cards(book_of(last)) if s.same_book else cards


@rule
def put_offers(s: Record, seat: int, out: Actions, n: int) -> int:
    """Append the offers of what is picked: to everybody, and with `h3_directed = one` to any one seat (H3-G05)."""
    out[n] = OFFER
    n += 1
    if s.h3_directed == TO_ONE_SEAT:
        for other in range(s.seats):
            if other != seat:
                out[n] = OFFER_TO + other
                n += 1
    return n


@rule
def put_acceptances(s: Record, seat: int, out: Actions, n: int) -> int:
    """Append the open offers of as many cards as are picked (H3-G01)."""
    size = count(s.chosen[seat])
    for owner in range(s.seats):
        if count(s.offered[owner]) == size and open_to(s, owner, seat):
            out[n] = ACCEPT + owner
            n += 1
    return n


@rule
def hand_in(s: Record, seat: int, action: int) -> None:
    """The seat has had its say in this tick; the cards of an offer or an acceptance stay picked out."""
    s.said[seat] = action
    s.done |= 1 << seat
    if action >= WITHDRAW:
        s.chosen[seat] = NONE


@rule
def gesture(s: Record, seat: int, action: int, log: Log) -> None:
    """Live: done as soon as it is said. A tick with very many gestures is over, so that every match ends (C-11)."""
    cards = s.chosen[seat]
    s.chosen[seat] = NONE
    s.gestures += 1
    carry_out(s, seat, action, cards, 0, log)
    if ACCEPT <= action < WITHDRAW:
        owner = action - ACCEPT
        s.chosen[owner] &= s.hands[owner]  # what she was picking out may just have gone
    if not playing(s):
        return
    if s.gestures >= BUSY * s.seats:
        for other in range(s.seats):
            hand_in(s, other, WAIT)


# --- Ticks ----------------------------------------------------------------------------------------------------


@rule
def tick(s: Record, log: Log) -> None:
    """The tick is over: what was handed in is carried out, in an order drawn by lot (H3-G06)."""
    if s.pace == TICKS:
        resolve(s, draw(s, ORDERS[s.seats]), log)
    if playing(s):
        end_tick(s, log)


@rule
def resolve(s: Record, order: int, log: Log) -> None:
    """Carry out everything that was handed in, seat after seat; after a call the rest is void (H3-G13)."""
    left = np.uint64(everybody(s))
    fresh = 0
    for n in range(s.seats, 0, -1):
        next_up = nth_card(left, order % n)
        order //= n
        left ^= next_up
        seat = lowest(next_up)
        action, cards = int(s.said[seat]), s.chosen[seat]
        s.said[seat] = 0
        s.chosen[seat] = NONE
        if playing(s) and action != 0 and action != WAIT:
            fresh = carry_out(s, seat, action, cards, fresh, log)


@rule
def end_tick(s: Record, log: Log) -> None:
    """Ticks count from the opening on (H3-G13): the market opens by itself (H3-G07), a limit ends the hand (H3-G09)."""
    for seat in range(s.seats):
        s.said[seat] = 0
    s.done = 0
    s.gestures = 0
    s.tick += 1
    s.quiet += 1
    if s.quiet >= s.h3_quiet or s.tick >= s.h3_ticks:
        end_without_caller(s, s.quiet >= s.h3_quiet, log)
    elif s.phase == OPENING and s.tick >= IDLE_TICKS[s.pace]:
        s.phase = MARKET
        announce(log, OPENED, opener(s), 0, 0)


# --- States from outside --------------------------------------------------------------------------------------


def sound(s: Record) -> None:
    """What must be true of a state that was made up, so that it can be played on; `PositionError` if it is not."""
    check_cards(s)
    for seat in range(s.seats):
        check_plans(s, seat)
        check_offer(s, seat)
        check_said(s, seat)
        check_swap(s, seat)
    check_tick(s)
    check_score(s)


def check_cards(s: Record) -> None:
    """All cards are with somebody, as many as were dealt, and no whole book is still in a hand."""
    hands, laid = s.hands.tolist()[: s.seats], s.laid.tolist()[: s.seats]
    pack, every, seen = (1 << cards_in_play(s)) - 1, hands + laid, 0
    for cards in every:
        require(not cards & seen and not cards & ~pack, "a card is in two places, or is not in the pack")
        seen |= cards
    require(all(whole_books(s.laid[seat]) == s.laid[seat] for seat in range(s.seats)), "only whole books are laid")
    require(not s.pack.any(), "the pack is dealt out, or gathered")
    if not playing(s):
        require(not any(hands), "nobody holds cards between hands")
        return
    require(s.dealer != NOBODY, "somebody must have dealt")
    for seat in range(s.seats):
        dealt = dealt_size(s, seat)
        require(count(s.hands[seat] | s.laid[seat]) == dealt, f"seat {seat} was dealt {dealt} cards, no more, no fewer")
        laying = whole_books(s.hands[seat]) != NONE or is_out(s, seat)
        require(not laying, f"seat {seat} would have laid a book, or called")


def check_plans(s: Record, seat: int) -> None:
    """What is offered, picked out and remembered is in the hand: three cards at most, of one book if need be."""
    offered, chosen, got = s.offered[seat], s.chosen[seat], s.got[seat]
    stray = (offered | chosen | got) & ~s.hands[seat]
    require(stray == NONE, f"seat {seat} offers, picks or remembers a card that it does not hold")
    fits = is_swap(s, offered) and is_swap(s, chosen) and count(got) <= MOST_IN_SWAP
    require(fits, f"seat {seat} has too many cards for a swap, or cards that do not go together")


def is_swap(s: Record, cards: np.uint64) -> bool:
    """Whether cards may be swapped together: three at most, with `same_book` of one book."""
    books = sum(in_book(cards, book) > 0 for book in range(BOOKS))
    return count(cards) <= MOST_IN_SWAP and not (s.same_book and books > 1)


def check_offer(s: Record, seat: int) -> None:
    """An offer to one seat is to another one, and only if the table has such offers."""
    to = int(s.offered_to[seat])
    fits = to - 1 != seat and to <= s.seats and s.h3_directed == TO_ONE_SEAT and s.offered[seat] != NONE
    require(to == TO_ALL or fits, f"seat {seat} cannot make an offer to seat {to - 1}")
    require(s.phase == MARKET or s.offered[seat] == NONE, "before the opening there are no offers")


def check_said(s: Record, seat: int) -> None:
    """What was handed in was legal; live, only waiting is handed in. Before the opening only the opener acts."""
    said = int(s.said[seat])
    require((s.done >> seat) & 1 == (said != 0), f"seat {seat} is done when it has handed something in, and only then")
    if said != 0:
        require(could_say(s, seat, said), f"seat {seat} could not have handed in {ACTIONS.texts[said]!r}")
    acts = said != 0 or s.chosen[seat] != NONE
    require(not acts or (to_speak(s) >> seat) & 1 == 1, "before the opening only the opener does anything")


def could_say(s: Record, seat: int, said: int) -> bool:
    """Whether the seat could have handed in this action with the cards that it has picked out."""
    size = count(s.chosen[seat])
    if not playing(s) or said < OFFER:
        return False
    if said >= WITHDRAW:
        return size == 0 and (said == WAIT or (s.pace == TICKS and s.offered[seat] != NONE))
    if s.pace == LIVE or size == 0:
        return False
    if said >= ACCEPT:
        owner = said - ACCEPT
        return owner < s.seats and open_to(s, owner, seat) and count(s.offered[owner]) == size
    return said == OFFER or (s.h3_directed == TO_ONE_SEAT and seat != said - OFFER_TO < s.seats)


def check_swap(s: Record, seat: int) -> None:
    """The last swap was with another seat, in this hand."""
    partner = int(s.partner[seat])
    if partner == NOBODY:
        remembers = s.got[seat] != NONE or (s.booked >> seat) & 1
        require(not remembers, f"seat {seat} has swapped with nobody, so nothing came of it")
    else:
        fits = partner != seat and s.phase == MARKET
        require(fits, f"seat {seat} cannot have swapped with seat {partner}")


def check_tick(s: Record) -> None:
    """The clock is within its limits, and runs only while a hand is played."""
    if not playing(s):
        require(s.tick == s.quiet == s.gestures == 0, "between hands no ticks are counted")
        return
    require(s.callers == 0, "a call would have ended the hand")
    late = s.tick >= s.h3_ticks or s.quiet >= s.h3_quiet or s.quiet > s.tick
    idle = s.phase == OPENING and (s.tick >= IDLE_TICKS[s.pace] or s.quiet < s.tick)
    require(not (late or idle), "with these ticks the opening or the hand would be over")
    busy = s.gestures > 0 and s.pace == TICKS
    most = BUSY * int(s.seats)
    full = s.gestures > most or (s.gestures == most and s.done != everybody(s))
    require(not (busy or full), f"after {most} gestures, counted live, a tick is over")


def check_score(s: Record) -> None:
    """The match is over if and only if the score says so."""
    totals = s.totals.tolist()[: s.seats]
    reached = max(totals) >= s.target or s.hand >= s.hand_cap
    ended = "over" if reached else "not over"
    require(reached == (s.phase == OVER), f"the match is {ended} after {s.hand} hands at totals {totals}")
