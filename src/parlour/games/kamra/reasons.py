"""Why a seat might bid, play or call so: the book's suggestions (see `advice.py`) as reasons for and against."""

from collections.abc import Iterator

import numpy as np

from parlour.core.contract import Record
from parlour.core.texts import Reason
from parlour.core.values import Seat
from parlour.games.kamra.advice import ALL, AUTHOR_RANK, BONUS, PRODUCER_RANK, rounds_led, sure_reels, throw_off
from parlour.games.kamra.revokes import shown_revoke
from parlour.games.kamra.rules import following, least_bid
from parlour.games.kamra.table import *

MANY_DOLLARS = 4  # so many are enough to draw the others out


def why(s: Record, seat: int, action: int) -> Reason:
    """What speaks for or against a legal action."""
    if action < PLAY:
        return why_bid(s, seat, action - BID)
    if action < CALL:
        card = action - PLAY
        return why_lead(s, seat, card) if s.lying == 0 else why_card(s, seat, card)
    return why_call(s, seat, action)


def why_bid(s: Record, seat: int, reels: int) -> Reason:
    """A contract beside what the book counts on."""
    sure, least = int(sure_reels(s, seat)), int(least_bid(s, seat))
    if reels == max(sure, least):
        return Reason("bid_nothing" if reels == 0 else "bid_sure" if sure >= least else "bid_least", {"sure": sure})
    if reels == 0:
        return Reason("bid_pass", {"sure": sure})
    if reels < sure:
        return Reason("bid_under", {"sure": sure})
    standing = 0 if s.highest == NOBODY else int(s.bids[s.highest])
    highest = max(sure, least) <= standing < reels  # where the book's bid would do as well, that is no reason
    return Reason("bid_over_highest" if highest else "bid_over", {"sure": sure, "more": reels - sure})


# --- Cards ----------------------------------------------------------------------------------------------------


def why_lead(s: Record, seat: int, card: int) -> Reason:
    """Best cards, Dollars, low cards."""
    hand, unseen = int(s.hands[seat]), unseen_by(s, seat)
    suit, words = int(suit_of(card)), words_of(card)
    better = words["better"] = higher(unseen, card)
    enemy_dollars = unseen & cards_of(DOLLAR)
    if better == 0 and not enemy_dollars:
        return Reason("lead_sure", words)
    if suit == DOLLAR:
        many = size(hand & cards_of(DOLLAR)) >= MANY_DOLLARS
        return Reason("lead_top_dollar" if better == 0 else "lead_many_dollars" if many else "lead_dollar", words)
    if better == 0:
        return Reason("lead_best" if rounds_led(s, suit) < 2 else "lead_best_late", words)
    if is_bonus(card):
        return Reason("lead_bonus", words)
    return why_low_lead(hand, card, unseen, words)


def why_low_lead(hand: int, card: int, unseen: int, words: dict[str, object]) -> Reason:
    """A lead that does not mean to take the reel."""
    suit = int(suit_of(card))
    mine = hand & cards_of(suit)
    author, producer = (rank * SUITS + suit for rank in (AUTHOR_RANK, PRODUCER_RANK))
    if (mine >> author) & 1 and (unseen >> producer) & 1 and card != author:
        return Reason("lead_to_author", words)
    if mine == 1 << card and hand & cards_of(DOLLAR):
        return Reason("lead_single", words)
    return Reason("lead_low" if card == min(each(mine)) else "lead_beaten", words)


def why_card(s: Record, seat: int, card: int) -> Reason:
    """Following, buying, throwing off."""
    hand, suit = int(s.hands[seat]), int(suit_of(card))
    may = int(following(s, s.hands[seat]))
    if not (may >> card) & 1:
        return Reason("revoke", {"suit": SUIT_NAMES[led_suit(s)]})
    taking = [other for other in each(may) if beats(other, s.best)]
    if card in taking:
        return why_taking(s, seat, card, taking)
    words = words_of(card) | {"taker": Seat(s.taker)}
    if is_bonus(card):
        return Reason("gives_bonus", words)
    lowest = card == throw_off(np.uint64(may))
    if suit == led_suit(s):
        return Reason("ducks" if taking else "cannot_take" if lowest else "cannot_take_high", words)
    if taking:
        return Reason("wastes_dollar" if suit == DOLLAR else "keeps_dollars", words)
    if hand & cards_of(suit) == 1 << card and suit != DOLLAR and hand & cards_of(DOLLAR):
        return Reason("throws_last", words)
    return Reason("throws_off" if lowest else "throws_off_high", words)


def why_taking(s: Record, seat: int, card: int, taking: list[int]) -> Reason:
    """A card that takes the reel as it lies."""
    unseen, words = unseen_by(s, seat), words_of(card)
    buying = suit_of(card) != led_suit(s)
    better = words["better"] = higher(unseen, card)
    if s.lying == s.seats - 1:
        cheap = card == min(taking)
        bonus = "last_bonus" if is_bonus(card) else "last_cheap" if cheap else "last_dear"
        return Reason(("buys_last" if cheap else "buys_dear") if buying else bonus, words)
    if buying:
        spoils = any(is_bonus(int(s.pack[i])) for i in range(s.played - s.lying, s.played))
        return Reason("buys_bonus" if spoils else "buys_best" if better == 0 else "buys", words)
    if better == 0:
        bought = unseen & cards_of(DOLLAR) and suit_of(card) != DOLLAR
        return Reason("takes_best" if bought else "takes_sure", words)
    return Reason("takes_bonus" if is_bonus(card) else "takes_try", words)


# --- Calls ----------------------------------------------------------------------------------------------------


def why_call(s: Record, seat: int, action: int) -> Reason:
    """A revoke is proved by cards on the table, or it is a guess."""
    if action == SILENT:
        questioned = [other for other in range(s.seats) if other != seat and not (int(s.examined) >> other) & 1]
        proved = any(shown_revoke(s, other, s.played)[0] for other in questioned)
        return Reason("silent_proved" if proved else "silent")
    accused = action - CALL
    proved = shown_revoke(s, accused, s.played)[0]
    return Reason("call_proved" if proved else "call_guess", {"accused": Seat(accused)})


# --- Sets of cards as plain numbers ---------------------------------------------------------------------------


def words_of(card: int) -> dict[str, object]:
    """A card for a sentence."""
    rank, suit = RANK_NAMES[rank_of(card)], SUIT_NAMES[suit_of(card)]
    return {"card": PACK.names[card], "rank": rank, "suit": suit}


def unseen_by(s: Record, seat: int) -> int:
    """The cards that the others hold."""
    played = sum(1 << int(s.pack[i]) for i in range(s.played))
    return int(ALL) & ~int(s.hands[seat]) & ~played


def higher(cards: int, card: int) -> int:
    """How many of the cards are higher ones of the same suit."""
    return size((cards & cards_of(int(suit_of(card)))) >> card)


def cards_of(suit: int) -> int:
    """All cards of a suit."""
    return int(ONE_SUIT) << suit


def is_bonus(card: int) -> bool:
    """Whether a card is a Star or a Hero by rank."""
    return bool((int(BONUS) >> card) & 1)


def size(cards: int) -> int:
    """How many cards there are."""
    return cards.bit_count()


def each(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    return (card for card in range(CARDS) if (cards >> card) & 1)
