"""The end of a hand of Kam-ra! with all hands open, solved: what everybody gains if nobody throws anything away.

It shares no code with the rules. Every seat plays for its own gain, its points less the mean of the others'. Where a
seat gains the same by several cards, nobody can know which it plays, and the others may fare very differently. So a
position has not one outcome but all those that some choice among equals leads to:

    outcomes(position) = outcomes of some card that give the mover at least as much as every other card is sure to give,
                         which is the least that he gains in any of that card's outcomes.

These are the outcomes of all subgame-perfect equilibria in which nobody mixes. A card is right if it is played in one
of them, and safe if it is sure to give as much as any.

Gains are whole numbers here: times the number of seats less one.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types

SUITS, CARDS, MOST_SEATS = 5, 60, 6
DOLLAR = 4
HERO_RANK, STAR_RANK = 7, 8
PROGRAM = 7
ONE_SUIT = sum(1 << SUITS * rank for rank in range(CARDS // SUITS))
BONUS = sum(1 << SUITS * rank + suit for rank in (HERO_RANK, STAR_RANK) for suit in range(SUITS))

# A desk: rows of what everybody has, a column a seat, the cards that lie in the order of play, and these facts.
HANDS, TAKEN, EXTRA, BIDS, LYING, FACTS = range(6)
SEATS, HIGHEST, TURN, LIES = range(4)
Desk = Any
F = TypeVar("F", bound=Callable[..., Any])

KEY = types.UniTuple(types.int64, MOST_SEATS + 2)
MANY = 1 << 12  # an answer is where its outcomes begin in the pool, times this, and how many there are
ROOM = 1 << 23  # outcomes in the pool; memory that is not written to costs nothing


def quick(function: F) -> F:
    """Compile a function of the solver."""
    return numba.njit(cache=True)(function)  # type: ignore[no-any-return]


class Solver:
    """Finds the outcomes of positions; it remembers all that it has met in a hand."""

    def __init__(self) -> None:
        self.known = numba.typed.Dict.empty(KEY, types.int64)
        self.pool = np.zeros((ROOM, MOST_SEATS), dtype=np.int32)
        self.used = np.zeros(1, dtype=np.int64)
        self.answers = np.zeros((CARDS, CARDS), dtype=np.int64)

    def options(self, state: Any) -> dict[int, list[int]]:
        """What the mover may gain by every card, in all its outcomes; `state` is a record of the rules."""
        desk = desk_of(state)
        seat, found = int(desk[FACTS, TURN]), {}
        cards = playable(desk)
        for card in (card for card in range(CARDS) if cards >> card & 1):
            after = desk.copy()
            lay(after, card)
            answer = outcomes(after, 1, self.known, self.pool, self.used, self.answers)
            found[card] = self.pool[answer // MANY : answer // MANY + answer % MANY, seat].tolist()
        return found


def right(options: dict[int, list[int]]) -> set[int]:
    """The cards that some equilibrium plays."""
    due = max(min(gains) for gains in options.values())
    return {card for card, gains in options.items() if max(gains) >= due}


def safe(options: dict[int, list[int]]) -> set[int]:
    """The cards that are sure to give as much as any."""
    due = max(min(gains) for gains in options.values())
    return {card for card, gains in options.items() if min(gains) == due}


def desk_of(state: Any) -> Desk:
    """A record of the rules, in the middle of a hand, as a desk."""
    desk = np.zeros((6, MOST_SEATS), dtype=np.int64)
    seats, played, lies = int(state.seats), int(state.played), int(state.lying)
    desk[HANDS, :seats] = [int(hand) for hand in state.hands[:seats]]
    desk[TAKEN, :seats] = state.taken[:seats]
    desk[EXTRA, :seats] = [20 * int(state.stars[seat]) + 10 * int(state.heroes[seat]) for seat in range(seats)]
    desk[BIDS, :seats] = state.bids[:seats]
    desk[LYING, :lies] = state.pack[played - lies : played]
    desk[FACTS, :4] = seats, state.highest, state.turn, lies
    return desk


@quick
def outcomes(desk: Desk, depth: int, known: Any, pool: Any, used: Any, answers: Any) -> int:
    """Where the outcomes of a position are in the pool, and how many there are."""
    key = key_of(desk)
    if key in known:
        return int(known[key])
    if used[0] + MANY > len(pool):
        raise MemoryError("more outcomes than there is room for")
    first = used[0]
    seat = desk[FACTS, TURN]
    cards = playable(desk)
    if cards == 0:
        write_gains(desk, pool[first])
        used[0] += 1
    else:
        before = desk.copy()
        n, due = 0, -(1 << 30)
        while cards:
            card = lowest(cards)
            cards ^= 1 << card
            if equal_to_next(desk, card):
                continue  # the next one up stands for both
            lay(desk, card)
            answer = outcomes(desk, depth + 1, known, pool, used, answers)
            desk[:] = before
            answers[depth, n] = answer
            n += 1
            due = max(due, pool[answer // MANY : answer // MANY + answer % MANY, seat].min())
        first = used[0]
        for i in range(n):
            start, many = answers[depth, i] // MANY, answers[depth, i] % MANY
            for j in range(start, start + many):
                if pool[j, seat] >= due:
                    add_outcome(pool, first, used, pool[j])
    known[key] = first * MANY + used[0] - first
    return int(known[key])


@quick
def add_outcome(pool: Any, first: int, used: Any, gains: Any) -> None:
    """Put an outcome into the pool unless it is there from `first` on."""
    for i in range(first, used[0]):
        if (pool[i] == gains).all():
            return
    pool[used[0]] = gains
    used[0] += 1


@quick
def key_of(desk: Desk) -> Any:
    """All that matters of a position: no points of one who bid nothing, or cannot make what he bid."""
    made = 0
    left = cards_in(desk[HANDS, desk[FACTS, TURN]])
    for seat in range(desk[FACTS, SEATS]):
        bid, taken, extra = desk[BIDS, seat], desk[TAKEN, seat], desk[EXTRA, seat] // 10
        if bid <= 0 or taken + left < bid:
            taken = extra = 0
        elif seat != desk[FACTS, HIGHEST]:
            taken = min(taken, bid)
        made = (made << 4 | taken) << 4 | extra
    table = desk[FACTS, TURN]
    for i in range(desk[FACTS, LIES]):
        table = table << 6 | desk[LYING, i] + 1
    hands = desk[HANDS]
    return (hands[0], hands[1], hands[2], hands[3], hands[4], hands[5], table, made)


@quick
def playable(desk: Desk) -> int:
    """The cards that the seat to play may play, as a set: of the suit led if it has any."""
    hand = desk[HANDS, desk[FACTS, TURN]]
    if desk[FACTS, LIES] > 0:
        follow = hand & ONE_SUIT << desk[LYING, 0] % SUITS
        return int(follow if follow else hand)
    return int(hand)


@quick
def equal_to_next(desk: Desk, card: int) -> bool:
    """Whether the mover holds a higher card of the suit that nothing in the game tells from this one."""
    others = 0
    for seat in range(desk[FACTS, SEATS]):
        others |= 0 if seat == desk[FACTS, TURN] else desk[HANDS, seat]
    for i in range(desk[FACTS, LIES]):
        others |= 1 << desk[LYING, i]
    for higher in range(card, CARDS, SUITS):
        if (others | BONUS) >> higher & 1:
            return False
        if higher != card and desk[HANDS, desk[FACTS, TURN]] >> higher & 1:
            return True
    return False


@quick
def lay(desk: Desk, card: int) -> None:
    """Play a card; the last one closes the reel."""
    seats, seat = desk[FACTS, SEATS], desk[FACTS, TURN]
    desk[HANDS, seat] ^= 1 << card
    desk[LYING, desk[FACTS, LIES]] = card
    desk[FACTS, LIES] += 1
    desk[FACTS, TURN] = (seat + 1) % seats
    if desk[FACTS, LIES] < seats:
        return
    best, bonus = 0, 0
    for i in range(seats):
        card, top = desk[LYING, i], desk[LYING, best]
        bought = card % SUITS == DOLLAR and top % SUITS != DOLLAR
        best = i if bought or (card % SUITS == top % SUITS and card > top) else best
        bonus += 20 * (card // SUITS == STAR_RANK) + 10 * (card // SUITS == HERO_RANK)
    taker = (seat + 1 + best) % seats  # the leader sits to the left of the last
    desk[TAKEN, taker] += 1
    desk[EXTRA, taker] += bonus
    desk[LYING, :] = 0
    desk[FACTS, LIES] = 0
    desk[FACTS, TURN] = taker


@quick
def write_gains(desk: Desk, gains: Any) -> None:
    """What everybody has gained when the last card has fallen."""
    seats = desk[FACTS, SEATS]
    total = 0
    for seat in range(seats):
        gains[seat] = points(desk, seat)
        total += gains[seat]
    for seat in range(seats):
        gains[seat] = seats * gains[seat] - total


@quick
def points(desk: Desk, seat: int) -> int:
    """The points of a seat for the hand."""
    bid, taken = desk[BIDS, seat], desk[TAKEN, seat]
    if bid <= 0:
        return 0
    if taken < bid:
        return int(-10 * bid)
    if seat != desk[FACTS, HIGHEST]:
        return int(10 * bid + desk[EXTRA, seat])
    return int(10 * taken + 10 * max(0, taken - PROGRAM) + desk[EXTRA, seat])


@quick
def lowest(cards: int) -> int:
    """The lowest card of a set."""
    card = 0
    while not cards >> card & 1:
        card += 1
    return card


@quick
def cards_in(cards: int) -> int:
    """How many cards a set has."""
    n = 0
    while cards:
        cards &= cards - 1
        n += 1
    return n
