"""Kard Kelly's notation: actions and positions as text, both ways.

Actions are one word each: `turn`, `buy`, `decline`, `keep`, `reject`, `challenge`, `silent`, `draw`, `stop`, `reclaim`,
and the table's `deal`. Cards are their numbers, `B` for BLANK and `S` for SCRATCH.

A position is one line of nine fields:

    | field    | for example  | meaning                                                                        |
    |----------|--------------|--------------------------------------------------------------------------------|
    | phase    | turn         | deal, buy, disk, rejected, kept, draw, turn or over                            |
    | seats    | 0,1          | who started; who turns (`-` between rounds)                                    |
    | buyer    | 1=9          | who is about a disk, and the disk drawn, if there is one; `-` for nobody       |
    | disks    | 1,-,11,14    | the disk before each seat; `-` for the dead, `x` for a seat out of the match   |
    | pool     | 5,9,7        | disks still to be drawn, the next one first; `-` for none                      |
    | pack     | 7,3,B/2,S... | the cards turned, in order, then those face down from the top; `-` before any  |
    | balances | 0,-2,-1,-1   | counters won and lost; what is missing lies in the pot                         |
    | count    | 0,0          | pots won, and headers in a row                                                 |
    | silent   | 0,2          | in a window: who has let it pass; `-` for nobody                               |

Disks that the text does not name are out of play. A round that is over stays in the text until the next deal.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from parlour.core.contract import Record
from parlour.core.positions import fields, number, numbers, one_of, parse_seats, seats_text
from parlour.errors import NotationError, PositionError
from parlour.games.kardkelly.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

ACTION_NAMES: Final = (
    *("turn", "buy", "decline", "keep", "reject", "challenge", "silent", "draw", "stop", "reclaim", "deal"),
)
FACE_NAMES: Final = ("", *(str(number) for number in range(1, DISKS + 1)), "B", "S")
CARD_NAMES: Final = ("", *(str(number) for number in range(1, DISKS + 1)), "BLANK", "SCRATCH")
PHASES: Final = ("deal", "buy", "disk", "rejected", "kept", "draw", "turn", "over")
FIELD_NAMES: Final = ("phase", "seats", "buyer", "disks", "pool", "pack", "balances", "count", "silent")
WHOLE_PACK: Final = Counter(dict.fromkeys(range(1, DISKS + 1), 1) | {BLANK: BLANKS, SCRATCH: SCRATCHES})
BETWEEN: Final = (DEALING, OVER)
WINDOWS: Final = (REJECTED, KEPT)
NO_DISK, AWAY = 0, -1


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation; it does not depend on the state."""
    return ACTION_NAMES[action]


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list of one."""
    word = text.strip().lower()
    if word not in ACTION_NAMES:
        raise NotationError(f"{text[:40]!r} is not an action of Kard Kelly; there are {', '.join(ACTION_NAMES)}")
    return [ACTION_NAMES.index(word)]


# --- Writing positions ----------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    phase, disks = int(s.phase), disks_of(s.holders.tolist(), int(s.seats))
    return " ".join(
        [
            PHASES[phase],
            f"{s.first},{'-' if phase in BETWEEN else s.turn}",
            "-" if phase in (*BETWEEN, TURNING) else f"{s.buyer}={s.offered}" if s.offered else str(s.buyer),
            ",".join(seat_text(disk, int(s.playing) >> seat & 1) for seat, disk in enumerate(disks)),
            list_text(s.pool.tolist()[: s.left][::-1]) or "-",
            pack_text(s.pack.tolist(), int(s.turned)),
            list_text(s.balances.tolist()[: s.seats]),
            f"{s.won},{s.headers}",
            seats_text(int(s.silent)),
        ]
    )


def seat_text(disk: int, there: int) -> str:
    """The disk before a seat, or what the seat is without one."""
    if disk:
        return str(disk)
    return "-" if there else "x"


def list_text(numbers: list[int]) -> str:
    """Numbers between commas."""
    return ",".join(map(str, numbers))


def disks_of(holders: Sequence[int], seats: int) -> list[int]:
    """The disk before each seat, 0 for none, from who holds each disk."""
    disks = [NO_DISK] * seats
    for disk, holder in enumerate(holders):
        if holder != NOBODY:
            disks[holder] = disk
    return disks


def pack_text(pack: list[int], turned: int) -> str:
    """The cards face up and those face down."""
    if pack[0] == 0:
        return "-"
    names = [FACE_NAMES[card] for card in pack]
    return f"{','.join(names[:turned])}/{','.join(names[turned:])}"


# --- Reading positions ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """What a position text says, field by field."""

    phase: int
    first: int
    turn: int
    buyer: int
    offered: int
    disks: list[int]
    pool: list[int]
    pack: list[int]
    turned: int
    balances: list[int]
    won: int
    headers: int
    silent: int

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.disks)

    @property
    def playing(self) -> int:
        """Mask of the seats still in the match."""
        return sum(1 << seat for seat, disk in enumerate(self.disks) if disk != AWAY)

    @property
    def alive(self) -> int:
        """Mask of the seats with a disk."""
        return sum(1 << seat for seat, disk in enumerate(self.disks) if disk > 0)

    @property
    def pot(self) -> int:
        """What the seats are short of lies in the centre (C-09)."""
        return -sum(self.balances)


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text."""
    told = parse_fields(text)
    s = draft(told.seats)
    check_cards(told)
    check_phase(s, told)
    check_buyer(s, told)
    check_counters(s, told)
    s.phase, s.first, s.turn = told.phase, told.first, max(told.turn, 0)
    s.buyer, s.offered = max(told.buyer, 0), told.offered
    for seat, disk in enumerate(told.disks):
        if disk > 0:
            s.holders[disk] = seat
    s.left, s.turned = len(told.pool), told.turned
    s.pool[: s.left] = told.pool[::-1]
    s.pack[: len(told.pack)] = told.pack
    s.balances[: s.seats] = told.balances
    s.playing, s.alive, s.silent = told.playing, told.alive, told.silent
    s.pot, s.won, s.headers = told.pot, told.won, told.headers


def parse_fields(text: str) -> Told:
    """Take a text apart, each field checked for itself."""
    phase, seats, buyer, disks, pool, pack, balances, count, silent = fields(text, FIELD_NAMES, "Kard Kelly")
    held = numbers(disks.replace("-", str(NO_DISK)).replace("x", str(AWAY)), None, AWAY, DISKS)
    most = len(held) - 1
    first, _, turn = seats.partition(",")
    who, _, offered = buyer.partition("=")
    won, headers = numbers(count, 2, 0, 30_000)
    cards, turned = parse_pack(pack)
    return Told(
        phase=one_of(phase, PHASES, "phase"),
        first=number(first, 0, most),
        turn=NOBODY if turn == "-" else number(turn, 0, most),
        buyer=NOBODY if buyer == "-" else number(who, 0, most),
        offered=number(offered, 1, DISKS) if offered else 0,
        disks=held,
        pool=[] if pool == "-" else numbers(pool, None, 1, DISKS),
        pack=cards,
        turned=turned,
        balances=numbers(balances, len(held), -1_000_000, 1_000_000),
        won=won,
        headers=headers,
        silent=parse_seats(silent, len(held)),
    )


def parse_pack(text: str) -> tuple[list[int], int]:
    """The cards of a pack, and how many of them are turned."""
    if text == "-":
        return [], 0
    up, stroke, down = text.partition("/")
    names = [name for part in (up, down) for name in part.split(",") if part]
    if not stroke or any(name not in FACE_NAMES[1:] for name in names):
        raise PositionError(f"{text[:40]!r} should be cards like 7,3,B/2,S: those turned, a stroke, those face down")
    cards = [FACE_NAMES.index(name) for name in names]
    if Counter(cards) != WHOLE_PACK:
        raise PositionError("a pack has the numbers 1 to 15, ten SCRATCH and fifteen BLANK cards, turned or not")
    return cards, len(up.split(",")) if up else 0


def check_cards(told: Told) -> None:
    """No disk is in two places, whoever is dead was killed (KK-15), and before the first deal there is nothing."""
    disks = [disk for disk in (*told.disks, told.offered, *told.pool) if disk > 0]
    if len(set(disks)) < len(disks):
        raise PositionError("a disk lies in two places")
    killers = set(told.pack[: told.turned]) - set(disks) - {BLANK, SCRATCH}
    if len(killers) < (told.playing & ~told.alive).bit_count() and told.pack:
        raise PositionError("for every dead seat the card of a disk out of play must have been turned")
    fresh = told.phase == DEALING and told.won == told.headers == 0
    if fresh != (not told.pack):
        raise PositionError("there is a pack from the first deal on, and none before it")
    if fresh and (disks or told.pot or told.first or any(told.balances) or AWAY in told.disks):
        raise PositionError("before the first deal the table is bare")


def check_phase(s: Record, told: Told) -> None:
    """The phase fits the cards, the pots and the seats."""
    over = told.won >= s.hands or told.playing.bit_count() < 2
    if over != (told.phase == OVER) or (over and told.headers):
        raise PositionError(f"the match is {'over' if over else 'not over'} with {told.won} pots won")
    if told.headers >= s.header_cap:
        raise PositionError(f"there can be at most {s.header_cap - 1} headers in a row here, not {told.headers}")
    if (told.turn == NOBODY) != (told.phase in BETWEEN):
        raise PositionError(
            f"{'some' if told.turn == NOBODY else 'no'}body turns cards in the phase {PHASES[told.phase]}"
        )
    if told.phase in BETWEEN:
        if told.headers and told.alive and told.turned < CARDS:
            raise PositionError("a header wants everybody dead, or the pack turned out")
        return
    if told.turned == CARDS:
        raise PositionError("when the pack is turned out, the round is over")
    for seat in (told.first, told.turn):
        if not (told.playing >> seat) & 1:
            raise PositionError(f"seat {seat} is out of the match")
    fewest = 2 if s.last_alive_wins else 1
    if told.alive.bit_count() < fewest and not (told.buyer != NOBODY and s.revive_timing == ANY_TIME):
        raise PositionError("so few are alive that the round is over")


def check_buyer(s: Record, told: Told) -> None:
    """Who is about a disk is dead, and may be about one (KK-17, KK-G06), and the window fits."""
    if (told.buyer == NOBODY) != (told.phase in (*BETWEEN, TURNING)):
        raise PositionError(f"{'some' if told.buyer == NOBODY else 'no'}body buys in the phase {PHASES[told.phase]}")
    others = told.playing & ~(1 << max(told.buyer, 0)) if told.phase in WINDOWS else 0
    if told.silent & ~others or (others and told.silent == others):
        raise PositionError("only other seats let a window pass, and when all have, it is closed")
    if told.buyer == NOBODY:
        return
    if not ((told.playing & ~told.alive) >> told.buyer) & 1:
        raise PositionError(f"seat {told.buyer} is not dead, so it buys nothing")
    if s.revive_timing == OWN_TURN and told.buyer != told.turn:
        raise PositionError("disks are bought in one's own turn")
    if told.phase == KEPT and not s.challenge_keep:
        raise PositionError("a disk that was kept cannot be challenged here")
    check_offer(s, told)


def check_offer(s: Record, told: Told) -> None:
    """The disk drawn is there when it must be, and the pool has one where one may be drawn."""
    wants_disk = told.phase in (CHOOSING, *WINDOWS)
    may_reclaim = told.phase == DRAWING and s.reclaim and told.offered not in told.pack[: told.turned]
    if bool(told.offered) != wants_disk and not (told.offered and may_reclaim):
        raise PositionError(f"in the phase {PHASES[told.phase]} {'a' if wants_disk else 'no'} disk is offered")
    if not told.pool and (told.phase == BUYING or (told.phase == DRAWING and not told.offered)):
        raise PositionError("there is no disk left to draw")


def check_counters(s: Record, told: Told) -> None:
    """Counters neither appear nor vanish (C-09); without credit nobody owes, and who has none is out (KK-G27)."""
    dealt = told.headers or told.phase not in BETWEEN
    if told.pot < 0 or bool(told.pot) != bool(dealt):
        raise PositionError(f"{told.pot} counters are missing from the balances, and they should lie in the pot")
    if s.credit:
        if AWAY in told.disks:
            raise PositionError("on credit nobody is out of the match")
        return
    for seat, balance in enumerate(told.balances):
        away, purse = told.disks[seat] == AWAY, int(s.stake) + balance
        if purse < 0 or (away and purse) or (told.phase == DEALING and not dealt and not away and not purse):
            raise PositionError(f"seat {seat} has {purse} counters, which cannot be")
