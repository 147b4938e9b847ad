"""Notation: actions and positions as text, both ways, derived from what a game's `table.py` declares.

A game may have a `notation.py` of its own with any of these functions, where the book's way to write is better; what it
has is used instead. It may have two more:

- `turn_text(texts) -> str`, if people write several actions as one turn, and `unfinished(s, seat) -> bool`: whether a
  seat is in the middle of one;
- `legal_texts(s, seat) -> dict[str, int]`, if it can write all legal actions faster than one by one: their texts and
  what they stand for; `s` is the state as numbers and lists (`core.plain`).
"""

from typing import TYPE_CHECKING, Any

from parlour.core import positions
from parlour.core.contract import Record
from parlour.core.defaults import own_function
from parlour.core.drafts import Draft, fresh_like

if TYPE_CHECKING:
    from parlour.core.game import Game


class Notation:
    """How the actions and positions of one game are written."""

    def __init__(self, game: "Game", own: Any) -> None:
        self._game = game
        self._own = own

    def __getattr__(self, name: str) -> Any:
        own = getattr(self._own, name, None)
        if own is None or name.startswith("_"):
            raise AttributeError(name)
        return own

    def action_text(self, s: Record, seat: int, action: int) -> str:
        """An action as text. Most games need not look at the state."""
        if hasattr(self._own, "action_text"):
            return str(self._own.action_text(s, seat, action))
        return str(self._game.table.ACTIONS.texts[action])

    def parse_action(self, s: Record, seat: int, text: str) -> list[int]:
        """The action of a text, as a list of one; several if it is a whole turn. `NotationError` if it is none."""
        if hasattr(self._own, "parse_action"):
            return list(self._own.parse_action(s, seat, text))
        return [self._game.table.ACTIONS.parse(text)]

    def position_text(self, s: Record) -> str:
        """A whole state in one line, secrets included, the deal generator and the options left out."""
        if hasattr(self._own, "position_text"):
            return str(self._own.position_text(s))
        return positions.position_text(self._game.table.STATE, s, fresh_like(self._game, s))

    def parse_position(self, text: str, draft: Draft) -> None:
        """Set up the state of a text, with the seats and options of the draft; `PositionError` if it is none."""
        if hasattr(self._own, "parse_position"):
            self._own.parse_position(text, draft)
            return
        positions.read_position(self._game.table.STATE, text, draft)
        if sound := own_function(self._game, "sound"):
            sound(draft.states[0])
