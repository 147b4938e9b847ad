"""The rulebook player: sensible in plain cases, and well ahead of chance."""

import pytest

from parlour import Match
from parlour.bots.ismcts import Tree
from parlour.core.actions import Action
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.games import game

from .table import HONORS2, layout, play
from .test_fine import thrown


def advice(match: object, seat: int | None = None) -> str:
    return str(match.advise(match.actors[0] if seat is None else seat))  # type: ignore[attr-defined]


def test_it_takes_the_card_that_makes_three() -> None:
    assert advice(layout(["A-1 A-2 B-4", "L-1 L-2 L-3"], row="A-4", rest="stock")) == "take 1"


def test_it_reaches_deep_when_the_price_is_right() -> None:
    hands = ["A-3 A-4 B-4 C-1", "L-1 L-2 L-3 K-1 K-2 J-1"]
    assert advice(layout(hands, row="A-2 D-1", rest="stock")) == "take 2"
    dear = "A-2 D-4 E-4 F-4 G-4 H-4 I-4 J-4 K-4"
    assert advice(layout(hands, row=dear, rest="stock")) == "stock"


def test_it_lays_what_it_can() -> None:
    match = layout(["A-1 A-2 A-3 A-4 B-4", "L-1"], laid=["", "C-1 C-2 C-3"], row="D-1", stock="C-4")
    play(match, "stock")
    assert advice(match) == "lay A-1 A-2 A-3 A-4"
    play(match, "lay A-1 A-2 A-3 A-4")
    assert advice(match) == "fourth C-4"


@pytest.mark.rule("H2-15")
def test_it_keeps_pairs_and_sheds_high_single_cards() -> None:
    match = layout(["A-1 A-2 B-1 C-4 D-2", "L-1 L-2 L-3 K-1 K-2"], stock="E-1", row="F-1")
    play(match, "stock")
    assert advice(match) == "discard C-4"


@pytest.mark.rule("H2-15", "H2-G08")
def test_it_claims_a_fine_and_gives_a_bad_card() -> None:
    match = thrown()
    assert advice(match, 2) == "claim"
    play(match, "2: claim")
    assert advice(match) == "give K-1"  # it keeps its pair of G


@pytest.mark.rule("H2-G09")
def test_it_does_not_let_anybody_out_by_a_card_that_can_be_claimed() -> None:
    match = layout(["A-1 A-2 A-3", "F-1 F-2", "G-1"], laid=["", "D-1 D-2 D-3"], stock="D-4 L-1", row="K-1")
    play(match, "stock", "lay A-1 A-2 A-3", "discard D-4")
    assert advice(match, 1) == "claim"


def shrewd(match: Match) -> str:
    """What an expert would do now, as players that search hear it."""
    seat = match.actors[0]
    action = Tree(HONORS2, 1).book(match.states, seat, rng_from(1))
    return str(Action(match.legal(seat), int(action)))


def test_an_expert_takes_the_card_that_makes_three() -> None:
    assert shrewd(layout(["A-3 A-4 B-4 C-1", "L-1 L-2"], row="D-1 A-2", rest="stock")) == "take 1"


def test_an_expert_lays_what_she_can() -> None:
    match = layout(["A-1 A-2 A-3 B-4", "L-1"], row="D-1", stock="C-4")
    play(match, "stock")
    assert shrewd(match) == "lay A-1 A-2 A-3"


@pytest.mark.parametrize("others", [1, 3])
def test_an_expert_throws_no_third_card_to_who_has_two(others: int) -> None:
    hands = ["A-1 A-2 B-4 K-2", "L-1 L-2 B-1 B-2 C-1 C-2", *["I-1 I-2 J-3 J-4", "G-1 G-2 H-1 H-2"][: others - 1]]
    known = ["", "B-1 B-2", "", ""][: others + 1]
    match = layout(hands, row="F-1", stock="E-1", known=known, rest="stock")
    play(match, "stock")
    assert shrewd(match).startswith("discard")
    assert shrewd(match) != "discard B-4"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"must_use_deep": True},
        {"forced_lay": True, "stock_out": "end"},
        {"stock_out": "decline"},
        {"fine": "prevent"},
    ],
)
def test_an_expert_plays_by_the_rules(options: dict[str, object]) -> None:
    for seats in (2, 4):
        match = HONORS2.match(seats, seed=1, options={"hand_cap": 1, **options})
        while not match.over:
            match.play(match.actors[0], shrewd(match))


@pytest.mark.rule("H2-15")
@pytest.mark.parametrize("seats", [2, 4, 6] if compiled() else [2])
def test_it_beats_chance_and_never_throws_a_playable_card(seats: int) -> None:
    from parlour.arena import Plan
    from parlour.arena.series import Series
    from parlour.games.honors2.statistics import tally

    policies = ["rulebook", *["random"] * (seats - 1)]
    matches, hands = (60, 10) if compiled() else (1, 3)
    plan = Plan.make(
        game("honors2"), seats=seats, policies=policies, seed=seats, matches=matches, options={"hand_cap": hands}
    )
    chunk = Series(plan).play(0, matches)
    ahead = (chunk.points[:, 0] > chunk.points[:, 1:].max(axis=1)).mean()
    assert ahead > 0.9
    everybody = Plan.make(
        game("honors2"), seats=seats, policies=["rulebook"], seed=1, matches=matches, options={"hand_cap": 1}
    )
    assert tally(Series(everybody).play(0, matches).rows, seats)["events"][-1] == 0
