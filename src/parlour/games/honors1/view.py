"""What a seat may see at the table of Honors No. I, and why an action is refused."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, Record
from parlour.core.kernels import States
from parlour.core.pack.books import CARDS, LETTERS, PACK, book_of
from parlour.core.pack.packs import members
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, best_of, counted, hand_result, line, sentence, sums
from parlour.core.texts import Refusal, seats_in
from parlour.core.values import Seat
from parlour.games.honors1 import GAME
from parlour.games.honors1.scoring import ANY_BOOK, BOOK_A, PREMIUM, winners
from parlour.games.honors1.table import *


def show(s: Plain) -> dict[str, Any]:
    """The table as everybody sees it: what lies open, and the asks of the last round (H1-G14)."""
    seats = s.seats
    asking = s.phase == ASKING
    return {
        "phase": PHASES[s.phase],
        "dealer": None if s.dealer == NOBODY else s.dealer,
        "turn": s.turn if asking else None,
        "hand": [],
        "held": [cards.bit_count() for cards in s.hands[:seats]],
        "centre": FIGURES(s, SPECTATOR).centre if asking else 0,
        "books": [[LETTERS[book] for book in members(books)] for books in s.books[:seats]],
        "premium": None if s.premium == NOBODY else s.premium,
        "asks": [ask_shown(entry) for entry in (recent_asks(s) if s.ask_log == FULL else last_round(s))],
        "idle_turns": max(0, s.idle),
        "totals": s.totals[:seats],
        "target": s.target,
        "hands_played": s.hand,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    """The seat's own hand."""
    return {"hand": PACK.names_in(s.hands[seat])}


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """How many cards lie in the centre."""
    out[0].centre = centre(states[0])


FIGURES: Final = Figures(GAME, [("centre", np.int8)], work_out)


def recent_asks(s: Plain) -> list[int]:
    """The asks that the ring still has, oldest first."""
    return [s.asks[i % RING] for i in range(max(0, s.asked - RING), s.asked)]


def last_round(s: Plain) -> list[int]:
    """The asks since whoever's turn it is began her turn before this one, and at most a full round of turns."""
    asks = recent_asks(s)
    first, turns = len(asks), 0
    asker, before = s.turn, False  # the turn looked at, and whether it is an earlier one of whoever asks now
    while first > 0:
        other = entry_seat(asks[first - 1])
        if other != asker:
            if before or turns == s.seats:
                break
            asker, turns = other, turns + 1
            before = other == s.turn
        first -= 1
    return asks[first:]


def ask_shown(entry: int) -> dict[str, Any]:
    """An ask as data."""
    asked, card = divmod(entry_action(entry), CARDS)
    return {"seat": entry_seat(entry), "asked": asked, "card": PACK.names[card], "got": entry_got(entry)}


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """All that is ever decided is whom to ask for which card."""
    return "ask"


def result(s: Plain, story: Story) -> Told | None:
    """The books of a hand, and the premium (H1-11, H1-12)."""
    if s.phase == ASKING or s.hand == 0:
        return None
    lines = [sheet_of(s, seat) for seat in range(s.seats)]
    best, won = best_of(sums(lines)), seats_in(winners(s))
    totals = s.totals[: s.seats]
    return hand_result(why_best(s, best, sums(lines)), best, lines, totals, ending=why_won(s, won) if won else None)


def sheet_of(s: Plain, seat: int) -> list[Told]:
    """The lines of a seat on the score sheet, as `scoring.hand_score` adds them up."""
    books = [LETTERS[book] for book in members(s.books[seat])]
    others = [book for book in books if book != LETTERS[0]]
    lines = [line("book_a", BOOK_A)] if len(others) < len(books) else []
    if others:
        lines.append(line(counted("books", len(others)), ANY_BOOK * len(others), count=len(others), books=others))
    if s.premium == seat:
        lines.append(line("first_out", PREMIUM))
    return lines or [line("no_book", 0)]


def why_best(s: Plain, best: list[int], points: Sequence[float]) -> Told:
    """Who scored most in a hand, and with how many books."""
    if not best:
        return sentence("nobody")
    if len(best) > 1:
        return sentence("best_tied", winners=best, points=points[best[0]])
    count = s.books[best[0]].bit_count()
    return sentence(counted("best", count), winners=best, points=points[best[0]], count=count)


def why_won(s: Plain, won: list[int]) -> Told:
    """How the match was won (H1-13, H1-G13)."""
    total, tied = s.totals[won[0]], "_tied" if len(won) > 1 else ""
    if total >= s.target:
        return sentence(f"reached{tied}", winners=won, total=total, target=s.target)
    return sentence(f"cap{tied}", winners=won, total=total)


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action == DEAL:
        return Refusal("H1-05", "table_only", {})
    asked, card = divmod(action, CARDS)
    if s.phase != ASKING:
        return Refusal("H1-06", "not_asking", {})
    if asked >= s.seats:
        return Refusal("H1-02", "no_such_seat", {"seats": int(s.seats)})
    if asked == seat:
        return Refusal("H1-06", "not_yourself", {})
    if not s.hands[asked]:
        return Refusal("H1-G08", "no_cards", {"accused": Seat(asked)})
    return refuse_card(s, seat, card)


def refuse_card(s: Record, seat: int, card: int) -> Refusal:
    """She holds it, it lies on the table, or she has not begun its book."""
    about = {"card": PACK.names[card], "book": LETTERS[book_of(card)]}
    if (int(s.hands[seat]) >> card) & 1:
        return Refusal("H1-G03", "held", about)
    if (laid_books(s) >> book_of(card)) & 1:
        return Refusal("H1-09" if s.must_hold else "H1-G17", "laid", about)
    return Refusal("H1-G01", "not_begun", about)


# --- For the terminal -----------------------------------------------------------------------------------------


def hand_line(book: str, hand: Sequence[str]) -> str:
    """One book of a hand: `B 1 3`."""
    return " ".join([book, *(card[2] for card in hand if card[0] == book)])
