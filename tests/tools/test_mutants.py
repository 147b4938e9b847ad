"""The faults that are planted to test the tests: all of them fit the sources, and what becomes of one is told truly."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from tests.waiting import until

ROOT = Path(__file__).parents[2]
LEAST = 60  # faults

# A tree with two functions, one of which is tested.
SUMS = "def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef double(b: int) -> int:\n    return b + b\n"
TESTED = "from sums import add\n\n\ndef test_sums() -> None:\n    assert add(2, 3) == 5\n"


@pytest.fixture(autouse=True)
def tools_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])


def mutants(name: str) -> ModuleType:
    return import_module(f"tools.mutants.{name}")


def test_there_are_enough_faults_and_each_has_a_name_of_its_own() -> None:
    faults = mutants("faults").load()
    names = [fault.name for fault in faults]
    assert len(names) >= LEAST
    assert len({*names}) == len(names)
    assert {fault.runs for fault in faults} == {*mutants("faults").MANNERS}


def test_every_fault_is_one_line_that_is_there_once() -> None:
    for fault in mutants("faults").load():
        sound = (ROOT / fault.file).read_text(encoding="utf-8")
        before, after = fault.lines()
        assert before != after, fault.name
        assert fault.planted(sound) != sound


def test_every_test_that_is_listed_is_there() -> None:
    for fault in mutants("faults").load():
        assert fault.tests, fault.name
        for test in fault.tests:
            file, _, function = test.partition("::")
            listed = ROOT / ("web" if fault.runs == "vitest" else "") / file
            assert listed.is_file(), (fault.name, test)
            assert not function or f"def {function}(" in listed.read_text(encoding="utf-8"), (fault.name, test)


def fault(old: str, new: str, name: str = "a fault", test: str = "test_sums.py") -> object:
    return mutants("faults").Fault(name, "rules", "src/sums.py", old, new, (test,))


@pytest.mark.parametrize("old", ["a * b", "b"])
def test_a_fault_that_does_not_fit_is_named(old: str) -> None:
    with pytest.raises(mutants("faults").OutOfDate, match=r"'a fault' is out of date: src/sums\.py has"):
        fault(old, "c").planted(SUMS)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("old", "new"), [("a + b", "a + b"), ("a\nb", "c\nd")])
def test_a_fault_changes_one_line(old: str, new: str) -> None:
    with pytest.raises(mutants("faults").OutOfDate, match="one line"):
        fault(old, new).lines()  # type: ignore[attr-defined]


def test_a_name_that_no_fault_has_is_refused_with_the_nearest() -> None:
    faults = [fault("a + b", "a - b", name) for name in ("a sum is a difference", "twice is thrice")]
    chosen = mutants("faults").chosen
    assert chosen(faults, []) == faults
    assert chosen(faults, ["twice"]) == faults[1:]
    with pytest.raises(mutants("faults").OutOfDate, match="'twise is'; did you mean 'twice is thrice'"):
        chosen(faults, ["twise is"])


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository, for a pytest that starts quickly."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "sums.py").write_text(SUMS)
    (tree / "test_sums.py").write_text(TESTED)
    (tree / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--quick', action='store_true')\n"
    )
    (tree / ".gitignore").write_text("made\n")
    (tree / "made").write_text("")
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    return tree


def test_a_fault_is_caught_or_survives_and_the_tree_is_left_alone(tree: Path, tmp_path: Path) -> None:
    trying = mutants("trying")
    copy = trying.Copy(tmp_path / "copy", tree)
    assert sorted(each.name for each in copy.folder.iterdir()) == [".gitignore", "conftest.py", "src", "test_sums.py"]
    caught, missed = fault("a + b", "a - b"), fault("b + b", "b - b")
    trying.control(copy, [caught, missed])
    outcome = trying.attempt(copy, caught)
    assert (outcome.what, outcome.by) == ("caught", "test_sums.py::test_sums")
    assert trying.attempt(copy, missed).what == "survived"
    assert trying.attempt(copy, fault("a + b", "a +")).what == "did not run"
    for folder in (copy.folder, tree):
        assert (folder / "src" / "sums.py").read_text() == SUMS


def test_a_fault_that_hangs_is_not_caught(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trying = mutants("trying")
    monkeypatch.setattr(trying, "LIMIT", 0.5)
    hanging = fault("return a + b", "import signal; signal.pause()")
    assert trying.attempt(trying.Copy(tmp_path / "copy", tree), hanging).what == "ran out of time"


def test_a_program_that_is_late_can_end_what_only_it_can_end(tmp_path: Path) -> None:
    """As ./test does: its compiler runs in a group of its own, and would hold on to what is printed."""
    script = "set -m; sleep 1000 & set +m; echo $! >late; trap 'kill -- -$!' EXIT; sleep 1000"
    late = mutants("trying").run(["bash", "-c", script], tmp_path, {"PATH": os.environ["PATH"]}, 0.5)
    assert late.code is None
    started = Path("/proc", (tmp_path / "late").read_text().strip())
    until(lambda: not started.exists(), "what it had started still runs")


def test_nothing_is_said_of_faults_by_tests_that_fail_without_them(tree: Path, tmp_path: Path) -> None:
    trying = mutants("trying")
    (tree / "test_sums.py").write_text(TESTED.replace("== 5", "== 6"))
    with pytest.raises(trying.Broken, match=r"test_sums\.py::test_sums"):
        trying.control(trying.Copy(tmp_path / "copy", tree), [fault("a + b", "a - b")])


def test_the_page_has_a_row_for_every_fault() -> None:
    outcome = mutants("trying").Outcome
    results = [(fault("a | b", "a"), outcome("caught", "tests/x.py::y", 1.25)), (fault("a", "b"), outcome("survived"))]
    page = mutants("__main__").page(results, 90.0)
    assert "1 of 2 are caught" in " ".join(page.split())
    assert "| rules | a fault | - <code>a &#124; b</code><br>+ `` a `` | `` x.py::y `` | 1.2 |" in page
    assert "**survived**" in page
