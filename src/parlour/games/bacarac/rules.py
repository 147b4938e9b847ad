"""Bacarac (1938): poker, then stops, over a board of ten divisions.

Follows the printed sheet (BC-01..41) as ruled in BC-G01..29; RULES.md beside this file states them all. `table.py`
draws the state and the actions. Here are the deal and what comes before the betting; the poker game is in
`betting.py`, the stops are in `runs.py`, the chips in `board.py`, the end in `scoring.py`, what a seat knows in
`knowledge.py`.
"""

import numpy as np

from parlour.core.chance import begin, draw, shuffle_all
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import announce, emit
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, count, lowest, only, without_lowest
from parlour.core.pack.chips import afford
from parlour.core.pack.ordinary import ALL_CARDS, CARDS
from parlour.core.pack.poker import best_five
from parlour.core.pack.seating import everybody
from parlour.games.bacarac.betting import begin_betting, end_betting, is_betting, legal_bets, one_left, speak
from parlour.games.bacarac.board import ante, claimants, drop_out, gather_board, legal_claims, take
from parlour.games.bacarac.runs import lead_run, legal_leads
from parlour.games.bacarac.scoring import end_hand, end_match
from parlour.games.bacarac.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: an empty board, and a dealer drawn by lot (BC-G22)."""
    begin(s, seats, key)
    s.playing = everybody(s)
    s.dealer = draw(s, seats)
    clear_table(s)


@rule
def actors(s: Record) -> int:
    """One seat at a time; under strict manners also whoever has chips to claim. The table waits for those."""
    if s.phase == OVER:
        return 0
    if s.phase == BUYING:
        return 1 << int(s.dealer)
    if s.phase == LEADING:
        return (1 << int(s.turn)) | claimants(s)
    if all_open(s):
        waiting = claimants(s)
        return waiting if waiting != 0 else 1 << TABLE
    return 1 << int(s.turn)


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """What a seat may do; the idle moves are those of section 8c, and to keep what one has."""
    if seat == TABLE:
        return legal_for_table(s, out)
    if s.phase == LEADING and seat == s.turn:
        n = legal_leads(s, seat, out)
        return legal_claims(s, seat, out, n) if s.manners == STRICT else n
    if s.phase == BETTING or s.phase == FINAL_BETTING:
        return legal_bets(s, seat, out)
    if s.phase == CHOOSING:
        return legal_picks(s, seat, out)
    if s.phase == BUYING:
        out[0] = KEEP
        out[1] = SWAP
        return 2
    out[0] = SILENT
    return legal_claims(s, seat, out, 1)


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action, and then what follows of itself."""
    if LEAD <= action < KEEP:
        lead_run(s, seat, action - LEAD, log)
    elif action < LEAD:
        speak(s, seat, action, log)
    elif action in (DEAL, FINAL_HAND):
        deal(s, action == FINAL_HAND, log)
    elif action == END:
        announce(log, AGREED, TABLE, s.hand, 0)
        s.phase = FINAL
    elif action < PICK:
        buy(s, seat, action == SWAP, log)
    elif action < CLAIM:
        pick_card(s, seat, action - PICK, log)
    elif action == SILENT:
        s.silent |= 1 << seat
    else:
        take(s, seat, action - CLAIM, log)
    go_on(s, log)


@rule
def go_on(s: Record, log: Log) -> None:
    """Open or close the betting, close the hand, close the match: whatever is due."""
    if is_betting(s):
        if s.in_pot == 0:
            begin_betting(s)
        if s.waiting == 0 or one_left(s) != 0:
            end_betting(s, log)
    elif s.phase == LEADING and s.turn == NOBODY:
        end_hand(s, log)
    if s.phase == FINAL and chips_on_board(s) == 0:
        end_match(s, log)  # BC-G18: no final hand for an empty board


@rule
def legal_for_table(s: Record, out: Actions) -> int:
    """Deal; between hands the players may have agreed to end the match instead (BC-G17)."""
    out[0] = FINAL_HAND if s.phase == FINAL else DEAL
    if s.phase == FINAL or s.hand == 0:
        return 1
    out[1] = END
    return 2


# --- Dealing --------------------------------------------------------------------------------------------------


@rule
def deal(s: Record, final: bool, log: Log) -> None:
    """Ante and deal all cards, with one hand more than there are players (BC-04, BC-34), or deal the final hand."""
    drop_out(s, final, log)
    if not final and not can_deal(s):
        s.phase = FINAL  # KK-G27
        return
    clear_table(s)
    if final:
        gather_board(s, log)
    else:
        ante(s, log)
    shuffle_all(s, s.pack)
    hand_out_cards(s, final, log)
    s.pack[:] = 0
    s.phase = FINAL_BETTING if final else BUYING
    if not final and not s.buy_dead:
        begin_poker(s)


@rule
def can_deal(s: Record) -> bool:
    """Whether two players have an ante left; those who stay are alike in this (`drop_out`)."""
    return bool(players(s) > 1 and afford(s, int(s.dealer), ANTE) == ANTE)


@rule
def hand_out_cards(s: Record, final: bool, log: Log) -> None:
    """One at a time from the dealer's left (BC-04): all cards, or five each in the final hand (BC-41).

    The dead hand gets the last card of each round, or the first (`dead_first`, BC-G02).
    """
    hands = players(s) if final else players(s) + 1
    dealt = FIVE * hands if final else CARDS
    at = 1 if s.dead_first and not final else 0
    s.dead = ALL_CARDS
    seat = int(s.dealer)
    for _ in range(players(s)):
        seat = seat_left(s, seat)
        for place in range(at, dealt, hands):
            s.held[seat] |= only(s.pack[place])
        s.dead ^= s.held[seat]
        emit(log, DEALT, seat, whole(s.held[seat]), 0, 1 << seat)
        at += 1


@rule
def clear_table(s: Record) -> None:
    """Take everything of the last hand off the table but the chips."""
    s.held[:] = NONE
    s.laid[:] = NONE
    s.fives[:] = NONE
    s.lacks[:] = NONE
    s.dead = NONE
    s.exposed = NONE
    s.earners[:] = NOBODY
    s.run_low = NO_CARD
    s.run_high = NO_CARD
    s.layer = NOBODY
    s.swapped = 0
    s.silent = 0


# --- Before the betting ---------------------------------------------------------------------------------------


@rule
def buy(s: Record, seat: int, swap: bool, log: Log) -> None:
    """The dealer may take the dead hand, unseen, for his own (BC-G23, BC-G27)."""
    announce(log, CHOSE_HAND, seat, 1 if swap else 0, 0)
    if swap:
        s.held[seat], s.dead = s.dead, s.held[seat]
        s.swapped = 1
        emit(log, DEALT, seat, whole(s.held[seat]), 1, 1 << seat)
    begin_poker(s)


@rule
def begin_poker(s: Record) -> None:
    """The five are computed at the showdown, or chosen first by each in turn (`poker_choose`, BC-G27)."""
    s.phase = BETTING
    if s.poker_choose:
        s.phase = CHOOSING
        s.turn = s.dealer
        next_chooser(s)


@rule
def next_chooser(s: Record) -> None:
    """The next seat with more than five cards chooses; five or fewer are no choice."""
    seat = int(s.turn)
    while seat != s.dealer or s.fives[seat] == NONE:
        seat = seat_left(s, seat)
        if count(s.held[seat]) > FIVE:
            s.turn = seat
            return
        s.fives[seat] = s.held[seat]
    s.phase = BETTING


@rule
def legal_picks(s: Record, seat: int, out: Actions) -> int:
    """Cards above the last one picked, with enough above them; idle: the best five."""
    cards = pickable(s, seat)
    idle = next_pick(s, seat)
    out[0] = PICK + idle
    n = 1
    cards ^= only(idle)
    while cards != NONE:
        out[n] = PICK + lowest(cards)
        cards = without_lowest(cards)
        n += 1
    return n


@rule
def next_pick(s: Record, seat: int) -> int:
    """The next card of the best five, if one can still be picked."""
    cards = pickable(s, seat)
    best = cards & best_five(s.held[seat], PAY_CARDS)
    return lowest(best if best != NONE else cards)


@rule
def pickable(s: Record, seat: int) -> np.uint64:
    """Cards that come after those picked and leave enough for the rest of the five."""
    picked = s.fives[seat]
    cards = s.held[seat]
    while picked & cards != NONE:
        cards = without_lowest(cards)
    left = count(cards) - (FIVE - count(picked)) + 1
    chosen = NONE
    for _ in range(left):
        chosen |= only(lowest(cards))
        cards = without_lowest(cards)
    return chosen


@rule
def pick_card(s: Record, seat: int, card: int, log: Log) -> None:
    """One more card of the five; the fifth completes it."""
    s.fives[seat] |= only(card)
    emit(log, PICKED, seat, card, 0, 1 << seat)
    if count(s.fives[seat]) == FIVE:
        next_chooser(s)
