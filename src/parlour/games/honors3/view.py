"""What a seat may see at the table of Honors No. III, and why an action is refused."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, TABLE, Record
from parlour.core.kernels import States
from parlour.core.pack.books import IN_BOOK, LETTERS, PACK
from parlour.core.pack.packs import members
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, counted, hand_result, line, sentence
from parlour.core.texts import Refusal, seats_in
from parlour.core.values import NUMBER_WORDS, Seat
from parlour.games.honors3 import GAME
from parlour.games.honors3.knowledge import known
from parlour.games.honors3.notation import turn_text
from parlour.games.honors3.scoring import winners
from parlour.games.honors3.table import *


def show(s: Plain) -> dict[str, Any]:
    """The table as everybody sees it: what lies open."""
    seats, told = s.seats, FIGURES(s, SPECTATOR)
    return {
        "phase": PHASES[s.phase],
        "dealer": None if s.dealer == NOBODY else s.dealer,
        "opener": None if told.opener == NOBODY else told.opener,
        "hand": [],
        "picked": [],
        "handed_in": None,
        "held": told.held[:seats],
        "laid": [books_in(cards) for cards in s.laid[:seats]],
        "offers": [offer(s, other) for other in range(seats)],
        "ready": seats_in(s.done),
        "given": [[] for _ in range(seats)],
        "callers": seats_in(s.callers),
        "totals": s.totals[:seats],
        "target": s.target,
        "ticks": s.tick,
        "quiet": max(0, s.quiet),
        "hands_played": s.hand,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    """The seat's own cards, those that it offers, and those that it gave away and can still place (H3-04)."""
    offers = [offer(s, other) for other in range(s.seats)]
    if (made := offers[seat]) is not None:
        made["cards"] = PACK.names_in(s.offered[seat])
    return {
        "hand": PACK.names_in(s.hands[seat]),
        "picked": PACK.names_in(s.chosen[seat]),
        "handed_in": handed_in(s, seat),
        "offers": offers,
        "given": [PACK.names_in(cards) for cards in FIGURES(s, seat).known[: s.seats]],
    }


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """Who opens the play, how many cards everybody holds, and those that the seat, if it is one, can place."""
    s, told = states[0], out[0]
    told.opener = opener(s) if playing(s) else NOBODY
    for other in range(s.seats):
        told.held[other] = held(s, other)
        if seat != SPECTATOR:
            told.known[other] = known(s, seat, other)


FIGURES: Final = Figures(
    GAME, [("opener", np.int8), ("held", np.int8, MOST_SEATS), ("known", np.uint64, MOST_SEATS)], work_out
)


def books_in(cards: int) -> list[str]:
    """The letters of the books of a set of whole books."""
    return [LETTERS[card // IN_BOOK] for card in members(cards) if card % IN_BOOK == 0]


def offer(s: Plain, owner: int) -> dict[str, Any] | None:
    """An open offer: its size, and to whom it is made."""
    if not s.offered[owner]:
        return None
    to = s.offered_to[owner]
    return {"number": s.offered[owner].bit_count(), "to": None if to == TO_ALL else to - 1}


def handed_in(s: Plain, seat: int) -> str | None:
    """What the seat has handed in for this tick, as a gesture."""
    if s.said[seat] == 0:
        return None
    picks = [f"pick {card}" for card in PACK.names_in(s.chosen[seat])]
    return turn_text([*picks, ACTIONS.texts[s.said[seat]]])


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What a seat is asked for: to open, to trade while offers are open to it, or to make an offer."""
    if s.phase == OPENING:
        return "open"
    return "trade" if any(open_to(s, other, seat) for other in range(s.seats)) else "offer"


def result(s: Plain, story: Story) -> Told | None:
    """The books of a hand, which count double for whoever called (H3-09, H3-10)."""
    if playing(s) or s.hand == 0:
        return None
    lines = [sheet_of(s, seat) for seat in range(s.seats)]
    callers, won = seats_in(s.callers), seats_in(winners(s))
    books = s.laid[callers[0]].bit_count() // IN_BOOK if callers else 0
    if len(callers) == 1:
        why = sentence(counted("honors", books), winners=callers, count=books)
    else:
        why = sentence("honors_tied", winners=callers) if callers else sentence("no_call")
    return hand_result(why, callers, lines, s.totals[: s.seats], ending=why_won(s, won) if won else None)


def sheet_of(s: Plain, seat: int) -> list[Told]:
    """The line of a seat on the score, as `scoring.end_hand` writes it."""
    books = books_in(s.laid[seat])
    if not books:
        return [line("no_book", 0)]
    called = (s.callers >> seat) & 1
    key = counted("called" if called else "books", len(books))
    return [line(key, (10 if called else 5) * len(books), count=len(books), books=books)]


def why_won(s: Plain, won: list[int]) -> Told:
    """How the match was won (H3-11, H3-G10), or who was ahead at the cap."""
    total, tied = s.totals[won[0]], "_tied" if len(won) > 1 else ""
    if total >= s.target:
        return sentence(f"reached{tied}", winners=won, total=total, target=s.target)
    return sentence(f"cap{tied}", winners=won, total=total)


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action >= DEAL or seat == TABLE:
        return Refusal("C-03", "table_only", {})
    if action < OFFER:
        return refuse_pick(s, seat, action)
    if action == WITHDRAW:
        return Refusal("H3-G05", "nothing_to_withdraw", {})
    if action >= ACCEPT:
        return refuse_acceptance(s, seat, action - ACCEPT)
    return refuse_offer(s, seat, action - OFFER_TO)


def refuse_pick(s: Record, seat: int, card: int) -> Refusal:
    """Not held, one too many, another book, or out of order."""
    name, picked = PACK.names[card], PACK.names_in(s.chosen[seat])
    if not (int(s.hands[seat]) >> card) & 1:
        return Refusal("H3-02", "not_held", {"card": name})
    if name in picked:
        return Refusal("H3-03", "picked_already", {"card": name})
    if len(picked) == MOST_IN_SWAP:
        return Refusal("H3-G01", "three_at_most", {"cards": picked})
    if s.same_book and name[0] != picked[-1][0]:
        return Refusal("H3-G03", "one_book", {"cards": picked})
    return Refusal("C-17", "lowest_first", {"card": name, "last": picked[-1]})


def refuse_acceptance(s: Record, seat: int, owner: int) -> Refusal:
    """No such offer, not for this seat, or another number of cards."""
    if owner == seat or owner >= s.seats:
        return Refusal("H3-G05", "not_with_them", {"partner": Seat(owner)})
    if s.phase == OPENING:
        return Refusal("H3-G07", "not_open", {})
    if not s.offered[owner]:
        return Refusal("H3-G05", "gone", {"partner": Seat(owner)})
    if not open_to(s, owner, seat):
        return Refusal("H3-G05", "not_for_you", {"partner": Seat(owner)})
    wanted, picked = int(s.offered[owner]).bit_count(), int(s.chosen[seat]).bit_count()
    return Refusal("H3-G01", "as_many", {"wanted": NUMBER_WORDS[wanted], "picked": NUMBER_WORDS[picked]})


def refuse_offer(s: Record, seat: int, to: int) -> Refusal:
    """Nothing picked out, or an offer to one seat where there are none."""
    if to >= 0 and s.h3_directed == TO_ANYBODY:
        return Refusal("H3-G05", "to_everybody", {})
    if to == seat or to >= s.seats:
        return Refusal("H3-G05", "not_with_them", {"partner": Seat(to)})
    return Refusal("H3-03", "pick_first", {})


# --- For the terminal -----------------------------------------------------------------------------------------


def hand_line(cards: Sequence[str]) -> str:
    """A hand book by book: `A-1 A-3  B-2`."""
    books = dict.fromkeys(card[0] for card in cards)
    return "   ".join(" ".join(card for card in cards if card[0] == book) for book in books)
