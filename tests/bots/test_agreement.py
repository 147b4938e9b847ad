"""A review says what the hints said: the same order at the same budget, and whoever follows them is never blamed."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.short import short

import parlour
from parlour import bots
from parlour.bots.explain import Candidate, explain, opinion, thinker_of
from parlour.bots.judging import Judge
from parlour.bots.review import review
from parlour.core.chance import below, rng_from
from parlour.core.match import Match

GAMES = parlour.games()
ROUNDS = 100
FEW, MANY = 4, 500  # decisions of a game
FAR = 4.0  # standard errors by which two searches may be apart; where nothing is left to chance there are none
RARELY = 0.01  # how often they may be further: the errors are estimates too
OTHERWISE = 0.25  # how often a player does something at random, so that odd positions are judged too


def decisions(name: str, count: int) -> Iterator[tuple[Match, int]]:
    """Decisions from matches that are played by the book but for some actions, every few actions one."""
    game, luck, seed = parlour.game(name), rng_from(7), 0
    while True:
        seed += 1
        match = game.match(seed=seed, options=short(name) if count < MANY else None)
        player = bots.make(game, "rulebook", seed=seed)
        while not match.over:
            seat = match.actors[0]
            legal = match.legal_ids(seat)
            if len(legal) > 1 and below(luck, 5) == 0:
                yield match, seat
                count -= 1
                if count == 0:
                    return
            wild = below(luck, 1000) < 1000 * OTHERWISE
            match.play(seat, legal[below(luck, len(legal))] if wild else player.choose(match, seat))


def hinted(match: Match, seat: int, rounds: int | None, seed: int = 0) -> tuple[Candidate, ...]:
    """What a hint says: it is given a sample, and knows no more."""
    changes: dict[str, Any] = {} if rounds is None else {"rounds": rounds}
    sample = match.sample(seat, rng_from(len(match.moves) + 1))
    return explain(sample, seat, thinker_of(match.game, seed=seed, **changes)).choices


def assert_agrees(match: Match, seat: int, choices: tuple[Candidate, ...], judge: Judge) -> None:
    """A review, which is given the match, finds the same order, and no fault with what was recommended."""
    ranked = [each for each in opinion(match, seat, judge.thinker).ranked if each.action.id in firsts(choices)]
    assert [each.action.id for each in ranked] == firsts(choices)
    assert [(each.value, each.error) for each in ranked] == [(each.value, each.error) for each in choices]
    chosen = next(choice for choice in choices if choice.chosen)
    again = match.clone()
    for action in chosen.actions:
        if len(again.legal_ids(seat)) > 1:
            assert judge.judge(again, seat, action).better is None
        again.play(seat, action)
    verdict = judge.judge(match, seat, choices[-1].actions[0])
    assert verdict.better is None or verdict.better.action.id == chosen.actions[0]


def firsts(choices: tuple[Candidate, ...]) -> list[int]:
    return [choice.actions[0] for choice in choices]


@pytest.mark.every_game
@pytest.mark.compiled("searches")
@pytest.mark.parametrize("name", GAMES)
def test_hint_and_review_agree(name: str) -> None:
    judge = Judge.of(parlour.game(name), "master", ROUNDS, 0)
    for match, seat in decisions(name, FEW):
        assert_agrees(match, seat, hinted(match, seat, ROUNDS), judge)


@pytest.mark.compiled("searches")
@pytest.mark.parametrize("name", GAMES)
def test_whoever_follows_the_hints_is_never_blamed(name: str) -> None:
    match = parlour.game(name).match(seed=5, options=short(name))
    player = bots.make(match.game, "random", seed=1)
    while not match.over and len(match.moves) < 60:
        seat = match.actors[0]
        if seat == 0 and len(match.legal_ids(seat)) > 1:
            match.play(seat, next(each for each in hinted(match, seat, ROUNDS) if each.chosen).text)
        else:
            match.play(seat, player.choose(match, seat))
    found = review(match, seat=0, rounds=ROUNDS)
    assert found.judgements
    assert not found.mistakes


@pytest.mark.long
@pytest.mark.compiled("searches for an hour")
@pytest.mark.parametrize("name", GAMES)
def test_hint_and_review_agree_on_many_decisions(name: str) -> None:
    """At the budget that people get; and another judge, with luck of its own, agrees within the stated error."""
    judge = Judge.of(parlour.game(name), "master", None, 0)
    pairs = apart = 0
    for match, seat in decisions(name, MANY):
        choices = hinted(match, seat, None)
        assert_agrees(match, seat, choices, judge)
        others = {each.actions[0]: each for each in hinted(match, seat, None, seed=1)}
        for better, worse in pairwise(choices):
            if {better.actions[0], worse.actions[0]} <= others.keys():
                pairs += 1
                apart += turned(better, worse, others)
    assert apart <= RARELY * pairs


def turned(better: Candidate, worse: Candidate, others: dict[int, Candidate]) -> bool:
    """Whether another search has two choices the other way round, and by more than the stated errors."""
    one, two = others[better.actions[0]], others[worse.actions[0]]
    error = math.hypot(better.error, worse.error, one.error, two.error)
    return one.value < two.value and better.value - worse.value + two.value - one.value > FAR * error
