"""The notation of Honors No. III: people write a gesture in one line.

`offer A-1 B-2`, `offer A-1 to 2`, `accept 3 with D-1 D-2`, `withdraw`, `wait`. It is read as several actions:
`pick A-1`, `pick B-2` and then `offer`, `offer to 2` or `accept 3`. An offer may also be called out, as the book has
it: `change two A-1 B-2`.
"""

from collections.abc import Sequence
from typing import Final

from parlour.core.contract import Record
from parlour.core.pack.books import PACK
from parlour.core.pack.cards import count
from parlour.core.values import NUMBER_WORDS, number
from parlour.errors import NotationError
from parlour.games.honors3.table import *

SIZE: Final = number(1, MOST_IN_SWAP)  # of an offer, as it is called out


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The actions of a text: one, or the picks of a gesture and what is done with them."""
    if seat >= s.seats:  # the world picks nothing
        return [ACTIONS.parse(text)]
    verb, *words = text.lower().replace(",", " ").split() or [""]
    if verb in ("offer", "change"):
        return parse_offer(s, seat, words)
    if verb == "accept" and words:
        owner, *names = words
        cards = names[1:] if names[0:1] == ["with"] and len(names) > 1 else names
        return [*picks(s, seat, cards), ACTIONS.parse(f"accept {owner}")]
    if verb == "pick" and words:
        return [PICK + card for card in cards_of(words)]
    if verb in ("accept", "pick", "withdraw", "wait", "deal", "tick"):
        return [ACTIONS.parse(text)]
    raise NotationError(
        f"{text[:40]!r} is not an action; one can offer A-1 B-2, offer A-1 to 2, accept 2 with D-3, withdraw or wait"
    )


def parse_offer(s: Record, seat: int, words: list[str]) -> list[int]:
    """An offer, to everybody or to one seat, in plain words or as it is called out."""
    at = words.index("to") if "to" in words else len(words)
    names, last = words[:at], ACTIONS.parse(" ".join(["offer", *words[at:]]))
    called = names.pop(0) if names and (names[0] in NUMBER_WORDS or names[0].isdecimal()) else ""
    picked = picks(s, seat, names)
    if called and SIZE.read(called) != len(picked) + count(s.chosen[seat]):
        raise NotationError(f"{called!r} wants as many cards, as in 'change two A-1 B-2'")
    return [*picked, last]


def cards_of(names: Sequence[str]) -> list[int]:
    """The cards of a gesture, the lowest first."""
    found = sorted(PACK.parse(name) for name in names)
    if len(set(found)) < len(found):
        raise NotationError(f"a card stands twice in {' '.join(names).upper()[:40]!r}")
    return found


def picks(s: Record, seat: int, names: Sequence[str]) -> list[int]:
    """Those cards of a gesture that are still to be picked."""
    found = cards_of(names)
    chosen = int(s.chosen[seat])
    if found and chosen & ~sum(1 << card for card in found):
        already = " ".join(PACK.names_in(chosen))
        raise NotationError(f"you have already picked {already}: say what to do with it, or wait")
    return [PICK + card for card in found if not (chosen >> card) & 1]


def unfinished(s: Record, seat: int) -> bool:
    """Whether the seat has picked cards out and not yet said what for."""
    return bool(s.chosen[seat]) and not (int(s.done) >> seat) & 1


def turn_text(texts: list[str]) -> str:
    """A gesture from the texts of its actions: `pick A-1` and `offer to 2` make `offer A-1 to 2`."""
    names = " ".join(text.removeprefix("pick ") for text in texts if text.startswith("pick "))
    last = texts[-1]
    if not names or last in ("withdraw", "wait"):
        return last
    if last.startswith("accept"):
        return f"{last} with {names}"
    if last.startswith("offer"):
        return f"offer {names}{last.removeprefix('offer')}"
    return f"pick {names}"
