"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others."""

from collections import Counter
from itertools import permutations, product

import pytest

from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from tests.core.test_chance import chi_squared_limit

from .table import PACK, go, layout, table

A_WORLD = 40 if compiled() else 5  # samples for each world that could be
World = tuple[tuple[int, ...], tuple[int, ...]]


def late(face_down: str, disks: str, pool: str) -> Match:
    """A table at which only these cards lie face down, in this order, and only these disks are in the pool."""
    turned = list(PACK)
    for card in face_down.split():
        turned.remove(card)
    held = disks.split()
    out = " ".join(str(n) for n in range(1, 16) if str(n) not in held + pool.split())
    return layout(disks, face_down, turned=" ".join(turned), pool=pool, out=out)


def hidden(match: Match) -> World:
    s = match.state
    return tuple(s.pack[s.turned :].tolist()), tuple(s.pool[: s.left].tolist())


CASES = [("1 3 B B", "1 3", "4 5"), ("7 B S S", "7 8 -", "9"), ("15", "15 1", "2 3 4")]
CASES += [("2 5 B S B", "2 5 - -", "-")] if compiled() else []


@pytest.mark.rule("C-18", "KK-04", "KK-05")
@pytest.mark.parametrize(("face_down", "disks", "pool"), CASES)
@pytest.mark.parametrize("seat", [0, None])
def test_samples_are_uniform_over_the_worlds_that_could_be(
    face_down: str, disks: str, pool: str, seat: int | None
) -> None:
    match = late(face_down, disks, pool if pool != "-" else "")
    cards, left = hidden(match)
    possible = set(product(set(permutations(cards)), set(permutations(left))))
    assert hidden(match) in possible
    rng = rng_from(7)
    times = A_WORLD * len(possible)
    drawn = Counter(hidden(match.sample(seat, rng)) for _ in range(times))
    assert set(drawn) <= possible
    if compiled():
        assert set(drawn) == possible
    if len(possible) > 1:
        chi_squared = sum((drawn[world] - A_WORLD) ** 2 / A_WORLD for world in possible)
        assert chi_squared < chi_squared_limit(len(possible))


@pytest.mark.rule("C-18", "KK-G09")
def test_a_sample_keeps_all_that_was_seen() -> None:
    match = go(layout("1 3 11 14", "7 3 B 8 S 9", pool="7"), "turn turn turn buy keep turn turn turn")
    for seat in (*range(4), None):
        for number in range(5):
            sample = match.sample(seat, rng_from(number))
            assert sample.state.pack[:6].tolist() == match.state.pack[:6].tolist()
            assert sample.view(seat) == match.view(seat)
            assert sample.observe(seat).tobytes() == match.observe(seat).tobytes()
            assert sorted(sample.state.pack.tolist()) == sorted(match.state.pack.tolist())
            assert sample.state.key.tolist() != match.state.key.tolist()


@pytest.mark.rule("C-18")
def test_a_sample_does_not_remember_how_the_hidden_cards_lay() -> None:
    """The same generator gives the same sample, whatever the truth."""
    one = layout("1 3 11", "7 3 B", pool="9 5")
    other = layout("1 3 11", "S 15 8", pool="2 6")
    assert hidden(one) != hidden(other)
    assert hidden(one.sample(0, rng_from(3))) == hidden(other.sample(0, rng_from(3)))
    assert table(one) == table(other)
