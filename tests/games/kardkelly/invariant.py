"""What must hold in every state of Kard Kelly: cards, disks and counters neither appear nor vanish."""

from collections import Counter

from parlour.core.contract import Record
from parlour.games.kardkelly.table import (
    BUYING,
    CARDS,
    DEALING,
    DISKS,
    DRAWING,
    KEPT,
    NOBODY,
    OVER,
    REJECTED,
    TURNING,
    WHOLE_PACK,
)


def wrong(s: Record) -> str | None:
    return wrong_counters(s) or wrong_cards(s) or wrong_disks(s) or wrong_phase(s)


def wrong_counters(s: Record) -> str | None:
    balances, pot = s.balances.tolist(), int(s.pot)
    if sum(balances) + pot:
        return f"balances and pot add up to {sum(balances) + pot}"
    if pot < 0 or any(balances[s.seats :]):
        return "counters are where there is nobody"
    if not s.credit and min(balances) < -s.stake:
        return "somebody owes without credit"
    return None


def wrong_cards(s: Record) -> str | None:
    if not 0 <= s.turned <= CARDS:
        return f"{s.turned} cards are turned"
    if s.pack[0] and Counter(s.pack.tolist()) != WHOLE_PACK:
        return "a card exists twice, or vanishes"
    return None


def wrong_disks(s: Record) -> str | None:
    left, offered, alive = int(s.left), int(s.offered), int(s.alive)
    pool = s.pool.tolist()
    held = {disk: seat for disk, seat in enumerate(s.holders.tolist()) if seat != NOBODY}
    disks = [*pool[:left], *held, *([offered] if offered else [])]
    if len(set(disks)) < len(disks) or any(not 0 < disk <= DISKS for disk in disks):
        return "a disk is in two places"
    if any(pool[left:]):
        return "a drawn disk is still in the pool"
    holders = set(held.values())
    if len(holders) < len(held) or sum(1 << seat for seat in holders) != alive:
        return "the living are not those with a disk"
    if alive & ~int(s.playing):
        return "somebody out of the match has a disk"
    return None


def wrong_phase(s: Record) -> str | None:
    phase = int(s.phase)
    under_way = BUYING <= phase <= TURNING
    if s.turned == CARDS and under_way:
        return "the pack is turned out and the round goes on"
    if phase == TURNING and not s.alive:
        return "everybody is dead and cards are turned"
    if s.silent and phase not in (REJECTED, KEPT):
        return "a window has left something behind"
    if not BUYING <= phase <= DRAWING and (s.buyer or s.offered):
        return "a purchase has left something behind"
    if phase in (DEALING, OVER) and s.turn:
        return "a turn has left something behind"
    if bool(s.pot) != (under_way or s.headers > 0):
        return f"the pot is {s.pot}"
    return None
