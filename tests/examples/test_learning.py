"""The learning example: it learns, its checkpoint is what it learnt, and the player sits down as any other."""

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import TEST

import parlour
from parlour.errors import UnknownBot

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "learning"
LEARNS = pytest.mark.skipif(not find_spec("jax"), reason="needs the group `learn`")


@pytest.fixture
def bidder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example, installed as `pip install` leaves it."""
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    facts = tmp_path / "site" / "parlour_bidder-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = "".join(f"{name} = {what}\n" for name, what in project["entry-points"]["parlour.bots"].items())
    (facts / "entry_points.txt").write_text(f"[parlour.bots]\n{points}")
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.syspath_prepend(tmp_path / "site")
    return import_module("bidder")


def trained(script: str) -> Any:
    """What a script that trains tells, in a process of its own: JAX minds every fork of a process that it is in."""
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(FOLDER)])}
    command = [sys.executable, "-c", f"import json\nfrom bidder import network, train\n{script}"]
    return json.loads(subprocess.run(command, env=os.environ | path, check=True, capture_output=True).stdout)


@pytest.mark.all
@LEARNS
def test_it_learns_from_nothing() -> None:
    told, shapes, gains = trained("""
told = []
setting = train.Setting(rows=256, imitation=1, updates=25, hidden=32, minibatch=64, rate=3e-3)
layers, curve = train.train(setting, lambda at, figures: told.append(at))
print(json.dumps([told, [layer[0].shape for layer in layers], [figures["gain"] for figures in curve]]))
""")
    assert told == list(range(26))
    assert shapes == [[253, 32], [32, 32], [32, 17]]
    assert sum(gains[-5:]) / 5 > sum(gains[1:6]) / 5 + 15  # bids at random lose some sixty points a hand


def test_a_checkpoint_is_read_as_it_was_written(bidder: Any, tmp_path: Path) -> None:
    layers = bidder.network.begin(253, 8, seed=1)
    bidder.network.save(layers, tmp_path / "mine.npz")
    again = bidder.network.load(tmp_path / "mine.npz")
    assert all((a == b).all() for one, two in zip(layers, again, strict=True) for a, b in zip(one, two, strict=True))


@pytest.mark.all
@LEARNS
def test_the_checkpoint_of_the_package_beats_the_book() -> None:
    gain, error, words = trained("""
measured = train.measure(network.load(), rounds=4)
print(json.dumps([measured.gain, measured.error, str(measured)]))
""")
    assert "points a hand" in words
    assert gain - error > 0


def test_the_player_plays_a_match_among_others(bidder: Any) -> None:
    game = parlour.game("kamra")
    match = game.match(seats=4, seed=3, options={"target": 100})
    levels = ["bidder", "rulebook", "bidder", "random"]
    bots = [parlour.bot("kamra", level, seed=seat) for seat, level in enumerate(levels)]
    bids = set()
    while not match.over:
        seat = match.actors[0]
        action = bots[seat].choose(match, seat)
        if levels[seat] == "bidder" and action.id < bidder.network.BIDS:
            bids.add(action.id)
        match.play(seat, action)
    assert len(bids) > 1
    with pytest.raises(UnknownBot, match="bidder plays Kam-ra!"):
        parlour.bot("cam", "bidder")


def test_another_checkpoint_can_be_named(bidder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layers = bidder.network.begin(253, 8, seed=1)
    layers[-1][1][4] = 1000.0  # whatever it holds, it bids four
    bidder.network.save(layers, tmp_path / "four.npz")
    monkeypatch.setenv("BIDDER", str(tmp_path / "four.npz"))
    match = parlour.game("kamra").match(seats=4, seed=3)
    assert str(parlour.bot("kamra", "bidder").choose(match, match.actors[0])) == "bid 4"


@pytest.mark.all
@LEARNS
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the notebook's own machinery
def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    monkeypatch.setenv("BIDDER_ROUNDS", "1")
    monkeypatch.setenv("BIDDER_ROWS", "64")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(FOLDER)]))
    page = nbformat.read(FOLDER / "learning.ipynb", 4)
    outputs = [output for cell in page.cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == 2
    place = {"metadata": {"path": str(FOLDER)}}
    done = nbclient.NotebookClient(page, timeout=TEST, kernel_name="python3", resources=place).execute()
    assert "points a hand" in str(done.cells[-2].outputs)
