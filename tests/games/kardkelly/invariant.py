"""What must hold in every state of Kard Kelly: cards, disks and counters neither appear nor vanish."""

from collections import Counter

from parlour.core.contract import Record
from parlour.games.kardkelly.notation import WHOLE_PACK
from parlour.games.kardkelly.state import (
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
)


def wrong(s: Record) -> str | None:
    return wrong_counters(s) or wrong_cards(s) or wrong_disks(s) or wrong_phase(s)


def wrong_counters(s: Record) -> str | None:
    if int(s.balances.sum()) + int(s.pot):
        return f"balances and pot add up to {s.balances.sum() + s.pot}"
    if s.pot < 0 or s.balances[s.seats :].any():
        return "counters are where there is nobody"
    if not s.credit and (s.balances[: s.seats] < -s.stake).any():
        return "somebody owes without credit"
    return None


def wrong_cards(s: Record) -> str | None:
    if not 0 <= s.turned <= CARDS:
        return f"{s.turned} cards are turned"
    if s.pack.any() and Counter(s.pack.tolist()) != WHOLE_PACK:
        return "a card exists twice, or vanishes"
    return None


def wrong_disks(s: Record) -> str | None:
    pool = s.pool.tolist()[: s.left]
    held = [disk for disk in range(1, DISKS + 1) if s.holders[disk] != NOBODY]
    disks = [*pool, *held, *([int(s.offered)] if s.offered else [])]
    if len(set(disks)) < len(disks) or any(not 0 < disk <= DISKS for disk in disks):
        return "a disk is in two places"
    if s.pool[s.left :].any():
        return "a drawn disk is still in the pool"
    holders = [int(s.holders[disk]) for disk in held]
    if len(set(holders)) < len(holders) or sum(1 << seat for seat in holders) != int(s.alive):
        return "the living are not those with a disk"
    if int(s.alive) & ~int(s.playing):
        return "somebody out of the match has a disk"
    return None


def wrong_phase(s: Record) -> str | None:
    under_way = BUYING <= s.phase <= TURNING
    if s.turned == CARDS and under_way:
        return "the pack is turned out and the round goes on"
    if s.phase == TURNING and not s.alive:
        return "everybody is dead and cards are turned"
    if s.silent and s.phase not in (REJECTED, KEPT):
        return "a window has left something behind"
    if not BUYING <= s.phase <= DRAWING and (s.buyer or s.offered):
        return "a purchase has left something behind"
    if s.phase in (DEALING, OVER) and s.turn:
        return "a turn has left something behind"
    if bool(s.pot) != (under_way or s.headers > 0):
        return f"the pot is {s.pot}"
    return None
