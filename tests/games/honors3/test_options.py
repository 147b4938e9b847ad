"""The switches: the page lists them as the game has them, and what they do not take is refused."""

import re
from typing import Any

import pytest

from parlour.core.options import Number
from parlour.errors import OptionError

from .table import HONORS3

USUAL = {
    "target": 200,
    "hand_cap": 100,
    "pace": "ticks",
    "same_book": False,
    "h3_out": "lt4",
    "h3_directed": "all",
    "h3_both_out": "both",
    "h3_quiet": 60,
    "h3_ticks": 1000,
}


@pytest.mark.rule("H3-11", "H3-G03", "H3-G04", "H3-G05", "H3-G08", "H3-G09", "C-16")
def test_the_usual_values_are_those_ruled() -> None:
    assert HONORS3.match(seed=1).options == USUAL


def test_the_page_lists_every_switch_as_it_is() -> None:
    rows = {
        cells[0].strip("`"): cells
        for line in HONORS3.text("RULES.md").splitlines()
        if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 5 and cells[0].startswith("`")
    }
    assert list(rows) == [option.name for option in HONORS3.options]
    for option in HONORS3.options:
        _, values, usual, _, rules = rows[option.name]
        taken = [str(option.least), str(option.most)] if isinstance(option, Number) else option.values.split(", ")
        assert sorted(re.findall(r"\w+", values.replace(" to ", " "))) == sorted(taken)  # the usual value comes first
        assert usual.strip("`") == {"False": "off"}.get(str(option.default), str(option.default))
        assert option.rule in rules.split(", ")


@pytest.mark.parametrize(
    "options",
    [
        {"target": 4},
        {"target": 10_001},
        {"hand_cap": 0},
        {"pace": "fast"},
        {"same_book": "yes"},
        {"h3_out": "lt5"},
        {"h3_directed": "two"},
        {"h3_both_out": "seat order"},
        {"h3_quiet": 0},
        {"h3_ticks": 2_001},
        {"manners": "auto"},
    ],
)
def test_what_an_option_does_not_take_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        HONORS3.match(seed=1, options=options)
