"""What must hold in every state of Honors No. I: no card exists twice or vanishes, and what is known is true."""

from parlour.core.contract import Record
from parlour.core.engines import compiled
from parlour.core.pack.books import BOOKS, CARDS
from parlour.games.honors1.lore import all_agree
from parlour.games.honors1.table import ASKING, NOBODY, OVER, laid_cards

ALL = (1 << CARDS) - 1
SHORT = {"h1_stagnation": 12 if compiled() else 6}  # random hands are long


def wrong(s: Record) -> str | None:
    hands = [int(hand) for hand in s.hands]
    books = [int(books) for books in s.books]
    if sum(books) != sum(1 << book for book in range(BOOKS) if any(laid >> book & 1 for laid in books)):
        return "a book is laid twice"
    if s.phase != ASKING:
        return between_hands(s, hands, books)
    centre = sum(1 << int(card) for card in s.pack[s.next :])
    if sum(hands) + centre + int(laid_cards(s)) != ALL or sum(h.bit_count() for h in (*hands, centre)) % 4:
        return "a card exists twice or has vanished"
    if any(hand & (15 << 4 * book) == 15 << 4 * book for hand in hands for book in range(BOOKS)):
        return "a whole book is still in a hand"
    if not hands[s.turn] or sum(hand > 0 for hand in hands) < 2:
        return "somebody asks who cannot"
    return knowledge(s, hands)


def between_hands(s: Record, hands: list[int], books: list[int]) -> str | None:
    if any(hands):
        return "cards are left between hands"
    made = sum(laid.bit_count() for laid in books)
    if made == BOOKS and s.premium == NOBODY:
        return "all books are made and nobody has the premium"
    if s.phase == OVER and s.totals.max() < s.target and s.hand < s.hand_cap:
        return "the match is over too soon"
    return None


def knowledge(s: Record, hands: list[int]) -> str | None:
    pack, shown, received = s.pack.tolist(), int(s.shown), s.received.tolist()
    for card, (place, places) in enumerate(zip(s.place.tolist(), s.places.tolist(), strict=True)):
        if pack[place] != card or not places >> place & 1:
            return f"card {card} is thought to have come from elsewhere"
        holder = next((seat for seat, mine in enumerate(received) if mine >> place & 1), None)
        if not shown >> card & 1 and holder is not None and not hands[holder] >> card & 1:
            return f"card {card} has moved unseen"
    if not all_agree(s):
        return "a note is wrong"
    return None
