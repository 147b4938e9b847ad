"""What everybody may conclude from what is said and done, kept as the game goes on.

A world is an order of the pack. It agrees with all that everybody saw if and only if

- every card came from one of its `places`: a card handed over was with the giver, a card refused was not with the seat
  asked, a card asked for is not with the asker (H1-G03), a book laid was with its owner;
- every note in `begun` holds: who asks has begun the book (H1-G01), so one of these cards was hers by then;
- every note in `lacked` holds: who does not lay a book has not got it whole (H1-G11), so not all of these cards were
  hers by then. The same goes for every book that could be whole in a hand now, without a note (`wrong_notes`).

"By then" is how many cards had left the pack. A hidden card stays with whoever took its place, so where it was is where
it came from; a card that has been shown is everybody's to follow.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Record
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import BOOKS, IN_BOOK, book_cards, book_of
from parlour.core.pack.cards import NONE, holds, lowest, only, without_lowest
from parlour.games.honors1.table import *

Notes: TypeAlias = tuple[Any, Any, Any, Any, np.uint64, int]
Places: TypeAlias = npt.NDArray[np.int8]


@rule
def learn_ask(s: Record, asker: int, card: int) -> None:
    """She does not hold the card, and has begun its book if she must have."""
    if not holds(s.shown, card):
        s.places[card] &= ~s.received[asker]
    if s.must_hold:
        note_begun(s, asker, card)


@rule
def learn_refusal(s: Record, asked: int, card: int) -> None:
    """The seat asked does not hold the card."""
    if not holds(s.shown, card):
        s.places[card] &= ~s.received[asked]


@rule
def learn_gift(s: Record, giver: int, card: int) -> None:
    """The giver held the card until now, and never the whole book."""
    note_lacked(s, giver, book_of(card), int(s.next), only(card))
    if not holds(s.shown, card):
        s.places[card] &= s.received[giver]
        s.shown |= only(card)


@rule
def learn_book(s: Record, owner: int, book: int) -> None:
    """All four cards were with the owner."""
    cards = book_cards(book) & ~s.shown
    while cards != NONE:
        s.places[lowest(cards)] &= s.received[owner]
        cards = without_lowest(cards)
    s.shown |= book_cards(book)


@rule
def note_begun(s: Record, seat: int, card: int) -> None:
    """The asker holds another card of the book (H1-G01): one that everybody knows of, or one of these.

    A note whose cards are all still hidden holds for as long. The others each have a card of their own that was shown,
    so there are never more than four notes a book.
    """
    book = book_of(card)
    cards = book_cards(book)
    if cards & s.shown & s.hands[seat] != NONE:
        return
    begun = s.begun
    free = 0
    for slot in range(IN_BOOK * book, IN_BOOK * book + IN_BOOK):
        note = int(begun[slot])
        free = slot if note == 0 else free
        if note != 0 and note & 7 == seat and still_hidden(s, book, note):
            return
    might = could_have_held(s, book, s.received[seat]) & ~s.shown & ~only(card)
    if without_lowest(might) == NONE:
        s.places[lowest(might)] &= s.received[seat]
    else:
        begun[free] = seat | (int(s.next) << 3) | (numbers_in(might, book) << 9)


@rule
def still_hidden(s: Record, book: int, note: int) -> bool:
    """Whether none of the cards that may make a note in `begun` true has been shown."""
    shown = cards_of(note >> 9, book) & s.shown
    return shown & could_have_held(s, book, places_by(s, note & 7, (note >> 3) & 63)) == NONE


@rule
def note_lacked(s: Record, seat: int, book: int, taken: int, given: np.uint64) -> None:
    """The seat, which might have held the whole book when so many cards had left the pack, did not (H1-G11).

    The newest note about a seat and a book says all that older ones did.
    """
    cards = book_cards(book)
    if cards & s.shown & ~s.hands[seat] != NONE:
        return  # everybody knew that it was not whole
    at = MOST_SEATS * book + seat
    mine = places_by(s, seat, taken)
    hidden = cards & ~s.shown & ~given
    s.lacked[at] = 0
    if hidden & ~could_have_held(s, book, mine) != NONE:
        return
    if without_lowest(hidden) == NONE:
        s.places[lowest(hidden)] &= ~mine
    else:
        s.lacked[at] = taken | (numbers_in(hidden, book) << 6)


@rule
def could_have_held(s: Record, book: int, mine: np.uint64) -> np.uint64:
    """The cards of a book that can have come from the places `mine`."""
    places = s.places
    might = 0
    for i in range(IN_BOOK):
        might |= (1 if places[IN_BOOK * book + i] & mine != NONE else 0) << i
    return cards_of(might, book)


@rule
def numbers_in(cards: np.uint64, book: int) -> int:
    """Cards of one book as four bits."""
    return whole(cards >> np.uint64(IN_BOOK * book))


@rule
def cards_of(numbers: int, book: int) -> np.uint64:
    """Four bits as cards of a book."""
    return np.uint64(numbers) << np.uint64(IN_BOOK * book)


# --- Whether a world agrees -----------------------------------------------------------------------------------


@rule
def all_agree(s: Record) -> bool:
    """Whether the places of all cards agree with every note."""
    notes, place = notes_of(s), s.place
    for book in range(BOOKS):
        if wrong_notes(notes, place, book) > 0:
            return False
    return True


@rule
def notes_of(s: Record) -> Notes:
    """What `wrong_notes` looks at, taken out of the record once: in plain Python that is slow. For rules only."""
    return s.begun, s.lacked, s.received, s.hands, s.shown, int(s.seats)


@rule
def wrong_notes(notes: Notes, place: Places, book: int) -> int:
    """How much of what everybody knows about a book the places of its cards contradict; 0 if they agree."""
    begun, lacked, received, hands, shown, seats = notes
    wrong = 0
    for slot in range(IN_BOOK * book, IN_BOOK * book + IN_BOOK):
        note = int(begun[slot])
        if note != 0:
            mine = received[note & 7] & first_places((note >> 3) & 63)
            wrong += 1 if places_of(place, book, note >> 9) & mine == NONE else 0
    cards = book_cards(book)
    hidden = places_of(place, book, numbers_in(cards & ~shown, book))
    for seat in range(seats):
        note = int(lacked[MOST_SEATS * book + seat])
        if note != 0:
            mine = received[seat] & first_places(note & 63)
            wrong += 1 if places_of(place, book, note >> 6) & ~mine == NONE else 0
        if hidden & ~received[seat] == NONE and hidden != NONE and cards & shown & ~hands[seat] == NONE:
            wrong += 1  # she would have laid it
    return wrong


@rule
def places_of(place: Places, book: int, numbers: int) -> np.uint64:
    """The places that cards of a book came from."""
    found = NONE
    for i in range(IN_BOOK):
        if (numbers >> i) & 1:
            found |= only(place[IN_BOOK * book + i])
    return found
