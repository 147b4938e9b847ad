"""What a seat knows: fair samples of what it does not, and what it does as numbers."""

from typing import Final

import numpy as np

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, ONE, count, holds, without_lowest
from parlour.core.pack.packs import members
from parlour.core.records import require
from parlour.games.kamra.revokes import has_revoked, holds_any
from parlour.games.kamra.table import *

LANE: Final = 8
EVERY_FIRST: Final = np.uint64(0x0101010101010101)
EVERY_LAST: Final = EVERY_FIRST << np.uint64(LANE - 1)
ALL_SUITS: Final = (1 << SUITS) - 1
SPREAD: Final = np.uint64(sum(1 << 7 * seat for seat in range(LANE)))  # a bit n of a mask comes to 8 n


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal the cards that `seat` cannot see afresh, in any way that what was played allows, all alike."""
    forget_key(s, rng)
    unseen = NONE
    for other in range(s.seats):
        if other != seat:
            unseen |= s.hands[other]
    if unseen == NONE:
        return
    while not (deal_unseen(s, seat, unseen, rng) and proved_revokes_hold(s)):
        pass


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat that remembers everything knows, seats counted clockwise from itself (C-18).

    | from | what                                             | numbers      |
    |------|--------------------------------------------------|--------------|
    | 0    | own cards                                        | 60           |
    | 60   | cards played this hand                           | 60           |
    | 120  | phase: bidding, playing, claims                  | 3            |
    | 123  | seats: four, five, six                           | 3            |
    | 126  | cards played / 60                                | 1            |
    | 127  | suit led                                         | 5            |
    | 132  | of each seat, see `observe_seat`                 | 6 x 20       |
    | 252  | hands played / cap                               | 1            |
    """
    out[:] = 0.0
    own = NONE if seat == SPECTATOR else s.hands[seat]
    for card in range(CARDS):
        out[card] = 1.0 if holds(own, card) else 0.0
    for i in range(s.played):
        out[CARDS + int(s.pack[i])] = 1.0
    if BIDDING <= s.phase <= CLAIMS:
        out[120 + int(s.phase) - BIDDING] = 1.0
    out[123 + int(s.seats) - 4] = 1.0
    out[126] = s.played / CARDS
    if s.lying > 0:
        out[127 + led_suit(s)] = 1.0
    first = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        observe_seat(s, (first + place) % s.seats, 132 + 20 * place, out)
    out[252] = min(1.0, s.hand / s.hand_cap)


@rule
def deal_unseen(s: Record, seat: int, unseen: np.uint64, rng: Rng) -> bool:
    """One try at dealing the unseen cards; False if it must be thrown away.

    Card after card goes to one of the free places of the seats that may hold its suit. The number drawn is below
    a bound that no choice made earlier can change; where the places are fewer, a draw beyond them ends the try.
    So every way to deal the cards is as likely as any other. Suits open to fewer seats go first.
    """
    opens = open_seats(s, seat)
    wanted = places = free_places(s, seat)
    dealt = NONE
    for few in range(1, s.seats + 1):
        for suit in range(SUITS):
            open_to = lane(opens, suit)
            cards = unseen & suit_cards(suit)
            if count(open_to) != few:
                continue
            bound = most_places(wanted, opens, open_to, unseen, dealt)
            dealt |= cards
            ends = ends_of(places & lanes_of(open_to))
            while cards != NONE:
                other = owner(ends, below(rng, bound))
                if other >= s.seats:
                    return False
                s.hands[other] |= cards ^ without_lowest(cards)
                places -= ONE << np.uint64(LANE * other)
                ends -= EVERY_FIRST << np.uint64(LANE * other)
                cards = without_lowest(cards)
                bound -= 1
    return True


@rule
def free_places(s: Record, seat: int) -> np.uint64:
    """Empty the other hands; how many cards each wants, eight bits a seat."""
    places = NONE
    for other in range(s.seats):
        if other != seat:
            places |= np.uint64(hand_size(s, other)) << np.uint64(LANE * other)
            s.hands[other] = NONE
    return places


@rule
def lanes_of(seats: np.uint64) -> np.uint64:
    """The bits of a mask of seats, made eight wide."""
    return ((seats * SPREAD) & EVERY_FIRST) * np.uint64(255)


@rule
def lane(lanes: np.uint64, number: int) -> np.uint64:
    """Eight bits of lanes."""
    return (lanes >> np.uint64(LANE * number)) & np.uint64(255)


@rule
def ends_of(places: np.uint64) -> np.uint64:
    """Where each seat's free places end if they are counted seat after seat, eight bits a seat."""
    ends = places
    for lanes in (1, 2, 4):
        ends += ends << np.uint64(LANE * lanes)
    return ends


@rule
def owner(ends: np.uint64, number: int) -> int:
    """The seat that owns free place `number`: as many as end before it. Too large a number has none, and gives 8."""
    return count(((np.uint64(number) * EVERY_FIRST | EVERY_LAST) - ends) & EVERY_LAST)


@rule
def open_seats(s: Record, seat: int) -> np.uint64:
    """Masks of the other seats not known to be out of a suit, eight bits a suit."""
    opens = NONE
    for other in range(s.seats):
        if other != seat:
            suits = ~int(s.voids[other]) & ALL_SUITS
            opens |= ((np.uint64(suits) * SPREAD) & EVERY_FIRST) << np.uint64(other)
    return opens


@rule
def most_places(wanted: np.uint64, opens: np.uint64, open_to: np.uint64, unseen: np.uint64, dealt: np.uint64) -> int:
    """The most places that the seats `open_to` can have left, however the cards `dealt` so far fell."""
    places = lane(ends_of(wanted & lanes_of(open_to)), LANE - 1)
    for suit in range(SUITS):
        if lane(opens, suit) & ~open_to == NONE:
            places -= np.uint64(count(dealt & suit_cards(suit)))
    return min(whole(places), count(unseen & ~dealt))


@rule
def proved_revokes_hold(s: Record) -> bool:
    """Whether every seat caught revoking could have been caught with the cards it now has."""
    for seat in range(s.seats):
        if s.caught[seat] > 0 and not has_revoked(s, seat, s.caught[seat]):
            return False
    return True


@rule
def observe_seat(s: Record, seat: int, at: int, out: Features) -> None:
    """Twenty numbers: bid made, bid, taken, Stars, Heroes, total, dealer, turn, highest, voids (5), reel card (6)."""
    out[at] = 1.0 if s.bids[seat] != UNBID else 0.0
    out[at + 1] = max(0, s.bids[seat]) / 15
    out[at + 2] = s.taken[seat] / 15
    out[at + 3] = s.stars[seat] / 5
    out[at + 4] = s.heroes[seat] / 5
    out[at + 5] = min(1.0, max(0.0, 0.5 + s.totals[seat] / (2 * int(s.target))))
    out[at + 6] = 1.0 if seat == s.dealer else 0.0
    out[at + 7] = 1.0 if seat == s.turn else 0.0
    out[at + 8] = 1.0 if seat == s.highest else 0.0
    for suit in range(SUITS):
        out[at + 9 + suit] = float((s.voids[seat] >> suit) & 1)
    place = (seat - s.leader) % s.seats
    if place < s.lying:
        card = s.pack[s.played - s.lying + place]
        out[at + 14 + suit_of(card)] = 1.0
        out[at + 19] = (rank_of(card) + 1) / RANKS


# --- States from outside --------------------------------------------------------------------------------------


def sound(s: Record) -> None:
    """What must be true of a state that was made up, so that it can be played on; `PositionError` if it is not."""
    seats = range(s.seats)
    hands, played = [int(hand) for hand in s.hands[: s.seats]], s.pack.tolist()[: s.played]
    every = [card for hand in hands for card in members(hand)] + played
    require(len(set(every)) == len(every), "a card is in two places")
    require(s.lying == s.played % s.seats, f"{s.played % s.seats} cards lie on the unfinished reel")
    if s.phase in (BIDDING, PLAYING, CLAIMS):
        require(len(every) == CARDS, "held and played cards must be all sixty of the pack")
        held = [int(hand_size(s, seat)) for seat in seats]
        require([hand.bit_count() for hand in hands] == held, f"the seats should hold {held} cards")  # KR-13
    else:
        require(not any(hands), "nobody holds cards before the deal, nor when the hand is over")
    if s.phase in (BIDDING, PLAYING, CLAIMS):
        check_bidding(s)
    if s.phase in (PLAYING, CLAIMS):
        check_reels(s)
    reached = max(s.totals[: s.seats]) >= s.target or s.hand >= s.hand_cap
    require(reached == (s.phase == OVER), f"with these totals the match is {'over' if reached else 'not over'}")


def check_bidding(s: Record) -> None:
    """Bids are open, in turn from the dealer's left, and the first of the largest is highest (KR-16, KR-19, KR-20)."""
    order = [(int(s.dealer) + 1 + i) % int(s.seats) for i in range(s.seats)]
    spoken = [seat for seat in order if s.bids[seat] != UNBID]
    best = max(spoken, key=lambda seat: int(s.bids[seat]), default=NOBODY)
    require(s.highest == (best if best != NOBODY and s.bids[best] > 0 else NOBODY), "that is not the highest bidder")
    require(max(s.bids[: s.seats]) <= CARDS // s.seats, f"bids go up to {CARDS // s.seats} here")  # KR-G03
    if s.phase == BIDDING:
        require(s.played == 0 and len(spoken) < s.seats, "while bids are made nobody has played")
        require(spoken == order[: len(spoken)] and s.turn == order[len(spoken)], "bids are made in turn")
    else:
        require(len(spoken) == s.seats, "before the first reel everybody has bid")


def check_reels(s: Record) -> None:
    """Whoever led and took, and what everybody knows of suits and revokes, follows from the cards that fell."""
    leader = first_leader(s)
    for first in range(0, s.played - s.lying, s.seats):
        leader = taker_of(s, first, leader)
    require(s.leader == leader, f"seat {leader} leads this reel")
    require(s.turn == (leader + s.lying) % s.seats or s.phase == CLAIMS, "that seat is not to play")
    require((s.played == CARDS) == (s.phase == CLAIMS), "a hand is played to its last card")
    require(int(s.taken[: s.seats].sum()) == s.played // s.seats, "the reels taken are not those that were played")
    if s.lying:
        seen = [(leader + i) % int(s.seats) for i in range(s.lying)]
        require(s.taker in seen and s.best == s.pack[s.played - s.lying + seen.index(s.taker)], "who takes the reel?")
    for seat in range(s.seats):
        require(not holds_any(s.hands[seat], s.voids[seat]), f"seat {seat} holds a suit that it is known to be out of")
        require(max(s.cleared[seat], s.caught[seat]) <= s.played, "a call was made before its card")
    require(s.manners == STRICT or not (s.caught.any() or s.cleared.any()), "nobody calls revokes here")
    require(proved_revokes_hold(s), "a proved revoke was none")
