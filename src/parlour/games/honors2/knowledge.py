"""What a seat knows: fair samples of what it does not, and what it does as numbers.

A world is a way the cards may have been dealt and stacked, and a choice of every card given unseen for a fine. All
worlds that agree with what the seat has seen are alike. A sample is made by going back to before the first line of the
diary, dealing what the seat could not see then, and living through the diary again: what was drawn or given unseen is
drawn and given anew, what was shown must be there to be shown. Cards that the seat has never seen are as good as one
another, so where one is shown that the sample has elsewhere, it changes places with one that is there.
"""

from typing import Final

import numpy as np

from parlour.core.chance import below, forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.core.pack.books import BOOKS, CARDS, PACK, corner_sum
from parlour.core.pack.cards import NONE, count, holds, only, pick, put_ones
from parlour.core.pack.packs import members
from parlour.core.pack.seating import left_of
from parlour.core.records import require
from parlour.games.honors2.diary import *
from parlour.games.honors2.table import *

MOST_TRIES: Final = 1_000  # at a sample that agrees with every line of the diary


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Deal the cards that `seat` cannot see afresh, in any way that what was seen allows, all alike."""
    forget_key(s, rng)
    if s.phase == DEALING or s.phase == OVER:
        return  # everything lies open
    hands = (s.hands[0], s.hands[1], s.hands[2], s.hands[3], s.hands[4], s.hands[5])
    stock = stock_cards(s)
    done = int(s.noted)
    for _ in range(MOST_TRIES):
        stock = rewind(s, done, stock)
        stock = deal_unseen(s, seat, stock, classed_before(s), rng)
        done, stock = live_again(s, seat, stock, rng)
        if done == s.noted and s.forced_lay:
            stock = rewind(s, done, stock)
            done, stock = had_nothing_to_lay(s, seat, stock)
        if done == s.noted and pledge_holds(s, seat):
            stack(s, stock, rng)
            return
    for other in range(s.seats):
        s.hands[other] = hands[other]
    begin_again(s)  # too much has happened to follow: what is sure must do
    stack(s, deal_unseen(s, seat, stock_cards(s), NONE, rng), rng)


@rule
def deal_unseen(s: Record, seat: int, stock: np.uint64, classed: np.uint64, rng: Rng) -> np.uint64:
    """Give the other seats other cards for those that are not known; the set of cards that is left for the stock.

    Cards of the class `classed` (a second stock, whose cards are known) change places among themselves only.
    """
    unseen = stock
    for other in range(s.seats):
        if other != seat:
            unseen |= s.hands[other] & ~s.known[other]
    for other in range(s.seats):
        if other != seat:
            hidden = s.hands[other] & ~s.known[other]
            s.hands[other] &= s.known[other]
            unseen = fill_hand(s, other, count(hidden & classed), unseen, classed, rng)
            unseen = fill_hand(s, other, count(hidden & ~classed), unseen, ~classed, rng)
    return unseen


@rule
def fill_hand(s: Record, seat: int, cards: int, unseen: np.uint64, among: np.uint64, rng: Rng) -> np.uint64:
    """Put so many unseen cards of a class in a hand; those that are left."""
    for _ in range(cards):
        card = only(pick(unseen & among, rng))
        s.hands[seat] |= card
        unseen &= ~card
    return unseen


@rule
def classed_before(s: Record) -> np.uint64:
    """The cards of a second stock that was made before the first line of the diary."""
    for i in range(s.noted):
        if what_of(s.diary[i]) == BY_SHUFFLE:
            return NONE
    return s.again


@rule
def stack(s: Record, cards: np.uint64, rng: Rng) -> None:
    """Stack the stock in any order."""
    for i in range(s.left):
        card = pick(cards, rng)
        s.stock[i] = card
        cards &= ~only(card)


@rule
def pledge_holds(s: Record, seat: int) -> bool:
    """Whether a player who took deep can lay the card she took it for (`must_use_deep`, H2-G17)."""
    if s.pledged == NO_CARD or s.turn == seat:
        return True
    return holds(layable(s.hands[s.turn], down(s)), s.pledged)


# --- Living through the diary ---------------------------------------------------------------------------------


@rule
def live_again(s: Record, seat: int, stock: np.uint64, rng: Rng) -> tuple[int, np.uint64]:
    """Go through the diary from the hands before it; how far that went, and the stock then.

    `followed` are the cards in hands that the seat has seen, wherever they are by now; `fixed` those of them that
    no unseen gift can have moved. Once there was such a gift, worlds in which a hand had fewer unseen cards to show
    one from must be as much rarer: they are thrown away in that measure.
    """
    followed = NONE if seat == SPECTATOR else s.hands[seat]
    for other in range(s.seats):
        followed |= s.known[other]
    fixed = followed
    classed = classed_before(s)
    first = 0  # line from which cards of the class may have been drawn unseen
    claimed = NONE
    unseen_gift = False
    for i in range(s.noted):
        line = s.diary[i]
        what, actor, card = what_of(line), seat_of(line), card_of(line)
        one = only(card)
        if what == BY_SHUFFLE:
            classed = s.again
            first = i + 1
        elif what == BY_TAKE:
            claimed = one
            followed |= one
            fixed |= one
        elif what == BY_DRAW and actor != seat:
            card = pick(stock, rng)
            rename(s, i, card)
        elif what == BY_GIFT and actor != seat and other_of(line) != seat:
            fixed &= ~s.hands[actor] | claimed
            card = pick(s.hands[actor] & ~claimed, rng)
            rename(s, i, card)
            unseen_gift = True
        elif actor != seat or what == BY_DRAW:
            place = stock if what == BY_DRAW else s.hands[actor]
            seen, again = followed & one != NONE, classed & one != NONE
            there = place & (one if seen else ~followed & (classed if again else ~classed))
            if there == NONE or (unseen_gift and not seen and not kept(place & ~fixed, there, rng)):
                return i, stock
            stock = swap(s, card, pick(there, rng), stock, first if again else 0, i)
            followed |= one
            fixed |= one
        stock = redo(s, s.diary[i], stock)
        if what in (BY_LAY, BY_DISCARD):
            followed &= ~one
            fixed &= ~one
    return int(s.noted), stock


@rule
def kept(most: np.uint64, there: np.uint64, rng: Rng) -> bool:
    """Whether a world stays that has so many unseen cards in a place, of the most that any world has there."""
    return below(rng, count(most)) < count(there)


@rule
def rename(s: Record, i: int, card: int) -> None:
    """Put another card in a line."""
    s.diary[i] = (int(s.diary[i]) & ~63) | card


@rule
def swap(s: Record, one: int, other: int, stock: np.uint64, first: int, last: int) -> np.uint64:
    """Let two unseen cards change places, in the hands, in the stock and in what was drawn and given unseen."""
    if one == other:
        return stock
    for i in range(first, last):
        card = card_of(s.diary[i])
        if card in (one, other) and what_of(s.diary[i]) != BY_SHUFFLE:
            rename(s, i, one + other - card)
    both = only(one) | only(other)
    for seat in range(s.seats):
        s.hands[seat] = exchanged(s.hands[seat], both)
    return exchanged(stock, both)


@rule
def exchanged(cards: np.uint64, both: np.uint64) -> np.uint64:
    """The set with the one of two cards that it lacks for the one that it has."""
    some = cards & both
    return cards if some in (NONE, both) else cards ^ both


@rule
def had_nothing_to_lay(s: Record, seat: int, stock: np.uint64) -> tuple[int, np.uint64]:
    """Go through the diary as it stands, up to a discard by somebody who could have laid (`forced_lay`, H2-G01)."""
    table = laid_before(s)
    for i in range(s.noted):
        line = s.diary[i]
        actor = seat_of(line)
        if what_of(line) == BY_DISCARD and actor != seat and layable(s.hands[actor], table) != NONE:
            return i, stock
        if what_of(line) == BY_LAY:
            table |= only(card_of(line))
        stock = redo(s, line, stock)
    return int(s.noted), stock


# --- In numbers -----------------------------------------------------------------------------------------------


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """What a seat knows, seats counted clockwise from itself.

    | from | what                                                    | numbers |
    |------|---------------------------------------------------------|---------|
    | 0    | own cards                                               | 48      |
    | 48   | discards, by how near the top they are                  | 48      |
    | 96   | cards on the table                                      | 48      |
    | 144  | cards that everybody knows each seat to hold            | 6 x 48  |
    | 432  | of each seat, see `observe_seat`                        | 6 x 7   |
    | 474  | phase: draw, play, claim, give                          | 4       |
    | 478  | seats: two to six                                       | 5       |
    | 483  | cards in the stock / 48, in the row / 48                | 2       |
    | 485  | quiet turns / limit, hands played / cap, second stock   | 3       |
    | 488  | the card that may not be thrown back, or was claimed    | 48      |
    | 536  | the switches: forced_lay, must_use_deep, fine           | 4       |
    """
    out[:] = 0.0
    put_ones(NONE if seat == SPECTATOR else s.hands[seat], 0, out)
    for i in range(s.lying):
        out[48 + int(s.row[i])] = (i + 1) / s.lying
    put_ones(down(s), 96, out)
    other = 0 if seat == SPECTATOR else seat
    for place in range(s.seats):
        put_ones(s.sure[other], 144 + 48 * place, out)
        observe_seat(s, other, 432 + 7 * place, out)
        other = left_of(s, other)
    if DRAWING <= s.phase <= GIVING:
        out[474 + int(s.phase) - DRAWING] = 1.0
    out[478 + int(s.seats) - 2] = 1.0
    out[483] = s.left / CARDS
    out[484] = s.lying / CARDS
    out[485] = max(0, s.quiet) / (int(s.h2_stagnation) * int(s.seats))
    out[486] = min(1.0, s.hand / s.hand_cap)
    out[487] = 1.0 if s.again != NONE else 0.0
    special = s.claimed if s.phase == GIVING else s.barred
    if special != NO_CARD:
        out[488 + int(special)] = 1.0
    out[536] = float(s.forced_lay)
    out[537] = float(s.must_use_deep)
    out[538] = 1.0 if s.fine == FINE_CLAIMED else 0.0
    out[539] = 1.0 if s.fine == FINE_PREVENTED else 0.0


@rule
def observe_seat(s: Record, seat: int, at: int, out: Features) -> None:
    """Seven numbers: cards held, points on the table, total, dealer, turn, has been silent, has claimed."""
    out[at] = count(s.hands[seat]) / CARDS
    out[at + 1] = corner_sum(s.laid[seat]) / 120
    out[at + 2] = min(1.0, max(0.0, 0.5 + s.totals[seat] / (2 * int(s.target))))
    out[at + 3] = 1.0 if seat == s.dealer else 0.0
    out[at + 4] = 1.0 if seat == s.turn else 0.0
    out[at + 5] = float((s.silent >> seat) & 1)
    out[at + 6] = 1.0 if seat == s.claimant else 0.0


# --- States from outside --------------------------------------------------------------------------------------

IDLE: Final = {
    "turn": 0,
    "left": 0,
    "quiet": 0,
    "silent": 0,
    "noted": 0,
    "again": 0,
    "claimant": NOBODY,
} | dict.fromkeys(("barred", "pledged", "claimed"), NO_CARD)


def sound(s: Record) -> None:
    """What must be true of a state that was made up, so that it can be played on; `PositionError` if it is not."""
    check_cards(s)
    if s.phase in (DEALING, OVER):
        idle = all(s[name] == value for name, value in IDLE.items()) and not (s.sure.any() or s.known.any())
        require(idle, "between hands there is no turn, no stock, and nothing to remember")
        require(s.out == NOBODY or s.hands[s.out] == NONE, "who went out holds no card")
    else:
        check_diary(s)
        check_turn(s)
    reached = max(s.totals[: s.seats].tolist()) >= s.target or s.hand >= s.hand_cap
    require(reached == (s.phase == OVER), f"with these totals the match is {'over' if reached else 'not over'}")


def check_cards(s: Record) -> None:
    """No card twice, none missing; a book has three cards before one seat, or four, or none (H2-05, H2-12)."""
    laid = s.laid.tolist()
    piles = [*s.row[: s.lying].tolist(), *s.stock[: s.left].tolist()]
    together = [card for cards in (*s.hands.tolist(), *laid) for card in members(cards)] + piles
    require(len(set(together)) == len(together), "a card is in two places")
    if s.phase not in (DEALING, OVER):
        require(len(together) == CARDS, f"hands, table, row and stock have {len(together)} cards, not {CARDS}")
    for book in range(BOOKS):
        counts = [((cards >> 4 * book) & 15).bit_count() for cards in laid]
        most = f"book {PACK.names[4 * book][0]} has no three cards in front of one seat"
        require(not any(counts) or max(counts) > 2, most)


def check_turn(s: Record) -> None:
    """What hangs over the turn fits the phase and the cards."""
    sure = int(s.hands[s.turn] & s.sure[s.turn])
    taken = [int(card) for card in (s.barred, s.pledged) if card != NO_CARD]
    require(len(taken) < (2 if s.phase == PLAYING else 1), "a card has been taken only in the middle of a turn")
    require(all((sure >> card) & 1 for card in taken), f"who took a card holds it, and seat {s.turn} does not")
    claims = (s.claimant != NOBODY, s.claimed != NO_CARD)
    require(claims == (s.phase == GIVING, s.phase == GIVING), "somebody has claimed a card while they owe one")
    require(not s.silent or s.phase == CLAIMING, "seats are silent only while a claim can be made")
    require(s.out == NOBODY, "when somebody is out the hand is over")
    require(s.quiet < int(s.h2_stagnation) * int(s.seats), "after so many quiet turns the hand is over")
    require(s.quiet >= 0 or s.phase != DRAWING, "a turn begins with a draw")
    for seat in range(s.seats):
        last = seat == s.turn and s.phase in (CLAIMING, GIVING)  # whose discard may still be claimed (H2-G09)
        require(s.hands[seat] != NONE or last, f"seat {seat} has no card left, so the hand is over")
    {DRAWING: check_draw, PLAYING: check_play, CLAIMING: check_claim, GIVING: check_gift}[int(s.phase)](s)


def check_draw(s: Record) -> None:
    """There is something to draw from."""
    shuffled = s.stock_out != RECYCLE or s.again != NONE or s.lying < 2
    there = s.left > 0 or (s.lying > 0 and s.stock_out != END and shuffled)
    require(there, "with the stock out, the hand would be over or the row shuffled")


def check_play(s: Record) -> None:
    """A card taken deep can be laid."""
    if s.pledged != NO_CARD:
        must = s.must_use_deep and holds(layable(s.hands[s.turn], down(s)), s.pledged)
        require(bool(must), f"{PACK.names[s.pledged]} need not or cannot be laid at once")


def check_claim(s: Record) -> None:
    """The discard could have been played, and somebody may still claim it."""
    waiting = ((1 << s.seats) - 1) & ~(1 << s.turn) & ~int(s.silent)
    playable = s.fine == FINE_CLAIMED and s.lying > 0 and finable(s, s.row[s.lying - 1])
    require(bool(playable and waiting), "nobody can claim this discard")
    require(not (s.silent >> s.turn) & 1, f"seat {s.turn} made the discard and is not asked")


def check_gift(s: Record) -> None:
    """The claimant holds the card they claimed and another one."""
    hand, last = s.hands[s.claimant], int(s.diary[max(0, s.noted - 1)])
    told = s.noted > 0 and (what_of(last), seat_of(last), card_of(last)) == (BY_TAKE, s.claimant, s.claimed)
    claim = told and s.claimant != s.turn and s.fine == FINE_CLAIMED and finable(s, s.claimed)
    require(bool(claim), "a claim is made by another seat, on a playable discard, and stands last in the diary")
    require(holds(hand, s.claimed) and count(hand) > 1, "the claimant holds the card claimed, and another to give")


def check_diary(s: Record) -> None:
    """Going back through the diary and forward again fits the cards, and what is sure now is what it leaves sure."""
    lines = s.diary[: s.noted].tolist()
    require(all(is_line(s, line) for line in lines), "a line of the diary tells of no seat or card that there is")
    stock = int(stock_cards(s))
    second = s.again == NONE or (s.stock_out == RECYCLE and not stock & ~int(s.again))
    require(bool(second), "a second stock is made with stock_out = recycle, of the cards that were shuffled into it")
    hands, sure = s.hands.tolist(), s.known.tolist()
    for i in range(len(lines) - 1, -1, -1):
        stock = take_back(s, lines, i, hands, stock)
    require(not any(mine & ~hand for mine, hand in zip(sure, hands, strict=True)), "nobody can know that of a hand")
    for i, line in enumerate(lines):
        what, seat, card = what_of(line), seat_of(line), 1 << card_of(line)
        if what == BY_TAKE:
            sure[seat] |= card
        elif what in (BY_LAY, BY_DISCARD):
            sure[seat] &= ~card
        elif what == BY_GIFT:
            sure[seat] &= 1 << card_of(lines[i - 1])
    require(sure == s.sure.tolist(), "what everybody is sure of follows from what was known and from the diary")


def is_line(s: Record, line: int) -> bool:
    """Whether a line tells of seats and cards that there are, and of nothing besides."""
    if what_of(line) == BY_SHUFFLE:
        return line == BY_SHUFFLE << WHAT_BITS
    gift = what_of(line) == BY_GIFT
    return max(seat_of(line), other_of(line)) < s.seats and card_of(line) < CARDS and (gift or other_of(line) == 0)


def take_back(s: Record, lines: list[int], i: int, hands: list[int], stock: int) -> int:
    """Put the hands back to before a line; the stock before it."""
    what, seat, other, card = what_of(lines[i]), seat_of(lines[i]), other_of(lines[i]), 1 << card_of(lines[i])
    fits = "the diary could not have led to these cards"
    if what == BY_SHUFFLE:
        require(stock == int(s.again) != 0, fits)
        return 0
    if what in (BY_LAY, BY_DISCARD):
        require(not (stock | sum(hands)) & card, fits)
        hands[seat] |= card
        return stock
    holder = other if what == BY_GIFT else seat
    require(bool(hands[holder] & card), fits)
    hands[holder] ^= card
    if what == BY_GIFT:
        claim = lines[i - 1] if i else 0
        require((what_of(claim), seat_of(claim)) == (BY_TAKE, seat) and seat != other, fits)
        require(card_of(claim) != card_of(lines[i]), fits)
        hands[seat] |= card
    return stock | card if what == BY_DRAW else stock
