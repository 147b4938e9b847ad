"""How a sensible player bets and leads; the sheet itself gives no advice beyond the race to be out (section 8e).

Bets follow the strength of the hand against so many opponents, judged by dealing the unseen cards a few times. Leads
follow the run that he may well end himself, for the last layer leads again; he counts the chips that a run would bring
him or the others, and is glad to be rid of cards that no run can reach.
"""

from typing import Any, Final

import numpy as np

from parlour.core.cards import NONE, count, holds, only
from parlour.core.chips import purse
from parlour.core.contract import Record, Rng
from parlour.core.kernel import rule
from parlour.core.ordinary import ACE, CARDS, HEARTS, JACK, KING, RANKS, SUITS, TEN, rank_of, suit_cards, suit_of
from parlour.core.poker import poker_rank
from parlour.games.bacarac.board import claimants
from parlour.games.bacarac.knowledge import is_dead_known, known_held, redeal
from parlour.games.bacarac.rules import next_pick
from parlour.games.bacarac.runs import NO_RANK, highest_lead, lowest_rank
from parlour.games.bacarac.state import *

SCRATCH: Final = 1
DEALS: Final = 16  # how often the unseen cards are dealt to judge a poker hand
LEAD_AGAIN: Final = 2.0  # what the next lead is worth, in cards laid
STRANDED: Final = 0.7  # what it is worth to be rid of a card that can only be led


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Claim what is there, bet on good hands, lead what comes back."""
    if (claimants(s) >> seat) & 1:
        return first_claim(s, seat)
    if s.phase == LEADING:
        return choose_lead(s, seat)
    if s.phase == CHOOSING:
        return PICK + next_pick(s, seat)
    if s.phase == BUYING:
        others = int(s.playing) & ~(1 << seat)
        return SWAP if win_share(s, seat, others, rng, scratch) * players(s) < 1.0 else KEEP
    return choose_bet(s, seat, win_share(s, seat, int(s.in_pot) & ~(1 << seat), rng, scratch))


@rule
def first_claim(s: Record, seat: int) -> int:
    """The first division that waits for the seat (BC-39)."""
    for division in range(DIVISIONS):
        if s.earners[division] == seat and s.board[division] > 0:
            return CLAIM + division
    return SILENT


# --- Betting --------------------------------------------------------------------------------------------------


@rule
def win_share(s: Record, seat: int, others: int, rng: Rng, scratch: Any) -> float:
    """How often the hand beats the others, dealing the unseen cards at random; a tie is half a win."""
    own = poker_rank(s.fives[seat] if s.fives[seat] != NONE else s.held[seat])
    won = 0.0
    for _ in range(DEALS):
        scratch[0] = s
        redeal(scratch[0], seat, rng)
        best = -1
        for other in range(s.seats):
            if (others >> other) & 1:
                best = max(best, poker_rank(scratch[0].held[other]))
        won += 1.0 if own > best else 0.5 if own == best else 0.0
    return won / DEALS


@rule
def choose_bet(s: Record, seat: int, share: float) -> int:
    """Bet and raise on more than a fair share, the more the better; call when the Pot is worth the price."""
    if s.bet == 0:
        chips = affordable(s, seat, 0)
        fair = 1.3 / count(np.uint64(s.in_pot))
        return BET + min(chips, 1 + int(6 * (share - fair))) if share > fair and chips > 0 else CHECK
    share *= 0.85  # who bets is not likely to hold a poor hand
    due = int(s.bet) - int(s.bets[seat])
    chips = affordable(s, seat, due)
    if share > 0.6 and s.raised < s.raises and chips > 0:
        return RAISE + min(chips, 1 + int(6 * (share - 0.6)))
    return CALL if share * (int(s.board[POT]) + due) > due else FOLD


@rule
def affordable(s: Record, seat: int, due: int) -> int:
    """The most that the seat may bet or raise."""
    return int(s.bet_most) if s.credit else min(int(s.bet_most), purse(s, seat) - due)


# --- Leading --------------------------------------------------------------------------------------------------


@rule
def choose_lead(s: Record, seat: int) -> int:
    """The suit whose run promises most."""
    cards = s.held[seat] & allowed(s)
    best_suit = NOBODY
    best = 0.0
    for suit in range(SUITS):
        low = lowest_rank(cards, suit)
        if low == NO_RANK or low > highest_lead(s, cards, suit):
            continue
        worth = worth_of_run(s, seat, RANKS * suit + low)
        if best_suit == NOBODY or worth > best:
            best_suit, best = suit, worth
    return LEAD + best_suit


@rule
def worth_of_run(s: Record, seat: int, card: int) -> float:
    """What a run from this card is worth: cards laid, chips won and lost, the next lead, in the value of a card.

    Card by card it keeps the chance that the run is alive with the last card his (`mine`) or another's (`theirs`).
    """
    own, gone, shown = s.held[seat], gone_cards(s, seat), shown_cards(s, seat)
    chance_dead = share_of_dead(s, seat, own | gone | shown)
    a_card = max(0.5, s.board[KITTY] / (3.0 * players(s)))
    rivals = players(s) - 1
    suited = own & suit_cards(suit_of(card))
    mine, theirs, ends_mine = 1.0, 0.0, 0.0
    worth = STRANDED * a_card if is_stranded(gone, card) else 0.0
    for at in range(card, RANKS * (suit_of(card) + 1)):
        if holds(gone, at):
            break
        if holds(own, at):
            mine, theirs = mine + theirs, 0.0
            last = suited >> np.uint64(at) == np.uint64(1)
            kitty = s.board[KITTY] if last and suited == own else 0.0  # his last card of all
            worth += mine * (a_card + chips_for(s, own, at) + kitty)
            continue
        ends_mine += 0.0 if holds(shown, at) else mine * chance_dead
        theirs = (mine + theirs) * (1.0 if holds(shown, at) else 1.0 - chance_dead)
        mine = 0.0
        worth -= theirs * (a_card + chips_for(s, NONE, at)) / rivals
    return worth + (ends_mine + mine) * LEAD_AGAIN * a_card


@rule
def gone_cards(s: Record, seat: int) -> np.uint64:
    """Cards laid, and those known to be dead."""
    gone = s.dead if is_dead_known(s, seat) else s.exposed
    for other in range(s.seats):
        gone |= s.laid[other]
    return gone


@rule
def shown_cards(s: Record, seat: int) -> np.uint64:
    """Cards that others have shown and still hold."""
    shown = NONE
    for other in range(s.seats):
        if other != seat:
            shown |= known_held(s, other)
    return shown


@rule
def share_of_dead(s: Record, seat: int, placed: np.uint64) -> float:
    """The chance that a card whose place is not known is dead."""
    if is_dead_known(s, seat):
        return 0.0
    return count(s.dead & ~s.exposed) / max(1, CARDS - count(placed))


@rule
def is_stranded(gone: np.uint64, card: int) -> bool:
    """Whether no run can reach the card: it is the lowest of its suit, or the one below has gone."""
    return bool(rank_of(card) == 0 or gone & only(card - 1) != NONE)


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
