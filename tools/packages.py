"""Builds the sdist, then the wheel out of the sdist, and looks at what is in them.

python tools/packages.py [FOLDER]    into dist, if no folder is named

The tree is left as it is: the web client of the wheel is built in a copy.
"""

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 15_000_000  # of the wheel

# What must be in a wheel, each at least once; {} stands for name and version.
WANTED = (
    "parlour/__init__.py",
    "parlour/py.typed",
    "parlour/games/kamra/RULES.md",
    "parlour/games/kamra/words.toml",
    "parlour/web/index.html",
    "parlour/web/notices.txt",
    "{}.data/data/share/man/man1/parlour.1",
    "{}.dist-info/licenses/LICENSE",
    "{}.dist-info/licenses/THIRD_PARTY_NOTICES.txt",
    "{}.dist-info/entry_points.txt",
)
UNWANTED = (".map", ".pyc", ".so", ".sqlite", "package.json")


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel, built into a folder."""
    folder = folder.resolve()
    sdist = hatchling("sdist", folder, ROOT)
    with tempfile.TemporaryDirectory() as copy, tarfile.open(sdist) as archive:
        archive.extractall(copy, filter="data")
        (source,) = Path(copy).iterdir()
        if (ROOT / "web" / "node_modules").exists():  # it need not be fetched again
            (source / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
        return sdist, hatchling("wheel", folder, source)


def hatchling(kind: str, folder: Path, source: Path) -> Path:
    """Build a package with the hatchling of this Python; where it lies."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the {kind} cannot be built:\n{done.stdout}{done.stderr}")
    return folder / Path((done.stdout + done.stderr).split()[-1]).name


def troubles(wheel: Path) -> list[str]:
    """What is wrong with a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        stem = "-".join(wheel.name.split("-")[:2])
        facts = Parser().parsestr(archive.read(f"{stem}.dist-info/METADATA").decode())
    found = [f"{name} is missing" for want in WANTED if (name := want.format(stem)) not in names]
    books = [name for name in names if name.endswith("/RULES.md")]
    rules = [f"{(folder := book.rpartition('/')[0])}/{folder.rpartition('/')[2]}.wasm" for book in books]
    found += [f"{name} is missing" for name in rules if name not in names]
    found += [f"{name} does not belong there" for name in names if name.endswith(UNWANTED)]
    found += [f"{name} is not ours" for name in names if not name.startswith(("parlour/", f"{stem}."))]
    if not wheel.name.endswith("-py3-none-any.whl"):
        found.append("it is not for every machine")
    if wheel.stat().st_size > MOST_BYTES:
        found.append(f"it has {wheel.stat().st_size:,} bytes, more than {MOST_BYTES:,}")
    if not facts["License-Expression"]:
        found.append("it names no licence")
    return found


def main() -> None:
    """Build, and say what came of it."""
    for package in (built := build(Path(sys.argv[1] if sys.argv[1:] else ROOT / "dist"))):
        print(f"{package.stat().st_size:>10,} bytes  {package}")
    sys.exit("\n".join(troubles(built[1])) or 0)


if __name__ == "__main__":
    main()
