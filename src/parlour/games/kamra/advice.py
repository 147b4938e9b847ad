"""The book's own strategy: how it says a sound player bids and plays (RULINGS section 1e, by number).

It looks at the seat's hand, at what lies open and at every card played, never at another hand. Reels beyond the
contract do no harm in Kam-ra!, so it takes what it can; what it weighs is which cards to spend on what.
"""

from typing import Any, Final

import numpy as np

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.numbers import exp
from parlour.core.pack.cards import NONE, cards_in, count, highest, lowest, only, pick_at_once
from parlour.games.kamra.revokes import callers, shown_revoke
from parlour.games.kamra.rules import following, least_bid
from parlour.games.kamra.table import *

SCRATCH: Final = 1
ALL: Final = np.uint64((1 << CARDS) - 1)
BONUS: Final = STARS | HEROES
DOUBT: Final = 0.5  # how far bids are taken at their word
DIRECTOR_RANK, AUTHOR_RANK, PRODUCER_RANK = 9, 10, 11


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Bid, play or call as the book would."""
    if s.phase == BIDDING:
        return BID + max(sure_reels(s, seat), least_bid(s, seat))
    if s.phase == PLAYING and seat == s.turn:
        return PLAY + (choose_lead(s, seat) if s.lying == 0 else choose_card(s, seat))
    return choose_call(s, seat)


@rule
def any_action(s: Record, seat: int, rng: Rng) -> int:
    """Any card that may be played; -1 where there is more to choose from than cards."""
    if s.phase != PLAYING or s.manners == STRICT:
        return -1
    return PLAY + pick_at_once(following(s, s.hands[seat]), rng)


# --- Bidding --------------------------------------------------------------------------------------------------


@rule
def sure_reels(s: Record, seat: int) -> int:
    """The reels that the book counts on."""
    return sure_in_hand(s, s.hands[seat])


@rule
def sure_in_hand(s: Record, hand: np.uint64) -> int:
    """The reels that the book counts on with this hand."""
    reels = sure_dollars(hand)
    for suit in range(DOLLAR):
        reels += sure_in_suit(s, hand & suit_cards(suit), suit)
    return reels


@rule
def sure_dollars(hand: np.uint64) -> int:
    """8: the Producer, Author + 1, Director + 2, Star + 3 and, the slip put right (KR-G23), Hero + 4."""
    dollars = hand & suit_cards(DOLLAR)
    reels = 0
    for guards in range(5):
        company = only((PRODUCER_RANK - guards) * SUITS + DOLLAR)
        if dollars & company != NONE and count(dollars) > guards:
            reels += 1
    return reels


@rule
def sure_in_suit(s: Record, cards: np.uint64, suit: int) -> int:
    """Four-handed, a Producer and an Author with company; with more seats, Producers of suits not too long (7)."""
    producer = cards & only(PRODUCER_RANK * SUITS + suit) != NONE
    author = cards & only(AUTHOR_RANK * SUITS + suit) != NONE
    if s.seats > 4:
        return 1 if producer and count(cards) <= 4 else 0
    return (1 if producer else 0) + (1 if author and count(cards) > 1 else 0)


# --- Leading --------------------------------------------------------------------------------------------------


@rule
def choose_lead(s: Record, seat: int) -> int:
    """The lead, by the first suggestion that fits the hand."""
    hand = s.hands[seat]
    unseen = ALL & ~hand & ~played_cards(s)
    dollars = hand & suit_cards(DOLLAR)
    enemy_dollars = unseen & suit_cards(DOLLAR)
    good = good_cards(s, hand & ~dollars, unseen, enemy_dollars == NONE)
    if enemy_dollars != NONE and count(dollars) >= 4:
        if good != NONE and has_long_suit(hand):
            return highest(dollars) if highest(dollars) > highest(enemy_dollars) else lowest(dollars)  # 3
        return lowest(dollars)  # 3
    if good != NONE:
        return highest(good)  # 1, 9
    if dollars != NONE and enemy_dollars == NONE:
        return highest(dollars)
    return lead_without_masters(hand, dollars)


@rule
def good_cards(s: Record, side: np.uint64, unseen: np.uint64, dollars_gone: bool) -> np.uint64:
    """Side cards that nothing unseen can beat in their suit, while it may still go round (4, 9)."""
    good = NONE
    for suit in range(DOLLAR):
        cards = side & suit_cards(suit)
        others = unseen & suit_cards(suit)
        if cards == NONE or (others != NONE and highest(others) > highest(cards)):
            continue
        if dollars_gone or rounds_led(s, suit) < 2:  # 4: the third round is bought
            good |= only(highest(cards))
    return good


@rule
def has_long_suit(hand: np.uint64) -> bool:
    """Five cards or more of one side suit."""
    for suit in range(DOLLAR):
        if count(hand & suit_cards(suit)) >= 5:
            return True
    return False


@rule
def lead_without_masters(hand: np.uint64, dollars: np.uint64) -> int:
    """Low from an Author with company (1), a singleton to buy the return (5), else the lowest card of a side suit."""
    for suit in range(DOLLAR):
        cards = hand & suit_cards(suit)
        if cards & only(AUTHOR_RANK * SUITS + suit) != NONE and count(cards) > 1:
            return lowest(cards)
    for suit in range(DOLLAR):
        cards = hand & suit_cards(suit)
        if dollars != NONE and count(cards) == 1 and cards & BONUS == NONE:
            return lowest(cards)
    return throw_off(hand)


# --- Following ------------------------------------------------------------------------------------------------


@rule
def choose_card(s: Record, seat: int) -> int:
    """Follow, buy or throw off."""
    cards = following(s, s.hands[seat])
    if suit_of(lowest(cards)) == led_suit(s) and cards & ~suit_cards(led_suit(s)) == NONE:
        return follow_suit(s, seat, cards)
    return buy_or_throw(s, seat, cards)


@rule
def follow_suit(s: Record, seat: int, cards: np.uint64) -> int:
    """Take the reel if that is safe or worth a try, as cheaply as can be; else keep the good cards."""
    taking = beating(s, cards)
    if taking == NONE:
        return throw_off(cards)
    if s.lying == s.seats - 1:
        return highest(taking & BONUS) if taking & BONUS != NONE else lowest(taking)  # a Star of one's own counts too
    director = only(DIRECTOR_RANK * SUITS + led_suit(s))
    early = rounds_led(s, led_suit(s)) <= 2
    if s.lying == s.seats - 2 and early and taking & director != NONE and highest(taking) > highest(director):
        return highest(director)  # 6
    unseen = ALL & ~s.hands[seat] & ~played_cards(s) & suit_cards(led_suit(s))
    if unseen == NONE or highest(taking) > highest(unseen):
        return cheapest_master(taking, unseen)
    return throw_off(cards)


@rule
def cheapest_master(taking: np.uint64, unseen: np.uint64) -> int:
    """The lowest card that nothing unseen in the suit can beat, a Star or Hero if one will do."""
    masters = taking
    while masters != NONE and unseen != NONE and lowest(masters) < highest(unseen):
        masters &= masters - np.uint64(1)
    return highest(masters & BONUS) if masters & BONUS != NONE else lowest(masters)


@rule
def buy_or_throw(s: Record, seat: int, hand: np.uint64) -> int:
    """Out of suit: buy a reel that is wanted, with the cheapest Dollar that does it (2); else throw off."""
    dollars = beating(s, hand & suit_cards(DOLLAR))
    wanted = s.bids[seat] > s.taken[seat] or seat == s.highest
    bonus = reel_set(s) & BONUS != NONE
    if dollars != NONE and (bonus or wanted):
        return lowest(dollars)
    side = hand & ~suit_cards(DOLLAR)
    return throw_off(side if side != NONE else hand)


@rule
def throw_off(cards: np.uint64) -> int:
    """The least useful card: the lowest that is neither Star nor Hero (10)."""
    plain = cards & ~BONUS
    return lowest(plain if plain != NONE and rank_of(lowest(plain)) < DIRECTOR_RANK else cards)


@rule
def beating(s: Record, cards: np.uint64) -> np.uint64:
    """The cards that would take the reel as it lies."""
    taking = NONE
    left = cards
    while left != NONE:
        card = lowest(left)
        left &= left - np.uint64(1)
        if beats(card, s.best):
            taking |= only(card)
    return taking


# --- What everybody saw ---------------------------------------------------------------------------------------


@rule
def played_cards(s: Record) -> np.uint64:
    """Every card played this hand (9: remember them all)."""
    return cards_in(s.pack, 0, s.played)


@rule
def reel_set(s: Record) -> np.uint64:
    """The cards lying on the reel."""
    return cards_in(s.pack, s.played - s.lying, s.played)


@rule
def rounds_led(s: Record, suit: int) -> int:
    """How often the suit has been led, the unfinished reel included."""
    rounds = 0
    for first in range(0, s.played, s.seats):
        rounds += 1 if suit_of(s.pack[first]) == suit else 0
    return rounds


@rule
def choose_call(s: Record, seat: int) -> int:
    """Call a revoke that the cards on the table prove, and no other."""
    for other in range(s.seats):
        questionable = other != seat and not (s.examined >> other) & 1
        if questionable and (callers(s) >> seat) & 1 and shown_revoke(s, other, s.played)[0]:
            return CALL + other
    return SILENT


# --- What the bids tell -----------------------------------------------------------------------------------------


@rule
def plausible(s: Record, seat: int) -> float:
    """How well the hands of a world fit what their owners bid, from 0 to 1: the book's bid is the likeliest."""
    if s.phase != BIDDING and s.phase != PLAYING:
        return 1.0
    chance = 1.0
    for other in range(s.seats):
        if other != seat and s.bids[other] != UNBID:
            off = int(s.bids[other]) - sure_in_hand(s, dealt_hand(s, other))
            chance *= exp(-0.5 * DOUBT * off * off)
    return chance


@rule
def dealt_hand(s: Record, seat: int) -> np.uint64:
    """The hand that the seat was dealt: what it holds and what it has played."""
    cards = s.hands[seat]
    leader = first_leader(s) if s.played > 0 else 0
    for first in range(0, s.played, s.seats):
        place = first + (seat - leader) % s.seats
        if place < s.played:
            cards |= only(s.pack[place])
        if first + s.seats <= s.played:
            leader = taker_of(s, first, leader)
    return cards
