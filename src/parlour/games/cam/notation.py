"""Cam's notation: squares, turns and positions as text, both ways.

A leg is `C4-D5` (a plain move or a canter) or `B5xB7` (a jump). A sign at the end says that the turn is not over:
`C4-E4-` may go on or stop with `done`, `B5xB7x` must jump on. A whole turn may be written at once, `C4-C6xC8`; where it
ends with a canter that could go on, that means to stop there. The table's own action is `next game`.
Positions are in `positions.py`.
"""

import re
from typing import Any, Final

import numpy as np

from parlour.core import texts
from parlour.core.contract import Record
from parlour.core.events import new_log
from parlour.core.kernels import REFUSED
from parlour.errors import IllegalAction, NotationError
from parlour.games.cam import GAME
from parlour.games.cam.legs import leg_kind
from parlour.games.cam.positions import parse_position, position_text
from parlour.games.cam.rules import canter, jump
from parlour.games.cam.state import *

__all__ = ["action_text", "parse_action", "parse_position", "position_text", "turn_text"]

TURN_TEXT: Final = re.compile(r"[a-g]\d{1,2}(?:[-x][a-g]\d{1,2})+([-x]?)")


def parse_square(board: int, name: str) -> int:
    """A square from its name."""
    if name.upper() not in NAMES[board]:
        castles = " and ".join(NAMES[board][castle] for castle in CASTLES[board])
        raise NotationError(f"there is no square {name.upper()} on this board; its castles are {castles}")
    return NAMES[board].index(name.upper())


def action_text(s: Record, seat: int, action: int) -> str:
    """A leg, with a sign at its end if the turn goes on after it; or `done`, or `next game`."""
    if action >= DONE:
        return "done" if action == DONE else "next game"
    text = leg_text(s, action)
    return text + sign_of(s, action) if goes_on(s, seat, action) else text


def leg_text(s: Record, action: int) -> str:
    """A leg by itself."""
    square, direction = divmod(action, 8)
    return f"{NAMES[s.board][square]}{sign_of(s, action)}{NAMES[s.board][landing_of(s, square, direction)]}"


def sign_of(s: Record, action: int) -> str:
    """`x` for a jump, `-` for any other leg."""
    return "x" if leg_kind(s, action // 8, action % 8) == JUMP else "-"


def landing_of(s: Record, square: int, direction: int) -> int:
    """Where a leg ends: on the next square if that is vacant, or beyond it."""
    plain = leg_kind(s, square, direction) == PLAIN
    return int((NEXT if plain else BEYOND)[s.board, square, direction])


def goes_on(s: Record, seat: int, action: int) -> bool:
    """Whether the turn is still unfinished after a legal leg."""
    trial = Trial(s, seat)
    return trial.play(action) and trial.unfinished


class Trial:
    """A copy of a state to try legs on."""

    def __init__(self, s: Record, seat: int) -> None:
        self.states = np.zeros(1, dtype=State)
        self.states[0] = s
        self._seat = seat
        self._log = new_log(0)
        self._buffer = np.zeros(MOST_LEGAL, dtype=np.int16)

    def play(self, action: int) -> bool:
        """Carry out an action; False if it is not legal."""
        mask = GAME.kernels.try_action(self.states, self._seat, action, self._log, self._buffer)
        return bool(mask != REFUSED)

    @property
    def unfinished(self) -> bool:
        """Whether a turn is under way."""
        return bool(self.states[0].mode != FRESH)


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The actions of a text: one leg, or a whole turn of them.

    A leg that is not legal ends the list: whoever plays it learns why. A turn that ends where it could go on is given
    its `done`, which is refused where a jump is compulsory.
    """
    words = " ".join(text.lower().split())
    if words in ("done", "next game"):
        return [DONE if words == "done" else NEXT_GAME]
    found = TURN_TEXT.fullmatch(words)
    if found is None:
        raise NotationError(f"{text[:40]!r} is not a turn of Cam; try 'C4-D5', 'B5xB7', 'C4-C6xC8' or 'done'")
    names, signs = re.findall(r"[a-g]\d+", words), re.findall(r"[-x](?=[a-g])", words)
    trial, actions, before = Trial(s, seat), list[int](), s
    for start, sign, end in zip(names, signs, names[1:], strict=False):
        if actions and not trial.unfinished:
            raise why_not_on(before, actions[-1], start, sign, end)
        before = trial.states.copy()[0]
        actions.append(parse_leg(before, start, sign, end))
        if not trial.play(actions[-1]):
            return actions
    if found[1] and not trial.unfinished:
        raise NotationError(f"the turn ends on {names[-1].upper()}, so no sign follows")
    return actions if found[1] or not trial.unfinished else [*actions, DONE]


def parse_leg(s: Record, start: str, sign: str, end: str) -> int:
    """The leg between two squares."""
    square, to = parse_square(s.board, start), parse_square(s.board, end)
    for direction in range(8):
        if to in (NEXT[s.board, square, direction], BEYOND[s.board, square, direction]):
            action = 8 * square + direction
            check_leg(s, action, sign, to)
            return action
    raise illegal("CM-18", "not_in_line", square=start.upper(), to=end.upper())


def check_leg(s: Record, action: int, sign: str, to: int) -> None:
    """A leg must be written as what it is; whether it is legal is for the rules to say."""
    square, direction = divmod(action, 8)
    kind = leg_kind(s, square, direction)
    landing, over = NAMES[s.board][to], NAMES[s.board][NEXT[s.board, square, direction]]
    if side_of(s.squares[square]) != s.turn:
        return
    if to != landing_of(s, square, direction):
        key = "nobody_to_leap" if kind == PLAIN else "not_vacant"
        rule = "CM-09" if sign == "x" else "CM-15" if kind == PLAIN else "CM-08"
        raise illegal(rule, key, square=over if kind == PLAIN else landing)
    if kind != BLOCKED and sign != sign_of(s, action):
        raise NotationError(f"{leg_text(s, action)} is how to write this: x is for jumps, - for all other moves")


def why_not_on(s: Record, last: int, start: str, sign: str, end: str) -> IllegalAction:
    """Why a turn that its last leg, made in `s`, has ended cannot go on with another."""
    square, direction = divmod(last, 8)
    kind, landing = leg_kind(s, square, direction), landing_of(s, square, direction)
    at = NAMES[s.board][landing]
    if kind == PLAIN or landing == enemy_castle(s):
        return illegal("CM-03" if landing == enemy_castle(s) else "CM-G05", "nothing_follows", square=at)
    if kind == JUMP and landing == own_castle(s):
        return illegal("CM-G11", "nothing_follows", square=at)
    if kind == CANTER:
        canter(s, square, landing)
    else:
        jump(s, int(NEXT[s.board, square, direction]), square, landing)
    refusal = GAME.view.refusal(s, int(s.turn), parse_leg(s, start, sign, end))
    return illegal(refusal.rule, refusal.key, **refusal.arguments)


def illegal(rule: str, key: str, **arguments: Any) -> IllegalAction:
    """The error for a turn that breaks a rule already as it is written."""
    return IllegalAction(texts.say_refusal(GAME, texts.Refusal(rule, key, arguments)), rule)


def turn_text(legs: list[str]) -> str:
    """A whole turn from the texts of its legs: `C4-C6-` and `C6xC8` make `C4-C6xC8`."""
    turn = legs[0]
    for leg in legs[1:]:
        start = re.match(r"[A-G]\d+", leg)
        turn = turn.rstrip("-x") + (leg[start.end() :] if start else "")
    return turn.rstrip("-x")
