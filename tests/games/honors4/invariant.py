"""What must hold in every state of Honors No. IV: no card exists twice or vanishes, and everybody holds one."""

from parlour.core.contract import Record
from parlour.games.honors4.table import NO_CARD, THROW, TURN


def wrong(s: Record) -> str | None:
    seats, phase = int(s.seats), int(s.phase)
    held, fresh, ruled_out = s.held.tolist(), int(s.fresh), s.ruled_out.tolist()
    lying = s.pack.tolist()[: s.left] + s.exposed.tolist()[: s.lying]
    if phase not in (TURN, THROW):
        return "cards lie about between hands" if lying or any(ruled_out) else None
    if NO_CARD in held[:seats] or held[seats:].count(NO_CARD) < len(held) - seats:
        return "somebody does not hold exactly one card"
    if (fresh == NO_CARD) != (phase == TURN):
        return "a card was drawn and not thrown, or thrown and not drawn"
    cards = held[:seats] + lying + ([] if fresh == NO_CARD else [fresh])
    if sorted(cards) != list(range(48)):
        return "a card exists twice or vanishes"
    if any(cards >> card & 1 for card, cards in zip(held[:seats], ruled_out, strict=False)):
        return "what everybody knows is not true"
    return None
