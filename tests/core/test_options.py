"""Options: typed, checked, with help."""

import pytest

import parlour
from parlour.core.options import Choice, Number, Switch, complete, layout, shorten
from parlour.errors import OptionError

CHOICE = Choice("colour", "Which colour.", "X-1", ("red", "1", "blue"))
NUMBER = Number("length", "How long.", "X-2", usual=5, least=1, most=9)
SWITCH = Switch("loud", "How loud.", "X-3")
ALL = (CHOICE, NUMBER, SWITCH)


def test_defaults_and_given_values() -> None:
    assert complete(ALL, None) == {"colour": "red", "length": 5, "loud": False}
    assert complete(ALL, {"length": "7", "loud": "on"}) == {"colour": "red", "length": 7, "loud": True}
    assert complete(ALL, {"colour": 1, "loud": True}) == {"colour": "1", "length": 5, "loud": True}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"), ("colour", None), ("colour", ["red"]), ("colour", "x" * 10_000_000),
        ("length", 0), ("length", 10), ("length", 10**30), ("length", "9" * 5_000), ("length", "٣"), ("length", 2.0),
        ("length", True), ("length", float("nan")), ("loud", 1), ("loud", "yes"), ("loud", None), ("loud", {}),
    ],
)  # fmt: skip
def test_absurd_values_are_refused_with_what_would_be_right(name: str, value: object) -> None:
    with pytest.raises(OptionError, match="it takes") as caught:
        complete(ALL, {name: value})
    assert len(str(caught.value)) < 200


def test_unknown_options_are_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="there are colour, length, loud"):
        complete(ALL, {"height": 3})


def test_values_round_trip_through_their_numbers() -> None:
    for option, values in ((CHOICE, CHOICE.choices), (NUMBER, range(1, 10)), (SWITCH, (False, True))):
        assert [option.decode(option.encode(value)) for value in values] == list(values)


def test_a_game_without_options_still_has_a_record_for_them() -> None:
    assert layout(()).names == ("unused",)


@pytest.mark.parametrize("name", parlour.games())
def test_every_option_of_every_game_explains_itself(name: str) -> None:
    for option in parlour.game(name).options:
        assert option.help.endswith(".")
        assert option.rule
        assert option.values


def test_long_values_are_shortened() -> None:
    assert shorten("abc") == "'abc'"
    assert len(shorten(list(range(10_000)))) < 50
