"""Declared records: their layout, and states as lines of text."""

from typing import Any

import numpy as np
import pytest

from parlour.core.engines import VARIABLE
from parlour.core.kernel import layout
from parlour.core.match import Match
from parlour.core.options import Number, Switch
from parlour.core.pack.ordinary import PACK
from parlour.core.records import field, pile, record
from parlour.core.values import bits, card, cards, number, seat, seats
from parlour.errors import PositionError
from tests.core.highcard import GAME

FORM = record(
    (Number("target", "", "", usual=1, least=1, most=500), Switch("low", "", "")),
    hands=field(cards(PACK), "", per_seat=3),
    totals=field(number(-40_000, 40_000), "", per_seat=3),
    stock=pile(card(PACK), "left", 52, ""),
    left=field(number(0, 52), ""),
    turn=field(seat(3, nobody=True), ""),
    silent=field(seats(3), ""),
    notes=field(bits(9), "", per_seat=3, places=2),
)


@pytest.fixture(autouse=True)
def engine_for_games_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the rules as they are written: nobody makes a file of a game that is for tests alone."""
    monkeypatch.setenv(VARIABLE, "plain")


def test_numbers_are_as_large_as_their_bounds_and_lie_without_gaps() -> None:
    kinds = {name: str(FORM.layout[name].base) for name in FORM.layout.names or ()}
    assert kinds["hands"] == kinds["notes"] == "uint64"
    assert (kinds["totals"], kinds["target"], kinds["stock"], kinds["low"]) == ("int32", "int16", "int8", "int8")
    assert FORM.layout["notes"].shape == (3, 2)
    assert sum(FORM.layout[name].itemsize for name in FORM.layout.names or ()) == FORM.layout.itemsize
    names = list(FORM.layout.names or ())
    assert not [name for name in names[:-1] if name.startswith("gap_")]


def test_the_options_are_copied_by_a_rule_that_nobody_wrote() -> None:
    options = np.array([(300, 1)], dtype=layout([("target", np.int64), ("low", np.int64)]))
    s = np.zeros(1, dtype=FORM.layout)[0]
    FORM.take_options(s, options[0])
    assert (s.target, s.low) == (300, 1)


def at(text: str, **options: Any) -> Match:
    return GAME.match(position=text, seed=1, options=options, hold_table=True)


def test_only_what_is_not_as_at_the_beginning_is_told() -> None:
    assert GAME.match(3, seed=1, hold_table=True).position == "seats=3"
    assert at("seats=3 phase=choose cards=1,2,3 gone=1,2,3").position == "seats=3 gone=1,2,3 cards=1,2,3 phase=choose"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "tells the number of seats"),
        ("phase=choose", "tells the number of seats"),
        ("play 3 $P/$7", "those of earlier versions cannot be read now"),
        ("seats=5", "2 to 4 players"),
        ("seats=x", "whole number"),
        ("seats=3 colour=red", "there are seats, gone, cards, turn, phase"),
        ("seats=3 phase=deal phase=deal", "each name once"),
        ("seats=3 phase", "name=value"),
        ("seats=3 phase=play", "none of deal, choose, over"),
        ("seats=3 cards=1,2", "there should be 3, not 2"),
        ("seats=3 cards=1,2,10", "out of bounds"),
        ("seats=3 gone=1,1", "stands twice"),
    ],
)
def test_what_is_wrong_with_a_text_is_told(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        at(text)
