"""Kard Kelly's table: the record of a match, the numbering of cards, actions and events, and the small words.

State, one record a match:

    | field        | meaning                                                                                 |
    |--------------|-----------------------------------------------------------------------------------------|
    | key, drawn   | the deal generator (core.chance)                                                        |
    | balances     | counters won and lost, below zero for who owes                                          |
    | pot          | counters in the centre of the table                                                     |
    | pack         | the forty cards; the first `turned` lie face up, the last of those on top (KK-10)       |
    | pool         | disks nobody has drawn, `left` of them, the next one last; zeros behind them            |
    | holders      | by disk: the seat that has it before it, NOBODY for a disk in the pool or out of play   |
    | playing      | mask of the seats still in the match (KK-G27)                                           |
    | alive        | mask of the seats with a disk before them; a phantom's too (KK-G09)                     |
    | silent       | mask of the seats that have let the open window pass; 0 without a window                |
    | won, headers | pots won so far; headers in a row (KK-26)                                               |
    | phase        | see the phases below                                                                    |
    | first        | who started this round, or the last one                                                 |
    | turn         | who turns cards; 0 between rounds                                                       |
    | buyer        | who is asked for, or is busy with, a new disk; 0 when nobody is                         |
    | offered      | the disk it has drawn, or may take back (`reclaim`); 0 for none                         |
    | turned, left | how many cards lie face up; how many disks are in the pool                              |
    | the options  | as `Option` numbers, each under its own name                                            |

A disk that is neither in the pool, nor before a seat, nor offered, is out of play (KK-G08).

Actions:

    | id | text      | who                                                                         |
    |----|-----------|-----------------------------------------------------------------------------|
    | 0  | turn      | the seat whose turn it is                                                   |
    | 1  | buy       | a dead seat that is asked whether it wants a disk                           |
    | 2  | decline   | the same                                                                    |
    | 3  | keep      | a dead seat that has drawn a disk                                           |
    | 4  | reject    | the same: "its card has been turned"                                        |
    | 5  | challenge | anybody else, when a disk was rejected (or kept, `challenge_keep`)          |
    | 6  | silent    | the same                                                                    |
    | 7  | draw      | a dead seat whose disk went out                                             |
    | 8  | stop      | the same                                                                    |
    | 9  | reclaim   | the same, if a challenge proved its disk good (`reclaim`)                   |
    | 10 | deal      | TABLE: shuffle, antes, disks; also for a header                             |

Cards are their numbers, 1 to 15, then BLANK and SCRATCH, all of whose cards are alike.
"""

from typing import Final

import numpy as np

from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, rule

DISKS: Final = 15  # KK-02; there is a card for each
BLANKS: Final = 15  # KK-01
SCRATCHES: Final = 10
CARDS: Final = 40
BLANK: Final = 16
SCRATCH: Final = 17
FACES: Final = 18
MOST_SEATS: Final = 15  # KK-03

State = layout(
    [
        *FIELDS,
        ("balances", np.int32, MOST_SEATS),
        ("pot", np.int32),
        ("pack", np.int8, CARDS),
        ("pool", np.int8, DISKS),
        ("holders", np.int8, DISKS + 1),
        ("seats", np.int8),
        ("playing", np.int16),
        ("alive", np.int16),
        ("silent", np.int16),
        ("won", np.int16),
        ("headers", np.int16),
        ("phase", np.int8),
        ("first", np.int8),
        ("turn", np.int8),
        ("buyer", np.int8),
        ("offered", np.int8),
        ("turned", np.int8),
        ("left", np.int8),
        ("starter", np.int8),
        ("hands", np.int16),
        ("header_cap", np.int16),
        ("stake", np.int16),
        ("revive_timing", np.int8),
        ("revive_cost", np.int8),
        ("challenge_keep", np.int8),
        ("reclaim", np.int8),
        ("last_alive_wins", np.int8),
        ("credit", np.int8),
    ]
)

TURN, BUY, DECLINE, KEEP, REJECT, CHALLENGE, SILENT, DRAW, STOP, RECLAIM, DEAL = range(11)
ACTIONS: Final = 11
MOST_LEGAL: Final = 3
MOST_EVENTS: Final = 24
FEATURES: Final = 374

# Phases. DEALING is the world's; from BUYING to DRAWING a dead seat is about a new disk; REJECTED and KEPT are windows.
# SETTLING lasts only until the action that led there has been carried out.
DEALING, BUYING, CHOOSING, REJECTED, KEPT, DRAWING, TURNING, OVER, SETTLING = range(9)
NOBODY: Final = -1

# Options, as numbered in the game's facts.
ROTATE, LOWEST = range(2)
OWN_TURN, ANY_TIME = range(2)
ONCE, PER_DISK = range(2)

# Events.
ANTE = FIRST_KIND  # everybody puts in a counter: a = how many in all, b = pot
DISK = FIRST_KIND + 1  # the seat draws a disk in the deal: a = disk
STARTS = FIRST_KIND + 2  # the seat turns first
TURNED = FIRST_KIND + 3  # a = card
SWEETENED = FIRST_KIND + 4  # a SCRATCH: a = counters paid, b = pot
PUT_OUT = FIRST_KIND + 5  # the seat is dead: a = who turned its number, b = counters paid to it
BOUGHT = FIRST_KIND + 6  # a = counters paid for the next disk, b = pot
DECLINED = FIRST_KIND + 7  # the seat wants no disk
DREW = FIRST_KIND + 8  # a = disk
STAYS = FIRST_KIND + 9  # the seat keeps its disk: a = disk
REFUSED = FIRST_KIND + 10  # the seat rejects its disk: a = disk
DOUBTED = FIRST_KIND + 11  # a challenge by the seat: a = who is challenged, b = 1 if the challenger was right
STOPPED = FIRST_KIND + 12  # the seat draws no more disks and stays dead
TOOK_BACK = FIRST_KIND + 13  # the seat takes its disk back: a = disk
WON = FIRST_KIND + 14  # the seat takes the pot: a = counters, b = 1 if for being the last alive
HEADER = FIRST_KIND + 15  # nobody won: a = headers in a row, b = pot
SHARED = FIRST_KIND + 16  # the pot is shared at the cap: a = counters
BROKE = FIRST_KIND + 17  # the seat is out of the match


@rule
def is_dead(s: Record, seat: int) -> bool:
    """Whether a seat of the match has no disk that counts."""
    return bool((int(s.playing) & ~int(s.alive)) >> seat & 1)


@rule
def witnesses(s: Record) -> int:
    """Mask of the seats that may still challenge: anybody else, live or dead (KK-G10), who has not spoken."""
    return int(s.playing) & ~int(s.silent) & ~(1 << int(s.buyer))


@rule
def was_turned(s: Record, number: int) -> bool:
    """Whether the card of a number lies among the turned cards."""
    for i in range(s.turned):
        if s.pack[i] == number:
            return True
    return False


@rule
def in_play(s: Record) -> int:
    """Mask of the disks before seats or offered, disk d being bit d."""
    disks = 1 << int(s.offered) if s.offered > 0 else 0
    for disk in range(1, DISKS + 1):
        disks |= 1 << disk if s.holders[disk] != NOBODY else 0
    return disks


@rule
def in_pool(s: Record) -> int:
    """Mask of the disks still to be drawn: everybody can tell which they are, though not their order."""
    disks = 0
    for i in range(s.left):
        disks |= 1 << int(s.pool[i])
    return disks
