"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others.

What could be is worked out here by brute force from the public events alone: who laid what and when, where runs
stopped, who passed, what was shown.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.match import Match
from parlour.core.pack.ordinary import ALL_CARDS, PACK
from parlour.core.pack.poker import best_five
from parlour.games.bacarac.table import PAY_CARDS
from tests.core.test_chance import chi_squared_limit

from .table import BACARAC, dealt, table

A_WORLD = 40 if compiled() else 10  # samples for each world that could be
MOST_WORLDS = 1_500 if compiled() else 60
MOST_TRIED = 20_000 if compiled() else 2_000  # ways to deal the unseen cards, most of which could not be
Options = dict[str, bool | int | str]
World = tuple[int, ...]  # hands by seat, then the dead hand


def world_of(match: Match) -> World:
    return (*(int(hand) for hand in match.state.held[: match.seats]), int(match.state.dead))


def bits(cards: int) -> list[int]:
    return [card for card in range(52) if cards >> card & 1]


def splits(unseen: int, sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to deal the cards into hands of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(bits(unseen), sizes[0]):
        hand = sum(1 << card for card in chosen)
        for rest in splits(unseen & ~hand, sizes[1:]):
            yield (hand, *rest)


def worlds(match: Match, seat: int | None) -> set[World] | None:
    """Every world that agrees with what `seat` has seen; None if there are too many to try."""
    truth = world_of(match)
    knows_dead = table(match)["swapped"] and seat == table(match)["dealer"]
    own = [place for place in range(match.seats) if place == seat] + ([match.seats] if knows_dead else [])
    others = [place for place in range(match.seats + 1) if place not in own]
    unseen = sum(truth[place] for place in others)
    if how_many(unseen, [truth[place].bit_count() for place in others]) > MOST_TRIED:
        return None
    options, story = match.options, story_of(match)
    found = set()
    for hands in splits(unseen, [truth[place].bit_count() for place in others]):
        world = list(truth)
        for place, hand in zip(others, hands, strict=True):
            world[place] = hand
        if agrees(options, story, tuple(world)) and can_lead(match, story, tuple(world)):
            found.add(tuple(world))
    return found


def how_many(unseen: int, sizes: list[int]) -> int:
    """In how many ways the cards can be dealt into hands of these sizes."""
    left, ways = unseen.bit_count(), 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def story_of(match: Match) -> list[dict[str, Any]]:
    """What everybody saw of this hand, cards as sets."""
    events = match.events(None)
    start = max(i for i, event in enumerate(events) if event["kind"] == "anted")
    story = [event for event in events[start:] if event["kind"] in ("showed", "laid", "stopped", "passed")]
    return [event | {"set": PACK.parse_set(",".join(event.get("cards", [])) or "-")} for event in story]


def agrees(options: Options, story: list[dict[str, Any]], world: World) -> bool:
    """Whether everything that happened in this hand could have happened with these cards."""
    held = list(world[:-1])
    for event in story:
        held[event["seat"]] |= event["set"] if event["kind"] == "laid" else 0
    last = ""
    for event in story:
        seat = event["seat"]
        if event["kind"] == "showed" and not may_show(options, held[seat], event["set"]):
            return False
        if event["kind"] == "laid":
            if event["leads"] and not may_lead(options, held[seat], event["cards"][0], last):
                return False
            held[seat] &= ~event["set"]
            last = event["cards"][-1]
        if event["kind"] == "stopped":
            card = PACK.parse(event["card"])
            held_next = any(hand >> (card + 1) & 1 for hand in held) and card % 13 != 12
            dead_next = bool(world[-1] >> (card + 1) & 1) and card % 13 != 12
            if held_next or dead_next != (event["why"] == "a dead card"):
                return False
        if event["kind"] == "passed" and any(allowed(options, card, last) for card in bits(held[seat])):
            return False
    return True


def can_lead(match: Match, story: list[dict[str, Any]], world: World) -> bool:
    """Whether whoever is to lead has something to lead: the play would have passed to the next seat if not."""
    if table(match)["phase"] != "lead":
        return True
    laid = [event["cards"][-1] for event in story if event["kind"] == "laid"]
    return any(allowed(match.options, card, laid[-1] if laid else "") for card in bits(world[table(match)["turn"]]))


def may_show(options: Options, hand: int, five: int) -> bool:
    """Whether the five are those that the hand shows, or any of it where everybody chooses."""
    if options["poker_choose"]:
        return five & ~hand == 0
    return int(best_five(np.uint64(hand), PAY_CARDS)) == five


def allowed(options: Options, card: int, last: str) -> bool:
    """Whether the suit of a card may be led after a run that ended with `last`."""
    if not last:
        return True
    suit = PACK.names[card][-1]
    return suit != last[-1] if options["change"] == "suit" else (suit in "DH") != (last[-1] in "DH")


def may_lead(options: Options, hand: int, led: str, last: str) -> bool:
    """Whether the card is one that may be led from the hand."""
    card = PACK.parse(led)
    rivals = [other for other in bits(hand) if allowed(options, other, last)]
    if options["lead"] == "suit_low":
        rivals = [other for other in rivals if other // 13 == card // 13]
    elif options["lead"] == "colour_low":
        rivals = [other for other in rivals if (other // 13 in (1, 2)) == (card // 13 in (1, 2))]
    return card in rivals and all(other % 13 >= card % 13 for other in rivals)


def late_states(seats: int, seed: int, **options: Any) -> Iterator[Match]:
    """States late in the runs of a hand in which most hands were shown."""
    match = dealt(seats, seed=seed, **options)
    choose = random.Random(seed)
    while table(match)["phase"] != "deal":
        if table(match)["phase"] == "lead" and table(match)["run"]:
            yield match
        seat = match.actors[0]
        actions = [action for action in match.legal(seat) if str(action) != "fold" or choose.random() < 0.2]
        match.play(seat, choose.choice(actions))


CASES = [
    (3, {}),
    (4, {}),
    (4, {"change": "suit", "lead": "hand_low"}),
    (4, {"lead": "colour_low"}),
    (4, {"poker_choose": True}),
    (4, {"buy_dead": True}),
]


@pytest.mark.rule("C-18", "BC-G24", "BC-G25", "BC-G27", "BC-05", "BC-25")
@pytest.mark.parametrize(("seats", "options"), CASES if compiled() else [CASES[1], CASES[2]])
@pytest.mark.uncounted
def test_samples_are_uniform_over_the_worlds_that_could_be(seats: int, options: dict[str, Any]) -> None:
    looked_at = 0
    for seed in range(200):
        for match in late_states(seats, seed, **options):
            for seat in (table(match)["dealer"], match.actors[0]):
                possible = worlds(match, seat)
                if possible is None or not 1 < len(possible) <= MOST_WORLDS:
                    continue
                check_samples(match, seat, possible)
                looked_at += 1
        if looked_at >= (6 if compiled() else 1):
            return
    raise AssertionError("no state was small enough to look at")


def check_samples(match: Match, seat: int | None, possible: set[World]) -> None:
    """The samples are worlds that could be, all of them, each as often as any other."""
    assert world_of(match) in possible
    rng = rng_from(len(possible), match.seats)
    drawn = Counter(world_of(match.sample(seat, rng)) for _ in range(A_WORLD * len(possible)))
    assert set(drawn) == possible
    chi_squared = sum((drawn[world] - A_WORLD) ** 2 / A_WORLD for world in possible)
    assert chi_squared < chi_squared_limit(len(possible))


@pytest.mark.compiled("few states leave a spectator few worlds")
@pytest.mark.rule("C-18")
def test_a_spectator_sees_no_hand() -> None:
    for seed in range(200):
        for match in late_states(3, seed):
            possible = worlds(match, None)
            if possible is not None and 1 < len(possible) <= MOST_WORLDS:
                check_samples(match, None, possible)
                return
    raise AssertionError("no state was small enough to look at")


@pytest.mark.rule("BC-G24", "C-18")
@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_early_samples_agree_with_all_that_was_seen(seats: int) -> None:
    """Right after a showdown there are too many worlds to list; each sample must still show the same fives."""
    for seed in range(8 if compiled() else 1):
        for match in late_states(seats, seed):
            for seat in (0, None):
                sample = match.sample(seat, rng_from(seed))
                assert agrees(match.options, story_of(match), world_of(sample))
                assert sum(world_of(sample)) == sum(world_of(match)) <= int(ALL_CARDS)
                assert sample.view(seat) == match.view(seat)


@pytest.mark.rule("BC-G27", "C-18")
def test_fives_that_others_choose_stay_their_own() -> None:
    """Before the showdown, any five of the sampled hand may have been chosen; the number of picks is public."""
    match = dealt(6, seed=3, poker_choose=True)
    first = match.actors[0]
    for _ in range(7):
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    second = match.actors[0]
    assert second != first
    fives = set()
    for number in range(40):
        sample = match.sample(first, rng_from(number)).state
        assert int(sample.fives[first]) == int(match.state.fives[first])
        assert int(sample.fives[second]) & ~int(sample.held[second]) == 0
        assert int(sample.fives[second]).bit_count() == 2
        fives.add(int(sample.fives[second]))
    assert len(fives) > 20
    own = match.sample(second, rng_from(1)).state
    assert int(own.fives[second]) == int(match.state.fives[second])


@pytest.mark.rule("BC-G27", "C-18")
def test_the_dealer_who_swapped_knows_the_dead_hand() -> None:
    match = BACARAC.match(4, seed=7, options={"buy_dead": True})
    dealer = match.actors[0]
    match.play(dealer, "swap")
    dead = int(match.state.dead)
    assert all(int(match.sample(dealer, rng_from(n)).state.dead) == dead for n in range(10))
    other = (dealer + 1) % 4
    assert len({int(match.sample(other, rng_from(n)).state.dead) for n in range(10)}) == 10
