"""Cards as SVG, each in a box of 60 by 84, drawn with the shapes of the web client."""

import html
import math
from collections.abc import Callable
from functools import cache

from tools.site import shapes

from parlour.core.pack.books import PACK as HONORS
from parlour.core.pack.ordinary import PACK as ORDINARY
from parlour.games.kamra.table import PACK as KAMRA_PACK

NAMES = {"P": "Producer", "A": "Author", "D": "Director", "S": "Star", "H": "Hero"}
WORTH = {"S": "+20", "H": "+10"}


def row(game: str, line: str) -> str:
    """A row of cards: `$P $A | T2!` has a gap, and a card that is raised."""
    groups = (group.split() for group in line.split("|"))
    return "".join(f'<span class="cards">{"".join(card(game, text) for text in group)}</span>' for group in groups)


def card(game: str, text: str) -> str:
    """One card; an exclamation mark raises it."""
    name = text.removesuffix("!")
    raised = " raised" if text.endswith("!") else ""
    box = game.rstrip("1234")
    body = FACES[box](name)
    sheet = '<rect class="sheet" x=".5" y=".5" width="59" height="83" rx="5"/>'
    return (
        f'<svg class="card {box}{raised}" viewBox="0 0 60 84" role="img">'
        f"<title>{html.escape(name)}</title>{sheet}{body}</svg>"
    )


@cache
def kamra(name: str) -> str:
    """Suit and rank together, because "Star" names both."""
    KAMRA_PACK.parse(name)
    sign, rank = name[0], name[1]
    ink, _, _ = shapes.kamra_suits()[sign]
    middle = f'<text class="rank" x="11.5" y="24">{rank}</text>{kamra_suit(sign, 3.5, 29, 16)}'
    if rank.isdigit():
        return f'<g class="{ink}">{middle}{pips(sign, int(rank))}</g>'
    worth = f'<text class="worth" x="39.500" y="70">{WORTH[rank]}</text>' if rank in WORTH else ""
    return (
        f'<g class="{ink}">{middle}<path class="rays" d="{rays()}"/><path class="frame" d="M25 6h29v72h-29Z"/>'
        f"{kamra_suit(sign, 30.500, 27, 18)}{worth}</g>"
    )


def kamra_suit(sign: str, x: float, y: float, size: float) -> str:
    """The shape of a suit."""
    _, shape, lined = shapes.kamra_suits()[sign]
    kind = "lined" if lined else "solid"
    return f'<path class="{kind}" d="{shape}" transform="translate({x:g} {y:g}) scale({size / 24:.4g})"/>'


def pips(sign: str, number: int) -> str:
    """The shapes of an Extra, in one column up to three and in two above."""
    columns = (39.5,) if number <= 3 else (32.0, 48.0)
    places = [(x, 42.0) for x in columns] if number < 2 else []
    rows = math.ceil(number / len(columns))
    for i in range(number if number > 1 else 0):
        last_alone = len(columns) == 2 and number % 2 == 1 and i == number - 1
        x = 40.0 if last_alone else columns[i % len(columns)]
        places.append((x, 18 + 48 * (i // len(columns)) / max(1, rows - 1)))
    size = 24 if number == 1 else 12
    return "".join(kamra_suit(sign, x - size / 2, y - size / 2, size) for x, y in places)


@cache
def rays() -> str:
    """The light behind a member of the Company: thin wedges around the middle of the picture."""
    at = [(39.5 + 13 * math.cos(math.radians(a)), 36 + 26 * math.sin(math.radians(a))) for a in range(0, 360, 6)]
    wedges = (f"M39.5 36L{at[i][0]:.1f} {at[i][1]:.1f}L{at[i + 1][0]:.1f} {at[i + 1][1]:.1f}Z" for i in range(0, 59, 3))
    return "".join(wedges)


@cache
def honors(name: str) -> str:
    """Letter and number, the book's woodcut, and the number again as beads on a string."""
    HONORS.parse(name)
    letter, number = name.split("-")
    beads = "".join(
        f'<circle class="{"bead full" if i <= int(number) else "bead"}" cx="{12 * i}" cy="75" r="4"/>'
        for i in range(1, 5)
    )
    woodcut = f'<g transform="translate(9.4 26) scale(.86)">{motif(letter)}</g>'
    string = '<path class="line thin" d="M9 75H51"/>'
    return f'<text class="corner" x="5" y="21">{name}</text>{woodcut}{string}{beads}'


@cache
def motif(letter: str) -> str:
    """A book's woodcut, in a square of 48."""
    second, pieces = shapes.books()[letter]
    drawn = "".join(f'{under(way, d)}<path class="{way}" d="{d}"/>' for way, d in pieces)
    return f'<g class="motif {second}">{drawn}</g>'


def under(way: str, d: str) -> str:
    """The gap that a rope leaves where it lies over something."""
    return f'<path class="under" d="{d}"/>' if way in ("rope", "cord") else ""


def kardkelly(name: str) -> str:
    """A number in its ring, a miss, or a miss that costs."""
    if name.isdigit() and 1 <= int(name) <= 15:
        return f'<circle class="ring" cx="30" cy="42" r="22"/><text class="number" x="30" y="52.5">{name}</text>'
    marks = {"SCRATCH": "M12 24 46 13 14 32 49 22 12 41 48 33 16 49", "BLANK": "M18 36h24"}
    return (
        f'<path class="{name.lower()}" d="{marks[name]}"/>'
        f'<text class="word" x="30" y="73" textLength="44" lengthAdjust="spacingAndGlyphs">{name}</text>'
    )


@cache
def bacarac(name: str) -> str:
    """An ordinary playing card: a large index and one strong suit."""
    ORDINARY.parse(name)
    rank, suit = name[:-1], name[-1]
    shape = shapes.suits()[suit]
    return (
        f'<g class="{"red" if suit in "DH" else "black"}"><text class="index" x="4" y="25">{rank}</text>'
        f'<path class="solid" d="{shape}" transform="translate(20 38) scale(1.5)"/></g>'
    )


FACES: dict[str, Callable[[str], str]] = {"kamra": kamra, "honors": honors, "kardkelly": kardkelly, "bacarac": bacarac}
