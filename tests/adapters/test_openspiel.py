"""The games as OpenSpiel's: its own checks, and what those do not look at (secrets, memory, order)."""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from tests.short import short

import parlour
from parlour.errors import IllegalAction, OptionError, PositionError, SeatError
from parlour.games import all_games
from parlour.games import game as game_called

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")
openspiel = import_module("parlour.adapters.openspiel")

GAMES = list(all_games())
SECRETS = [name for name in GAMES if name != "cam"]
SHORTEST = {"honors1": {"h1_stagnation": 3}, "kamra": {}, "honors4": {"h4_match": 1}}


def load(name: str, **changes: Any) -> Any:
    """A short match of a game."""
    numbers = {key: int(value) if value.isdecimal() else value for key, value in short(name).items()}
    return pyspiel.load_game(f"parlour_{name}", numbers | SHORTEST.get(name, {}) | changes)


def walk(game: Any, moves: int, seed: int = 0) -> Any:
    """A state so many random moves after the deal, or where the match ended before."""
    choose = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or (moves > 0 and not state.is_terminal()):
        moves -= not state.is_chance_node()
        state.apply_action(choose.choice(state.legal_actions()))
    return state


def seats(name: str) -> list[int]:
    game = game_called(name)
    return sorted({game.fewest, game.usual, game.most})


@pytest.mark.parametrize(("name", "players"), [(name, count) for name in GAMES for count in seats(name)])
def test_openspiels_own_checks_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players=players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_checks_pass_at_any_table(name: str) -> None:
    game = game_called(name)
    for players in range(game.fewest, game.most + 1):
        pyspiel.random_sim_test(load(name, players=players), num_sims=5, serialize=True, verbose=False)


def test_all_games_are_registered() -> None:
    assert set(openspiel.names()) <= set(pyspiel.registered_names())
    assert len(openspiel.names()) == 8


def test_the_facts() -> None:
    kamra = pyspiel.load_game("parlour_kamra(players=5,target=100)")
    assert kamra.num_players() == 5
    assert kamra.options["target"] == 100
    assert str(kamra) == "parlour_kamra(players=5,target=100)"
    assert kamra.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    cam = pyspiel.load_game("parlour_cam(board=camette)")
    assert cam.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert cam.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert not cam.new_initial_state().is_chance_node()
    assert pyspiel.load_game("parlour_cam(first=random)").new_initial_state().is_chance_node()


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("parlour_kamra(min_bid=1)", {"min_bid": "1"}),
        ("parlour_cam(edition=federation)", {"edition": "federation"}),
        ("parlour_cam(edition=edition_1949)", {"edition": "1949"}),
        ("parlour_honors4(h4_ascending=True)", {"h4_ascending": True}),
    ],
)
def test_options_are_parameters(text: str, options: dict[str, Any]) -> None:
    game = pyspiel.load_game(text)
    assert options.items() <= game.options.items()
    assert pyspiel.load_game(str(game)).options == game.options


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"target": 3}, OptionError),
        ({"min_bid": 7}, OptionError),
        ({"returns": "glory"}, OptionError),
        ({"deals": -1}, OptionError),
        ({"players": 3}, SeatError),
    ],
)
def test_bad_parameters_are_refused(params: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        pyspiel.load_game("parlour_kamra", params)


@pytest.mark.parametrize("name", GAMES)
def test_a_history_is_a_match_of_the_house(name: str) -> None:
    """Chance spells the seed, legal lists and notation are the match's, several actors are asked clockwise (C-15)."""
    game = load(name)
    state = walk(game, 0)
    number = 0
    for digit, count in zip(state.history(), game.digits, strict=True):
        number = number * count + digit
    match = game_called(name).match(game.num_players(), seed=number, options=game.options)
    choose, last = random.Random(1), 14
    for _ in range(40):
        if match.over:
            break
        player = state.current_player()
        assert player == min(match.actors, key=lambda seat: (seat - last - 1) % 16)
        assert state.legal_actions() == sorted(match.legal(player).ids)
        action = choose.choice(match.legal(player))
        assert state.action_to_string(player, action.id) == str(action)
        match.play(player, action)
        state.apply_action(action.id)
        last = player
    assert str(state) == match.position
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


@pytest.mark.parametrize("name", SECRETS)
def test_a_resampled_state_is_the_same_to_the_player(name: str) -> None:
    state = walk(pyspiel.load_game(f"parlour_{name}"), 12, seed=3)
    player, numbers = state.current_player(), random.Random(0)
    changed = set()
    for _ in range(3):
        twin = state.resample_from_infostate(player, numbers.random)
        assert twin.current_player() == player
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        changed.add(str(twin))
    assert len(changed) > 1


def test_a_resampled_state_tells_nothing_of_what_others_were_dealt() -> None:
    state = walk(load("kamra"), 10, seed=1)
    player = state.current_player()
    other = (player + 1) % 4
    dealt = next(word for word in state.information_state_string(other).split(";") if word.startswith(f"dealt:{other}"))
    twin = state.resample_from_infostate(player, random.Random(0).random)
    assert dealt in state.information_state_string(other)
    assert dealt not in twin.information_state_string(other)
    assert f"dealt:{other}:?" in twin.information_state_string(other)


def test_what_a_seat_does_in_secret_leaves_no_trace() -> None:
    """Honors No. III: cards are picked for an offer unseen, and how many, too (H3-G06)."""
    state = walk(load("honors3"), 0)
    player = state.current_player()
    others = [seat for seat in range(4) if seat != player]
    before = [state.information_state_string(seat) for seat in others]
    mine = state.information_state_string(player)
    state.apply_action(next(a for a in state.legal_actions() if "pick" in state.action_to_string(player, a)))
    assert state.current_player() == player
    assert [state.information_state_string(seat) for seat in others] == before
    assert state.information_state_string(player) != mine


def test_hands_that_are_over_are_folded() -> None:
    game = load("honors4", players=2, h4_match=3, hand_cap=0)
    state = walk(game, 0)
    choose = random.Random(4)
    while not any(state.returns()) and "hands_played:1" not in state.observation_string(0):
        state.apply_action(choose.choice(state.legal_actions()))
    remembered = state.information_state_string(0).split("} ")[1]
    assert remembered.startswith("#")
    assert remembered.count("opener:") == 1


@pytest.mark.parametrize("damage", [lambda text: "", lambda text: "nonsense", lambda text: text[:-9]])
def test_a_damaged_state_is_refused(damage: Callable[[str], str]) -> None:
    game = load("kamra")
    text = walk(game, 8, seed=5).serialize()
    assert game.deserialize_state(text).serialize() == text
    with pytest.raises(PositionError, match="serialize"):
        game.deserialize_state(damage(text))


@pytest.mark.parametrize("name", GAMES)
def test_a_state_that_was_put_away_goes_on_as_before(name: str) -> None:
    game = load(name)
    state = walk(game, 8, seed=5)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    choose = random.Random(0)
    for _ in range(8):
        if state.is_terminal():
            break
        player = state.current_player()
        assert again.information_state_string(player) == state.information_state_string(player)
        action = choose.choice(state.legal_actions())
        state.apply_action(action)
        again.apply_action(action)
        assert str(again) == str(state)


def test_the_same_deal_or_a_few() -> None:
    fixed = pyspiel.load_game("parlour_kamra(seed=7)")
    assert not fixed.new_initial_state().is_chance_node()
    assert str(fixed.new_initial_state()) == parlour.game("kamra").match(seed=7).position
    few = pyspiel.load_game("parlour_kamra(deals=3)").new_initial_state()
    assert [outcome for outcome, _ in few.chance_outcomes()] == [0, 1, 2]
    few.apply_action(2)
    assert str(few) == parlour.game("kamra").match(seed=2).position


def test_what_the_rules_forbid_is_refused() -> None:
    state = walk(load("kamra"), 0)
    with pytest.raises(IllegalAction, match="KR-") as refused:
        state.world.play(84)
    assert refused.value.rule
    assert str(state) == str(walk(load("kamra"), 0))


def test_nobody_wins_a_drawn_match() -> None:
    state = walk(pyspiel.load_game("parlour_cam(board=camette,repetition=0,quiet_plies=2,returns=win)"), 10_000, seed=2)
    assert state.is_terminal()
    assert state.world.result[2] == []
    assert state.returns() == [0.0, 0.0]


@pytest.mark.parametrize("name", ["kamra", "honors2"])
def test_returns(name: str) -> None:
    plain, relative, win = (walk(load(name, returns=kind), 10_000) for kind in ("payoffs", "relative", "win"))
    counters = list(plain.world.result[1])
    mean = sum(counters) / len(counters)
    assert plain.is_terminal()
    assert plain.returns() == plain.rewards() == counters
    assert relative.returns() == pytest.approx([each - mean for each in counters])
    winners = plain.world.result[2]
    assert sum(win.returns()) == pytest.approx(0)
    assert [seat for seat, each in enumerate(win.returns()) if each > 0] == winners


def test_a_spectator_sees_what_all_may_see() -> None:
    game = load("kamra")
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(public)
    assert observer.string_from(game.new_initial_state(), 0) == "all before the deal"
    state = walk(game, 6)
    observer.set_from(state, 0)
    assert not observer.dict["player"].any()
    assert observer.dict["observation"].any()
    assert "dealt:0:?" in observer.string_from(state, 0)
    everybody = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(OptionError, match="one player"):
        game.make_py_observer(everybody)
    with pytest.raises(OptionError, match="no parameters"):
        game.make_py_observer(public, {"x": 1})
