"""The GPU's engine, in Numba's simulator of a GPU: the same matches as the processor's, bit for bit."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from numba import cuda
from tests.cli.helpers import run
from tests.short import flags, short

from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.errors import OptionError
from parlour.games import game, names

ROOT = Path(__file__).resolve().parents[2]
SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "PARLOUR_ENGINE": "plain"}
FIRST = 7
CASES = [  # a game, whether a seat plays by the rulebook, matches, whether the game's own figures are wanted
    *((name, False, 3, True) for name in names()),
    *((name, True, 1, True) for name in names()),
    ("kamra", False, 3, False),
]

Results = dict[str, npt.NDArray[Any]]


def plan(name: str, mixed: bool, matches: int, figures: bool = True) -> Plan:
    """A short series; the rulebook's turns of Cam are looked ahead of, so they are few."""
    options = short(name) | ({"quiet_plies": "2"} if name == "cam" and mixed else {})
    policies = [*["random"] * (game(name).usual - 1), "rulebook" if mixed else "random"]
    made = Plan.make(game(name), options=options, policies=policies, seed=11, matches=matches)
    return replace(made, figures=figures)


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What the simulated GPU plays, all of it in one process."""
    file = tmp_path_factory.mktemp("gpu") / "results.npz"
    command = [sys.executable, "-m", "tests.arena.simulated_gpu", str(file)]
    subprocess.run(command, cwd=ROOT, env=os.environ | SIMULATOR, check=True)
    with np.load(file) as results:
        return dict(results)


@pytest.mark.parametrize(("name", "mixed", "matches", "figures"), CASES)
def test_a_gpu_plays_the_same_matches(name: str, mixed: bool, matches: int, figures: bool, simulated: Results) -> None:
    """Results and events, whichever thread plays which match and however little room there is for the events."""
    chunk = Series(plan(name, mixed, matches, figures)).play(FIRST, matches)
    for part, array in enumerate((chunk.facts, chunk.points, chunk.counters, chunk.rows)):
        theirs = simulated[f"{name} {mixed} {figures} {part}"]
        assert (theirs.dtype, theirs.shape) == (array.dtype, array.shape)
        assert theirs.tobytes() == array.tobytes()
    assert (len(chunk.rows) > 0) is figures


def test_a_gpu_plays_a_series_piece_by_piece(simulated: Results) -> None:
    assert (simulated["sizes"][0], simulated["sizes"].sum()) == (2, 5)
    assert simulated["facts"].tolist() == Series(plan("honors4", False, 5)).play(0, 5).facts.tolist()


def test_the_command_prints_the_same_with_either_engine() -> None:
    arguments = ["simulate", "honors4", "--matches", "3", "--seed", "5", *flags("honors4"), "--json"]
    command = [sys.executable, "-m", "parlour", *arguments, "--engine", "cuda"]
    process = subprocess.run(command, cwd=ROOT, env=os.environ | SIMULATOR, check=True, capture_output=True)
    theirs, ours = json.loads(process.stdout), json.loads(run(*arguments).stdout)
    for data in (theirs, ours):
        del data["seconds"], data["moves_a_second"]
    assert theirs == ours
    assert theirs["matches"] == 3


def test_without_the_games_figures_the_rest_is_the_same() -> None:
    arguments = ["simulate", "kardkelly", "--matches", "2", "--seed", "5", *flags("kardkelly"), "--json"]
    with_them, without = (json.loads(run(*arguments, *more).stdout) for more in ([], ["--no-figures"]))
    assert [table["title"] for table in without["tables"]] == ["Seats", "Lengths"]
    assert with_them["tables"][:2] == without["tables"]
    assert len(with_them["tables"]) > 2


def test_an_engine_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no engine 'steam'; there are cpu, cuda"):
        Plan.make(game("kamra"), matches=1, engine="steam")


@pytest.mark.skipif(cuda.is_available(), reason="there is a GPU")
def test_who_has_no_gpu_is_told_what_is_missing() -> None:
    result = run("simulate", "kamra", "--matches", "1", "--engine", "cuda")
    assert result.exit_code == 1
    assert "the engine cuda needs" in result.stderr
