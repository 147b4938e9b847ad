"""Revokes and their calling, under strict manners (KR-30, KR-G13, KR-G25)."""

import numpy as np

from parlour.core.contract import Actions, Log, Record
from parlour.core.events import announce
from parlour.core.kernel import rule
from parlour.core.pack.cards import NONE
from parlour.games.kamra.table import *


@rule
def callers(s: Record) -> int:
    """Seats that may call a revoke now: only off-suit cards, which all have seen, can be questioned (KR-G25)."""
    if s.manners == AUTO or (s.phase != PLAYING and s.phase != CLAIMS):
        return 0
    everyone = (1 << s.seats) - 1
    suspects = everyone & ~s.examined
    if suspects == 0:
        return 0
    if suspects & (suspects - 1) == 0:
        everyone &= ~suspects  # a lone suspect cannot accuse himself
    return everyone & ~s.silent


@rule
def legal_calls(s: Record, seat: int, out: Actions, n: int) -> int:
    """Keep silent, or call any other seat whose off-suit cards nobody has questioned."""
    if seat != s.turn or s.phase == CLAIMS:
        out[n] = SILENT
        n += 1
    for other in range(s.seats):
        if other != seat and not (s.examined >> other) & 1:
            out[n] = CALL + other
            n += 1
    return n


@rule
def call(s: Record, seat: int, accused: int, log: Log) -> None:
    """Look at the accused seat's cards: a revoke is proved, or the seat was truly out of suit (KR-G13)."""
    guilty = has_revoked(s, accused, s.played)
    if guilty:
        s.caught[accused] = s.played
    else:
        s.cleared[accused] = s.played
        s.voids[accused] = s.failed[accused]  # a wrong call costs nothing
    s.examined |= 1 << accused
    announce(log, CALLED, seat, accused, 1 if guilty else 0)


@rule
def has_revoked(s: Record, seat: int, upto: int) -> bool:
    """Whether, among the first `upto` cards, the seat failed to follow a suit that it held (KR-30)."""
    shown, failed = shown_revoke(s, seat, upto)
    return shown or holds_any(s.hands[seat], failed)


@rule
def shown_revoke(s: Record, seat: int, upto: int) -> tuple[bool, int]:
    """Whether the seat has played a suit after failing to follow it, as all can see; and the suits it failed in."""
    failed = 0
    leader = first_leader(s)
    for first in range(0, s.played, s.seats):
        place = first + (seat - leader) % s.seats
        if place < s.played:
            suit = suit_of(s.pack[place])
            if (failed >> suit) & 1:
                return True, failed
            if place < upto and suit != suit_of(s.pack[first]):
                failed |= 1 << suit_of(s.pack[first])
        if first + s.seats <= s.played:
            leader = taker_of(s, first, leader)
    return False, failed


@rule
def holds_any(hand: np.uint64, suits: int) -> bool:
    """Whether the hand has a card of any of the suits (a bit a suit)."""
    for suit in range(SUITS):
        if (suits >> suit) & 1 and hand & suit_cards(suit) != NONE:
            return True
    return False
