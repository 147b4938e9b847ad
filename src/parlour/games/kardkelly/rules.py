"""Kard Kelly (1915): Kelly pool with cards, a game of chance, counters and memory.

Follows the printed sheet (KK-01..27) as ruled in KK-G01..27; RULES.md beside this file states them all.
`table.py` declares the state, the actions and the events. Here are the deal, the turn, and how the dead buy disks, in
the order of the sheet; pots, headers and the end of the match are in `pots.py`, what a seat knows in `knowledge.py`.
"""

from parlour.core.chance import begin, shuffle
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import announce
from parlour.core.kernel import rule
from parlour.core.pack.cards import lift
from parlour.core.pack.chips import pay, put_in
from parlour.core.pack.seating import everybody, left_of, next_of
from parlour.games.kardkelly.pots import settle, take_pot
from parlour.games.kardkelly.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: nothing has been dealt."""
    begin(s, seats, key)
    s.playing = everybody(s)
    s.holders[:] = NOBODY
    s.phase = DEALING


@rule
def actors(s: Record) -> int:
    """The drawer, or who is about a disk, or in a window everybody else who has not spoken (KK-20)."""
    if s.phase == TURNING:
        return 1 << int(s.turn)
    if s.phase == DEALING:
        return 1 << TABLE
    if s.phase == REJECTED or s.phase == KEPT:
        return witnesses(s)
    return 0 if s.phase == OVER else 1 << int(s.buyer)


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """What the phase allows, the idle move first: decline, keep, silent, stop (section 2c, KK-G22)."""
    if s.phase == TURNING:
        out[0] = TURN  # KK-10: no stopping
        return 1
    if s.phase == DEALING:
        out[0] = DEAL
        return 1
    if s.phase == DRAWING:
        return legal_draws(s, out)
    if s.phase == BUYING:
        out[0], out[1] = DECLINE, BUY
    elif s.phase == CHOOSING:
        out[0], out[1] = KEEP, REJECT
    else:
        out[0], out[1] = SILENT, CHALLENGE
    return 2


@rule
def legal_draws(s: Record, out: Actions) -> int:
    """Stop, draw on while there are disks (KK-23), or take back what was wrongly rejected (`reclaim`, KK-G11)."""
    out[0] = STOP
    n = 1
    if s.left > 0:
        out[n] = DRAW
        n += 1
    if s.offered > 0:
        out[n] = RECLAIM
        n += 1
    return n


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action; what follows of itself (misses, kills, headers) follows here."""
    if action == TURN:
        turn(s, seat, log)
    elif action == SILENT:
        keep_silent(s, seat)
    elif action == DEAL:
        deal(s, log)
    elif action == CHALLENGE:
        challenge(s, seat, log)
    else:
        about_a_disk(s, seat, action, log)
    if s.phase == SETTLING:
        settle(s, log)


# --- The deal -------------------------------------------------------------------------------------------------


@rule
def deal(s: Record, log: Log) -> None:
    """A counter from everybody (KK-09; for a header too, KK-25), a shuffled pack (KK-04), a disk each (KK-06)."""
    paid = 0
    for seat in range(s.seats):
        if (int(s.playing) >> seat) & 1:
            paid += put_in(s, seat, 1)
    s.pot += paid
    announce(log, ANTE, TABLE, paid, s.pot)
    shuffle_pack(s)
    draw_disks(s, log)
    if s.starter == LOWEST or (s.won == 0 and s.headers == 0):
        s.first = holder_of_lowest(s)  # KK-07; KK-G26: with `lowest` after headers too
    else:
        s.first = next_of(int(s.playing), int(s.first))  # KK-G02: headers count for the rotation
    announce(log, STARTS, s.first, 0, 0)
    begin_turn(s, int(s.first))


@rule
def shuffle_pack(s: Record) -> None:
    """All forty cards, face down, in a fair order (KK-01, KK-04)."""
    for i in range(DISKS):
        s.pack[i] = i + 1
        s.pack[DISKS + i] = BLANK
    for i in range(DISKS + BLANKS, CARDS):
        s.pack[i] = SCRATCH
    shuffle(s, s.pack)
    s.turned = 0


@rule
def draw_disks(s: Record, log: Log) -> None:
    """All fifteen disks back in the pool (KK-G15), unseen (KK-05); each seat draws one and shows it (KK-06)."""
    for i in range(DISKS):
        s.pool[i] = i + 1
    shuffle(s, s.pool)
    s.left = DISKS
    s.holders[:] = NOBODY
    for seat in range(s.seats):
        if (int(s.playing) >> seat) & 1:
            disk = take_disk(s)
            s.holders[disk] = seat
            announce(log, DISK, seat, disk, 0)
    s.alive = s.playing


@rule
def take_disk(s: Record) -> int:
    """The next disk of the pool."""
    s.left -= 1
    return lift(s.pool, s.left)


@rule
def holder_of_lowest(s: Record) -> int:
    """The seat with the lowest disk."""
    disk = 1
    while s.holders[disk] == NOBODY:
        disk += 1
    return int(s.holders[disk])


# --- The turn -------------------------------------------------------------------------------------------------


@rule
def begin_turn(s: Record, seat: int) -> None:
    """The dead keep their turns (KK-24) and begin them with the chance to buy a disk (KK-G06)."""
    s.turn = seat
    if s.turned == CARDS:
        s.phase = SETTLING
    else:
        ask(s, seat)


@rule
def ask(s: Record, seat: int) -> None:
    """Ask the seat, if it is dead and there are disks, whether it buys one; with `any_time` (KK-G25) the others too.

    They are asked clockwise, the drawer first of all. When nobody is left to ask, the drawer turns a card.
    """
    while True:
        if s.left > 0 and is_dead(s, seat):
            s.buyer = seat
            s.phase = BUYING
            return
        seat = left_of(s, seat)
        if s.revive_timing == OWN_TURN or seat == s.turn:
            break
    s.phase = SETTLING


@rule
def turn(s: Record, seat: int, log: Log) -> None:
    """The top card goes face up beside the pack (KK-10); BLANK and SCRATCH end the turn (KK-11, KK-12)."""
    card = int(s.pack[s.turned])
    s.turned += 1
    announce(log, TURNED, seat, card, 0)
    if card <= DISKS:
        turn_number(s, seat, card, log)
        return
    if card == SCRATCH:
        paid = put_in(s, seat, 1)
        s.pot += paid
        announce(log, SWEETENED, seat, paid, s.pot)
    begin_turn(s, next_of(int(s.playing), seat))


@rule
def turn_number(s: Record, seat: int, card: int, log: Log) -> None:
    """One's own number wins (KK-13), another's kills (KK-15), nobody's does nothing; one goes on (KK-G04, KK-G05)."""
    holder = int(s.holders[card])
    if holder == seat:
        take_pot(s, seat, log)
        return
    if holder != NOBODY:
        s.holders[card] = NOBODY  # KK-G08: the disk is out for the hand
        s.alive &= ~(1 << holder)
        announce(log, PUT_OUT, holder, seat, pay(s, holder, seat, 1))
    if s.revive_timing == ANY_TIME and s.turned < CARDS:
        ask(s, seat)
    else:
        s.phase = SETTLING  # KK-G14: a header comes at once, in the middle of a turn


# --- Disks for the dead ---------------------------------------------------------------------------------------


@rule
def about_a_disk(s: Record, seat: int, action: int, log: Log) -> None:
    """What a dead seat does about a new disk (KK-17, KK-18, KK-23)."""
    disk = int(s.offered)
    if action in (DECLINE, STOP):
        announce(log, DECLINED if action == DECLINE else STOPPED, seat, 0, 0)
        s.offered = 0
        done_buying(s)
    elif action in (BUY, DRAW):
        buy_disk(s, seat, action == BUY or s.revive_cost == PER_DISK, log)  # KK-G07, KK-G26
    elif action == REJECT:
        announce(log, REFUSED, seat, disk, 0)
        s.phase = REJECTED  # KK-20; KK-G10: even if the pool is empty
    elif action == KEEP and s.challenge_keep:
        announce(log, STAYS, seat, disk, 0)
        s.phase = KEPT
    else:
        announce(log, STAYS if action == KEEP else TOOK_BACK, seat, disk, 0)
        revive(s)


@rule
def buy_disk(s: Record, seat: int, costs: bool, log: Log) -> None:
    """Sweeten, if this disk costs anything, and draw it (KK-17)."""
    if costs:
        paid = put_in(s, seat, 1)
        s.pot += paid
        announce(log, BOUGHT, seat, paid, s.pot)
    s.offered = take_disk(s)
    announce(log, DREW, seat, s.offered, 0)
    s.phase = CHOOSING


@rule
def revive(s: Record) -> None:
    """The buyer is alive with the disk, even if its card is gone (KK-18, KK-G09)."""
    s.holders[s.offered] = s.buyer
    s.alive |= 1 << int(s.buyer)
    s.offered = 0
    done_buying(s)


@rule
def done_buying(s: Record) -> None:
    """On to the card, or with `any_time` to the next dead seat on the way round to the drawer (KK-G25)."""
    seat = left_of(s, int(s.buyer))
    s.buyer = 0
    if s.revive_timing == OWN_TURN or seat == s.turn:
        s.phase = SETTLING
    else:
        ask(s, seat)


@rule
def keep_silent(s: Record, seat: int) -> None:
    """Let it pass; the window closes when everybody has (C-15)."""
    s.silent |= 1 << seat
    if witnesses(s) == 0:
        close_window(s, False)


@rule
def challenge(s: Record, seat: int, log: Log) -> None:
    """Look for the number among the turned cards; who was wrong pays a counter (KK-21, KK-22, KK-G01, KK-G24)."""
    caught = was_turned(s, int(s.offered)) == (s.phase == KEPT)
    announce(log, DOUBTED, seat, s.buyer, 1 if caught else 0)
    if caught:
        pay(s, int(s.buyer), seat, 1)
    else:
        pay(s, seat, int(s.buyer), 1)
    close_window(s, caught)


@rule
def close_window(s: Record, caught: bool) -> None:
    """A disk kept stays unless it was caught; any other goes out (KK-G08), and the buyer may draw on (KK-23)."""
    kept = s.phase == KEPT
    s.silent = 0
    if kept and not caught:
        revive(s)
        return
    if kept or not caught or s.reclaim == 0:
        s.offered = 0  # KK-G11: with `reclaim` it may still be taken back, even from an empty pool (KK-G26)
    if s.left > 0 or s.offered > 0:
        s.phase = DRAWING
    else:
        done_buying(s)
