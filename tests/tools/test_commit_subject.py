"""The hook that looks at commit messages."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.tools.loading import ROOT, tool

commit_subject = tool("commit_subject")


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Cam: a longer board\n\nWhy it is so.\n", "Cam: a longer board"),
        ("\n# Please enter the commit message\n\n  Cam: a longer board\n", "Cam: a longer board"),
        ("# only comments\n", ""),
        (f"\n{commit_subject.SCISSORS} ------\ndiff --git a b\n", ""),
    ],
)
def test_the_subject_is_the_first_line_that_git_keeps(message: str, line: str) -> None:
    assert commit_subject.subject(message) == line


def test_only_the_subject_is_measured_in_characters() -> None:
    longest = "é" * commit_subject.LONGEST
    assert commit_subject.trouble(longest) == ""
    assert commit_subject.trouble(f"short\n\n{'x' * 200}") == ""
    found = commit_subject.trouble(longest + "xyz")
    assert "has 75 characters; 72 is the most" in found
    assert f"{longest}|xyz" in found


def test_what_a_rebase_will_fold_away_may_be_longer() -> None:
    assert commit_subject.trouble("fixup! " + "x" * commit_subject.LONGEST) == ""


@pytest.mark.parametrize(("length", "code"), [(72, 0), (73, 1)])
def test_a_commit_is_let_through_or_refused(tmp_path: Path, length: int, code: int) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("x" * length + "\n", encoding="utf-8")
    hook = [sys.executable, "tools/commit_subject.py", str(message)]
    done = subprocess.run(hook, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert bool(done.stderr) is bool(code)
