"""Why a seat might bet or lead so: how often the hand wins, where a run stops, and what it earns on the way."""

from functools import lru_cache
from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernels import States
from parlour.core.pack.cards import NONE
from parlour.core.pack.ordinary import PACK, RANKS
from parlour.core.pack.poker import best_five, kind_of_rank, poker_rank
from parlour.core.plain import Figures
from parlour.core.texts import Reason
from parlour.games.bacarac import GAME
from parlour.games.bacarac.advice import WORTH_BETTING, chips_for, plausible
from parlour.games.bacarac.knowledge import is_dead_known, redeal
from parlour.games.bacarac.table import *

SEED: Final = np.uint64(0x9E3779B97F4A7C15)
WORLDS: Final = 300  # deals of the unseen cards
LEAST_WEIGHT: Final = 1e-6  # of a deal that does not fit the betting at all, where none does


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal action."""
    if action < LEAD:
        return why_word(s, seat, action)
    if action < KEEP:
        return why_lead(s, seat, action - LEAD)
    if action < PICK:
        return why_hand(s, seat, action)
    if action < CLAIM:
        best = int(best_five(s.held[seat], PAY_CARDS))
        return Reason("pick" if (best >> (action - PICK)) & 1 else "pick_other", {"card": PACK.names[action - PICK]})
    if action < SILENT:
        division = action - CLAIM
        return Reason("claim", {"chips": int(s.board[division]), "division": DIVISION_NAMES[division]})
    return Reason("silent", {"chips": sum(int(s.board[d]) for d in range(DIVISIONS) if s.earners[d] == seat)})


# --- The poker hand -------------------------------------------------------------------------------------------


def why_word(s: Record, seat: int, action: int) -> Reason:
    """A word in the betting beside how often the hand wins."""
    share, due = share_of(s.tobytes(), seat), int(s.bet) - int(s.bets[seat])
    five = s.fives[seat] if int(s.fives[seat]) else s.held[seat]
    words = {
        "poker": POKER_NAMES[kind_of_rank(poker_rank(five))],
        "percent": round(100 * share),
        "due": due,
        "pot": int(s.board[POT]),
    }
    strong = share * int(s.in_pot).bit_count() > WORTH_BETTING
    pays = share * (int(s.board[POT]) + due) > due
    if action == CHECK:
        return Reason("check_strong" if strong else "check", words)
    if action == CALL:
        return Reason("call" if pays else "call_dear", words)
    if action == FOLD:
        return Reason("fold_free" if due == 0 else "fold_good" if pays else "fold", words)
    verb = "raise" if action > RAISE else "bet"
    return Reason(f"{verb}_strong" if strong else f"{verb}_weak", words)


def why_hand(s: Record, seat: int, action: int) -> Reason:
    """The dealer's hand, or the dead one unseen."""
    share, fair = share_of(s.tobytes(), seat), 1 / int(players(s))
    verb = "keep" if action == KEEP else "swap"
    words = {"percent": round(100 * share), "fair": round(100 * fair)}
    return Reason(f"{verb}_good" if share >= fair else f"{verb}_poor", words)


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """How often the hand wins against all that are still in, dealing the unseen cards as the betting makes likely."""
    s, told, world = states[0], out[0], scratch[0]
    against = int(s.in_pot if s.in_pot else s.playing) & ~(1 << seat)
    own = poker_rank(s.fives[seat] if s.fives[seat] != NONE else s.held[seat])
    told.rng[0] = SEED
    for _ in range(WORLDS):
        scratch[0] = states[0]
        redeal(world, seat, told.rng)
        weight = max(plausible(world, seat), LEAST_WEIGHT)
        best = 0
        for other in range(s.seats):
            if (against >> other) & 1:
                best = max(best, poker_rank(world.held[other]))
        told.won += weight * (1.0 if own > best else 0.5 if own == best else 0.0)
        told.weights += weight


FIGURES: Final = Figures(GAME, [("won", np.float64), ("weights", np.float64), ("rng", np.uint64, 1)], work_out)


@lru_cache(maxsize=4)
def share_of(state: bytes, seat: int) -> float:
    """The share of the worlds that the hand wins."""
    told = FIGURES.record(np.frombuffer(state, dtype=STATE.layout), seat)[0]
    return float(told.won / told.weights)


# --- The stops ------------------------------------------------------------------------------------------------


def why_lead(s: Record, seat: int, suit: int) -> Reason:
    """What the first stretch of the run, which is all one's own, does."""
    held, gone = int(s.held[seat]), gone_cards(s, seat)
    end = RANKS * (suit + 1)
    first = next(card for card in range(RANKS * suit, end) if (held >> card) & 1)
    last = first
    while last + 1 < end and (held >> (last + 1)) & 1:
        last += 1
    run = (1 << (last + 1)) - (1 << first)
    earned = sum(int(chips_for(s, np.uint64(run & ((2 << card) - 1)), card)) for card in range(first, last + 1))
    words = {"card": PACK.names[first], "last": PACK.names[last], "chips": earned, "kitty": int(s.board[KITTY])}
    if held == run:
        return Reason("lead_out", words)
    if earned:
        return Reason("lead_earns", words)
    if last + 1 == end or (gone >> (last + 1)) & 1:
        return Reason("lead_stops" if held & ~run & change_after(s, last) else "lead_stops_short", words)
    words["following"] = PACK.names[last + 1]
    unreachable = first == RANKS * suit or (gone >> (first - 1)) & 1
    return Reason("lead_unreachable" if unreachable else "lead", words)


def change_after(s: Record, last: int) -> int:
    """The cards that may be led after a run that stops at a card."""
    states = np.zeros(1, dtype=STATE.layout)
    states[0] = s
    states[0].run_high = last
    return int(allowed(states[0]))


def gone_cards(s: Record, seat: int) -> int:
    """Cards that the seat knows to be laid or dead."""
    gone = int(s.dead) if is_dead_known(s, seat) else int(s.exposed)
    for other in range(s.seats):
        gone |= int(s.laid[other])
    return gone
