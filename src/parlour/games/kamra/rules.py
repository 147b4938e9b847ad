"""Kam-ra! (1928): contracts, reels and captures, 300 up.

Follows the printed book (KR-01..44) as ruled in KR-G01..33; RULES.md beside this file states them all.
`table.py` declares the state, the actions and the events. Here are the deal, the bidding and the reels, in the order of
the book; the score is in `scoring.py`, revokes are in `revokes.py`, what a seat knows is in `knowledge.py`.
"""

import numpy as np

from parlour.core.chance import begin, draw, shuffle_all
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import HAND_OVER, SAFETY_LIMIT, announce, emit
from parlour.core.kernel import place, rule, whole
from parlour.core.pack.cards import NONE, count, only, put_all
from parlour.core.pack.seating import left_of
from parlour.games.kamra.revokes import call, callers, legal_calls
from parlour.games.kamra.scoring import score_hand
from parlour.games.kamra.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: nobody has dealt yet."""
    begin(s, seats, key)
    s.highest = NOBODY
    s.phase = SEEKING
    clear_hand(s)


@rule
def actors(s: Record) -> int:
    """One seat at a time; under strict manners also whoever might call a revoke."""
    if s.phase == PLAYING or s.phase == BIDDING:
        return (1 << s.turn) | callers(s)
    if s.phase == CLAIMS:
        return callers(s)
    return 0 if s.phase == OVER else 1 << TABLE


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """Bids from the least up (KR-G28), cards from the lowest rank up (C-17); SILENT before any call."""
    if seat == TABLE:
        out[0] = FIND_DEALER if s.phase == SEEKING else DEAL
        return 1
    if s.phase == BIDDING:
        return legal_bids(s, seat, out)
    n = 0
    if s.phase == PLAYING and seat == s.turn:
        n = legal_cards(s, seat, out)
    if (callers(s) >> seat) & 1:
        n = legal_calls(s, seat, out, n)
    return n


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action; what follows of itself (the reel, the score, the settlement) follows here."""
    if PLAY <= action < CALL:
        play(s, seat, action - PLAY, log)
    elif action < PLAY:
        bid(s, seat, action, log)
    elif action < SILENT:
        call(s, seat, action - CALL, log)
    elif action == SILENT:
        s.silent |= 1 << seat
    elif action == FIND_DEALER:
        find_dealer(s, log)
    else:
        deal(s, log)
    if s.phase == CLAIMS and callers(s) == 0:  # KR-G25: scoring follows the window
        score_hand(s, log)


# --- Dealing --------------------------------------------------------------------------------------------------


@rule
def find_dealer(s: Record, log: Log) -> None:
    """Turn cards up round the table until somebody gets a Dollar (KR-11), or pick any seat (`first_dealer`)."""
    s.dealer = draw(s, s.seats)
    if s.first_dealer == RITUAL:
        shuffle_all(s, s.pack)
        s.dealer = turn_for_dealer(s, s.dealer, log)  # KR-G05: a random seat shuffles
        s.pack[:] = 0  # all cards go back
    announce(log, DEALER, s.dealer, 0, 0)
    s.phase = DEALING


@rule
def turn_for_dealer(s: Record, shuffler: int, log: Log) -> int:
    """The seat that first receives a Dollar (KR-12), the first card going to the shuffler's left (KR-G05)."""
    seat = shuffler
    for card in s.pack:
        seat = left_of(s, seat)
        announce(log, TURNED, seat, card, 0)
        if suit_of(card) == DOLLAR:
            break
    return seat


@rule
def deal(s: Record, log: Log) -> None:
    """Deal the whole pack, clockwise from the dealer's left (KR-12, KR-13, C-02)."""
    clear_hand(s)
    shuffle_all(s, s.pack)
    seat = s.dealer
    for card in s.pack:
        seat = left_of(s, seat)
        s.hands[seat] |= only(card)
    for seat in range(s.seats):
        emit(log, DEALT, seat, whole(s.hands[seat]), 0, 1 << seat)
    s.pack[:] = 0
    if s.thrown_in >= most_throw_ins(s):
        announce(log, SAFETY_LIMIT, TABLE, 2, s.thrown_in)  # KR-G02: now everybody must bid
    s.phase = BIDDING
    s.turn = left_of(s, s.dealer)  # KR-16


@rule
def clear_hand(s: Record) -> None:
    """Take everything of the last hand off the table but the totals."""
    s.hands[:] = NONE
    s.pack[:] = 0
    s.bids[:] = UNBID
    s.taken[:] = 0
    s.stars[:] = 0
    s.heroes[:] = 0
    s.failed[:] = 0
    s.voids[:] = 0
    s.cleared[:] = 0
    s.caught[:] = 0
    s.examined = (1 << s.seats) - 1
    s.silent = 0
    s.highest = NOBODY
    s.played = 0
    s.lying = 0
    s.taker = 0
    s.best = 0
    s.leader = 0
    s.last_leader = 0
    s.turn = 0


# --- Bidding --------------------------------------------------------------------------------------------------


@rule
def legal_bids(s: Record, seat: int, out: Actions) -> int:
    """Any number up to the hand size (KR-G03), taken by others or not (KR-17)."""
    n = 0
    for reels in range(least_bid(s, seat), CARDS // s.seats + 1):
        out[n] = BID + reels
        n += 1
    return n


@rule
def least_bid(s: Record, seat: int) -> int:
    """Nothing, unless `min_bid` (KR-G01), too many thrown-in deals (KR-G02) or `dealer_bids_one` (KR-G33)."""
    if s.min_bid == 1 or s.thrown_in >= most_throw_ins(s):
        return 1
    forced = s.all_pass == DEALER_BIDS_ONE and seat == s.dealer and s.highest == NOBODY
    return 1 if forced else 0


@rule
def bid(s: Record, seat: int, reels: int, log: Log) -> None:
    """One bid each (KR-21), open, in turn (KR-16, KR-G07); the first of the largest is highest (KR-19, KR-20)."""
    s.bids[seat] = reels
    announce(log, CONTRACT, seat, reels, 0)
    if reels > 0 and (s.highest == NOBODY or reels > s.bids[s.highest]):
        s.highest = seat
    s.turn = left_of(s, seat)
    if seat == s.dealer:
        end_bidding(s, log)


@rule
def end_bidding(s: Record, log: Log) -> None:
    """The highest bidder leads (KR-38); if all passed, the deal is thrown in or played for nothing (KR-G02)."""
    if s.highest != NOBODY:
        announce(log, HIGHEST, s.highest, s.bids[s.highest], 0)
        lead(s, s.highest)
        s.thrown_in = 0
        s.phase = PLAYING
    elif s.all_pass == PLAY_OUT:
        announce(log, ALL_PASSED, TABLE, 1, 0)
        lead(s, left_of(s, s.dealer))  # KR-G27
        s.phase = PLAYING
    else:
        throw_in(s, log)


@rule
def throw_in(s: Record, log: Log) -> None:
    """Nobody scores; the deal passes unless `all_pass` keeps it (KR-G02). It is no hand (KR-G26)."""
    announce(log, ALL_PASSED, TABLE, 0, 0)
    announce(log, HAND_OVER, TABLE, s.hand, 0)
    s.thrown_in = min(s.thrown_in + 1, most_throw_ins(s))
    if s.all_pass != SAME_DEALER:
        s.dealer = left_of(s, s.dealer)
    s.hands[:] = NONE
    s.phase = DEALING


@rule
def most_throw_ins(s: Record) -> int:
    """Deals thrown in in a row after which everybody must bid (KR-G02, C-11)."""
    return s.throw_ins if s.throw_ins > 0 else s.seats


# --- Reels ----------------------------------------------------------------------------------------------------


@rule
def legal_cards(s: Record, seat: int, out: Actions) -> int:
    """Follow suit if able (KR-08), else any card (KR-41, KR-G08); strict manners let a revoke through (KR-G13).

    The idle card comes first: lowest rank, then T C Q * $ (section 1c).
    """
    hand = s.hands[seat]
    follow = following(s, hand)
    n = put_all(follow, PLAY, out, 0)
    if s.manners == STRICT:
        n = put_all(hand & ~follow, PLAY, out, n)
    return n


@rule
def following(s: Record, hand: np.uint64) -> np.uint64:
    """The cards that may rightly be played: those of the suit led, or all if there are none."""
    if s.lying == 0:
        return hand
    follow = hand & suit_cards(led_suit(s))
    return hand if follow == NONE else follow


@rule
def play(s: Record, seat: int, card: int, log: Log) -> None:
    """Lay a card on the reel; it stays there (KR-32). The last card closes the reel (KR-04)."""
    leads = s.lying == 0
    announce(log, PLAYED, seat, card, 1 if leads else 0)
    s.hands[seat] ^= only(card)
    s.pack[place(s.played)] = card
    note_suit(s, seat, suit_of(card))
    taking = leads | beats(card, s.best)
    s.best += (card - s.best) * taking  # times 0 or 1: no branches to guess
    s.taker += (seat - s.taker) * taking
    s.played += 1
    s.lying += 1
    s.silent = 0
    s.turn = left_of(s, seat)
    if s.lying == s.seats:
        close_reel(s, log)


@rule
def note_suit(s: Record, seat: int, suit: int) -> None:
    """Everybody sees a card off suit: the seat is out of the suit led, or (strict) may be called for a revoke."""
    led = led_suit(s)
    off = 1 if suit != led else 0
    s.failed[seat] |= off << led
    if s.manners == AUTO:
        s.voids[seat] = s.failed[seat]
    elif s.caught[seat] == 0:
        s.examined &= ~(off << seat)


@rule
def close_reel(s: Record, log: Log) -> None:
    """The taker gets the reel, its Stars and Heroes (KR-43, KR-44), and the lead (KR-40)."""
    first = s.played - s.seats
    taker = s.taker
    reel = NONE
    for i in range(first, s.played):
        reel |= only(s.pack[place(i)])
    s.taken[taker] += 1
    s.stars[taker] += count(reel & STARS)
    s.heroes[taker] += count(reel & HEROES)
    announce(log, TOOK, taker, s.played // s.seats, 0)
    s.lying = 0
    s.last_leader = s.leader
    lead(s, taker)
    if s.played == CARDS:
        s.phase = CLAIMS  # closes at once unless somebody may call a revoke
