"""Honors No. IV (about 1915): hold one card, draw another, and go out with two neighbours of one book.

Follows the printed book (H4-01..10, the pack H0-01..02) as ruled in H4-G01..12; RULES.md beside this file states them
all. `table.py` declares the state, the actions and the events; what a seat knows is in `knowledge.py`.
"""

from parlour.core.chance import begin, draw, shuffle, shuffle_all
from parlour.core.contract import TABLE, Actions, Log, Record, Words
from parlour.core.events import HAND_OVER, MATCH_OVER, SAFETY_LIMIT, announce, emit
from parlour.core.kernel import rule
from parlour.core.pack.books import CARDS
from parlour.core.pack.cards import NONE, lift
from parlour.core.pack.seating import left_of
from parlour.core.records import require
from parlour.games.honors4.knowledge import note_recycling, note_take, note_throw
from parlour.games.honors4.table import *


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: nobody holds anything."""
    begin(s, seats, key)
    s.held[:] = NO_CARD
    s.fresh = NO_CARD
    s.phase = DEALING


@rule
def actors(s: Record) -> int:
    """One seat at a time, clockwise (H4-07, C-01)."""
    if s.phase == TURN or s.phase == THROW:
        return 1 << int(s.turn)
    return 0 if s.phase == OVER else 1 << TABLE


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """Draw, then throw; the pack and the card just drawn are the idle choices (section 7c)."""
    if s.phase == TURN:
        return legal_draws(s, out)
    if s.phase == THROW:
        return legal_throws(s, out)
    out[0] = DEAL
    return 1


@rule
def apply(s: Record, seat: int, action: int, log: Log) -> None:
    """Carry out an action; a pair goes out of itself."""
    if action == PACK:
        draw_from_pack(s, seat, log)
    elif action == TAKE:
        take_top(s, seat, log)
    elif action == DEAL:
        deal(s, log)
    else:
        throw(s, seat, action, log)


# --- Dealing --------------------------------------------------------------------------------------------------


@rule
def deal(s: Record, log: Log) -> None:
    """The pack lies face down (H4-02), and everybody draws one card, from the opener leftward (H4-03)."""
    if s.hand == 0:
        s.opener = draw(s, s.seats)  # H4-G09
    announce(log, OPENER, s.opener, 0, 0)
    shuffle_all(s, s.pack)
    s.left = CARDS
    s.fresh = NO_CARD
    seat = int(s.opener)
    for _ in range(s.seats):
        s.held[seat] = top_of_pack(s)
        emit(log, DEALT, seat, s.held[seat], 0, 1 << seat)
        seat = left_of(s, seat)
    s.turn = s.opener
    s.phase = TURN


@rule
def top_of_pack(s: Record) -> int:
    """Lift the top card off the pack."""
    s.left -= 1
    return lift(s.pack, s.left)


# --- Drawing --------------------------------------------------------------------------------------------------


@rule
def legal_draws(s: Record, out: Actions) -> int:
    """The pack, or the top exposed card and no other (H4-07, H4-08)."""
    n = 0
    if may_draw(s):
        out[n] = PACK
        n += 1
    if may_take(s):
        out[n] = TAKE
        n += 1
    return n


@rule
def may_draw(s: Record) -> bool:
    """While the pack has a card, or can be made anew (H4-G11)."""
    return s.left > 0 or s.recycled < most_recycles(s)


@rule
def may_take(s: Record) -> bool:
    """Not on the first turn, when nothing is exposed (H4-G05), nor after too many takes in a row (H4-G07)."""
    return s.lying > 0 and s.takes < most_takes(s)


@rule
def draw_from_pack(s: Record, seat: int, log: Log) -> None:
    """Draw the top card of the pack, made anew if it is used up (H4-G06)."""
    if s.left == 0:
        recycle(s, log)
    s.takes = 0
    s.fresh = top_of_pack(s)
    emit(log, DREW, seat, s.fresh, 0, 1 << seat)
    match_cards(s, seat, log)


@rule
def take_top(s: Record, seat: int, log: Log) -> None:
    """Take the top exposed card: that is a draw like any other (H4-G10)."""
    s.lying -= 1
    s.fresh = s.exposed[s.lying]
    s.exposed[s.lying] = 0
    s.takes += 1
    announce(log, TOOK, seat, s.fresh, 0)
    note_take(s, seat)
    match_cards(s, seat, log)


@rule
def match_cards(s: Record, seat: int, log: Log) -> None:
    """Two neighbours of one book go out at once (H4-04, H4-05); anything else leads to a throw (H4-06)."""
    if is_out(s, s.held[seat], s.fresh):
        go_out(s, seat, log)
    else:
        s.phase = THROW


@rule
def recycle(s: Record, log: Log) -> None:
    """Shuffle the exposed pile, all but its top card, into a new pack (H4-G06)."""
    note_recycling(s)
    s.left = s.lying - 1
    for i in range(s.left):
        s.pack[i] = s.exposed[i]
    shuffle(s, s.pack[: s.left])
    s.exposed[0] = s.exposed[s.left]
    s.exposed[1:] = 0
    s.lying = 1
    s.recycled += 1
    announce(log, RECYCLED, TABLE, s.left, 0)


# --- Throwing -------------------------------------------------------------------------------------------------


@rule
def legal_throws(s: Record, out: Actions) -> int:
    """One of the two, always (H4-06, H4-G03), but not the card just taken from the pile (H4-G04)."""
    if s.takes > 0:
        out[0] = THROW_HELD
        return 1
    out[0] = THROW_DRAWN
    out[1] = THROW_HELD
    return 2


@rule
def throw(s: Record, seat: int, action: int, log: Log) -> None:
    """Lay one card face up on the pile and keep the other (H4-06)."""
    thrown = s.fresh
    if action == THROW_HELD:
        thrown, s.held[seat] = s.held[seat], s.fresh
    s.fresh = NO_CARD
    s.exposed[s.lying] = thrown
    s.lying += 1
    announce(log, THREW, seat, thrown, 0)
    note_throw(s, seat, thrown)
    pass_on(s, log)


@rule
def pass_on(s: Record, log: Log) -> None:
    """The next player left draws (H4-07, H4-09), if she can; if not, the hand is void (H4-G11)."""
    s.turn = left_of(s, s.turn)
    s.phase = TURN
    if s.left == 0 and s.takes == 0:
        announce(log, SPENT, TABLE, s.recycled + 1, 0)
    if s.takes == most_takes(s):
        announce(log, SAFETY_LIMIT, TABLE, 7, s.takes)  # H4-G07
    if not (may_draw(s) or may_take(s)):
        void(s, log)


# --- The end of a hand ----------------------------------------------------------------------------------------


@rule
def go_out(s: Record, seat: int, log: Log) -> None:
    """A point (H4-G08), and the start of the next hand (H4-10)."""
    announce(log, OUT, seat, s.held[seat], s.fresh)
    s.totals[seat] += 1
    announce(log, SCORED, seat, s.totals[seat], 0)
    for other in range(s.seats):
        if other != seat:
            s.held[other] = NO_CARD
    end_hand(s, seat, 1, log)


@rule
def void(s: Record, log: Log) -> None:
    """Nobody wins, and the opener's left opens next (H4-G06)."""
    if s.h4_recycle == UNLIMITED:
        announce(log, SAFETY_LIMIT, TABLE, 12, s.recycled)  # H4-G12
    announce(log, VOID, TABLE, 0, 0)
    s.held[:] = NO_CARD
    end_hand(s, left_of(s, s.opener), 0, log)


@rule
def end_hand(s: Record, opener: int, points: int, log: Log) -> None:
    """Clear the table; the match ends with enough points (H4-G08, C-10) or after too many hands (C-16)."""
    clear_table(s)
    s.opener = s.turn = opener
    s.hand += 1
    announce(log, HAND_OVER, TABLE, s.hand, points)
    won = s.totals[opener] >= s.h4_match
    s.phase = OVER if won or s.hand >= most_hands(s) else DEALING
    if s.phase == OVER and not won:
        announce(log, SAFETY_LIMIT, TABLE, 12, s.hand)  # H4-G12, C-11
    if s.phase == OVER:
        announce(log, MATCH_OVER, TABLE, winners(s), 0)


@rule
def clear_table(s: Record) -> None:
    """Gather all cards but the pair that won."""
    s.pack[:] = 0
    s.left = 0
    s.exposed[:] = 0
    s.lying = 0
    s.ruled_out[:] = NONE
    s.takes = 0
    s.recycled = 0


# --- States from outside --------------------------------------------------------------------------------------


def sound(s: Record) -> None:
    """What must be true of a state that was made up, so that it can be played on; `PositionError` if it is not."""
    if s.phase in (TURN, THROW):
        check_cards(s)
        check_turn(s)
    else:
        check_pause(s)
    check_totals(s)


def check_cards(s: Record) -> None:
    """Everybody holds one card, the player who has drawn a second one, and what is ruled out is true."""
    held, drawn = s.held.tolist()[: s.seats], [int(s.fresh)] if s.phase == THROW else []
    holding = NO_CARD not in held + drawn and (s.phase == THROW or s.fresh == NO_CARD)
    require(holding, "everybody holds one card, and the player who is to throw has drawn another")
    every = held + drawn + s.pack.tolist()[: s.left] + s.exposed.tolist()[: s.lying]
    require(sorted(every) == list(range(CARDS)), f"held, drawn, in the pack and exposed must be all {CARDS}, each once")
    if s.phase == THROW:
        out = is_out(s, s.held[s.turn], s.fresh)
        require(not out, f"{CARD.text(s.held[s.turn])} and {CARD.text(s.fresh)} go out at once")
    for card, ruled_out in zip(held, s.ruled_out.tolist(), strict=False):
        require(not (ruled_out >> card) & 1, f"{CARD.text(card)} cannot be ruled out for the seat that holds it")


def check_turn(s: Record) -> None:
    """Somebody could have come so far, and can go on."""
    require(s.takes <= most_takes(s), f"nobody takes more than {most_takes(s)} cards in a row, so not {s.takes}")
    require(s.recycled <= most_recycles(s), f"the pile is recycled at most {most_recycles(s)} times here")
    if s.phase == TURN:
        begun = s.lying > 0 or (s.turn == s.opener and s.takes == s.recycled == 0)
        require(begun, "the exposed pile is empty only when the opener begins")
        require(may_draw(s) or may_take(s), "nobody could go on here: the hand is void")


def check_pause(s: Record) -> None:
    """Between hands there is nothing on the table but the pair that won, before the opener of the next hand."""
    gathered = s.left == s.lying == s.takes == s.recycled == 0 and not s.ruled_out.any() and s.turn == s.opener
    require(gathered, "between hands all cards are gathered, and the next opener is to act")
    held, drawn = s.held.tolist()[: s.seats], int(s.fresh)
    one_has = held.count(NO_CARD) >= s.seats - 1 and (held[s.opener] == NO_CARD) == (drawn == NO_CARD)
    require(one_has and (drawn != NO_CARD or set(held) == {NO_CARD}), "between hands only the winner has cards: two")
    if drawn != NO_CARD:
        pair = f"{CARD.text(held[s.opener])} and {CARD.text(drawn)}"
        require(is_out(s, held[s.opener], drawn) and s.totals[s.opener] > 0, f"{pair} did not win a point")
    require(s.hand > 0 or s.opener == 0, "before the first hand nobody knows who opens it, so seat 0 stands there")


def check_totals(s: Record) -> None:
    """There was a hand for every point, and the match is over if and only if the totals say so."""
    totals, target, most = s.totals.tolist()[: s.seats], int(s.h4_match), most_hands(s)
    possible = sum(totals) <= s.hand <= most and max(totals) <= target and totals.count(target) <= 1
    require(possible, f"{s.hand} hands cannot have come to the totals {totals} here")
    over = max(totals) == target or s.hand == most
    ended = "over" if over else "not over"
    require(over == (s.phase == OVER), f"the match is {ended} after {s.hand} hands at totals {totals}")
    won = totals[s.opener] == target and s.fresh != NO_CARD
    require(won or max(totals) < target, "the match ends when the winner goes out, so the winning pair must be there")
