"""How a sensible player bets and leads; the sheet itself gives no advice beyond the race to be out (section 8e).

Both are judged by dealing the unseen cards a few times. Bets follow the strength of the hand against so many opponents.
Leads follow how the hand might go on from there: who is the first to be out, and who is paid on the way. That makes a
player fond of runs that he ends himself, and of getting rid of cards that no run can reach.
"""

from typing import Any, Final

import numpy as np

from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.numbers import exp, power
from parlour.core.pack.cards import NONE, count, holds, lowest, only, pick
from parlour.core.pack.chips import purse
from parlour.core.pack.ordinary import ACE, HEARTS, JACK, KING, RANKS, SUITS, TEN, rank_of, suit_cards, suit_of
from parlour.core.pack.poker import poker_rank
from parlour.games.bacarac.board import claimants
from parlour.games.bacarac.knowledge import redeal
from parlour.games.bacarac.rules import next_pick
from parlour.games.bacarac.runs import NO_RANK, highest_lead, lowest_rank
from parlour.games.bacarac.strength import strength
from parlour.games.bacarac.table import *

DEALS: Final = 24  # how often the unseen cards are dealt
SCRATCH: Final = DEALS + 1
WORTH_BETTING: Final = 1.2  # times a fair share of the Pot
DOUBT: Final = 0.9  # who bets is not likely to hold a poor hand
BLUR: Final = 0.25  # how far hands and bets may be apart, in fair shares of the Pot
LEAST_FIT: Final = 0.02


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Claim what is there, bet on good hands, lead what goes well."""
    if (claimants(s) >> seat) & 1:
        return first_claim(s, seat)
    if s.phase == CHOOSING:
        return PICK + next_pick(s, seat)
    suits = suits_to_lead(s, seat)
    if s.phase == LEADING and suits & (suits - 1) == 0:
        return LEAD + lowest(np.uint64(suits))
    deal_worlds(s, seat, rng, scratch)
    if s.phase == LEADING:
        return choose_lead(seat, suits, rng, scratch)
    others = int(s.playing if s.phase == BUYING else s.in_pot) & ~(1 << seat)
    share = win_share(s, seat, others, scratch)
    if s.phase == BUYING:
        return SWAP if share * players(s) < 1.0 else KEEP
    return choose_bet(s, seat, share)


@rule
def deal_worlds(s: Record, seat: int, rng: Rng, scratch: Any) -> None:
    """Deal the unseen cards a few times; bets and leads are judged in these worlds."""
    for deal in range(DEALS):
        scratch[deal] = s
        redeal(scratch[deal], seat, rng)


@rule
def first_claim(s: Record, seat: int) -> int:
    """The first division that waits for the seat (BC-39)."""
    for division in range(DIVISIONS):
        if s.earners[division] == seat and s.board[division] > 0:
            return CLAIM + division
    return SILENT


# --- Betting --------------------------------------------------------------------------------------------------


@rule
def win_share(s: Record, seat: int, others: int, scratch: Any) -> float:
    """How often the hand beats all of the others: as often as any one of them, so many times; a tie is half a win."""
    own = poker_rank(s.fives[seat] if s.fives[seat] != NONE else s.held[seat])
    won = 0.0
    for deal in range(DEALS):
        for other in range(s.seats):
            if other != seat and in_match(s, other):
                rank = poker_rank(scratch[deal].held[other])
                won += 1.0 if own > rank else 0.5 if own == rank else 0.0
    against_one = won / (DEALS * (players(s) - 1))
    return power(against_one, count(np.uint64(others)))


@rule
def choose_bet(s: Record, seat: int, share: float) -> int:
    """Bet and raise on more than a fair share, the more the better; call when the Pot is worth the price."""
    due = int(s.bet) - int(s.bets[seat])
    chips = affordable(s, seat, due)
    surplus = share * count(np.uint64(s.in_pot)) - WORTH_BETTING
    chips = min(chips, 1 + int(3.0 * surplus)) if surplus > 0.0 else 0
    if s.bet == 0:
        return BET + chips if chips > 0 else CHECK
    if chips > 0 and s.raised < s.raises:
        return RAISE + chips
    return CALL if DOUBT * share * (int(s.board[POT]) + due) > due else FOLD


@rule
def affordable(s: Record, seat: int, due: int) -> int:
    """The most that the seat may bet or raise."""
    return int(s.bet_most) if s.credit else min(int(s.bet_most), purse(s, seat) - due)


# --- Leading --------------------------------------------------------------------------------------------------


@rule
def choose_lead(seat: int, suits: int, rng: Rng, scratch: Any) -> int:
    """The suit after which the hand goes best, over the same deals for all suits."""
    best_suit = NOBODY
    best = 0.0
    for suit in range(SUITS):
        if (suits >> suit) & 1:
            worth = worth_of_lead(seat, suit, rng, scratch)
            if best_suit == NOBODY or worth > best:
                best_suit, best = suit, worth
    return LEAD + best_suit


@rule
def suits_to_lead(s: Record, seat: int) -> int:
    """Mask of the suits that the seat may lead."""
    cards = s.held[seat] & allowed(s)
    suits = 0
    for suit in range(SUITS):
        low = lowest_rank(cards, suit)
        suits |= 1 << suit if low != NO_RANK and low <= highest_lead(s, cards, suit) else 0
    return suits


@rule
def worth_of_lead(seat: int, suit: int, rng: Rng, scratch: Any) -> float:
    """What the seat wins after the lead, added up over the deals."""
    worth = 0.0
    for deal in range(DEALS):
        scratch[DEALS] = scratch[deal]
        worth += play_out(scratch[DEALS], seat, suit, rng)
    return worth


@rule
def play_out(s: Record, me: int, suit: int, rng: Rng) -> float:
    """Play the hand out with all cards open and leads at random; the chips won, less the mean of what others win."""
    chips = 0.0
    leader = me
    while leader != NOBODY:
        card = RANKS * suit + lowest_rank(s.held[leader], suit)
        end = RANKS * (suit + 1)
        layer = leader
        while layer != NOBODY and s.held[leader] != NONE:
            leader = layer
            won = lay(s, leader, card)
            chips += won if leader == me else -won / (players(s) - 1)
            card += 1
            layer = who_holds(s, card) if card < end else NOBODY
        s.run_high = card - 1
        leader = next_leader(s, leader)
        suit = suit_of(pick(s.held[leader] & allowed(s), rng)) if leader != NOBODY else suit
    return chips


@rule
def who_holds(s: Record, card: int) -> int:
    """The seat that holds the card; NOBODY if it is dead or laid."""
    seat = NOBODY
    for other in range(s.seats):
        seat = other if holds(s.held[other], card) else seat
    return seat


@rule
def lay(s: Record, seat: int, card: int) -> float:
    """Lay one card in thought; the chips that it brings, and with the last one the Kitty."""
    s.held[seat] ^= only(card)
    s.laid[seat] |= only(card)
    chips = chips_for(s, s.laid[seat], card)
    if s.held[seat] == NONE:
        chips += int(s.board[KITTY]) + (cards_of_others(s) if s.pay_per_card else 0)
    return float(chips)


@rule
def cards_of_others(s: Record) -> int:
    """The cards left in all hands (BC-G26)."""
    cards = 0
    for seat in range(s.seats):
        cards += count(s.held[seat])
    return cards


@rule
def next_leader(s: Record, layer: int) -> int:
    """Who goes on after a run; NOBODY if the last layer is out or nobody can change."""
    seat = layer
    for _ in range(players(s) if s.held[layer] != NONE else 0):
        if s.held[seat] & allowed(s) != NONE:
            return seat
        seat = seat_left(s, seat)
    return NOBODY


@rule
def chips_for(s: Record, own: np.uint64, card: int) -> float:
    """The chips that a card takes as it is laid, with what its player holds of `own`."""
    rank = rank_of(card)
    chips = 0
    if rank == TEN and held_in_a_row(own, card, 3) and s.earners[EIGHT_NINE_TEN] == NOBODY:
        chips += int(s.board[EIGHT_NINE_TEN])
    if suit_of(card) == HEARTS and rank >= TEN:
        chips += int(s.board[ACE_PILE + ACE - rank])
        if rank == KING and held_in_a_row(own, card, 2):
            chips += int(s.board[KING_QUEEN])
        if rank == JACK and held_in_a_row(own, card, 2):
            chips += int(s.board[JACK_TEN])
    return float(chips)


@rule
def held_in_a_row(own: np.uint64, card: int, cards: int) -> bool:
    """Whether a hand has the card and those just below it."""
    row = (only(cards) - np.uint64(1)) << np.uint64(card - cards + 1)
    return bool(own & row == row)


# --- At a glance ----------------------------------------------------------------------------------------------


@rule
def rollout(s: Record, seat: int, rng: Rng) -> int:
    """About what the advice would be, from a look at its own hand; leads are any."""
    if (claimants(s) >> seat) & 1:
        return first_claim(s, seat)
    if s.phase == LEADING:
        return LEAD + suit_of(pick(leadable(s, seat), rng))
    if s.phase == CHOOSING:
        return PICK + next_pick(s, seat)
    if s.phase == BUYING:
        return SWAP if glance(s, seat) < 0.5 else KEEP
    rivals = count(np.uint64(int(s.in_pot) & ~(1 << seat)))
    return choose_bet(s, seat, power(glance(s, seat), rivals))


@rule
def leadable(s: Record, seat: int) -> np.uint64:
    """The cards of the suits that the seat may lead."""
    cards = s.held[seat] & allowed(s)
    if s.lead == SUIT_LOW:
        return cards
    suits = suits_to_lead(s, seat)
    for suit in range(SUITS):
        if not (suits >> suit) & 1:
            cards &= ~suit_cards(suit)
    return cards


@rule
def pointless(s: Record, seat: int, action: int) -> bool:
    """Nobody drops out while it costs nothing to stay: he can still do so when somebody bets."""
    return bool(action == FOLD and s.bet == s.bets[seat])


@rule
def glance(s: Record, seat: int) -> float:
    """How often the seat's poker hand beats another, going by its cards alone."""
    return strength(s.held[seat], s.fives[seat] if s.fives[seat] != NONE else s.held[seat])


# --- What the betting tells -----------------------------------------------------------------------------------


@rule
def plausible(s: Record, seat: int) -> float:
    """How well the hands of a world fit what their owners have said in the betting, from 0 to 1."""
    if s.phase != BETTING and s.phase != FINAL_BETTING:
        return 1.0
    opener = who_opened(s)
    last = who_raised(s, seat)
    early = True  # before anybody has bet
    chance = 1.0
    other = seat_left(s, s.dealer)
    for _ in range(players(s)):
        early &= other != opener
        silent = early and opener == NOBODY and (int(s.waiting) >> other) & 1
        if other != seat and (int(s.in_pot) >> other) & 1 and not silent:
            chance *= fit(off_words(s, other, early, other == opener, other == last))
        other = seat_left(s, other)
    return chance


@rule
def off_words(s: Record, seat: int, checked: bool, opened: bool, raised: bool) -> float:
    """How far the seat's hand is from those on which the book would say what it has said, in fair shares of the Pot."""
    rivals = count(np.uint64(s.in_pot)) - 1
    shares = power(glance(s, seat), rivals) * (rivals + 1)
    surplus = shares - WORTH_BETTING
    if opened and s.raised == 0:
        return off_bet(s, surplus)
    if opened or raised:
        return float(max(0.0, -surplus))
    if checked:
        return float(max(0.0, surplus))
    if s.bets[seat] == 0:
        return 0.0
    dear = (rivals + 1) * s.bets[seat] / (DOUBT * s.board[POT]) - shares
    meek = s.raised < 2 and s.raised < s.raises  # it called; with more raises it may have made one
    return float(max(0.0, dear, surplus if meek else 0.0))


@rule
def who_opened(s: Record) -> int:
    """Who was the first to bet; NOBODY if nobody has."""
    seat = seat_left(s, s.dealer)
    for _ in range(players(s)):
        if s.bets[seat] > 0:
            return seat
        seat = seat_left(s, seat)
    return NOBODY


@rule
def who_raised(s: Record, seat: int) -> int:
    """Who made the last bet or raise: the next after those who must still answer it; NOBODY if nobody has."""
    other = seat_left(s, seat)
    for _ in range(players(s) if s.bet > 0 else 0):
        if int(s.in_pot) & ~int(s.waiting) & (1 << other):
            return other
        other = seat_left(s, other)
    return NOBODY


@rule
def off_bet(s: Record, surplus: float) -> float:
    """How far a hand is from those on which the book would bet as much as was bet."""
    above = surplus - s.bet / 3.0 if s.bet < s.bet_most else 0.0
    return float(max(0.0, (s.bet - 1) / 3.0 - surplus, above))


@rule
def fit(off: float) -> float:
    """A hand that far off is not impossible: others guess too, or do not play by the book."""
    return float(max(LEAST_FIT, exp(-off * off / (2.0 * BLUR * BLUR))))
