"""Le Her's notation: `keep`, `change`, `deal`; cards as `7H` or `KS`; a position as fields in one line."""

from typing import TYPE_CHECKING

from parlour.core.contract import Record
from parlour.errors import NotationError, PositionError

from .rules import ANSWERING, NO_CARD, RECEIVING

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

ACTION_WORDS = ("keep", "change", "deal")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
NAMES = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)


def card_name(card: int) -> str:
    return "-" if card == NO_CARD else NAMES[card]


def parse_card(text: str) -> int:
    if text == "-":
        return NO_CARD
    if text not in NAMES:
        raise NotationError(f"a card is written like 7H or KS, not {text[:20]!r}")
    return NAMES.index(text)


def action_text(s: Record, seat: int, action: int) -> str:
    return ACTION_WORDS[action]


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    if text not in ACTION_WORDS:
        raise NotationError(f"say one of {', '.join(ACTION_WORDS)}")
    return [ACTION_WORDS.index(text)]


def position_text(s: Record) -> str:
    """Cards, wins, hands played, dealer, phase, changed: `7H,KS 3,2 5 0 1 0`."""
    cards = ",".join(card_name(card) for card in s.cards)
    return f"{cards} {s.wins[0]},{s.wins[1]} {s.played} {s.dealer} {s.phase} {s.changed}"


def parse_position(text: str, draft: "Draft") -> None:
    s = draft(2)
    try:
        cards, wins, played, dealer, phase, changed = text.split(" ")
        s.cards[:] = [parse_card(card) for card in cards.split(",")]
        s.wins[:] = [int(number) for number in wins.split(",")]
        s.played, s.dealer, s.phase, s.changed = int(played), int(dealer), int(phase), int(changed)
        if s.phase in (RECEIVING, ANSWERING):
            s.dealt = (1 << int(s.cards[0])) | (1 << int(s.cards[1]))
    except (ValueError, OverflowError) as error:
        raise PositionError(f"not a position of Le Her: {error}") from None
