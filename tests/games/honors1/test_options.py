"""The switches: the page lists them as the game has them, and what they do not take is refused."""

import re
from typing import Any

import pytest

from parlour.core.options import Number
from parlour.errors import OptionError

from .table import HONORS, table

USUAL = {
    "must_hold": True,
    "draw_on_miss": True,
    "fish_again": False,
    "h1_end": "all_books",
    "premium_on_strip": False,
    "target": 100,
    "h1_stagnation": 40,
    "ask_log": "last",
    "hand_cap": 100,
}


@pytest.mark.rule("H1-13", "H1-G12", "H1-G13", "C-16")
def test_the_usual_values_are_those_ruled() -> None:
    assert HONORS.match(seed=1).options == USUAL


def test_the_page_lists_every_switch_as_it_is() -> None:
    rows = {
        cells[0].strip("`"): cells
        for line in HONORS.text("RULES.md").splitlines()
        if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 5 and cells[0].startswith("`")
    }
    assert list(rows) == [option.name for option in HONORS.options]
    for option in HONORS.options:
        _, values, usual, _, rules = rows[option.name]
        taken = [str(option.least), str(option.most)] if isinstance(option, Number) else option.values.split(", ")
        assert sorted(re.findall(r"\w+", values.replace(" to ", " "))) == sorted(taken)  # the usual value comes first
        assert option.encode(usual.strip("`")) == option.encode(option.default)
        assert option.rule in rules.split(", ")


@pytest.mark.parametrize(
    "options",
    [
        {"target": 4},
        {"target": True},
        {"hand_cap": 0},
        {"must_hold": "yes"},
        {"h1_end": "never"},
        {"ask_log": None},
        {"h1_stagnation": 201},
        {"manners": "strict"},
    ],
)
def test_what_an_option_does_not_take_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        HONORS.match(seed=1, options=options)


@pytest.mark.rule("H1-13")
@pytest.mark.parametrize("target", [5, 250, 10_000])
def test_the_target_is_shown(target: int) -> None:
    assert table(HONORS.match(seed=1, options={"target": target}))["target"] == target
