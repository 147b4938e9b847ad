"""OpenSpiel's own searches and solvers on the games."""

import itertools
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.adapters.test_openspiel import SECRETS, load, walk

from parlour.errors import OptionError
from parlour.games import game as game_called

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")
endings = import_module("parlour.adapters.openspiel.ending")
studies = import_module("parlour.adapters.openspiel.studies")

ALL = list(studies.STUDIES.values())


@pytest.mark.parametrize("name", SECRETS)
def test_ismcts(name: str) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = walk(load(name, returns="win"), 4)
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    generator = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, generator)
    sims = 40
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, sims, random_state=generator)
    policy = bot.get_policy(state)
    assert sorted(action for action, _ in policy) == state.legal_actions()
    assert sum(chance for _, chance in policy) == pytest.approx(1)


def test_mcts_beats_a_random_player_at_camette() -> None:
    game = pyspiel.load_game("parlour_cam(board=camette,returns=win)")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    thinker = pyspiel.MCTSBot(game, evaluator, 1.0, 60, 50, True, 1, False)
    bots = [thinker, pyspiel.make_uniform_random_bot(1, 2)]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 3) == [1.0, -1.0]


@pytest.mark.all
@pytest.mark.parametrize("study", ALL, ids=lambda study: study.__name__)
def test_exploitability_falls(study: Any) -> None:
    game = native(study)
    first, last = studies.curve(game, studies.plus(game), (1, 10))
    assert first > 0.5
    assert last < first / 8


def test_exploitability_falls_with_plain_cfr() -> None:
    game = native(studies.last_cards)
    first, last = studies.curve(game, studies.vanilla(game), (1, 100))
    assert last < first / 50


@pytest.mark.parametrize("study", ALL, ids=lambda study: study.__name__)
def test_exploitability_falls_along_sampled_lines(study: Any) -> None:
    game = native(study)
    first, last = studies.curve(game, studies.sampling(game), (10, 1_000))
    assert last < first / 4


def native(study: Any, known: dict[Any, Any] = {}) -> Any:  # noqa: B006 (it is to be remembered)
    """A study in OpenSpiel's own code, made once."""
    return known.setdefault(study, None) or known.update({study: endings.native(study())}) or known[study]


def test_solvers_in_python_agree_with_those_in_cpp() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = studies.last_cards()
    solver = cfr.CFRSolver(game)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    found = exploitability.nash_conv(game, solver.average_policy())
    (expected,) = studies.curve(native(studies.last_cards), studies.vanilla(native(studies.last_cards)), (2,))
    assert found == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("study", ALL, ids=lambda study: study.__name__)
def test_endings_pass_openspiels_own_checks(study: Any) -> None:
    pyspiel.random_sim_test(study(), num_sims=2, serialize=True, verbose=False)


def test_the_worlds_of_a_position_are_all_that_fit() -> None:
    """Four unseen cards in Honors No. IV: two hands and the order of the pack, each arrangement once."""
    match = studies.last_cards().tree.root.next[0].world
    game = game_called("honors4")
    worlds = endings.worlds_of(game.match(position=match.position, options={"h4_recycle": "none"}))
    told = [dict(part.split("=") for part in world.split()) for world in worlds]
    found = {tuple(f"{world['held']},{world['pack']}".split(",")) for world in told}
    assert found == set(itertools.permutations(studies.UNSEEN))


def test_endings_say_what_they_cannot_do(monkeypatch: pytest.MonkeyPatch) -> None:
    match = game_called("kamra").match(seed=1)
    with pytest.raises(OptionError, match="more than 5 worlds"):
        endings.worlds_of(match, most=5)
    with pytest.raises(OptionError, match="make an ending"):
        pyspiel.load_game("parlour_ending", {"setup": "nonsense"})
    monkeypatch.setattr(endings, "MOST_NODES", 50)
    with pytest.raises(OptionError, match="more than 50 places"):
        endings.ending(match, [match.position])


def test_no_cards_are_dealt_within_an_ending() -> None:
    position = studies.last_cards().tree.root.next[0].world.position
    match = game_called("honors4").match(position=position, options={"h4_takes": 1})  # the pile is shuffled once
    with pytest.raises(OptionError, match="dealt within"):
        endings.ending(match, [position])


def test_curves_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra plot")
    monkeypatch.setattr(studies, "STUDIES", {"Honors No. IV": studies.last_cards})
    monkeypatch.setattr(studies, "STOPS", (1, 2))
    monkeypatch.setattr(studies, "SAMPLED_STOPS", (1, 2))
    studies.main([str(tmp_path / "curves.svg")])
    assert (tmp_path / "curves.svg").read_text().count("external sampling") == 1
