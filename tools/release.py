"""Holds a release to its checklist, docs/release.md, and builds what is to be published.

python tools/release.py --dry-run    everything but the tests; nothing is written outside temporary folders
python tools/release.py              with ./test --all, and with the packages in dist

Every point is looked at, whatever the others say; the exit code is 1 if one of them is not met.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import packages  # noqa: E402

# Where things come from and where they lie on somebody's machine is nobody else's business.
HOSTS = re.compile(
    r"(pypi|pythonhosted|npmjs|artifactory|nexus)\.(org|com|io)|//[\w.-]*(index|mirror|registry)[\w.-]*\.\w+"
)
HOMES = re.compile(r"(?<![\w.])/(home|root|Users|work)/\w")
GENERATED = (
    ("manual page", "tools/man_page.py", "--check"),
    ("wire types", "tools/wire_types.py", "--check"),
    ("notices", "tools/notices.py", "--check"),
    ("compiled rules", "-m", "parlour", "compile", "--check"),
    ("rule coverage", "-m", "parlour", "coverage", "--check", "--write", "docs/rule-coverage.md"),
)
TESTED = "all tests pass"
Troubles = Iterator[str]


def git(*arguments: str, root: Path = ROOT) -> str:
    """What git says."""
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def version_of(root: Path) -> str:
    """The version that is to be released."""
    return str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


# --- The points of the list; each yields what is wrong -------------------------------------------------------------


def version(root: Path) -> Troubles:
    """The same version in pyproject.toml, the package and the changelog, which says when."""
    wanted = version_of(root)
    inside = re.search(r'__version__ = "(.*)"', (root / "src" / "parlour" / "__init__.py").read_text(encoding="utf-8"))
    if inside is not None and inside[1] != wanted:
        yield f"parlour.__version__ is {inside[1]}, and pyproject.toml says {wanted}"
    heading = re.search(r"^## \[(.*?)\] - (.*)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if heading is None or heading[1] != wanted:
        yield f"CHANGELOG.md does not begin with ## [{wanted}]"
    elif not is_date(heading[2]):
        yield f"CHANGELOG.md says {heading[2]!r} where the day of the release belongs, such as {date.today()}"


def is_date(text: str) -> bool:
    """Whether a text is a day that has come."""
    try:
        return date.fromisoformat(text) <= date.today()
    except ValueError:
        return False


def tree(root: Path) -> Troubles:
    """Everything is committed, on main."""
    branch = git("branch", "--show-current", root=root)
    if branch != "main":
        yield f"this is {branch or 'no branch'}, not main"
    for line in git("status", "--porcelain", root=root).splitlines():
        yield f"not committed: {line.strip()}"


def tag(root: Path) -> Troubles:
    """There has been no such release."""
    if git("tag", "--list", f"v{version_of(root)}", root=root):
        yield f"there is a tag v{version_of(root)} already; choose another version"


def discretion(root: Path) -> Troubles:
    """No tracked file names a registry's host or a folder of somebody's machine."""
    for name in git("ls-files", root=root).splitlines():
        file = root / name
        if not file.is_file() or name in ("tools/release.py", "tests/test_package.py"):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
            if HOSTS.search(line) or HOMES.search(line):
                yield f"{name}:{number}: {line.strip()[:80]}"


def generated(root: Path) -> Troubles:
    """What is generated is up to date."""
    for name, *arguments in GENERATED:
        done = subprocess.run([sys.executable, *arguments], cwd=root, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"{name}: {(done.stderr or done.stdout).strip()}"


def built(root: Path, folder: Path) -> Troubles:
    """The sdist and the wheel build, and hold what they should; a list of their sums lies beside them."""
    both = packages.build(folder)
    yield from packages.troubles(both[1])
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in both]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    if version_of(root) not in both[1].name:
        yield f"{both[1].name} is not version {version_of(root)}"


def tests(root: Path) -> Troubles:
    """All tests pass."""
    if subprocess.run(["./test", "--all"], cwd=root, check=False).returncode:
        yield "./test --all found something wrong"


def checklist(root: Path, folder: Path) -> dict[str, Callable[[], Troubles]]:
    """The points, in the order in which they are looked at."""
    return {
        "version and changelog agree": lambda: version(root),
        "everything is committed, on main": lambda: tree(root),
        "no such release yet": lambda: tag(root),
        "no registry and no machine is named": lambda: discretion(root),
        "generated parts are up to date": lambda: generated(root),
        "sdist and wheel build and are whole": lambda: built(root, folder),
        TESTED: lambda: tests(root),
    }


def examine(points: dict[str, Callable[[], Troubles]]) -> bool:
    """Look at every point, telling what comes of it; whether all are met."""
    good = True
    for name, look in points.items():
        found = list(look())
        good &= not found
        print(f"{'no ' if found else 'yes'}  {name}", *(f"       {line}" for line in found), sep="\n", flush=True)
    return good


def main() -> None:
    """Go through the list."""
    parser = argparse.ArgumentParser(description="Hold a release to its checklist (docs/release.md).")
    parser.add_argument("--dry-run", action="store_true", help="leave out the tests, and keep nothing that is built")
    dry = parser.parse_args().dry_run
    with tempfile.TemporaryDirectory() as aside:
        points = checklist(ROOT, Path(aside) if dry else ROOT / "dist")
        good = examine({name: look for name, look in points.items() if not (dry and name == TESTED)})
    if not good:
        sys.exit("Not ready for a release.")
    name = f"v{version_of(ROOT)}"
    untested = ", but for the tests" if dry else ""
    print(f"Ready{untested}. Then: git tag -a {name} -m {name}, and publish what is in dist.")


if __name__ == "__main__":
    main()
