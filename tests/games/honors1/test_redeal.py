"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others.

The worlds are found by trying them all: every way the unseen cards could have lain when the hand was set up is played
again, by a referee who knows nothing of the game's own bookkeeping, and kept if everything looks the same to the seat.
"""

import random
from collections import Counter
from copy import copy
from itertools import combinations, permutations
from typing import Any

import pytest

from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from tests.core.test_chance import chi_squared_limit

from .invariant import wrong
from .referee import Referee
from .table import HONORS, centre_of, dealt, hand, layout, play_on, public, referee_of, seen, table

A_WORLD = 30 if compiled() else 3  # samples for each world that could be
World = tuple[Any, ...]

# Hands, top of the centre (None: no centre), asks to make, options. Books not named have been laid.
SMALL: list[tuple[tuple[str, ...], str | None, int, dict[str, Any]]] = [
    (("A1 B12", "A234"), "B34", 3, {}),
    (("A12 B1", "A34 B2"), "B34", 4, {"fish_again": True}),
    (("A12", "A3 B1", "B23"), "A4 B4", 4, {}),
    (("A12", "A3 B1", "B23"), "A4 B4", 4, {"must_hold": False}),
    (("A12 B1", "A3 B2", "A4 B34"), None, 3, {}),
    (("A12 B1", "A3 B2", "A4 B34"), None, 4, {"must_hold": False}),
    (("A1 B1", "A2 B2", "A3 B3", "A4 B4"), None, 5, {}),
    (("A12", "B12", "A3 B3", "A4", "B4"), None, 5, {}),
]


def small(hands: tuple[str, ...], centre: str | None, **options: Any) -> Match:
    """A hand in which all books but those named have been laid by the last seat."""
    named = {card[0] for card in " ".join([*hands, centre or ""]).split()}
    laid = "".join(book for book in "ABCDEFGHIJKL" if book not in named)
    return layout(hands, centre=centre, books=("",) * (len(hands) - 1) + (laid,), **options)


def worlds(start: Match, match: Match, seat: int | None, asks: list[tuple[int, str]]) -> Counter[World]:
    """Every world that agrees with what the seat saw, and in how many ways it could have come about."""
    own = set() if seat is None else set(hand(start, seat))
    unseen = [card for q in range(start.seats) if q != seat for card in hand(start, q)] + centre_of(start)
    sizes = table(start)["held"]
    saw = list(seen(match, 0, seat))
    told = referee_of(start)
    found: Counter[World] = Counter()
    for hands in deals(unseen, [0 if q == seat else size for q, size in enumerate(sizes)]):
        rest = [card for card in unseen if not any(card in taken for taken in hands)]
        for centre in permutations(rest):
            model = copy(told)
            model.hands = [set(own) if q == seat else set(taken) for q, taken in enumerate(hands)]
            model.books = [set(books) for books in told.books]
            model.events = []
            model.centre = list(centre)
            if follows(model, asks, saw, seat):
                found[(*(frozenset(h) for h in model.hands), tuple(model.centre))] += 1
    return found


def deals(cards: list[str], sizes: list[int]) -> list[list[tuple[str, ...]]]:
    """Every way to deal hands of these sizes."""
    found: list[list[tuple[str, ...]]] = [[]]
    for size in sizes:
        found = [
            [*hands, taken]
            for hands in found
            for taken in combinations([card for card in cards if not any(card in h for h in hands)], size)
        ]
    return found


def follows(model: Referee, asks: list[tuple[int, str]], saw: list[World], seat: int | None) -> bool:
    """Whether the asks were legal in this world, no whole book lay in a hand, and all looked as it did."""
    if any(sum(card[0] == book for card in h) == 4 for h in model.hands for book in "ABCDEFGHIJKL"):
        return False
    for asked, card in asks:
        if model.over or (asked, card) not in model.legal(model.turn):
            return False
        model.ask(asked, card)
        events = public(model.events, seat)
        if events != saw[: len(events)]:
            return False
    return len(model.events) == len(saw)


def world_of(match: Match) -> World:
    return (*(frozenset(hand(match, q)) for q in range(match.seats)), tuple(centre_of(match)))


def asked_at_random(match: Match, seed: int, asks: int) -> list[tuple[int, str]]:
    """Ask at random, as long as the hand is on; whom and for what."""
    rng = random.Random(seed)
    made: list[tuple[int, str]] = []
    while len(made) < asks:
        action = rng.choice(match.legal(match.actors[0]))
        trial = match.clone()
        trial.play(trial.actors[0], action)
        if table(trial)["phase"] != "ask":
            break
        match.play(match.actors[0], action)
        made.append((action.id // 48, str(action)[6:]))
    return made


SEEDS = range(2) if compiled() else range(1)


@pytest.mark.rule("C-18", "H1-G14", "H1-G01", "H1-G03", "H1-G11", "H1-G17")
@pytest.mark.parametrize("case", range(len(SMALL)) if compiled() else (4, 5))
def test_samples_are_uniform_over_the_worlds_that_could_be(case: int) -> None:
    hands, centre, asks, options = SMALL[case]
    for seed in SEEDS:
        start = small(hands, centre, **options)
        match = start.clone()
        made = asked_at_random(match, seed, asks)
        viewers = (seed % match.seats, None) if compiled() and centre is None else (seed % match.seats,)
        for seat in viewers:
            check_fair(start, match, seat, made, seed)


def check_fair(start: Match, match: Match, seat: int | None, made: list[tuple[int, str]], seed: int) -> None:
    possible = worlds(start, match, seat, made)
    assert world_of(match) in possible
    rng = rng_from(seed)
    times = min(A_WORLD * len(possible), 15_000 if compiled() else 5)
    drawn = Counter(world_of(match.sample(seat, rng)) for _ in range(times))
    assert set(drawn) <= set(possible)
    ways = sum(possible.values())
    fewest = min(possible.values()) * times / ways
    if compiled() and len(possible) > 1 and fewest >= 15:
        assert set(drawn) == set(possible)
        expected = {world: times * n / ways for world, n in possible.items()}
        chi_squared = sum((drawn[world] - e) ** 2 / e for world, e in expected.items())
        assert chi_squared < chi_squared_limit(len(possible)), (len(possible), chi_squared)


@pytest.mark.rule("C-18")
@pytest.mark.parametrize("seats", [2, 4, 5, 8] if compiled() else [3])
def test_samples_agree_with_all_that_was_said_however_much_that_is(seats: int) -> None:
    """After many random asks every sample keeps what the seat sees, and all notes; so does a sample of a sample."""
    for seed, moves in enumerate(range(40, 130, 15) if compiled() else (25,)):
        match = dealt(seats, seed)
        play_on(match, random.Random(seed), until=lambda match, moves=moves: len(match.moves) >= moves)  # type: ignore[misc]
        if table(match)["phase"] != "ask":
            continue
        for seat in (*range(seats), None) if compiled() else (0,):
            sample = match.sample(seat, rng_from(seed))
            assert sample.view(seat) == match.view(seat)
            assert wrong(sample.state) is None
            if compiled():
                assert wrong(sample.sample(None, rng_from(seed)).state) is None


@pytest.mark.rule("C-18")
def test_between_hands_there_is_nothing_to_sample() -> None:
    match = HONORS.match(seats=3, seed=1, hold_table=True)
    assert match.sample(None).view(None) == match.view(None)
