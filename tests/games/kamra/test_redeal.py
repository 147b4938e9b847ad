"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others."""

import random
from collections import Counter
from itertools import combinations

import pytest

import parlour
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.match import Match
from parlour.games.kamra.table import PACK
from tests.core.test_chance import chi_squared_limit

GAME = parlour.game("kamra")
A_WORLD = 40 if compiled() else 8  # samples for each world that could be
World = tuple[int, ...]


def late_in_a_hand(seed: int, cards_left: int, manners: str) -> Match:
    """Random play, but that under strict manners calls come now and then, until so few cards are held."""
    choose = random.Random(seed)
    match = GAME.match(4, seed=seed, options={"manners": manners})
    while sum(match.view(None)["table"]["held"]) > 4 * cards_left:
        seat = choose.choice(match.actors)
        actions = [a for a in match.legal(seat) if not str(a).startswith("call") or choose.random() < 0.2]
        match.play(seat, choose.choice(actions or list(match.legal(seat))))
    return match


def hands(match: Match) -> World:
    return tuple(int(hand) for hand in match.state.hands[: match.seats])


def worlds(match: Match, seat: int | None) -> set[World]:
    """Every way to deal the unseen cards that agrees with all that everybody saw: by trying them all."""
    own = {} if seat is None else {seat: hands(match)[seat]}
    unseen = [card for other, hand in enumerate(hands(match)) if other not in own for card in bits(hand)]
    sizes = match.view(None)["table"]["held"]
    found: list[dict[int, int]] = [own]
    for other in (other for other in range(match.seats) if other not in own):
        found = [
            world | {other: sum(1 << card for card in taken)}
            for world in found
            for taken in combinations(
                [card for card in unseen if not any(h >> card & 1 for h in world.values())], sizes[other]
            )
        ]
    complete = {tuple(world[other] for other in range(match.seats)) for world in found}
    return {world for world in complete if agrees(match, world)}


def bits(hand: int) -> list[int]:
    return [card for card in range(60) if hand >> card & 1]


def agrees(match: Match, world: World) -> bool:
    """Whether nobody would have revoked (auto), or every call would have ended as it did (strict)."""
    plays = [(e["seat"], e["card"], e["leads"]) for e in match.events(None) if e["kind"] == "played"]
    revoked: dict[int, list[int]] = {seat: [] for seat in range(match.seats)}
    led = ""
    for i, (seat, card, leads) in enumerate(plays):
        led = card[0] if leads else led
        later = {c for s, c, _ in plays[i + 1 :] if s == seat} | {PACK.names[c] for c in bits(world[seat])}
        if card[0] != led and any(c[0] == led for c in later):
            revoked[seat].append(i)
    if match.options["manners"] == "auto":
        return not any(revoked.values())
    fallen = 0
    for event in match.events(None):
        fallen += event["kind"] == "played"
        if event["kind"] == "called" and any(i < fallen for i in revoked[event["accused"]]) != event["proved"]:
            return False
    return True


LATE = ((1, 2), (2, 3), (3, 3), (5, 2)) if compiled() else ((1, 2),)
CASES = [(seed, left, manners) for manners in ("auto", "strict") for seed, left in LATE]


@pytest.mark.rule("C-18", "KR-G21")
@pytest.mark.parametrize(("seed", "left", "manners"), CASES)
@pytest.mark.uncounted
def test_samples_are_uniform_over_the_worlds_that_could_be(seed: int, left: int, manners: str) -> None:
    match = late_in_a_hand(seed, left, manners)
    for seat in (0, None) if left == 2 and compiled() else (seed % 4,):
        possible = worlds(match, seat)
        assert hands(match) in possible
        rng = rng_from(seed)
        times = A_WORLD * len(possible) if len(possible) < 2_000 else 3 * len(possible)
        drawn = Counter(hands(match.sample(seat, rng)) for _ in range(times))
        assert set(drawn) <= possible
        if times == A_WORLD * len(possible) and len(possible) > 1:
            assert set(drawn) == possible
            chi_squared = sum((drawn[world] - A_WORLD) ** 2 / A_WORLD for world in possible)
            assert chi_squared < chi_squared_limit(len(possible))


@pytest.mark.rule("KR-G13", "C-18")
def test_a_proved_revoke_stays_true_in_every_sample() -> None:
    """Somebody caught revoking holds, or has since played, the suit: no sample may clear him."""
    proved = 0
    for seed in range(60 if compiled() else 8):
        match = late_in_a_hand(seed, 4, "strict")
        if any(event["kind"] == "called" and event["proved"] for event in match.events(None)):
            proved += 1
            for number in range(5):
                assert agrees(match, hands(match.sample(0, rng_from(number))))
    assert proved > (5 if compiled() else 0)


def test_early_samples_are_quick_whatever_is_known() -> None:
    """With many suits shown out, samples are still found; each keeps every hand's size and every known void."""
    for seed in range(30 if compiled() else 3):
        match = late_in_a_hand(seed, 8, "auto")
        for seat in (*range(4), None):
            sample = match.sample(seat, rng_from(seed))
            assert sample.view(seat) == match.view(seat)
            assert sorted(bits(sum(hands(sample)))) == sorted(bits(sum(hands(match))))
