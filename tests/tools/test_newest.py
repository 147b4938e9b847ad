"""What `./test --newest` reads off a run, and how it makes ./test go on. (It installs nothing here.)"""

import subprocess
from pathlib import Path

import pytest
from tests.tools.loading import ROOT, tool

newest = tool("newest")
SCRIPT = """#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "$0")"
step() { false; }
echo "== Style"
[ -n "" ] && echo never
echo "== Types"
step
echo "src/parlour/errors.py:3: error: no such thing"
echo "== Tests"
if false; then echo never; fi
ls > /dev/null
echo "FAILED tests/core/test_kernel.py::test_rule - AssertionError"
(exit 3)
"""


def read(lines: str) -> list[str]:
    report = newest.Report()
    for line in lines.splitlines():
        report.read(line)
    told: list[str] = report.lines()
    return told


def test_a_script_goes_on_and_every_failure_is_told_under_its_step(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    script = tmp_path / "build" / "test"
    script.write_text(newest.going_on(SCRIPT), encoding="utf-8")
    done = subprocess.run(["bash", script], capture_output=True, text=True, check=False)
    told = read(done.stdout)
    assert [line.partition(":")[0] for line in told if not line.startswith(" ")] == ["Types", "Tests"]
    assert "    src/parlour/errors.py:3: error: no such thing" in told
    assert told[-2:] == ["Tests: ( exit 3 )", "    FAILED tests/core/test_kernel.py::test_rule - AssertionError"]


def test_nothing_is_told_of_a_step_that_passes() -> None:
    assert read("== Tests\nFAILED tests/core/test_kernel.py::test_tried_again - and passed\n== Layers\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "ERROR tests/test_docs.py - ImportError: no such thing",
        " FAIL  tests/replay.test.ts > a replay > opens",
        "src/parlour/errors.py:3: error: no such thing  [attr-defined]",
        "F401 [*] `os` imported but unused",
        " --> tools/pin.py:1:8",
        "One-way flow BROKEN",
        'npm error peer typescript@"^5.0.0" from svelte-check@4.7.8',
    ],
)
def test_what_our_tools_say_of_a_failure_is_told(line: str) -> None:
    assert read(f"== Step\nAll is well so far\n{line}\n!! tool\n") == ["Step: tool", f"    {line.strip()}"]


def test_a_step_that_breaks_in_many_places_is_cut_short() -> None:
    failed = "".join(f"FAILED tests/test_{number}.py::test\n" for number in range(100))
    told = read(f"== Tests\n{failed}!! pytest\n")
    assert len(told) == newest.MOST_TOLD + 2
    assert told[-1] == "    and 70 more"


def test_our_own_script_can_be_made_to_go_on() -> None:
    script = newest.going_on((ROOT / "test").read_text(encoding="utf-8"))
    assert "set -e" not in script
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_a_script_that_is_not_understood_is_refused() -> None:
    with pytest.raises(SystemExit, match="no longer says 'set -euo pipefail"):
        newest.going_on("#!/bin/sh\nset -e\n")


def test_nothing_leads_from_the_copy_to_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{ROOT}/.venv/bin:/usr/bin:/bin")
    monkeypatch.setenv("UV_PROJECT_ENVIRONMENT", f"{ROOT}/.venv")
    monkeypatch.setenv("NUMBA_CACHE_DIR", f"{ROOT}/build/rules")
    found = newest.environment()
    assert found["PATH"] == "/usr/bin:/bin"
    assert not {"UV_PROJECT_ENVIRONMENT", "NUMBA_CACHE_DIR"} & found.keys()


def test_versions_are_those_of_both_halves() -> None:
    found = newest.versions(ROOT)
    assert {"numba", "ruff", "web: svelte"} <= found.keys()
    assert " or " in found["numpy"]  # a marker chooses


def test_changes_name_what_is_newer_what_comes_and_what_goes() -> None:
    before, after = (
        {"numba": "0.68.1", "rich": "15.0.0", "toml": "1"},
        {"numba": "0.69.0", "rich": "15.0.0", "pip": "2"},
    )
    assert list(newest.changes(before, after)) == [
        "numba 0.68.1 -> 0.69.0",
        "pip (not needed) -> 2",
        "toml 1 -> (not needed)",
    ]
