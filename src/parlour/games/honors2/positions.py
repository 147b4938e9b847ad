"""Honors No. II's positions as text, both ways.

A position is one line of ten fields, and three more once there is something to remember:

    | field  | for example          | meaning                                                                  |
    |--------|----------------------|--------------------------------------------------------------------------|
    | phase  | play                 | deal, draw, play, claim, give or over                                    |
    | dealer | 3                    | who deals, or will deal next                                             |
    | turn   | 0                    | whose turn it is; `-` between hands                                      |
    | hands  | A-1,A-2/B-3/-        | cards held, by seat; `-` for none                                        |
    | laid   | F-1,F-2,F-4/-/-      | cards on the table in front of each seat                                 |
    | row    | G-2,E-4,B-1          | the discards, the top one last                                           |
    | stock  | L-4,D-1              | the stock, its top card first                                            |
    | totals | 12,-6,0              | the score pad                                                            |
    | count  | 3,1                  | hands scored; turns since a draw from the stock or a card laid, -1 in a  |
    |        |                      | turn in which there was one                                              |
    | hangs  | taken=G-2            | what hangs over the turn: the one card taken, a card taken deep that     |
    |        |                      | must be laid (`deep=G-2`), who let a discard pass (`silent=0,2`), who    |
    |        |                      | claimed what (`claimed=1:D-4`), who went out (`out=2`); `-` for nothing  |
    | known  | G-2/-/D-4            | cards that all knew to be in each hand, before the first line of the diary |
    | again  | B-1,B-2              | the cards that were shuffled into a second stock                         |
    | diary  | t1D-4.g10K-1.d2F-3   | what happened since: `t` seat card taken, `g` giver taker card, `d` seat |
    |        |                      | card drawn, `l` card laid, `x` card thrown, `s` stock shuffled anew      |
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from parlour.core.books import BOOKS, CARDS, PACK
from parlour.core.contract import Record
from parlour.core.positions import fields, number, numbers, one_of, parse_seats, seats_text
from parlour.errors import PositionError
from parlour.games.honors2.diary import *
from parlour.games.honors2.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

PHASES: Final = ("deal", "draw", "play", "claim", "give", "over")
FIELD_NAMES: Final = (
    *("phase", "dealer", "turn", "hands", "laid", "row", "stock", "totals", "count", "hangs"),
    *("known", "again", "diary"),
)
SHORT: Final = 10
LETTERS: Final = "dtlxgs"  # as the lines of the diary are numbered
LINE: Final = re.compile(r"s|g([0-5])([0-5])([A-L]-[1-4])|([dtlx])([0-5])([A-L]-[1-4])")
HANGS: Final = re.compile(r"-|(taken|deep)=(\S+)|silent=(\S+)|claimed=([0-5]):(\S+)|out=([0-5])")
WHOLE_PACK: Final = (1 << CARDS) - 1


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    between = s.phase in (DEALING, OVER)
    told = [
        PHASES[s.phase],
        str(s.dealer),
        "-" if between else str(s.turn),
        sets_text(s, s.hands),
        sets_text(s, s.laid),
        PACK.text(s.row.tolist()[: s.lying]),
        PACK.text(reversed(s.stock.tolist()[: s.left])),
        ",".join(str(total) for total in s.totals.tolist()[: s.seats]),
        f"{s.hand},{s.quiet}",
        hangs_text(s),
    ]
    if any(s.known) or s.again or s.noted:
        lines = ".".join(line_text(int(line)) for line in s.diary.tolist()[: s.noted])
        told += [sets_text(s, s.known), PACK.set_text(int(s.again)), lines or "-"]
    return " ".join(told)


def sets_text(s: Record, sets: Sequence[int]) -> str:
    """A set of cards for each seat."""
    return "/".join(PACK.set_text(int(sets[seat])) for seat in range(s.seats))


def hangs_text(s: Record) -> str:
    """What hangs over the turn; there is never more than one thing."""
    if s.barred != NO_CARD:
        return f"taken={PACK.names[s.barred]}"
    if s.pledged != NO_CARD:
        return f"deep={PACK.names[s.pledged]}"
    if s.claimant != NOBODY:
        return f"claimed={s.claimant}:{PACK.names[s.claimed]}"
    if s.silent:
        return f"silent={seats_text(s.silent)}"
    return "-" if s.out == NOBODY else f"out={s.out}"


def line_text(line: int) -> str:
    """A line of the diary."""
    letter, name = LETTERS[what_of(line)], PACK.names[card_of(line)]
    if letter == "s":
        return letter
    return f"{letter}{seat_of(line)}{other_of(line) if letter == 'g' else ''}{name}"


# --- Reading --------------------------------------------------------------------------------------------------


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text, each field checked for itself and then against the others."""
    told = fields(text, FIELD_NAMES[: len(FIELD_NAMES) if len(text.split()) > SHORT else SHORT], "Honors No. II")
    phase, dealer, turn, hands, laid, row, stock, totals, count, hangs = told[:SHORT]
    seats = len(hands.split("/"))
    s = draft(seats)
    s.phase = one_of(phase, PHASES, "phase")
    between = s.phase in (DEALING, OVER)
    s.dealer = number(dealer, 0, seats - 1)
    s.turn = 0 if between and turn == "-" else number(turn, 0, seats - 1)
    s.hands[:seats] = parse_sets(hands, seats)
    s.laid[:seats] = parse_sets(laid, seats)
    s.lying, s.left = (fill(pile, PACK.parse_list(cards)) for pile, cards in ((s.row, row), (s.stock, stock)))
    s.stock[: s.left] = s.stock[: s.left][::-1].copy()
    s.totals[:seats] = numbers(totals, seats, -1_000_000, 1_000_000)
    s.hand = numbers(count, 2, -1, 30_000)[0]
    s.quiet = numbers(count, 2, -1, 120)[1]
    parse_hangs(s, hangs)
    if len(told) > SHORT:
        parse_memory(s, *told[SHORT:])
    check_cards(s)
    check_pad(s)
    if between:
        check_between(s)
    else:
        check_turn(s)


def parse_sets(text: str, seats: int) -> list[int]:
    """A set of cards for each seat."""
    parts = text.split("/")
    if len(parts) != seats:
        raise PositionError(f"{text[:40]!r} should be {seats} sets of cards between strokes, a set a seat")
    return [PACK.parse_set(part) for part in parts]


def fill(pile: Sequence[int], cards: list[int]) -> int:
    """Put cards on a pile; how many there are."""
    pile[: len(cards)] = cards  # type: ignore[index]
    return len(cards)


def parse_hangs(s: Record, text: str) -> None:
    """What hangs over the turn."""
    match = HANGS.fullmatch(text)
    if match is None:
        raise PositionError(f"{text[:40]!r} should be -, taken=G-2, deep=G-2, silent=0,2, claimed=1:D-4 or out=2")
    how, card, silent, claimant, claimed, out = match.groups()
    if how:
        field = "barred" if how == "taken" else "pledged"
        s[field] = one_card(card)
    elif silent:
        s.silent = parse_seats(silent, int(s.seats))
    elif claimant:
        s.claimant, s.claimed = number(claimant, 0, int(s.seats) - 1), one_card(claimed)
    elif out:
        s.out = number(out, 0, int(s.seats) - 1)


def one_card(text: str) -> int:
    """A single card."""
    cards = PACK.parse_list(text)
    if len(cards) != 1:
        raise PositionError(f"{text[:40]!r} should be one card")
    return cards[0]


def parse_memory(s: Record, known: str, again: str, diary: str) -> None:
    """What everybody knew, the second stock, and the diary."""
    s.known[: s.seats] = parse_sets(known, int(s.seats))
    s.again = PACK.parse_set(again)
    lines = [] if diary == "-" else diary.split(".")
    if len(lines) > MOST_NOTED:
        raise PositionError(f"the diary has at most {MOST_NOTED} lines, not {len(lines)}")
    for i, line in enumerate(lines):
        s.diary[i] = parse_line(line)
    s.noted = len(lines)
    replay_diary(s)


def parse_line(text: str) -> int:
    """A line of the diary."""
    match = LINE.fullmatch(text)
    if match is None:
        raise PositionError(f"{text[:20]!r} is no line of the diary; they read like d2F-3, t1D-4, g10K-1 or s")
    giver, taker, gift, letter, seat, card = match.groups()
    if giver:
        return (BY_GIFT << WHAT_BITS) | (int(taker) << OTHER_BITS) | (int(giver) << SEAT_BITS) | PACK.names.index(gift)
    if letter:
        return (LETTERS.index(letter) << WHAT_BITS) | (int(seat) << SEAT_BITS) | PACK.names.index(card)
    return BY_SHUFFLE << WHAT_BITS


def replay_diary(s: Record) -> None:
    """Go back through the diary and forward again: it must fit the cards, and it tells what is sure now."""
    hands = [int(hand) for hand in s.hands]
    stock = sum(1 << card for card in s.stock.tolist()[: s.left])
    lines = [int(line) for line in s.diary.tolist()[: s.noted]]
    for i, line in reversed(list(enumerate(lines))):
        what, seat, other, card = what_of(line), seat_of(line), other_of(line), 1 << card_of(line)
        if what == BY_SHUFFLE:
            refuse_unless(stock == int(s.again) != 0)
            stock = 0
            continue
        refuse_unless(max(seat, other) < s.seats)
        if what in (BY_LAY, BY_DISCARD):
            refuse_unless(not (stock | sum(hands)) & card)
            hands[seat] |= card
            continue
        holder = other if what == BY_GIFT else seat
        refuse_unless(bool(hands[holder] & card))
        hands[holder] ^= card
        if what == BY_GIFT:
            before = lines[i - 1] if i else 0
            claims = (what_of(before), seat_of(before)) == (BY_TAKE, seat) and card_of(before) != card_of(line)
            refuse_unless(i > 0 and claims and seat != other)
            hands[seat] |= card
        stock |= card if what == BY_DRAW else 0
    refuse_unless(all(int(s.known[seat]) & ~hands[seat] == 0 for seat in range(s.seats)))
    s.sure[:] = s.known
    for i, line in enumerate(lines):
        become_sure(s, line, lines[i - 1])


def become_sure(s: Record, line: int, before: int) -> None:
    """What a line of the diary leaves sure."""
    what, seat, card = what_of(line), seat_of(line), np.uint64(1 << card_of(line))
    if what == BY_TAKE:
        s.sure[seat] |= card
    elif what in (BY_LAY, BY_DISCARD):
        s.sure[seat] &= ~card
    elif what == BY_GIFT:
        s.sure[seat] &= np.uint64(1 << card_of(before))


def refuse_unless(fits: bool) -> None:
    """The diary must fit the cards."""
    if not fits:
        raise PositionError("the diary could not have led to these cards")


# --- Checks ---------------------------------------------------------------------------------------------------


def check_cards(s: Record) -> None:
    """No card twice, none missing; a book has three cards before one seat, or four, or none (H2-05, H2-12)."""
    laid = [int(cards) for cards in s.laid]
    row, stock = ([1 << card for card in pile.tolist()] for pile in (s.row[: s.lying], s.stock[: s.left]))
    places = [*(int(hand) for hand in s.hands), *laid, *row, *stock]
    together = sum(cards.bit_count() for cards in places)
    if together != sum(places).bit_count() or sum(places) > WHOLE_PACK:
        raise PositionError("a card is in two places")
    if s.phase not in (DEALING, OVER) and together != CARDS:
        raise PositionError(f"hands, table, row and stock have {together} cards together, not {CARDS}")
    for book in range(BOOKS):
        counts = sorted(((cards >> 4 * book) & 15).bit_count() for cards in laid)
        if sum(counts) and counts[-1] < 3:
            raise PositionError(f"book {PACK.names[4 * book][0]} has no three cards in front of one seat")


def check_pad(s: Record) -> None:
    """The match is over if and only if the pad says so."""
    reached = any(total >= s.target for total in s.totals.tolist()[: s.seats]) or s.hand >= s.hand_cap
    if reached != (s.phase == OVER) or s.hand < 0:
        raise PositionError(
            f"the match is {'over' if reached else 'not over'} at totals {s.totals[: s.seats].tolist()}"
        )


def check_between(s: Record) -> None:
    """Between hands nothing hangs over a turn."""
    idle = (s.barred, s.pledged, s.claimant, s.silent, s.quiet, s.left, s.noted) == (
        NO_CARD,
        NO_CARD,
        NOBODY,
        0,
        0,
        0,
        0,
    )
    if not idle or s.turn or s.again or any(s.known):
        raise PositionError("between hands there is no turn, no stock, and nothing to remember")
    if s.out != NOBODY and s.hands[s.out]:
        raise PositionError("who went out holds no card")


def check_turn(s: Record) -> None:
    """What hangs over the turn fits the phase and the cards."""
    hand = int(s.hands[s.turn])
    hanging = {"barred": s.barred != NO_CARD, "pledged": s.pledged != NO_CARD}
    if any(hanging.values()) and s.phase != PLAYING:
        raise PositionError("cards have been taken only in the middle of a turn")
    if (s.claimant != NOBODY) != (s.phase == GIVING) or (s.silent and s.phase != CLAIMING) or s.out != NOBODY:
        raise PositionError("a claim, a silence or an end does not fit the phase")
    for card in (int(s.barred), int(s.pledged)):
        if card != NO_CARD and not (hand & int(s.sure[s.turn])) >> card & 1:
            raise PositionError(f"{PACK.names[card]} should be in the hand of seat {s.turn}, and known to be there")
    if s.quiet >= int(s.h2_stagnation) * int(s.seats) or (s.quiet < 0 and s.phase == DRAWING):
        raise PositionError(f"there cannot have been {s.quiet} quiet turns")
    if int(s.again) and s.stock_out != RECYCLE:
        raise PositionError("there is a second stock only with stock_out = recycle")
    if int(s.again) and sum(1 << card for card in s.stock.tolist()[: s.left]) & ~int(s.again):
        raise PositionError("a second stock has other cards than were shuffled into it")
    check_hands(s)
    {DRAWING: check_draw, PLAYING: check_play, CLAIMING: check_claim, GIVING: check_gift}[int(s.phase)](s)


def check_hands(s: Record) -> None:
    """Everybody has cards, but for a player whose last discard may still be claimed (H2-G09)."""
    for seat in range(s.seats):
        if not s.hands[seat] and not (seat == s.turn and s.phase in (CLAIMING, GIVING)):
            raise PositionError(f"seat {seat} has no card left, so the hand is over")


def check_draw(s: Record) -> None:
    """There is something to draw from."""
    shuffled = s.stock_out != RECYCLE or int(s.again) or s.lying < 2
    if s.left == 0 and (s.lying == 0 or s.stock_out == END or not shuffled):
        raise PositionError("with the stock out, the hand would be over or the row shuffled")


def check_play(s: Record) -> None:
    """A card taken deep can be laid."""
    if s.pledged != NO_CARD and not (s.must_use_deep and int(layable(s.hands[s.turn], down(s))) >> int(s.pledged) & 1):
        raise PositionError(f"{PACK.names[s.pledged]} need not or cannot be laid at once")


def check_claim(s: Record) -> None:
    """The discard could have been played, and somebody may still claim it."""
    waiting = ((1 << s.seats) - 1) & ~(1 << s.turn) & ~int(s.silent)
    if s.fine != FINE_CLAIMED or not s.lying or not finable(s, s.row[s.lying - 1]) or not waiting:
        raise PositionError("nobody can claim this discard")
    if (s.silent >> s.turn) & 1:
        raise PositionError(f"seat {s.turn} made the discard and is not asked")


def check_gift(s: Record) -> None:
    """The claimant holds the card she claimed and another one."""
    hand, claimed = int(s.hands[s.claimant]), int(s.claimed)
    last = int(s.diary[s.noted - 1]) if s.noted else 0
    told = s.noted and (what_of(last), seat_of(last), card_of(last)) == (BY_TAKE, s.claimant, claimed)
    if s.claimant == s.turn or s.fine != FINE_CLAIMED or not told or not finable(s, claimed):
        raise PositionError("a claim is made by another seat, on a playable discard, and stands last in the diary")
    if not hand >> claimed & 1 or hand.bit_count() < 2:
        raise PositionError("the claimant holds the card she claimed, and another to give")
