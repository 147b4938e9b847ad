"""The switches: the page lists them as the game has them, and what they do not take is refused."""

import re
from typing import Any

import pytest

from parlour.core.options import Number
from parlour.errors import OptionError

from .table import KAMRA, table

USUAL = {
    "target": 300,
    "hand_cap": 40,
    "min_bid": "0",
    "all_pass": "next_dealer",
    "throw_ins": 0,
    "first_dealer": "ritual",
    "feature_basis": "taken",
    "settlement": "floor0",
    "tie_settlement": "full",
    "history": "last",
    "manners": "auto",
}


@pytest.mark.rule("KR-02", "KR-G19", "KR-G33", "C-05")
def test_the_usual_values_are_those_ruled() -> None:
    assert KAMRA.match(seed=1).options == USUAL


def test_the_page_lists_every_switch_as_it_is() -> None:
    rows = {
        cells[0].strip("`"): cells
        for line in KAMRA.text("RULES.md").splitlines()
        if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 5 and cells[0].startswith("`")
    }
    assert list(rows) == [option.name for option in KAMRA.options]
    for option in KAMRA.options:
        _, values, usual, _, rules = rows[option.name]
        taken = [str(option.least), str(option.most)] if isinstance(option, Number) else option.values.split(", ")
        assert re.findall(r"\w+", values.replace(" to ", " ")) == taken
        assert usual.strip("`") == str(option.default)
        assert option.rule in rules.split(", ") or option.rule == "C-05"


@pytest.mark.parametrize(
    "options",
    [
        {"target": 9},
        {"target": 10_001},
        {"target": True},
        {"hand_cap": 0},
        {"min_bid": 2},
        {"all_pass": "redeal"},
        {"settlement": ""},
        {"manners": None},
        {"credit": True},
    ],
)
def test_what_an_option_does_not_take_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        KAMRA.match(seed=1, options=options)


@pytest.mark.rule("KR-02", "KR-G33")
@pytest.mark.parametrize("target", [10, 500, 10_000])
def test_the_target_is_shown(target: int) -> None:
    assert table(KAMRA.match(seed=1, options={"target": target}))["target"] == target
