"""The levels: the same names in every game, each better equipped than the one below."""

import tomllib
from dataclasses import fields
from itertools import pairwise

import msgspec
import pytest

import parlour
from parlour.bots import registry
from parlour.bots.levels import NAMES, USUAL, Level, level_of, own_levels
from parlour.core.engines import compiled
from parlour.errors import UnknownBot

GAMES = parlour.games()
FIELDS = {field.name: field.type for field in fields(Level)}


@pytest.mark.parametrize("name", GAMES)
def test_a_games_own_levels_are_levels_with_sensible_numbers(name: str) -> None:
    game = parlour.game(name)
    own = tomllib.loads(game.text("levels.toml")) if game.has_text("levels.toml") else {}
    assert own_levels(game) == own
    assert set(own) <= set(NAMES)
    for changes in own.values():
        assert set(changes) <= set(FIELDS)
        assert all(msgspec.convert(value, FIELDS[key]) == value for key, value in changes.items())


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_can_be_played(name: str, level: str) -> None:
    setting = level_of(parlour.game(name), level)
    assert msgspec.convert(vars(setting), Level) == setting
    assert setting.seconds > 0
    assert setting.forgetting < 1
    assert registry.thinker(parlour.game(name), level).level == level


@pytest.mark.parametrize("name", GAMES)
def test_higher_levels_look_further_and_make_fewer_mistakes(name: str) -> None:
    ladder = [level_of(parlour.game(name), level) for level in NAMES]
    for lower, higher in pairwise(ladder):
        assert lower.rounds < higher.rounds or not compiled()
        assert lower.rounds <= higher.rounds
        assert lower.seconds < higher.seconds
        assert lower.noise >= higher.noise
        assert lower.forgetting >= higher.forgetting
    assert ladder[-1].noise == ladder[-1].forgetting == 0


@pytest.mark.parametrize("name", GAMES)
def test_nobody_thinks_longer_than_people_wait(name: str) -> None:
    """A level counts rounds; its limit of time is only for machines that are very slow, and twice what is promised."""
    if compiled():
        longest = [level_of(parlour.game(name), level).seconds for level in NAMES]
        assert all(seconds <= 2 * most for seconds, most in zip(longest, (0.05, 0.15, 1.0, 3.0), strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_says_of_a_level_is_so(name: str) -> None:
    for level, own in own_levels(parlour.game(name)).items():
        setting = vars(level_of(parlour.game(name), level))
        slower = {"rounds", "seconds"} if not compiled() else set()
        assert {key: setting[key] for key in own if key not in slower} == {
            key: value for key, value in own.items() if key not in slower
        }


def test_what_a_game_does_not_mention_is_as_usual_and_changes_come_last() -> None:
    game = parlour.game("kamra")
    assert level_of(game, "master").tries == USUAL["master"].tries
    changed = level_of(game, "master", rounds=77, trust=2.5)
    assert (changed.rounds, changed.trust) == (77, 2.5)


def test_a_level_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(UnknownBot, match="no computer player 'expert'"):
        parlour.bot("kamra", "expert")
    with pytest.raises(UnknownBot, match="no level 'expert'; there are novice"):
        level_of(parlour.game("kamra"), "expert")
    with pytest.raises(TypeError, match="cleverness"):
        level_of(parlour.game("kamra"), "master", cleverness=3)
