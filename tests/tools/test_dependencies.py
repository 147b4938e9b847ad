"""Whatever Parlour is made of is on docs/dependencies.md, with a licence that goes with ours."""

import re
import tomllib
from importlib import metadata
from typing import Any

import pytest
from tests.tools.loading import tool

dependencies = tool("dependencies")
NVIDIA, UNTOLD = dependencies.NVIDIA, dependencies.UNTOLD
TEXT = (dependencies.ROOT / "pyproject.toml").read_text(encoding="utf-8")
ROWS = dependencies.read()
CLIENT = dependencies.made_with() | dependencies.inside()
PYTHON = {name: row for name, row in ROWS.items() if name not in CLIENT}
AGAIN = "run `python -m tools.dependencies`"


def installed(lines: list[str]) -> set[str]:
    """All that requirements ask for here, and what that asks for, as far as it is installed."""
    todo = [(dependencies.normal(each.name), tuple(each.extras)) for each in dependencies.needed(lines)]
    found: set[str] = set()
    while todo:
        name, extras = todo.pop()
        if name in found or name == "parlour":
            continue
        found.add(name)
        try:
            wants = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # an extra that is not installed here
            continue
        todo += [
            (dependencies.normal(each.name), tuple(each.extras)) for each in dependencies.needed(wants, ("", *extras))
        ]
    return found


@pytest.mark.parametrize("extra", ["", *tomllib.loads(TEXT)["project"]["optional-dependencies"]])
def test_all_that_an_extra_installs_is_there(extra: str) -> None:
    pinned = dependencies.pins(TEXT)
    wanted = installed(dependencies.asked(TEXT)[extra]) & pinned.keys()
    assert wanted
    assert {name: ROWS[name].version for name in wanted} == {name: pinned[name] for name in wanted}, AGAIN


def test_all_that_the_web_client_is_made_with_is_there() -> None:
    here = {name: (ROWS[name].version, ROWS[name].licence) for name in CLIENT}
    assert here == CLIENT, AGAIN
    assert {name for name, row in ROWS.items() if row.asked_by == "in it"} == dependencies.inside().keys()


def test_nothing_else_is_there() -> None:
    assert PYTHON.keys() <= dependencies.pins(TEXT).keys(), AGAIN


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_every_licence_goes_with_ours(row: Any) -> None:
    """But for NVIDIA's, of an extra: nothing of it is passed on."""
    if row.asked_by == "`cuda`" and row.name.startswith(("nvidia-", "cuda-")):
        assert dependencies.goes(row.licence) or row.licence in (NVIDIA, UNTOLD)
    else:
        assert dependencies.goes(row.licence), row
    info = dependencies.installed(row.name) if row.name in PYTHON else None
    assert info is None or dependencies.licence_of(info) == row.licence, AGAIN
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", row.released)
    assert re.fullmatch(r"\S+, 20\d\d-\d\d-\d\d", row.newest)


@pytest.mark.parametrize(
    ("licence", "good"),
    [
        ("MIT", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("BSD-2-Clause AND (Apache-2.0 WITH LLVM-exception)", True),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0-only", False),
        (NVIDIA, False),
        (UNTOLD, False),
    ],
)
def test_what_goes_with_ours_is_known(licence: str, good: bool) -> None:
    assert dependencies.goes(licence) is good
