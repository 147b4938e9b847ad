"""The rulebook player: it beats chance, and it plays as a sensible person would."""

import pytest

from parlour.core.chance import rng_from

from .table import BACARAC, betting, layout
from .test_poker import STRONG


def first_seat(seats: int, policies: list[str], matches: int) -> tuple[float, ...]:
    """Of the first seat: the bounds of its share of the wins in per cent, its chips a match, and their margin."""
    from parlour.arena import Plan, simulate

    plan = Plan.make(BACARAC, seats=seats, policies=policies, seed=1, matches=matches)
    table = next(table for table in simulate(plan).tables() if table.title == "Seats")
    names = ("from %", "to %", "payoff", "payoff ±")
    return tuple(float(table.rows[0][table.columns.index(name)] or 0) for name in names)


@pytest.mark.compiled("needs many matches")
@pytest.mark.parametrize(("seats", "matches"), [(2, 400), (4, 400), (8, 2_000)])
def test_it_beats_chance(seats: int, matches: int) -> None:
    """One rulebook player among random ones wins more than his share, and chips.

    The final hand is luck, and with eight players 420 chips lie there: shares of the wins keep close together.
    """
    low, _, chips, margin = first_seat(seats, ["rulebook"] + ["random"] * (seats - 1), matches)
    assert low > 100 / seats
    assert chips - margin > 0


@pytest.mark.compiled("needs many matches")
@pytest.mark.parametrize(("seats", "matches"), [(4, 400), (8, 200)])
def test_chance_loses_to_it(seats: int, matches: int) -> None:
    """One random player among rulebook ones loses chips."""
    _, high, chips, margin = first_seat(seats, ["random"] + ["rulebook"] * (seats - 1), matches)
    assert chips + margin < 0
    if seats == 4:  # with eight, too few matches to tell
        assert high < 100 / seats


def test_it_bets_a_great_hand_and_never_folds_for_nothing() -> None:
    assert str(betting(*STRONG).advise(0, rng_from(1))).startswith("bet")
    poor = betting("2C 4D 7H 9S JC", "3C 3D 3H QC QD", "8C 8D 8H KC KD")
    assert str(poor.advise(0, rng_from(1))) == "check"


def test_it_folds_a_poor_hand_to_a_bet() -> None:
    match = betting("3C 3D 3H QC QD", "2C 4D 7H 9S JC", "8C 8D 8H KC KD", board=[9, 1, 6, 3, 3, 3, 3, 3, 3, 3])
    match.play(0, "bet 3")
    assert str(match.advise(1, rng_from(1))) == "fold"


@pytest.mark.rule("BC-G10")
def test_it_leads_what_comes_back() -> None:
    """The Ace comes back for sure; from the low Club the run goes to others."""
    match = layout("AS 4C 9D", "5C 6C 3D", "7C 8C 4D", dead="9C 10D", run="2H-2H:2")
    assert str(match.advise(0, rng_from(1))) == "lead S"


@pytest.mark.rule("BC-32")
def test_it_goes_out_when_it_can() -> None:
    match = layout("9D 10D", "5C 6C 3D", "7C 8C 4H", dead="JD", run="2S-2S:2")
    assert str(match.advise(0, rng_from(1))) == "lead D"


@pytest.mark.rule("BC-39")
def test_it_claims_what_it_has_earned() -> None:
    match = layout("KH", "AH 2C", "3C", dead="2D", run="2S-2S:2", manners="strict")
    match.play(0, "lead H")
    assert str(match.advise(0)) == "claim kitty"


@pytest.mark.rule("BC-26")
def test_it_likes_to_take_chips() -> None:
    match = layout("10H JH 4D 9C", "5C 6C 3S", "7C 8C 4S", dead="QH 5D", run="2S-2S:2")
    assert str(match.advise(0, rng_from(1))) == "lead H"
