"""What must hold in every state of Honors No. III: no card exists twice or vanishes, and swaps are equal."""

from parlour.core.contract import Record

DEALING, OPENING, MARKET, OVER = range(4)
NOBODY = -1
SHORT = {"h3_ticks": 8}  # what makes a random hand short; at random it takes a thousand ticks


def wrong(s: Record) -> str | None:
    seats = int(s.seats)
    hands, laid, offered, chosen, got = (
        [int(cards) for cards in field] for field in (s.hands, s.laid, s.offered, s.chosen, s.got)
    )
    if s.phase in (DEALING, OVER):
        return "something is left of the last hand" if any(hands + offered + chosen + got) or s.done else None
    in_play = 48 - (4 * (12 % seats) if s.h3_out else 0)
    if sum(hands) + sum(laid) != (1 << in_play) - 1:
        return "a card exists twice, or has vanished"
    for seat in range(seats):
        dealt = in_play // seats + ((seat - int(s.dealer) - 1) % seats < in_play % seats)
        if hands[seat].bit_count() % 4 != dealt % 4:  # H3, section 10
            return f"the size of hand {seat} has changed by a swap"
        if hands[seat].bit_count() + laid[seat].bit_count() != dealt:
            return f"seat {seat} has more or fewer cards than it was dealt"
        if any(hands[seat] >> 4 * book & 15 == 15 for book in range(12)):
            return f"seat {seat} holds a whole book"
        if hands[seat].bit_count() < 4:
            return f"seat {seat} is out and play goes on"
        if (offered[seat] | chosen[seat] | got[seat]) & ~hands[seat]:
            return f"seat {seat} has something to do with a card that it does not hold"
        if max(cards[seat].bit_count() for cards in (offered, chosen, got)) > 3:
            return f"seat {seat} would swap more than three cards"
        if s.same_book and any(len(books(cards[seat])) > 1 for cards in (offered, chosen, got)):
            return f"seat {seat} would swap cards of several books"
        if bool(got[seat]) > (s.partner[seat] != NOBODY) or s.partner[seat] == seat:
            return f"seat {seat} has cards of a swap with nobody"
    if s.phase == OPENING and any(offered + got):
        return "somebody trades before the opening"
    if not (0 <= s.tick < s.h3_ticks and -1 <= s.quiet < s.h3_quiet):
        return "a limit has passed unnoticed"
    return None


def books(cards: int) -> set[int]:
    return {card // 4 for card in range(48) if cards >> card & 1}
