"""Why a side might move so: the sheet's own advice (see `advice.py`), looked up on the board after the leg."""

from typing import Any

import numpy as np

from parlour.core.contract import Record
from parlour.core.texts import Reason
from parlour.games.cam import GAME
from parlour.games.cam.advice import DISTANCE, LEGS, SCRATCH, WON, has_friend, worst_reply
from parlour.games.cam.legs import must_leave
from parlour.games.cam.notation import Leg, Trial, leg_of
from parlour.games.cam.table import *

ENDS = {CASTLE: "wins_castle", CAPTURED: "wins_all", NO_MOVE: "wins_shut_in", REPETITION: "repeats", QUIET: "quiet"}


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal leg, or for stopping."""
    trial = Trial(s, seat)
    trial.play(action)
    after = trial.states[0]
    words = words_of(s, action)
    if after.verdict != UNDECIDED:
        return Reason(ENDS[int(after.verdict)], words)
    if trial.unfinished:
        return Reason("jumps_on" if after.mode == JUMPING else "charges" if after.owed else "canters_on", words)
    lost = most_lost(after, seat)
    if lost == WON:
        return Reason("lets_in", words)
    leg = None if action == DONE else leg_of(s, action)
    if leg is not None and leg.kind == JUMP:
        return Reason("jumps_exposed" if lost else "jumps", words)
    if lost:
        return Reason("exposes", words)
    if can_enter(s, 1 - seat):
        return Reason("defends", words)
    if can_enter(after, seat):
        return Reason("threatens", words)
    return Reason("stops", words) if leg is None else Reason(way_of(s, after, seat, leg), words)


def way_of(s: Record, after: Record, seat: int, leg: Leg) -> str:
    """A leg without drama: forward or back, together or alone."""
    if s.mode == FRESH and leg.square == must_leave(s):
        return "leaves_castle"
    board = int(s.board)
    nearer = int(DISTANCE[board, 1 - seat, leg.square]) - int(DISTANCE[board, 1 - seat, leg.landing])
    if nearer > 0:
        return "advances" if has_friend(after, leg.landing, seat) else "advances_alone"
    return "retreats" if nearer < 0 else "sidesteps"


def words_of(s: Record, action: int) -> dict[str, Any]:
    """The squares of a leg for a sentence, and the piece that it takes."""
    if action == DONE:
        return {"square": NAMES[s.board][moving(s)], "taken": "", "knight": False}
    leg = leg_of(s, action)
    taken = leg.kind == JUMP
    return {
        "square": leg.names[leg.landing],
        "taken": leg.names[leg.over] if taken else "",
        "knight": taken and bool(is_knight(s.squares[leg.over])),
    }


def most_lost(s: Record, seat: int) -> int:
    """The most that a reply can take from the seat, WON if it can win."""
    scratch = np.zeros(SCRATCH, dtype=STATE.layout)
    scratch[LEGS] = s
    return int(worst_reply(scratch, seat))


def can_enter(s: Record, side: int) -> bool:
    """Whether a side, if it were to move now, could enter the enemy castle with one leg."""
    states = np.zeros(1, dtype=STATE.layout)
    states[0] = s
    states[0].turn = side
    states[0].mode = FRESH
    states[0].steps = 0
    states[0].owed = 0
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    legs = out[: GAME.kernels.list_legal(states, side, out)]
    castle = int(CASTLES[s.board, 1 - side])
    return any(leg_of(states[0], int(leg)).landing == castle for leg in legs)
