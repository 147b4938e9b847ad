"""What a seat knows: fair samples of what it does not, and what it does as numbers."""

from typing import Any

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.games.kardkelly.state import *


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
