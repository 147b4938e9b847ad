"""The rulebook player: what it knows it takes, and it beats a random one; and what no hint advises."""

import pytest

import parlour
from parlour import Match
from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.bots.explain import thinker_of
from parlour.bots.ismcts import Tree
from parlour.bots.levels import NAMES
from parlour.core.actions import Action
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.kernels import WON
from parlour.games.honors1.advice import pointless

from .table import HONORS, ask, layout


def advised(*asks: str, hands: tuple[str, ...], seed: int = 1, **options: object) -> str:
    match = layout(hands, draw_on_miss=False, **options)  # type: ignore[arg-type]
    ask(match, *asks)
    return str(match.advise(match.actors[0], rng_from(seed)))


def test_it_takes_back_what_it_saw_change_hands() -> None:
    """Seat 0 took A-2 from seat 1 and was then wrong."""
    hands = ("A1 B1 C1", "A23 B2", "C2 D1")
    for seed in range(5):
        assert advised("1 A-2", "2 A-4", hands=hands, seed=seed) in ("ask 0 A-2", "ask 0 A-1")


def test_it_completes_a_book_before_it_helps_another() -> None:
    """She holds three of B, and one of A, which counts double."""
    match = layout(("A1", "B123 A2", "A3 B4 C1"), centre=None, turn="1")
    for seed in range(5):
        assert str(match.advise(1, rng_from(seed))) in ("ask 2 B-4", "ask 0 B-4")


def test_it_does_not_ask_again_where_it_was_refused() -> None:
    hands = ("A1 B1", "C1 D1", "A2 E1")
    match = layout(hands, draw_on_miss=False)
    ask(match, "1 A-2", "2 C-3", "0 E-2")
    for seed in range(10):
        assert str(match.advise(0, rng_from(seed))) != "ask 1 A-2"


@pytest.mark.parametrize("seats", [2, 4, 8] if compiled() else [2])
def test_it_beats_a_random_player(seats: int) -> None:
    """One rulebook player among random ones wins far more than her share."""
    matches = 400 if compiled() else 1
    options = {"hand_cap": 1} if compiled() else {"hand_cap": 1, "h1_stagnation": 1}
    plan = Plan.make(
        HONORS, seats=seats, options=options, policies=["rulebook"] + ["random"] * (seats - 1), seed=1, matches=matches
    )
    won = Series(plan).play(0, matches).facts[:, WON]
    if compiled():
        assert (won & 1).sum() > 0.8 * matches


def expert(match: Match, seed: int) -> str:
    """What an expert would ask, as players that search hear it; the match must stay as it is."""
    seat, states = match.actors[0], match.states
    before = states.tobytes()
    action = Tree(HONORS, 1).book(states, seat, rng_from(seed))
    assert states.tobytes() == before
    return str(Action(match.legal(seat), int(action)))


def test_an_expert_takes_what_she_saw_change_hands() -> None:
    match = layout(("A1 B1 C1", "A23 B2", "C2 D1"), draw_on_miss=False)
    ask(match, "1 A-2", "2 A-4")
    assert expert(match, 1) in ("ask 0 A-2", "ask 0 A-1")


def test_an_expert_puts_two_and_two_together() -> None:
    """Seat 1 holds most cards, and has asked for as many books: so none of hers is C-4, though the book would try."""
    hands = ("C123 B23 D23 E23 G23", "B1 D1 E1 G1", "B4 C4", "D4 E4 G4")
    match = layout(hands, centre=None, turn="1")
    for book in "BDE":
        ask(match, f"2 {book}-2", "1 B-2", "1 D-2", "3 B-1")
    ask(match, "2 G-2", "1 B-2", "1 D-2")
    assert str(match.advise(0, rng_from(1))) == "ask 1 C-4"
    assert expert(match, 1) in ("ask 2 C-4", "ask 3 C-4")


def known_fourth() -> Match:
    """Seat 0 lacks of book B only B-4, which everybody saw seat 1 get."""
    match = layout(("B123 C1", "D1", "B4 C2 D2"), draw_on_miss=False, must_hold=False, turn="1")
    ask(match, "2 B-4", "0 D-3", "0 D-3")
    return match


def test_only_what_is_known_has_a_point_while_a_book_can_be_filled() -> None:
    match = known_fourth()
    assert match.actors == (0,)
    asks = {action for action in match.legal(0) if not pointless(match.state, 0, action.id)}
    assert {str(action) for action in asks} == {"ask 1 B-4"}
    match.play(0, "ask 1 B-4")
    assert not any(pointless(match.state, 0, action.id) for action in match.legal(0))


@pytest.mark.compiled("a search takes long in plain Python")
@pytest.mark.parametrize("level", NAMES)
def test_every_level_takes_a_sure_book(level: str) -> None:
    match = known_fourth()
    assert {str(parlour.bot("honors1", level, seed=seed).choose(match, 0)) for seed in range(6)} == {"ask 1 B-4"}


@pytest.mark.compiled
@pytest.mark.parametrize("level", ["strong", "master"])
def test_no_hint_puts_off_a_book_that_can_surely_be_filled(level: str) -> None:
    match, chances = HONORS.match(seed=1, options={"hand_cap": 2}), 0
    adviser = thinker_of(HONORS, level, rounds=60)
    while not match.over:
        seat = match.actors[0]
        first = adviser.estimates(match, seat)[0].action
        in_vain = [pointless(match.state, seat, number) for number in match.legal_ids(seat)]
        chances += any(in_vain)
        assert all(in_vain) or not pointless(match.state, seat, first.id)
        match.play(seat, first)
    assert chances > 10
