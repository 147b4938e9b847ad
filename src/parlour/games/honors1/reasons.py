"""Why a seat might ask so: where the card can be, as everybody may conclude, and what it would do for a book."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from parlour.core.books import CARDS, IN_BOOK, LETTERS, PACK, book_of, in_book
from parlour.core.chance import rng_from
from parlour.core.contract import Record
from parlour.core.kernel import compiled
from parlour.core.texts import Reason, Seat
from parlour.games.honors1.advice import all_weight, chance_of, hinted
from parlour.games.honors1.knowledge import redeal
from parlour.games.honors1.state import *

WORLDS = 200 if compiled() else 10  # deals of the cards that the seat does not know


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
    hope = float(chance_of(s, seat, asked, card, float(all_weight(s, seat, card))))
    if hope in (0.0, 1.0):
        return ("only_there" if hope else "not_there"), words
    often = holders(s.tobytes(), seat)[:, card]
    words["percent"] = min(max(round(100 * often[asked] / WORLDS), 1), 99)  # a count proves nothing
    if hinted(s, seat, asked, card) == hope:
        return "hinted", words
    return ("likeliest" if often[asked] == often.max() else "likelier_elsewhere"), words


@lru_cache(maxsize=4)
def holders(state: bytes, seat: int) -> npt.NDArray[np.int64]:
    """How often each other seat holds each card, when all that the seat does not know is dealt afresh.

    The book's rule of thumb looks at one card at a time, and gives an even chance to what is certain by several asks.
    """
    s, world, rng = np.frombuffer(bytearray(state), dtype=State)[0], np.zeros(1, dtype=State), rng_from(1)
    often = np.zeros((MOST_SEATS, CARDS), dtype=np.int64)
    cards = np.arange(CARDS, dtype=np.uint64)
    for _ in range(WORLDS):
        world[0] = s
        redeal(world[0], seat, rng)
        for other in range(s.seats):
            often[other] += ((world[0].hands[other] >> cards) & np.uint64(1)).astype(np.int64)
    often[seat] = 0
    return often
