"""The notation of Honors No. IV: actions and positions as text, both ways.

Cards are book and number, `A-1` to `L-4`. Actions are `pack`, `take E-2`, `throw A-3`, and the table's `deal`. One may
also write `draw` for `pack`, `take` alone, a bare card for a throw, and `throw drawn` or `throw held`.

A position is one line of nine fields:

    | field     | for example     | meaning                                                                     |
    |-----------|-----------------|-----------------------------------------------------------------------------|
    | phase     | throw           | deal, turn, throw or over                                                   |
    | who       | 0,2             | who opened the hand, or will open the next; who is to draw or throw         |
    | held      | A-1,G-3,F-2     | the card of each seat; `-` for none                                         |
    | drawn     | G-4             | the card just drawn or taken; `-` for none                                  |
    | pack      | B-4,L-1,...     | the pack, its top card last; `-` if there is none                           |
    | exposed   | D-1,E-2         | the exposed pile, its top card last; `-` if there is none                   |
    | ruled out | B-1,B-3/-/=F-2  | cards that each seat is known not to hold; `=F-2` for all but that one      |
    | totals    | 0,2,1           | hands won                                                                   |
    | count     | 3,0,0           | hands played, cards taken from the pile in a row, times the pile was recycled |

Between hands only the pair that won lies on the table: one card under held, the other under drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from parlour.core.books import ALL_CARDS, CARDS
from parlour.core.books import PACK as CARD_NAMES
from parlour.core.contract import Record
from parlour.core.packs import NO_CARDS
from parlour.core.positions import fields, numbers, one_of
from parlour.errors import NotationError, PositionError
from parlour.games.honors4.rules import may_draw, may_take
from parlour.games.honors4.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

PHASES: Final = ("deal", "turn", "throw", "over")
WORDS: Final = {
    **{"pack": PACK, "draw": PACK, "take": TAKE, "deal": DEAL},
    **{"throw drawn": THROW_DRAWN, "throw held": THROW_HELD},
}
FIELD_NAMES: Final = ("phase", "who", "held", "drawn", "pack", "exposed", "ruled-out", "totals", "count")


def top_card(s: Record) -> int:
    """The top of the exposed pile, NO_CARD if there is none."""
    return int(s.exposed[s.lying - 1]) if s.lying else NO_CARD


def named_card(s: Record, seat: int, action: int) -> int:
    """The card that an action moves, as far as its text names it; NO_CARD if there is none."""
    if action == TAKE:
        return top_card(s)
    if action == THROW_DRAWN:
        return int(s.fresh)
    return int(s.held[seat]) if action == THROW_HELD else NO_CARD


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation, with the card if it is on the table or in the seat's hand."""
    card = named_card(s, seat, action)
    if card == NO_CARD:
        return ("pack", "take", "throw drawn", "throw held", "deal")[action]
    return f"{'take' if action == TAKE else 'throw'} {CARD_NAMES.names[card]}"


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list of one."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        return [WORDS[words]]
    verb, _, name = words.rpartition(" ")
    if verb not in ("", "take", "throw"):
        raise NotationError(f"{text[:40]!r} is not an action of Honors; try 'pack', 'take' or 'throw A-3'")
    card = CARD_NAMES.parse(name)
    for action in (TAKE,) if verb == "take" else (THROW_DRAWN, THROW_HELD):
        if named_card(s, seat, action) == card:
            return [action]
    if verb == "take":
        raise NotationError(f"{name.upper()} is not on top of the exposed pile; only the top card may be taken (H4-08)")
    raise NotationError(f"You have no {name.upper()} to throw")


# --- Positions ------------------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    seats = int(s.seats)
    return " ".join(
        [
            PHASES[s.phase],
            f"{s.opener},{s.turn}",
            ",".join(map(card_text, s.held.tolist()[:seats])),
            card_text(s.fresh),
            CARD_NAMES.text(s.pack.tolist()[: s.left]),
            CARD_NAMES.text(s.exposed.tolist()[: s.lying]),
            "/".join(map(ruled_out_text, s.ruled_out.tolist()[:seats])),
            ",".join(map(str, s.totals.tolist()[:seats])),
            f"{s.hand},{s.takes},{s.recycled}",
        ]
    )


def card_text(card: int) -> str:
    """A card, `-` for none."""
    return CARD_NAMES.names[card] if card != NO_CARD else NO_CARDS


def ruled_out_text(cards: int) -> str:
    """The cards ruled out for a seat; the one that is left if all others are."""
    if cards.bit_count() == CARDS - 1:
        return f"={CARD_NAMES.set_text(int(ALL_CARDS) ^ cards)}"
    return CARD_NAMES.set_text(cards) if cards else NO_CARDS


@dataclass(frozen=True)
class Told:
    """What a position text says, field by field."""

    phase: int
    opener: int
    turn: int
    held: list[int]
    drawn: int
    pack: list[int]
    exposed: list[int]
    ruled_out: list[int]
    totals: list[int]
    hand: int
    takes: int
    recycled: int


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text."""
    told = parse_fields(text)
    s = draft(len(told.held))
    fill(s, told)
    if told.phase in (TURN, THROW):
        check_cards(s, told)
        check_knowledge(s)
        check_turn(s)
    else:
        check_pause(s, told)
    check_totals(s)


def parse_fields(text: str) -> Told:
    """Take a text apart, each field checked for itself."""
    phase, who, held, drawn, pack, exposed, ruled_out, totals, count = fields(text, FIELD_NAMES, "Honors No. IV")
    seats = held.count(",") + 1
    opener, turn = numbers(who, 2, 0, seats - 1)
    hand, takes, recycled = numbers(count, 3, 0, 30_000)
    known = [parse_ruled_out(cards) for cards in ruled_out.split("/")]
    if len(known) != seats:
        raise PositionError(f"cards are ruled out for {len(known)} seats, and there are {seats}")
    return Told(
        phase=one_of(phase, PHASES, "phase"),
        opener=opener,
        turn=turn,
        held=[parse_card(card) for card in held.split(",")],
        drawn=parse_card(drawn),
        pack=CARD_NAMES.parse_list(pack),
        exposed=CARD_NAMES.parse_list(exposed),
        ruled_out=known,
        totals=numbers(totals, seats, 0, 30_000),
        hand=hand,
        takes=takes,
        recycled=recycled,
    )


def parse_card(text: str) -> int:
    """One card or none."""
    if text == NO_CARDS:
        return NO_CARD
    try:
        return CARD_NAMES.parse(text)
    except NotationError as error:
        raise PositionError(str(error)) from None


def parse_ruled_out(text: str) -> int:
    """The set of cards ruled out for a seat."""
    if text.startswith("="):
        return int(ALL_CARDS) ^ (1 << max(0, parse_card(text[1:])))
    return CARD_NAMES.parse_set(text)


def fill(s: Record, told: Told) -> None:
    """Copy what is told into the record."""
    s.phase, s.opener, s.turn = told.phase, told.opener, told.turn
    s.held[: s.seats], s.fresh = told.held, told.drawn
    s.left, s.pack[: len(told.pack)] = len(told.pack), told.pack
    s.lying, s.exposed[: len(told.exposed)] = len(told.exposed), told.exposed
    s.ruled_out[: s.seats] = np.array(told.ruled_out, dtype=np.uint64)
    s.totals[: s.seats] = told.totals
    s.hand, s.recycled = told.hand, told.recycled
    if told.takes > most_takes(s):
        raise PositionError(f"nobody takes more than {most_takes(s)} cards in a row, so not {told.takes}")
    s.takes = told.takes


def check_cards(s: Record, told: Told) -> None:
    """Everybody holds one card, she who has drawn a second, and no card is missing or there twice."""
    if NO_CARD in told.held or (told.drawn == NO_CARD) != (told.phase == TURN):
        raise PositionError("everybody holds one card, and whoever is to throw has drawn another")
    cards = told.held + told.pack + told.exposed + [card for card in [told.drawn] if card != NO_CARD]
    if sorted(cards) != list(range(CARDS)):
        raise PositionError(f"held, drawn, in the pack and exposed must be all {CARDS} cards, each once")
    if told.phase == THROW and is_out(s, s.held[s.turn], s.fresh):
        raise PositionError(f"{card_text(s.held[s.turn])} and {card_text(s.fresh)} go out at once")


def check_knowledge(s: Record) -> None:
    """What is ruled out is true."""
    for card, ruled_out in zip(s.held.tolist()[: s.seats], s.ruled_out.tolist(), strict=False):
        if (ruled_out >> card) & 1:
            raise PositionError(f"{card_text(card)} cannot be ruled out for the seat that holds it")


def check_turn(s: Record) -> None:
    """Somebody could have come so far, and can go on."""
    if s.recycled > most_recycles(s):
        raise PositionError(f"the pile is recycled at most {most_recycles(s)} times here")
    if s.phase == TURN and s.lying == 0 and (s.turn != s.opener or s.takes or s.recycled):
        raise PositionError("the exposed pile is empty only when the opener begins")
    if s.phase == TURN and not (may_draw(s) or may_take(s)):
        raise PositionError("nobody could go on here: the hand is void")


def check_pause(s: Record, told: Told) -> None:
    """Between hands there is nothing on the table but the pair that won, before the opener of the next hand."""
    busy = told.pack or told.exposed or any(told.ruled_out) or told.takes or told.recycled
    if busy or told.turn != told.opener:
        raise PositionError("between hands all cards are gathered, and the next opener is to act")
    pair = [told.held[told.opener], told.drawn]
    if told.held.count(NO_CARD) < s.seats - 1 or pair.count(NO_CARD) == 1:
        raise PositionError("between hands only the winner has cards, and she has two")
    if told.drawn != NO_CARD and not (is_out(s, pair[0], pair[1]) and told.totals[told.opener] > 0):
        raise PositionError(f"{card_text(pair[0])} and {card_text(pair[1])} did not win a point")
    if told.hand == 0 and told.opener != 0:
        raise PositionError("before the first hand nobody knows who opens it, so 0,0 stands there")


def check_totals(s: Record) -> None:
    """There was a hand for every point, and the match is over if and only if the totals say so."""
    totals: Sequence[int] = s.totals[: s.seats].tolist()
    too_many = sum(totals) > s.hand or s.hand > most_hands(s) or max(totals) > s.h4_match
    if too_many or totals.count(s.h4_match) > 1:
        raise PositionError(f"{s.hand} hands cannot have come to the totals {totals} here")
    over = max(totals) == s.h4_match or s.hand >= most_hands(s)
    if over != (s.phase == OVER):
        raise PositionError(f"the match is {'over' if over else 'not over'} after {s.hand} hands at totals {totals}")
    if max(totals) == s.h4_match and (s.totals[s.opener] < s.h4_match or s.fresh == NO_CARD):
        raise PositionError("the match ends when the winner goes out, so her pair must be there")
