"""Kam-ra's table: the cards, the record of a match, its actions and events, and the small words.

Cards are numbered rank by rank from the 1 up to the Producer, within a rank T C Q * $, so that the lowest number is the
idle card (section 1c, C-17).
"""

from typing import Final

import numpy as np

from parlour.core.contract import Record
from parlour.core.kernel import place, rule
from parlour.core.kinds import HEAVY, event, events
from parlour.core.pack.cards import holds
from parlour.core.pack.packs import Pack
from parlour.core.pack.seating import left_of
from parlour.core.records import field, pile, record
from parlour.core.totals import sheet
from parlour.core.values import ANY_SEAT, COUNT, FLAG, card, cards, choice, number, seat, seats
from parlour.core.verbs import actions
from parlour.games.kamra import GAME

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
UNBID: Final = -1
NOBODY: Final = -1

# What cards are called. A hand is held by suit, as the book sorts it, and high to low.
SUIT_SIGNS: Final = "TCQ*$"
RANK_SIGNS: Final = "1234567HSDAP"
SUIT_NAMES: Final = ("Triangle", "Circle", "Square", "Star", "Dollar")  # KR-06
RANK_NAMES: Final = (*"1234567", "Hero", "Star", "Director", "Author", "Producer")
PACK: Final = Pack(
    [suit + rank for rank in RANK_SIGNS for suit in SUIT_SIGNS],
    "a suit ($ T C Q *) and a rank (P A D S H 7-1): $P",
    in_hand=[suit + rank for suit in "$TCQ*" for rank in reversed(RANK_SIGNS)],
)
CARD: Final = card(PACK)
HAND: Final = cards(PACK)

# The match begins in SEEKING (the ritual), goes DEALING, BIDDING, PLAYING, CLAIMS and back to DEALING.
PHASES: Final = ("seek", "deal", "bid", "play", "claims", "over")
SEEKING, DEALING, BIDDING, PLAYING, CLAIMS, OVER = range(6)

# Options, as numbered in the game's facts.
AUTO, STRICT = range(2)
NEXT_DEALER, SAME_DEALER, PLAY_OUT, DEALER_BIDS_ONE = range(4)
RITUAL, RANDOM = range(2)
BY_TAKEN, BY_BID = range(2)
FLOOR0, SIGNED, VS_WINNER, ABSOLUTE = range(4)
FULL, SHARE = range(2)
LAST, OPEN = range(2)

PLAYER: Final = seat(MOST_SEATS)
SOME_SUITS: Final = number(0, (1 << SUITS) - 1)  # a bit a suit

STATE: Final = record(
    GAME.options,
    phase=field(choice(*PHASES), "where the match is"),
    dealer=field(PLAYER, "who deals, or will deal next"),
    turn=field(PLAYER, "who is to bid or play"),
    hands=field(HAND, "cards still held", per_seat=MOST_SEATS),
    bids=field(number(UNBID, 15, none=UNBID), "contracts; - before the seat has spoken", per_seat=MOST_SEATS),
    highest=field(seat(MOST_SEATS, nobody=True), "highest bidder; - if all passed"),
    pack=pile(CARD, "played", CARDS, "the cards played this hand, in order"),
    played=field(number(0, CARDS), "cards played this hand"),
    lying=field(number(0, MOST_SEATS - 1), "cards lying on the unfinished reel"),
    leader=field(PLAYER, "who led the unfinished reel"),
    last_leader=field(PLAYER, "who led the reel before it"),
    taker=field(PLAYER, "who is taking the unfinished reel"),
    best=field(CARD, "with which card"),
    taken=field(number(0, 15), "reels taken", per_seat=MOST_SEATS),
    stars=field(number(0, SUITS), "Star-rank cards captured", per_seat=MOST_SEATS),
    heroes=field(number(0, SUITS), "Hero-rank cards captured", per_seat=MOST_SEATS),
    failed=field(SOME_SUITS, "suits that the seat was seen not to follow", per_seat=MOST_SEATS),
    voids=field(SOME_SUITS, "suits that everybody knows the seat to be out of", per_seat=MOST_SEATS),
    examined=field(seats(MOST_SEATS), "strict: seats with no off-suit card that nobody has questioned"),
    silent=field(seats(MOST_SEATS), "strict: seats that let the table's last card pass without a call"),
    cleared=field(number(0, CARDS), "strict: cards played when a call proved wrong; 0: none", per_seat=MOST_SEATS),
    caught=field(number(0, CARDS), "strict: cards played when a call proved right; 0: none", per_seat=MOST_SEATS),
    totals=field(number(-1_000_000, 1_000_000), "the score pad", per_seat=MOST_SEATS),
    hand=field(number(0, 30_000), "hands scored so far"),
    thrown_in=field(number(0, 100), "deals thrown in since the last hand that was played"),
)

ACTIONS: Final = actions(
    bid=number(0, 15),
    play=CARD,
    call=PLAYER,  # strict: "that seat revoked"
    silent=(),  # strict: no call
    find_dealer=(),  # the table, before the first hand
    deal=(),  # the table
    bare="play",
    aliases={"pass": "bid 0"},
)
BID, PLAY, CALL, SILENT, FIND_DEALER, DEAL = ACTIONS.firsts
MOST_LEGAL: Final = 24  # fifteen cards, five calls, silence; and three places to spare for `put_all`
MOST_EVENTS: Final = 64
FEATURES: Final = 253

EVENTS: Final = events(
    turned=event("KR-11", card=CARD, reveals=True),  # in the ritual
    dealer=event("KR-12", reveals=True),
    dealt=event("KR-13", cards=HAND, reveals=True),
    contract=event("KR-16", bid=COUNT),
    highest=event("KR-20", bid=COUNT),
    all_passed=event("KR-G02", played_out=FLAG, weight=HEAVY),
    played=event("KR-04", card=CARD, leads=FLAG, fades=True),
    took=event("KR-40", reel=COUNT, weight=HEAVY),
    called=event("KR-G13", accused=ANY_SEAT, proved=FLAG, reveals=True, weight=HEAVY),
    made=event("KR-36", bid=COUNT, taken=COUNT),  # this and the next two at the end of a hand
    captured=event("KR-27", stars=COUNT, heroes=COUNT),
    scored=event("KR-36", points=COUNT, total=COUNT),
    settled=event("KR-33", counters=COUNT),
)
TURNED, DEALER, DEALT, CONTRACT, HIGHEST, ALL_PASSED, PLAYED, TOOK, CALLED, MADE, CAPTURED, SCORED, SETTLED = EVENTS

# The score pad (KR-36): the greatest total wins (KR-34, KR-35, C-12), at 300 as at the cap (KR-G19).
scores, _, winners = sheet("totals", OVER)


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
