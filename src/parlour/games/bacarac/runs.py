"""The stops: leads, runs up a suit, stops and passes, until somebody is out of cards or nobody can go on."""

import numpy as np

from parlour.core.cards import NONE, holds, lowest, only
from parlour.core.contract import TABLE, Actions, Log, Record
from parlour.core.events import announce
from parlour.core.kernel import rule, whole
from parlour.core.ordinary import RANKS, SUITS, rank_of, ranks_in, suit_of
from parlour.games.bacarac.board import collect_per_card, earn, earn_by_cards
from parlour.games.bacarac.state import *

NO_RANK = RANKS  # the lowest rank of a suit that is not there


@rule
def lowest_rank(cards: np.uint64, suit: int) -> int:
    """The lowest rank in a suit, NO_RANK if there is none."""
    return lowest(ranks_in(cards, suit) | only(NO_RANK))


@rule
def legal_leads(s: Record, seat: int, out: Actions) -> int:
    """Any suit allowed, which means its lowest card (BC-18, BC-G12); idle: the suit whose lowest is lowest."""
    cards = s.held[seat] & allowed(s)
    lowest_of_all = NO_RANK
    idle = 0
    n = 0
    for suit in range(SUITS):  # without branches to guess
        low = lowest_rank(cards, suit)
        may_lead = (low != NO_RANK) & (low <= highest_lead(s, cards, suit))
        out[n] = LEAD + suit
        idle = n if may_lead & (low < lowest_of_all) else idle
        lowest_of_all = min(lowest_of_all, low)
        n += 1 if may_lead else 0
    out[0], out[idle] = out[idle], out[0]
    return n


@rule
def highest_lead(s: Record, cards: np.uint64, suit: int) -> int:
    """The highest rank that may be led in a suit when `lead` asks for the lowest of a colour or of all (BC-G25)."""
    if s.lead == SUIT_LOW:
        return NO_RANK
    partner = lowest_rank(cards, partner_of(suit))
    if s.lead == COLOUR_LOW:
        return partner
    return min(partner, lowest_rank(cards, suit ^ 1), lowest_rank(cards, suit ^ 2))


@rule
def note_lead(s: Record, seat: int, card: int) -> None:
    """Everybody knows now that the leader has no lower card, as far as `lead` looks."""
    s.lacks[seat] |= cards_below(card)
    if s.lead == COLOUR_LOW:
        s.lacks[seat] |= cards_below(RANKS * partner_of(suit_of(card)) + rank_of(card)) & allowed(s)
    if s.lead == HAND_LOW:
        for suit in range(SUITS):
            s.lacks[seat] |= cards_below(RANKS * suit + rank_of(card)) & allowed(s)


@rule
def lead_run(s: Record, seat: int, suit: int, log: Log) -> None:
    """Lay the lowest card of the suit; whoever holds the next one lays it, up to a stop (BC-20..22, BC-G08)."""
    card = RANKS * suit + lowest_rank(s.held[seat], suit)
    end = RANKS * (suit + 1)
    note_lead(s, seat, card)
    s.silent = 0
    s.run_low = card
    layer = seat
    while True:
        card += lay_stretch(s, layer, card, log)
        follower = holder(s, card) if card < end else NOBODY
        if follower == NOBODY or s.held[layer] == NONE:
            break
        layer = follower
    s.run_high = card - 1
    s.layer = layer
    if s.held[layer] == NONE:
        go_out(s, layer, log)
    else:
        stop(s, layer, log)


@rule
def lay_stretch(s: Record, seat: int, card: int, log: Log) -> int:
    """Lay the card and those of the seat's that follow it without a gap; how many there are."""
    suit = suit_of(card)
    rank = rank_of(card)
    above = ranks_in(s.held[seat], suit) >> np.uint64(rank)
    length = lowest(~above)
    ranks = (only(length) - np.uint64(1)) << np.uint64(rank)
    cards = ranks << np.uint64(RANKS * suit)
    s.held[seat] ^= cards
    s.laid[seat] |= cards
    announce(log, LAID, seat, whole(cards), 1 if card == s.run_low else 0)
    earn_by_cards(s, seat, suit, ranks, log)
    return length


@rule
def holder(s: Record, card: int) -> int:
    """Who holds the card; NOBODY if it is dead or has been laid."""
    seat = NOBODY
    for other in range(s.seats):
        seat = other if holds(s.held[other], card) else seat
    return seat


@rule
def go_out(s: Record, seat: int, log: Log) -> None:
    """The first to lay all his cards wins the Kitty, and the hand is over (BC-32, BC-33, BC-G16)."""
    announce(log, WENT_OUT, seat, 0, 0)
    earn(s, seat, KITTY, log)
    if s.pay_per_card:
        collect_per_card(s, seat, log)
    s.turn = NOBODY


@rule
def stop(s: Record, layer: int, log: Log) -> None:
    """The run ends at an Ace, or because the next card is dead or laid already (BC-22, BC-G09)."""
    card = int(s.run_high) + 1
    why = AT_ACE
    if rank_of(card) > 0:
        why = AT_DEAD if holds(s.dead, card) else AT_LAID
    if why == AT_DEAD:
        s.exposed |= only(card)
    announce(log, STOPPED, layer, card - 1, why)
    find_leader(s, layer, log)


@rule
def find_leader(s: Record, layer: int, log: Log) -> None:
    """Who laid the last card goes on (BC-G10); if he cannot change, the next on his left (BC-25, BC-G13)."""
    suits = allowed(s)
    seat = layer
    for _ in range(players(s)):
        if s.held[seat] & suits != NONE:
            s.turn = seat
            return
        announce(log, PASSED, seat, 0, 0)
        s.lacks[seat] |= suits
        seat = seat_left(s, seat)
    announce(log, BLOCKED, TABLE, 0, 0)  # BC-35: nobody takes anything
    s.turn = NOBODY
