"""The end of a hand with all hands open: the search plays as an exact solver does, and the solver as the rules do."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import Match
from parlour.bots.ismcts import Tree, ranked
from parlour.bots.levels import level_of
from parlour.core.chance import below, rng_from
from parlour.core.contract import Rng
from parlour.core.kernel import rule
from parlour.games.kamra import advice
from parlour.games.kamra.table import CARDS, PACK, PLAY

from .exact import Solver, right, safe
from .table import KAMRA

FIVE = 5  # cards left in a hand


def endings(seed: int, few: int, seats: int = 4) -> Iterator[Match]:
    """A hand that the rulebook player plays with himself, whenever there is a choice among the last few cards."""
    match, rng = KAMRA.match(seats, seed=seed, options={"hand_cap": 1, "all_pass": "dealer_bids_one"}), rng_from(seed)
    while not match.over:
        seat, state = match.actors[0], match.state
        if int(state.played) >= CARDS - few * seats and len(match.legal_ids(seat)) > 1:
            yield match
        match.play(seat, match.advise(seat, rng))


# --- Playouts ---------------------------------------------------------------------------------------------------


@rule
def any_action(states: Any, seat: int, rng: Rng) -> int:
    return advice.any_action(states[0], seat, rng)


@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_a_random_card_is_the_one_that_the_list_would_have_given(manners: str) -> None:
    match, rng, cards = KAMRA.match(5, seed=3, options={"hand_cap": 1, "manners": manners}), rng_from(2), 0
    while not match.over:
        seat, choices = match.actors[0], match.legal_ids(match.actors[0])
        same = rng.copy()
        action = int(any_action(np.array([match.state]), seat, rng))
        listed = choices[below(same, len(choices))]
        assert action in (-1, listed)
        cards += action == listed
        match.play(seat, listed)
        rng = same
    assert cards == (CARDS if manners == "auto" else 0)


# --- The solver -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_who_plays_what_the_solver_is_sure_of_gains_what_it_says(seats: int, seed: int) -> None:
    match, rng, solver = next(endings(seed, 3, seats)).clone(), rng_from(seed), Solver()
    promises = []
    while not match.over:
        seat, options = match.actors[0], solver.options(match.state)
        assert sorted(PLAY + card for card in options) == sorted(match.legal_ids(seat))
        assert safe(options) <= right(options)
        card = sorted(safe(options))[below(rng, len(safe(options)))]
        promises.append((seat, options[card]))
        match.play(seat, PLAY + card)
    assert len(promises) > 2 * seats
    for seat, promised in promises:
        assert round(seats * match.scores[seat] - sum(match.scores)) in promised


def record(hands: tuple[str, ...], **fields: Any) -> Any:
    """A record in the middle of a hand of four: the cards held, by seat, and anything else that matters."""
    state = KAMRA.match(4, seed=1).state
    for seat, hand in enumerate(hands):
        state.hands[seat] = sum(1 << PACK.parse(card) for card in hand.split())
    state.played = CARDS - sum(len(hand.split()) for hand in hands)
    state.bids[:4] = 0
    for name, value in fields.items():
        state[name][: np.size(value)] = value
    state.lying, state.turn, state.highest = 0, 0, 0
    return state


def card(text: str) -> int:
    return int(PACK.parse(text))


def test_the_last_dollar_is_drawn_before_the_good_card_is_led() -> None:
    """Seat 0 needs both reels; who leads the Producer first sees it bought, for the others gain by that."""
    options = Solver().options(record(("$2 *P", "$1 T5", "T1 T2", "T3 T4"), bids=[2]))
    assert options == {card("$2"): [60], card("*P"): [-60]}
    assert right(options) == safe(options) == {card("$2")}


def test_a_star_goes_to_a_reel_that_one_takes_oneself() -> None:
    """Both of seat 0's cards take a reel, but the Star only counts for it if nobody buys it: draw the Dollar first."""
    options = Solver().options(record(("$2 TS", "$1 C1", "C2 C3", "C4 C5"), bids=[1]))
    assert options == {card("$2"): [3 * 40], card("TS"): [3 * 10]}


def test_choices_among_equals_of_others_leave_several_outcomes() -> None:
    """Then a card may be right, if they choose well for the mover, and yet not safe."""
    options = Solver().options(next(endings(3, 3)).state)
    assert max(len(gains) for gains in options.values()) > 1
    assert safe(options) < right(options)


# --- The search -------------------------------------------------------------------------------------------------


def agreement(hands: range, rounds: int) -> tuple[int, int, int]:
    """Decisions in the last reels of so many hands, those in which not every card is right, and how many were wrong."""
    level = level_of(KAMRA, "master", rounds=rounds, prize=0.0)  # the solver knows no match beyond the hand
    tree, hidden = Tree(KAMRA, rounds), np.zeros(len(KAMRA.table.ACTIONS), dtype=np.uint8)
    decisions = mattered = wrong = 0
    for seed in hands:
        solver = Solver()
        for match in endings(seed, FIVE):
            seat, options = match.actors[0], solver.options(match.state)
            tree.begin(seat, match.seats, level, open_hands=True)
            tree.grow(match.states, hidden, rounds, rng_from(seed, len(match.moves)))
            decisions += 1
            mattered += right(options) != set(options)
            wrong += ranked([tree])[0].action - PLAY not in right(options)
    print(f"{decisions} decisions, {1 - wrong / decisions:.2%} right; {mattered} mattered, {1 - wrong / mattered:.2%}")
    return decisions, mattered, wrong


@pytest.mark.compiled("millions of positions")
def test_with_open_hands_the_search_plays_the_end_as_the_solver_does() -> None:
    decisions, mattered, wrong = agreement(range(1000, 1004), 4000)
    assert mattered > 5
    assert wrong <= 0.05 * decisions  # a small sample


@pytest.mark.long
@pytest.mark.compiled("millions of positions")
def test_with_open_hands_the_search_agrees_with_the_solver_in_98_of_100_decisions() -> None:
    decisions, _, wrong = agreement(range(60), 12_000)
    assert decisions > 600
    assert wrong <= 0.02 * decisions


def first_free_lead(seed: int) -> Match:
    """The first time in a match of rulebook players that somebody may lead almost anything."""
    match, rng = KAMRA.match(4, seed=seed), rng_from(seed)
    while match.view(None)["table"]["phase"] != "play" or len(match.legal_ids(match.actors[0])) < 12:
        match.play(match.actors[0], match.advise(match.actors[0], rng))
    return match


@pytest.mark.compiled("thousands of rounds")
@pytest.mark.parametrize("seed", [21, 26])
def test_strong_players_agree_on_the_lead_whatever_their_seeds(seed: int) -> None:
    """With two hundred rounds twelve of them had five or six leads, some of them far worse than others."""
    match = first_free_lead(seed)
    leads = [parlour.bot("kamra", "strong", seed=each).choose(match, match.actors[0]).id for each in range(12)]
    assert max(map(leads.count, leads)) >= 10
