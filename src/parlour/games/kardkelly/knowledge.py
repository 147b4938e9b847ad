"""What a seat knows: fair samples of what it does not, and what it does as numbers."""

from collections import Counter
from typing import Any

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.core.records import require
from parlour.games.kardkelly.table import *


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Shuffle afresh what lies face down, the pack and the pool; everybody has seen the rest (C-18)."""
    forget_key(s, rng)
    if s.pack[0] == 0:
        return
    put_unseen(s, int(s.turned))
    mix(s.pack, int(s.turned), CARDS, rng)
    disks = in_pool(s)
    left = 0
    for disk in range(1, DISKS + 1):
        if (disks >> disk) & 1:
            s.pool[left] = disk
            left += 1
    mix(s.pool, 0, left, rng)


@rule
def put_unseen(s: Record, start: int) -> None:
    """Fill the pack from place `start` on with the cards that do not lie before it, in the order of their numbers."""
    at = start
    for face in range(1, FACES):
        for _ in range(copies(face) - lying(s, face, start)):
            s.pack[at] = face
            at += 1


@rule
def copies(face: int) -> int:
    """How many cards of a face the pack has (KK-01)."""
    if face <= DISKS:
        return 1
    return BLANKS if face == BLANK else SCRATCHES


@rule
def lying(s: Record, face: int, end: int) -> int:
    """How many cards of a face are among the first `end` of the pack."""
    n = 0
    for i in range(end):
        n += 1 if s.pack[i] == face else 0
    return n


@rule
def mix(cards: Any, start: int, end: int, rng: Rng) -> None:
    """Put the cards from place `start` up to `end` in a fair order."""
    for last in range(end - 1, start, -1):
        place = start + below(rng, last - start + 1)
        cards[last], cards[place] = cards[place], cards[last]


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat that remembers everything knows, seats counted clockwise from itself (C-18).

    | from | what                                                        | numbers |
    |------|-------------------------------------------------------------|---------|
    | 0    | numbers turned                                              | 15      |
    | 15   | BLANKs / 15, SCRATCHes / 10, all cards turned / 40          | 3       |
    | 18   | phase: buying, choosing, rejected, kept, drawing, turning   | 6       |
    | 24   | the disk offered                                            | 15      |
    | 39   | disks in the pool                                           | 15      |
    | 54   | seats / 15, pot / 100, pots won, headers, pool / 15         | 5       |
    | 59   | of each seat, see `observe_seat`                            | 15 x 21 |
    """
    out[:] = 0.0
    for i in range(s.turned):
        if s.pack[i] <= DISKS:
            out[int(s.pack[i]) - 1] = 1.0
    out[15] = lying(s, BLANK, int(s.turned)) / BLANKS
    out[16] = lying(s, SCRATCH, int(s.turned)) / SCRATCHES
    out[17] = s.turned / CARDS
    if BUYING <= s.phase <= TURNING:
        out[18 + int(s.phase) - BUYING] = 1.0
    if s.offered > 0:
        out[24 + int(s.offered) - 1] = 1.0
    for i in range(s.left):
        out[39 + int(s.pool[i]) - 1] = 1.0
    out[54] = s.seats / MOST_SEATS
    out[55] = min(1.0, s.pot / 100)
    out[56] = min(1.0, s.won / s.hands)
    out[57] = min(1.0, s.headers / s.header_cap)
    out[58] = s.left / DISKS
    own = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        observe_seat(s, (own + place) % int(s.seats), 59 + 21 * place, out)


@rule
def observe_seat(s: Record, seat: int, at: int, out: Features) -> None:
    """Twenty-one numbers: in the match, alive, drawer, buyer, starter, balance, and its disk (15)."""
    playing = BUYING <= s.phase <= TURNING
    out[at] = float((int(s.playing) >> seat) & 1)
    out[at + 1] = float((int(s.alive) >> seat) & 1)
    out[at + 2] = 1.0 if playing and seat == s.turn else 0.0
    out[at + 3] = 1.0 if BUYING <= s.phase <= DRAWING and seat == s.buyer else 0.0
    out[at + 4] = 1.0 if playing and seat == s.first else 0.0
    out[at + 5] = min(1.0, max(0.0, 0.5 + s.balances[seat] / 200))
    for disk in range(1, DISKS + 1):
        if s.holders[disk] == seat:
            out[at + 5 + disk] = 1.0


# --- States from outside --------------------------------------------------------------------------------------


def sound(s: Record) -> None:
    """What must be true of a state that was made up, so that it can be played on; `PositionError` if it is not."""
    held = {disk: seat for disk, seat in enumerate(s.holders.tolist()) if seat != NOBODY}
    disks = [*held, *s.pool.tolist()[: s.left], *[disk for disk in [int(s.offered)] if disk]]
    require(len(set(disks)) == len(disks) and NO_DISK not in disks, "a disk lies in two places")
    alive = sum(1 << seat for seat in set(held.values()))
    require(s.alive == alive and alive.bit_count() == len(held), "alive is who has a disk, and nobody has two")
    require(alive & ~int(s.playing) == 0, "who is out of the match has no disk")
    fresh = s.phase == DEALING and s.won == s.headers == 0
    require(fresh or Counter(s.pack.tolist()) == WHOLE_PACK, "a pack has 1 to 15, ten SCRATCH and fifteen BLANK cards")
    require(not fresh or not (s.pack.any() or disks), "before the first deal the table is bare")
    check_phase(s)
    check_buyer(s)
    check_counters(s)


def check_phase(s: Record) -> None:
    """The phase fits the cards, the pots and the seats."""
    over = s.won >= s.hands or int(s.playing).bit_count() < 2
    require(over == (s.phase == OVER), f"the match is {'over' if over else 'not over'} with {s.won} pots won")
    most = 0 if over else int(s.header_cap) - 1
    require(s.headers <= most, f"there can be at most {most} headers in a row here, not {s.headers}")
    if s.phase in BETWEEN:
        require(s.turn == s.buyer == s.offered == s.silent == 0, "between rounds nobody acts")
        return
    require(s.turned < CARDS, "when the pack is turned out, the round is over")
    for seat in (int(s.first), int(s.turn)):
        require(bool(int(s.playing) >> seat & 1), f"seat {seat} is out of the match")
    fewest = 2 if s.last_alive_wins else 1
    asking = s.phase != TURNING and s.revive_timing == ANY_TIME
    require(int(s.alive).bit_count() >= fewest or asking, "so few are alive that the round is over")


def check_buyer(s: Record) -> None:
    """Who is about a disk is dead, and may be about one (KK-17, KK-G06), and the window fits."""
    others = int(s.playing) & ~(1 << int(s.buyer)) if s.phase in WINDOWS else 0
    waiting = others & ~int(s.silent)
    require(
        int(s.silent) & ~others == 0 and bool(waiting) == bool(others), "others let a window pass, and not all have"
    )
    if s.phase in (*BETWEEN, TURNING):
        require(s.buyer == s.offered == 0, f"nobody buys in the phase {PHASES[s.phase]}")
        return
    require(is_dead(s, int(s.buyer)), f"seat {s.buyer} is not dead, so it buys nothing")
    require(s.revive_timing == ANY_TIME or s.buyer == s.turn, "disks are bought in one's own turn")
    require(s.phase != KEPT or s.challenge_keep == 1, "a disk that was kept cannot be challenged here")
    wanted = s.phase in (CHOOSING, *WINDOWS)
    may_reclaim = s.phase == DRAWING and s.reclaim == 1 and not was_turned(s, int(s.offered))
    fits = bool(s.offered) == wanted or (s.offered > 0 and may_reclaim)
    require(fits, f"in the phase {PHASES[s.phase]} {'a' if wanted else 'no'} disk is offered")
    may_draw = s.phase == BUYING or (s.phase == DRAWING and s.offered == 0)
    require(s.left > 0 or not may_draw, "there is no disk left to draw")


def check_counters(s: Record) -> None:
    """Counters neither appear nor vanish (C-09); without credit nobody owes, and who has none is out (KK-G27)."""
    balances = s.balances.tolist()[: s.seats]
    require(s.pot == -sum(balances), f"{-sum(balances)} counters are missing from the balances, and belong in the pot")
    dealt = s.headers > 0 or s.phase not in BETWEEN
    require((s.pot > 0) == dealt, "there is a pot from the deal until it is won")
    for seat, balance in enumerate(balances):
        away, purse = not int(s.playing) >> seat & 1, int(s.stake) + balance
        if s.credit:
            require(not away, "on credit nobody is out of the match")
        else:
            broke = (away and purse > 0) or (s.phase == DEALING and not dealt and not away and purse == 0)
            require(purse >= 0 and not broke, f"seat {seat} has {purse} counters, which cannot be")
