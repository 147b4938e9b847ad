"""Comparing actions in the same worlds: who competes, what is counted, who drops out."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.bots.test_ismcts import PLAIN, ROUNDS, late, unseen

import parlour
from parlour.bots.ismcts import Setting
from parlour.bots.rivals import ENOUGH, Pair, Rival, Rivals, drop_out
from parlour.bots.searching import SearchBot
from parlour.core.chance import rng_from
from parlour.core.match import Match


def compared(match: Match, hidden: tuple[int, ...] = (), widening: float = 1000.0) -> Rivals:
    """The rivals of whoever is to act, after so many rounds."""
    rivals, seat = Rivals(match.game, ROUNDS), match.actors[0]
    rivals.begin(seat, match.seats, replace(PLAIN, widening=widening))
    rivals.grow(match.states, unseen(match.game, *hidden), ROUNDS, rng_from(1))
    return rivals


def test_every_action_is_compared_with_the_book_in_the_same_worlds() -> None:
    match = late()
    found = compared(match)
    actions = match.legal_ids(match.actors[0])
    assert sorted(top.action for top in found.tops()) == sorted(actions)
    book, *others = found.rivals[: len(actions)]
    assert (book.lead, book.leads) == (0, 0)
    assert all(int(rival.visits) <= int(book.visits) for rival in others)
    assert sum(int(rival.visits) for rival in (book, *others)) >= ROUNDS


def test_the_book_comes_first_and_the_others_join_by_and_by() -> None:
    match = late()
    seat = match.actors[0]
    found = compared(match, widening=0.0)
    assert [top.action for top in found.tops()] == [match.advise(seat, rng_from(1)).id]
    assert found.book(match.states, seat, rng_from(1)) == found.tops()[0].action


def test_what_is_left_aside_does_not_compete() -> None:
    match = late()
    first, *others = match.legal_ids(match.actors[0])
    assert [top.action for top in compared(match, hidden=tuple(others)).tops()] == [first]


def test_an_action_gains_what_the_book_does_and_its_lead() -> None:
    found = compared(late())
    usual = found.rivals[0].gained / found.rivals[0].visits
    for top, rival in zip(found.tops(), found.rivals, strict=False):
        assert top.mean == pytest.approx(usual + rival.lead / rival.visits)
        spread = rival.leads - rival.lead**2 / rival.visits
        assert top.error == pytest.approx(math.sqrt(max(0.0, spread)) / rival.visits, abs=1e-6)


def test_who_is_clearly_behind_drops_out_and_the_book_never_does() -> None:
    rivals, setting = np.zeros(4, dtype=Rival), np.zeros(1, dtype=Setting)
    setting[0].used = 4
    for rival, lead in zip(rivals, (0.0, 3.0, -9.0, 2.9), strict=True):
        rival.visits, rival.lead, rival.leads = ENOUGH, ENOUGH * lead, ENOUGH * (lead**2 + 1)
    drop_out(rivals, setting[0])
    assert rivals["out"].tolist() == [0, 0, 1, 0]
    rivals["visits"][2], rivals["out"][2] = ENOUGH - 1, 0
    drop_out(rivals, setting[0])
    assert rivals["out"].tolist() == [0, 0, 0, 0]  # too early to say


def test_a_pair_is_compared_to_the_end_in_the_same_worlds() -> None:
    match = late()
    seat, level = match.actors[0], replace(PLAIN, rounds=ROUNDS)
    actions = match.legal_ids(seat)[:2]
    first, second = Pair(match.game).compare(match, seat, actions, level, rng_from(1))
    assert [first.action, second.action] == actions
    assert abs(first.visits - second.visits) <= 1
    assert first.visits + second.visits >= ROUNDS
    assert first.error == 0
    back = Pair(match.game).compare(match, seat, actions[::-1], level, rng_from(1))
    assert back[1].mean - back[0].mean == pytest.approx(first.mean - second.mean)


@pytest.mark.parametrize("name", ["bacarac", pytest.param("honors1", marks=pytest.mark.compiled)])
@pytest.mark.uncounted
def test_the_same_seed_compares_alike(name: str) -> None:
    game = parlour.game(name)
    match = game.match(2, seed=3)
    seat = next(seat for seat in match.actors)
    picks = {SearchBot(game, "strong", 5, rounds=8, seconds=math.inf).choose(match, seat).id for _ in range(2)}
    assert len(picks) == 1
