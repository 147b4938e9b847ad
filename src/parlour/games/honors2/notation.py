"""Honors No. II's notation: actions as text, both ways; positions are in `positions.py`.

Cards are `A-1` to `L-4`. Actions are `stock`, `take 3`, `lay F-1 F-2 F-4` (three of a book, or all four), `fourth A-4`,
`discard G-2`, `claim`, `silent`, `give K-1`, `decline`, and the table's `deal`.
"""

import re
from functools import cache
from typing import Final

from parlour.core.books import BOOKS, CARDS, IN_BOOK, PACK
from parlour.core.contract import Record
from parlour.errors import NotationError
from parlour.games.honors2.positions import parse_position, position_text
from parlour.games.honors2.state import *

__all__ = ["action_text", "parse_action", "parse_position", "position_text"]

WORDS: Final = {
    "stock": STOCK,
    "claim": CLAIM,
    "silent": SILENT,
    "decline": DECLINE,
    "deal": DEAL,
}
WITH_CARD: Final = {"fourth": FOURTH, "discard": DISCARD, "give": GIVE}
TAKE_TEXT: Final = re.compile(r"take ([1-9][0-9]?)", re.ASCII)
VERBS: Final = {number: word for word, number in WORDS.items()}
LAYS: Final = {
    frozenset(IN_BOOK * book + place for place in range(IN_BOOK) if place != missing): LAY + WAYS * book + missing
    for book in range(BOOKS)
    for missing in range(WAYS)
}
LAY_CARDS: Final = {action: sorted(cards) for cards, action in LAYS.items()}


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation; it does not depend on the state."""
    return action_name(action)


@cache
def action_name(action: int) -> str:
    """An action in words of the notation."""
    if action in VERBS:
        return VERBS[action]
    if action < LAY:
        return f"take {action - TAKE}"
    if action < FOURTH:
        return " ".join(["lay", *(PACK.names[card] for card in LAY_CARDS[action])])
    word, first = max(((word, first) for word, first in WITH_CARD.items() if first <= action), key=lambda pair: pair[1])
    return f"{word} {PACK.names[action - first]}"


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list of one."""
    words = text.lower().split()
    line = " ".join(words)
    if line in WORDS:
        return [WORDS[line]]
    if (match := TAKE_TEXT.fullmatch(line)) and int(match[1]) <= CARDS:
        return [TAKE + int(match[1])]
    if words and words[0] == "lay":
        return [parse_lay(words[1:])]
    if len(words) == 2 and words[0] in WITH_CARD:
        return [WITH_CARD[words[0]] + PACK.parse(words[1])]
    raise NotationError(
        f"{text[:40]!r} is not an action of Honors No. II; try 'stock', 'take 1', 'lay F-1 F-2 F-4' or 'discard G-2'"
    )


def parse_lay(names: list[str]) -> int:
    """Three or four cards of one book, in any order."""
    cards = [PACK.parse(name) for name in names]
    action = LAYS.get(frozenset(cards)) if len(set(cards)) == len(cards) else None
    if action is None:
        raise NotationError("three or four cards of one book are laid together: 'lay F-1 F-2 F-4'")
    return action
