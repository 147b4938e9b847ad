"""The base install is light: who plays needs no compiler and no full-screen library, and is told what is missing."""

import json
import os
import subprocess
import sys

import pytest

import parlour
from parlour.arena import bench
from parlour.core.engines import VARIABLE

WITHOUT = """
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        heavy = name.partition(".")[0] in ("numba", "llvmlite", "textual", "ziglang")
        return None if heavy else super().find_spec(name, path, target)

sys.meta_path[:] = [Without if finder is PathFinder else finder for finder in sys.meta_path]
"""
EVERYTHING = """
from importlib import import_module
from pkgutil import walk_packages
import parlour
HEAVY = (
    "parlour.__main__", "parlour.adapters.", "parlour.arena.gpu.",
    "parlour.core.engines.building", "parlour.core.engines.numba", "parlour.games.cam.endgames.cuda",
    *(f"parlour.terminal.{name}" for name in ("app", "choices", "film", "log", "reading")),
    *(f"parlour.terminal.{name}" for name in ("setup", "sheet", "shelf", "table")),
)
for module in walk_packages(parlour.__path__, "parlour."):
    if not module.name.startswith(HEAVY):
        import_module(module.name)
"""
MATCH = """
import random
import parlour
choose, match = random.Random(7).choice, parlour.game("kamra").match(seed=7)
while not match.over:
    seat = match.actors[0]
    match.play(seat, choose(match.legal(seat)))
print(match.game.kernels.engine.name, *match.scores)
"""
CHOICE = """
import parlour
match = parlour.game({name!r}).match(seed=7)
seat = match.actors[0]
assert parlour.bot({name!r}, "strong", seed=7).choose(match, seat) in match.legal(seat)
"""
SERIES = """
import parlour
from parlour.arena import Plan, Tournament, run, simulate
game = parlour.game("honors4")
print(simulate(Plan.make(game, matches=20, seed=7)).matches, game.fast_kernels.engine.name)
run(Tournament.make(game, ["rulebook", "random"], seats=2, matches=4, seed=7), workers=0)
"""
COMMAND = """
import sys
from parlour.cli import main
sys.argv[1:] = {arguments!r}
main()
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a fresh interpreter that has none of the heavy packages; a warning fails it."""
    command = [sys.executable, "-W", "error::UserWarning", "-c", WITHOUT + script]
    told = {name: value for name, value in os.environ.items() if name != VARIABLE}
    return subprocess.run(command, env=told, capture_output=True, text=True, check=False)


def output(script: str) -> str:
    """What a script prints, which must succeed."""
    done = run(script)
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the base install."""
    return run(COMMAND.format(arguments=[*arguments]))


def test_the_packages_are_really_away() -> None:
    for name in ("numba", "llvmlite", "textual"):
        assert f"No module named '{name}'" in run(f"import {name}").stderr


def test_whatever_is_not_an_extras_own_loads() -> None:
    output(EVERYTHING)


def test_a_whole_match_is_played() -> None:
    assert output(MATCH).startswith("wasm ")


@pytest.mark.every_game
@pytest.mark.parametrize("name", parlour.games())
def test_a_strong_player_chooses(name: str) -> None:
    output(CHOICE.format(name=name))


def test_series_and_tournaments_are_played() -> None:
    assert output(SERIES) == "20 wasm\n"


def test_simulation_needs_no_extra() -> None:
    done = command("simulate", "honors4", "--matches", "20", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 20


def test_only_what_is_installed_has_a_version() -> None:
    assert {*bench.versions("parlour", "parcheesi", "numpy")} == {"parlour", "numpy"}
    assert "wasmtime" in bench.machine()["packages"]


def test_games_are_listed() -> None:
    assert all(name in command("games").stdout for name in parlour.games())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tui",), "the full-screen terminal needs the extra `tui`: install parlour[tui]"),
        (("compile", "--all", "honors4"), "making WebAssembly needs the extra `compile`: install parlour[compile]"),
        (
            ("simulate", "honors4", "--matches", "2", "--engine", "cuda"),
            "the engine cuda needs the extra `cuda`: install parlour[cuda]",
        ),
    ],
)
def test_a_missing_extra_is_named(arguments: tuple[str, ...], sentence: str) -> None:
    done = command(*arguments)
    assert (done.returncode, done.stderr) == (1, f"parlour: {sentence}\n")
