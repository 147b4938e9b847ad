"""What both clients say alike: of games and their switches, and how a match stands."""

from collections.abc import Sequence
from typing import Any

from parlour.core.game import Game
from parlour.core.texts import join_words


def seats_text(game: Game) -> str:
    """How many can play."""
    return str(game.fewest) if game.fewest == game.most else f"{game.fewest}-{game.most}"


def value_text(value: object) -> str:
    """A value of a switch as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def result_line(winners: Sequence[str]) -> str:
    """Who won, in a sentence."""
    return f"{join_words(winners)} won." if winners else "The match is drawn."


def score_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The score sheet, and the settlement if there is one."""
    width = max(map(len, names))
    settled = [f"   settlement {gain:+g}" if view["over"] else "" for gain in view["payoffs"]]
    return [
        f"{name:{width}}  {points:>6g}{more}" for name, points, more in zip(names, view["scores"], settled, strict=True)
    ]
