"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others."""

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.contract import SPECTATOR, TABLE
from parlour.core.drafts import copy_of
from parlour.core.engines import compiled
from parlour.core.kernels import States
from parlour.games.honors4.table import NO_CARD, THROW, is_out
from tests.core.test_chance import chi_squared_limit

from .table import CARDS, HONORS, fields, layout, play, play_on, table
from .worlds import NOTHING, World, Worlds

MOST_WORLDS = 3_000  # a patient onlooker gives up beyond so many
A_WORLD = 40 if compiled() else 4  # samples for each world that could be


def late_in_a_hand(seed: int, seats: int, left: int, **options: object) -> Match:
    """Any cards in any place, few of them in the pack, and nobody knows anything yet."""
    cards = random.Random(seed).sample(CARDS, len(CARDS))
    held, coming, pile = cards[:seats], cards[seats : seats + left], cards[seats + left :]
    return layout(" ".join(held), " ".join(coming), " ".join(pile), **options)  # type: ignore[arg-type]


def world_of(state: np.void) -> World:
    """What is held and drawn in a state."""
    held = tuple(CARDS[card] for card in state["held"][: state["seats"]])
    return held, NOTHING if state["fresh"] == NO_CARD else CARDS[state["fresh"]]


def allowed(match: Match, seat: int | None) -> set[World]:
    """Every deal of the unseen cards that gives nobody a card ruled out for her: what `redeal` samples from."""
    s = match.state
    (truth, fresh), turn = world_of(s), int(s.turn)
    sees_fresh = s.phase != THROW or s.takes > 0 or seat == turn
    pack = {CARDS[card] for card in s.pack[: s.left]} | set(() if sees_fresh else (fresh,))
    unseen = pack | {card for other, card in enumerate(truth) if other != seat}
    choices = [
        [card] if other == seat else [c for c in unseen if not int(s.ruled_out[other]) >> CARDS.index(c) & 1]
        for other, card in enumerate(truth)
    ]
    worlds: set[World] = set()
    for hands in product(*choices):
        if len(set(hands)) == len(hands):
            drawn = [fresh] if sees_fresh else unseen - set(hands)
            worlds |= {(hands, card) for card in drawn if s.phase != THROW or not goes_out(match, hands[turn], card)}
    return worlds


def ruled_out(match: Match, seat: int) -> set[str]:
    """The cards that everybody knows a seat not to hold."""
    return set(fields(match.position)["ruled_out"].split("/")[seat].split(","))


def goes_out(match: Match, held: str, drawn: str) -> bool:
    return bool(is_out(match.state, CARDS.index(held), CARDS.index(drawn)))


CASES = [
    (seats, left, ascending) for seats, left in ((2, 6), (2, 2), (3, 3), (3, 1), (4, 2)) for ascending in (False, True)
]


@pytest.mark.rule("C-18", "C-07", "H4-G02", "H4-G04", "H4-G06")
@pytest.mark.parametrize(("seats", "left", "ascending"), CASES)
def test_what_is_ruled_out_is_all_that_can_be_known(seats: int, left: int, ascending: bool) -> None:
    """After every move the sets ruled out leave just the worlds that a patient onlooker would think possible."""
    looked = recycled = 0
    for seed in range(10 if compiled() else 2):
        options = {"h4_ascending": ascending, "h4_recycle": "unlimited"}
        match = late_in_a_hand(seed, seats, left, **options)
        rng = random.Random(seed)
        watchers: tuple[int | None, ...] = (0, seats - 1, None) if seats < 4 else (seed % 4,)
        minds = {watcher: Worlds(match.position, watcher, ascending) for watcher in watchers}
        for _ in range(12 if seats < 4 else 8):
            since = len(match.event_rows())
            play_on(match, rng, moves=1, takes=0.3)
            if match.actors == (TABLE,):
                break
            for watcher, mind in list(minds.items()):
                mind.follow(match.events(watcher, since))
                assert world_of(match.state) in mind.worlds
                if len(mind.worlds) > MOST_WORLDS:
                    del minds[watcher]
                else:
                    assert allowed(match, watcher) == mind.worlds
                    looked += 1
            recycled += table(match)["recycled"] > 0
    assert looked > (30 if compiled() else 5)
    assert recycled or left > 3


def drawn_from(states: States, seat: int | None, times: int, seed: int) -> Counter[World]:
    """What a number of samples have for `seat`."""
    rng, viewer = rng_from(seed), SPECTATOR if seat is None else seat
    found: Counter[World] = Counter()
    for _ in range(times):
        HONORS.kernels.sample(states, viewer, rng)
        found[world_of(states[0])] += 1
    return found


@pytest.mark.rule("C-18")
@pytest.mark.parametrize(("seats", "left", "ascending"), CASES)
def test_samples_are_uniform_over_the_worlds_that_could_be(seats: int, left: int, ascending: bool) -> None:
    tested = 0
    for seed in range(12 if compiled() else 2):
        match = late_in_a_hand(seed, seats, left, h4_ascending=ascending)
        play_on(match, random.Random(seed), moves=3 + seed, takes=0.3)
        seat = None if seed % 3 == 0 else seed % seats
        if match.actors == (TABLE,) or not 1 < len(possible := allowed(match, seat)) < 1_500:
            continue
        tested += 1
        drawn = drawn_from(copy_of(match._states), seat, A_WORLD * len(possible), seed)
        assert set(drawn) <= possible
        if compiled():
            assert set(drawn) == possible
            chi_squared = sum((drawn[world] - A_WORLD) ** 2 / A_WORLD for world in possible)
            assert chi_squared < chi_squared_limit(len(possible))
    assert tested > (3 if compiled() else 0)


@pytest.mark.rule("C-18", "H4-G06")
def test_the_order_of_the_pack_is_anybodys_guess() -> None:
    match = layout("A-1 B-1", "C-1 D-1 E-1", left=3)
    states, rng = copy_of(match._states), rng_from(4)
    orders: Counter[tuple[int, ...]] = Counter()
    times = 12_000 if compiled() else 600
    for _ in range(times):
        HONORS.kernels.sample(states, 0, rng)
        orders[tuple(states[0].pack[:3].tolist())] += 1
    expected = times / 24  # three of the four cards that are not in the pile and not her own
    assert len(orders) == 24
    assert sum((n - expected) ** 2 / expected for n in orders.values()) < chi_squared_limit(24)


@pytest.mark.rule("C-18", "H4-G04")
def test_a_card_taken_is_known_until_it_is_thrown() -> None:
    match = layout("A-1 B-1 C-1", "L-4 L-1 K-1 K-4", exposed="D-1 E-2")
    play(match, "take", "throw A-1", "pack", "throw drawn", "pack", "throw drawn", "pack", "throw drawn")
    assert ruled_out(match, 0) == set(CARDS) - {"E-2"}
    rng = rng_from(1)
    assert all(match.sample(1, rng).view(0)["table"]["hand"] == ["E-2"] for _ in range(10))
    play(match, "take", "throw B-1", "take", "throw C-1", "pack", "throw E-2")
    assert ruled_out(match, 0) == {"E-1", "E-3"}


@pytest.mark.rule("C-18", "H4-06")
def test_the_card_kept_is_no_partner_of_the_card_thrown() -> None:
    match = layout("A-1 B-1", "C-2 D-2")
    play(match, "pack", "throw C-2")
    rng = rng_from(1)
    held = {match.sample(1, rng).view(0)["table"]["hand"][0] for _ in range(2_000 if compiled() else 300)}
    assert held == set(CARDS) - {"B-1", "C-1", "C-2", "C-3"}


@pytest.mark.rule("C-18", "H4-G06")
def test_crowded_tables_are_sampled_quickly() -> None:
    """Twelve seats after recycling, when the unseen cards hardly fit: samples still come, and agree."""
    for seed in range(20 if compiled() else 2):
        match = late_in_a_hand(seed, 12, 2, h4_recycle="unlimited")
        play_on(match, random.Random(seed), moves=12 + seed, takes=0.1)
        for seat in (*range(12), None):
            sample = match.sample(seat, rng_from(seed))
            assert sample.view(seat) == match.view(seat)
