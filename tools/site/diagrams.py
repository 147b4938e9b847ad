"""Fenced diagrams, and what pages ask for by a comment such as `<!-- parlour: guide kamra -->`.

Diagrams are those of the guides, which the web client draws as well:

    ```board                      a position of Cam; after `|` a turn, or a square for all legs of the piece on it
    ```{.cards game="kamra"}     a row of cards; in a guide just `cards`

The last line of a fence is its caption.
"""

import html
import re
from collections.abc import Callable
from typing import Any

from pymdownx.superfences import SuperFencesException
from tools.site import board, cards, charts, excerpts
from tools.site.pages import ROOT

import parlour
from parlour.core.game import Game
from parlour.errors import ParlourError

ASKED = re.compile(r"^<!-- parlour: (\w+)((?: [\w-]+)*) -->$", re.MULTILINE)
FENCE = re.compile(r"^```cards$", re.MULTILINE)


def figure(picture: str, caption: str, kind: str) -> str:
    """A picture with its caption."""
    said = f"<figcaption>{html.escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="diagram {kind}"><div>{picture}</div>{said}</figure>'


def fence(draw: Callable[[str, dict[str, str]], str], kind: str) -> Callable[..., str]:
    """What Markdown calls for a fence; whatever is wrong with a diagram ends the build."""

    def drawn(source: str, *_: Any, attrs: dict[str, str], **__: Any) -> str:
        line, caption = [*source.strip().split("\n", 1), ""][:2]
        try:
            return figure(draw(line, attrs), caption, kind)
        except (ParlourError, LookupError, ValueError) as error:
            raise SuperFencesException(f"the diagram {line!r}: {error}") from error

    return drawn


FENCES = [
    {"name": "board", "class": "board", "format": fence(lambda line, _: board.draw(line), "boards")},
    {"name": "cards", "class": "cards", "format": fence(lambda line, has: cards.row(has["game"], line), "rows")},
]


def put_in(markdown: str) -> str:
    """A page with everything in it that it asks for."""
    return ASKED.sub(lambda found: WHAT[found[1]](*found[2].split()), markdown)


def guide(name: str) -> str:
    """The short guide to a game, as the web client has it, without its title."""
    text = (ROOT / "src" / "parlour" / "games" / name / "guide.md").read_text(encoding="utf-8")
    _, _, body = text.partition("\n")
    return FENCE.sub(f'```{{.cards game="{name}"}}', body).strip()


def facts(name: str) -> str:
    """A line of facts."""
    one = parlour.game(name)
    seats = f"{one.fewest} to {one.most}" if one.fewest < one.most else f"{one.fewest}"
    return f'<p class="facts" markdown>{one.maker}, {one.year} · {seats} players · `parlour play {name}`</p>'


def options(name: str) -> str:
    """The switches of the rules as a table."""
    rows = (f"| `{one.name}` | {one.help} | {one.values} | {one.rule} |" for one in parlour.game(name).options)
    return "\n".join(["| Option | What it does | Values, the usual one first | Rule |", "|---|---|---|---|", *rows])


def shelf() -> str:
    """All games, oldest first, as boxes on a shelf."""
    games = sorted(map(parlour.game, parlour.games()), key=lambda one: (one.year, one.name))
    return f'<div class="shelf" markdown>\n{"".join(map(box, games))}</div>'


def box(one: Game) -> str:
    """A box: the lid is a link to the game's page."""
    seats = f"{one.fewest} to {one.most}" if one.fewest < one.most else str(one.fewest)
    return (
        f'<section class="box" data-box="{one.name}" markdown>\n'
        f"[<b>{one.title}</b> <i>{one.year}</i> <span>{one.summary}</span> <small>{seats} players</small>]"
        f"(/games/{one.name}.md)\n</section>\n"
    )


WHAT: dict[str, Callable[..., str]] = {
    "advice": excerpts.advice,
    "divisions": board.divisions,
    "facts": facts,
    "figures": charts.show,
    "guide": guide,
    "luck": charts.luck,
    "notation": excerpts.notation,
    "opening": excerpts.opening,
    "options": options,
    "shelf": shelf,
    "split": charts.split,
    "strength": excerpts.strength,
}
