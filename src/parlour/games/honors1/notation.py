"""Honors No. I's notation: actions and positions as text, both ways.

Cards are book and number: `A-3`. Actions are `ask 2 A-3`, to ask seat 2 for that card, and the table's `deal`.

A position is one line of ten fields:

    | field   | for example         | meaning                                                                       |
    |---------|---------------------|-------------------------------------------------------------------------------|
    | phase   | ask                 | deal, ask or over                                                             |
    | dealer  | 1                   | who dealt last; `-` before the first deal                                     |
    | turn    | 0                   | who asks; `-` if nobody does                                                  |
    | hands   | A-1,K-2/B-1/-       | cards held, by seat                                                           |
    | centre  | D-4,A-2             | the centre from the top down                                                  |
    | books   | -/AC/F              | books laid this hand, by seat                                                 |
    | premium | 1                   | who was out first; `-` if nobody was                                          |
    | totals  | 35,20,15            | the score sheet                                                               |
    | count   | 1,30,21,4           | hands scored; of this hand: asks, turns, turns since a book (-1: in this one) |
    | asks    | 0>1K-2+,0>2B-1      | the last asks, `+` for one that was right                                     |

While a hand is on, five more say how the cards came there and what everybody may conclude (see `lore.py`). Without them
the position is one in which nobody has learnt anything but what lies open: good for setting up a problem.

    | field   | for example         | meaning                                                                       |
    |---------|---------------------|-------------------------------------------------------------------------------|
    | pack    | A-1,B-1,K-2         | the cards that have left the pack, in order                                   |
    | takers  | 010                 | who took each of them                                                         |
    | shown   | A-1,K-2             | held cards that everybody can place                                           |
    | places  | K-2:5,B-1:fffffffff | of some cards the places they can have come from, as a number of base 16      |
    | notes   | A2:1@12:13,K:0@9:24 | book A, second note: when 12 cards had left the pack, seat 1 held A-1 or A-3; |
    |         |                     | book K: when 9 had, seat 0 did not hold both K-2 and K-4                      |
"""

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from parlour.core.books import ALL_CARDS, BOOKS, CARDS, IN_BOOK, LETTERS, PACK
from parlour.core.contract import Record
from parlour.core.positions import fields, number, numbers, one_of
from parlour.errors import NotationError, PositionError
from parlour.games.honors1.lore import all_agree
from parlour.games.honors1.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

PHASES: Final = ("deal", "ask", "over")
NOTHING: Final = "-"
ACTION_NAMES: Final = (*(f"ask {action // CARDS} {PACK.names[action % CARDS]}" for action in range(DEAL)), "deal")
EVERY_PLACE: Final = (1 << CARDS) - 1
ASK_TEXT: Final = re.compile(r"(?:ask )?([0-7]) ([a-l]-[1-4])", re.ASCII)
ENTRY_TEXT: Final = re.compile(r"([0-7])>([0-7])([A-L]-[1-4])(\+?)")
PLACES_TEXT: Final = re.compile(r"([A-L]-[1-4]):([0-9a-f]{1,12})")
NOTE_TEXT: Final = re.compile(r"([A-L])([1-4]?):([0-7])@([1-9][0-9]?):([1-4]{2,4})")
FIELD_NAMES: Final = (
    *("phase", "dealer", "turn", "hands", "centre", "books", "premium", "totals", "count", "asks"),
    *("pack", "takers", "shown", "places", "notes"),
)
SHORT: Final = 10


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation; it does not depend on the state."""
    return ACTION_NAMES[action]


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list of one."""
    words = " ".join(text.lower().split())
    if words == "deal":
        return [DEAL]
    if match := ASK_TEXT.fullmatch(words):
        return [CARDS * int(match[1]) + PACK.parse(match[2])]
    raise NotationError(f"{text[:40]!r} is not an action of Honors No. I; try 'ask 2 A-3': the seat, then the card")


# --- Writing positions ----------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    seats = range(s.seats)
    asking = s.phase == ASKING
    told = [
        PHASES[s.phase],
        seat_text(s.dealer),
        str(s.turn) if asking else NOTHING,
        "/".join(PACK.set_text(int(s.hands[seat])) for seat in seats),
        PACK.text(s.pack.tolist()[s.next :]) if asking else NOTHING,
        "/".join(books_text(int(s.books[seat])) for seat in seats),
        seat_text(s.premium),
        ",".join(str(s.totals[seat]) for seat in seats),
        f"{s.hand},{s.asked},{s.turns},{s.idle}",
        ",".join(entry_text(entry) for entry in recent_asks(s)) or NOTHING,
    ]
    return " ".join(told + (lore_texts(s) if asking else []))


def seat_text(seat: int) -> str:
    """A seat, or `-` for nobody."""
    return NOTHING if seat == NOBODY else str(seat)


def books_text(books: int) -> str:
    """A set of books by their letters."""
    return "".join(letter for book, letter in enumerate(LETTERS) if (books >> book) & 1) or NOTHING


def recent_asks(s: Record) -> list[int]:
    """The asks that the ring still has, oldest first."""
    asked = int(s.asked)
    return [int(s.asks[i % RING]) for i in range(max(0, asked - RING), asked)]


def entry_text(entry: int) -> str:
    """An ask of the ring: `0>1K-2+`."""
    action = entry & 511
    return f"{(entry >> 9) & 7}>{action // CARDS}{PACK.names[action % CARDS]}{'+' if entry >> 12 else ''}"


def lore_texts(s: Record) -> list[str]:
    """How the cards came there and what everybody may conclude."""
    taken = range(s.next)
    takers = "".join(str(taker_of(s, place)) for place in taken)
    places = [(card, int(places)) for card, places in enumerate(s.places.tolist()) if int(places) != EVERY_PLACE]
    return [
        PACK.text(s.pack.tolist()[: s.next]),
        takers,
        PACK.set_text(int(s.shown) & ~int(laid_cards(s))),
        ",".join(f"{PACK.names[card]}:{where:x}" for card, where in places) or NOTHING,
        ",".join(note_texts(s)) or NOTHING,
    ]


def taker_of(s: Record, place: int) -> int:
    """Who received a place of the pack; in a forged state it may be nobody."""
    for seat in range(s.seats):
        if (int(s.received[seat]) >> place) & 1:
            return seat
    raise LookupError(f"nobody has place {place} of the pack")


def note_texts(s: Record) -> list[str]:
    """Every note about every book."""
    told = []
    for slot, note in enumerate(s.begun.tolist()):
        if note:
            book, place = LETTERS[slot // IN_BOOK], slot % IN_BOOK + 1
            told.append(f"{book}{place}:{note & 7}@{(note >> 3) & 63}:{numbers_text(note >> 9)}")
    for at, note in enumerate(s.lacked.tolist()):
        if note:
            told.append(f"{LETTERS[at // MOST_SEATS]}:{at % MOST_SEATS}@{note & 63}:{numbers_text(note >> 6)}")
    return told


def numbers_text(bits: int) -> str:
    """The corner numbers of some cards of a book."""
    return "".join(str(i + 1) for i in range(IN_BOOK) if (bits >> i) & 1)


# --- Reading positions ----------------------------------------------------------------------------------------


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text."""
    names = FIELD_NAMES[:SHORT] if len(text.split()) == SHORT else FIELD_NAMES
    told = dict(zip(names, fields(text, names, "Honors No. I"), strict=True))
    hands = [PACK.parse_set(hand) for hand in told["hands"].split("/")]
    s = draft(len(hands))
    parse_sheet(s, told)
    s.hands[: s.seats] = hands
    if s.phase == ASKING:
        parse_hand(s, told)
    elif any(hands) or told["centre"] != NOTHING or told["asks"] != NOTHING or len(told) > SHORT:
        raise PositionError("between hands nobody holds cards, none lie in the centre, and nothing is asked")
    check_sheet(s)


def parse_sheet(s: Record, told: dict[str, str]) -> None:
    """What stands on the score sheet, and what is counted."""
    seats = int(s.seats)
    s.phase = one_of(told["phase"], PHASES, "phase")
    s.dealer = parse_seat(told["dealer"], seats)
    s.premium = parse_seat(told["premium"], seats)
    s.totals[:seats] = numbers(told["totals"], seats, 0, 1_000_000)
    counts = numbers(told["count"], 4, -1, 1_000_000)
    if counts[0] > 30_000 or counts[2] > 30_000 or min(counts[:3]) < 0 or counts[3] >= limit(s):
        raise PositionError(f"{told['count']!r} counts more than there can be")
    s.hand, s.asked, s.turns, s.idle = counts
    books = told["books"].split("/")
    if len(books) != seats or not all(re.fullmatch("A?B?C?D?E?F?G?H?I?J?K?L?|-", letters) for letters in books):
        raise PositionError(f"{told['books'][:40]!r} should be the letters of the books laid, seat by seat, or -")
    letters = "".join(books).replace(NOTHING, "")
    if len(set(letters)) < len(letters):
        raise PositionError("a book can be laid only once")
    for seat in range(seats):
        s.books[seat] = sum(1 << LETTERS.index(letter) for letter in books[seat].replace(NOTHING, ""))


def limit(s: Record) -> int:
    """The turns without a book that close a hand (H1-G12)."""
    return int(s.h1_stagnation) * int(s.seats)


def parse_seat(text: str, seats: int) -> int:
    """A seat, or `-` for nobody."""
    return NOBODY if text == NOTHING else number(text, 0, seats - 1)


def parse_hand(s: Record, told: dict[str, str]) -> None:
    """The cards of an unfinished hand, and what is known of them."""
    s.turn = number(told["turn"], 0, int(s.seats) - 1)
    centre = PACK.parse_list(told["centre"])
    laid = int(laid_cards(s))
    held = [int(hand) for hand in s.hands]
    everything = [*(hand for hand in held if hand), laid, sum(1 << card for card in centre)]
    if sum(everything) != EVERY_PLACE or sum(cards.bit_count() for cards in everything) != CARDS:
        raise PositionError("hands, centre and laid books must be all forty-eight cards of the pack, each once")
    s.next = CARDS - len(centre)
    parse_asks(s, told["asks"])
    if "pack" in told:
        parse_lore(s, told, centre)
    else:
        suppose(s, centre)
    check_hand(s)


def parse_asks(s: Record, text: str) -> None:
    """The ring of asks."""
    entries = [] if text == NOTHING else text.split(",")
    if len(entries) != min(int(s.asked), RING):
        raise PositionError(f"of {s.asked} asks the last {min(int(s.asked), RING)} should be told, not {len(entries)}")
    for i, entry in enumerate(entries):
        match = ENTRY_TEXT.fullmatch(entry)
        if match is None or match[1] == match[2] or max(int(match[1]), int(match[2])) >= s.seats:
            raise PositionError(f"{entry[:20]!r} is not an ask; it should read like 0>1K-2 or 0>1K-2+")
        action = CARDS * int(match[2]) + PACK.parse(match[3])
        s.asks[(int(s.asked) - len(entries) + i) % RING] = ask_entry(int(match[1]), action, bool(match[4]))


def suppose(s: Record, centre: list[int]) -> None:
    """Nobody knows more than what lies open: everybody took the cards that she holds or has laid."""
    takers: list[tuple[int, int]] = []
    for seat in range(s.seats):
        books = [card for card in range(CARDS) if (int(s.books[seat]) >> card // IN_BOOK) & 1]
        takers += [(card, seat) for card in (*books, *cards_in(int(s.hands[seat])))]
    s.places[:] = ALL_CARDS
    set_pack(s, [card for card, _ in takers] + centre, [seat for _, seat in takers])
    s.shown = laid_cards(s)
    for seat in range(s.seats):
        for card in range(CARDS):
            if (int(s.books[seat]) >> card // IN_BOOK) & 1:
                s.places[card] = s.received[seat]


def cards_in(cards: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(CARDS) if (cards >> card) & 1]


def set_pack(s: Record, pack: list[int], takers: list[int]) -> None:
    """Put the pack in order, and note who took what."""
    for place, card in enumerate(pack):
        s.pack[place], s.place[card] = card, place
    for place, seat in enumerate(takers):
        s.received[seat] |= np.uint64(1 << place)


def parse_lore(s: Record, told: dict[str, str], centre: list[int]) -> None:
    """How the cards came there and what everybody may conclude."""
    pack = PACK.parse_list(told["pack"]) + centre
    takers = told["takers"]
    if sorted(pack) != list(range(CARDS)) or not re.fullmatch(f"[0-{s.seats - 1}]{{{s.next}}}", takers):
        raise PositionError(f"pack and takers must tell of the {s.next} cards that are not in the centre")
    set_pack(s, pack, [int(taker) for taker in takers])
    s.shown = np.uint64(PACK.parse_set(told["shown"]) | int(laid_cards(s)))
    s.places[:] = ALL_CARDS
    for part in [] if told["places"] == NOTHING else told["places"].split(","):
        match = PLACES_TEXT.fullmatch(part)
        if match is None or int(match[2], 16) > EVERY_PLACE:
            raise PositionError(f"{part[:30]!r} should be a card and its possible places, like K-2:5")
        s.places[PACK.parse(match[1])] = np.uint64(int(match[2], 16))
    for part in [] if told["notes"] == NOTHING else told["notes"].split(","):
        parse_note(s, part)


def parse_note(s: Record, text: str) -> None:
    """One note about a book."""
    match = NOTE_TEXT.fullmatch(text)
    if match is None or int(match[3]) >= s.seats or int(match[4]) > s.next:
        raise PositionError(f"{text[:30]!r} is not a note; it should read like A2:1@12:13 or K:0@9:24")
    book, seat, taken = LETTERS.index(match[1]), int(match[3]), int(match[4])
    bits = sum(1 << int(digit) - 1 for digit in set(match[5]))
    if match[2]:
        s.begun[IN_BOOK * book + int(match[2]) - 1] = seat | (taken << 3) | (bits << 9)
    else:
        s.lacked[MOST_SEATS * book + seat] = taken | (bits << 6)


# --- Checking -------------------------------------------------------------------------------------------------


def check_hand(s: Record) -> None:
    """The hand can be gone on with, and what is known of it is true."""
    held = [int(s.hands[seat]) for seat in range(s.seats)]
    if s.dealer == NOBODY:
        raise PositionError("somebody must have dealt these cards")
    if not held[s.turn] or sum(hand > 0 for hand in held) < 2:
        raise PositionError("whose turn it is must hold cards, and so must somebody to ask")
    if any(hand & (15 << 4 * book) == 15 << 4 * book for hand in held for book in range(BOOKS)):
        raise PositionError("a hand with a whole book would have laid it (H1-09)")
    if s.premium != NOBODY and (held[s.premium] or s.next < CARDS or s.h1_end == FIRST_OUT):
        raise PositionError("the premium goes to a hand without cards when the centre is empty, and may end the hand")
    shown = int(s.shown)
    if any((shown >> int(card)) & 1 for card in s.pack[s.next :]):
        raise PositionError("nobody can know a card of the centre")
    received = s.received.tolist()
    for card, (place, places) in enumerate(zip(s.place.tolist(), s.places.tolist(), strict=True)):
        mine = [seat for seat in range(len(held)) if (received[seat] >> place) & 1]
        if not (shown >> card) & 1 and any(not (held[seat] >> card) & 1 for seat in mine):
            raise PositionError(f"{PACK.names[card]} is not with who took it, so it must have been shown")
        if not (places >> place) & 1:
            raise PositionError(f"{PACK.names[card]} did not come from one of its places")
    if not all_agree(s):
        raise PositionError("the notes do not agree with the cards")


def check_sheet(s: Record) -> None:
    """The match is over if and only if the sheet says so; before the first deal there is nothing on it."""
    reached = max(s.totals[: s.seats].tolist()) >= s.target or s.hand >= s.hand_cap
    if reached != (s.phase == OVER):
        raise PositionError(f"the match is {'over' if reached else 'not over'} with this score sheet")
    if s.phase != ASKING and (s.asked or s.turns or s.idle):
        raise PositionError("between hands there are no asks and turns to count")
    if s.dealer == NOBODY and (s.hand or s.totals.any() or s.books.any() or s.premium != NOBODY):
        raise PositionError("before the first deal nobody has books, points or a premium")
