"""What must hold in every state of Kam-ra!: no card exists twice or vanishes, and the counts agree."""

from parlour.core.contract import Record
from parlour.games.kamra.table import BIDDING, CARDS, CLAIMS, DEALING, PLAYING


def wrong(s: Record) -> str | None:
    hands = [int(hand) for hand in s.hands]
    played = [1 << card for card in s.pack.tolist()[: s.played]]
    if sum(hand.bit_count() for hand in hands) + len(played) not in (0, CARDS):
        return "cards vanish"
    if s.phase in (BIDDING, PLAYING, CLAIMS) and sum(hands) + sum(played) != (1 << CARDS) - 1:
        return "a card exists twice"
    reels = (int(s.played) - int(s.lying)) // int(s.seats)
    if int(s.taken.sum()) != reels:
        return f"{s.taken.sum()} reels taken, {reels} played"
    whole_hand = s.played == CARDS and s.phase >= DEALING
    if whole_hand and (int(s.stars.sum()), int(s.heroes.sum())) != (5, 5):
        return "Stars or Heroes are lost"
    return None
