"""Kard Kelly's table: the record of a match, its actions and events, and the small words.

Cards are their numbers, 1 to 15, then BLANK and SCRATCH, all of whose cards are alike. A disk that is neither in the
pool, nor before a seat, nor offered, is out of play (KK-G08).
"""

from collections import Counter
from dataclasses import replace
from typing import Final

from parlour.core.contract import Record
from parlour.core.kernel import rule
from parlour.core.kinds import HEAVY, event, events
from parlour.core.records import field, pile, record
from parlour.core.totals import sheet
from parlour.core.values import ANY_SEAT, COUNT, FLAG, choice, number, seat, seats
from parlour.core.verbs import actions
from parlour.games.kardkelly import GAME

DISKS: Final = 15  # KK-02; there is a card for each
BLANKS: Final = 15  # KK-01
SCRATCHES: Final = 10
CARDS: Final = 40
BLANK: Final = 16
SCRATCH: Final = 17
FACES: Final = 18
MOST_SEATS: Final = 15  # KK-03
NOBODY: Final = -1
NO_DISK: Final = 0
FACE_NAMES: Final = ("", *(str(number) for number in range(1, DISKS + 1)), "BLANK", "SCRATCH")
WHOLE_PACK: Final = Counter(dict.fromkeys(range(1, DISKS + 1), 1) | {BLANK: BLANKS, SCRATCH: SCRATCHES})
MANY: Final = ("", "double", "triple", "quadruple", "quintuple", "sextuple", "septuple", "octuple", "nonuple")

# DEALING is the world's; from BUYING to DRAWING a dead seat is about a new disk; REJECTED and KEPT are windows.
# SETTLING lasts only until the action that led there has been carried out.
PHASES: Final = ("deal", "buy", "disk", "rejected", "kept", "draw", "turn", "over")
DEALING, BUYING, CHOOSING, REJECTED, KEPT, DRAWING, TURNING, OVER, SETTLING = range(9)
BETWEEN: Final = (DEALING, OVER)
WINDOWS: Final = (REJECTED, KEPT)

# Options, as numbered in the game's facts.
ROTATE, LOWEST = range(2)
OWN_TURN, ANY_TIME = range(2)
ONCE, PER_DISK = range(2)

FACE: Final = replace(
    choice("-", *(str(number) for number in range(1, DISKS + 1)), "b", "s"), data=FACE_NAMES.__getitem__
)
DISK_NUMBER: Final = number(0, DISKS, none=NO_DISK)
PLAYER: Final = seat(MOST_SEATS)
SOME_PLAYERS: Final = seats(MOST_SEATS)
COUNTERS: Final = number(-1_000_000, 1_000_000)


def header_name(headers: int) -> str:
    """What a header is called: the first is a double-header, the next a triple-header (KK-25, KK-26)."""
    return f"{MANY[headers]}-header" if headers < len(MANY) else f"{headers + 1}-fold header"


STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the round is"),
    first=field(PLAYER, "who started this round, or the last one"),
    turn=field(PLAYER, "who turns cards; 0 between rounds"),
    buyer=field(PLAYER, "who is asked for, or is busy with, a new disk; 0 when nobody is"),
    offered=field(DISK_NUMBER, "the disk that the buyer has drawn, or may take back (`reclaim`)"),
    playing=field(SOME_PLAYERS, "the seats still in the match (KK-G27)"),
    alive=field(SOME_PLAYERS, "the seats with a disk before them; a phantom's too (KK-G09)"),
    silent=field(SOME_PLAYERS, "the seats that have let the open window pass"),
    holders=field(seat(MOST_SEATS, nobody=True), "who has each disk before them, from disk 0 on", places=DISKS + 1),
    pool=pile(DISK_NUMBER, "left", DISKS, "disks that nobody has drawn, the next one last"),
    left=field(number(0, DISKS), "how many disks are in the pool"),
    pack=field(FACE, "the forty cards; those turned come first, the last of them on top (KK-10)", places=CARDS),
    turned=field(number(0, CARDS), "how many of them lie face up"),
    balances=field(COUNTERS, "counters won and lost, below zero for who owes", per_seat=MOST_SEATS),
    pot=field(number(0, 15_000_000), "counters in the centre of the table"),
    won=field(number(0, 30_000), "pots won so far"),
    headers=field(number(0, 1_000), "headers in a row (KK-26)"),
)

ACTIONS: Final = actions(
    turn=(),  # the seat whose turn it is
    buy=(),  # a dead seat that is asked whether it wants a disk
    decline=(),
    keep=(),  # a dead seat that has drawn a disk
    reject=(),  # "its card has been turned"
    challenge=(),  # anybody else, when a disk was rejected (or kept, `challenge_keep`)
    silent=(),
    draw=(),  # a dead seat whose disk went out
    stop=(),
    reclaim=(),  # the same, if a challenge proved its disk good (`reclaim`)
    deal=(),  # the table: shuffle, antes, disks; also for a header
)
TURN, BUY, DECLINE, KEEP, REJECT, CHALLENGE, SILENT, DRAW, STOP, RECLAIM, DEAL = ACTIONS.firsts
MOST_LEGAL: Final = 3
MOST_EVENTS: Final = 24
FEATURES: Final = 374

EVENTS: Final = events(
    ante=event("KK-09", paid=COUNT, pot=COUNT),
    disk=event("KK-06", disk=COUNT, reveals=True, fades=True),
    starts=event("KK-07", reveals=True),
    turned=event("KK-10", card=FACE, reveals=True, fades=True),
    sweetened=event("KK-12", paid=COUNT, pot=COUNT),
    put_out=event("KK-15", by=ANY_SEAT, paid=COUNT, weight=HEAVY),
    bought=event("KK-17", paid=COUNT, pot=COUNT),
    declined=event("KK-17"),
    drew=event("KK-17", disk=COUNT, reveals=True, fades=True),
    kept=event("KK-18", disk=COUNT, fades=True),
    rejected=event("KK-18", disk=COUNT, fades=True),
    challenged=event("KK-20", accused=ANY_SEAT, right=FLAG, fades=True, weight=HEAVY),
    stopped=event("KK-G11"),
    reclaimed=event("KK-G11", disk=COUNT, fades=True),
    won=event("KK-13", counters=COUNT, alone=FLAG, weight=HEAVY),
    header=event("KK-25", name=replace(COUNT, data=header_name, kind="name"), pot=COUNT, weight=HEAVY),
    shared=event("KK-G21", counters=COUNT, weight=HEAVY),
    broke=event("KK-G27", weight=HEAVY),
)
ANTE, DISK, STARTS, TURNED, SWEETENED, PUT_OUT, BOUGHT, DECLINED, DREW, *_REST = EVENTS
STAYS, REFUSED, DOUBTED, STOPPED, TOOK_BACK, WON, HEADER, SHARED, BROKE = _REST

# Most counters win, ties jointly (KK-G17, C-12).
scores, payoffs, winners = sheet("balances", OVER)


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
