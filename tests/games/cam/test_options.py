"""The switches: the page lists them as the game has them, and what they do not take is refused."""

import re
from typing import Any

import pytest

from parlour.core.options import Number
from parlour.errors import OptionError

from .board import CAM, START, at

USUAL = {
    "edition": "1949",
    "board": "cam",
    "first": "red",
    "games": 1,
    "repetition": 3,
    "quiet_plies": 100,
    "castle_jump_ends_turn": "edition",
    "castle_exit_must_capture": "edition",
    "castle_canter_one_leap": "edition",
}


@pytest.mark.rule("CM-G19", "CM-G20", "CM-G22", "CM-G24")
def test_the_usual_values_are_those_ruled() -> None:
    assert CAM.match(seed=1).options == USUAL


def test_the_page_lists_every_switch_as_it_is() -> None:
    rows = {
        cells[0].strip("`"): cells
        for line in CAM.text("RULES.md").splitlines()
        if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 5 and cells[0].startswith("`")
    }
    assert list(rows) == [option.name for option in CAM.options]
    for option in CAM.options:
        _, values, usual, _, rules = rows[option.name]
        taken = [str(option.least), str(option.most)] if isinstance(option, Number) else option.values.split(", ")
        assert re.findall(r"\w+", values.replace(" to ", " ")) == taken
        assert usual.strip("`") == str(option.default)
        assert option.rule in rules.split(", ")


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "1931"},
        {"board": "camelot"},
        {"first": 0},
        {"games": 0},
        {"games": 100},
        {"repetition": 1},
        {"repetition": 10},
        {"repetition": 0, "quiet_plies": 0},
        {"quiet_plies": 121},
        {"castle_jump_ends_turn": True},
        {"manners": "strict"},
    ],
)
def test_what_an_option_does_not_take_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        CAM.match(seed=1, options=options)


@pytest.mark.rule("CM-G19", "CM-G20", "C-11")
@pytest.mark.parametrize("options", [{"repetition": 0}, {"quiet_plies": 0}, {"edition": 1949}])
def test_one_limit_is_enough(options: dict[str, Any]) -> None:
    assert CAM.match(seed=1, options=options).position == START


@pytest.mark.rule("CM-G19", "CM-G20")
def test_both_limits_off_is_for_analysis() -> None:
    assert at(START, repetition=0, quiet_plies=0).options["repetition"] == 0


def test_the_state_keeps_the_options_as_they_were_given() -> None:
    given = USUAL | {"edition": "federation", "board": "camette", "games": 7, "castle_canter_one_leap": "on"}
    assert CAM.match(seed=1, options=given).options == given
