"""Why a seat might buy, keep, reject or challenge: what was turned, and what a disk is worth (see `advice.py`)."""

from parlour.core.contract import Record
from parlour.core.texts import Reason
from parlour.core.values import Seat
from parlour.games.kardkelly.advice import disk_price, numbers_turned, worth_a_disk
from parlour.games.kardkelly.table import *


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal action."""
    if action == TURN:
        return why_turn(s, seat)
    if action in (BUY, DECLINE, DRAW, STOP):
        return why_disk(s, seat, action)
    turned = was_turned(s, int(s.offered))
    words = {"disk": int(s.offered), "buyer": Seat(s.buyer)}
    if action == RECLAIM:
        return Reason("reclaim", words)
    if action in (KEEP, REJECT):
        return Reason(f"{'keep' if action == KEEP else 'reject'}_{'turned' if turned else 'good'}", words)
    wrong = turned == (s.phase == KEPT)
    return Reason(f"{'challenge' if action == CHALLENGE else 'silent'}_{'wrong' if wrong else 'right'}", words)


def why_turn(s: Record, seat: int) -> Reason:
    """What the next card may bring."""
    mine = [disk for disk in range(1, DISKS + 1) if s.holders[disk] == seat]
    words = {"left": CARDS - int(s.turned), "disk": mine[0] if mine else 0, "pot": int(s.pot)}
    if not mine:
        return Reason("turn_dead", words)
    return Reason("turn_phantom" if was_turned(s, mine[0]) else "turn", words)


def why_disk(s: Record, seat: int, action: int) -> Reason:
    """Whether a disk is worth its price."""
    good = (int(in_pool(s)) & ~int(numbers_turned(s))).bit_count()
    words = {"good": good, "left": int(s.left), "pot": int(s.pot)}
    price = 0.0 if action in (DRAW, STOP) and s.revive_cost != PER_DISK else float(disk_price(s, seat))
    worth = "no" if good == 0 else "good" if worth_a_disk(s, seat, price) else "poor"
    return Reason(f"{'take' if action in (BUY, DRAW) else 'leave'}_{worth}", words)
