"""What must hold in every state of Honors No. II: the pack is whole, books are laid by threes, what is sure is so."""

from parlour.core.contract import Record
from parlour.core.pack.books import CARDS
from parlour.games.honors2.table import DEALING, OVER

WHOLE_PACK = (1 << CARDS) - 1


def wrong(s: Record) -> str | None:
    hands, laid, sure = (sets.tolist() for sets in (s.hands, s.laid, s.sure))
    row, stock = ([1 << card for card in pile.tolist()] for pile in (s.row[: s.lying], s.stock[: s.left]))
    places = [*hands, *laid, *row, *stock]
    together = sum(cards.bit_count() for cards in places)
    if sum(places) != sum(places) & WHOLE_PACK or together != sum(places).bit_count():
        return "a card exists twice"
    if s.phase not in (DEALING, OVER) and together != CARDS:
        return "cards vanish"
    down = sum(laid)
    for book in range(12) if down else ():
        if down >> 4 * book & 15:
            before = [(cards >> 4 * book & 15).bit_count() for cards in laid]
            if sum(before) not in (3, 4):
                return f"book {book} has {sum(before)} cards on the table"
            if max(before) < 3:
                return f"the three cards of book {book} are not in front of one seat"
    if any(sure[seat] & ~hands[seat] for seat in range(6)):
        return "a card that is known to be in a hand is not there"
    if s.noted == 0 and s.known.tobytes() != s.sure.tobytes():
        return "what was sure before an empty diary is not what is sure"
    return None
