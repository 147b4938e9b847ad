"""The rulebook's player: what it does, and that it is worth meeting."""

import random

import numpy as np
import pytest

import parlour
from parlour import Match
from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.core.engines import compiled
from parlour.games.kardkelly.table import STAYS

from .table import KELLY, go, layout
from .test_disks import dead_second


def advice(match: Match, seat: int) -> str:
    return str(match.advise(seat))


@pytest.mark.rule("KK-18")
def test_it_keeps_what_is_good_and_rejects_what_is_gone() -> None:
    assert advice(go(dead_second(), "buy"), 1) == "keep"
    assert advice(go(dead_second(turned="9 3 B"), "buy"), 1) == "reject"


@pytest.mark.rule("KK-20", "KK-G24")
def test_it_challenges_when_it_knows_better() -> None:
    assert advice(go(dead_second(), "buy reject"), 2) == "challenge"
    assert advice(go(dead_second(turned="9 3 B"), "buy reject"), 2) == "silent"
    assert advice(go(dead_second(challenge_keep=True), "buy keep"), 2) == "silent"
    assert advice(go(dead_second(turned="9 3 B", challenge_keep=True), "buy keep"), 2) == "challenge"


def test_it_buys_for_a_large_pot_and_not_for_a_small_one() -> None:
    def asked(balances: str) -> Match:
        disks = {"turned": "3 B", "out": "3", "turn": 1, "phase": "buy", "buyer": "1"}
        return layout("1 - 11 14 15 8 9 10", balances=balances, **disks)  # type: ignore[arg-type]

    assert advice(asked("-1,-1,-1,-1,-1,-1,-1,-1"), 1) == "decline"
    assert advice(asked("-5,-5,-5,-5,-5,-5,-5,-5"), 1) == "buy"


def test_it_never_buys_when_every_disk_to_be_had_is_gone() -> None:
    turned = "3 " + " ".join(str(n) for n in range(1, 16) if n not in (1, 3, 11, 14))
    match = layout("1 - 11 14", turned=turned, out="3", turn=1, phase="buy", buyer="1", balances="-90,-90,-90,-90")
    assert advice(match, 1) == "decline"


@pytest.mark.rule("KK-G26")
def test_it_takes_a_good_disk_back_and_stops_when_nothing_is_left_to_hope_for() -> None:
    assert advice(go(dead_second(reclaim=True), "buy reject 0:challenge"), 1) == "reclaim"
    assert advice(go(dead_second(turned="9 3 B"), "buy reject hush"), 1) == "draw"
    gone = "9 3 " + " ".join(str(n) for n in range(1, 16) if n not in (1, 3, 9, 11, 14))
    assert advice(go(dead_second(turned=gone), "buy reject hush"), 1) == "stop"


def test_a_dear_disk_is_bought_more_rarely() -> None:
    """Where every disk costs a counter, the price of a good one grows with the bad ones in the pool."""
    bought = {}
    for cost in ("once", "per_disk"):
        plan = Plan.make(KELLY, seats=4, policies=["rulebook"], options={"revive_cost": cost}, seed=1, matches=9)
        rows = Series(plan).play(0, 200 if compiled() else 2).rows
        bought[cost] = int((rows[:, 1] == STAYS).sum())
    assert bought["per_disk"] < bought["once"]


@pytest.mark.parametrize("seats", [2, 4, 9])
def test_it_beats_random_players(seats: int) -> None:
    """Ten pots against players who keep phantoms and challenge at random."""
    policies = ["rulebook", *["random"] * (seats - 1)]
    matches = 2_000 if compiled() else 4
    played = Series(Plan.make(KELLY, seats=seats, policies=policies, seed=1, matches=9)).play(0, matches)
    gains = played.counters[:, 0]
    assert gains.mean() - 3 * gains.std() / matches**0.5 > 3 or not compiled()


def test_one_random_player_among_sound_ones_loses() -> None:
    if not compiled():
        pytest.skip("needs many matches")
    policies = ["random", *["rulebook"] * 3]
    gains = Series(Plan.make(KELLY, seats=4, policies=policies, seed=2, matches=9)).play(0, 2_000).counters[:, 0]
    assert gains.mean() + 3 * gains.std() / 2_000**0.5 < -5


def test_it_always_has_something_legal_to_say() -> None:
    choose = random.Random(1)
    options = {"revive_timing": "any_time", "revive_cost": "per_disk", "challenge_keep": True, "reclaim": True}
    for seed in range(12 if compiled() else 2):
        match = KELLY.match(2 + seed % 4, seed=seed, options=options | {"hands": 2, "credit": False, "stake": 3})
        while not match.over:
            seat = choose.choice(match.actors)
            advised = match.advise(seat)
            assert advised.id in match.legal_ids(seat)
            match.play(seat, advised if choose.random() < 0.5 else choose.choice(match.legal_ids(seat)))


def test_the_bots_play_whole_matches() -> None:
    match = KELLY.match(3, seed=2, options={"hands": 1})
    bots = [parlour.bot("kardkelly", level, seed=1) for level in ("rulebook", "random", "rulebook")]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match, seat))
    assert np.isclose(sum(match.payoffs), 0)
