"""Cam's positions as text, both ways.

A position is one line of fields, of which only the first two must be there:

    | field   | for example         | meaning                                                                     |
    |---------|---------------------|-----------------------------------------------------------------------------|
    | board   | 1/3/5/2k1k2/.../1   | ranks from the top, each its own squares from the left: `K M` Red, `k m`    |
    |         |                     | Yellow, digits for vacant squares                                           |
    | side    | r                   | who is to move, `r` or `y`                                                  |
    | turn    | @C4-E4- or @B7x     | the unfinished turn: a canter from its start on, or where a chain has come  |
    | quiet   | q2:9f2c...,04b1...  | turns since the last capture, and the hashes of the positions before them,  |
    |         |                     | the oldest first; early ones that nobody knows may be missing               |
    | verdict | castle              | how the game has ended: castle, captured, no_move, repetition, quiet        |
    | match   | g1.5-0.5y           | points of the match, this game's included once it has ended, and who began  |
    |         |                     | this game; left out while nothing else was won and Red began                |
"""

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from parlour.core.contract import Record
from parlour.errors import PositionError
from parlour.games.cam.legs import can_jump
from parlour.games.cam.rules import begin_count, judge, score_game
from parlour.games.cam.table import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

SIDES: Final = "ry"
VERDICTS: Final = ("", "castle", "captured", "no_move", "repetition", "quiet")
FIELDS_TEXT: Final = re.compile(
    r"(?P<board>[0-9A-Za-z/]+) (?P<side>[ry])"
    r"(?: @(?P<turn>\S+))?"
    r"(?: q(?P<quiet>[0-9]{1,9})(?::(?P<hashes>[0-9a-f,]+))?)?"
    r"(?: (?P<verdict>castle|captured|no_move|repetition|quiet))?"
    r"(?: g(?P<red>[0-9]{1,2}(?:\.5)?)-(?P<yellow>[0-9]{1,2}(?:\.5)?)(?P<began>[ry]))?"
)
FORM: Final = (
    "ranks from 13 down to 1 between slashes, r or y, then @turn, qN, a verdict and gR-Y where they are needed"
)


def position_text(s: Record) -> str:
    """The whole state in one line, the key left out."""
    fields = [board_text(s), SIDES[s.turn], unfinished_text(s), quiet_text(s), VERDICTS[s.verdict], match_text(s)]
    return " ".join(field for field in fields if field)


def board_text(s: Record) -> str:
    """The pieces, rank by rank from the top."""
    ranks: dict[int, str] = {}
    for square, (_, rank) in enumerate(places(s.board)):
        ranks[rank] = ranks.get(rank, "") + PIECES[s.squares[square]]
    text = "/".join(ranks[rank] for rank in sorted(ranks, reverse=True))
    return re.sub(r"\.+", lambda run: str(len(run[0])), text)


def unfinished_text(s: Record) -> str:
    """The turn as far as it has gone."""
    if s.mode == FRESH:
        return ""
    sign = "x" if s.mode == JUMPING else "-"
    return "@" + "".join(NAMES[s.board][square] + sign for square in s.path[: s.steps])


def quiet_text(s: Record) -> str:
    """The count of CM-G20 and the history that CM-G19 needs."""
    if s.quiet == 0:
        return ""
    before = [int(s.past[turn % REMEMBERED]) for turn in range(max(0, s.quiet - REMEMBERED + 1), s.quiet)]
    while before and before[0] == 0:
        before.pop(0)
    return f"q{s.quiet}" + (":" + ",".join(f"{number:016x}" for number in before) if before else "")


def match_text(s: Record) -> str:
    """Points and who began, where that is not plain."""
    if s.began == RED and s.points.tolist() == alone(s):
        return ""
    points = [f"{number // 2}{'.5' if number % 2 else ''}" for number in s.points.tolist()]
    return f"g{points[RED]}-{points[YELLOW]}{SIDES[s.began]}"


def alone(s: Record) -> list[int]:
    """Half points that this game by itself has brought so far."""
    if s.verdict >= REPETITION:
        return [1, 1]
    return [2 * int(s.verdict != UNDECIDED and s.turn != side) for side in range(2)]


# --- Reading --------------------------------------------------------------------------------------------------


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text; an unfinished canter is made again leap by leap."""
    fields = FIELDS_TEXT.fullmatch(" ".join(text.split()))
    if fields is None:
        raise PositionError(f"{text[:60]!r} is not a position of Cam; it should be {FORM}")
    s = draft(2)
    place_board(s, fields["board"])
    s.turn = SIDES.index(fields["side"])
    s.verdict = VERDICTS.index(fields["verdict"] or "")
    check_pieces(s)
    begin_turn(s, draft, fields["turn"] or "", *history(fields["quiet"] or "0", fields["hashes"] or ""))
    check_verdict(s)
    begin_match(s, fields["red"], fields["yellow"], fields["began"])


def place_board(s: Record, text: str) -> None:
    """Put the pieces of a board's text on the board whose shape it has."""
    ranks = [re.sub(r"[1-7]", lambda run: "." * int(run[0]), rank) for rank in text.split("/")]
    shapes = [[len(row.strip()) for row in board] for board in BOARDS]
    shape = [len(rank) for rank in ranks]
    if shape not in shapes or set("".join(ranks)) - set(PIECES):
        wanted = " or ".join("/".join(map(str, widths)) for widths in shapes)
        raise PositionError(f"a board has ranks of {wanted} squares, with K M k m and digits, not {text[:60]!r}")
    board = shapes.index(shape)
    if s.board == CAMETTE and board == CAM:
        raise PositionError("this is a position on the board of Cam, and the option board asks for Camette")
    s.board = board
    s.squares[:] = WALL
    s.squares[: SIZE[board]] = [PIECES.index(sign) for rank in reversed(ranks) for sign in rank]


def check_pieces(s: Record) -> None:
    """No side has more than it began with, and both are still in the game unless it has ended so."""
    for side, name in enumerate(("Red", "Yellow")):
        pieces = pieces_of(s, side)
        if pieces > PIECES_A_SIDE[s.board]:
            raise PositionError(f"{name} has {pieces} pieces, and a side has at most {PIECES_A_SIDE[s.board]}")
        lost = side == s.turn and s.verdict in (CASTLE, CAPTURED)
        if pieces == 0 and not lost:
            raise PositionError(f"{name} has no piece left, so the game has ended")
        if side_of(s.squares[CASTLES[s.board, side]]) == 1 - side and not lost:
            raise PositionError(f"{name}'s castle is taken, so the game has ended")


def pieces_of(s: Record, side: int) -> int:
    """How many pieces a side has."""
    return sum(side_of(piece) == side for piece in s.squares)


def history(quiet: str, hashes: str) -> tuple[int, list[int]]:
    """Turns since the last capture, and the positions before them."""
    turns, before = int(quiet), hashes.split(",") if hashes else []
    if not all(re.fullmatch(r"[0-9a-f]{16}", number) for number in before):
        raise PositionError(f"{hashes[:40]!r} should be numbers of sixteen hexadecimal digits between commas")
    if len(before) > min(turns, REMEMBERED - 1):
        raise PositionError(f"there are {len(before)} positions before {turns} quiet turns; that is too many")
    return turns, [int(number, 16) for number in before]


def remember(s: Record, turns: int, before: list[int]) -> None:
    """Count what stands on the board, and write the history."""
    begin_count(s)
    s.quiet = turns
    s.past[:] = 0
    for back, number in enumerate(reversed(before), start=1):
        s.past[(turns - back) % REMEMBERED] = number
    s.past[turns % REMEMBERED] = s.hash


def begin_turn(s: Record, draft: "Draft", text: str, turns: int, before: list[int]) -> None:
    """Set up the unfinished turn, if there is one."""
    if not text:
        remember(s, turns, before)
    elif re.fullmatch(r"[A-G][0-9]{1,2}x", text):
        begin_chain(s, square_in(s, text[:-1]), turns)
    elif re.fullmatch(r"(?:[A-G][0-9]{1,2}-){2,20}", text):
        path = [square_in(s, name) for name in text[:-1].split("-")]
        check_mover(s, path[-1])
        if s.squares[path[0]] != VACANT:
            raise PositionError(f"the canter {text} began on {NAMES[s.board][path[0]]}, which is not vacant")
        s.squares[path[0]], s.squares[path[-1]] = s.squares[path[-1]], VACANT
        remember(s, turns, before)
        check_verdict(s)
        canter_again(s, draft, path)
    else:
        raise PositionError(f"an unfinished turn is written @C4-E4- or @B7x, not @{text[:40]}")


def square_in(s: Record, name: str) -> int:
    """A square from its name."""
    if name not in NAMES[s.board]:
        raise PositionError(f"there is no square {name[:10]} on this board")
    return NAMES[s.board].index(name)


def check_mover(s: Record, square: int) -> None:
    """The piece of an unfinished turn is there, and its owner is to move."""
    if s.verdict != UNDECIDED or side_of(s.squares[square]) != s.turn:
        raise PositionError(f"{NAMES[s.board][square]} has no piece whose turn could be unfinished")


def begin_chain(s: Record, square: int, turns: int) -> None:
    """The piece on a square has jumped and must jump on."""
    check_mover(s, square)
    remember(s, 0, [])
    s.past[:] = 0
    s.mode, s.steps, s.path[0] = JUMPING, 1, square
    ends_here = square == own_castle(s) and castle_jump_ends_turn(s)
    if ends_here or not can_jump(s, square):
        raise PositionError(f"the turn is over on {NAMES[s.board][square]}: nothing can be jumped from there")
    if turns or pieces_of(s, 1 - int(s.turn)) == PIECES_A_SIDE[s.board]:
        raise PositionError("a chain of jumps has captured somebody and ended the quiet turns")


def canter_again(s: Record, draft: "Draft", path: list[int]) -> None:
    """Make the leaps of an unfinished canter."""
    for square, landing in pairwise(path):
        directions = [d for d in range(8) if BEYOND[s.board, square, d] == landing]
        if not directions:
            raise PositionError(f"no leap goes from {NAMES[s.board][square]} to {NAMES[s.board][landing]}")
        draft.play(int(s.turn), 8 * square + directions[0])
    if s.mode != CANTERING or s.path[: s.steps].tolist() != path:
        raise PositionError(f"no canter comes to {NAMES[s.board][path[-1]]} in this way and can go on")


def check_verdict(s: Record) -> None:
    """The game has ended if the board says so, and as the text says."""
    found = judge(s) if s.mode == FRESH else UNDECIDED
    if found != s.verdict:
        ended = f"has ended: {VERDICTS[found]}" if found else "goes on"
        raise PositionError(f"in this position the game {ended}; the text says {VERDICTS[s.verdict] or 'nothing'!r}")


def begin_match(s: Record, red: str | None, yellow: str | None, began: str | None) -> None:
    """Points of the match and who began this game."""
    s.points[:] = 0
    s.began = SIDES.index(began or "r")
    if s.verdict != UNDECIDED:
        score_game(s)
    this_game = s.points.tolist()
    if red is not None and yellow is not None:
        s.points[:] = [int(2 * float(points)) for points in (red, yellow)]
    earlier = [int(s.points[side]) - this_game[side] for side in range(2)]
    if min(earlier) < 0 or sum(earlier) % 2:
        raise PositionError(f"the points {red}-{yellow} do not fit the result of this game")
    if sum(earlier) // 2 >= s.games:
        raise PositionError(f"this would be game {sum(earlier) // 2 + 1} of a match of {s.games}; set the option games")
