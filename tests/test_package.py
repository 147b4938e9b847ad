"""The package's habits: pins, names, versions, what loads when, what the pages say."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import parlour
from tests.tools.loading import tool

ROOT = Path(__file__).parent.parent
release = tool("release")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def name_of(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def requirements() -> list[str]:
    project = PROJECT["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    groups = [line for lines in PROJECT["dependency-groups"].values() for line in lines]
    return [*project["dependencies"], *extras, *groups]


def asked_for() -> set[str]:
    return {name_of(line) for line in requirements()} - {"parlour"}  # an extra may ask for another


def pinned() -> set[str]:
    return {name_of(pin) for pin in PROJECT["tool"]["uv"]["constraint-dependencies"]}


def test_every_dependency_is_pinned_and_everything_it_needs() -> None:
    todo, seen = asked_for(), set[str]()
    while todo:
        name = todo.pop()
        seen.add(name)
        assert name in pinned(), f"{name} is not pinned: run tools/pin.py"
        needed = [line for line in installed_requirements(name) if "extra ==" not in line and ";" not in line]
        todo |= {name_of(line) for line in needed} - seen


def installed_requirements(name: str) -> list[str]:
    try:
        return requires(name) or []
    except ModuleNotFoundError:  # the benchmarks' peers are installed only for benchmarks
        return []


def test_pins_are_exact() -> None:
    uv = PROJECT["tool"]["uv"]
    for pin in (*uv["constraint-dependencies"], *uv["build-constraint-dependencies"]):
        assert re.fullmatch(r"[a-z0-9._-]+==[0-9][^ ;]*( ; python_full_version .*)?", pin), pin
    built = {name_of(pin) for pin in uv["build-constraint-dependencies"]}
    assert {name_of(line) for line in PROJECT["build-system"]["requires"]} <= built


@pytest.mark.parametrize("name", ["numba", "numba-cuda", "uvicorn", "wasmtime"])
def test_what_we_lean_on_is_capped_to_the_minor_release_that_is_pinned(name: str) -> None:
    (asked,) = [Requirement(line).specifier for line in requirements() if name_of(line) == name]
    (pin,) = [pin for pin in PROJECT["tool"]["uv"]["constraint-dependencies"] if name_of(pin) == name]
    major, minor, *_ = (int(part) for part in pin.partition("==")[2].split("."))
    assert asked.contains(f"{major}.{minor}.0")
    assert asked.contains(f"{major}.{minor}.999")
    assert not asked.contains(f"{major}.{minor + 1}.0")


def test_no_lock_file_names_a_registry() -> None:
    assert [file.name for file in tracked_files() if file.name in ("uv.lock", "poetry.lock")] == []
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, each in locked["packages"].items() if "resolved" in each] == []


def test_tracked_files_name_no_registry_and_no_home() -> None:
    assert list(release.discretion(ROOT)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("index-url = https://pypi" + ".org/simple", True),
        ("see https://mirror.example/packages", True),
        ("from the package registries", False),
    ],
)
def test_registries_would_be_found(line: str, found: bool) -> None:
    assert bool(release.HOSTS.search(line)) is found


def test_the_version_is_the_same_everywhere() -> None:
    assert parlour.__version__ == PROJECT["project"]["version"]
    assert f"## [{parlour.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_line_of_the_changelog_stands_under_what_it_is() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *releases = re.split(r"^## ", text, flags=re.MULTILINE)
    for release_notes in releases:
        heading, *kinds = re.split(r"^### ", release_notes, flags=re.MULTILINE)
        assert "\n- " not in heading, "a line stands under a version, but not under what it is"
        names = [kind.partition("\n")[0] for kind in kinds]
        assert names == [name for name in ("Added", "Changed", "Removed", "Fixed", "Security") if name in names]
        assert all("\n- " in kind for kind in kinds), "a heading has nothing below it"


@pytest.mark.parametrize("name", parlour.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(parlour, name) is not None


def test_public_names_are_few_and_in_order() -> None:
    assert sorted(parlour.__all__) == list(parlour.__all__)
    assert len(parlour.__all__) < 15


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'checkers'"):
        parlour.checkers  # noqa: B018


def test_facts_need_no_numba() -> None:
    look = "import parlour, sys; parlour.games(); parlour.game('kamra').options; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("file", ["run", "test", ".ci/run"])
def test_scripts_are_whole(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "set -euo pipefail" in text
    assert (ROOT / file).stat().st_mode & 0o111
    subprocess.run(["bash", "-n", file], cwd=ROOT, check=True)


def test_no_source_file_is_longer_than_a_sitting() -> None:
    sources = [file for file in tracked_files() if file.suffix == ".py"]
    assert {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in sources if is_long(file)} == {}


def is_long(file: Path) -> bool:
    return len(file.read_text(encoding="utf-8").splitlines()) > 500


def defined(*kinds: type[ast.AST]) -> list[tuple[Path, Any]]:
    """What is defined in the package, with its file."""
    files = sorted((ROOT / "src").rglob("*.py"))
    parsed = ((file, ast.parse(file.read_text(encoding="utf-8"))) for file in files)
    return [(file, node) for file, tree in parsed for node in ast.walk(tree) if isinstance(node, kinds)]


def test_one_name_is_one_class() -> None:
    names = Counter(node.name for _, node in defined(ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


LOOPS = {"advance", "another", "count_leaves", "go_on", "play", "search", "series", "weigh_up"}


def test_functions_take_eight_arguments_at_most() -> None:
    """But commands, whose arguments are what can be typed, and compiled loops, which are handed what they work in."""
    for file, function in defined(ast.FunctionDef, ast.AsyncFunctionDef):
        taken = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)} - {"self", "cls"}
        assert len(taken) <= 8 or function.name in LOOPS or "cli" in file.parts, f"{file}: {function.name}"
