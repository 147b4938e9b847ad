"""Kam-ra's table: the record of a match, the numbering of cards, actions and events, and the small words.

State, one record a match:

    | field           | meaning                                                                            |
    |-----------------|------------------------------------------------------------------------------------|
    | key, drawn      | the deal generator (core.chance)                                                    |
    | hands           | cards still held, a set a seat                                                      |
    | totals          | the score pad                                                                       |
    | pack            | the cards played this hand, in order; before that, the shuffled pack                |
    | bids            | contracts; UNBID before the seat has spoken                                         |
    | taken           | reels taken                                                                         |
    | stars, heroes   | Star-rank and Hero-rank cards captured                                              |
    | failed          | suits that the seat was seen not to follow, a bit a suit                            |
    | voids           | suits that everybody knows the seat to be out of                                    |
    | cleared         | strict: cards played when a call on the seat last proved wrong; 0 if none did       |
    | caught          | strict: cards played when a call on the seat proved right; 0 if none did            |
    | examined        | strict: mask of seats with no off-suit card that nobody has questioned              |
    | silent          | strict: mask of seats that let the table's last card pass without a call            |
    | phase, dealer   | see the phases below                                                                |
    | turn            | who is to bid or play                                                               |
    | leader          | who led the unfinished reel; `last_leader`, the one before it                       |
    | highest         | highest bidder, NOBODY if all passed                                                |
    | played, lying   | cards played this hand; cards lying on the unfinished reel                          |
    | taker, best     | who is taking the unfinished reel, and with which card                              |
    | hand            | hands scored so far                                                                 |
    | thrown_in       | deals thrown in since the last hand that was played                                 |
    | the options     | as `Option` numbers, each under its own name                                        |

Actions:

    | id     | text        | who                                                   |
    |--------|-------------|-------------------------------------------------------|
    | 0-15   | bid k       | the seat to bid; bid 0 is a pass                      |
    | 16-75  | play c      | the seat to play; c is id - 16                        |
    | 76-81  | call p      | strict: anybody else, "seat p revoked"                |
    | 82     | silent      | strict: anybody who might call                        |
    | 83     | find dealer | TABLE, before the first hand                          |
    | 84     | deal        | TABLE                                                 |

Cards are numbered rank by rank from the 1 up to the Producer, within a rank T C Q * $, so that the lowest number is the
idle card (section 1c, C-17).
"""

from typing import Final

import numpy as np

from parlour.core.cards import holds
from parlour.core.chance import FIELDS
from parlour.core.contract import Record
from parlour.core.events import FIRST_KIND
from parlour.core.kernel import layout, place, rule
from parlour.core.seating import left_of

SUITS: Final = 5  # KR-05
RANKS: Final = 12  # KR-09, KR-10
CARDS: Final = 60
CARD_BITS: Final = 63
MOST_SEATS: Final = 6  # KR-01
TRIANGLE, CIRCLE, SQUARE, STAR, DOLLAR = range(SUITS)
HERO_RANK, STAR_RANK = 7, 8
ONE_SUIT: Final = np.uint64(sum(1 << SUITS * rank for rank in range(RANKS)))
ONE_RANK: Final = np.uint64((1 << SUITS) - 1)
STARS: Final = ONE_RANK << np.uint64(SUITS * STAR_RANK)
HEROES: Final = ONE_RANK << np.uint64(SUITS * HERO_RANK)
PROGRAM: Final = 7  # KR-03: the longest Program; anything longer is a Feature

State = layout(
    [
        *FIELDS,
        ("hands", np.uint64, MOST_SEATS),
        ("totals", np.int32, MOST_SEATS),
        ("pack", np.int8, CARDS),
        ("bids", np.int8, MOST_SEATS),
        ("taken", np.int8, MOST_SEATS),
        ("stars", np.int8, MOST_SEATS),
        ("heroes", np.int8, MOST_SEATS),
        ("failed", np.int8, MOST_SEATS),
        ("voids", np.int8, MOST_SEATS),
        ("cleared", np.int8, MOST_SEATS),
        ("caught", np.int8, MOST_SEATS),
        ("examined", np.int8),
        ("silent", np.int8),
        ("seats", np.int8),
        ("phase", np.int8),
        ("dealer", np.int8),
        ("turn", np.int8),
        ("leader", np.int8),
        ("last_leader", np.int8),
        ("highest", np.int8),
        ("played", np.int8),
        ("lying", np.int8),
        ("taker", np.int8),
        ("best", np.int8),
        ("thrown_in", np.int8),
        ("hand", np.int16),
        ("target", np.int16),
        ("hand_cap", np.int16),
        ("min_bid", np.int8),
        ("all_pass", np.int8),
        ("throw_ins", np.int8),
        ("first_dealer", np.int8),
        ("feature_basis", np.int8),
        ("settlement", np.int8),
        ("tie_settlement", np.int8),
        ("history", np.int8),
        ("manners", np.int8),
    ]
)

BID: Final = 0
PLAY: Final = 16
CALL: Final = 76
SILENT: Final = 82
FIND_DEALER: Final = 83
DEAL: Final = 84
ACTIONS: Final = 85
MOST_LEGAL: Final = 24  # fifteen cards, five calls, silence; and three places to spare for `put_all`
MOST_EVENTS: Final = 64
FEATURES: Final = 253

# Phases. The match begins in SEEKING (the ritual), goes DEALING, BIDDING, PLAYING and back to DEALING.
SEEKING, DEALING, BIDDING, PLAYING, CLAIMS, OVER = range(6)
UNBID: Final = -1
NOBODY: Final = -1

# Options, as numbered in the game's facts.
AUTO, STRICT = range(2)
NEXT_DEALER, SAME_DEALER, PLAY_OUT, DEALER_BIDS_ONE = range(4)
RITUAL, RANDOM = range(2)
BY_TAKEN, BY_BID = range(2)
FLOOR0, SIGNED, VS_WINNER, ABSOLUTE = range(4)
FULL, SHARE = range(2)
LAST, OPEN = range(2)

# Events.
TURNED = FIRST_KIND  # a card turned up in the ritual: a = card
DEALER = FIRST_KIND + 1  # the seat deals
DEALT = FIRST_KIND + 2  # a hand, seen by its owner: a = cards as a set
CONTRACT = FIRST_KIND + 3  # a = bid
HIGHEST = FIRST_KIND + 4  # highest bidder: a = bid
ALL_PASSED = FIRST_KIND + 5  # a = 1 if the hand is played out for nothing
PLAYED = FIRST_KIND + 6  # a = card, b = 1 if it leads
TOOK = FIRST_KIND + 7  # the seat takes the reel: a = number of the reel
CALLED = FIRST_KIND + 8  # a = seat accused, b = 1 if the revoke is proved
MADE = FIRST_KIND + 9  # at the end of a hand: a = bid, b = reels taken
CAPTURED = FIRST_KIND + 10  # at the end of a hand: a = Stars, b = Heroes
SCORED = FIRST_KIND + 11  # a = points of the hand, b = new total
SETTLED = FIRST_KIND + 12  # a = counters won or lost


@rule
def lead(s: Record, seat: int) -> None:
    """The seat leads the next reel."""
    s.leader = seat
    s.turn = seat


@rule
def first_leader(s: Record) -> int:
    """Who led the first reel of the hand (KR-38, KR-G27)."""
    return left_of(s, s.dealer) if s.highest == NOBODY else s.highest


@rule
def led_suit(s: Record) -> int:
    """Suit of the card that leads the unfinished reel."""
    return suit_of(s.pack[place(s.played - s.lying)])


@rule
def hand_size(s: Record, seat: int) -> int:
    """How many cards the seat holds, as everybody can count."""
    has_played = (seat - s.leader) % s.seats < s.lying
    return CARDS // s.seats - s.played // s.seats - (1 if has_played else 0)


@rule
def suit_of(card: int) -> int:
    """The suit of a card."""
    return (int(card) & CARD_BITS) % SUITS  # a compiler that knows that it is not negative divides in half the time


@rule
def rank_of(card: int) -> int:
    """The rank of a card, 0 for the 1 up to 11 for the Producer (KR-09, KR-10)."""
    return int(card) // SUITS


@rule
def suit_cards(suit: int) -> np.uint64:
    """All cards of a suit."""
    return ONE_SUIT << np.uint64(suit)


@rule
def beats(card: int, best: int) -> bool:
    """Whether a card takes the reel from the best so far: higher of its suit, or a first Dollar (KR-07..10, KR-G09)."""
    dollars = suit_cards(DOLLAR)
    bought = holds(dollars, card) & holds(~dollars, best)  # KR-08
    return bought | (holds(ONE_SUIT << np.uint64(best), card) & (card > best))  # `|` and `&`: no branches to guess


@rule
def taker_of(s: Record, first: int, leader: int) -> int:
    """Who took the finished reel that starts at card `first`."""
    best = s.pack[first]
    taker = seat = leader
    for i in range(first + 1, first + s.seats):
        seat = left_of(s, seat)
        if beats(s.pack[i], best):
            best, taker = s.pack[i], seat
    return taker
