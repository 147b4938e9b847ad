"""Players that forget (C-07): what they lose, what they never lose, and what it costs them."""

import random
from collections import Counter

import numpy as np
import pytest

import parlour
from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.games.kardkelly.table import WHOLE_PACK

from .invariant import wrong
from .table import KELLY, go, layout, table

MANY = 2_000 if compiled() else 80


def recall(match: Match, rate: float, seed: int, seat: int = 0) -> list[int]:
    """The turned cards as a forgetful seat believes them to be."""
    s = match.sample(seat, rng_from(seed), forgetting=rate).state
    return [int(card) for card in s.pack[: s.turned]]


def turned(match: Match) -> list[int]:
    return [int(card) for card in match.state.pack[: match.state.turned]]


LONG = "2 B 4 S 5 B 6 B 7 S 8 B"  # twelve cards; nobody has these numbers


@pytest.fixture
def match() -> Match:
    return layout("1 3 11 14", turned=LONG)


@pytest.mark.rule("C-07", "C-18")
def test_a_perfect_memory_loses_nothing(match: Match) -> None:
    assert all(recall(match, 0.0, seed) == turned(match) for seed in range(20))


@pytest.mark.rule("C-07")
def test_the_top_card_is_there_to_see(match: Match) -> None:
    for seed in range(50):
        assert recall(match, 1.0, seed)[-1] == turned(match)[-1]


@pytest.mark.rule("C-07")
@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_a_card_is_lost_by_the_rate_for_every_card_since(match: Match, rate: float) -> None:
    """Of a number, what is not lost is surely recalled; what is lost hardly ever comes back by a guess."""
    rng = rng_from(1)
    kept: Counter[int] = Counter()
    for _ in range(MANY):
        s = match.sample(0, rng, forgetting=rate).state
        kept.update(i for i in range(12) if s.pack[i] == turned(match)[i] <= 15)
    for i in (0, 2, 4, 6, 8, 10):
        remembered = (1 - rate) ** (11 - i)
        guessed = (1 - remembered) * 0.1  # a lucky guess: about one in thirty-odd cards
        error = 4 * (0.25 / MANY) ** 0.5
        assert remembered - error < kept[i] / MANY < remembered + guessed + error


@pytest.mark.rule("C-07", "C-18")
@pytest.mark.parametrize("rate", [0.05, 0.5, 1.0])
def test_what_the_table_shows_stays_as_it_is(rate: float) -> None:
    """Whatever is forgotten, the pack is whole and everybody sees the same table."""
    choose, told = random.Random(3), {"result": None}  # of a hand, told from what happened: no position has that
    for seed in range(20 if compiled() else 2):
        match = KELLY.match(2 + seed % 6, seed=seed, options={"hands": 2, "revive_timing": "any_time"})
        while not match.over:
            seat = choose.choice(match.actors)
            match.play(seat, choose.choice(match.legal_ids(seat)))
            if choose.random() < 0.1:
                seat = choose.randrange(match.seats)
                sample = match.sample(seat, rng_from(choose.getrandbits(30)), forgetting=rate)
                assert Counter(sample.state.pack.tolist()) == WHOLE_PACK
                assert wrong(sample.state) is None
                assert sample.view(seat) == match.view(seat)
                again = KELLY.match(position=sample.position, options=sample.options)
                assert again.view(seat) | told == match.view(seat) | told


@pytest.mark.rule("C-07", "KK-G09")
def test_a_disk_before_a_seat_is_taken_for_good_unless_its_card_is_remembered(match: Match) -> None:
    for seed in range(40):
        assert not {1, 3, 11, 14} & set(recall(match, 1.0, seed))
    phantom = layout("1 9 11", turned="9 3 B B B B B B", out="3")
    believed = [9 in recall(phantom, 0.2, seed) for seed in range(MANY // 10)]
    assert any(believed) or not compiled()
    assert not all(believed)


@pytest.mark.rule("KK-G23", "KK-15", "C-07")
def test_somebody_killed_every_dead_seat() -> None:
    """One dead seat and two disks out of play: at least one of their cards was turned, and either may have been."""
    match = layout("1 - 11 14", turned="3 B B B B B B B B B", out="3 9")
    seen: Counter[tuple[bool, bool]] = Counter()
    for seed in range(MANY // 4):
        cards = recall(match, 1.0, seed)
        seen[3 in cards, 9 in cards] += 1
    assert seen[False, False] == 0
    if compiled():
        assert set(seen) == {(True, False), (False, True), (True, True)}


@pytest.mark.rule("KK-G23", "C-07")
def test_with_as_many_dead_as_disks_out_all_of_them_were_turned() -> None:
    match = layout("1 - 11 -", turned="3 14 B B B B B B", out="3 14")
    for seed in range(60):
        assert {3, 14} <= set(recall(match, 1.0, seed))


@pytest.mark.rule("C-07")
def test_after_the_hand_there_is_nothing_to_forget() -> None:
    match = go(layout("1 3", "7 B 8 B 1"), "turn turn turn turn turn")
    assert table(match)["phase"] == "deal"
    assert recall(match, 1.0, 1) == turned(match)


@pytest.mark.rule("C-07")
def test_more_phantoms_than_places_for_them() -> None:
    """Three phantoms and one card face down: somebody's disk must be gone, whatever one would like to believe."""
    cards = [*(str(n) for n in range(1, 16)), *"B" * 14, *"S" * 10]
    match = layout("1 2 3", turned=" ".join(cards))
    for seed in range(20):
        sample = match.sample(0, rng_from(seed), forgetting=1.0)
        assert Counter(sample.state.pack.tolist()) == WHOLE_PACK
        assert sample.view(0) == match.view(0)


# --- Bots that forget -----------------------------------------------------------------------------------------


def rejection(card_turned: bool) -> Match:
    """Disk 9 has been rejected, long after its card was turned, or without its ever being turned."""
    first = "9" if card_turned else "8"
    disks = {"out": "3", "pool": "5", "phase": "rejected", "buyer": "1=9"}
    return layout("1 - 11 14", turned=f"{first} 3 2 B 4 S 5 B 6 B 7 S", turn=1, **disks)


@pytest.mark.rule("C-07", "KK-20")
@pytest.mark.parametrize("card_turned", [True, False])
def test_a_perfect_player_challenges_just_the_false_rejections(card_turned: bool) -> None:
    match = rejection(card_turned)
    for seed in range(10):
        bot = parlour.bot("kardkelly", "rulebook", seed=seed)
        assert str(bot.choose(match, 2)) == ("silent" if card_turned else "challenge")


@pytest.mark.rule("C-07", "KK-20")
def test_a_forgetful_player_errs_both_ways() -> None:
    wrong_calls, missed = 0, 0
    many = 200 if compiled() else 40
    for seed in range(many):
        bot = parlour.bot("kardkelly", "rulebook", seed=seed, forgetting=0.2)
        wrong_calls += str(bot.choose(rejection(True), 2)) == "challenge"
        missed += str(bot.choose(rejection(False), 2)) == "silent"
    assert 0.4 * many < wrong_calls < 0.95 * many
    assert 0.02 * many < missed < 0.5 * many


@pytest.mark.rule("C-07")
def test_forgetting_costs_counters() -> None:
    """Against players that remember, one that forgets fast keeps phantoms and loses challenges."""
    lost = []
    for seed in range(60 if compiled() else 1):
        match = KELLY.match(3, seed=seed, options={"hands": 4})
        bots = [parlour.bot("kardkelly", "rulebook", seed=seat, forgetting=0.5 * (seat == 0)) for seat in range(3)]
        while not match.over:
            seat = match.actors[0]
            action = bots[seat].choose(match, seat)
            assert action.id in match.legal_ids(seat)
            match.play(seat, action)
        lost.append(match.scores[0])
    if compiled():
        assert np.mean(lost) + 2 * np.std(lost) / len(lost) ** 0.5 < 0
