"""The switches: the page lists them as the game has them, and what they do not take is refused."""

import re
from typing import Any

import pytest

from parlour.core.options import Number
from parlour.errors import OptionError

from .table import HONORS

USUAL = {"h4_match": 3, "h4_ascending": False, "h4_recycle": "once", "h4_takes": 0, "hand_cap": 0}


@pytest.mark.rule("H4-G02", "H4-G06", "H4-G07", "H4-G08", "C-16")
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
        assert usual.strip("`") == ("off" if option.default is False else str(option.default))
        assert option.rule in rules.split(", ")


@pytest.mark.parametrize(
    "options",
    [
        {"h4_match": 0},
        {"h4_match": 101},
        {"h4_takes": -1},
        {"h4_recycle": "twice"},
        {"h4_ascending": "up"},
        {"seats": 24},
    ],
)
def test_what_an_option_does_not_take_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        HONORS.match(seed=1, options=options)
