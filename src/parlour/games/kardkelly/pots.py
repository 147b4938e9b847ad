"""Pots: how a round ends, who takes the counters, and how the match ends."""

import numpy as np

from parlour.core.contract import TABLE, Log, Record
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce
from parlour.core.kernel import rule
from parlour.core.pack.cards import lowest
from parlour.core.pack.chips import hand_out, purse
from parlour.games.kardkelly.table import *


@rule
def settle(s: Record, log: Log) -> None:
    """Before a card is turned: is there anybody to turn it for?

    Nobody alive makes a header (KK-25, KK-G14), and so does an empty pack: only phantoms are left (KK-G13). With
    `last_alive_wins` the last one alive has the pot (KK-G16), a phantom too (KK-G26).
    """
    alive = int(s.alive)
    if s.last_alive_wins and alive != 0 and alive & (alive - 1) == 0:
        take_pot(s, lowest(np.uint64(alive)), log)
    elif alive == 0 or s.turned == CARDS:
        make_header(s, log)
    else:
        s.phase = TURNING


@rule
def take_pot(s: Record, seat: int, log: Log) -> None:
    """The whole centre goes to the seat (KK-13)."""
    alone = s.last_alive_wins == 1 and int(s.alive) == 1 << seat
    announce(log, WON, seat, s.pot, 1 if alone else 0)
    s.balances[seat] += s.pot
    end_hand(s, log)


@rule
def make_header(s: Record, log: Log) -> None:
    """The pot stays and everybody draws again (KK-25, KK-26), but for the cap on headers in a row (KK-G18)."""
    s.headers += 1
    announce(log, HEADER, TABLE, s.headers, s.pot)
    if s.headers < s.header_cap:
        s.turn = 0
        s.phase = DEALING
        return
    announce(log, SAFETY_LIMIT, TABLE, 18, s.headers)
    announce(log, SHARED, TABLE, s.pot, 0)
    hand_out(s, int(s.pot), int(s.playing), int(s.first))  # KK-G21
    end_hand(s, log)


@rule
def end_hand(s: Record, log: Log) -> None:
    """A pot is won (KK-14); after so many the match is over (KK-G17), or when one seat is left (KK-G27)."""
    s.pot = 0
    s.headers = 0
    s.turn = 0
    s.won += 1
    announce(log, HAND_OVER, TABLE, s.won, 1)
    s.phase = DEALING
    if s.won < s.hands:
        send_off(s, log)
    if s.won >= s.hands or int(s.playing) & (int(s.playing) - 1) == 0:
        s.phase = OVER
        announce(log, MATCH_OVER, TABLE, winners(s), 0)


@rule
def send_off(s: Record, log: Log) -> None:
    """Without credit, whoever has nothing left for the ante is out of the match (KK-G27)."""
    if s.credit:
        return
    for seat in range(s.seats):
        if (int(s.playing) >> seat) & 1 and purse(s, seat) == 0:
            leave(s, seat)
            announce(log, BROKE, seat, 0, 0)


@rule
def leave(s: Record, seat: int) -> None:
    """The seat is out of the match, and its disk, if it had one, off the table."""
    s.playing &= ~(1 << seat)
    s.alive &= s.playing
    for disk in range(1, DISKS + 1):
        if s.holders[disk] == seat:
            s.holders[disk] = NOBODY
