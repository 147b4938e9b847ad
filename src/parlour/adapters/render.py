"""A table as text, and as a picture of that text on paper: for people who watch their learners play."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from parlour.errors import MissingExtra
from parlour.terminal import looks

if TYPE_CHECKING:
    from parlour.core.match import Match

PAPER, INK, DIM, BAND, BAND_INK = (251, 248, 241), (43, 42, 40), (140, 132, 118), (31, 90, 122), (251, 248, 241)
SIZE, CELL, LINE, MARGIN, COLUMNS, ROWS = 15, 9, 20, 24, 100, 26


def names_of(match: "Match", seat: int | None) -> list[str]:
    """The seats as they are called; the one who looks is You."""
    return ["You" if other == seat else match.game.seat_name(other) for other in range(match.seats)]


def table_text(match: "Match", seat: int | None) -> str:
    """The table as a seat, or a spectator, sees it."""
    title = f"{match.game.title}: {standing(match, seat)}"
    return f"{title}\n\n{looks.table_text(match, names_of(match, seat), seat, COLUMNS)}"


def standing(match: "Match", seat: int | None) -> str:
    """Who is to act, or who has won, in a line."""
    names = [match.game.seat_name(other) for other in range(match.seats)]
    if match.over:
        return f"won by {', '.join(names[winner] for winner in match.winners)}" if match.winners else "drawn"
    waiting = f"{', '.join(names[actor] for actor in match.actors)} to act"
    return waiting if seat is None else f"{waiting}, seen from {names[seat]}"


def picture(match: "Match", seat: int | None) -> npt.NDArray[np.uint8]:
    """The same as an image of one size: height x width x 3, `uint8`."""
    draw, image = sheet()
    title, _, body = table_text(match, seat).partition("\n\n")
    draw.rectangle((0, 0, image.width, 2 * LINE + 8), fill=BAND)
    write(draw, title, MARGIN, LINE // 2 + 4, BAND_INK)
    lines = body.splitlines()
    for row, line in enumerate(lines[:ROWS]):
        write(draw, line[:COLUMNS], MARGIN, (row + 3) * LINE, INK)
    if len(lines) > ROWS:
        write(draw, f"... and {len(lines) - ROWS} lines more", MARGIN, (ROWS + 3) * LINE, DIM)
    return np.asarray(image, dtype=np.uint8)


def sheet() -> tuple[Any, Any]:
    """A pen, and the paper it writes on."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise MissingExtra("pictures need the extra `pettingzoo`: install parlour[pettingzoo]") from None
    image = Image.new("RGB", (COLUMNS * CELL + 2 * MARGIN, (ROWS + 5) * LINE), PAPER)
    return ImageDraw.Draw(image), image


def write(draw: Any, text: str, x: int, y: int, colour: tuple[int, int, int]) -> None:
    """Write a line, every sign in the middle of its cell, so that columns stay columns in any font."""
    from PIL import ImageFont

    font = ImageFont.load_default(SIZE)
    for place, sign in enumerate(text):
        draw.text((x + place * CELL + CELL / 2, y), sign, fill=colour, font=font, anchor="ma")
