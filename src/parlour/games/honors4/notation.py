"""The notation of Honors No. IV: an action names the card that it moves, `take E-2`, `throw A-3`, or just `A-3`."""

import re
from collections.abc import Mapping
from typing import Final

from parlour.core.contract import Record
from parlour.errors import NotationError
from parlour.games.honors4.table import *

MOVES: Final[Mapping[str, tuple[int, ...]]] = {"take": (TAKE,), "throw": (THROW_DRAWN, THROW_HELD)}
WITH_CARD: Final = re.compile(r"(take|throw) (?!drawn|held)(\S+)|([a-l]-?[1-4])")


def top_card(s: Record) -> int:
    """The top of the exposed pile, NO_CARD if there is none."""
    return int(s.exposed[s.lying - 1]) if s.lying else NO_CARD


def named_card(s: Record, seat: int, action: int) -> int:
    """The card that an action moves, as far as its text names it; NO_CARD if there is none."""
    if action == TAKE:
        return top_card(s)
    if action == THROW_DRAWN:
        return int(s.fresh)
    return int(s.held[seat]) if action == THROW_HELD else NO_CARD


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation, with the card if it is on the table or in the seat's hand."""
    card = named_card(s, seat, action)
    if card == NO_CARD:
        return ACTIONS.texts[action]
    return f"{'take' if action == TAKE else 'throw'} {CARD.text(card)}"


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list of one."""
    said = WITH_CARD.fullmatch(" ".join(text.lower().split()))
    if said is None:
        return [ACTIONS.parse(text)]
    verb, card = said[1] or "throw", CARD.parse(said[2] or said[3])
    for action in MOVES[verb]:
        if named_card(s, seat, action) == card:
            return [action]
    if verb == "take":
        raise NotationError(
            f"{CARD.text(card)} is not on top of the exposed pile; only the top card may be taken (H4-08)"
        )
    raise NotationError(f"You have no {CARD.text(card)} to throw")
