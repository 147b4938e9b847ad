"""Why a seat might ask so: where the card can be, as everybody may conclude, and what it would do for a book."""

from parlour.core.books import CARDS, IN_BOOK, LETTERS, PACK, book_of, in_book
from parlour.core.contract import Record
from parlour.core.texts import Reason, Seat
from parlour.games.honors1.advice import all_weight, chance_of, hinted
from parlour.games.honors1.state import *


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal ask."""
    asked, card = divmod(action, CARDS)
    book = int(book_of(card))
    others = int(in_book(s.hands[seat], book))
    words = {
        "asked": Seat(asked),
        "card": PACK.names[card],
        "book": LETTERS[book],
        "others": others,
        "fills": others == IN_BOOK - 1,
    }
    return Reason(*where(s, seat, asked, card, words))


def where(s: Record, seat: int, asked: int, card: int, words: dict[str, object]) -> tuple[str, dict[str, object]]:
    """Whether the seat asked has it: surely, surely not, or how likely beside the others."""
    if (int(s.shown) >> card) & 1:
        return ("seen" if (int(s.hands[asked]) >> card) & 1 else "seen_elsewhere"), words
    everywhere = float(all_weight(s, seat, card))
    chances = {
        other: float(chance_of(s, seat, other, card, everywhere))
        for other in range(s.seats)
        if other != seat and int(s.hands[other])
    }
    hope = chances[asked]
    words["percent"] = round(100 * hope)
    if hope in (0.0, 1.0):
        return ("only_there" if hope else "not_there"), words
    if hinted(s, seat, asked, card) == hope:
        return "hinted", words
    return ("likeliest" if hope == max(chances.values()) else "likelier_elsewhere"), words
