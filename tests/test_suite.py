"""How the suite behaves: second tries are told and few, hung tests are named, and each command runs what it should."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOOKS = "from tests.conftest import *\nfrom tests.conftest import pytest_runtest_call, pytest_runtest_protocol\n"
PLUGINS = ("-p", "xdist", "-p", "pytest_rerunfailures")
DEAF = """
from itertools import repeat
def test_deaf():
    sum(repeat(0))
"""
SHAKY = """
import pytest
from pathlib import Path

def fails_once(name):
    seen = Path(name)
    first = not seen.exists()
    seen.touch()
    assert not first, f"{name} fell over"
"""


def shaky(name: str, mark: str = "@pytest.mark.live") -> str:
    """A test that fails the first time."""
    return f"{mark}\ndef test_{name}():\n    fails_once({name!r})\n"


def run_suite(folder: Path, tests: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a suite of its own under the hooks of this one."""
    (folder / "conftest.py").write_text(HOOKS)
    (folder / "test_it.py").write_text(SHAKY + tests)
    command = [sys.executable, "-m", "pytest", "--rootdir", str(folder), "-c", os.devnull, *PLUGINS, *options]
    settings = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | environment
    return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "beside"])
def test_a_second_try_is_told_with_the_first_failure_and_kept(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run_suite(tmp_path, shaky("walk"), *workers)
    assert done.returncode == 0, done.stdout
    assert "test_it.py::test_walk was tried twice" in done.stdout
    assert "AssertionError: walk fell over" in done.stdout
    assert "walk fell over" in (tmp_path / "build" / "second-tries.txt").read_text()


def test_more_than_two_second_tries_fail_a_run(tmp_path: Path) -> None:
    done = run_suite(tmp_path, "".join(shaky(name) for name in ("one", "two", "three")))
    assert done.returncode == 1
    assert "3 tests were tried twice; more than 2 fail the run." in done.stdout


def test_what_fails_twice_has_failed(tmp_path: Path) -> None:
    done = run_suite(tmp_path, "@pytest.mark.live\ndef test_wrong():\n    assert 1 == 2\n")
    assert done.returncode == 1
    assert "1 failed" in done.stdout


def test_nothing_else_is_tried_twice(tmp_path: Path) -> None:
    done = run_suite(tmp_path, shaky("walk", mark=""))
    assert done.returncode == 1
    assert "tried twice" not in done.stdout


def test_a_test_that_hangs_is_named(tmp_path: Path) -> None:
    tests = "import time\ndef test_endless():\n    while True: time.sleep(0.01)\n"
    done = run_suite(tmp_path, tests, TEST_PATIENCE="0.003")
    assert done.returncode == 1
    assert "test_it.py::test_endless took longer than 0.9 s" in done.stdout


def test_a_test_that_hangs_where_no_alarm_is_heard_is_named(tmp_path: Path) -> None:
    done = run_suite(tmp_path, DEAF, "-n", "1", TEST_PATIENCE="0.003")
    assert done.returncode == 1
    assert "crashed while running 'test_it.py::test_deaf'" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("options", "expected"),
    [(("--quick",), {"usual"}), ((), {"usual", "rest"}), (("--long",), {"usual", "rest", "hours"})],
    ids=["quick", "all", "long"],
)
def test_each_command_runs_what_it_should(tmp_path: Path, options: tuple[str, ...], expected: set[str]) -> None:
    marks = {"usual": "", "rest": "@pytest.mark.all", "hours": "@pytest.mark.long"}
    tests = "".join(f"{mark}\ndef test_{name}():\n    pass\n" for name, mark in marks.items())
    done = run_suite(tmp_path, tests, "-v", *options)
    assert {name for name in marks if f"test_{name} PASSED" in done.stdout} == expected
