"""Who meets whom, in which seats, with which deals."""

from collections import Counter
from typing import Any

import pytest
from tests.arena.tables import GAME, small

from parlour.arena.tournament import Tournament, rotations
from parlour.errors import OptionError, ParlourError, SeatError, UnknownGame, WrongVersion
from parlour.games import game


@pytest.mark.parametrize(
    ("bots", "seats", "lineups", "seatings"),
    [
        ("ab", 2, [], "ab ba"),
        ("a", 3, [], "aaa"),
        ("ab", 4, [], "abab baba"),
        ("ab", 3, [], "aba aab baa bab bba abb"),
        ("abc", 2, [], "ab ba ac ca bc cb"),
        ("abbb", 4, [], "abbb babb bbab bbba"),
        ("ab", 4, ["a,b,b,b"], "abbb babb bbab bbba"),
        ("ab", 4, [" 1, 2,2,2 "], "abbb babb bbab bbba"),
        ("", 3, ["a,b,b"], "abb bab bba"),
        ("abc", 3, [], "abc cab bca"),
        ("abc", 3, ["a,b,c", "a,c,b", "b,c,a"], "abc cab bca acb bac cba"),
        ("ab", 4, ["a,a,b,b"], "aabb baab bbaa abba"),
    ],
)
def test_every_line_up_is_turned_round_the_table(bots: str, seats: int, lineups: list[str], seatings: str) -> None:
    one = small(*bots, seats=seats, lineups=lineups) if bots else Tournament.make(
        game(GAME), [], seats=seats, lineups=lineups, matches=1
    )  # fmt: skip
    found = ["".join(one.bots[bot] for bot in seating) for seating in one.seatings]
    assert found == seatings.split()


@pytest.mark.parametrize(("bots", "seats"), [("ab", 5), ("abc", 5), ("abcd", 3), ("abcde", 2), ("abcdef", 4)])
def test_the_usual_line_ups_give_all_bots_every_seat_equally_often(bots: str, seats: int) -> None:
    one = small(*bots, seats=seats)
    times = Counter((bot, seat) for seating in one.seatings for seat, bot in enumerate(seating))
    assert len(times) == len(bots) * seats
    assert len(set(times.values())) == 1


def test_matches_are_whole_deals() -> None:
    one = small("a", "b", "b", seats=3, matches=10)
    assert (one.deals, one.total) == (4, 12)
    assert [one.place(number) for number in (0, 2, 3, 11)] == [(0, 0), (0, 2), (1, 0), (3, 2)]


def test_a_deal_is_the_same_in_all_seatings_and_bots_choose_afresh_in_every_match() -> None:
    one, again, other = small(), small(seed="1"), small(seed=2)
    assert one.deal_seed(0) == one.deal_seed(1) == again.deal_seed(0) != one.deal_seed(2)
    seeds = {one.bot_seed(number, seat) for number in range(50) for seat in range(15)}
    assert len(seeds) == 50 * 15
    assert one.bot_seed(3, 1) == again.bot_seed(3, 1) != other.bot_seed(3, 1)
    assert small(seed=None).seed != small(seed=None).seed


@pytest.mark.parametrize("sprt", [None, (0, 10)])
def test_a_tournament_survives_as_plain_data(sprt: tuple[float, float] | None) -> None:
    one = small("a", "b", "b", seats=3, sprt=sprt)
    assert Tournament.from_data(one.data()) == one


def test_a_tournament_of_other_rules_is_refused() -> None:
    with pytest.raises(WrongVersion, match="version 99"):
        Tournament.from_data(small().data() | {"rules": 99})
    with pytest.raises(UnknownGame):
        Tournament.from_data(small().data() | {"game": "chess"})


def test_a_tournament_can_be_made_longer_or_tested() -> None:
    one = small()
    longer = one.extended(50, (0, 5))
    assert (longer.matches, longer.seatings, longer.seed) == (50, one.seatings, one.seed)
    assert longer.sprt is not None
    assert longer.extended(None, None) == longer
    with pytest.raises(OptionError, match="from one to"):
        one.extended(0, None)


@pytest.mark.parametrize(
    ("bots", "more", "error", "words"),
    [
        ("ab", {"matches": 0}, OptionError, "from one to"),
        ("ab", {"seats": 99}, SeatError, "not 99"),
        ("ab", {"options": {"colour": 1}}, OptionError, "colour"),
        ("abb", {"seats": 4}, SeatError, "one for each of 4 seats, not 3"),
        ("ab", {"lineups": ["a,b,b"]}, SeatError, "3 places for 2 seats"),
        ("ab", {"lineups": ["a,c"]}, OptionError, "none of the bots: a, b"),
        ("ab", {"lineups": ["a,3"]}, OptionError, "'3'"),
        ("abc", {"lineups": ["a,b"]}, OptionError, "has a place for c"),
        ("abcd", {"lineups": ["a,b", "c,d"]}, OptionError, "never meet"),
        ("abc", {"sprt": (0, 5)}, OptionError, "between two bots, not 3"),
        ("ab", {"sprt": (5, 5)}, OptionError, "the lower first"),
        ("ab", {"sprt": (0, float("inf"))}, OptionError, "the lower first"),
        ("abcdefghijklmnopqrstuvwxyz", {"seats": 12}, OptionError, "too many line-ups"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(
    bots: str, more: dict[str, Any], error: type[ParlourError], words: str
) -> None:
    with pytest.raises(error, match=words):
        small(*bots, **more)
    with pytest.raises(OptionError, match="at least one bot"):
        Tournament.make(game(GAME), [], matches=1)


def test_rotations_go_clockwise() -> None:
    assert rotations((0, 1, 2)) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
