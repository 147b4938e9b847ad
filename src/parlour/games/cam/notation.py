"""Cam's notation: squares, turns and positions as text, both ways.

A leg is `C4-D5` (a plain move or a canter) or `B5xB7` (a jump). A sign at the end says that the turn is not over:
`C4-E4-` may go on or stop with `done`, `B5xB7x` must jump on. A whole turn may be written at once, `C4-C6xC8`; where it
ends with a canter that could go on, that means to stop there. The table's own action is `next game`.
Positions are in `positions.py`.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from parlour.core import texts
from parlour.core.contract import Record
from parlour.core.events import COLUMNS, new_log
from parlour.core.kernels import REFUSED, States
from parlour.core.plain import Figures, Plain
from parlour.errors import IllegalAction, NotationError
from parlour.games.cam import GAME
from parlour.games.cam.legs import leg_kind
from parlour.games.cam.positions import parse_position, position_text
from parlour.games.cam.rules import apply, canter, jump, legal
from parlour.games.cam.table import *

__all__ = ["action_text", "legal_texts", "parse_action", "parse_position", "position_text", "turn_text", "unfinished"]

FIXED_TEXTS: Final = {DONE: "done", NEXT_GAME: "next game"}
TURN_TEXT: Final = re.compile(r"[a-g][0-9]{1,2}(?:[-x][a-g][0-9]{1,2})+([-x]?)")


@dataclass(frozen=True)
class Leg:
    """A leg as it stands on the board: what it is, where it begins, what it goes over and where it ends."""

    kind: int
    square: int
    over: int
    landing: int
    names: tuple[str, ...]

    @classmethod
    def of(cls, board: int, action: int, kind: int) -> "Leg":
        """The leg that an action is if it is of a kind."""
        square, direction = divmod(action, 8)
        over = int(NEXT[board, square, direction])
        landing = over if kind == PLAIN else int(BEYOND[board, square, direction])
        return cls(kind, square, over, landing, NAMES[board])

    @property
    def sign(self) -> str:
        """`x` for a jump, `-` for any other leg."""
        return "x" if self.kind == JUMP else "-"

    def __str__(self) -> str:
        return f"{self.names[self.square]}{self.sign}{self.names[self.landing]}"


def leg_of(s: Record, action: int) -> Leg:
    """The leg that an action would be."""
    return Leg.of(int(s.board), action, leg_kind(s, *divmod(action, 8)))


def action_text(s: Record, seat: int, action: int) -> str:
    """A leg, with its sign again at the end if the turn goes on after it; or `done`, or `next game`."""
    if action >= DONE:
        return FIXED_TEXTS[action]
    kind = leg_kind(s, *divmod(action, 8))
    return leg_text(int(s.board), action, kind, kind != PLAIN and goes_on(s, seat, action))


@cache
def leg_text(board: int, action: int, kind: int, on: bool) -> str:
    """A leg of a kind, with its sign again at the end if the turn goes on."""
    leg = Leg.of(board, action, kind)
    return f"{leg}{leg.sign}" if on else str(leg)


def legal_texts(s: Plain, seat: int) -> dict[str, int]:
    """The legal actions of a seat by their texts."""
    board, legs = s.board, LEGS(s, seat)
    return {
        leg_text(board, action, kind, on) if action < DONE else FIXED_TEXTS[action]: action
        for action, kind, on in zip(legs.actions[: legs.count], legs.kinds, legs.on, strict=False)
    }


def work_out_legs(states: States, seat: int, out: States, scratch: States) -> None:
    """The legal actions of a seat, of what kind those are that are legs, and whether the turn goes on after each."""
    s, told, trial = states[0], out[0], scratch[0]
    told.count = legal(s, seat, told.actions)
    for i in range(told.count):
        action = int(told.actions[i])
        if action < DONE:
            told.kinds[i] = leg_kind(s, action // 8, action % 8)
            scratch[0] = states[0]
            apply(trial, seat, action, told.log)
            told.on[i] = trial.mode != FRESH


LEGS: Final = Figures(
    GAME,
    [
        *(("count", np.int16), ("actions", np.int16, MOST_LEGAL)),
        *(("kinds", np.int8, MOST_LEGAL), ("on", np.int8, MOST_LEGAL), ("log", np.int64, (1, COLUMNS))),
    ],
    work_out_legs,
)


def goes_on(s: Record, seat: int, action: int) -> bool:
    """Whether the turn is still unfinished after a legal leg."""
    trial = Trial(s, seat)
    return trial.play(action) and trial.unfinished


class Trial:
    """A copy of a state to try legs on."""

    def __init__(self, s: Record, seat: int) -> None:
        self.states = np.zeros(1, dtype=STATE.layout)
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
        return bool(self.states["mode"][0] != FRESH)


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
    names, signs = re.findall(r"[a-g][0-9]+", words), re.findall(r"[-x](?=[a-g])", words)
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
    board = int(s.board)
    square, to = parse_square(board, start), parse_square(board, end)
    for direction in range(8):
        if to in (NEXT[board, square, direction], BEYOND[board, square, direction]):
            action = 8 * square + direction
            if side_of(s.squares[square]) == s.turn:
                check_leg(leg_of(s, action), sign, to)
            return action
    raise illegal("CM-18", "not_in_line", square=start.upper(), to=end.upper())


def parse_square(board: int, name: str) -> int:
    """A square from its name."""
    if name.upper() not in NAMES[board]:
        castles = " and ".join(NAMES[board][castle] for castle in CASTLES[board])
        raise NotationError(f"there is no square {name.upper()} on this board; its castles are {castles}")
    return NAMES[board].index(name.upper())


def check_leg(leg: Leg, sign: str, to: int) -> None:
    """A leg must be written as what it is; whether it is legal is for the rules to say."""
    if to != leg.landing:
        key, square = ("nobody_to_leap", leg.over) if leg.kind == PLAIN else ("not_vacant", to)
        rule = "CM-09" if sign == "x" else "CM-15" if leg.kind == PLAIN else "CM-08"
        raise illegal(rule, key, square=leg.names[square])
    if leg.kind != BLOCKED and sign != leg.sign:
        raise NotationError(f"{leg} is how to write this: x is for jumps, - for all other moves")


def why_not_on(s: Record, last: int, start: str, sign: str, end: str) -> IllegalAction:
    """Why a turn that its last leg, made in `s`, has ended cannot go on with another."""
    leg = leg_of(s, last)
    at = leg.names[leg.landing]
    if leg.landing == enemy_castle(s):
        return illegal("CM-03", "nothing_follows", square=at)
    if leg.kind == PLAIN:
        return illegal("CM-G05", "nothing_follows", square=at)
    if leg.kind == JUMP and leg.landing == own_castle(s):
        return illegal("CM-G11", "nothing_follows", square=at)
    if leg.kind == CANTER:
        canter(s, leg.square, leg.landing)
    else:
        jump(s, leg.over, leg.square, leg.landing)
    refusal = GAME.view.refusal(s, int(s.turn), parse_leg(s, start, sign, end))
    return illegal(refusal.rule, refusal.key, **refusal.arguments)


def illegal(rule: str, key: str, **arguments: Any) -> IllegalAction:
    """The error for a turn that breaks a rule already as it is written."""
    return texts.forbidden(GAME, texts.Refusal(rule, key, arguments))


def unfinished(s: Record, seat: int) -> bool:
    """Whether the seat has begun its turn and may or must go on."""
    return bool(s.mode != FRESH and s.turn == seat)


def turn_text(legs: list[str]) -> str:
    """A whole turn from the texts of its legs: `C4-C6-` and `C6xC8` make `C4-C6xC8`."""
    turn = legs[0]
    for leg in legs[1:]:
        start = re.match(r"[A-G][0-9]+", leg)
        turn = turn.rstrip("-x") + (leg[start.end() :] if start else "")
    return turn.rstrip("-x")
