"""Cam's table as anybody may see it, what its events mean, and why an action is refused."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, TABLE, Record
from parlour.core.kernels import States
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, hand_result, line, sentence
from parlour.core.texts import HEAVY, Argument, Kind, Refusal, seats_in
from parlour.games.cam import GAME
from parlour.games.cam.legs import any_can_jump, must_capture, must_leave
from parlour.games.cam.notation import Leg, leg_of
from parlour.games.cam.positions import VERDICTS
from parlour.games.cam.rules import actors, winners
from parlour.games.cam.state import *

BOARD_NAMES: Final = ("cam", "camette")
NOTHING, CAPTURE, LEAVE_CASTLE = range(3)  # what the side to move is obliged to do
DUTY_NAMES: Final = ("", "capture", "leave the castle")


def leg_name(sign: str) -> Argument:
    """How the argument of a leg's event is shown: C4-D5."""
    return Argument("leg", lambda leg: f"{place_name(leg >> 8)}{sign}{place_name(leg & 255)}")


EVENTS: Final = {
    MOVED: Kind("moved", "CM-08", a=leg_name("-")),
    CANTERED: Kind("cantered", "CM-15", a=leg_name("-")),
    JUMPED: Kind("jumped", "CM-09", a=leg_name("x")),
    TAKEN: Kind("taken", "CM-10", a=Argument("square", place_name), b=Argument("knight", bool), weight=HEAVY),
    CASTLE_TAKEN: Kind("castle_taken", "CM-03", weight=HEAVY),
    ALL_CAPTURED: Kind("all_captured", "CM-24", weight=HEAVY),
    CANNOT_MOVE: Kind("cannot_move", "CM-G18", weight=HEAVY),
    DRAWN: Kind("drawn", "CM-G24", weight=HEAVY),
    BEGAN: Kind("began", "CM-G22", a=Argument("game")),
}


def show(s: Plain) -> dict[str, Any]:
    """The table; nothing is hidden."""
    names, playing, told = NAMES[s.board], s.verdict == UNDECIDED, FIGURES(s, SPECTATOR)
    pieces = {names[square]: PIECES[piece] for square, piece in enumerate(s.squares) if VACANT < piece < WALL}
    return {
        "phase": "play" if playing else "between games" if told.goes_on else "over",
        "board": BOARD_NAMES[s.board],
        "ranks": [list(rank) for rank in ranks(s.board)],
        "castles": list(castles(s.board)),
        "pieces": pieces,
        "turn": s.turn if playing else None,
        "unfinished": [names[square] for square in s.path[: s.steps]],
        "duty": DUTY_NAMES[told.duty],
        "taken": [lost(s.board, pieces, signs) for signs in ("KM", "km")],
        "left": [sum(map(str.isupper, pieces.values())), sum(map(str.islower, pieces.values()))],
        "quiet": s.quiet,
        "occurrences": told.occurrences,
        "ended": VERDICTS[s.verdict],
        "winner": 1 - s.turn if s.verdict in (CASTLE, CAPTURED, NO_MOVE) else None,
        "game": told.game,
        "began": s.began,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    """Nobody sees more than everybody."""
    return {}


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """What the side to move is obliged to do, how often the position has stood, and how far the match has come."""
    s, told = states[0], out[0]
    playing = s.verdict == UNDECIDED
    told.goes_on = actors(s) != 0
    told.occurrences = occurrences(s)
    told.game = games_played(s) + (1 if playing else 0)
    if playing and s.mode != FRESH:
        told.duty = CAPTURE if s.owed or s.mode == JUMPING else NOTHING
    elif playing:
        leaver = must_leave(s)
        captures = must_capture(s, leaver, any_can_jump(s, leaver))
        told.duty = CAPTURE if captures else LEAVE_CASTLE if leaver != NOWHERE else NOTHING


FIGURES: Final = Figures(
    GAME, [("goes_on", np.int8), ("occurrences", np.int16), ("game", np.int16), ("duty", np.int8)], work_out
)


@cache
def ranks(board: int) -> tuple[list[str], ...]:
    """The names of the squares, rank by rank from the top."""
    by_rank: dict[int, list[str]] = {}
    for square, (_, rank) in enumerate(places(board)):
        by_rank.setdefault(rank, []).append(NAMES[board][square])
    return tuple(by_rank[rank] for rank in sorted(by_rank, reverse=True))


def lost(board: int, pieces: dict[str, str], signs: str) -> str:
    """The pieces of a side that stood on the board at the start and do no longer, knights first: "KMM"."""
    here, start = list(pieces.values()), starting_pieces(board)
    return "".join(sign * max(0, start.count(sign) - here.count(sign)) for sign in signs)


@cache
def starting_pieces(board: int) -> str:
    """The pieces that stand on the board at the start."""
    return "".join(BOARDS[board]).replace(".", "").replace(" ", "")


@cache
def castles(board: int) -> tuple[str, ...]:
    """The names of the castles, Red's first."""
    return tuple(NAMES[board][castle] for castle in CASTLES[board])


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What the side to move is asked for: a move, a capture that is due, or how a turn goes on."""
    if s.mode == JUMPING:
        return "jump_on"
    if s.mode == CANTERING:
        return "charge_on" if s.owed else "canter_on"
    return ("move", "capture", "leave")[FIGURES(s, SPECTATOR).duty]


def result(s: Plain, story: Story) -> Told | None:
    """How a game has ended; a win counts 1, a draw one half (CM-G24)."""
    if s.verdict == UNDECIDED:
        return None
    winner, loser = 1 - s.turn, s.turn
    ended, totals = VERDICTS[s.verdict], [half / 2 for half in s.points]
    ending = why_won(s, totals)
    if s.verdict in (REPETITION, QUIET):
        why = sentence(ended, most=s.repetition if s.verdict == REPETITION else s.quiet_plies)
        return hand_result(why, [], [[line("drawn", 0.5)], [line("drawn", 0.5)]], totals, "games", ending)
    lines = [[line("won", 1)], [line("lost", 0)]]
    why = sentence(ended, winners=[winner], other=loser)
    return hand_result(why, [winner], lines if winner == RED else lines[::-1], totals, "games", ending)


def why_won(s: Plain, totals: Sequence[float]) -> Told | None:
    """Who has won a match of several games, once it is over."""
    if s.games == 1 or actors(s) != 0:
        return None
    won = seats_in(winners(s))
    return sentence("match" if won else "match_drawn", winners=won, own=max(totals), others=min(totals))


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why: faulty moves are not corrected here but refused (CM-14)."""
    if seat == TABLE or action == NEXT_GAME:
        return Refusal("CM-G24", "table_only" if seat != TABLE else "only_next_game", {})
    if action == DONE:
        return refuse_done(s)
    leg = leg_of(s, action)
    return refuse_piece(s, leg) or refuse_way(s, leg) or refuse_landing(s, leg) or refuse_idle(s, leg)


def refuse_done(s: Record) -> Refusal:
    """A turn must move a piece, and may not stop short of a capture."""
    if s.mode == FRESH:
        return Refusal("CM-G09", "no_pass", {})
    at = {"square": NAMES[s.board][moving(s)]}
    return Refusal("CM-G03", "must_jump_on", at) if s.mode == JUMPING else Refusal("CM-22", "must_charge_on", at)


def refuse_piece(s: Record, leg: Leg) -> Refusal | None:
    """Not his piece, or not the one that must move."""
    piece = s.squares[leg.square]
    if piece == WALL:
        return Refusal("CM-08", "no_square", {})
    if side_of(piece) != s.turn:
        rule, key = ("CM-01", "not_yours") if piece else ("CM-08", "no_piece")
        return Refusal(rule, key, {"square": leg.names[leg.square]})
    if s.mode != FRESH and leg.square != moving(s):
        return Refusal("CM-16", "other_piece", {"square": leg.names[moving(s)]})
    leaver = must_leave(s) if s.mode == FRESH else NOWHERE
    if leaver not in (NOWHERE, leg.square):
        return Refusal("CM-06", "must_leave", {"square": leg.names[leaver]})
    return None


def refuse_way(s: Record, leg: Leg) -> Refusal | None:
    """Nowhere to go in this direction, or not in this part of the turn."""
    at = {"square": leg.names[leg.square]}
    if leg.kind == BLOCKED and s.squares[leg.over] == WALL:
        return Refusal("CM-08", "off_board", at)
    if leg.kind == BLOCKED:
        friend = side_of(s.squares[leg.over]) == s.turn
        return Refusal("CM-15" if friend else "CM-09", "no_room", {"square": leg.names[leg.over]})
    if s.mode == JUMPING:
        return Refusal("CM-19", "no_canter_now", at) if leg.kind == CANTER else Refusal("CM-21", "must_jump_on", at)
    if s.mode == CANTERING and leg.kind == PLAIN:
        return Refusal("CM-16", "only_leaps", at)
    return Refusal("CM-20", "man_combines", {}) if leg.kind == JUMP else None


def refuse_landing(s: Record, leg: Leg) -> Refusal | None:
    """A square that the leg may not end on."""
    at = {"square": leg.names[leg.landing]}
    if leg.landing == own_castle(s):
        return Refusal("CM-G10" if leg.kind == CANTER else "CM-04", "own_castle", at)
    if s.mode == CANTERING and leg.landing in s.path[: s.steps]:
        return Refusal("CM-G09" if leg.landing == s.path[0] else "CM-G23", "been_there", at)
    if s.mode == CANTERING and leg.landing == enemy_castle(s) and castle_canter_one_leap(s):
        return Refusal("CM-G16", "one_leap", at)
    return None


def refuse_idle(s: Record, leg: Leg) -> Refusal:
    """A leg that does not capture although a capture is due."""
    if s.mode == CANTERING:
        return Refusal("CM-G07", "must_charge_on", {"square": leg.names[leg.square]})
    if must_leave(s) != NOWHERE:
        rule = "CM-G13"
    elif leg.landing == enemy_castle(s):
        rule = "CM-G04"
    else:
        rule = "CM-G02" if leg.kind == CANTER and is_knight(s.squares[leg.square]) else "CM-11"
    jumper, taken = a_jump(s)
    return Refusal(rule, "must_jump", {"square": jumper, "taken": taken})


def a_jump(s: Record) -> tuple[str, str]:
    """A piece that can jump, and the one that it can take."""
    own = [square for square in range(SIZE[s.board]) if side_of(s.squares[square]) == s.turn]
    legs = (leg_of(s, 8 * square + direction) for square in own for direction in range(8))
    found = next(leg for leg in legs if leg.kind == JUMP)
    return found.names[found.square], found.names[found.over]
