"""Computer players choose legally, fairly, repeatably, and only by what their seat may see."""

import math

import pytest
from tests.short import QUICK, short

import parlour
from parlour import bots
from parlour.bots import registry
from parlour.bots.levels import NAMES
from parlour.core.chance import rng_from
from parlour.core.contract import Rng
from parlour.core.engines import compiled
from parlour.core.match import Match
from parlour.errors import ConformanceError, IllegalAction, NotYourTurn, UnknownBot, UnknownGame

GAMES = parlour.games()
LEVELS = list(bots.LEVELS)
FEW_LEVELS = LEVELS if compiled() else ["random", "rulebook", "strong"]  # the others search in the same way


def player(name: str, level: str, seed: int) -> bots.Bot:
    """A player of a level; one that searches looks less far ahead than it would, and has all the time it wants."""
    if level in NAMES:
        return registry.thinker(parlour.game(name), level, seed, rounds=60 if compiled() else 1, seconds=math.inf)
    return parlour.bot(name, level, seed=seed)


def play_on(match: Match, players: list[bots.Bot], moves: int) -> None:
    while not match.over and len(match.moves) < moves:
        seat = match.actors[0]
        match.play(seat, players[seat].choose(match, seat))


@pytest.mark.parametrize("level", FEW_LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_plays_a_match_by_the_rules(name: str, level: str) -> None:
    match = parlour.game(name).match(seed=5, options=short(name))
    enough = (60 if level in NAMES else 1000) if compiled() or level == "random" else 1
    play_on(match, [player(name, level, seat) for seat in range(match.seats)], enough)
    assert match.over or len(match.moves) >= enough


@pytest.mark.parametrize("level", FEW_LEVELS)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.uncounted
def test_the_same_seed_makes_the_same_choices_and_leaves_the_match_alone(name: str, level: str) -> None:
    match = parlour.game(name).match(seed=6, options=short(name))
    play_on(match, [parlour.bot(name, "random", seed=1)] * match.seats, 8)
    before, seat = bytes(match), match.actors[0]
    first = player(name, level, 3)
    assert first.choose(match, seat) == first.choose(match, seat) == player(name, level, 3).choose(match, seat)
    assert bytes(match) == before


@pytest.mark.parametrize("level", FEW_LEVELS)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.uncounted
def test_a_choice_depends_only_on_what_the_seat_may_see(name: str, level: str) -> None:
    match = parlour.game(name).match(seed=7, options=short(name))
    thinker = player(name, level, 4)
    for moves in (4, 20, 40) if compiled() else (6,):
        play_on(match, [parlour.bot(name, QUICK, seed=1)] * match.seats, moves)
        if match.over:
            break
        seat = match.actors[0]
        choice = thinker.choose(match, seat)
        for other_world in range(5 if compiled() else 1):
            sample = match.sample(seat, rng_from(other_world))
            sample.moves = list(match.moves)
            assert thinker.choose(sample, seat) == choice


def test_the_random_player_takes_every_action_about_equally_often() -> None:
    name = GAMES[-1]
    match = parlour.game(name).match(seed=8)
    seat = match.actors[0]
    legal = [str(action) for action in match.legal(seat)]
    each = 100 if compiled() else 20
    tries = each * len(legal)
    picks = [str(parlour.bot(name, "random", seed=seed).choose(match, seat)) for seed in range(tries)]
    counts = [picks.count(text) for text in legal]
    assert sum(counts) == tries
    chi_squared = sum((count - each) ** 2 / each for count in counts)
    assert chi_squared < len(legal) + 5 * (2 * len(legal)) ** 0.5


def test_a_bot_never_holds_the_table_itself() -> None:
    """`pick` is handed a world with another deal key, and no history: nothing leads back to the real cards."""
    worlds: list[Match] = []

    class Spy(bots.Bot):
        level = "spy"

        def pick(self, world: Match, seat: int, rng: Rng) -> int:
            worlds.append(world)
            return world.legal(seat).ids[0]

    for name in GAMES:
        match = parlour.game(name).match(seed=9)
        Spy(parlour.game(name), seed=1).choose(match, match.actors[0])
        assert worlds[-1].deal != match.deal
        assert worlds[-1].state.key.tobytes() != match.state.key.tobytes()
        assert worlds[-1].moves == []


def test_a_bot_that_picks_what_is_not_legal_is_stopped() -> None:
    class Cheat(bots.Bot):
        level = "cheat"

        def pick(self, world: Match, seat: int, rng: Rng) -> int:
            return len(world.game.table.ACTIONS)

    match = parlour.game(GAMES[0]).match(seed=1)
    with pytest.raises(ConformanceError, match="the cheat player"):
        Cheat(match.game).choose(match, match.actors[0])


def test_a_bot_asked_out_of_turn_or_about_another_game_says_so() -> None:
    match = parlour.game(GAMES[0]).match(seed=1)
    idle = next(seat for seat in range(match.seats) if seat not in match.actors)
    with pytest.raises(NotYourTurn, match="nothing to choose now"):
        parlour.bot(GAMES[0], "random").choose(match, idle)
    other = parlour.game(GAMES[-1]).match(seed=1)
    if other.game is not match.game:
        with pytest.raises(IllegalAction, match="this bot plays"):
            parlour.bot(GAMES[0], "random").choose(other, other.actors[0])


def test_unknown_players_and_games_are_refused_with_a_list_of_those_that_exist() -> None:
    with pytest.raises(UnknownBot, match=r"no computer player 'grandmaster'; there are random, rulebook"):
        parlour.bot(GAMES[0], "grandmaster")
    with pytest.raises(UnknownGame):
        parlour.bot("whist", "random")
