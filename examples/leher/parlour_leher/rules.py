"""Le Her, after the rules LH-01 to LH-07 and our rulings."""

import numpy as np

from parlour.core.chance import begin, draw, forget_key
from parlour.core.contract import SPECTATOR, TABLE, Actions, Features, Log, Record, Rng, Words
from parlour.core.events import HAND_OVER, MATCH_OVER, announce, emit
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE, holds, only, pick
from parlour.core.records import require

from .table import *

# --- The contract ---------------------------------------------------------------------------------------------


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match; seat 0 receives first."""
    begin(s, seats, key)
    s.dealer = 1
    s.cards[:] = NO_CARD


@rule
def actors(s: Record) -> int:
    """The world deals; the receiver speaks, then the dealer."""
    if s.phase == DEALING:
        return 1 << TABLE
    return 0 if s.phase == OVER else 1 << turn(s)


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """Keep or change, for either player."""
    if seat == TABLE:
        out[0] = DEAL
        return 1
    out[0] = KEEP
    out[1] = CHANGE
    return 2


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action."""
    if action == DEAL:
        deal(s, log)
    elif action == KEEP:
        announce(log, KEPT, seat, 0, 0)
        go_on(s, log)
    elif s.phase == RECEIVING:
        change_with_dealer(s, seat, log)
    else:
        change_with_pack(s, seat, log)


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal what `seat` does not know afresh: the other's card, unless they have changed."""
    forget_key(s, rng)
    if s.phase != RECEIVING and s.phase != ANSWERING:
        return
    receiver = 1 - s.dealer
    unseen = np.uint64((1 << SIZE) - 1)
    if seat == SPECTATOR:
        kings = np.uint64(15) << np.uint64(4 * KING)
        s.cards[receiver] = pick(unseen & ~kings if s.changed == 1 else unseen, rng)  # LH-04: no King was given away
        s.cards[s.dealer] = pick(unseen & ~only(s.cards[receiver]), rng)
    elif s.changed == 0:
        s.cards[1 - seat] = pick(unseen & ~only(s.cards[seat]), rng)
    s.dealt = only(s.cards[0]) | only(s.cards[1])


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """The own rank, the other's if it is known, whether one deals, whether cards were changed."""
    out[:] = 0.0
    if seat == SPECTATOR or s.phase == DEALING:
        return
    out[rank(s.cards[seat])] = 1.0
    if s.changed == 1 or s.phase == OVER:
        out[13 + rank(s.cards[1 - seat])] = 1.0
    out[26] = 1.0 if s.dealer == seat else 0.0
    out[27] = s.changed


# --- The hand -------------------------------------------------------------------------------------------------


@rule
def rank(card: int) -> int:
    """LH-01: 0 for the ace, 12 for the King."""
    return card // 4


@rule
def turn(s: Record) -> int:
    """Who speaks."""
    return int(s.dealer) if s.phase == ANSWERING else 1 - int(s.dealer)


@rule
def deal(s: Record, log: Log) -> None:
    """LH-02: a card each."""
    s.changed = 0
    for seat in range(2):
        s.cards[seat] = take_card(s)
        emit(log, DEALT, seat, s.cards[seat], 0, 1 << seat)
    s.phase = RECEIVING


@rule
def take_card(s: Record) -> int:
    """The next card of the pack: any that has not been dealt."""
    while True:
        card = draw(s, SIZE)
        if not holds(s.dealt, card):
            s.dealt |= only(card)
            return card


@rule
def change_with_dealer(s: Record, seat: int, log: Log) -> None:
    """LH-03, unless LH-04 forbids it."""
    if rank(s.cards[s.dealer]) == KING:
        announce(log, KING_SHOWN, s.dealer, s.cards[s.dealer], 0)
        end_hand(s, log)  # LH-G02
        return
    s.cards[0], s.cards[1] = s.cards[1], s.cards[0]
    s.changed = 1
    for each in range(2):
        emit(log, SWAPPED, each, s.cards[each], 0, 3)  # both know both cards now
    s.phase = ANSWERING


@rule
def change_with_pack(s: Record, seat: int, log: Log) -> None:
    """LH-05, unless LH-06 forbids it."""
    card = take_card(s)
    if rank(card) == KING:
        announce(log, KING_SHOWN, TABLE, card, 0)
    else:
        s.cards[seat] = card
    end_hand(s, log)


@rule
def go_on(s: Record, log: Log) -> None:
    """After the receiver the dealer, after the dealer the end."""
    if s.phase == RECEIVING:
        s.phase = ANSWERING
    else:
        end_hand(s, log)


@rule
def end_hand(s: Record, log: Log) -> None:
    """LH-07; then the deal passes on (LH-G01)."""
    for seat in range(2):
        announce(log, SHOWN, seat, s.cards[seat], 0)
    receiver = 1 - s.dealer
    winner = receiver if rank(s.cards[receiver]) > rank(s.cards[s.dealer]) else int(s.dealer)
    announce(log, WON, winner, 0, 0)
    s.wins[winner] += 1
    s.played += 1
    s.dealer = receiver
    s.dealt = NONE  # all cards go back into the pack
    announce(log, HAND_OVER, TABLE, int(s.played), 1 if s.played == s.hands else 0)
    s.phase = OVER if s.played == s.hands else DEALING
    if s.phase == OVER:
        announce(log, MATCH_OVER, TABLE, winners(s), 0)


def sound(s: Record) -> None:
    """What must be true of a state from outside, beyond the bounds of its fields."""
    if s.phase in (RECEIVING, ANSWERING):
        held = [int(card) for card in s.cards]
        require(NO_CARD not in held and held[0] != held[1], "both players hold a card")
        require(all(int(s.dealt) >> card & 1 for card in held), "their cards have been dealt")
    require((s.phase == OVER) == (s.played >= s.hands), "the match is over when all hands have been played")
