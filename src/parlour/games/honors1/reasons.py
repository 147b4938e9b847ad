"""Why a seat might ask so: where the card can be, as everybody may conclude, and what it would do for a book."""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Record
from parlour.core.kernels import States
from parlour.core.pack.books import CARDS, IN_BOOK, LETTERS, PACK, book_of, in_book
from parlour.core.pack.cards import holds
from parlour.core.plain import Figures
from parlour.core.texts import Reason
from parlour.core.values import Seat
from parlour.games.honors1 import GAME
from parlour.games.honors1.advice import all_weight, chance_of, hinted
from parlour.games.honors1.knowledge import redeal
from parlour.games.honors1.table import *

SEED: Final = np.uint64(0x9E3779B97F4A7C15)
WORLDS: Final = 200  # deals of the cards that the seat does not know


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


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """How often each other seat holds each card, when all that the seat does not know is dealt afresh.

    The book's rule of thumb looks at one card at a time, and gives an even chance to what is certain by several asks.
    """
    often, rng, world = out[0].often, out[0].rng, scratch[0]
    rng[0] = SEED
    for _ in range(WORLDS):
        scratch[0] = states[0]
        redeal(world, seat, rng)
        for other in range(world.seats):
            for card in range(CARDS):
                often[other, card] += 1 if other != seat and holds(world.hands[other], card) else 0


FIGURES: Final = Figures(GAME, [("often", np.int64, (MOST_SEATS, CARDS)), ("rng", np.uint64, 1)], work_out)


@lru_cache(maxsize=4)
def holders(state: bytes, seat: int) -> npt.NDArray[np.int64]:
    """What `work_out` counts, a row a seat."""
    return FIGURES.record(np.frombuffer(state, dtype=STATE.layout), seat)[0].often
