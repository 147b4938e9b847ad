"""What a seat knows: fair samples of what it does not, and what it does as numbers.

A sample is an order of the pack, all orders that agree with what the seat saw being as likely (`lore.py` says when one
does). An order that agrees is mended from a random one and then stirred by many exchanges that keep it agreeing; every
exchange is as likely as its reverse, so no order is favoured.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule, whole
from parlour.core.pack.books import ALL_CARDS, BOOKS, CARDS, IN_BOOK, PACK, book_cards, book_of, whole_books
from parlour.core.pack.cards import NONE, count, holds, lowest, only, pick, without_lowest
from parlour.core.pack.packs import members
from parlour.core.records import require
from parlour.games.honors1.lore import Notes, Places, all_agree, cards_of, notes_of, numbers_in, places_of, wrong_notes
from parlour.games.honors1.table import *

STARTS: Final = 60  # random orders to mend
SWEEPS: Final = 40  # through all books, to mend one of them
STIRS: Final = 16  # for each card to stir

Cans: TypeAlias = npt.NDArray[np.uint64]  # the places that each card can have come from


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Put the pack in any order that agrees with what `seat` has seen, and give everybody her cards."""
    forget_key(s, rng)
    if s.phase != ASKING:
        return
    free = ALL_CARDS if seat == SPECTATOR else ALL_CARDS & ~s.received[seat]
    cards = cards_at(s.pack, free)
    notes = notes_of(s)
    put_together(s.places, s.place, notes, cards, free, rng)
    stir(s.pack, s.places, s.place, notes, cards, rng)
    take_up(s)


@rule
def cards_at(pack: Any, places: np.uint64) -> np.uint64:
    """The cards at some places."""
    cards = NONE
    for place in range(CARDS):
        if holds(places, place):
            cards |= only(pack[place])
    return cards


@rule
def take_up(s: Record) -> None:
    """Hands and pack as the places of the cards say."""
    pack, place, hands, shown = s.pack, s.place, s.hands, s.shown
    for card in range(CARDS):
        pack[place[card]] = card
    for seat in range(s.seats):
        hands[seat] = (hands[seat] & shown) | (cards_at(pack, s.received[seat]) & ~shown)


# --- Putting together -----------------------------------------------------------------------------------------


@rule
def put_together(cans: Cans, place: Places, notes: Notes, cards: np.uint64, free: np.uint64, rng: Rng) -> None:
    """An order that agrees, mended from a random one.

    Should none be found, the last one stays, faults and all: a sample may fail to agree, but never tells the truth.
    """
    for _ in range(STARTS):
        deal_roughly(cans, place, cards, free, rng)
        for _ in range(SWEEPS):
            if mend(cans, place, notes, cards, rng):
                return


@rule
def deal_roughly(cans: Cans, place: Places, cards: np.uint64, free: np.uint64, rng: Rng) -> None:
    """Every card goes to one of its own places while there are any, the most restricted first."""
    for card in range(CARDS):
        if holds(cards, card):
            place[card] = -count(cans[card] & free)  # below 0: not dealt yet
    for fewest in range(1, CARDS + 1):
        for card in range(CARDS):
            if place[card] == -fewest:
                can = cans[card] & free
                place[card] = pick(can if can != NONE else free, rng)
                free ^= only(place[card])


@rule
def mend(cans: Cans, place: Places, notes: Notes, cards: np.uint64, rng: Rng) -> bool:
    """One sweep through all books; True if nothing was wrong."""
    fine = True
    for book in range(BOOKS):
        for card in range(IN_BOOK * book, IN_BOOK * book + IN_BOOK):
            if misplaced(cans, card, place[card]):
                move(cans, place, notes, cards, card, cans[card], rng)
                fine = False
        if wrong_notes(notes, place, book) > 0:
            mend_book(cans, place, notes, cards, book, rng)
            fine = False
    return fine


@rule
def mend_book(cans: Cans, place: Places, notes: Notes, cards: np.uint64, book: int, rng: Rng) -> None:
    """Move a card for every note about a book that does not hold: to who must have it, or from who cannot."""
    begun, lacked, received, hands, shown, seats = notes
    for slot in range(IN_BOOK * book, IN_BOOK * book + IN_BOOK):
        note = int(begun[slot])
        mine = received[note & 7] & first_places((note >> 3) & 63)
        if note != 0 and places_of(place, book, note >> 9) & mine == NONE:
            move_any(cans, place, notes, cards, cards_of(note >> 9, book), mine, rng)
    hidden = book_cards(book) & ~shown
    for seat in range(seats):
        note = int(lacked[MOST_SEATS * book + seat])
        suspect = book_cards(book) & shown & ~hands[seat] == NONE  # for all that was shown she may hold the book
        if suspect and places_of(place, book, numbers_in(hidden, book)) & ~received[seat] == NONE:
            move_any(cans, place, notes, cards, hidden, ~received[seat], rng)
        mine = received[seat] & first_places(note & 63)
        if note != 0 and places_of(place, book, note >> 6) & ~mine == NONE:
            move_any(cans, place, notes, cards, cards_of(note >> 6, book), ~mine, rng)


@rule
def move_any(
    cans: Cans, place: Places, notes: Notes, cards: np.uint64, some: np.uint64, wanted: np.uint64, rng: Rng
) -> None:
    """Move any card of a few that can have come from the places that are wanted there."""
    chosen, ties = -1, 0
    while some != NONE:
        card = lowest(some)
        some = without_lowest(some)
        if holds(cards, card) and cans[card] & wanted != NONE:
            ties += 1
            if below(rng, ties) == 0:
                chosen = card
    if chosen >= 0:
        move(cans, place, notes, cards, chosen, cans[chosen] & wanted, rng)


@rule
def move(cans: Cans, place: Places, notes: Notes, cards: np.uint64, card: int, wanted: np.uint64, rng: Rng) -> None:
    """Let a card change places with the card at one of those wanted that leaves least wrong; now and then with any."""
    best, partner, ties = 99, card, 0
    anyhow = below(rng, 12) == 0
    for other in range(CARDS):
        if other == card or not (holds(wanted, place[other]) and holds(cards, other)):
            continue
        wrong = 0 if anyhow else wrong_after(cans, place, notes, card, other)
        if wrong > best:
            continue
        ties = 1 if wrong < best else ties + 1
        best = wrong
        if below(rng, ties) == 0:
            partner = other
    place[card], place[partner] = place[partner], place[card]


@rule
def wrong_after(cans: Cans, place: Places, notes: Notes, card: int, other: int) -> int:
    """How much more would be wrong about two cards and their books if they changed places."""
    here, there = place[card], place[other]
    wrong = 3 * (misplaced(cans, other, here) - misplaced(cans, other, there))
    wrong -= wrong_of_both(notes, place, card, other)
    place[card], place[other] = there, here
    wrong += wrong_of_both(notes, place, card, other)
    place[card], place[other] = here, there
    return wrong


@rule
def misplaced(cans: Cans, card: int, place: int) -> int:
    """1 if the card cannot have come from the place."""
    return 0 if holds(cans[card], place) else 1


@rule
def wrong_of_both(notes: Notes, place: Places, card: int, other: int) -> int:
    """What is wrong about the books of two cards."""
    wrong = wrong_notes(notes, place, book_of(card))
    return wrong if book_of(card) == book_of(other) else wrong + wrong_notes(notes, place, book_of(other))


# --- Stirring -------------------------------------------------------------------------------------------------


@rule
def stir(pack: Any, cans: Cans, place: Places, notes: Notes, cards: np.uint64, rng: Rng) -> None:
    """Many exchanges of two or three cards, each made only if the order still agrees. Hidden cards get most of them.

    The pack serves as the list of the cards, hidden ones first, until it is put in order again.
    """
    hidden = list_cards(pack, cards & ~notes[4], 0)
    all_cards = list_cards(pack, cards & notes[4], hidden)
    for step in range(STIRS * all_cards):
        n = hidden if step & 1 and hidden > 1 else all_cards
        drawn = below(rng, n * n * n)
        first, second = whole(pack[drawn % n]), whole(pack[drawn // n % n])
        third = whole(pack[drawn // (n * n)]) if step & 2 else second
        if first not in (second, third):
            rotate_cards(cans, place, notes, first, second, third)


@rule
def list_cards(pack: Any, cards: np.uint64, n: int) -> int:
    """Append the cards to the list; how many there are then."""
    for card in range(CARDS):
        if holds(cards, card):
            pack[n] = card
            n += 1
    return n


@rule
def rotate_cards(cans: Cans, place: Places, notes: Notes, first: int, second: int, third: int) -> None:
    """First goes where second is, second where third is, third where first is (or two change places), if they may."""
    a, b, c = place[first], place[second], place[third]
    if not (holds(cans[first], b) and holds(cans[third], a)):
        return
    if second != third and not holds(cans[second], c):
        return
    place[second] = c  # where it was, if only two change places
    place[first], place[third] = b, a
    if (
        wrong_notes(notes, place, book_of(first)) > 0
        or wrong_notes(notes, place, book_of(second)) > 0
        or (second != third and wrong_notes(notes, place, book_of(third)) > 0)
    ):
        place[first], place[second], place[third] = a, b, c


# --- As numbers -----------------------------------------------------------------------------------------------


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat that remembers everything knows, seats counted clockwise from itself (C-18).

    | from | what                                              | numbers      |
    |------|---------------------------------------------------|--------------|
    | 0    | own cards                                         | 48           |
    | 48   | of each seat, see `observe_seat`                  | 8 x 65       |
    | 568  | cards that may lie in the centre                  | 48           |
    | 616  | seats: two to eight                               | 7            |
    | 623  | whether somebody is to ask                        | 1            |
    | 624  | cards in the centre / 36                          | 1            |
    | 625  | turns without a book / the limit                  | 1            |
    | 626  | hands played / cap                                | 1            |
    """
    out[:] = 0.0
    own = NONE if seat == SPECTATOR else s.hands[seat]
    hidden = ALL_CARDS & ~s.shown
    places, left = s.places, ~first_places(s.next)
    for card in range(CARDS):
        out[card] = 1.0 if holds(own, card) else 0.0
        in_centre = holds(hidden & ~own, card) and places[card] & left != NONE
        out[568 + card] = 1.0 if in_centre else 0.0
    first = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        other = (first + place) % int(s.seats)
        observe_seat(s, other, hidden if other == seat else hidden & ~own, 48 + 65 * place, out)
    out[616 + int(s.seats) - 2] = 1.0
    if s.phase == ASKING:
        out[623] = 1.0
        out[624] = centre(s) / 36
    out[625] = max(0, s.idle) / (int(s.h1_stagnation) * int(s.seats))
    out[626] = min(1.0, s.hand / s.hand_cap)


@rule
def observe_seat(s: Record, seat: int, hidden: np.uint64, at: int, out: Features) -> None:
    """Cards it holds for all to know (1) or may hold (a half) (48), its books (12), cards, total, turn, dealer, out."""
    places, mine = s.places, s.received[seat]
    known = s.hands[seat] & s.shown
    books = int(s.books[seat])
    for card in range(CARDS):
        if holds(known, card):
            out[at + card] = 1.0
        elif holds(hidden, card) and places[card] & mine != NONE:
            out[at + card] = 0.5
    for book in range(BOOKS):
        out[at + 48 + book] = float((books >> book) & 1)
    out[at + 60] = min(1.0, count(s.hands[seat]) / 24)
    out[at + 61] = min(1.0, s.totals[seat] / s.target)
    out[at + 62] = 1.0 if s.phase == ASKING and seat == s.turn else 0.0
    out[at + 63] = 1.0 if seat == s.dealer else 0.0
    out[at + 64] = 1.0 if seat == s.premium else 0.0


# --- States from outside --------------------------------------------------------------------------------------

IN_A_HAND: Final = ("turn", "hands", "turns", "idle", "asked", "asks", "next", "pack", "place", "received", "shown")
LORE: Final = ("places", "begun", "lacked")


def sound(s: Record) -> None:
    """What must be true of a state that was made up, so that it can be played on; `PositionError` if it is not."""
    books = [book for mask in s.books.tolist() for book in members(mask)]
    require(len(set(books)) == len(books), "a book can be laid only once")
    if s.dealer == NOBODY:
        untouched = not (s.hand or s.totals.any() or books) and s.premium == NOBODY and s.phase != ASKING
        require(untouched, "before the first deal nobody has cards, books, points or a premium")
    if s.phase == ASKING:
        check_cards(s)
        check_turn(s)
        check_asks(s)
        check_lore(s)
    else:
        left = [name for name in (*IN_A_HAND, *LORE) if np.any(s[name])]
        require(not left, f"between hands there are no cards and nothing is asked, so no {', '.join(left)}")
    reached = max(s.totals.tolist()) >= s.target or s.hand >= s.hand_cap
    require(reached == (s.phase == OVER), f"with these totals the match is {'over' if reached else 'not over'}")


def check_cards(s: Record) -> None:
    """Every card is in a hand, in the centre or on the table, and came from one place of the pack."""
    pack, first, laid = s.pack.tolist(), int(s.next), list(members(int(laid_cards(s))))
    held = [card for hand in s.hands.tolist() for card in members(hand)]
    everything = sorted([*held, *laid, *pack[first:]])
    require(everything == list(range(CARDS)), "hands, centre and laid books must be all 48 cards, each once")
    places = [pack.index(card) if card in pack else CARDS for card in range(CARDS)]
    require(places == s.place.tolist(), "pack and place must tell the same of every card")
    taken = sorted(place for mine in s.received.tolist() for place in members(mine))
    require(taken == list(range(first)), f"somebody received each of the first {first} places of the pack, once")


def check_turn(s: Record) -> None:
    """Whose turn it is can ask somebody, and nothing is due that the rules would have done."""
    hands = s.hands.tolist()
    require(hands[s.turn] > 0 and sum(hand > 0 for hand in hands) > 1, "who asks holds cards, and so does another")
    require(not whole_books(s.hands).any(), "a hand with a whole book would have laid it")  # H1-09
    require(s.idle < int(s.h1_stagnation) * int(s.seats), "after so many turns without a book the hand is over")
    if s.premium != NOBODY:
        empty = not hands[s.premium] and s.next == CARDS and s.h1_end != FIRST_OUT
        require(empty, "the premium goes to a hand without cards when the centre is empty, and may end the hand")


def check_asks(s: Record) -> None:
    """The ring has as many asks as were made and it can hold, each of one seat by another."""
    made = min(int(s.asked), RING)
    require(not s.asks[made:].any(), f"{s.asked} asks were made, so there are no more to tell")
    for entry in s.asks.tolist()[:made]:
        asker, asked = entry_seat(entry), entry_action(entry) // CARDS
        require(asker != asked and max(asker, asked) < s.seats, f"{entry} is not an ask of one seat by another")


def check_lore(s: Record) -> None:
    """What everybody may conclude is true."""
    shown, hands, pack = int(s.shown), s.hands.tolist(), s.pack.tolist()
    require(not int(laid_cards(s)) & ~shown, "everybody has seen the books that lie on the table")
    require(not any((shown >> card) & 1 for card in pack[s.next :]), "nobody can know a card of the centre")
    for seat, mine in enumerate(s.received.tolist()):
        for card in (pack[place] for place in members(mine)):
            moved = not (shown | hands[seat]) >> card & 1
            require(not moved, f"{PACK.names[card]} is not with who took it, so it must have been shown")
    for card, (place, places) in enumerate(zip(s.place.tolist(), s.places.tolist(), strict=True)):
        require(bool((places >> place) & 1), f"{PACK.names[card]} did not come from one of its places")
    begun, lacked = s.begun.tolist(), s.lacked.reshape(BOOKS, MOST_SEATS)
    fitting = all(note & 7 < s.seats and (note >> 3) & 63 <= s.next for note in begun)
    fitting &= not lacked[:, s.seats :].any() and int((lacked & 63).max()) <= s.next
    require(fitting, "a note is about a seat that plays, and about cards that have left the pack")
    require(all_agree(s), "the notes do not agree with the cards")
