"""The switches: the page lists them as the game has them, and what they do not take is refused."""

import re
from typing import Any

import pytest

from parlour.core.options import Number
from parlour.errors import OptionError

from .table import KELLY

USUAL = {
    "hands": 10,
    "starter": "rotate",
    "revive_timing": "own_turn",
    "revive_cost": "once",
    "challenge_keep": False,
    "reclaim": False,
    "last_alive_wins": False,
    "header_cap": 20,
    "credit": True,
    "stake": 50,
}


@pytest.mark.rule("KK-G02", "KK-G06", "KK-G07", "KK-G09", "KK-G11", "KK-G16", "KK-G17", "KK-G18", "KK-G19", "KK-G27")
def test_the_usual_values_are_those_ruled() -> None:
    assert KELLY.match(seed=1).options == USUAL


def test_the_page_lists_every_switch_as_it_is() -> None:
    rows = {
        cells[0].strip("`"): cells
        for line in KELLY.text("RULES.md").splitlines()
        if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 5 and cells[0].startswith("`")
    }
    assert list(rows) == [option.name for option in KELLY.options]
    for option in KELLY.options:
        _, values, usual, _, rules = rows[option.name]
        taken = [str(option.least), str(option.most)] if isinstance(option, Number) else option.values.split(", ")
        assert sorted(re.findall(r"\w+", values.replace(" to ", " "))) == sorted(taken)  # the usual value comes first
        default = {True: "on", False: "off"}.get(option.default, str(option.default))  # type: ignore[call-overload]
        assert usual.strip("`") == default
        assert option.rule in rules.split(", ")


@pytest.mark.parametrize(
    "options",
    [
        {"hands": 0},
        {"hands": 1_001},
        {"starter": "dealer"},
        {"revive_timing": "never"},
        {"revive_cost": 1},
        {"reclaim": 1},
        {"header_cap": 0},
        {"stake": 0},
        {"credit": None},
        {"manners": "strict"},
    ],
)
def test_what_an_option_does_not_take_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        KELLY.match(seed=1, options=options)
