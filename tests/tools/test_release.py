"""The checklist of a release: each point is met, or says what is wrong. (The packages: tests/test_distribution.py.)"""

import subprocess
import zipfile
from pathlib import Path

import pytest
from tests.tools.loading import ROOT, tool

release, packages, notices = tool("release"), tool("packages"), tool("notices")
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository that is ready for a release."""
    write(tmp_path, "pyproject.toml", '[project]\nversion = "1.2.3"\n')
    write(tmp_path, "CHANGELOG.md", "# Changelog\n\n## [1.2.3] - 2026-01-31\n\n## [1.2.2] - 2025-01-31\n")
    write(tmp_path, "src/parlour/__init__.py", '__version__ = "1.2.3"\n')
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path)
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def git(root: Path, *arguments: str) -> None:
    subprocess.run([*GIT, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", "all")


def test_a_tree_that_is_ready_meets_every_point(tree: Path) -> None:
    for point in (release.version, release.tree, release.tag, release.discretion):
        assert list(point(tree)) == []


@pytest.mark.parametrize(
    ("file", "text", "trouble"),
    [
        ("CHANGELOG.md", "## [1.2.2] - 2026-01-31\n", "does not begin with"),
        ("CHANGELOG.md", "## [1.2.3] - unreleased\n", "'unreleased' where the day"),
        ("CHANGELOG.md", "## [1.2.3] - 2999-01-01\n", "'2999-01-01' where the day"),
        ("src/parlour/__init__.py", '__version__ = "1.2.4"\n', "is 1.2.4, and pyproject.toml says 1.2.3"),
    ],
)
def test_versions_must_agree(tree: Path, file: str, text: str, trouble: str) -> None:
    write(tree, file, text)
    (found,) = release.version(tree)
    assert trouble in found


def test_everything_must_be_committed_on_main(tree: Path) -> None:
    git(tree, "switch", "-qc", "other")
    write(tree, "new.txt", "")
    assert list(release.tree(tree)) == ["this is other, not main", "not committed: ?? new.txt"]


def test_a_release_is_made_once(tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    (found,) = release.tag(tree)
    assert "v1.2.3 already" in found


@pytest.mark.parametrize("line", ["https://pypi" + ".org/simple", "see /ho" + "me/ada/notes"])
def test_registries_and_homes_are_found(tree: Path, line: str) -> None:
    write(tree, "notes.txt", f"nothing\n{line}\n")
    assert list(release.discretion(tree)) == []  # nobody tracks it
    commit(tree)
    assert list(release.discretion(tree)) == [f"notes.txt:2: {line}"]


def test_every_point_is_told_whatever_the_others_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert not release.examine({"first": lambda: iter(["is wrong"]), "second": lambda: iter([])})
    assert capsys.readouterr().out.splitlines() == ["no   first", "       is wrong", "yes  second"]
    assert release.examine({"second": lambda: iter([])})


def test_a_wheel_with_a_hole_or_a_stranger_is_found(tmp_path: Path) -> None:
    wheel = tmp_path / "parlour-1.0-cp311-cp311-linux_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("parlour-1.0.dist-info/METADATA", "Name: parlour\n")
        archive.writestr("tests/test.py", "")
        archive.writestr("parlour/web/index.js.map", "")
        archive.writestr("parlour/games/cam/RULES.md", "")
    found = packages.troubles(wheel)
    assert "parlour/web/index.html is missing" in found
    assert "parlour/games/cam/cam.wasm is missing" in found
    assert "parlour-1.0.data/data/share/man/man1/parlour.1 is missing" in found
    assert {"tests/test.py is not ours", "parlour/web/index.js.map does not belong there"} <= set(found)
    assert {"it is not for every machine", "it names no licence"} <= set(found)


def test_notices_are_those_of_the_client(tmp_path: Path) -> None:
    built, out = tmp_path / "built", tmp_path / "out"
    assert "is not built" in notices.trouble(out, built)
    built.write_text("svelte")
    assert "is out of date" in notices.trouble(out, built)
    out.write_text("svelte")
    assert notices.trouble(out, built) == ""


def test_the_page_has_every_point() -> None:
    page = (ROOT / "docs" / "release.md").read_text(encoding="utf-8")
    for name in release.checklist(ROOT, ROOT / "dist"):
        assert f"| {name} |" in page
