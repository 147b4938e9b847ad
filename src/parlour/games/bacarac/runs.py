"""The stops: leads, runs up a suit, stops and passes, until somebody is out of cards or nobody can go on."""

import numpy as np

from parlour.core.contract import TABLE, Actions, Log, Record
from parlour.core.events import announce, is_heard
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, ONE, count, highest, holds, lowest, only
from parlour.core.pack.ordinary import RANKS, SUITS, rank_of, ranks_in, suit_cards, suit_of
from parlour.games.bacarac.board import EIGHT_TO_TEN, collect_per_card, earn, earn_by_cards
from parlour.games.bacarac.table import *

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
    run = run_from(s, card)
    note_lead(s, seat, card)
    s.silent = 0
    s.run_low = card
    s.run_high = card + count(run) - 1
    layer = holder(s, int(s.run_high))
    s.layer = layer
    if is_heard(log) or may_earn(s, run, suit):
        tell_run(s, run, log)
    lay_cards(s, run)
    if s.held[layer] == NONE:
        go_out(s, layer, log)
    else:
        stop(s, layer, log)


@rule
def run_from(s: Record, card: int) -> np.uint64:
    """The cards of a run: all from this one up that are in a hand, but none after the last of somebody's cards."""
    live = NONE
    for seat in range(s.seats):
        live |= s.held[seat]
    run = stretch_from(live, card)
    for seat in range(s.seats):
        if (s.held[seat] & ~run == NONE) & (s.held[seat] != NONE):  # BC-G16: he goes out, if the run gets there
            run &= only(highest(s.held[seat]) + 1) - ONE
    return run


@rule
def stretch_from(cards: np.uint64, card: int) -> np.uint64:
    """Of a set of cards this one and those of its suit that follow it without a gap."""
    above = ranks_in(cards, suit_of(card)) >> np.uint64(rank_of(card))
    return (only(lowest(~above)) - ONE) << np.uint64(card)


@rule
def lay_cards(s: Record, run: np.uint64) -> None:
    """Everybody lays what he holds of the run."""
    for seat in range(s.seats):
        cards = s.held[seat] & run
        s.held[seat] ^= cards
        s.laid[seat] |= cards


@rule
def may_earn(s: Record, run: np.uint64, suit: int) -> bool:
    """Whether a run can earn a division: it has a pay card, or one player has the 8, 9 and 10 of it."""
    three = EIGHT_TO_TEN << np.uint64(RANKS * suit)
    earns = run & PAY_CARDS != NONE
    for seat in range(s.seats):
        earns |= s.held[seat] & run & three == three
    return earns


@rule
def tell_run(s: Record, run: np.uint64, log: Log) -> None:
    """Who lays what, stretch by stretch as the run goes up, and what it earns him.

    Ranks that earn something together stand side by side, so where nobody hears it, a player's whole share will do.
    """
    while run != NONE:
        card = lowest(run)
        seat = holder(s, card)
        cards = s.held[seat] & run
        if is_heard(log):
            cards = stretch_from(cards, card)
        announce(log, LAID, seat, whole(cards), 1 if card == s.run_low else 0)
        earn_by_cards(s, seat, suit_of(card), ranks_in(cards, suit_of(card)), log)
        run ^= cards


@rule
def holder(s: Record, card: int) -> int:
    """Who holds a card that is in a hand."""
    seat = 0
    for other in range(s.seats):
        seat += other if holds(s.held[other], card) else 0
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
    card = int(s.run_high)
    following = (only(card) << ONE) & suit_cards(suit_of(card))
    why = AT_ACE if following == NONE else AT_DEAD if following & s.dead != NONE else AT_LAID
    s.exposed |= following & s.dead
    announce(log, STOPPED, layer, card, why)
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
