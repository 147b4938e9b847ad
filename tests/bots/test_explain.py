"""Choices are ranked, explained in the game's own words, legal as they stand, and tell no secrets."""

import json
import math
from collections.abc import Sequence

import pytest
from tests.short import QUICK, short

import parlour
from parlour import bots
from parlour.bots.bot import Estimate
from parlour.bots.explain import (
    LINE,
    Explainer,
    Explanation,
    against,
    explain,
    honest,
    opinion,
    reason_of,
    thinker_of,
    trust_of,
)
from parlour.bots.searching import SearchBot
from parlour.core import texts
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.match import Match
from parlour.errors import NotYourTurn, OptionError

GAMES = parlour.games()
EXPOSED = "1/1k1/1mm2/5/1M2M/1K1/1 y"  # Camette: the best turn leaves a piece to be taken
ROUNDS = 300 if compiled() else 2


def middle(name: str, moves: int = 9, level: str = QUICK) -> Match:
    """A match that has begun."""
    match = parlour.game(name).match(seed=12, options=short(name))
    player = bots.make(match.game, level, seed=1)
    while len(match.moves) < moves and not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(match, seat))
    return match


def thinker(match: Match) -> Explainer:
    return thinker_of(match.game, seed=3, rounds=ROUNDS)


def explained(match: Match) -> Explanation:
    return explain(match, match.actors[0], thinker(match), most=3 if compiled() else 2)


@pytest.mark.parametrize("name", GAMES)
def test_choices_can_be_played_as_they_are_written_and_have_reasons(name: str) -> None:
    match = middle(name)
    before = bytes(match)
    found = explained(match)
    assert found.choices
    assert bytes(match) == before
    assert len({choice.text for choice in found.choices}) == len(found.choices)
    for choice in found.choices:
        assert choice.reason or choice.chosen
        assert choice.saying in {"", *texts.words(match.game)["reason"]}
        assert choice.given == json.loads(json.dumps(choice.given))
        assert choice.visits > 0
        written, played = match.clone(), match.clone()
        written.play(found.seat, choice.text)
        for action in choice.actions:
            played.play(found.seat, action)
        assert bytes(written) == bytes(played)
        assert not written.unfinished(found.seat)


@pytest.mark.parametrize("name", GAMES)
def test_an_explanation_is_repeatable_and_knows_only_what_the_seat_knows(name: str) -> None:
    match = middle(name)
    sample = match.sample(match.actors[0], rng_from(8))
    sample.moves = list(match.moves)
    assert explained(match) == explained(sample)
    assert not compiled() or explained(match) == explained(match)


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_told_by_what_they_are_worth_and_one_is_recommended(name: str) -> None:
    match = middle(name)
    player = thinker_of(match.game, seed=3, rounds=4 * ROUNDS)
    found = explain(match, match.actors[0], player)
    values = [choice.value for choice in found.choices]
    assert values == sorted(values, reverse=True)
    assert [choice.chosen for choice in found.choices].count(True) == 1
    first, chosen = found.choices[0], found.chosen
    assert first.value - chosen.value <= trust_of(player) * math.hypot(first.error, chosen.error)


def test_the_books_choice_is_kept_within_the_error_and_left_beyond_it() -> None:
    match = parlour.game("kamra").match(seed=3)
    legal = match.legal(match.actors[0])

    class Told(SearchBot):
        found: Sequence[Estimate] = ()

        def estimates(self, match: Match, seat: int) -> list[Estimate]:
            return list(self.found)

    player = Told(match.game, "strong", 1, trust=3.0)
    for lead, chosen in ((2.1, 0), (2.2, 1)):
        player.found = [Estimate(legal[0], 0.0, 400, 0.5), Estimate(legal[1], lead, 400, 0.5)]
        seen = opinion(match, match.actors[0], player)
        assert [each.value for each in seen.ranked] == [lead, 0.0]
        assert seen.chosen.action.id == legal[chosen].id


def test_what_argues_against_the_recommended_choice_is_not_said_of_it() -> None:
    """Every move of Cam may leave a piece for the enemy to take; of the best, that is no reason."""
    match = parlour.game("cam").match(position=EXPOSED, options={"board": "camette"})
    found = explain(match, match.actors[0], thinker_of(match.game, rounds=ROUNDS))
    assert found.chosen.reason == ""
    assert reason_of(match, match.actors[0], found.chosen.actions[-1]).saying in against(match.game)


@pytest.mark.parametrize("name", GAMES)
def test_what_argues_against_an_action_is_a_reason_of_the_game(name: str) -> None:
    match = parlour.game(name)
    assert against(match)
    assert against(match) <= texts.words(match)["reason"].keys()


def test_a_hint_at_cam_tells_how_the_match_would_go_on() -> None:
    match = middle("cam", 6)
    found = explain(match, match.actors[0], thinker_of(match.game, rounds=20 * ROUNDS))
    for choice in found.choices:
        world = match.clone()
        assert choice.line[0].text == choice.text
        for turn in choice.line:
            assert world.actors == (turn.seat,)
            world.play(turn.seat, turn.text)
        assert len(choice.line) == LINE or world.over
    assert explained(middle("kamra")).chosen.line == ()


def test_a_turn_of_several_actions_is_one_choice() -> None:
    match = parlour.game("honors3").match(seed=2)
    found = explained(match)
    turns = list(match.turns(found.seat))
    assert all(choice.text in turns for choice in found.choices)


def test_an_explanation_is_plain_data_too() -> None:
    found = explained(middle("honors4"))
    data = found.data()
    assert data["game"] == "honors4"
    assert data["choices"][0]["reason"] == found.choices[0].reason


def test_players_are_called_by_their_names() -> None:
    match = middle("honors1", 20, "random")
    names = [f"Player {seat}" for seat in range(match.seats)]
    reasons = [reason_of(match, match.actors[0], action, names).text for action in match.legal_ids(match.actors[0])]
    assert any("Player" in reason for reason in reasons)
    assert not any("Seat" in reason for reason in reasons)


def test_whoever_is_not_to_act_gets_no_explanation_and_who_does_not_search_gives_none() -> None:
    match = middle("kamra")
    idle = next(seat for seat in range(match.seats) if seat not in match.actors)
    with pytest.raises(NotYourTurn):
        explain(match, idle, thinker(match))
    with pytest.raises(OptionError, match="the rulebook player makes no estimates; novice, casual, strong, master do"):
        thinker_of(match.game, "rulebook")


def test_one_that_explains_misjudges_nothing_even_if_players_of_its_level_do() -> None:
    game = parlour.game("bacarac")
    assert bots.make(game, "casual").setting.noise > 0  # type: ignore[attr-defined]
    adviser = thinker_of(game, "casual")
    assert adviser.setting.noise == 0  # type: ignore[attr-defined]
    assert thinker_of(game, "strong:rounds=7").setting.rounds == 7  # type: ignore[attr-defined]


def test_what_was_tried_once_is_not_certain() -> None:
    match = middle("kamra", moves=3)
    legal = match.legal(match.actors[0])
    often, once = honest([Estimate(legal[0], 5.0, 100, 0.5), Estimate(legal[1], 9.0, 1, 0.0)])
    assert often.error == 0.5
    assert once.error > 4
