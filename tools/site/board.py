"""Cam's board as SVG, from a position text. Moves come from the rules, so that a wrong one cannot be shown."""

import re
from functools import cache

from tools.site import shapes

import parlour
from parlour.core.match import Match
from parlour.games.bacarac.table import DIVISION_NAMES
from parlour.games.cam.table import CASTLES, place_name, places

WIDE, HIGH = 48, 42  # of a square
BOARDS = ("cam", "camette")
SPLIT = re.compile(r"[-x]")


def draw(line: str) -> str:
    """`POSITION | TURN` shows the way of a turn, `POSITION | SQUARE` all first legs of the piece that stands there."""
    position, _, asked = (part.strip() for part in line.partition("|"))
    board = 0 if position.count("/") == 12 else 1
    way = SPLIT.split(asked) if asked else []
    marks = ""
    if len(way) == 1:
        marks = legs(board, position, way[0])
    elif way:
        match_of(board, position, way[0]).play(side_of(board, position, way[0]), asked)  # an illegal turn raises
        marks = path(board, way)
    left, top = WIDE * min(file for file, _ in places(board)), HIGH * len(position.split("/"))
    wide = WIDE * (1 + max(file for file, _ in places(board))) - left
    return (
        f'<svg class="board" viewBox="{left - 3} -3 {wide + 6} {top + 6}" role="img"><title>{line}</title>'
        f"{squares(board)}{pieces(board, position)}{marks}</svg>"
    )


def match_of(board: int, position: str, square: str) -> Match:
    """The match at a position, with the side to move that stands on a square."""
    turn = "ry"[side_of(board, position, square)]
    return parlour.game("cam").match(position=f"{position} {turn}", options={"board": BOARDS[board]})


def side_of(board: int, position: str, square: str) -> int:
    """Who stands on a square: 0 is Red, in capitals."""
    return 0 if standing(board, position)[square].isupper() else 1


@cache
def names(board: int) -> list[str]:
    """The names of the squares, in the order of their numbers."""
    return [place_name(16 * file + rank) for file, rank in places(board)]


@cache
def standing(board: int, position: str) -> dict[str, str]:
    """What stands where: ranks from the top, digits for vacant squares."""
    signs = [sign for sign in re.sub(r"\d+", lambda digits: "." * int(digits[0]), position) if sign != "/"]
    top_down = sorted(zip(places(board), names(board), strict=True), key=lambda place: (-place[0][1], place[0][0]))
    return {name: sign for (_, name), sign in zip(top_down, signs, strict=True) if sign != "."}


@cache
def corners(board: int) -> dict[str, tuple[int, int]]:
    """The upper left corner of every square."""
    ranks = max(rank for _, rank in places(board))
    named = zip(places(board), names(board), strict=True)
    return {name: (WIDE * file, HIGH * (ranks - rank)) for (file, rank), name in named}


def middle(board: int, square: str) -> tuple[float, float]:
    """The middle of a square."""
    x, y = corners(board)[square]
    return x + WIDE / 2, y + HIGH / 2


@cache
def squares(board: int) -> str:
    """The field, its castles, and the names of files and ranks."""
    castles = {names(board)[int(square)] for square in CASTLES[board]}
    drawn = []
    for name, (x, y) in corners(board).items():
        kind = "castle" if name in castles else "dark" if (x // WIDE + y // HIGH) % 2 else "light"
        drawn.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}"/>')
        drawn.append(f'<text class="square" x="{x + 3}" y="{y + 10}">{name}</text>')
    return "".join(drawn)


def pieces(board: int, position: str) -> str:
    """The pieces: Red's are round, Yellow's cut in facets; knights are taller, with tops."""
    return "".join(piece(sign, *corners(board)[square]) for square, sign in standing(board, position).items())


def piece(sign: str, x: int, y: int) -> str:
    """One piece."""
    side = 0 if sign.isupper() else 1
    shape, knight = shapes.cam_pieces()[side], sign in "Kk"
    parts = [("body", shape["body" if knight else "man"]), ("light", shape["light"]), ("rim", shape["rim"])]
    parts += [("top", shape["top"]), ("shine", shape["shine"])] if knight else []
    drawn = "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in parts)
    return f'<g class="{("red", "yellow")[side]}" transform="translate({x} {y})">{drawn}</g>'


def path(board: int, way: list[str]) -> str:
    """The way of a turn."""
    points = [middle(board, square) for square in way]
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="{8 if i == len(points) - 1 else 5}"/>' for i, (x, y) in enumerate(points)
    )
    return f'<g class="way"><polyline points="{" ".join(f"{x},{y}" for x, y in points)}"/>{dots}</g>'


def legs(board: int, position: str, square: str) -> str:
    """All first legs of the piece on a square, as the rules list them: plain moves, canters, jumps."""
    match = match_of(board, position, square)
    texts = [str(action) for action in match.legal(side_of(board, position, square))]
    found = [leg for leg in texts if SPLIT.split(leg)[0] == square]
    start, drawn = middle(board, square), []
    for leg in found:
        end = middle(board, SPLIT.split(leg)[1])
        far = max(abs(end[0] - start[0]) / WIDE, abs(end[1] - start[1]) / HIGH)
        kind = "jump" if "x" in leg else "canter" if far > 1 else "plain"
        drawn.append(
            f'<line class="{kind}" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>'
            f'<circle class="{kind}" cx="{end[0]}" cy="{end[1]}" r="8"/>'
        )
    return f'<g class="legs">{"".join(drawn)}</g>'


# --- Bacarac --------------------------------------------------------------------------------------------------

ROWS = (("A", "K", "Q", "J", "10"), ("K-Q", "kitty", "J-10"), ("pot", "8-9-10"))


def divisions() -> str:
    """Bacarac's board: ten divisions, hearts large."""
    shown = [division for row in ROWS for division in row]
    if sorted(shown) != sorted(DIVISION_NAMES):
        raise ValueError(f"the board has {DIVISION_NAMES}, not {shown}")
    drawn = []
    for i, row in enumerate(ROWS):
        wide = 600 / len(row)
        for j, name in enumerate(row):
            drawn.append(f'<rect x="{wide * j + 2:.0f}" y="{92 * i + 2}" width="{wide - 4:.0f}" height="88" rx="3"/>')
            drawn.append(sign(name, wide * (j + 0.5), 92 * i + 46))
    picture = (
        f'<svg class="divisions" viewBox="0 0 600 276" role="img"><title>Bacarac\'s board</title>{"".join(drawn)}</svg>'
    )
    caption = "<figcaption>The ten divisions. Every player antes to each.</figcaption>"
    return f'<figure class="diagram"><div>{picture}</div>{caption}</figure>'


def sign(name: str, x: float, y: float) -> str:
    """What a division shows: its hearts, or its name."""
    if name in ("kitty", "pot", "8-9-10"):
        return f'<text class="word" x="{x:.0f}" y="{y + 9}">{name.upper()}</text>'
    hearts = name.split("-")
    left = x - 35 * len(hearts)
    return "".join(
        f'<path d="{shapes.suits()["H"]}" transform="translate({left + 70 * k:.0f} {y - 36}) scale(2.9)"/>'
        f'<text x="{left + 70 * k + 35:.0f}" y="{y + 6}">{rank}</text>'
        for k, rank in enumerate(hearts)
    )
