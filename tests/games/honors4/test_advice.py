"""The rulebook's player: it takes what it is given, keeps what can still pair, and beats a random player."""

import pytest

from parlour import Match
from parlour.arena import Plan
from parlour.arena.simulate import simulate
from parlour.core.engines import compiled
from parlour.games.honors4.advice import to_come

from .table import HONORS, layout, play


def advice(match: Match) -> str:
    return str(match.advise(match.actors[0]))


@pytest.mark.parametrize(("held", "top", "action"), [("C-3", "C-4", "take C-4"), ("C-3", "C-1", "pack")])
def test_it_takes_a_card_that_goes_out(held: str, top: str, action: str) -> None:
    assert advice(layout(f"{held} A-1", exposed=f"K-1 {top}")) == action


def test_when_the_numbers_must_ascend_it_knows() -> None:
    assert advice(layout("C-3 A-1", exposed="K-1 C-2", h4_ascending=True)) == "pack"


@pytest.mark.parametrize(
    ("held", "drawn", "pile", "thrown"),
    [
        ("A-1", "B-2", "", "A-1"),  # two partners are better than one
        ("B-3", "A-4", "", "A-4"),
        ("B-2", "A-1", "B-1 B-3", "B-2"),  # both its partners have gone by
        ("B-2", "A-2", "B-1", "B-2"),
        ("A-1", "B-1", "", "B-1"),  # alike: it throws what it drew
    ],
)
def test_it_keeps_the_card_that_more_can_pair_with(held: str, drawn: str, pile: str, thrown: str) -> None:
    match = layout(f"{held} L-1 L-3", drawn, exposed=f"{pile} K-1")
    play(match, "pack")
    assert advice(match) == f"throw {thrown}"


def test_it_does_not_throw_its_neighbour_the_card_she_needs() -> None:
    """The left neighbour was seen to take B-1, so B-2 is kept for all that C-2 has one partner more."""
    match = layout("B-2 L-1", "C-2", exposed="K-1 B-1", turn=1, opener=1)
    play(match, "take", "throw L-1", "pack")
    assert advice(match) == "throw C-2"


def test_it_swaps_a_dead_card_for_a_live_one() -> None:
    assert advice(layout("B-1 L-1", exposed="B-2 C-3")) == "take C-3"
    assert advice(layout("B-1 L-1", exposed="B-2 C-4")) == "pack"


def test_it_can_be_forced() -> None:
    stuck = layout("A-1 B-1", exposed="D-1", left=0, recycled=1)
    assert advice(stuck) == "take D-1"
    play(stuck, "take")
    assert advice(stuck) == "throw A-1"
    assert advice(layout("A-1 B-1", "D-1", exposed="A-2", h4_takes=1, takes=1)) == "pack"


def test_after_recycling_it_knows_what_is_in_hands() -> None:
    """All that nobody has seen must be in hands, so only cards of the old pile can still come."""
    match = layout("D-4 D-3 A-1 L-1", exposed="K-1", left=0)
    play(match, "pack", "throw drawn")
    s = match.state
    for seat in range(4):
        assert to_come(s, seat) == sum(1 << int(card) for card in s.pack[: s.left])


@pytest.mark.parametrize(("seats", "least"), [(2, 0.90), (4, 0.75), (12, 0.40)])
def test_it_beats_random_players(seats: int, least: float) -> None:
    """Alone among random players; a fair share would be one match in so many seats."""
    matches = 2_000 if compiled() else 20
    policies = ["rulebook"] + ["random"] * (seats - 1)
    options = {} if compiled() else {"h4_match": 1}
    summary = simulate(Plan.make(HONORS, seats=seats, policies=policies, seed=seats, matches=matches, options=options))
    share = summary.wins[0] / summary.matches
    assert share > (least if compiled() else 1 / seats)
