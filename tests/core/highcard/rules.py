"""High Card: ten cards, one each (HC-1), keep or swap in turn (HC-2), highest wins (HC-3)."""

from typing import Final

import numpy as np

from parlour.core.chance import begin, draw, forget_key
from parlour.core.contract import SPECTATOR, TABLE, Actions, Features, Log, Numbers, Record, Rng, Words
from parlour.core.events import HAND_OVER, MATCH_OVER, announce, emit
from parlour.core.kernel import rule
from parlour.core.kinds import event, events
from parlour.core.pack.cards import count, only, pick
from parlour.core.pack.packs import Pack
from parlour.core.records import field, record
from parlour.core.values import COUNT, cards, choice, number
from parlour.core.verbs import actions

from . import GAME

CARDS: Final = 10
STATE: Final = record(
    GAME.options,
    gone=field(cards(Pack([str(card) for card in range(CARDS)], "0 to 9")), "cards that have left the pack"),
    cards=field(number(-1, CARDS - 1, none=-1), "everybody's card", per_seat=4),
    turn=field(number(0, 4), "who is to choose"),
    phase=field(choice("deal", "choose", "over"), "where the match is"),
)
ACTIONS: Final = actions(keep=(), swap=(), deal=())
KEEP, SWAP, DEAL = ACTIONS.firsts
MOST_LEGAL: Final = 2
MOST_EVENTS: Final = 8
FEATURES: Final = CARDS + 4
DEALING, CHOOSING, OVER = range(3)
EVENTS: Final = events(
    got=event("HC-1", card=COUNT, reveals=True),
    kept=event("HC-2"),
    shown=event("HC-3", card=COUNT, reveals=True),
)
GOT, KEPT, SHOWN = EVENTS


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    begin(s, seats, key)
    s.cards[:] = -1


@rule
def actors(s: Record) -> int:
    if s.phase == DEALING:
        return 1 << TABLE
    return 1 << s.turn if s.phase == CHOOSING else 0


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    if seat == TABLE:
        out[0] = DEAL
        return 1
    out[0] = KEEP
    out[1] = SWAP
    return 2


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    if action == DEAL:
        for other in range(s.seats):
            take_card(s, other, log)
        s.phase = CHOOSING
        return
    if action == SWAP:
        take_card(s, seat, log)
    else:
        announce(log, KEPT, seat, 0, 0)
    s.turn += 1
    if s.turn == s.seats:
        s.phase = OVER
        for other in range(s.seats):
            announce(log, SHOWN, other, s.cards[other], 0)
        announce(log, HAND_OVER, TABLE, 1, 1)
        announce(log, MATCH_OVER, TABLE, winners(s), 0)


@rule
def scores(s: Record, out: Numbers) -> None:
    for seat in range(s.seats):
        out[seat] = s.cards[seat] if s.phase == OVER else 0


@rule
def payoffs(s: Record, out: Numbers) -> None:
    for seat in range(s.seats):
        out[seat] = 0.0
        if s.phase == OVER:
            out[seat] = s.seats - 1 if (winners(s) >> seat) & 1 else -1


@rule
def winners(s: Record) -> int:
    if s.phase != OVER:
        return 0
    best = 0
    for seat in range(1, s.seats):
        higher = s.cards[seat] > s.cards[best]
        best = seat if higher != (s.low_wins == 1) else best
    return 1 << best


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    forget_key(s, rng)
    if s.phase != CHOOSING:
        return
    unknown = np.uint64((1 << CARDS) - 1)
    if seat != SPECTATOR:
        unknown &= ~only(s.cards[seat])
    swapped = count(s.gone) - s.seats
    s.gone = np.uint64(0) if seat == SPECTATOR else only(s.cards[seat])
    for other in range(s.seats):
        if other != seat:
            s.cards[other] = pick(unknown, rng)
            unknown &= ~only(s.cards[other])
            s.gone |= only(s.cards[other])
    for _ in range(swapped):
        s.gone |= only(pick(unknown & ~s.gone, rng))


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    out[:] = 0.0
    if seat != SPECTATOR and s.cards[seat] >= 0:
        out[s.cards[seat]] = 1.0
    out[CARDS + min(s.turn, 3)] = 1.0


@rule
def take_card(s: Record, seat: int, log: Log) -> None:
    left = CARDS - count(s.gone)
    place = draw(s, left)
    for card in range(CARDS):
        if s.gone & only(card) == np.uint64(0):
            if place == 0:
                s.cards[seat] = card
                s.gone |= only(card)
                break
            place -= 1
    emit(log, GOT, seat, s.cards[seat], 0, 1 << seat)
