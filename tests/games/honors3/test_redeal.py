"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.contract import SPECTATOR
from parlour.core.drafts import copy_of
from parlour.core.engines import compiled
from tests.core.test_chance import chi_squared_limit

from .invariant import wrong
from .table import CARDS, HONORS3, cards_of, hand, layout, random_match, table, text_of, whole_books

A_WORLD = 60 if compiled() else 6  # samples for each world that could be
World = tuple[tuple[int, ...], tuple[int, ...]]  # hands, and cards offered

# Seats 1, 2 and 3 have been given cards by seat 0 and have not swapped since; four books are left.
KNOWN = ("A-1 A-2 B-1 C-1", "A-3 A-4 B-2 D-1", "B-3 C-2 C-3 D-2", "B-4 C-4 D-3 D-4")
LAID = ("EF", "GH", "IJ", "KL")


def position(offers: str, swaps: str, hands: tuple[str, ...] = KNOWN, laid: tuple[str, ...] = LAID) -> str:
    got, partners = zip(*(swap.split("<") if "<" in swap else ("-", "-") for swap in swaps.split("/")), strict=True)
    told = {"phase": "market", "dealer": 3, "hands": "/".join(own.replace(" ", ",") for own in hands), "tick": 9}
    told |= {"laid": "/".join(map(cards_of, laid)), "quiet": 2, "offered": offers}
    return text_of(len(hands), told | {"got": "/".join(got), "partner": ",".join(partners)})


def worlds(match: Match, seat: int | None) -> set[World]:
    """Every way to deal the unknown cards and to choose the offers, by trying them all."""
    s = match.state
    others = [other for other in range(match.seats) if other != seat]
    known = {other: int(s.got[other]) if s.partner[other] == seat else 0 for other in others}
    unknown = sum(int(s.hands[other]) for other in others) - sum(known.values())
    found: list[dict[int, int]] = [{}]
    for other in others:
        free = int(s.hands[other]).bit_count() - known[other].bit_count()
        found = [
            deal | {other: known[other] | taken} for deal in found for taken in subsets(unknown & ~all_of(deal), free)
        ]
    own = {} if seat is None else {seat: int(s.hands[seat])}
    complete = [deal | own for deal in found if not any(whole_books(names(cards)) for cards in deal.values())]
    return {world for deal in complete for world in offered(match, seat, [deal[q] for q in range(match.seats)])}


def offered(match: Match, seat: int | None, hands: list[int]) -> Iterator[World]:
    """The deal with every choice of cards for the offers of the others."""
    s = match.state
    choices = []
    for other in range(match.seats):
        size = int(s.offered[other]).bit_count()
        sets = [int(s.offered[other])] if other == seat else list(subsets(hands[other], size))
        choices.append([cards for cards in sets if not s.same_book or len({card[0] for card in names(cards)}) <= 1])
    for chosen in product(*choices):
        yield tuple(hands), tuple(chosen)


def subsets(cards: int, size: int) -> Iterator[int]:
    bits = [1 << card for card in range(48) if cards >> card & 1]
    return (sum(some) for some in combinations(bits, size))


def all_of(deal: dict[int, int]) -> int:
    return sum(deal.values())


def names(cards: int) -> list[str]:
    return [name for card, name in enumerate(CARDS) if cards >> card & 1]


def world_of(match: Match) -> World:
    s = match.state
    return tuple(s.hands[: s.seats].tolist()), tuple(s.offered[: s.seats].tolist())


def sampled(match: Match, seat: int | None, times: int) -> Counter[World]:
    """So many samples, all from the true state."""
    true = copy_of(match._states)
    rng = rng_from(times)
    seen: Counter[World] = Counter()
    for _ in range(times):
        states = copy_of(true)
        HONORS3.kernels.sample(states, SPECTATOR if seat is None else seat, rng)
        s = states[0]
        seen[tuple(s.hands[: s.seats].tolist()), tuple(s.offered[: s.seats].tolist())] += 1
    return seen


CASES = [
    # offers, swaps, same book, viewer
    ("-/-/-/-", "-/A-3,A-4,B-2<0/B-3,C-2<0/B-4,C-4<0", False, 0),
    ("-/A-3,D-1/-/D-4", "-/A-3,A-4,B-2<0/B-3,C-2,C-3<0/B-4<0", False, 0),
    ("-/-/C-2,C-3/-", "-/A-3,A-4<0/B-3,C-2,C-3<0/B-4<0", True, 0),
    ("-/A-3,A-4/C-2,C-3/-", "-/A-3,B-2,D-1<0/B-3,D-2,C-3<0/-", True, 0),
    ("-/A-3,A-4/C-2,C-3/D-3,D-4", "-/A-3,B-2<0/B-3,D-2<0/B-4<0", True, 0),
    ("A-1,B-1/-/-/D-3", "-/A-3,A-4,B-2<0/C-2<1/B-4,C-4,D-3<0", False, 0),
]


@pytest.mark.rule("C-18", "H3-G02", "H3-06")
@pytest.mark.parametrize(("offers", "swaps", "same_book", "seat"), CASES if compiled() else CASES[:3:2])
def test_samples_are_uniform_over_the_worlds_that_could_be(
    offers: str, swaps: str, same_book: bool, seat: int | None
) -> None:
    match = HONORS3.match(position=position(offers, swaps), seed=1, options={"same_book": same_book}, hold_table=True)
    possible = worlds(match, seat)
    assert world_of(match) in possible
    if len(possible) > (4_000 if compiled() else 300):
        drawn = sampled(match, seat, 20_000 if compiled() else 300)
        assert set(drawn) <= possible
        return
    drawn = sampled(match, seat, A_WORLD * len(possible))
    assert set(drawn) <= possible
    if compiled():
        assert set(drawn) == possible
    chi_squared = sum((drawn[world] - A_WORLD) ** 2 / A_WORLD for world in possible)
    assert chi_squared < chi_squared_limit(len(possible))


@pytest.mark.rule("C-18")
def test_who_watches_knows_nothing_of_swaps() -> None:
    """For a spectator all sixteen cards could be anywhere; each seat has each of them as often as any other."""
    match = HONORS3.match(position=position(*CASES[0][:2]), seed=1, hold_table=True)
    times = 8_000 if compiled() else 200
    held: Counter[tuple[int, int]] = Counter()
    for (hands, _), n in sampled(match, None, times).items():
        for seat, cards in enumerate(hands):
            assert not whole_books(names(cards))
            held.update({(seat, card): n for card in range(16) if cards >> card & 1})
    expected = times / 4
    assert all(
        abs(held[seat, card] - expected) < 5 * (times * 3 / 16) ** 0.5 for seat in range(4) for card in range(16)
    )


@pytest.mark.rule("C-18", "H3-G02")
def test_what_one_gave_away_stays_where_it_is_until_its_owner_swaps_again() -> None:
    match = layout("A-1 A-2", "B-1 B-2", "C-1 C-2", "D-1", pace="live")
    match.play(0, "offer A-1 A-2")
    match.play(1, "accept 0 with B-1 B-2")
    assert table(match, 0)["given"] == [[], ["A-1", "A-2"], [], []]
    assert table(match, 1)["given"] == [["B-1", "B-2"], [], [], []]
    assert table(match, 2)["given"] == [[]] * 4
    rng = rng_from(1)
    for _ in range(20):
        assert {"A-1", "A-2"} <= set(hand(match.sample(0, rng), 1))
        assert {"B-1", "B-2"} <= set(hand(match.sample(1, rng), 0))
    elsewhere = sum("A-1" not in hand(match.sample(2, rng), 1) for _ in range(30))
    assert elsewhere > 0
    match.play(2, "offer C-1")
    match.play(1, f"accept 2 with {hand(match, 1)[-1]}")  # she keeps both, but who knows?
    assert table(match, 0)["given"] == [[]] * 4
    assert any("A-1" not in hand(match.sample(0, rng), 1) for _ in range(30))
    assert table(match, 1)["given"][0] == ["B-1", "B-2"]


def test_what_is_laid_is_not_remembered_as_held() -> None:
    match = layout("A-1 L-1", "A-2 A-3 A-4 K-1", "", "", pace="live")
    match.play(0, "offer A-1 L-1")
    match.play(1, f"accept 0 with {' '.join(hand(match, 1)[-2:])}")
    assert table(match, 0)["given"][1] == ["L-1"]
    rng = rng_from(3)
    assert all("L-1" in hand(match.sample(0, rng), 1) for _ in range(20))


@pytest.mark.parametrize("same_book", [False, True])
@pytest.mark.parametrize("pace", ["ticks", "live"])
@pytest.mark.parametrize("seats", [4, 7])
def test_samples_of_random_matches_keep_every_rule(seats: int, pace: str, same_book: bool) -> None:
    """Whatever is sampled looks the same to its viewer, breaks no rule, and can be written down and read back."""
    choose = random.Random(seats)
    options = {"pace": pace, "same_book": same_book, "h3_directed": "one", "hand_cap": 1, "h3_ticks": 60}
    for seed in range(30 if compiled() else 2):
        match = random_match(seats, seed, options, moves=choose.randrange(20, 900 if compiled() else 150))
        for seat in (*range(seats), None):
            sample = match.sample(seat, rng_from(seed))
            assert sample.view(seat) == match.view(seat)
            assert wrong(sample.state) is None
            again = HONORS3.match(position=sample.position, options=options, hold_table=True)
            assert again.position == sample.position


@pytest.mark.rule("H3-G06")
def test_what_others_have_handed_in_could_be_anything() -> None:
    match = layout("A-1 A-2", "B-1 B-2", "C-1 C-2", "D-1")
    match.play(1, "offer B-1 B-2")
    for seat in (0, 2, 3):
        match.play(seat, "wait")
    match.play(15, "tick")
    match.play(0, "accept 1 with A-1 A-2")
    match.play(1, "withdraw")
    rng = rng_from(5)
    kinds: Counter[str] = Counter()
    for _ in range(400 if compiled() else 60):
        sample = match.sample(2, rng)
        assert sample.actors == match.actors == (2, 3)
        for seat in (0, 1):
            kinds[f"{seat} {table(sample, seat)['handed_in'].split()[0]}"] += 1
    assert set(kinds) == {"0 wait", "0 offer", "0 accept", "1 wait", "1 offer", "1 withdraw"}
    assert table(match.sample(0, rng), 0)["handed_in"] == "accept 1 with A-1 A-2"
