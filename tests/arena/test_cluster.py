"""Ray, for real: a cluster is started here, and joined by its address."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.tables import GAME, journalled, small, timeless
from tests.core.engines.test_wasm import test_a_trap_is_an_error_and_nothing_else_is_lost as a_trap_is_an_error
from tests.short import short

from parlour.arena.cluster import Cluster, check_reachable
from parlour.arena.play import run
from parlour.arena.referee import Referee
from parlour.errors import ParlourError

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processors; it takes a while to start, so there is one for all of these tests."""
    a_trap_is_an_error()  # wasmtime was here before Ray, as where somebody has played already
    Cluster(workers=2, address=None)
    try:
        yield ray.get_runtime_context().gcs_address
    finally:
        ray.shutdown()


@pytest.mark.all
@pytest.mark.usefixtures("bad_bots")
def test_ray_plays_the_same_matches_and_survives_bots_that_fail(address: str, tmp_path: Path) -> None:
    one = small("rulebook", "quitter", matches=6)
    standings = run(one, engine="ray", out=tmp_path / "out")
    guilty = {number for number in range(6) if one.bot_seed(number, one.seatings[number % 2].index(1)) % 3 == 0}
    assert set(standings.failures) == guilty != set()
    referee, found = Referee(one), journalled(tmp_path / "out")
    assert len(found) == 6
    for number in set(range(6)) - guilty:
        assert found[number] == timeless(referee.play(number))
    assert ray.is_initialized()


@pytest.mark.all
def test_a_cluster_that_runs_is_joined_by_its_address(address: str, tmp_path: Path) -> None:
    options = [part for name, value in short(GAME).items() for part in ("-o", f"{name}={value}")]
    given = [GAME, "rulebook", "random", "--seats", "2", "--matches", "6", "--seed", "1", *options]
    command = [sys.executable, "-m", "parlour", "arena", *given, "--out", str(tmp_path)]
    subprocess.run([*command, "--engine", "ray", "--address", address], check=True, stdout=subprocess.DEVNULL)
    here = Referee(small())
    assert journalled(tmp_path) == {number: timeless(here.play(number)) for number in range(6)}


@pytest.mark.all
@pytest.mark.usefixtures("address")
def test_a_trap_of_the_sandbox_is_no_crash_beside_ray() -> None:
    a_trap_is_an_error()


@pytest.mark.parametrize("nowhere", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_a_cluster_that_does_not_run_is_told_of(nowhere: str) -> None:
    with pytest.raises(ParlourError, match=f"there is no Ray cluster at {nowhere}"):
        check_reachable(nowhere)
    check_reachable("auto")
