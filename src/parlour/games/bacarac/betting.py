"""The poker game: one round of betting, the showdown, the Pot."""

import numpy as np

from parlour.core.contract import Actions, Log, Record
from parlour.core.events import announce, is_heard
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, count
from parlour.core.pack.chips import purse, put_in
from parlour.core.pack.poker import best_five, kind_of_rank, poker_rank
from parlour.core.pack.seating import next_of
from parlour.games.bacarac.scoring import reveal
from parlour.games.bacarac.table import *


@rule
def begin_betting(s: Record) -> None:
    """The player on the dealer's left speaks first (BC-13); whoever has no chip left has nothing to say."""
    s.in_pot = s.playing
    s.waiting = able_to_bet(s)
    cold = s.phase == FINAL_BETTING and not s.final_betting  # BC-G18
    if cold or count(np.uint64(s.waiting)) < 2:
        s.waiting = 0
    else:
        s.turn = next_of(int(s.waiting), int(s.dealer))


@rule
def able_to_bet(s: Record) -> int:
    """Mask of the seats in the Pot that have a chip, or credit."""
    mask = int(s.in_pot)
    if not s.credit:
        for seat in range(s.seats):
            if purse(s, seat) <= 0:
                mask &= ~(1 << seat)
    return mask


@rule
def legal_bets(s: Record, seat: int, out: Actions) -> int:
    """Bet, check or pass (BC-14); once there is a bet: pass, call or raise. The idle move comes first."""
    due = int(s.bet) - int(s.bets[seat])
    most = int(s.bet_most) if s.credit else min(int(s.bet_most), purse(s, seat) - due)
    if s.bet == 0:
        out[0] = CHECK
        n = put_amounts(BET, most, out, 1)
        if not s.pass_is_check:  # BC-G05
            out[n] = FOLD
            n += 1
        return n
    out[0] = FOLD
    out[1] = CALL
    if s.raised == s.raises:  # BC-G06
        return 2
    return put_amounts(RAISE, most, out, 2)


@rule
def put_amounts(action: int, most: int, out: Actions, n: int) -> int:
    """Append bets or raises of one chip up to the most."""
    for chips in range(1, most + 1):
        out[n] = action + chips
        n += 1
    return n


@rule
def speak(s: Record, seat: int, action: int, log: Log) -> None:
    """One seat's word; all others in the Pot must answer a bet or a raise."""
    s.waiting &= ~(1 << seat)
    if action == FOLD:
        s.in_pot &= ~(1 << seat)
        announce(log, FOLDED, seat, 0, 0)
    elif action == CHECK:
        announce(log, CHECKED, seat, 0, 0)
    elif action == CALL:
        announce(log, CALLED, seat, put_chips(s, seat), 0)
    else:
        raise_bet(s, seat, action, log)
    if s.waiting != 0:
        s.turn = next_of(int(s.waiting), seat)


@rule
def raise_bet(s: Record, seat: int, action: int, log: Log) -> None:
    """Bet, or call and raise."""
    raising = action > RAISE
    chips = action - (RAISE if raising else BET)
    s.bet += chips
    s.raised += 1 if raising else 0
    paid = put_chips(s, seat)
    announce(log, RAISED if raising else MADE_BET, seat, chips, paid)
    s.waiting = able_to_bet(s) & ~(1 << seat)


@rule
def put_chips(s: Record, seat: int) -> int:
    """Into the Pot what the seat is short of the bet (BC-15), or all it has left (BC-G21); how much that was."""
    paid = put_in(s, seat, int(s.bet) - int(s.bets[seat]))
    s.bets[seat] += paid
    s.board[POT] += paid
    return paid


# --- The showdown ---------------------------------------------------------------------------------------------


@rule
def end_betting(s: Record, log: Log) -> None:
    """The best hand wins the Pot (BC-16); then come the stops (BC-17), or nothing is left to play for."""
    final = s.phase == FINAL_BETTING
    show_hands(s, log)
    share_pot(s, final, log)
    s.bets[:] = 0
    s.bet = 0
    s.raised = 0
    s.in_pot = 0
    s.waiting = 0
    if final:
        reveal(s, log)
    s.turn = 0 if final else seat_left(s, s.dealer)  # BC-18
    s.phase = FINAL if final else LEADING


@rule
def show_hands(s: Record, log: Log) -> None:
    """Whoever is still in shows the best five (BC-11, BC-G04), unless nobody else is (BC-G06)."""
    contested = one_left(s) == 0
    for seat in range(s.seats):
        if not contested or not (int(s.in_pot) >> seat) & 1:
            s.fives[seat] = NONE
            continue
        if not s.poker_choose or s.phase == FINAL_BETTING:
            s.fives[seat] = best_five(s.held[seat], PAY_CARDS)
        if is_heard(log):
            announce(log, SHOWED, seat, whole(s.fives[seat]), kind_of_rank(poker_rank(s.fives[seat])))


@rule
def is_betting(s: Record) -> bool:
    """Whether the poker hand is being played."""
    return bool(s.phase == BETTING or s.phase == FINAL_BETTING)


@rule
def one_left(s: Record) -> int:
    """The mask of the only seat that has not folded, 0 if there are more."""
    return int(s.in_pot) if s.in_pot & (s.in_pot - 1) == 0 else 0


@rule
def share_pot(s: Record, final: bool, log: Log) -> None:
    """Pay the Pot, part by part: each part goes to the best hand of those who put as much (BC-G21: side pots).

    On credit all who stayed have put the same, and there is one part.
    """
    eligible = int(s.in_pot)
    level = 0
    part = int(s.board[POT])
    for seat in range(s.seats):
        part -= int(s.bets[seat])
    while eligible != 0:
        least = least_put(s, eligible)
        for seat in range(s.seats):
            part += min(int(s.bets[seat]), least) - min(int(s.bets[seat]), level)
        pay_out(s, best_hands(s, eligible), part, final, log)
        level, part = least, 0
        for seat in range(s.seats):
            if s.bets[seat] <= level:
                eligible &= ~(1 << seat)


@rule
def least_put(s: Record, seats: int) -> int:
    """The least that any of the seats has bet."""
    least = 1 << 20
    for seat in range(s.seats):
        if (seats >> seat) & 1:
            least = min(least, int(s.bets[seat]))
    return least


@rule
def best_hands(s: Record, eligible: int) -> int:
    """Mask of the seats with the best five; suits break no ties (BC-G07)."""
    if eligible & (eligible - 1) == 0:
        return eligible
    best = -1
    winners = 0
    for seat in range(s.seats):
        if (eligible >> seat) & 1:
            rank = poker_rank(s.fives[seat])
            if rank > best:
                best, winners = rank, 0
            winners |= (1 << seat) if rank == best else 0
    return winners


@rule
def pay_out(s: Record, winners: int, chips: int, final: bool, log: Log) -> None:
    """Equal shares; odd chips stay in the Pot (BC-G07), in the final hand they go round from the dealer's left."""
    ways = count(np.uint64(winners))
    odd = chips % ways if final else 0  # BC-G18
    unseen = 1 if one_left(s) != 0 else 0
    seat = int(s.dealer)
    for _ in range(ways):
        seat = next_of(winners, seat)
        share = chips // ways + (1 if odd > 0 else 0)
        odd -= 1
        s.balances[seat] += share
        s.board[POT] -= share
        announce(log, WON, seat, share, unseen)
