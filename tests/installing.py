"""Packages of other people, installed for a test as an installer leaves them: in folders that Python looks in."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.games import all_games, of_packages


class Packages:
    """Packages in folders of their own, below one."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, patch
        self.modules: set[str] = set()

    def install(self, name: str, module: str, entry_points: str, version: str = "1.0") -> None:
        """Install a package of one module, or without one."""
        folder = self.folder / f"site-{name}-{version}"
        facts(folder, name, entry_points, version)
        if module:
            (folder / f"{name}.py").write_text(module)
            self.modules.add(name)
            sys.modules.pop(name, None)
        self.patch.syspath_prepend(folder)
        forget_games()


def facts(folder: Path, name: str, entry_points: str, version: str = "1.0") -> None:
    """What an installer writes down of a package."""
    place = folder / f"{name}-{version}.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (place / "entry_points.txt").write_text(entry_points)


def forget_games() -> None:
    """Games are looked for once in a process: look again."""
    all_games.cache_clear()
    of_packages.cache_clear()


def packages(tmp_path: Path) -> Iterator[Packages]:
    """The body of a fixture; all is as it was afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        made = Packages(tmp_path, patch)
        yield made
    for name in made.modules:
        sys.modules.pop(name, None)
    forget_games()
