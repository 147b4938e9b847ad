"""The notation of Honors No. III: actions and positions as text, both ways.

A card is the letter of its book and its number: `A-3`. People write a gesture in one line: `offer A-1 B-2`,
`offer A-1 to 2`, `accept 3 with D-1 D-2`, `withdraw`, `wait`. It is read as several actions: `pick A-1`, `pick B-2` and
then `offer`, `offer to 2` or `accept 3`. The table's own are `deal` and `tick`.

A position is one line of ten fields; all but the first two and the last two go seat by seat, with strokes between:

    | field   | for example       | meaning                                                                       |
    |---------|-------------------|-------------------------------------------------------------------------------|
    | phase   | market            | deal, opening, market or over                                                 |
    | dealer  | 3                 | who deals, or will deal next; `-` before the first deal                       |
    | hands   | A-1,B-2/D-3/-     | cards held                                                                    |
    | laid    | AC/-/B            | books laid down                                                               |
    | offers  | A-1/B-2>0/-       | open offers, `>0` if to seat 0 alone                                          |
    | chosen  | A-1=offer/-=wait/- | cards picked out, and after `=` what was handed in for this tick             |
    | swaps   | A-1<2/-<1*/-      | cards of the last swap still held, and with whom; `*` if it brought a book    |
    | callers | 0,2               | who called "Honors" in the last hand                                          |
    | totals  | 0,30,5,10         | the score                                                                     |
    | count   | 2,17,3,0          | hands scored; ticks of this hand, those since a swap, gestures in this tick   |
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

from parlour.core.books import BOOKS, IN_BOOK, LETTERS, PACK, book_cards, in_book, whole_books
from parlour.core.contract import Record
from parlour.core.packs import members
from parlour.core.positions import fields, number, numbers, one_of, parse_seats, seats_text
from parlour.errors import NotationError, PositionError
from parlour.games.honors3.scoring import is_out
from parlour.games.honors3.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

PHASES: Final = ("deal", "opening", "market", "over")
WORDS: Final = {"offer": OFFER, "withdraw": WITHDRAW, "wait": WAIT, "deal": DEAL, "tick": TICK}
NAMES: Final = {action: word for word, action in WORDS.items()}
PICK_TEXT: Final = re.compile(r"pick ((?:[a-l]-[1-4] ?)+)")
OFFER_TEXT: Final = re.compile(r"offer(?: ((?:[a-l]-[1-4] ?)+))?(?: ?\bto ([0-6]))?")
ACCEPT_TEXT: Final = re.compile(r"accept ([0-6])(?: with ((?:[a-l]-[1-4] ?)+))?")
SAID_TEXT: Final = re.compile(r"(?P<cards>[^=]+)=(?P<word>offer|accept|withdraw|wait)(?P<seat>[0-6]?)")
OFFERED_TEXT: Final = re.compile(r"(?P<cards>[^>]+)(?:>(?P<seat>[0-6]))?")
SWAP_TEXT: Final = re.compile(r"(?P<cards>[^<]+)<(?P<seat>[0-6])(?P<booked>\*?)")
FIELD_NAMES: Final = (*("phase", "dealer", "hands", "laid", "offers", "chosen", "swaps", "callers", "totals", "count"),)


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation; it does not depend on the state."""
    return action_name(action)


@cache
def action_name(action: int) -> str:
    """An action in words of the notation."""
    if action < OFFER:
        return f"pick {PACK.names[action]}"
    if OFFER_TO <= action < ACCEPT:
        return f"offer to {action - OFFER_TO}"
    if ACCEPT <= action < WITHDRAW:
        return f"accept {action - ACCEPT}"
    return NAMES[action]


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The actions of a text: one, or the picks of a gesture and what is done with them."""
    words = " ".join(text.lower().replace(",", " ").split())
    if words in WORDS:
        return [WORDS[words]]
    if match := PICK_TEXT.fullmatch(words):
        return [PICK + card for card in cards_of(match[1])]
    if match := OFFER_TEXT.fullmatch(words):
        return [*picks(s, seat, match[1]), OFFER if match[2] is None else OFFER_TO + int(match[2])]
    if match := ACCEPT_TEXT.fullmatch(words):
        return [*picks(s, seat, match[2]), ACCEPT + int(match[1])]
    raise NotationError(
        f"{text[:40]!r} is not an action of Honors No. III; try 'offer A-1 B-2', 'accept 2 with D-3' or 'wait'"
    )


def cards_of(text: str) -> list[int]:
    """The cards of a gesture, the lowest first."""
    cards = sorted(PACK.parse(name) for name in text.split())
    if len(set(cards)) < len(cards):
        raise NotationError(f"a card stands twice in {text.upper()[:40]!r}")
    return cards


def picks(s: Record, seat: int, text: str | None) -> list[int]:
    """Those cards of a gesture that are still to be picked."""
    cards = cards_of(text or "")
    chosen = int(s.chosen[seat])
    if cards and chosen & ~sum(1 << card for card in cards):
        already = " ".join(PACK.names_in(chosen))
        raise NotationError(f"you have already picked {already}: say what to do with it, or wait")
    return [PICK + card for card in cards if not (chosen >> card) & 1]


def unfinished(s: Record, seat: int) -> bool:
    """Whether the seat has picked cards out and not yet said what for."""
    return bool(s.chosen[seat]) and not (int(s.done) >> seat) & 1


def turn_text(texts: list[str]) -> str:
    """A gesture from the texts of its actions: `pick A-1` and `offer to 2` make `offer A-1 to 2`."""
    cards = " ".join(text.removeprefix("pick ") for text in texts if text.startswith("pick "))
    last = texts[-1]
    if not cards or last in ("withdraw", "wait"):
        return last
    if last.startswith("accept"):
        return f"{last} with {cards}"
    if last.startswith("offer"):
        return f"offer {cards}{last.removeprefix('offer')}"
    return f"pick {cards}"


# --- Positions ------------------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    seats = range(s.seats)
    return " ".join(
        [
            PHASES[s.phase],
            "-" if s.dealer == NOBODY else str(s.dealer),
            "/".join(PACK.set_text(s.hands[seat]) for seat in seats),
            "/".join(books_text(s.laid[seat]) for seat in seats),
            "/".join(offer_text(s, seat) for seat in seats),
            "/".join(chosen_text(s, seat) for seat in seats),
            "/".join(swap_text(s, seat) for seat in seats),
            seats_text(s.callers),
            ",".join(str(s.totals[seat]) for seat in seats),
            f"{s.hand},{s.tick},{s.quiet},{s.gestures}",
        ]
    )


def books_in(cards: int) -> list[str]:
    """The letters of the books of a set of whole books."""
    return [LETTERS[card // IN_BOOK] for card in members(int(cards)) if card % IN_BOOK == 0]


def books_text(cards: int) -> str:
    """Books by their letters; `-` for none."""
    return "".join(books_in(cards)) or "-"


def offer_text(s: Record, seat: int) -> str:
    """An open offer: its cards, and to whom it is made if not to everybody."""
    to = int(s.offered_to[seat])
    return PACK.set_text(s.offered[seat]) + (f">{to - 1}" if to != TO_ALL else "")


def chosen_text(s: Record, seat: int) -> str:
    """Cards picked out, and what was handed in."""
    said = int(s.said[seat])
    word = "" if said == 0 else "=" + action_text(s, seat, said).replace(" to ", "").replace(" ", "")
    return PACK.set_text(s.chosen[seat]) + word


def swap_text(s: Record, seat: int) -> str:
    """The seat's last swap."""
    if s.partner[seat] == NOBODY:
        return "-"
    return f"{PACK.set_text(s.got[seat])}<{s.partner[seat]}" + "*" * ((int(s.booked) >> seat) & 1)


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text, each field checked for itself and then against the others."""
    phase, dealer, hands, laid, offers, chosen, swaps, callers, totals, count = fields(
        text, FIELD_NAMES, "Honors No. III"
    )
    seats = len(hands.split("/"))
    s = draft(seats)
    s.phase = one_of(phase, PHASES, "phase")
    s.dealer = NOBODY if dealer == "-" else number(dealer, 0, seats - 1)
    s.hands[:seats] = [PACK.parse_set(hand) for hand in by_seat(hands, seats)]
    s.laid[:seats] = [parse_books(books) for books in by_seat(laid, seats)]
    for seat, (offer, pick, swap) in enumerate(
        zip(by_seat(offers, seats), by_seat(chosen, seats), by_seat(swaps, seats), strict=True)
    ):
        parse_offer(s, seat, offer)
        parse_chosen(s, seat, pick)
        parse_swap(s, seat, swap)
    s.callers = parse_seats(callers, seats)
    s.totals[:seats] = numbers(totals, seats, 0, 1_000_000)
    s.hand, s.tick, s.quiet, s.gestures = parse_count(count, BUSY * seats)
    check_deal(s)
    check_market(s)
    check_score(s)


def by_seat(text: str, seats: int) -> list[str]:
    """A field's parts, one a seat."""
    parts = text.split("/")
    if len(parts) != seats:
        raise PositionError(f"{text[:40]!r} should have {seats} parts between strokes, one a seat")
    return parts


def parse_count(text: str, most_gestures: int) -> list[int]:
    """The four numbers at the end."""
    counts = numbers(text, 4, -1, 30_000)
    if counts[0] < 0 or counts[1] < 0 or not 0 <= counts[3] <= most_gestures:
        raise PositionError(f"{text[:40]!r} should be hands, ticks, ticks since a swap and gestures")
    return counts


def parse_books(text: str) -> int:
    """The cards of books given by their letters."""
    if text != "-" and (not set(text) <= set(LETTERS) or len(set(text)) < len(text)):
        raise PositionError(f"{text[:20]!r} should be letters of books, from A to L, or -")
    return sum(int(book_cards(LETTERS.index(letter))) for letter in text if text != "-")


def parse_offer(s: Record, seat: int, text: str) -> None:
    """An open offer."""
    told = matched(OFFERED_TEXT, text, "an offer like A-1,B-2 or A-1>2")
    s.offered[seat] = PACK.parse_set(told["cards"])
    s.offered_to[seat] = TO_ALL if told["seat"] is None else int(told["seat"]) + 1


def parse_chosen(s: Record, seat: int, text: str) -> None:
    """Cards picked out, and what was handed in."""
    if "=" not in text:
        s.chosen[seat] = PACK.parse_set(text)
        return
    told = matched(SAID_TEXT, text, "cards and what was handed in, like A-1=offer or -=wait")
    s.chosen[seat] = PACK.parse_set(told["cards"])
    word, to = told["word"], told["seat"]
    if (word == "accept") > bool(to) or (word in ("wait", "withdraw") and (to or told["cards"] != "-")):
        raise PositionError(f"{text[:40]!r} cannot be handed in")
    action = WORDS.get(word, ACCEPT)
    if to:
        action = (OFFER_TO if word == "offer" else ACCEPT) + int(to)
    s.said[seat] = action
    s.done |= 1 << seat


def parse_swap(s: Record, seat: int, text: str) -> None:
    """The seat's last swap."""
    if text == "-":
        return
    told = matched(SWAP_TEXT, text, "a swap like A-1,B-2<3")
    s.got[seat] = PACK.parse_set(told["cards"])
    s.partner[seat] = int(told["seat"])
    s.booked |= (1 << seat) if told["booked"] else 0


def matched(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    """What a pattern finds; `PositionError` if it does not fit."""
    found = pattern.fullmatch(text)
    if found is None:
        raise PositionError(f"{text[:40]!r} should be {what}")
    return found


def check_deal(s: Record) -> None:
    """All cards are with somebody, as many as were dealt, and no whole book is still in a hand."""
    hands, laid = s.hands[: s.seats].tolist(), s.laid[: s.seats].tolist()
    if not playing(s):
        if any(hands):
            raise PositionError("nobody holds cards between hands")
        if sum(laid) >> int(cards_in_play(s)) or sum(c.bit_count() for c in laid) != sum(laid).bit_count():
            raise PositionError("a book is laid twice, or is not in the pack")
        return
    if s.dealer == NOBODY:
        raise PositionError("somebody must have dealt")
    if sum(hands) + sum(laid) != (1 << int(cards_in_play(s))) - 1:
        raise PositionError("cards held and laid must be the whole pack, each card once")
    for seat in range(s.seats):
        if hands[seat].bit_count() + laid[seat].bit_count() != dealt_size(s, seat):
            raise PositionError(f"seat {seat} was dealt {dealt_size(s, seat)} cards, no more and no fewer")
        if whole_books(s.hands[seat]) or is_out(s, seat):
            raise PositionError(f"seat {seat} would have laid a book, or called")


def check_market(s: Record) -> None:
    """What is offered, picked out and remembered is in the hand, and could have come about."""
    for seat in range(s.seats):
        hand, offered, chosen, got = (int(part[seat]) for part in (s.hands, s.offered, s.chosen, s.got))
        if (offered | chosen | got) & ~hand:
            raise PositionError(f"seat {seat} offers, picks out or remembers a card that it does not hold")
        if not all(is_swappable(s, cards) for cards in (offered, chosen)) or got.bit_count() > MOST_IN_SWAP:
            raise PositionError(f"seat {seat} has too many cards for a swap, or cards that do not go together")
        check_offer(s, seat)
        check_said(s, seat)
        partner = int(s.partner[seat])
        if partner == seat or partner >= s.seats or (partner != NOBODY and not playing(s)):
            raise PositionError(f"seat {seat} cannot have swapped with seat {partner}")
    early = s.phase != MARKET and (s.offered.any() or (s.partner[: s.seats] != NOBODY).any())
    outsiders = playing(s) and (any(s.chosen[q] or s.said[q] for q in range(s.seats) if not (to_speak(s) >> q) & 1))
    if early or outsiders:
        raise PositionError("before the opening nobody offers or swaps, and only the opener does anything")


def is_swappable(s: Record, cards: int) -> bool:
    """Three cards at most, of one book with `same_book`."""
    books = sum(in_book(np.uint64(cards), book) > 0 for book in range(BOOKS))
    return cards.bit_count() <= MOST_IN_SWAP and not (s.same_book and books > 1)


def check_offer(s: Record, seat: int) -> None:
    """An offer to one seat is to another one, and only if the table has such offers."""
    to = int(s.offered_to[seat])
    wrong = to - 1 == seat or to > s.seats or s.h3_directed == TO_ANYBODY or not s.offered[seat]
    if to != TO_ALL and wrong:
        raise PositionError(f"seat {seat} cannot make an offer to seat {to - 1}")


def check_said(s: Record, seat: int) -> None:
    """What was handed in was legal; live, only waiting is handed in."""
    said, size = int(s.said[seat]), int(s.chosen[seat]).bit_count()
    if said == 0 or (said == WAIT and playing(s)):
        return
    legal = s.pace == TICKS and playing(s) and (size > 0 or said == WITHDRAW)
    if OFFER_TO <= said < ACCEPT:
        legal &= s.h3_directed == TO_ONE_SEAT and said - OFFER_TO != seat and said - OFFER_TO < s.seats
    elif ACCEPT <= said < WITHDRAW:
        owner = said - ACCEPT
        legal &= owner < s.seats and open_to(s, owner, seat) and int(s.offered[owner]).bit_count() == size
    elif said == WITHDRAW:
        legal &= bool(s.offered[seat])
    if not legal:
        raise PositionError(f"seat {seat} could not have handed in {action_text(s, seat, said)!r}")


def check_score(s: Record) -> None:
    """The match is over if and only if the score says so, and the clock is within its limits."""
    reached = any(total >= s.target for total in s.totals[: s.seats]) or s.hand >= s.hand_cap
    if reached != (s.phase == OVER):
        raise PositionError(
            f"the match is {'over' if reached else 'not over'} at totals {s.totals[: s.seats].tolist()}"
        )
    late = s.tick >= s.h3_ticks or s.quiet >= s.h3_quiet or s.quiet > s.tick
    idle = s.phase == OPENING and (s.tick >= IDLE_TICKS[s.pace] or s.quiet < s.tick)
    running = s.tick or s.quiet or s.gestures
    if (playing(s) and (late or idle or s.callers)) or (not playing(s) and running):
        raise PositionError("with these ticks the hand would have gone on, or it is not being played")
