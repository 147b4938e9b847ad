"""Kam-ra's notation: cards, actions and positions as text, both ways.

Cards are suit and rank: `$P` the Dollar Producer, `T2`, `Q7`, `*S` the Star of the Star suit. Actions are `bid 5`
(`pass` is `bid 0`), `play $P`, `call 2`, `silent`, and the table's `find dealer` and `deal`.

A position is one line of seven fields, and an eighth under strict manners:

    | field  | for example      | meaning                                                            |
    |--------|------------------|--------------------------------------------------------------------|
    | phase  | play             | seek, deal, bid, play, claims or over                              |
    | dealer | 3                | who deals, or will deal next                                       |
    | hands  | $P43T2/$7TH/-/CA | cards still held, by seat; `-` for none                            |
    | bids   | 2,3,5,-          | contracts by seat; `-` if the seat has not spoken                  |
    | reels  | $5$1$P$7/T2T5    | cards of this hand in the order they fell; `!2`: seat 2 was called |
    | totals | 0,-30,50,110     | the score pad                                                      |
    | count  | 3,0              | hands scored; deals thrown in since                                |
    | silent | 0,2              | strict: seats that let the last card pass; `-` for none            |

A finished hand stays in the text until the next deal. What follows from the cards (who took what, who leads, who is
known to be out of a suit) is worked out again by playing them.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.packs import KEPT, members
from parlour.core.positions import fields, number, numbers, one_of, parse_seats, seats_text
from parlour.errors import NotationError, PositionError
from parlour.games.kamra.revokes import callers
from parlour.games.kamra.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

SUIT_TEXT: Final = "TCQ*$"
RANK_TEXT: Final = "1234567HSDAP"
SUIT_NAMES: Final = ("Triangle", "Circle", "Square", "Star", "Dollar")  # KR-06
RANK_NAMES: Final = (*"1234567", "Hero", "Star", "Director", "Author", "Producer")
CARD_NAMES: Final = tuple(suit + rank for rank in RANK_TEXT for suit in SUIT_TEXT)
PHASES: Final = ("seek", "deal", "bid", "play", "claims", "over")
HAND_ORDER: Final = "$TCQ*"  # as the book sorts a hand
IN_HAND: Final = tuple((HAND_ORDER.index(name[0]), -RANK_TEXT.index(name[1])) for name in CARD_NAMES)  # by card

ACTION_NAMES: Final = (
    *(f"bid {reels}" for reels in range(PLAY - BID)),
    *(f"play {card}" for card in CARD_NAMES),
    *(f"call {seat}" for seat in range(SILENT - CALL)),
    *("silent", "find dealer", "deal"),
)
WORDS: Final = {"silent": SILENT, "find dealer": FIND_DEALER, "deal": DEAL, "pass": BID}
BID_TEXT: Final = re.compile(r"bid ([0-9]{1,2})")
CALL_TEXT: Final = re.compile(r"call ([0-9])")
CARD_TEXT: Final = re.compile(r"(?:play )?([$TCQ*][1-7HSDAP])", re.ASCII | re.IGNORECASE)
HAND_TEXT: Final = re.compile(r"(?:[$TCQ*][1-7HSDAP]+)+")
SIGN_TEXT: Final = re.compile(r"[$TCQ*][1-7HSDAP]|![0-5]")
REELS_TEXT: Final = re.compile(r"(?:[$TCQ*][1-7HSDAP]|![0-5]|/)+")
FIELD_NAMES: Final = ("phase", "dealer", "hands", "bids", "reels", "totals", "count", "silent")


def parse_card(text: str) -> int:
    """A card from its name."""
    name = text.upper()
    if name not in CARD_NAMES:
        raise NotationError(f"{text[:20]!r} is not a card; a card is a suit ($ T C Q *) and a rank (P A D S H 7-1): $P")
    return CARD_NAMES.index(name)


def cards_in(cards: int) -> list[str]:
    """The names of a set of cards, in the order in which a player holds them: by suit, high to low."""
    return list(hand_names(int(cards)))


@lru_cache(KEPT)
def hand_names(cards: int) -> tuple[str, ...]:
    """See `cards_in`."""
    return tuple(CARD_NAMES[card] for card in sorted(members(cards), key=IN_HAND.__getitem__))


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation; it does not depend on the state."""
    return ACTION_NAMES[action]


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list of one."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        return [WORDS[words]]
    if (match := BID_TEXT.fullmatch(words)) and int(match[1]) < PLAY:
        return [BID + int(match[1])]
    if match := CARD_TEXT.fullmatch(words):
        return [PLAY + parse_card(match[1])]
    if (match := CALL_TEXT.fullmatch(words)) and int(match[1]) < MOST_SEATS:
        return [CALL + int(match[1])]
    raise NotationError(f"{text[:40]!r} is not an action of Kam-ra!; try 'bid 3', 'pass' or 'play $P'")


# --- Positions ------------------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    seats = range(s.seats)
    told = [
        PHASES[s.phase],
        str(s.dealer),
        "/".join(hand_text(int(s.hands[seat])) for seat in seats),
        ",".join("-" if s.bids[seat] == UNBID else str(s.bids[seat]) for seat in seats),
        reels_text(s),
        ",".join(str(s.totals[seat]) for seat in seats),
        f"{s.hand},{s.thrown_in}",
    ]
    if s.manners == STRICT:
        told.append(seats_text(s.silent))
    return " ".join(told)


def hand_text(cards: int) -> str:
    """A hand, each suit named once: $P43T2."""
    text = ""
    for name in cards_in(cards):
        text += name[1] if name[0] == next((sign for sign in reversed(text) if sign in SUIT_TEXT), "") else name
    return text or "-"


def reels_text(s: Record) -> str:
    """The cards that fell, reel by reel, with the calls where they were made."""
    seats, pack = int(s.seats), s.pack.tolist()[: s.played]
    calls = [(at, seat) for times in (s.cleared, s.caught) for seat, at in enumerate(times.tolist()) if at]
    text = ""
    for i, card in enumerate(pack):
        text += ("/" if i and i % seats == 0 else "") + CARD_NAMES[card]
        text += "".join(f"!{seat}" for at, seat in sorted(calls) if at == i + 1)
    return text or "-"


@dataclass(frozen=True)
class Told:
    """What a position text says, field by field."""

    phase: int
    dealer: int
    hands: list[int]
    bids: list[int]
    reels: str
    totals: list[int]
    hand: int
    thrown_in: int
    silent: int

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def spoken(self) -> bool:
        """Whether anybody has bid since the last deal."""
        return any(bid != UNBID for bid in self.bids)

    @property
    def thrown(self) -> bool:
        """Whether the deal has just been thrown in."""
        return self.phase == DEALING and self.reels == "-" and all(bid == 0 for bid in self.bids)


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text: hand out the cards, then bid and play as it tells."""
    told = parse_fields(text, strict=draft.options["manners"] == "strict")
    hands = list(told.hands)
    for seat, card in play_again(told, draft, hands, lending=True):
        if hands[seat] & (1 << card):
            raise PositionError(f"{CARD_NAMES[card]} is still in a hand and has been played too")
        hands[seat] |= 1 << card
    check_deal(hands, told)
    play_again(told, draft, hands, lending=False)
    s = draft.states[0]
    s.silent = told.silent
    check_phase(s, told)
    s.phase, s.dealer, s.hand = told.phase, told.dealer, told.hand
    s.totals[: s.seats] = told.totals
    check_pad(s)


def parse_fields(text: str, strict: bool) -> Told:
    """Take a text apart, each field checked for itself."""
    parts = fields(text, FIELD_NAMES[: 7 + strict], "Kam-ra!")
    phase, dealer, hands, bids, reels, totals, count = parts[:7]
    if reels != "-" and not REELS_TEXT.fullmatch(reels):
        raise PositionError(f"{reels[:40]!r} should be cards in the order they fell, like $5$1$P$7/T2T5")
    held = [hand_cards(hand) for hand in hands.split("/")]
    seats = len(held)
    return Told(
        phase=one_of(phase, PHASES, "phase"),
        dealer=number(dealer, 0, seats - 1),
        hands=held,
        bids=numbers(bids.replace("-", str(UNBID)), seats, UNBID, 15),
        reels=reels,
        totals=numbers(totals, seats, -1_000_000, 1_000_000),
        hand=numbers(count, 2, 0, 30_000)[0],
        thrown_in=numbers(count, 2, 0, 30_000)[1],
        silent=parse_seats(parts[7], seats) if strict else 0,
    )


def hand_cards(text: str) -> int:
    """The set of cards of a hand's text."""
    if text == "-":
        return 0
    if not HAND_TEXT.fullmatch(text):
        raise PositionError(f"{text[:40]!r} is not a hand; it should read like $P43TADS2")
    cards, suit = 0, ""
    for sign in text:
        if sign in SUIT_TEXT:
            suit = sign
            continue
        card = 1 << CARD_NAMES.index(suit + sign)
        if cards & card:
            raise PositionError(f"{suit}{sign} stands twice in {text[:40]!r}")
        cards |= card
    return cards


def play_again(told: Told, draft: "Draft", hands: list[int], lending: bool) -> list[tuple[int, int]]:
    """Bid and play what is told on a fresh record; who played which card.

    The first time round nobody knows whose the played cards were, so each is lent to the seat whose turn it is.
    """
    s = draft(told.seats)
    s.hands[: s.seats] = hands
    s.phase = BIDDING if told.spoken else min(told.phase, BIDDING)
    went_on = told.phase == DEALING and told.spoken and not (told.thrown and s.all_pass == SAME_DEALER)
    s.dealer = (told.dealer - 1) % s.seats if went_on else told.dealer
    s.turn = (s.dealer + 1) % s.seats if s.phase == BIDDING else 0
    s.thrown_in = min(max(0, told.thrown_in - told.thrown), s.throw_ins or s.seats)
    bidders = [(s.dealer + 1 + i) % s.seats for i in range(s.seats)] if told.spoken else []
    for seat in bidders:
        if told.bids[seat] != UNBID:
            draft.play(seat, BID + told.bids[seat])
    played = []
    for sign in SIGN_TEXT.findall(told.reels):
        if sign[0] == "!" and not lending:
            draft.play(1 if sign == "!0" else 0, CALL + int(sign[1]))
        elif sign[0] != "!":
            seat, card = int(s.turn), CARD_NAMES.index(sign)
            s.hands[seat] |= np.uint64(1 << card if lending else 0)
            draft.play(seat, PLAY + card)
            played.append((seat, card))
    return played


def check_deal(hands: list[int], told: Told) -> None:
    """Every card is with somebody, and all were dealt alike (KR-13); between deals nobody holds any."""
    if told.thrown or not (told.spoken or told.phase >= BIDDING):
        if any(hands):
            raise PositionError("nobody holds cards before the deal, nor when it has been thrown in")
    elif sum(hands) != (1 << CARDS) - 1 or any(hand.bit_count() != CARDS // len(hands) for hand in hands):
        raise PositionError(f"held and played cards must be {CARDS // len(hands)} a seat and all sixty of the pack")


def check_phase(s: Record, told: Told) -> None:
    """The bids, the cards and the silences lead where the text says; only the pad tells whether a hand was the last."""
    scored = s.phase in (DEALING, OVER) or (s.phase == CLAIMS and callers(s) == 0)
    phases = (DEALING, OVER) if scored and told.reels != "-" else (s.phase,)
    if told.phase not in phases:
        raise PositionError(f"with these bids and cards the phase is {PHASES[phases[0]]}, not {PHASES[told.phase]}")
    if told.thrown_in != s.thrown_in:
        raise PositionError(f"here {s.thrown_in} deals have been thrown in, not {told.thrown_in}")


def check_pad(s: Record) -> None:
    """The match is over if and only if the pad says so."""
    reached = any(total >= s.target for total in s.totals[: s.seats]) or s.hand >= s.hand_cap
    if reached != (s.phase == OVER):
        raise PositionError(
            f"the match is {'over' if reached else 'not over'} at totals {s.totals[: s.seats].tolist()}"
        )
