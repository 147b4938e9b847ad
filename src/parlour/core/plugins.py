"""What installed packages bring: entry points of a group, read so that a damaged package hides nothing but itself."""

from dataclasses import dataclass
from importlib.metadata import EntryPoint, distributions
from typing import Any

from parlour.errors import ParlourError


@dataclass(frozen=True)
class Plugins:
    """The entry points of a group, what one of them brings in words, and the error for one that cannot be used."""

    group: str
    what: str
    error: type[ParlourError]

    def points(self) -> dict[str, list[EntryPoint]]:
        """The entry points of all installed packages by name; of a package found twice, the first hides the other."""
        found: dict[str, dict[str, EntryPoint]] = {}
        for package in distributions():
            try:
                for point in package.entry_points.select(group=self.group):
                    found.setdefault(point.name, {}).setdefault(package.name, point)
            except Exception:
                continue
        return {name: list(points.values()) for name, points in found.items()}

    def only(self, name: str, points: list[EntryPoint]) -> EntryPoint:
        """The one entry point of a name; an error if several packages have it."""
        if len(points) > 1:
            raise self.error(f"several packages have {self.what} {name!r}: {', '.join(map(package_of, points))}")
        return points[0]

    def load(self, point: EntryPoint) -> Any:
        """What an entry point names."""
        try:
            return point.load()
        except (Exception, SystemExit) as error:
            raise self.unusable(point, f"loading it failed: {told(error)}") from error

    def unusable(self, point: EntryPoint, why: str) -> ParlourError:
        """The error for something that is installed and does not work."""
        return self.error(
            f"the{self.what.removeprefix('a')} {point.name!r} ({point.value}, package {package_of(point)}) "
            f"cannot be used: {why}"
        )


def package_of(point: EntryPoint) -> str:
    """The package that an entry point comes from, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else "unknown"


def told(error: BaseException) -> str:
    """An error in a line."""
    return f"{type(error).__name__}: {error}"[:200]
