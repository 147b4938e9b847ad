"""High Card's notation."""

from typing import TYPE_CHECKING

from parlour.core.contract import Record
from parlour.errors import NotationError, PositionError

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

WORDS = ("keep", "swap", "deal")


def action_text(s: Record, seat: int, action: int) -> str:
    return WORDS[action]


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    if text not in WORDS:
        raise NotationError(f"say one of {', '.join(WORDS)}")
    return [WORDS.index(text)]


def position_text(s: Record) -> str:
    cards = ",".join(str(card) for card in s.cards[: s.seats])
    return f"{cards} {s.phase} {s.turn} {s.gone}"


def parse_position(text: str, draft: "Draft") -> None:
    try:
        cards, phase, turn, gone = text.split(" ")
        numbers = [int(card) for card in cards.split(",")]
        s = draft(len(numbers))
        s.cards[: s.seats] = numbers
        s.phase, s.turn, s.gone = int(phase), int(turn), int(gone)
    except (ValueError, OverflowError) as error:
        raise PositionError(f"not a position of High Card: {error}") from None
